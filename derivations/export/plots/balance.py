"""The lecture's first picture: the time of a pass over its batch, and where arithmetic and memory take as long.

Small SVG that takes its colors from the page, without Matplotlib: the words stay as large as they are on a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from html import escape

from derivations.claim.answer import about
from derivations.claim.composition import default_accelerator
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import UndecidedError
from derivations.numbers.format import format_number
from derivations.numbers.rounding import magnitude

CLAIM = "optimal-batch"  # whose steps are drawn
_OVER, _TIME, _CONTEXT, _GPUS, _IN_A_DOMAIN = "B", "T", "L", "G", "domain"
_ARITHMETIC, _READING, _BOUND = "arithmetic-time", "memory-time", "roofline"
_WIDTH, _HEIGHT = 440, 290
_LEFT, _RIGHT, _TOP, _FOOT = 34, 432, 26, 246
_BEYOND = 2  # times the balance
_STEPS = (1, 2, Fraction(5, 2), 4, 5, 8, 10)


def balance_picture(report: EvaluatedClaim) -> str:
    """The picture for the scenario of a report on `CLAIM` without a context, with the GPUs of one scale-up domain.

    Raises `DerivationsError` if the scenario has no balance, or not the numbers for it.
    """
    report = report.with_values({_GPUS: str(report.scenario.values[_IN_A_DOMAIN]), _CONTEXT: "0"})
    balance = report.result.in_unit
    if not balance:
        raise UndecidedError(report.result.result)
    end = _round_up(balance * _BEYOND)
    unit = report.derivation.notation[_OVER].unit

    def at(step: str, *batches: Fraction) -> list[Fraction]:
        seen = [report.with_values({_OVER: f"{float(batch)!r} {unit}"}).numbers(step).in_unit for batch in batches]
        return [number for number in seen if number is not None]

    one = Fraction(1)
    arithmetic, reading = at(_ARITHMETIC, one, end), at(_READING, one, end)
    first, kink, last = at(_BOUND, one, balance, end)
    time = report.derivation.notation[_TIME]
    scale = time.parsed_unit.factor * 1000  # milliseconds
    top = _round_up(max(last, *arithmetic) * scale) / scale

    def x(batch: Fraction) -> float:
        return _LEFT + (_RIGHT - _LEFT) * float(batch / end)

    def y(time: Fraction) -> float:
        return _FOOT - (_FOOT - _TOP) * float(time / top)

    told = about(balance * report.derivation.notation[_OVER].parsed_unit.factor, report.result.dimension, unit)
    floor = about(first * time.parsed_unit.factor, time.dimension, time.unit)
    middle, machine = x(balance), _machine(report)
    parts = [
        f'<rect class="memory" x="{_LEFT}" y="{_TOP}" width="{middle - _LEFT:.1f}" height="{_FOOT - _TOP}"/>',
        f'<rect class="compute" x="{middle:.1f}" y="{_TOP}" width="{_RIGHT - middle:.1f}" height="{_FOOT - _TOP}"/>',
        *_ticks(top * scale, lambda tick: y(tick / scale)),
        *_batches(end, x),
        f'<path class="axes" d="M{_LEFT} {_FOOT}H{_RIGHT}"/>',
        f'<path class="part memory" d="M{x(one):.1f} {y(reading[0]):.1f}L{x(end):.1f} {y(reading[1]):.1f}"/>',
        f'<path class="part compute" d="M{x(one):.1f} {y(arithmetic[0]):.1f}L{x(end):.1f} {y(arithmetic[1]):.1f}"/>',
        f'<path class="curve" d="M{x(one):.1f} {y(first):.1f}L{middle:.1f} {y(kink):.1f}L{x(end):.1f} {y(last):.1f}"/>',
        f'<path class="level" d="M{middle:.1f} {y(kink):.1f}V{_FOOT}"/>',
        f'<circle cx="{middle:.1f}" cy="{y(kink):.1f}" r="5"/>',
        _text(_LEFT, 14, f"time of a pass, ms, on {machine}", "quiet"),
        _text(_RIGHT, _HEIGHT - 6, "batch, sequences", "quiet", "end"),
        _text(_LEFT + 8, _TOP + 20, "memory-bound", "memory"),
        _text(middle + 8, _TOP + 20, "compute-bound", "compute"),
        _text(_LEFT + 8, y(first) - 9, f"read all weights: {floor}", "ink"),
        _text(middle + 8, _FOOT - 30, "balance batch:", "ink"),
        _text(middle + 8, _FOOT - 12, f"about {told}", "ink"),
    ]
    words = (
        f"The time of a pass on {machine}. Up to a batch of about {told} it is the {floor} in which all weights "
        "are read; beyond that it grows with the arithmetic."
    )
    return (
        f'<svg class="balance" role="img" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'aria-labelledby="balance-title balance-words">'
        f'<title id="balance-title">The time of a pass over its batch</title><desc id="balance-words">{escape(words)}'
        f"</desc>{''.join(parts)}</svg>"
    )


def _machine(report: EvaluatedClaim) -> str:
    """The GPUs of a domain, by the name of their card."""
    card = report.catalog.accelerator(default_accelerator(report.claim))
    return f"{format_number(report.scenario.values[_GPUS].number)} {card.title}"


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _ticks(top: Fraction, y: Callable[[Fraction], float]) -> Iterator[str]:
    """A rule and a number at every quarter of the height."""
    for place in range(1, 5):
        tick = top * place / 4
        yield f'<path class="grid" d="M{_LEFT} {y(tick):.1f}H{_RIGHT}"/>'
        yield _text(_LEFT - 6, y(tick) + 4, format_number(tick), "quiet", "end")


def _batches(end: Fraction, x: Callable[[Fraction], float]) -> Iterator[str]:
    """A number at every quarter of the width, none of them cut."""
    for place in range(5):
        tick = end * place / 4
        yield _text(x(tick), _FOOT + 18, format_number(tick), "quiet", "end" if place == 4 else "middle")


def _round_up(number: Fraction) -> Fraction:
    """The next number that is read at a glance.

    >>> _round_up(Fraction(7476)), _round_up(Fraction(36))
    (Fraction(8000, 1), Fraction(40, 1))
    """
    size = Fraction(10) ** magnitude(number)
    return next(step * size for step in _STEPS if step * size >= number)
