"""Shared by several claims: letters, premises and parts of arguments; the lecture as a source, and its chapters."""
