"""Values: a number in base units with the unit it was written in and where it comes from, or several."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from derivations.errors import DimensionError, InputError
from derivations.language.dimension import Dimension
from derivations.language.limits import MAX_DECIMAL_EXPONENT, MAX_DIGITS
from derivations.language.unit import BINARY_PREFIXES, DECIMAL_PREFIXES, NUMBER_WORDS, parse_unit
from derivations.numbers.format import (
    format_number,
    format_value,
    formatted,
    range_text,
    typed_value,
    unit_in_words,
)
from derivations.numbers.rounding import magnitude, nearest_integer, to_figures
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from sympy import Rational

_MULTIPLIERS = {
    **{prefix: DECIMAL_PREFIXES[prefix] for prefix in ("k", "M", "G", "T", "P")},
    **{prefix: BINARY_PREFIXES[prefix] for prefix in ("Ki", "Mi", "Gi")},
    "B": NUMBER_WORDS["billion"],  # only where what follows is counted, or the quantity is: else B is the byte
    "thousand": DECIMAL_PREFIXES["k"],  # read, but never printed
    **NUMBER_WORDS,
}
_NUMBER = re.compile(
    r"(?P<sign>[+-]?)"
    r"(?P<digits>[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]*)?|[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
    r"(?:[eE](?P<exponent>[+-]?[0-9]+))?"
    r"(?:(?P<percent>\s?%)?\s*/\s*(?P<divisor>[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+(?:\.[0-9]+)?)(?(percent)\s?%))?"
)
# beside a word for what is counted B is a billion: there is no unit "B token"
_BILLION_OF = re.compile(r"B\s+(?P<unit>[A-Za-z].*)")
_MULTIPLIER = re.compile(rf"\s*({'|'.join(sorted(_MULTIPLIERS.keys() - {'B'}, key=len, reverse=True))})(?![A-Za-z])")
BILLION = "B read as billion"
# what only has two ends, as in 0.4 to 0.7; what is tried in turn is a `Span`
_RANGE = re.compile(r"(?P<low>[^;]*?[^;\s])\s+to\s+(?P<high>[+-]?[$.0-9][^;]*)")
_SPREAD = re.compile(r"\+[-/]|±|\([^)]*%\s*\)")  # what says how likely a number is
_DEVIATION = re.compile(r"(?P<middle>[^;]*?[^;\s])\s*(?:\+/?-|±)\s*(?P<deviation>[$.0-9][^;]*)")
_CHANCE = re.compile(r"(?P<range>.*?)\s*\((?P<chance>[^()%]*)%\s*\)\s*", re.DOTALL)
_LIKELY = "how likely a number is stands behind one value: '0.55 +- 0.1' or '0.4 to 0.7 (90%)'"
TO = " to "
PLUS_MINUS = " +- "
MAX_LENGTH = 160  # characters of a value
_SHOWN = 4  # figures of a number for people
_TYPED = 15  # of one that somebody typed, at most


@dataclass(frozen=True)
class Spread:
    """How likely it is that a number lies between two ends, and that it is near their middle.

    With a `chance` it lies between them as often as this says, and as often below as above: lognormally where both ends
    are above zero, so that twice the middle is as likely as half of it, else normally. Without one it is normal, and
    each end is a standard deviation from the middle.
    """

    chance: Fraction | None = None


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
    spaced: bool = False  # a point between the ends of a range: what is counted takes the whole number beside it
    ends: tuple[Fraction, Fraction] | None = None  # of a range, in base units: `number` is its middle
    spread: Spread | None = None  # how likely numbers in and beyond a range are

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

    def scaled(self, by: Fraction | int, unit: str, dimension: Dimension) -> Value:
        """So many times the value, as a value of another unit."""
        ends = None if self.ends is None else (self.ends[0] * by, self.ends[1] * by)
        return replace(self, number=self.number * by, ends=ends, unit=unit, dimension=dimension)

    @property
    def bounds(self) -> tuple[Value, Value]:
        """The lowest and the highest value of a range; twice the value itself of one number."""
        low, high = self.ends or (self.number, self.number)
        return replace(self, number=low, ends=None, spread=None), replace(self, number=high, ends=None, spread=None)

    @property
    def middle(self) -> Value:
        """The middle of a range, as one number that says so; the value itself of one number."""
        if self.ends is None:
            return self
        return replace(self, ends=None, spread=None, origin=f"{self.origin}, the middle of {self}")

    @property
    def deviation(self) -> Value | None:
        """The standard deviation of a number that has one."""
        if self.ends is None or self.spread is None or self.spread.chance is not None:
            return None
        return replace(self.bounds[0], number=self.ends[1] - self.number)

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

    def __float__(self) -> float:
        """The number in `unit`."""
        return float(self.in_unit(self.unit))

    def __format__(self, spec: str) -> str:
        """The value by one of Python's format specifications for numbers, as in ``f"{value:.1f}"``, with its unit."""
        return formatted(self, self.unit, spec)

    def _sympy_(self) -> Rational:
        """The number in base units, exactly: what stands for a letter in SymPy."""
        from sympy import Rational

        return Rational(self.number.numerator, self.number.denominator)

    def to_pint(self, registry: Any) -> Any:
        """The value as a quantity of one of pint's registries.

        Raises `InputError` for a unit that the registry has not: tokens, say, which ``registry.define`` brings along.
        """
        from derivations.numbers.foreign import in_registry

        return in_registry(self, registry)

    @property
    def typed(self) -> str:
        """The value rounded to four figures, or as given, its unit as it is typed: for formulas, commands and data.

        >>> parse_value("3738 sequence").typed, read_range("40 to 70%").typed
        ('3,738 sequence', '40% to 70%')
        """
        if self.deviation is not None:
            return f"{PLUS_MINUS.join(self._around)} {'' if self.unit == '%' else self.unit}".rstrip()
        if self.ends is not None:
            return TO.join(end.typed for end in self.bounds) + self._chance
        return typed_value(self.number, self.dimension, self.unit, self._figures)

    def __str__(self) -> str:
        """The value for people, rounded to four figures, its unit in words; one that was given has those of it.

        >>> print(parse_value("3738 sequence"), "and", parse_value("2.9999"))
        3,738 sequences and 2.9999
        """
        if self.deviation is not None:
            return f"{' ± '.join(self._around)} {'' if self.unit == '%' else unit_in_words(self.unit)}".rstrip()
        if self.ends is not None:
            return range_text(*self.ends, self.dimension, self.unit) + self._chance
        return format_value(self.number, self.dimension, self.unit, self._figures)

    @property
    def _around(self) -> tuple[str, str]:
        """The digits of a number and of its standard deviation, both in the unit as written."""
        assert self.deviation is not None
        size = parse_unit(self.unit).factor
        sign = "%" if self.unit == "%" else ""
        first, second = (f"{format_number(each / size, self._figures)}{sign}"
                         for each in (self.number, self.deviation.number))
        return first, second

    @property
    def is_lognormal(self) -> bool:
        """True where numbers are drawn so that twice the middle is as likely as half of it."""
        return self.ends is not None and self.spread is not None and bool(self.spread.chance) and self.ends[0] > 0

    @property
    def _chance(self) -> str:
        """How likely it is that a number lies in its range, where that is said."""
        chance = None if self.spread is None else self.spread.chance
        return "" if chance is None else f" ({format_number(100 * chance)}%)"

    @property
    def _figures(self) -> int:
        """The figures to show: what somebody typed is not told rounded, as far as it ends."""
        if not self.origin.startswith("given") or self.spaced:
            return _SHOWN
        return next((figures for figures in range(_SHOWN, _TYPED + 1)
                     if to_figures(self.number, figures) == self.number), _SHOWN)


@dataclass(frozen=True)
class Written:
    """The parts of a value's text: `scale` is the multiplier, `apart` says that a space stands behind the digits."""

    number: Fraction
    scale: str
    apart: bool
    unit: str

    def value(self, origin: str = "given") -> Value:
        """The value; raises `UnknownNameError` for an unknown unit."""
        # "64 /s" and "64 per second" are how people write a rate.
        unit = f"1 {self.unit}" if self.unit.startswith(("/", "per ")) else self.unit
        if self.scale == "B":
            origin = f"{origin}, {BILLION}"
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


def read_range(text: str, origin: str = "given") -> Value | None:
    """The middle of ``LOW to HIGH``, with its `ends`; None for a text that is no range.

    A unit at the end holds for a low end without its own. ``LOW to HIGH (90%)`` and ``MIDDLE +- DEVIATION`` say how
    likely numbers are, too. Raises `InputError` for ends that measure different things, are the same, or stand the
    other way round, for a chance that is none, and for a deviation that is not above zero.

    >>> found = read_range("0.4 to 0.7")
    >>> found.number, found.ends, str(read_range("8k to 32k token/sequence"))
    (Fraction(11, 20), (Fraction(2, 5), Fraction(7, 10)), '8,000 to 32,000 tokens per sequence')
    >>> str(read_range("4.8 +- 0.2 TB/s")), str(read_range("0.4 to 0.7 (90%)"))
    ('4.8 ± 0.2 TB/s', '0.4 to 0.7 (90%)')
    """
    if len(text) > 2 * MAX_LENGTH:
        return None
    likely = _CHANCE.fullmatch(text.strip())
    bare = text.strip() if likely is None else likely["range"]
    match = _RANGE.fullmatch(bare)
    if match is None:
        around = _DEVIATION.fullmatch(bare)
        if likely is not None:
            raise InputError(f"cannot read {_clipped(text)}: {_LIKELY}")
        return None if around is None else _around(around["middle"], around["deviation"], text, origin)
    if _SPREAD.search(bare):
        raise InputError(f"cannot read {_clipped(text)}: {_LIKELY}")
    low, high = _ends(match["low"], match["high"], text, origin)
    if low.number == high.number:
        raise InputError(f"{_clipped(text)} is no range: both ends are {low}; write that alone")
    found = replace(high, number=(low.number + high.number) / 2, ends=(low.number, high.number))
    return found if likely is None else _with_chance(found, likely["chance"], text)


def _with_chance(value: Value, written: str, text: str) -> Value:
    """A range that holds a number so often; what is as likely above as below is the middle."""
    match = _NUMBER.fullmatch(written.strip())
    chance = Fraction(0) if match is None else _exact(match, written) / 100
    if not 0 < chance < 1:
        raise InputError(f"{_clipped(text)}: a number lies in a range with a chance above 0 and below 100%, as in "
                         "0.4 to 0.7 (90%)")
    assert value.ends is not None
    low, high = value.ends
    size = parse_unit(value.unit).factor
    middle = value.number if low <= 0 else to_figures(_between(low / size, high / size, Fraction(1, 2), "log"),
                                                      _FIGURES) * size
    return replace(value, number=middle, spread=Spread(chance))


def _around(middle: str, deviation: str, text: str, origin: str) -> Value:
    """A number with its standard deviation, which may be a percentage of one that has a unit."""
    first, second = read_written(middle), read_written(deviation)
    if second.unit == "%" != first.unit:
        size, width = first.value(origin), second.value()
        if size.dimension.is_pure:
            share = format_value(size.number * width.number, size.dimension)
            raise InputError(f"{_clipped(text)}: is that {width} of {size}, or {width} more and less? write "
                             f"'{size} +- {share}' or '{size} +- {format_number(width.number)}'")
        width = replace(size, number=size.number * width.number)
    else:
        size, width = _sharing([middle, deviation], origin)
    if size.dimension != width.dimension or (size.unit and not width.unit):
        raise InputError(f"{_clipped(text)}: {size} and {width} measure different things")
    if width.number <= 0:
        raise InputError(f"{_clipped(text)}: a standard deviation is above zero, not {width}")
    ends = size.number - width.number, size.number + width.number
    return replace(size, ends=ends, spread=Spread())


@lru_cache(maxsize=10_000)  # the same numbers are read for each scenario of a claim
def read_written(text: str) -> Written:
    """The parts of a value's text; raises `InputError` for a missing or malformed number.

    >>> read_written("128k token/sequence")
    Written(number=Fraction(128, 1), scale='k', apart=False, unit='token/sequence')
    """
    if len(text) > MAX_LENGTH:
        raise InputError(f"a value is at most {MAX_LENGTH} characters long, this one has {len(text)}")
    stripped = text.strip()
    dollars = stripped.startswith("$")  # "$2" is how people write two dollars
    match = _NUMBER.match(stripped, 1 if dollars else 0)
    if match is None:
        raise InputError(_no_number(stripped))
    _refuse_thousands_like_a_list(match["digits"], stripped)
    number = _exact(match, stripped)
    rest = stripped[match.end() :]
    multiplier = _MULTIPLIER.match(rest)
    unit = rest.strip() if multiplier is None else rest[multiplier.end() :].strip()
    scale = "" if multiplier is None else multiplier.group(1)
    counted = _BILLION_OF.match(unit)
    if counted is not None and not scale:
        scale, unit = "B", counted["unit"]
    _refuse_misreadings(stripped, unit)
    if dollars:
        unit = f"dollar{unit}" if not unit or unit.startswith("/") else f"dollar {unit}"
    return Written(number, scale, rest[:1].isspace(), unit)


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
    if abs(power) > MAX_DECIMAL_EXPONENT:
        raise InputError(
            f"the exponent of {text[:40]!r} lies outside -{MAX_DECIMAL_EXPONENT} to {MAX_DECIMAL_EXPONENT}"
        )
    if divisor is not None and Fraction(divisor) == 0:
        raise InputError(f"{text[:40]!r} divides by zero")
    size = Fraction(digits) * Fraction(10) ** power / Fraction(divisor or 1)
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
    if re.match(r"(?:[-:–]|to\b|\.\.)\s*\.?[0-9]", unit):
        raise InputError(f"cannot read {shown!r} as one number: a range is written with two points, as in 1..4096")
    if _SPREAD.match(unit):
        raise InputError(f"cannot read {shown!r}: {_LIKELY}")
    if re.match(r"_[0-9]", unit):
        raise InputError(f"cannot read {shown!r}: a comma separates thousands, as in 10,000")
    if re.match(r"(?:\*\*|[*·^+×])\s*[0-9]", unit):
        raise InputError(f"cannot read {shown!r}: a value is one number or a quotient of two; write the number itself")
    if re.fullmatch(r"[xX×]|times|-?fold", unit):
        raise InputError(f"cannot read {shown!r}: a factor is a number alone")
    if re.match(r"K(?![A-Za-z])", unit):
        raise InputError(f"cannot read {shown!r}: write k for 1,000 or Ki for 1,024")


def _refuse_thousands_like_a_list(digits: str, text: str) -> None:
    """Raise `InputError` for 64,128,256: a number of seven digits or more, or three values."""
    first, *groups = digits.split(",")
    if len(groups) < 2 or any(group.startswith("0") for group in groups):
        return
    rest = text[text.index(digits) + len(digits) :]
    several, one = f"{', '.join((first, *groups))}{rest}", f"{''.join((first, *groups))}{rest}"
    raise InputError(
        f"{_clipped(text)} may be one number or several: write {_clipped(several)} for {len(groups) + 1} values, "
        f"{_clipped(one)} for one"
    )


MOST = 1_000_000  # values of one quantity
_MOST_LENGTH = 4_000_000  # characters of a text with several
# 1,000 and 1/3,906, but not the end of 1.000,200 or of 1e3,200, and nothing of 1,000,20
_THOUSANDS = re.compile(r"(?<![0-9,.])(?<![eE])(?<![eE][+-])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]|,[0-9])")
# 1,5 and 0,25 s, where others write a point; a space behind the comma makes a list
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]{1,2}(?![0-9,;./eEkKMGTPB]).*")
_REST_OF_THOUSANDS = re.compile(r"0[0-9]{2}(?![0-9])")


def parse_values(text: str, origin: str = "given") -> tuple[Value, ...]:
    """One value, or several that a comma or a semicolon separates, each once, or those of a range.

    What follows the last number with a space, or is its unit, holds for all that have none of their own: ``1, 2, 4
    billion parameter``. ``10,000 sequence`` is one value, as a comma before three digits separates thousands; where
    that is not meant, a comma with a space or a semicolon separates. A range is one of `read_span`. Raises
    `InputError` for a text that holds no values, and for one that may be one number or several.

    >>> [str(value) for value in parse_values("8k,32k,128k token/sequence")]
    ['8,000 tokens per sequence', '32,000 tokens per sequence', '128,000 tokens per sequence']
    >>> len(parse_values("10,000 sequence")), len(parse_values("100; 200; 300 sequence"))
    (1, 3)
    """
    if len(text) > _MOST_LENGTH:
        raise InputError(f"a text of {len(text)} characters is too long for values of one quantity")
    if ".." in text:
        return read_span(text, origin).points
    parts = _parts(text)
    if len(parts) == 1:
        return (parse_value(text, origin),)
    if len(parts) == 2 and _DECIMAL_COMMA.fullmatch(text.strip()):
        first, second = parts
        raise InputError(
            f"{_clipped(text)} may be one number or two: write {first}.{second} for one, a point before decimals, "
            f"or {first}; {second} for two"
        )
    if len(parts) > MOST:
        raise InputError(f"{len(parts)} values of one quantity are too many: give at most {MOST:,}")
    if not all(parts):
        raise InputError(f"cannot read {_clipped(text)}: a value is missing next to a comma")
    if any(_REST_OF_THOUSANDS.match(part) for part in parts[1:]):
        raise InputError(
            f"cannot read {_clipped(text)}: a comma before three digits separates thousands; "
            "write a semicolon between values"
        )
    found: dict[tuple[Fraction, Dimension], Value] = {}
    values = _sharing(parts, origin)
    if not values[-1].unit and any(value.unit for value in values):
        raise InputError(f"cannot read {_clipped(text)}: write the unit after the last value, where it applies to all")
    for value in values:
        found.setdefault((value.number, value.dimension), value)
    return tuple(found.values())


POINTS = 25  # of a range that does not say how many
_GEOMETRIC_FROM = 100  # ends so many times apart are spaced by factors
_FIGURES = 4  # of a point between two ends
_SPAN = re.compile(
    r"(?P<low>.*?)\.\.(?P<high>.*?)"
    r"(?:(?<![A-Za-z])(?P<way>log|linear|step)(?![A-Za-z])\s*(?P<by>.*))?", re.DOTALL
)


@dataclass(frozen=True)
class Span:
    """A range with its points: `way` is "log" for even factors, "linear" for even steps, of which `count` points.

    With `step` they are that far apart, from the low end on.
    """

    low: Value
    high: Value
    way: str
    count: int = POINTS
    step: Value | None = None

    @property
    def points(self) -> tuple[Value, ...]:
        """The ends exactly, and between them numbers of few figures, in the unit of the high end, each once."""
        low, high = self.low.number, self.high.number
        if self.step is not None:
            return tuple(replace(self.high, number=low + place * self.step.number) for place in range(self.count))
        if low == high:
            return (self.low,)
        size = parse_unit(self.high.unit).factor
        inner = (_between(low / size, high / size, Fraction(place, self.count - 1), self.way) * size
                 for place in range(1, self.count - 1))
        numbers = dict.fromkeys(number for number in inner if low < number < high)
        return (self.low, *(replace(self.high, number=number, spaced=True) for number in numbers), self.high)


def _between(low: Fraction, high: Fraction, share: Fraction, way: str) -> Fraction:
    if way == "log":
        factor = 10 ** (float(share) * (log10_of(high) - log10_of(low)))
        return to_figures(low * Fraction(factor), _FIGURES)
    gap = high - low
    fine = Fraction(10) ** (magnitude(gap) - _FIGURES)  # finer than a step by a thousand
    return nearest_integer((low + gap * share) / fine) * fine


def log10_of(number: Fraction) -> float:
    """The logarithm of a positive fraction of any size, as a float."""
    power = magnitude(number)
    return power + math.log10(number / Fraction(10) ** power)


def read_span(text: str, origin: str = "given") -> Span:
    """A range: ``LOW..HIGH``, or this with ``log N``, ``linear N`` or ``step S`` behind it.

    Without these it has `POINTS` points, at even factors if its ends are above zero and a hundred times apart, else at
    even steps. A unit at the end holds for a low end without its own.

    Raises `InputError` for another form, for ends that measure different things, and for a low end above the high one.

    >>> [str(value) for value in read_span("1..1k sequence log 4").points]
    ['1 sequence', '10 sequences', '100 sequences', '1,000 sequences']
    """
    if "..." in text:
        raise InputError(f"cannot read {_clipped(text)} as a range: write two points, as in 1..4096")
    match = _SPAN.fullmatch(text.strip()) if len(text) <= 4 * MAX_LENGTH else None
    if match is None or ".." in match["high"] or not match["low"].strip() or not match["high"].strip():
        raise InputError(f"cannot read {_clipped(text)} as a range: write LOW..HIGH, as in '8k..128k token/sequence'")
    way, by = match["way"] or "", (match["by"] or "").strip()
    unit = ""
    if way in ("log", "linear"):  # "log 13 sequence" is written, too
        counted = re.fullmatch(r"(?P<count>[0-9]*)(?:\s*points?)?\s*(?P<unit>.*)", by, re.DOTALL)
        count, unit = (counted["count"], counted["unit"]) if counted else ("", "")
        if count and unit[:1] in (".", ","):
            raise InputError(f"{_clipped(text)}: a number of points is whole and has no commas, not {_clipped(by)}")
    low, high = _ends(match["low"].strip(), f"{match['high'].strip()} {unit}".strip(), text, origin)
    if way == "step":
        return _stepped(low, high, match["high"].strip(), by, text, origin)
    wide = low.number > 0 and high.number >= _GEOMETRIC_FROM * low.number
    if way == "log" and low.number <= 0:
        raise InputError(f"{_clipped(text)}: a range by factors begins above zero, not at {low}")
    if way and len(count) > len(str(MOST)):
        raise InputError(f"{_clipped(text)}: a range has 2 to {MOST:,} points")
    points = int(count) if way and count else POINTS
    if not 2 <= points <= MOST:
        raise InputError(f"{_clipped(text)}: a range has 2 to {MOST:,} points, not {points:,}")
    return Span(low, high, way or ("log" if wide else "linear"), points)


def _ends(low: str, high: str, text: str, origin: str) -> tuple[Value, Value]:
    """The two ends of a range that is written as a text; `InputError` where they are none."""
    first, last = _sharing([low, high], origin)
    if first.dimension != last.dimension or bool(first.unit) > bool(last.unit):
        raise InputError(f"{_clipped(text)} is no range: {first} and {last} measure different things")
    if first.number > last.number:
        raise InputError(f"{_clipped(text)} is no range: {first} is above {last}")
    return first, last


def _stepped(low: Value, high: Value, written: str, by: str, text: str, origin: str) -> Span:
    """A range by steps, which are in the unit of the high end where they have none; without a unit, the other way."""
    last, step = read_written(written), read_written(by)
    if step.unit and not last.unit:
        low, high = (replace(Value.of(end.number, step.unit), origin=origin) for end in (low, high))
    gap = (step if step.unit else replace(step, unit=last.unit)).value(origin)
    if gap.dimension != high.dimension:
        raise InputError(f"{_clipped(text)} is no range: {high} and {gap} measure different things")
    if gap.number <= 0:
        raise InputError(f"{_clipped(text)}: a step is above zero, not {gap}")
    count = (high.number - low.number) // gap.number + 1
    if count > MOST:
        raise InputError(f"{_clipped(text)}: {count:,} steps are too many: at most {MOST:,}")
    return Span(low, high, "step", int(count), gap)


def parse_range(text: str) -> tuple[Value, Value]:
    """Both ends of a range, or the least and the greatest of a list; errors as those of `read_span`.

    >>> [str(end) for end in parse_range("1k..100k token/sequence")]
    ['1,000 tokens per sequence', '100,000 tokens per sequence']
    """
    if ".." in text or len(_parts(text)) == 1:
        found = read_span(text)
        return found.low, found.high
    values = parse_values(text)
    if len({value.dimension for value in values}) > 1:
        raise InputError(f"{_clipped(text)} is no range: {values[0]} and {values[-1]} measure different things")
    return min(values, key=lambda value: value.number), max(values, key=lambda value: value.number)


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
