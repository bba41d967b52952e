"""What is shown, once: documents of lines, tables and parts, and what makes one of each result."""
