"""Claims about models spread over GPUs, racks and stages."""
