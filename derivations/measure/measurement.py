"""A machine measured: memory bandwidth, rates of matrix products by number format, the link to the host; its card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from derivations.errors import InputError
from derivations.language.display import plural
from derivations.mapping import FrozenMapping
from derivations.measure.machine import Machine, Size, Transfer
from derivations.measure.timing import Timing, timed
from derivations.sources.toml_text import quoted

MINE = "mine"  # the name of the card, unless it is to have another
_FLOP = 2  # of a multiply-add
_EACH = "/GPU"
_DIGITS = 4  # significant ones of a number on the card
_GIGA, _TERA = 1e9, 1e12


@dataclass(frozen=True)
class Rate:
    """So much of something in each second, by the median time; `how` says what was done."""

    amount: float
    timing: Timing
    how: str

    @property
    def number(self) -> float:
        """By the median time."""
        return self.amount / self.timing.median

    @property
    def spread(self) -> tuple[float, float]:
        """By the longest time and by the shortest."""
        return self.amount / self.timing.greatest, self.amount / self.timing.least


@dataclass(frozen=True)
class Measurement:
    """Numbers measured on a machine, and what was tried and is missing there, with the library's own words.

    `bandwidth` and `link` are in byte/s, the link ``to`` the device and ``from`` it; `rates` are in FLOP/s.
    """

    title: str
    library: str
    clock: str
    date: str
    capacity: int
    together: int
    bandwidth: Rate
    rates: Mapping[str, Rate]
    link: Mapping[str, Rate]
    missing: Mapping[str, str]


def measure(machine: Machine, size: Size, date: str) -> Measurement:
    """The rates of a machine, on a day. Raises `InputError` if it multiplies in none of the formats that it is to."""
    bandwidth = _fastest(machine, size, machine.reads(size.memory))
    rates, missing = {}, {}
    for name in machine.formats:
        try:
            rates[name] = _product_rate(machine, size, name)
        except machine.missing as error:
            words = str(error).split() or [type(error).__name__]
            missing[name] = " ".join(words)[:120]
    if not rates:
        reason = next(iter(missing.values()), "no format to try")
        raise InputError(f"no product of matrices works on {machine.title}: {reason}")
    link = {way: _moved(machine, size, item) for way, item in machine.link(size.memory).items()}
    return Measurement(
        plain(machine.title), plain(machine.library), machine.clock, date, machine.capacity, machine.together,
        bandwidth, FrozenMapping(rates), FrozenMapping(link), FrozenMapping(missing),
    )


def _fastest(machine: Machine, size: Size, ways: Iterable[Transfer]) -> Rate:
    """The fastest of several ways to move bytes: a memory is at least as fast as any of them."""
    return max((_moved(machine, size, item) for item in ways), key=lambda rate: rate.number)


def _moved(machine: Machine, size: Size, item: Transfer) -> Rate:
    return Rate(item.byte_count, timed(machine, item.call, size), f"{item.way}, {item.byte_count / _GIGA:.3g} GB")


def _product_rate(machine: Machine, size: Size, number_format: str) -> Rate:
    """The best rate of three products with one square matrix, by numbers of rows."""
    found = []
    for rows in (size.width // 2, size.width, 2 * size.width):
        call = machine.product(number_format, rows, size.width, size.width)
        square = f"{size.width} x {size.width}"
        words = f"product of {rows} x {size.width} and {square} random numbers, the best of three sizes"
        found.append(Rate(_FLOP * rows * size.width**2, timed(machine, call, size), words))
    return max(found, key=lambda rate: rate.number)


def card_toml(found: Measurement, name: str = MINE) -> str:
    """The card of a machine as a card file, which a catalog reads with its spread, method and date."""
    source = f"{name}-measured"
    lines = [
        f"# Measured by derive measure on {found.date}. Rates are medians over repeats, after a warm-up, with empty",
        "# caches; the spread is by the longest and the shortest. They are what the library reaches, and no peak.",
        *(f"# {form} is missing: {words}" for form, words in found.missing.items()),
        "",
        f"[sources.{source}]",
        f"title = {quoted(f'derive measure through {found.library}, timed by {found.clock}')}",
        f"date = {quoted(found.date)}",
        'standing = "measured"',
        "",
        f"[accelerators.{name}]",
        f"title = {quoted(found.title)}",
        f"source = {quoted(source)}",
        *(f"compute.{form} = {_figure(rate, _TERA, 'TFLOP/s/GPU')}" for form, rate in found.rates.items()),
        f"bandwidth = {_figure(found.bandwidth, _GIGA, 'GB/s/GPU')}",
        f'capacity = {{ number = {found.capacity}, unit = "byte/GPU", meaning = "all memory, as the system tells" }}',
    ]
    if "to" in found.link:
        back = f"; back {_told(found.link['from'], _GIGA)} GB/s" if "from" in found.link else ""
        lines.append(f"host_link = {_figure(found.link['to'], _GIGA, 'GB/s/GPU', back)}")
    if found.together == 1:  # of several nobody has measured how they are joined
        lines.append('domain = { number = 1, unit = "GPU", meaning = "alone in its computer" }')
    return "\n".join(lines) + "\n"


def _figure(rate: Rate, scale: float, unit: str, also: str = "") -> str:
    low, high = (_rounded(number / scale) for number in rate.spread)
    spread = f"from {low} to {high} {unit.removesuffix(_EACH)}{also}"
    told = f"{rate.how}; median of {plural(rate.timing.repeats, 'repeat')}, {spread}"
    return f'{{ number = {_rounded(rate.number / scale)}, unit = "{unit}", meaning = {quoted(told)} }}'


def _told(rate: Rate, scale: float) -> str:
    return _rounded(rate.number / scale)


def _rounded(number: float) -> str:
    """A number in a few significant digits, without an exponent.

    >>> _rounded(12345.6), _rounded(0.000123456)
    ('12350', '0.0001235')
    """
    return f"{float(f'{number:.{_DIGITS}g}'):.12f}".rstrip("0").rstrip(".")


def plain(text: str) -> str:
    """A name as one line of characters that can be shown."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable()) or "a machine without a name"
