"""Provenance of numbers: the tree behind a result, down to cards, speakers and documents."""
