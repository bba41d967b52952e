"""Draws told: how a result is spread, what of the draws has none and why, and whose part of the spread is whose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.blocks import CONTRADICTED, EMPTY, Block, TextLine, within
from derivations.document.ranges import for_each, middles, ranged_data, shares_table
from derivations.errors import DerivationsError
from derivations.numbers.format import format_number, format_value, range_text
from derivations.study.draws import AT, DIGITS, Drawn, DrawnRatio, drawn
from derivations.study.ranges import ranged


def draws_blocks(report: EvaluatedClaim, *, brief: bool = False) -> Iterator[Block]:
    """How the result is spread, where a reader said how likely numbers are; `brief` is that alone."""
    yield from (EMPTY, TextLine("Draws", role="heading"))
    try:
        found = drawn(report, brief=brief)
    except DerivationsError as error:
        yield TextLine(str(error), depth=1, hang=2, role="bad")
        return
    yield TextLine((f"{spread_in_words(found)} ", *for_each(found.values)), depth=1, hang=2)
    for words, share in found.broken.items():
        told = f"Warning: {CONTRADICTED} in {share_in_words(share)} of the draws, which have no result: {words}"
        yield TextLine(told, depth=1, hang=2, role="warning")
    for words, share in found.without.items():
        yield TextLine(f"no number in {share_in_words(share)} of the draws: {words}", depth=1, hang=2)
    for of, branches in found.regimes.items():
        told = "; ".join(f"{branch} in {share_in_words(share)}" for branch, share in branches.items())
        yield TextLine(f"{of}: {told} of the draws", depth=1, hang=2)
    yield from (TextLine(words, depth=1, hang=2, role="aside") for words in _remarks(report, found))
    if found.shares:
        yield from within(shares_table(found.line, found.shares, "nine tenths of the draws"))


def draws_json(report: EvaluatedClaim) -> dict[str, Any] | None:
    """The same as data, beside the enclosure where there is one; None where there is no result."""
    try:
        found = drawn(report)
    except DerivationsError:
        return None
    try:
        told = ranged_data(ranged(report, brief=True))
    except DerivationsError as error:
        told = {"of": {name: value.typed for name, value in found.values.items()}, "low": None, "high": None,
                "unit": found.line.unit, "seen": [None, None], "enclosed": False, "tight": False, "why": str(error),
                "changes": []}
    shares = [{"name": each.name, "alone": _float(each.alone), "left": _float(each.left)} for each in found.shares]
    return {**told, "shares": shares, "draws": drawn_data(found)}


def drawn_data(found: Drawn) -> dict[str, Any]:
    """The draws alone, numbers in the unit of the result."""
    at = {f"{float(share):g}": float(end / found.factor) for share, end in zip(AT, found.at, strict=bool(found.at))}
    return {"count": found.count, "seed": found.seed, "with_a_number": float(found.some), "quantiles": at,
            **{key: {words: float(share) for words, share in shares.items()}
               for key, shares in (("without", found.without), ("contradictions", found.broken))}}


def ratio_in_words(ratio: DrawnRatio | None) -> str:
    """Between what nine tenths of the new results over the old ones lie."""
    if ratio is None:
        return ""
    low, high = (format_number(each, DIGITS) for each in (ratio.at[0], ratio.at[-1]))
    return f"{low} to {high} times as much, draw by draw"


def larger_in_words(ratio: DrawnRatio) -> str:
    """How often the new result is the larger one."""
    return f"larger than before in {share_in_words(ratio.larger)} of the draws"


def spread_in_words(found: Drawn) -> str:
    """The middle of the results and between what nine tenths of them lie."""
    line = found.line
    what = line.left if line.relation.is_equation else f"the bound on {line.left}"
    some = round(found.some * found.count)
    of = f"{found.count:,} draws" if some == found.count else f"{some:,} of {found.count:,} draws that have a number"
    if not found.at:
        return f"{what} has no number in any of {found.count:,} draws"
    low, quarter, half, three, high = found.at
    dimension, unit = line.dimension, line.told_unit
    return (f"{what} lies between {range_text(low, high, dimension, unit, DIGITS, between='and')} in 90% of {of}, half "
            f"of them between {range_text(quarter, three, dimension, unit, DIGITS, between='and')}, the median "
            f"{format_value(half, dimension, unit, DIGITS)},")


def _remarks(report: EvaluatedClaim, found: Drawn) -> Iterator[str]:
    """What is drawn how, what encloses the result beside it, and what other numbers are for."""
    for name, value in found.values.items():
        chance = None if value.spread is None else value.spread.chance
        law = "normally" if chance is None or not value.is_lognormal else "lognormally"
        beyond = found.beyond.get(name, Fraction(0))
        cut = "" if beyond < Fraction(1, 1000) else (
            f"; the {share_in_words(beyond)} that would lie outside its domain is drawn again")
        yield f"{name} is {law} distributed{cut}"
    with suppress(DerivationsError):
        yield f"whatever lies within these ranges gives {ranged(report, brief=True).shown}"
    yield f"the same numbers are drawn each time: --seed {found.seed + 1} draws others"
    yield middles(found.values)


def share_in_words(share: Fraction) -> str:
    """A share in per cent, which is all or nothing only of all or none."""
    if 0 < share < Fraction(1, 1000):
        return "below 0.1%"
    if Fraction(999, 1000) < share < 1:
        return "above 99.9%"
    near = share < Fraction(1, 10) or share > Fraction(9, 10)
    return f"{format_number(100 * share, 3 if share > Fraction(9, 10) else 2) if near else round(100 * share)}%"


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)
