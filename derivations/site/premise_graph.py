"""Which claims share which premises, as a picture for each chapter: laid out by igraph, a line for each use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from derivations.errors import InputError
from derivations.lecture.index import chapter_of
from derivations.site.chapters import chapter_title

_ROW, _MARGIN = 24, 8.0  # a row is as high as a line of small text with room to point at it
_LETTER = 7.4  # width of a letter at most, on average over a name
_BETWEEN, _EACH = 60, 5  # room for lines, and more of it for each claim
_ROUNDS = 1000


@dataclass(frozen=True)
class Node:
    """A premise or a claim in a picture: its name, what is said of it, and the baseline of its text."""

    name: str
    words: str
    baseline: str


@dataclass(frozen=True)
class PremiseGraph:
    """The premises that claims of a chapter share with others, on the left, and those claims on the right.

    `ways` are the lines: premise, claim and the curve between them; `own` counts, for each claim, premises that no
    other claim takes. `left` and `right` are where the names of premises end and those of claims begin.
    """

    title: str
    premises: tuple[Node, ...]
    claims: tuple[Node, ...]
    ways: tuple[tuple[str, str, str], ...]
    own: Mapping[str, int]
    left: str
    right: str
    width: str
    height: str


def premise_graphs(taken: Sequence[Mapping[str, Any]], order: Sequence[str]) -> tuple[PremiseGraph, ...]:
    """A picture for each chapter with claims in `order` that share a premise with any of them.

    Raises `InputError` if igraph is not installed.
    """
    shared = [item for item in taken if len(item["claims"]) > 1]
    own = {claim: sum(item["claims"] == [claim] for item in taken) for claim in order}
    found = []
    for chapter, members in groupby(order, key=chapter_of):
        claims = [claim for claim in members if any(claim in item["claims"] for item in shared)]
        premises = [item for item in shared if set(claims) & set(item["claims"])]
        if claims:
            found.append(_graph(chapter_title(chapter)[0], premises, claims, own))
    return tuple(found)


def _graph(
    title: str, premises: Sequence[Mapping[str, Any]], claims: Sequence[str], own: Mapping[str, int]
) -> PremiseGraph:
    names = [str(item["name"]) for item in premises]
    uses = [(place, claims.index(claim)) for place, item in enumerate(premises)
            for claim in item["claims"] if claim in claims]
    rows, beside = _layout(len(names), len(claims), uses)
    left = _MARGIN + _LETTER * max(map(len, names))
    right = left + _BETWEEN + _EACH * len(claims)
    width = right + _LETTER * max(len(f"{claim} +{own[claim]}") for claim in claims) + _MARGIN
    lines = tuple((names[start], claims[end], _curve(left + 6, rows[start], right - 6, beside[end]))
                  for start, end in uses)
    return PremiseGraph(
        title,
        tuple(Node(item["name"], item["relation"], f"{row + 4:.1f}") for item, row in zip(premises, rows, strict=True)),
        tuple(Node(claim, claim, f"{row + 4:.1f}") for claim, row in zip(claims, beside, strict=True)),
        lines, {claim: own[claim] for claim in claims}, f"{left:.1f}", f"{right:.1f}", f"{width:.0f}",
        f"{max(*rows, *beside) + _ROW:.0f}",
    )


def _layout(left: int, right: int, uses: Sequence[tuple[int, int]]) -> tuple[list[float], list[float]]:
    """The heights of nodes on the left and on the right: few lines cross, and each is near what it is joined to."""
    try:
        import igraph
    except ImportError:
        raise InputError("the picture of the premises needs igraph: pip install 'derivations[notebook]'") from None
    graph = igraph.Graph(n=left + right, edges=[(start, left + end) for start, end in uses], directed=True)
    placed = graph.layout_sugiyama(layers=[0] * left + [1] * right, hgap=1, vgap=1, maxiter=_ROUNDS)
    places = [float(x) for x, _ in placed]
    top = min(places)
    heights = [_ROW * (place - top + 1) for place in places]
    return heights[:left], heights[left:]


def _curve(left: float, start: float, right: float, end: float) -> str:
    bend = (left + right) / 2
    return f"M{left:.1f} {start:.1f}C{bend:.1f} {start:.1f} {bend:.1f} {end:.1f} {right:.1f} {end:.1f}"
