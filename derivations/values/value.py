"""Values: a number in base units with the unit it was written in and where it comes from.

Accepted texts: ``128k token/sequence``, ``3.35 TB/s``, ``10,000 sequence``, ``50%``, ``1/3``,
``1e12 parameter``, ``128 Ki token``, ``37 billion parameter``, ``2 FLOP/parameter/token``. Every text is read
exactly. The number may carry a decimal (k, M, G, T, P) or binary (Ki, Mi, Gi) multiplier, or a word from
million to quadrillion. ``B`` is the byte and never a billion.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from derivations.engine.dimension import Dimension
from derivations.engine.unit import parse_unit
from derivations.errors import DimensionError, InputError
from derivations.values.format import format_value
from derivations.values.source import Source

_MULTIPLIERS = {
    "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15,
    "Ki": 2**10, "Mi": 2**20, "Gi": 2**30,
    "million": 10**6, "billion": 10**9, "trillion": 10**12, "quadrillion": 10**15,
}  # fmt: skip
_NUMBER = re.compile(
    r"(?P<sign>[+-]?)"
    r"(?P<digits>[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]*)?|[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
    r"(?:[eE](?P<exponent>[+-]?[0-9]+))?"
    r"(?:\s*/\s*(?P<divisor>[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+))?"
)
_MULTIPLIER = re.compile(rf"\s*({'|'.join(sorted(_MULTIPLIERS, key=len, reverse=True))})(?![A-Za-z])")
MAX_LENGTH = 160
MAX_DIGITS = 60
_MAX_EXPONENT = 60


@dataclass(frozen=True)
class Value:
    """A number with what it measures and where it comes from.

    `number` is in base units (byte, FLOP, s, ...), `unit` is the unit as written, `origin` says where the
    value entered ("given", "as said", "card h100"), `source` is the document behind it if there is one, and
    `meaning` says what exactly was counted (dense or sparse, per GPU or per rack).

    >>> str(Value.of(Fraction("3.35"), "TB/s"))
    '3.35 TB/s'
    """

    number: Fraction
    unit: str
    dimension: Dimension
    origin: str = "given"
    source: Source | None = None
    date: str = ""
    meaning: str = ""

    @classmethod
    def of(
        cls,
        number: Fraction | int,
        unit: str,
        *,
        origin: str = "given",
        source: Source | None = None,
        date: str = "",
        meaning: str = "",
    ) -> Value:
        """The value of a number written in `unit`; raises `InputError` for a unit that cannot be read."""
        parsed = parse_unit(unit)
        return cls(number * parsed.factor, parsed.text, parsed.dimension, origin, source, date, meaning)

    def in_unit(self, unit: str) -> Fraction:
        """The exact number in another unit; raises `DimensionError` if that unit measures something else.

        >>> parse_value("3.35 TB/s").in_unit("GB/s")
        Fraction(3350, 1)
        """
        parsed = parse_unit(unit)
        if parsed.dimension != self.dimension:
            raise DimensionError(
                f"a value that measures {self.dimension} has no size in {parsed.text or '1'},"
                f" which measures {parsed.dimension}"
            )
        return self.number / parsed.factor

    def __str__(self) -> str:
        """The value for people, rounded to four figures."""
        return format_value(self.number, self.dimension, self.unit)


@dataclass(frozen=True)
class Written:
    """The parts of a value's text: `scale` is the multiplier, `apart` says that a space stands behind the digits."""

    number: Fraction
    scale: str
    apart: bool
    unit: str

    def value(self, origin: str = "given") -> Value:
        """The value; raises `UnknownNameError` for an unknown unit."""
        # "64 /s" is how people write a rate, and how `format_value` prints one.
        unit = f"1{self.unit}" if self.unit.startswith("/") else self.unit
        return Value.of(self.number * _MULTIPLIERS.get(self.scale, 1), unit, origin=origin)


def parse_value(text: str, origin: str = "given") -> Value:
    """Read a number with its unit, exactly.

    Raises `InputError` for a missing or malformed number and `UnknownNameError` for an unknown unit.

    >>> parse_value("128k token/sequence").number
    Fraction(128000, 1)
    >>> parse_value("50%").number, parse_value("1/3").number
    (Fraction(1, 2), Fraction(1, 3))
    """
    return read_written(text).value(origin)


def read_written(text: str) -> Written:
    """The parts of a value's text; raises `InputError` for a missing or malformed number.

    >>> read_written("128k token/sequence")
    Written(number=Fraction(128, 1), scale='k', apart=False, unit='token/sequence')
    """
    if len(text) > MAX_LENGTH:
        raise InputError(f"a value is at most {MAX_LENGTH} characters long, this one has {len(text)}")
    stripped = text.strip()
    match = _NUMBER.match(stripped)
    if match is None:
        raise InputError(_no_number(stripped))
    number = _exact(match, stripped)
    rest = stripped[match.end() :]
    multiplier = _MULTIPLIER.match(rest)
    unit = rest.strip() if multiplier is None else rest[multiplier.end() :].strip()
    _refuse_misreadings(stripped, unit)
    return Written(number, "" if multiplier is None else multiplier.group(1), rest[:1].isspace(), unit)


def read_number(text: str) -> Fraction:
    """A number without a unit, such as ``3.35``, ``1e12`` or ``10_000``, exactly.

    Raises `InputError` for anything else, for nan and infinities, and for exponents beyond 60.

    >>> read_number("3.35")
    Fraction(67, 20)
    """
    stripped = text.strip().replace("_", "")
    match = _NUMBER.fullmatch(stripped) if len(stripped) <= MAX_LENGTH else None
    if match is None:
        raise InputError(_no_number(stripped))
    return _exact(match, stripped)


def _exact(match: re.Match[str], text: str) -> Fraction:
    digits, exponent = match["digits"].replace(",", ""), match["exponent"]
    divisor = None if match["divisor"] is None else match["divisor"].replace(",", "")
    if len(digits) > MAX_DIGITS or len(divisor or "") > MAX_DIGITS:
        raise InputError(f"a number has at most {MAX_DIGITS} digits: {text[:24]!r}...")
    power = int(exponent or 0)
    if abs(power) > _MAX_EXPONENT:
        raise InputError(f"the exponent of {text[:40]!r} lies outside -{_MAX_EXPONENT} to {_MAX_EXPONENT}")
    if divisor is not None and int(divisor) == 0:
        raise InputError(f"{text[:40]!r} divides by zero")
    size = Fraction(digits) * Fraction(10) ** power / int(divisor or 1)
    return -size if match["sign"] == "-" else size


def _no_number(text: str) -> str:
    shown = text if len(text) <= 40 else text[:39] + "…"
    if not text:
        return "a value is missing: write a number and a unit, as in '3.35 TB/s'"
    if re.match(r"[+-]?(nan|inf|infinity|∞)(?![a-z])", text.casefold()):
        return f"{shown!r} is not a finite number"
    return f"{shown!r} does not begin with a number: write the number first, as in '3.35 TB/s'"


def _refuse_misreadings(text: str, unit: str) -> None:
    """Name the slips that would otherwise end in a puzzling message about units."""
    shown = text if len(text) <= 40 else text[:39] + "…"
    if re.match(r"[,.0-9](?!/)", unit):
        raise InputError(f"cannot read {shown!r}: a comma separates thousands (10,000), a point decimals")
    if re.match(r"K(?![A-Za-z])", unit):
        raise InputError(f"cannot read {shown!r}: write k for 1,000 or Ki for 1,024")
    if re.match(r"B\s+[A-Za-z]", unit):
        raise InputError(f"cannot read {shown!r}: B is the byte; for a billion write G or 'billion'")
