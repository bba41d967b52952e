"""A derivation in LaTeX, whole or in part, as writers paste it."""
