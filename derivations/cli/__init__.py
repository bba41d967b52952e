"""The command `derive`: one module for each of its commands, and what they share."""

from derivations.cli.main import derive, main

__all__ = ["derive", "main"]
