"""LaTeX read as it stands in papers and blog posts."""
