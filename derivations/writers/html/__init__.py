"""HTML that needs no network and no script: mathematics as MathML, colors for light and dark."""
