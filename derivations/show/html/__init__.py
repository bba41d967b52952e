"""HTML that needs no network and no script: mathematics as MathML, colours for light and dark."""
