"""A notebook as a page that needs no network: steps as equation blocks, formulas as MathML, code folded below."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import partial
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from derivations.errors import InputError
from derivations.numbers.numbers_data import NUMBERS_TYPE
from derivations.search.step_data import SCHEMA, STEP_TYPE
from derivations.show.html.equation import Place, anchor_of, equation_block, numbers_block
from derivations.show.html.letters import Letters, joined
from derivations.show.html.markdown import markdown_html
from derivations.site.frame import Sheet
from derivations.site.letters import with_letters
from derivations.site.notebooks import read_notebook
from derivations.site.pieces import below_title, file_link, self_link
from derivations.site.plan import derivation_file


def with_equations(
    notebook: Any, claim: str, *, letters: Letters | None = None, places: Mapping[str, Place] | None = None
) -> tuple[Any, dict[str, Mapping[str, str]]]:
    """A copy of a notebook whose outputs that are steps or numbers lines are HTML, and the letters of the page.

    A step that is shown twice has its anchor the first time, and one with a number after it from then on. What a step
    rests on is a link to where it was last shown before, or else to one of the `places`, which are those of steps
    elsewhere. `letters` are those of the page, beside those of its steps.
    """
    copied = deepcopy(notebook)
    found = list(_outputs(copied))
    known = joined(letters or {}, *(data["letters"] for _, _, data in found))
    shown = dict(places or {})
    seen: Counter[str] = Counter()
    for output, kind, data in found:
        if kind == NUMBERS_TYPE:
            output["data"] = {"text/html": numbers_block(data, letters=known)}
            continue
        anchor = anchor_of(claim, data["name"])
        seen[anchor] += 1
        own = anchor if seen[anchor] == 1 else f"{anchor}.{seen[anchor]}"
        output["data"] = {"text/html": equation_block(data, own, places=shown, letters=known)}
        shown[data["name"]] = Place(data["label"], f"#{own}")
    return copied, known


def _outputs(notebook: Any) -> Iterator[tuple[Any, str, Mapping[str, Any]]]:
    """Outputs that hold the data of a step or of a numbers line, of the schema that is read here."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            for kind in (STEP_TYPE, NUMBERS_TYPE):
                data = output.get("data", {}).get(kind)
                if data is not None and data.get("schema") == SCHEMA:
                    yield output, kind, data


_HEADING = re.compile(r'<h([1-6]) id="([^"]*)">(.*?)(?:<a class="anchor-link"[^>]*>[^<]*</a>)?</h\1>', re.DOTALL)
_ID = re.compile(r'(\sid=")([^"]+)(")')
_SCROLLED = '<pre tabindex="0" role="group" aria-label="Code or output">'  # the keyboard reaches what is too wide
_REFERENCE = re.compile(r'((?:xlink:)?href="#|url\(#)([^")]+)')


def body(sheet: Sheet) -> str:
    """The notebook of a page. Raises `InputError` if it cannot be read, or if nbconvert is missing."""
    path = Path(sheet.page.notebook)
    notebook = read_notebook(path)
    if not sheet.page.needs:  # about several claims, or none of ours
        return notebook_html(notebook, path.stem)
    (claim,) = sheet.page.needs
    data, whole = sheet.data[claim], derivation_file(claim)
    places = {step: Place(label, f"{whole}#{anchor_of(claim, step)}") for step, label in data["steps"].items()}
    links = f"{file_link(whole, 'every step')} · {file_link('ledger.html', 'what was said', claim)}"
    return below_title(notebook_html(notebook, claim, letters=data["told"], places=places), links)


def notebook_html(
    notebook: Any, name: str = "page", *, letters: Letters | None = None, places: Mapping[str, Place] | None = None
) -> str:
    """A notebook as HTML: what each cell shows, its code below, headings that link to themselves.

    The anchors of its equations begin with `name`; `letters` are known beside those of its steps, and `places` are
    those of steps that it does not show. Raises `InputError` if nbconvert is missing.
    """
    try:
        nbconvert: Any = import_module("nbconvert")
    except ImportError:
        raise InputError("pages need nbconvert: pip install 'derivations[notebook]'") from None
    shown, known = with_equations(notebook, name, letters=letters, places=places)
    with as_file(files("derivations.site") / "template") as templates:
        exporter = nbconvert.HTMLExporter(template_name="derivations", extra_template_basedirs=[str(templates)],
                                          exclude_input_prompt=True, exclude_output_prompt=True)
        exporter.register_filter("markdown2html", partial(markdown_html, letters=known))
        exporter.register_filter("printed2html", partial(markdown_html, letters=known, plain=True))
        text, _ = exporter.from_notebook_node(_with_inline_svg(shown))
    return with_letters(_linked_headings(text).replace("<pre>", _SCROLLED), known)


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
    """A picture whose names of parts begin with a mark, so that those of two pictures on a page differ; light in print.

    >>> apart('<g id="a"/><use href="#a"/>', "p1-")
    '<g id="p1-a"/><use href="#p1-a"/>'
    """
    svg = svg.replace("@media (prefers-color-scheme: dark)", "@media screen and (prefers-color-scheme: dark)")
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
