"""Somebody else's formula held against a claim."""
