"""A document of docs/ as a page: Markdown as HTML, with links to other documents and to notebooks as links to pages."""

from __future__ import annotations

import re
from pathlib import Path

from derivations.show.html.markdown import markdown_html
from derivations.site.sheet import Sheet

_LINK = re.compile(r"(\]\()(?:\.\./notebooks/)?([\w-]+)\.(?:ipynb|md)(?=[#)])")
_MARKER = re.compile(r"^<!--.*?-->\n", re.MULTILINE)  # where a derived part begins and ends


def document(sheet: Sheet) -> str:
    """The page of a document. Raises `InputError` if a package for pages is missing."""
    source = Path(sheet.page.source).read_text(encoding="utf-8")
    return markdown_html(_LINK.sub(r"\1\2.html", _MARKER.sub("", source)))
