"""Claims in general: an argument with what was said of it, a reader's study of it, and the claim derived and evaluated."""
