"""Unit literals inside SymPy expressions multiply, cancel and take roots exactly."""

from __future__ import annotations

from sympy import Integer, Rational, sqrt

from derivations.language.dimension import BASES, Dimension
from derivations.language.literal import UNIT_SYMBOLS, UNITS_TO_ONE, is_unit, literal, unit_expression


def test_prefixes_are_exact() -> None:
    """A kilobyte is a thousand bytes, a kibibyte 1024, a bit an eighth."""
    byte = UNIT_SYMBOLS["byte"]
    assert literal(Integer(2), "kB") == 2000 * byte
    assert literal(Integer(1), "KiB") == 1024 * byte
    assert literal(Integer(1), "bit") == byte / 8


def test_units_cancel_and_take_roots() -> None:
    """What measures nothing has no unit left."""
    assert literal(Integer(6), "byte/s") / literal(Integer(2), "byte/s") == 3
    assert sqrt(literal(Integer(4), "token^2")) == 2 * UNIT_SYMBOLS["token"]


def test_numbers_are_taken_by_setting_units_to_one() -> None:
    """A TB/s is 10^12 in base units."""
    assert literal(Rational(67, 20), "TB/s").xreplace(UNITS_TO_ONE) == 3_350_000_000_000


def test_every_base_has_a_symbol() -> None:
    """And no quantity can have its name."""
    assert set(UNIT_SYMBOLS) == set(BASES)
    assert all(is_unit(symbol) and symbol.name.startswith("[") for symbol in UNIT_SYMBOLS.values())


def test_expression_of_a_dimension() -> None:
    """Powers carry over."""
    expression = unit_expression(Dimension.of({"byte": 1, "s": -2}))
    assert expression == UNIT_SYMBOLS["byte"] / UNIT_SYMBOLS["s"] ** 2
