"""Several values in one text: ``8k,32k,128k token/sequence``, or a range of them: ``8k..128k token/sequence``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from derivations.engine.dimension import Dimension
from derivations.errors import InputError
from derivations.values.value import MAX_LENGTH, Value, parse_value, read_written

MOST = 64  # values of one quantity
# 1,000 and 1/3,906, but not the end of 1.000,200 or of 1e3,200, and nothing of 1,000,20
_THOUSANDS = re.compile(r"(?<![0-9,.])(?<![eE])(?<![eE][+-])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]|,[0-9])")
_REST_OF_THOUSANDS = re.compile(r"0[0-9]{2}(?![0-9])")


def parse_values(text: str, origin: str = "given") -> tuple[Value, ...]:
    """One value, or several that a comma or a semicolon separates, each once.

    What follows the last number with a space, or is its unit, holds for all that have none of their own: ``1, 2, 4
    billion parameter``. ``10,000 sequence`` is one value, as a comma before three digits separates thousands; where
    that is not meant, a comma with a space or a semicolon separates. Raises `InputError` for a text that holds no
    values.

    >>> [str(value) for value in parse_values("8k,32k,128k token/sequence")]
    ['8,000 token/sequence', '32,000 token/sequence', '128,000 token/sequence']
    >>> len(parse_values("10,000 sequence")), len(parse_values("100; 200; 300 sequence"))
    (1, 3)
    """
    if len(text) > MOST * MAX_LENGTH:
        raise InputError(f"a text of {len(text)} characters is too long for values of one quantity")
    parts = _parts(text)
    if len(parts) == 1:
        return (parse_value(text, origin),)
    if len(parts) > MOST:
        raise InputError(f"{len(parts)} values of one quantity are too many: give at most {MOST}")
    if not all(parts):
        raise InputError(f"cannot read {_clipped(text)}: a value is missing beside a comma")
    if any(_REST_OF_THOUSANDS.match(part) for part in parts[1:]):
        raise InputError(
            f"cannot read {_clipped(text)}: a comma before three digits separates thousands; "
            "write a semicolon between values"
        )
    found: dict[tuple[Fraction, Dimension], Value] = {}
    for value in _sharing(parts, origin):
        found.setdefault((value.number, value.dimension), value)
    return tuple(found.values())


def parse_range(text: str, origin: str = "given") -> tuple[Value, Value]:
    """Both ends of ``LOW..HIGH``; a unit at the end holds for a low end without its own.

    Raises `InputError` for another form, for ends that measure different things, and for a low end above the high one.

    >>> [str(end) for end in parse_range("1k..100k token/sequence")]
    ['1,000 token/sequence', '100,000 token/sequence']
    """
    parts = [part.strip() for part in text.split("..", 2)]
    if len(parts) != 2 or not all(parts):
        raise InputError(f"cannot read {_clipped(text)} as a range: write LOW..HIGH, as in '8k..128k token/sequence'")
    low, high = _sharing(parts, origin)
    if low.dimension != high.dimension:
        raise InputError(f"{_clipped(text)} is no range: {low} and {high} measure different things")
    if low.number > high.number:
        raise InputError(f"{_clipped(text)} is no range: {low} is above {high}")
    return low, high


def _sharing(parts: Sequence[str], origin: str) -> list[Value]:
    """The values of texts of which the last may hold the unit of all."""
    written = [read_written(part) for part in parts]
    last = written[-1]
    scale = last.scale if last.apart else ""  # "128k token" is a number and a unit, "1 billion token" a number of them
    return [
        item.value(origin) if item.unit else replace(item, unit=last.unit, scale=item.scale or scale).value(origin)
        for item in written
    ]


def _parts(text: str) -> list[str]:
    """The texts between semicolons, and between the commas that separate no thousands."""
    within = {place for match in _THOUSANDS.finditer(text) for place in range(*match.span())}
    cuts = [place for place, letter in enumerate(text) if letter == ";" or (letter == "," and place not in within)]
    starts, ends = [0, *(cut + 1 for cut in cuts)], [*cuts, len(text)]
    return [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _clipped(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
