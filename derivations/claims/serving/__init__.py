"""Claims about serving: batches, passes, caches, prices."""
