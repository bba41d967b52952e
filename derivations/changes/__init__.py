"""What a reader changes, and what follows from it."""
