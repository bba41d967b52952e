"""A claim's page: the answer in one screen, the argument as prose, and what its notebook works out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from derivations.export.panel import panel_html
from derivations.site.notebook_page import PageState, cells, known_of, with_own_names
from derivations.site.notebooks import stored_cells
from derivations.site.plan import derivation_file
from derivations.site.sheet import Sheet
from derivations.writers.html.equation import anchor_of, places_of

_HEADING = re.compile(r"^(#{1,2}) +(.+?)\n*$", re.MULTILINE)
_TOPIC = re.compile(r"\*\*(.+?)\*\*")
_OPEN = ("What would change it",)  # what of the notebook a reader sees without a click


@dataclass
class _Part:
    """A part of the notebook: what stands below a heading."""

    title: str
    content: list[Mapping[str, Any]] = field(default_factory=list)
    more: list[_Part] = field(default_factory=list)  # what stands below a paragraph that begins in bold, but the first


def claim(sheet: Sheet) -> str:
    """The page of a claim with its notebook.

    Raises `InputError` if the notebook cannot be read, or if a package for pages is missing.
    """
    (name,) = sheet.page.needs
    data, content = sheet.data[name], stored_cells(Path(sheet.page.source))
    letters, argument = data["report"]["letters"], data["argument"]
    places = places_of(argument["labels"], name)
    state = PageState(name, *known_of(content, letters), dict(places), labels=argument["labels"])
    state.anchors = Counter(anchor_of(name, step) for step in argument["labels"])
    first, *parts = _parts(content)
    pictures = (output["data"]["image/svg+xml"] for cell in content for output in cell.get("outputs", ())
                if "image/svg+xml" in output.get("data", {}))
    lead, *first_lines = cells(first.content, state)
    told = [
        {"title": part.title, "place": state.headings.place(part.title), "cells": list(cells(part.content, state)),
         "more": [{"title": more.title, "cells": list(cells(more.content, state))} for more in part.more]}
        for part in parts
    ]
    chapter = data["chapter"]
    time, _, title = chapter.partition(" ")
    return sheet.render(
        "claim.html.j2", claim=data, title=sheet.page.title, whole=derivation_file(name),
        lead="".join(lead["shown"]), first_lines=first_lines,
        where=f"Lecture {time} · {title}" if ":" in time else chapter,
        live=_live(data, next(pictures, "")), argument=argument, places=places, letters=state.letters,
        measured_picture=with_own_names(data["measured"].get("picture", ""), "measured-"),
        measured_curves=with_own_names(data["measured"].get("curves", ""), "curves-"),
        open_parts=[part for part in told if part["title"] in _OPEN],
        parts_folded=[part for part in told if part["title"] not in _OPEN], told=state.letters,
    )


def _parts(content: Sequence[Mapping[str, Any]]) -> list[_Part]:
    """A notebook cut at its headings; the first part is what stands before the second one."""
    found = [_Part("")]
    for cell in content:
        heading = _HEADING.match(cell["source"]) if cell["cell_type"] == "markdown" else None
        if heading is None:
            found[-1].content.append(cell)
            continue
        if heading[1] == "##":
            found.append(_Part(heading[2].strip()))
        rest = cell["source"][heading.end() :].strip()
        if rest:
            found[-1].content.append({**cell, "source": rest})
    return [_folded(part) if part.title in _OPEN else part for part in found]


def _folded(part: _Part) -> _Part:
    """A part whose later topics are parts of their own: each begins with its words in bold."""
    shown = _Part(part.title)
    topics = 0
    for cell in part.content:
        topic = _TOPIC.match(cell["source"]) if cell["cell_type"] == "markdown" else None
        topics += topic is not None
        if topic is not None and topics > 1:
            shown.more.append(_Part(topic[1].rstrip(".:")))
            cell = {**cell, "source": cell["source"][topic.end() :].strip()}
        (shown.more[-1] if shown.more else shown).content.append(cell)
    return shown


def _live(data: Mapping[str, Any], otherwise: str) -> str:
    """The part of a page in which the result stands, and moves where it can; else with the notebook's first picture."""
    picture = with_own_names(data["live"].get("picture") or otherwise, "live-")
    return panel_html(data["name"], data, data["report"]["letters"], picture)
