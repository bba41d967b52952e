"""The claims of the lecture: one module each, and beside them what several claims share."""
