"""Numbers for people: ``5,354``, ``3.35 TB/s``, ``20 ms``, ``37 billion parameters``.

Values are exact everywhere else and rounded only here. Bytes, FLOPs and short times take an SI prefix; long
times become minutes, hours or days; counts (tokens, parameters, sequences, GPUs, dollars) take a word from a
million on. Bytes without a prefix are spelled out, because ``37 B`` is read as a billion. Dollars are spelled
out, because ``$`` opens a formula in Markdown. A quantity that stands by itself has its unit in words
(`format_value`, `latex_value`, `siunitx_value`): ``2 FLOP per parameter and token``; within a formula and in data
the unit is as it is typed (`typed_value`). `parse_value` reads both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import SupportsFloat

from derivations.errors import DimensionError
from derivations.language.dimension import Dimension
from derivations.language.unit import DECIMAL_PREFIXES, NUMBER_WORDS, Unit, parse_unit
from derivations.numbers.rounding import magnitude, nearest_integer, to_figures

_SCALES = {prefix: DECIMAL_PREFIXES[prefix] for prefix in ("E", "P", "T", "G", "M", "k", "")}
_SHORT = (
    (Fraction(1), "s"),
    (Fraction(1, 10**3), "ms"),
    (Fraction(1, 10**6), "µs"),
    (Fraction(1, 10**9), "ns"),
)
_LONG = ((48 * 3600, 86400, "day"), (7200, 3600, "h"), (120, 60, "min"))  # shown from, size, name
# The first word of a unit: spelling without a prefix, spelling after one.
_PREFIXED = {
    "byte": ("byte", "B"), "bytes": ("byte", "B"), "B": ("byte", "B"),
    "FLOP": ("FLOP", "FLOP"), "FLOPs": ("FLOP", "FLOP"), "bit": ("bit", "bit"),
    "J": ("J", "J"), "joule": ("J", "J"), "joules": ("J", "J"), "W": ("W", "W"), "watt": ("W", "W"),
    "watts": ("W", "W"), "Wh": ("Wh", "Wh"),
}
_COUNTED = {
    "token": "token", "tokens": "token", "tok": "token", "parameter": "parameter", "parameters": "parameter",
    "param": "parameter", "params": "parameter", "seqs": "sequence",
    "sequence": "sequence", "sequences": "sequence", "seq": "sequence", "GPU": "GPU",
    "GPUs": "GPU", "dollar": "dollar", "dollars": "dollar", "USD": "dollar",
}
_SECONDS = frozenset({"s", "second", "seconds", "ms", "us", "µs", "ns"})
# How units are said: what takes a plural, what has a longer name behind "per", what keeps its "/s".
_PLURAL = frozenset({"token", "sequence", "parameter", "dollar", "byte", "day", "GPU", "bit", "GPU-hour"})
_UNDER = {"s": "second", "h": "hour", "Mtoken": "million tokens", "ktoken": "thousand tokens"}
_PREFIXED_RATE = re.compile(r"[kMGTPE]?(B|FLOP)|[kMGTPE]bit")
_STROKES = re.compile(r"([^/()^%]*)((?:/(?:[^/()^·*]+|\([^/()^]+\)))*)")
_LEAD = re.compile(r"([A-Za-zµ]+)(.*)")
_NUMERIC = tuple("eEfFgGn%")  # how a format specification for numbers ends
_PLAIN_FROM, _PLAIN_TO = Fraction(1, 10**4), 10**9
_PARTS = Fraction(1, 10**6), Fraction(1, 10**3)  # a pure number between these is shown as one part of so many


@dataclass(frozen=True)
class Layout:
    """The way in which numbers of a unit are written.

    By `kind`: ``engineering`` takes prefixes, ``count`` words from a million on, ``time`` is told in minutes, hours and
    days, too, ``part`` is a pure number, and ``plain`` none of these. Numbers are counted in `size` base units; `unit`
    is written behind them, or `short` behind a prefix, and `prefix` is the one to keep where it can be.
    """

    kind: str
    size: Fraction
    unit: str = ""
    short: str = ""
    prefix: str = ""


@dataclass(frozen=True)
class _Shown:
    """The pieces of a formatted value: the digits, a word such as "billion", and the unit."""

    digits: str
    word: str = ""
    unit: str = ""

    @property
    def text(self) -> str:
        """The pieces with spaces between them."""
        gap = "" if self.unit in ("", "%") else " "
        return f"{self.digits}{' ' if self.word else ''}{self.word}{gap}{self.unit}"


def format_number(number: Fraction | int, digits: int = 4) -> str:
    """A number with thousands separators, rounded to so many significant figures.

    Integers below a billion are printed in full, and so is the integer part of any number below a million.
    Powers of ten appear only below 0.0001 and from a billion on.

    >>> format_number(5354), format_number(Fraction("295.2238")), format_number(Fraction(1, 2))
    ('5,354', '295.2', '0.5')
    >>> format_number(Fraction(1, 8 * 10**6))
    '1.25e-7'
    """
    number = Fraction(number)
    if not number:
        return "0"
    if not _PLAIN_FROM <= abs(number) < _PLAIN_TO:
        return _scientific(number, digits)
    if number.denominator == 1:
        return f"{number.numerator:,}"
    if 10**digits <= abs(number) < 10**6:
        return f"{nearest_integer(number):,}"
    return _decimal(to_figures(number, digits))


def figures_apart(*numbers: Fraction | int, fewest: int = 4, most: int = 15) -> int:
    """The significant figures that numbers told beside each other take: as many as tell apart those that differ.

    What lies between two is then right to a tenth. Where `most` figures do not tell it, they are told with the fewest.

    >>> figures_apart(Fraction(12), Fraction(13)), figures_apart(Fraction("3.0000001"), 3)
    (4, 8)
    """
    ordered = sorted({Fraction(number) for number in numbers})
    for figures in range(fewest, most + 1):
        if all(abs(to_figures(high, figures) - to_figures(low, figures) - (high - low)) <= (high - low) / 10
               for low, high in pairwise(ordered)):
            return figures
    return fewest


def format_value(number: Fraction | int, dimension: Dimension, unit: str = "", digits: int = 4) -> str:
    """A number in base units as text in engineering notation, its unit in words.

    `unit` is the preferred unit; its prefix is kept while the number stays between 1 and 10,000. Without it
    the base units are shown. Raises `DimensionError` if the unit measures something else than `dimension`.

    >>> rate = parse_unit("byte/s").dimension
    >>> format_value(3_350_000_000_000, rate, "byte/s")
    '3.35 TB/s'
    >>> format_value(Fraction(1, 50), parse_unit("s").dimension, "s")
    '20 ms'

    A small pure number is a part of something, and is shown as one.

    >>> format_value(Fraction(32, 125000), parse_unit("").dimension)
    '1/3,906'
    """
    return _in_words(_show(Fraction(number), dimension, unit, digits)).text


def typed_value(number: Fraction | int, dimension: Dimension, unit: str = "", digits: int = 4) -> str:
    """`format_value` with the unit as it is typed, for formulas and for data.

    >>> typed_value(2554, parse_unit("token/sequence").dimension, "token/sequence")
    '2,554 token/sequence'
    """
    return _show(Fraction(number), dimension, unit, digits).text


def formatted(amount: SupportsFloat, unit: str, spec: str) -> str:
    """A number by one of Python's format specifications, with its unit in words; another specification is of its text.

    >>> formatted(Fraction(7477, 2), "sequence", ",.1f"), formatted(2.5, "s", ">4")
    ('3,738.5 sequences', ' 2.5')
    """
    if not spec.endswith(_NUMERIC):
        return format(str(amount), spec)
    return f"{format(float(amount), spec)} {unit_in_words(unit)}".rstrip()


def range_text(
    low: Fraction, high: Fraction, dimension: Dimension, unit: str = "", digits: int = 4, between: str = "to"
) -> str:
    """Two numbers with "to", or another word, between them, and the unit once where it is that of both.

    >>> range_text(Fraction(1), Fraction(3000), parse_unit("sequence").dimension, "sequence")
    '1 to 3,000 sequences'
    """
    ends = [_show(number, dimension, unit, digits) for number in (low, high)]
    first, last = (_in_words(end).text for end in ends)
    alike = (ends[0].word, ends[0].unit) == (ends[1].word, ends[1].unit)
    return f"{ends[0].digits if alike else first} {between} {last}"


def unit_in_words(unit: str, *, one: bool = False) -> str:
    """A unit as it is said: counted things in the plural unless it is `one`, and "per" for a stroke.

    A rate of bytes or FLOPs with a prefix keeps its "/s"; a unit with a power keeps its strokes.

    >>> [unit_in_words(unit) for unit in ("token/sequence", "FLOP/(parameter·token)", "TB/s/GPU")]
    ['tokens per sequence', 'FLOP per parameter and token', 'TB/s per GPU']
    >>> unit_in_words("sequence", one=True), unit_in_words("dollar/h/GPU"), unit_in_words("FLOP*sequence/token^2")
    ('sequence', 'dollars per GPU-hour', 'FLOP·sequence/token^2')
    """
    match = _STROKES.fullmatch(unit)
    if match is None or " per " in unit:
        return unit.replace("*", "·")
    if "%" in unit:
        return re.sub(r" */ *", "/", unit)
    over = match[1].replace("*", "·").strip()
    under = [name.strip() for name in re.findall(r"[^/()·*]+", match[2])]
    if set(over.split("·")) == {"h", "GPU"}:
        over = "GPU-hour"
    if "s" in under and _PREFIXED_RATE.fullmatch(over):
        under.remove("s")
        over = f"{over}/s"
    if not one and over in _PLURAL:
        over += "s"
    if {"h", "GPU"} <= set(under):
        under = [name for name in under if name not in ("h", "GPU")] + ["GPU-hour"]
    per = " and ".join(_UNDER.get(name, name) for name in sorted(under, key=lambda name: name != "s"))
    return f"{over} per {per}".strip() if per else over


def latex_value(
    number: Fraction | int, dimension: Dimension, unit: str = "", digits: int = 4, *, typed: bool = False
) -> str:
    r"""`format_value` for LaTeX, in math mode, with upright units; with `typed` as `typed_value`.

    >>> print(latex_value(5354, parse_unit("sequence").dimension, "sequence"))
    5{,}354\,\mathrm{sequences}
    """
    shown = _show(Fraction(number), dimension, unit, digits)
    shown = shown if typed else _in_words(shown)
    text = _latex_digits(shown.digits)
    if shown.word:
        text += rf"\,\mathrm{{{shown.word}}}"
    if shown.unit == "%":
        return text + r"\%"
    return rf"{text}\,{_latex_unit(shown.unit)}" if shown.unit else text


def siunitx_value(number: Fraction | int, dimension: Dimension, unit: str = "", digits: int = 4) -> str:
    r"""`format_value` for LaTeX with the package siunitx, in text or in math mode.

    >>> print(siunitx_value(5354, parse_unit("sequence").dimension, "sequence"))
    \qty{5354}{sequences}
    >>> print(siunitx_value(671 * 10**9, parse_unit("parameter").dimension, "parameter"))
    \qty{671}{billion~parameters}
    """
    shown = _in_words(_show(Fraction(number), dimension, unit, digits))
    over, slash, under = shown.digits.replace(",", "").partition("/")
    told = rf"\num{{{over}}}/\num{{{under}}}" if slash else rf"\num{{{over}}}"
    words = [word for word in (shown.word, _siunitx_unit(shown.unit)) if word]
    return rf"\qty{{{over}}}{{{'~'.join(words)}}}" if words and not slash else told


def layout_of(dimension: Dimension, unit: str = "") -> Layout:
    """The way in which values of a dimension are written, with `unit` the preferred one.

    Raises `DimensionError` if the unit measures something else.

    >>> layout_of(parse_unit("TB/s").dimension, "TB/s")
    Layout(kind='engineering', size=Fraction(1, 1), unit='byte/s', short='B/s', prefix='T')
    """
    parsed = parse_unit(unit)
    if not parsed.text and not dimension.is_pure:
        # Base units need no reading, and a root such as byte^(1/2) is no unit text at all.
        parsed = Unit(_base_units(dimension), Fraction(1), dimension)
    if parsed.dimension != dimension:
        raise DimensionError(
            f"a value that measures {dimension} cannot be shown in {parsed.text or '1'},"
            f" which measures {parsed.dimension}"
        )
    prefix, word, rest = _lead(parsed.text)
    if word in _PREFIXED and not rest.startswith("^"):
        plain, short = _PREFIXED[word]
        return Layout("engineering", _size(parsed, plain + rest), plain + rest, short + rest, prefix)
    if word in _COUNTED and not rest.startswith("^"):
        named = _COUNTED[word] + rest
        return Layout("count", _size(parsed, named), named)
    if word in _SECONDS and not rest.startswith("^"):
        return Layout("time", _size(parsed, "s" + rest), rest)
    is_rate = parsed.text == "1" or parsed.text.startswith("1/")
    text = parsed.text[1:] if is_rate else parsed.text  # "64 /s", not "64 1/s"
    return Layout("plain" if parsed.text else "part", parsed.factor, text)


def _base_units(dimension: Dimension) -> str:
    """The base units of a dimension, joules per second as watts.

    >>> _base_units(parse_unit("kW/GPU").dimension)
    'W/GPU'
    """
    powers = dimension.powers()
    if powers.get("J") != 1 or powers.get("s") != -1:
        return str(dimension)
    beside = dimension * Dimension.base("s") / Dimension.base("J")
    return "W" if beside.is_pure else f"W·{beside}".replace("W·1/", "W/")


def _show(number: Fraction, dimension: Dimension, unit: str, digits: int) -> _Shown:
    layout = layout_of(dimension, unit)
    amount = number / layout.size
    match layout.kind:
        case "engineering":
            return _engineering(amount, layout.prefix, layout.unit, layout.short, digits)
        case "count":
            return _count(amount, layout.unit, digits)
        case "time":
            return _time(amount, layout.unit, digits)
        case "part" if _PARTS[0] <= amount <= _PARTS[1]:
            return _Shown(f"1/{format_number(1 / amount, digits)}")
    return _Shown(format_number(amount, digits), unit=layout.unit)


def _in_words(shown: _Shown) -> _Shown:
    one = shown.digits.lstrip("-") == "1" and not shown.word
    return replace(shown, unit=unit_in_words(shown.unit, one=one))


def _lead(text: str) -> tuple[str, str, str]:
    """The decimal prefix of a unit's first word, the word, and the rest; empty texts where there is none."""
    match = _LEAD.fullmatch(text)
    if match is None:
        return "", "", ""
    word, rest = match.groups()
    known = _PREFIXED.keys() | _COUNTED.keys()
    is_prefixed = word not in known and word[0] in _SCALES and word[1:] in known
    return (word[0], word[1:], rest) if is_prefixed else ("", word, rest)


def _size(parsed: Unit, text: str) -> Fraction:
    """The size of the preferred unit once its prefix is dropped; base units have size 1 already."""
    return Fraction(1) if parsed.text == str(parsed.dimension) else parse_unit(text).factor


def _engineering(amount: Fraction, wanted: str, plain: str, short: str, digits: int) -> _Shown:
    size = to_figures(abs(amount), digits)
    # The prefix as written stays up to 10,000: 1,979 TFLOP/s and 1,667 byte/token read well.
    fitting = wanted
    if not _SCALES[wanted] <= size < 10**4 * _SCALES[wanted]:
        fitting = next((prefix for prefix, scale in _SCALES.items() if size >= scale), "")
    unit = fitting + short if fitting else plain
    return _Shown(format_number(amount / _SCALES[fitting], digits), unit=unit)


def _count(amount: Fraction, unit: str, digits: int) -> _Shown:
    size = to_figures(abs(amount), digits)
    for word, scale in NUMBER_WORDS.items():
        if scale <= size < 10**18:
            return _Shown(format_number(amount / scale, digits), word, unit)
    return _Shown(format_number(amount, digits), unit=unit)


def _time(seconds: Fraction, rest: str, digits: int) -> _Shown:
    size = to_figures(abs(seconds), digits)
    for start, scale, name in _LONG:
        # "min/token" would be read as a minimum; only a bare time is told in minutes.
        if size >= start and not rest:
            return _Shown(format_number(seconds / scale, digits), unit=name)
    for part, name in _SHORT:
        if size >= part:
            return _Shown(format_number(seconds / part, digits), unit=name + rest)
    return _Shown(format_number(seconds, digits), unit="s" + rest)


def _decimal(number: Fraction) -> str:
    """An exact decimal fraction in full, with thousands separators and no trailing zeros."""
    whole = int(abs(number))
    part, places = abs(number) - whole, ""
    while part:
        digit = int(part * 10)
        part, places = part * 10 - digit, places + str(digit)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole:,}.{places}" if places else f"{sign}{whole:,}"


def _scientific(number: Fraction, digits: int) -> str:
    rounded = to_figures(number, digits)
    power = magnitude(rounded)
    return f"{_decimal(rounded / Fraction(10) ** power)}e{power}"


def _latex_digits(text: str) -> str:
    mantissa, _, power = text.replace(",", "{,}").partition("e")
    return rf"{mantissa} \times 10^{{{power}}}" if power else mantissa


def _siunitx_unit(unit: str) -> str:
    """A unit as the package reads it: factors with dots, powers in braces."""
    text = re.sub(r"\^\(?(-?[0-9]+)\)?", r"^{\1}", unit).replace("·", ".").replace("*", ".")
    return text.replace("%", r"\%").replace("$", r"\$").replace(" ", "~").replace("µ", r"\micro ")


def _latex_unit(unit: str) -> str:
    text = re.sub(r"\^\(?(-?[0-9/]+)\)?", r"^{\1}", unit).replace("·", r"{\cdot}").replace("%", r"\%")
    text = text.replace("$", r"\$").replace(" ", r"\ ")
    text = re.sub("(?<=[A-Za-z])-(?=[a-z])", r"\\text{-}", text)
    # A micro sign inside \mathrm is set in italics or not at all; it stands before the group.
    return rf"\mu\mathrm{{{text[1:]}}}" if text.startswith("µ") else rf"\mathrm{{{text}}}"
