"""Derivations: the board, its rules and steps; traces as they are stored, transcribed and checked again."""
