"""Premises and the claims that take them as a picture: two columns, a line for each use, every word a link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _ROW, _TOP = 380, 19, 26  # as wide as a phone; a row is as high as a line of small text
_LEFT, _RIGHT = 168, 258  # where names of premises end, and those of claims begin
_NEAR = 34.0  # claims are not closer to each other


@dataclass(frozen=True)
class Line:
    """A premise: its name, where that leads, what it says, and the claims that take it."""

    name: str
    target: str
    text: str
    claims: tuple[str, ...]


def premise_graph(lines: Sequence[Line], claims: Mapping[str, str]) -> str:
    """The picture as SVG in the colours of the page; `claims` has where the name of each leads.

    Premises that many claims take come first, and the others near the claim that takes them, so that few lines cross.
    """
    order = list(claims)
    premises, heights, beside = _placed(lines, order)
    premises, heights, beside = _placed(lines, sorted(beside, key=lambda name: beside[name]))
    bottom = max([*heights.values(), *beside.values(), _TOP]) + _ROW
    uses = "".join(
        f'<g class="premise"><a href="{escape(line.target)}"><title>{escape(line.text)}</title>'
        f'<text x="{_LEFT}" y="{heights[line.name] + 4:g}" text-anchor="end">{escape(line.name)}</text></a>'
        + "".join(_curve(heights[line.name], beside[claim], claim, order) for claim in line.claims) + "</g>\n"
        for line in premises
    )
    ends = "".join(
        f'<a class="claim c{order.index(name)}" href="{escape(target)}"><title>{escape(name)}</title>'
        f'<text x="{_RIGHT}" y="{beside[name] + 4:g}">{escape(name)}</text></a>\n'
        for name, target in claims.items() if name in beside
    )
    about = (
        f"{len(premises)} premises on the left, {len(beside)} claims on the right; a line joins each premise to the "
        "claims that take it. The same is told in words below."
    )
    return (
        f'<svg class="premises" viewBox="0 0 {_WIDTH} {bottom:g}" role="group" '
        'aria-labelledby="graph-title graph-about">'
        f'<title id="graph-title">Which claims take which premises</title><desc id="graph-about">{about}</desc>\n'
        f"<style>{_lit(len(order))}</style>\n{uses}{ends}</svg>"
    )


def _placed(lines: Sequence[Line], order: Sequence[str]) -> tuple[list[Line], dict[str, float], dict[str, float]]:
    """The premises in order, their heights, and those of the claims; a claim's own premises stand in its place."""
    shared = [line for line in lines if len(line.claims) > 1]
    single = sorted((line for line in lines if len(line.claims) == 1), key=lambda line: order.index(line.claims[0]))
    premises = [*shared, *single]
    heights = {line.name: float(_TOP + place * _ROW) for place, line in enumerate(premises)}
    return premises, heights, _claim_heights(premises, heights, order)


def _claim_heights(premises: Sequence[Line], heights: Mapping[str, float], order: Sequence[str]) -> dict[str, float]:
    """Each claim at the middle of its premises, and apart from the one above."""
    middle = {}
    for claim in order:
        own = [heights[line.name] for line in premises if claim in line.claims]
        if own:
            middle[claim] = sum(own) / len(own)
    placed: dict[str, float] = {}
    above = float(_TOP) - _NEAR
    for claim in sorted(middle, key=lambda name: (middle[name], order.index(name))):
        above = placed[claim] = max(middle[claim], above + _NEAR)
    return placed


def _curve(start: float, end: float, claim: str, order: Sequence[str]) -> str:
    left, right = _LEFT + 5, _RIGHT - 5
    bend = (left + right) / 2
    way = f"M{left} {start:g}C{bend:g} {start:g} {bend:g} {end:g} {right} {end:g}"
    return f'<path class="to{order.index(claim)}" d="{way}"/>'


def _lit(count: int) -> str:
    """A premise or a claim under the pointer, or with the focus, shows its lines."""
    pointed = [f"svg.premises:has(.c{place}:is(:hover, :focus)) .to{place}" for place in range(count)]
    return f"{', '.join([*pointed, 'svg.premises .premise:is(:hover, :focus-within) path'])} {{ stroke: var(--link, " \
           "currentColor); stroke-width: 1.8; opacity: 1 }"
