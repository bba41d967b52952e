"""Claims beyond the lecture: one module each, in the form of those of the lecture, without anything said."""
