"""The lab: a page on which the engine itself derives a claim again, under premises of the reader's own, in a browser."""
