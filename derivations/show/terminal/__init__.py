"""What a terminal shows, with the same as Markdown and as plain data where there is a use for it."""
