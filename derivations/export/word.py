"""Reports for Word, from their Markdown, by pandoc: its equations are Word's own, which can be edited."""

from __future__ import annotations

from derivations.export import pandoc

_WORD = "Word"


def refuse_without_pandoc() -> None:
    """Raise `InputError`, which names the Debian package, if there is no pandoc."""
    pandoc.refuse_without_pandoc(_WORD)


def docx(markdown: str) -> bytes:
    """The document of a Markdown text with LaTeX mathematics.

    Raises `InputError` if there is no pandoc, or if it fails.
    """
    return pandoc.converted(markdown, "docx", what=_WORD)
