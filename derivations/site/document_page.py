"""A document of docs/ as a page: Markdown as HTML, with links to other documents and to notebooks as links to pages."""

from __future__ import annotations

import re
from pathlib import Path

from derivations.site.sheet import Sheet
from derivations.writers.html.markdown import markdown_html

_LINK = re.compile(r"(\]\()(?:\.\./notebooks/)?([\w-]+)\.(?:ipynb|md)(?=[#)])")
_PART = re.compile(r'<h2 id="([^"]*)">(.*?)<a class="self"', re.DOTALL)
_MANY = 4  # parts from which on a document begins with links to them
_MARKER = re.compile(r"^<!--.*?-->\n", re.MULTILINE)  # where a derived part begins and ends


def document(sheet: Sheet) -> str:
    """The page of a document. Raises `InputError` if a package for pages is missing."""
    source = Path(sheet.page.source).read_text(encoding="utf-8")
    body = markdown_html(_LINK.sub(r"\1\2.html", _MARKER.sub("", source)))
    parts = _PART.findall(body)
    if len(parts) < _MANY:
        return body
    title, end, rest = body.partition("</h1>")
    links = "\n".join(f'<li><a href="#{place}">{words.strip()}</a></li>' for place, words in parts)
    return f'{title}{end}\n<nav aria-label="On this page"><ul class="chapters">\n{links}\n</ul></nav>{rest}'
