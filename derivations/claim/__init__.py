"""What a claim is: its argument, what was said of it, what a reader changes, and the claim derived and evaluated."""
