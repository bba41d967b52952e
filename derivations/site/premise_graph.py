"""Which claims share which premises, as a picture for each chapter: two columns, and a line for each use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from statistics import mean
from typing import Any

from derivations.claims.index import chapter_of
from derivations.site.chapters import chapter_title

_ROW, _MARGIN = 24, 8.0  # a row is as high as a line of small text with room to point at it
_LETTER = 7.4  # width of a letter at most, on average over a name
_BETWEEN, _EACH = 60, 5  # room for lines, and more of it for each claim
_ROUNDS = 8  # after five at most the orders of the built-in claims have fewest crossings

Uses = Sequence[tuple[int, int]]  # the lines: a premise and a claim, each by its number


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
    """A picture for each chapter with claims in `order` that share a premise with any of them."""
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
    names = [str(item["place"]) for item in premises]
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
        tuple(Node(name, item["relation"], f"{row + 4:.1f}")
              for name, item, row in zip(names, premises, rows, strict=True)),
        tuple(Node(claim, claim, f"{row + 4:.1f}") for claim, row in zip(claims, beside, strict=True)),
        lines, {claim: own[claim] for claim in claims}, f"{left:.1f}", f"{right:.1f}", f"{width:.0f}",
        f"{max(*rows, *beside) + _ROW:.0f}",
    )


def _layout(left: int, right: int, uses: Uses) -> tuple[list[float], list[float]]:
    """The heights of nodes on the left and on the right: few lines cross, and each is near what it is joined to.

    The side with more nodes has one in each row.
    """
    rows, beside = ordered(left, right, uses)
    if left < right:
        return _heights(_near(rows, uses, beside)), _heights(beside)
    return _heights(rows), _heights(_near(beside, _back(uses), rows))


def ordered(left: int, right: int, uses: Uses) -> tuple[list[int], list[int]]:
    """The ranks of nodes on the left and on the right, all of which have a use, so that few lines cross.

    By barycenters (Sugiyama, Tagawa and Toda 1981): in turn, each side is sorted by the mean rank of what its nodes are
    joined to. It begins with either side as it is given, read from either end; of all orders on the way it is the first
    with the fewest crossings.

    >>> ordered(3, 3, [(0, 2), (1, 0), (2, 1), (2, 0)])
    ([0, 1, 2], [1, 2, 0])
    """
    rows, beside = list(range(left)), list(range(right))
    starts = [rows, rows[::-1], _by_means(left, uses, beside), _by_means(left, uses, beside[::-1])]
    tried = []
    for rows in starts:
        for _ in range(_ROUNDS):
            beside = _by_means(right, _back(uses), rows)
            again = _by_means(left, uses, beside)
            tried += [(rows, beside), (again, beside)]
            rows = again
    return min(tried, key=lambda order: crossings(uses, *order))


def _by_means(count: int, uses: Uses, others: Sequence[float]) -> list[int]:
    """The ranks of nodes by the mean of what each is joined to; those of one mean stay in their order."""
    means = _means(count, uses, others)
    rank = {node: place for place, node in enumerate(sorted(range(count), key=means.__getitem__))}
    return [rank[node] for node in range(count)]


def _means(count: int, uses: Uses, others: Sequence[float]) -> list[float]:
    return [mean(others[end] for start, end in uses if start == node) for node in range(count)]


def _near(ranks: Sequence[int], uses: Uses, others: Sequence[int]) -> list[float]:
    """Places in the order of ranks, one apart or more and within those of `others`, which are at least as many.

    By least squares nearest to the mean of what each is joined to: neighbors that want to be closer are moved together.
    """
    wanted = _means(len(ranks), uses, others)
    blocks: list[tuple[float, int]] = []  # how far the first place is wanted behind its rank, and how many follow on it
    for rank, node in enumerate(sorted(range(len(ranks)), key=ranks.__getitem__)):
        behind, count = wanted[node] - rank, 1
        while blocks and blocks[-1][0] > behind:
            before, number = blocks.pop()
            behind, count = (before * number + behind * count) / (number + count), number + count
        blocks.append((behind, count))
    room = len(others) - len(ranks)
    behinds = [min(max(behind, 0), room) for behind, count in blocks for _ in range(count)]
    return [rank + behinds[rank] for rank in ranks]


def _back(uses: Uses) -> Uses:
    return [(end, start) for start, end in uses]


def _heights(places: Sequence[float]) -> list[float]:
    return [_ROW * (place + 1.0) for place in places]


def crossings(uses: Uses, rows: Sequence[float], beside: Sequence[float]) -> int:
    """How many pairs of lines cross, with nodes on the left at `rows` and those on the right at `beside`."""
    lines = [(rows[start], beside[end]) for start, end in uses]
    return sum((one[0] - other[0]) * (one[1] - other[1]) < 0 for one, other in combinations(lines, 2))


def _curve(left: float, start: float, right: float, end: float) -> str:
    bend = (left + right) / 2
    return f"M{left:.1f} {start:.1f}C{bend:.1f} {start:.1f} {bend:.1f} {end:.1f} {right:.1f} {end:.1f}"
