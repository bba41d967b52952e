"""Claims about training, and what a model costs over its life."""
