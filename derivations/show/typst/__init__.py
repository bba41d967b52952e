"""Reports for Typst."""
