"""Where numbers come from: the tree behind a result, down to cards, speakers and documents."""
