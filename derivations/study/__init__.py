"""Studies: what a reader changes, what follows from it, and where every number comes from."""
