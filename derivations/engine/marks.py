"""The mark of each verdict, wherever steps are shown."""

MARKS = {
    "taken": "", "proven": "✓", "checked": "✓", "numeric": "≈", "refuted": "✗", "inconclusive": "?", "waiting": "…",
}  # fmt: skip
