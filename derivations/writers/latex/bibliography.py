"""Sources as BibTeX, and as the bibliography of a document of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

from derivations.document.parts import readable_author
from derivations.language.display import sentence
from derivations.numbers.source import STANDINGS, Source
from derivations.writers.latex.text import escaped

_KEY = re.compile(r"[^A-Za-z0-9:._+-]")
_YEAR = re.compile(r"[0-9]{4}")
_NOT_IN_ADDRESS = re.compile(r"[\s{}\\]")  # what would end an address, or the entry around it


def bibtex(sources: Iterable[Source]) -> str:
    """A BibTeX database with an entry of type ``@misc`` for each source; the standing is in its note.

    >>> entry = bibtex([Source("sheet", "Data sheet", url="https://a.b/c", date="2023-04", standing="verified")])
    >>> print(entry, end="")
    @misc{sheet,
      title = {{Data sheet}},
      year = {2023},
      date = {2023-04},
      url = {https://a.b/c},
      key = {sheet},
      note = {Version of 2023-04; read in the primary source}
    }
    """
    return "\n".join(map(_entry, sources))


def cite_key(source: Source) -> str:
    """Citation key of a source."""
    return _KEY.sub("-", source.key)


def bibliography(sources: Iterable[Source]) -> list[str]:
    """The lines of a `thebibliography` that needs no run of BibTeX."""
    items = list(sources)
    if not items:
        return []
    lines = [rf"\begin{{thebibliography}}{{{len(items)}}}", r"\raggedright"]
    for source in items:
        parts = [escaped(readable_author(source.author)), rf"\emph{{{escaped(source.title)}}}", escaped(source.date)]
        text = ", ".join(part for part in parts if part)
        standing = "" if source.is_verified else f" ({escaped(STANDINGS[source.standing])})"
        address = rf" \url{{{_address(source)}}}." if source.url else ""
        lines.append(rf"\bibitem{{{cite_key(source)}}} {text}{standing}.{address}")
    return [*lines, r"\end{thebibliography}"]


def _address(source: Source) -> str:
    return _NOT_IN_ADDRESS.sub(lambda found: quote(found[0]), source.url)


def _field(text: str) -> str:
    r"""Text for a field: BibTeX counts braces whether or not a backslash stands before them.

    >>> print(_field("a } and %"))
    a \textbraceright{} and \%
    """
    return escaped(text).replace(r"\{", r"\textbraceleft{}").replace(r"\}", r"\textbraceright{}")


def _entry(source: Source) -> str:
    year = _YEAR.match(source.date)
    note = f"Version of {source.date}; {STANDINGS[source.standing]}" if source.date else STANDINGS[source.standing]
    fields = {
        "author": _field(source.author),
        "title": f"{{{_field(source.title)}}}",
        "year": year[0] if year else "",
        "date": _field(source.date),
        "url": _address(source),
        "key": _field(source.title if source.author else cite_key(source)),
        "note": _field(sentence(note)),
    }
    lines = [f"  {name} = {{{text}}}" for name, text in fields.items() if text]
    return f"@misc{{{cite_key(source)},\n" + ",\n".join(lines) + "\n}\n"
