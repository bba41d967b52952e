"""Links out of a page."""

from __future__ import annotations

from html import escape


def outside_link(address: str, text: str) -> str:
    """A link to an address of the web, `text` as HTML; without such an address the text alone."""
    if not address.startswith(("https://", "http://")):
        return text
    return f'<a href="{escape(address)}" rel="noreferrer">{text}</a>'
