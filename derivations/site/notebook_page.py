"""A notebook as a page that needs no network: formulas as MathML, and the code folded below what it shows."""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from derivations.errors import InputError
from derivations.render.html.markdown import markdown_html
from derivations.site.frame import Sheet
from derivations.site.notebooks import read_notebook
from derivations.site.pieces import self_link

_HEADING = re.compile(r'<h([1-6]) id="([^"]*)">(.*?)(?:<a class="anchor-link"[^>]*>[^<]*</a>)?</h\1>', re.DOTALL)
_ID = re.compile(r'(\sid=")([^"]+)(")')
_REFERENCE = re.compile(r'((?:xlink:)?href="#|url\(#)([^")]+)')


def body(sheet: Sheet) -> str:
    """The notebook of a page. Raises `InputError` if it cannot be read, or if nbconvert is missing."""
    return notebook_html(read_notebook(Path(sheet.page.notebook)))


def notebook_html(notebook: Any) -> str:
    """A notebook as HTML: what each cell shows, its code below, headings that link to themselves.

    Raises `InputError` if nbconvert is missing.
    """
    try:
        nbconvert: Any = import_module("nbconvert")
    except ImportError:
        raise InputError("pages need nbconvert: pip install 'derivations[notebook]'") from None
    with as_file(files("derivations.site") / "template") as templates:
        exporter = nbconvert.HTMLExporter(template_name="derivations", extra_template_basedirs=[str(templates)],
                                          exclude_input_prompt=True, exclude_output_prompt=True)  # fmt: skip
        exporter.register_filter("markdown2html", markdown_html)
        text, _ = exporter.from_notebook_node(_with_inline_svg(notebook))
    return _linked_headings(text)


def _with_inline_svg(notebook: Any) -> Any:
    """A copy in which pictures stand in the page itself, where their title and description can be read."""
    copied, pictures = deepcopy(notebook), 0
    for cell in copied.cells:
        for output in cell.get("outputs", ()):
            svg = output.get("data", {}).get("image/svg+xml")
            if svg is not None:
                pictures += 1
                output["data"] = {"text/html": f'<div class="picture">{apart(svg, f"picture-{pictures}-")}</div>'}
    return copied


def apart(svg: str, mark: str) -> str:
    """A picture whose names of parts begin with a mark, so that those of two pictures on a page differ.

    >>> apart('<g id="a"/><use href="#a"/>', "p1-")
    '<g id="p1-a"/><use href="#p1-a"/>'
    """
    svg = _ID.sub(lambda match: f"{match[1]}{mark}{match[2]}{match[3]}", svg)
    return _REFERENCE.sub(lambda match: f"{match[1]}{mark}{match[2]}", svg)


def _linked_headings(text: str) -> str:
    """Headings that link to themselves; one whose words come again gets a number, so that each can be linked to."""
    seen: Counter[str] = Counter()

    def linked(match: re.Match[str]) -> str:
        level, place, words = match.groups()
        seen[place] += 1
        if seen[place] > 1:
            place = f"{place}-{seen[place]}"
        return f'<h{level} id="{place}">{words} {self_link(place)}</h{level}>'

    return _HEADING.sub(linked, text)
