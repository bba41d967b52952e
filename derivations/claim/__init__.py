"""Claims in general: an argument with what was said of it, a reader's study, and the claim derived and evaluated."""
