"""Tests of what a reader changes, and what follows."""
