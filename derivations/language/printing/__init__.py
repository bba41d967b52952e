"""Printers of the written tree, one for each medium."""
