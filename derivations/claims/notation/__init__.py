"""The letters of the claims: one ASCII name and one LaTeX letter for each quantity, in reading order."""
