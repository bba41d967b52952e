"""The language of derivations: quantities with dimensions, relations, and the written form beside SymPy."""
