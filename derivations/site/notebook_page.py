"""A notebook as a page that needs no network: steps as equation blocks, formulas as MathML, code folded below."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from derivations.derivation.step import FORMULAS_TYPE, SCHEMA, STEP_TYPE
from derivations.export.cells import FOLDED, shown_cells
from derivations.numbers.numbers_line import NUMBERS_TYPE
from derivations.site.notebooks import stored_cells
from derivations.site.sheet import Sheet
from derivations.writers.html.equation import EquationPlace, anchor_of, numbers_block
from derivations.writers.html.markdown import CODE, Formulas, Headings, highlighted, markdown_html
from derivations.writers.html.mathematics import Letters, joined
from derivations.writers.html.template import equation_block

_PICTURE = '<div class="picture">'
_ID = re.compile(r'(\sid=")([^"]+)(")')
_REFERENCE = re.compile(r'((?:xlink:)?href="#|url\(#)([^")]+)')


def notebook(sheet: Sheet) -> str:
    """The notebook of a page. Raises `InputError` if it cannot be read, or if a package for pages is missing."""
    path = Path(sheet.page.source)
    content = stored_cells(path)
    state = PageState(path.stem, *known_of(content))
    return sheet.render("notebook.html.j2", cells=list(cells(content, state)), told=state.letters)


@dataclass
class PageState:
    """State of a page while it is made from a notebook.

    Its name begins the anchors of its equations. Its letters, and the relations of its formulas by their LaTeX; the
    place where each step was last shown, on this page or elsewhere; its headings, anchors and pictures so far; and the
    numbers of equations, where the page has its own.
    """

    name: str
    letters: Letters
    formulas: Formulas
    places: dict[str, EquationPlace] = field(default_factory=dict)
    headings: Headings = field(default_factory=Headings)
    anchors: Counter[str] = field(default_factory=Counter)
    pictures: int = 0
    labels: Mapping[str, str] = field(default_factory=dict)


def cells(content: Iterable[Mapping[str, Any]], state: PageState) -> Iterator[dict[str, Any]]:
    """Each cell: Markdown as HTML, or what code shows and the code itself, without what its tags take from a page.

    Below a heading that JupyterLab folds, a page is folded. A step that is shown twice has its anchor the first time,
    and one with a number after it from then on. What a step rests on is a link to where it was last shown.
    """
    for cell, source in shown_cells(content):
        if cell["cell_type"] == "markdown":
            folds = cell.get("metadata", {}).get(FOLDED)
            heading, _, rest = cell["source"].partition("\n") if folds else ("", "", cell["source"])
            fold = {"fold": _markdown(heading, state)} if heading else {}
            yield {"kind": "text", "shown": [_markdown(rest, state)], "code": "", **fold}
        elif cell["cell_type"] == "code":
            shown = [_output(output, state) for output in cell.get("outputs", ())]
            code = highlighted(cell["source"], "python") if source else ""
            if not code and not any(map(str.strip, shown)):
                continue
            yield {"kind": "code", "shown": shown, "code": code, **_side_by_side(shown)}


def _side_by_side(shown: Sequence[str]) -> dict[str, Any]:
    """What a cell shows in parts that stand beside each other where there is room.

    Several pictures, or parts that each begin with a heading; nothing for any other cell.
    """
    if len(shown) > 1 and all(part.startswith(_PICTURE) for part in shown):
        return {"side_by_side": "pictures", "parts": list(shown)}
    starts = [place for place, part in enumerate(shown) if part.startswith("<h3")]
    if len(shown) < 2 or not starts or starts[0] != 0:
        return {}
    ends = (*starts[1:], len(shown))
    return {"side_by_side": "told", "parts": ["\n".join(shown[a:b]) for a, b in zip(starts, ends, strict=True)]}


def _output(output: Mapping[str, Any], state: PageState) -> str:
    """An output as HTML: our own from its data, else the richest of its kinds."""
    data = output.get("data", {})
    for kind in (STEP_TYPE, NUMBERS_TYPE):
        if data.get(kind, {}).get("schema") == SCHEMA:
            return _step(data[kind], state) if kind == STEP_TYPE else numbers_block(data[kind], state.letters)
    if "image/svg+xml" in data:
        state.pictures += 1
        return f'{_PICTURE}{with_own_names(data["image/svg+xml"], f"picture-{state.pictures}-")}</div>'
    if "text/html" in data:
        return str(data["text/html"])
    for kind in ("text/markdown", "text/latex"):
        if kind in data:  # what reports and tables print of themselves has formulas in plain text, too
            return _markdown(data[kind], state, plain=True)
    for kind in ("image/png", "image/jpeg"):
        if kind in data:
            return f'<img alt="" src="data:{kind};base64,{escape("".join(data[kind].split()))}">'
    said = output.get("text") or data.get("text/plain") or f"{output.get('ename', '')}: {output.get('evalue', '')}"
    return f"{CODE}{escape(said, quote=False)}</pre>"


def _step(data: Mapping[str, Any], state: PageState) -> str:
    anchor = anchor_of(state.name, data["name"])
    state.anchors[anchor] += 1
    own = anchor if state.anchors[anchor] == 1 else f"{anchor}.{state.anchors[anchor]}"
    label = state.labels.get(data["name"], data["label"])
    block = equation_block({**data, "label": label}, own, places=state.places, letters=state.letters)
    state.places[data["name"]] = EquationPlace(label, f"#{own}")
    return block


def _markdown(source: str, state: PageState, *, plain: bool = False) -> str:
    return markdown_html(source, state.letters, formulas=state.formulas, headings=state.headings, plain=plain)


def known_of(content: Iterable[Mapping[str, Any]], letters: Letters | None = None) -> tuple[Letters, Formulas]:
    """The letters of a page, beside those of its outputs, and the relations of its formulas by their LaTeX."""
    outputs = [output.get("data", {}) for cell in content for output in cell.get("outputs", ())]
    told = [data[kind] for data in outputs for kind in (STEP_TYPE, NUMBERS_TYPE, FORMULAS_TYPE)
            if data.get(kind, {}).get("schema") == SCHEMA]
    formulas: dict[str, str] = {}
    for data in told:
        formulas |= {item["latex"]: item["relation"] for item in data.get("formulas", data.get("conditions", ()))}
        if data.get("relation") and "conditions" in data:
            formulas[data["latex"]] = data["relation"]
    return joined(letters, *(data["letters"] for data in told)), formulas


def with_own_names(svg: str, mark: str) -> str:
    """A picture whose names of parts begin with a mark, so that those of two pictures on a page differ; light in print.

    >>> with_own_names('<g id="a"/><use href="#a"/>', "p1-")
    '<g id="p1-a"/><use href="#p1-a"/>'
    """
    svg = svg.replace("@media (prefers-color-scheme: dark)", "@media screen and (prefers-color-scheme: dark)")
    svg = _ID.sub(lambda match: f"{match[1]}{mark}{match[2]}{match[3]}", svg)
    return _REFERENCE.sub(lambda match: f"{match[1]}{mark}{match[2]}", svg)
