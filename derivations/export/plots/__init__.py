"""Plots: pictures of reports as SVG, each with a title, a description in words, and colors for dark pages."""
