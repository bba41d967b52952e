"""The site: notebooks run, and everything as pages that open from disk."""
