"""Numbers: values with units and sources, evaluation of derivations, enclosures, roots, and rounding words."""
