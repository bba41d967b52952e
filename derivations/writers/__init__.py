"""Writers: what turns a document into text, Markdown, HTML, LaTeX or Typst, and knows of nothing else."""
