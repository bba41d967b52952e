"""Several values in one text: ``8k,32k,128k token/sequence``."""

from __future__ import annotations

import re

from derivations.errors import InputError
from derivations.values.value import Value, parse_value

MOST = 64  # values of one quantity
_APART = re.compile(r"\s*;\s*|\s*,\s+")  # these always separate; a bare comma may separate thousands
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(?![0-9,])")
_UNIT = re.compile(r"\s+(?P<unit>[A-Za-z1$%/].*)\Z")


def parse_values(text: str, origin: str = "given") -> tuple[Value, ...]:
    """One value, or several that a comma or a semicolon separates; a unit at the end holds for all without their own.

    ``10,000 sequence`` is one value, as a comma before three digits separates thousands; where that is not meant, a
    comma with a space or a semicolon separates. Raises `InputError` for a text that holds no values.

    >>> [str(value) for value in parse_values("8k,32k,128k token/sequence")]
    ['8,000 token/sequence', '32,000 token/sequence', '128,000 token/sequence']
    >>> len(parse_values("10,000 sequence")), len(parse_values("100; 200; 300 sequence"))
    (1, 3)
    """
    parts = _parts(text.strip())
    if len(parts) == 1:
        return (parse_value(text, origin),)
    if len(parts) > MOST:
        raise InputError(f"{len(parts)} values of one quantity are too many: give at most {MOST}")
    if not all(parts):
        raise InputError(f"cannot read {text[:40]!r}: a value is missing beside a comma")
    shared = _UNIT.search(parts[-1])
    values = []
    for part in parts:
        own = part if shared is None or part is parts[-1] or _UNIT.search(part) else f"{part} {shared['unit']}"
        values.append(parse_value(own, origin))
    return tuple(dict.fromkeys(values))


def _parts(text: str) -> list[str]:
    if _APART.search(text):
        return [part.strip() for part in _APART.split(text)]
    if "," not in text or _THOUSANDS.match(text):
        return [text]
    return [part.strip() for part in text.split(",")]
