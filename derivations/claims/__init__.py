"""Claims about how large language models are trained and served, each a derivation on shared premises."""
