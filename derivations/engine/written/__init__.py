"""The written form of mathematics: what an author wrote, kept as a small tree beside the SymPy expression."""
