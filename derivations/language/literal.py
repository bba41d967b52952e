"""Unit literals inside SymPy expressions.

``2[FLOP/parameter/token]`` becomes ``2*[FLOP]/([parameter]*[token])``, where each base unit is a positive symbol
whose name is in brackets. Units then multiply, cancel and take roots like everything else, exactly; a number is
taken by setting every base unit to one.
"""

from __future__ import annotations

from sympy import Expr, Integer, Rational, Symbol

from derivations.language.dimension import BASES, Dimension
from derivations.language.unit import parse_unit

UNIT_SYMBOLS: dict[str, Symbol] = {base: Symbol(f"[{base}]", positive=True) for base in BASES}
UNITS_TO_ONE: dict[Symbol, Integer] = {symbol: Integer(1) for symbol in UNIT_SYMBOLS.values()}


def is_unit(symbol: Symbol) -> bool:
    """True for the symbol of a base unit.

    >>> is_unit(UNIT_SYMBOLS["token"])
    True
    """
    return symbol in UNITS_TO_ONE


def unit_expression(dimension: Dimension) -> Expr:
    """The product of base-unit symbols that carries a dimension."""
    result: Expr = Integer(1)
    for base, power in dimension.powers().items():
        result *= UNIT_SYMBOLS[base] ** Rational(power.numerator, power.denominator)
    return result


def literal(number: Expr, unit: str) -> Expr:
    """A number with a unit, as a SymPy expression.

    >>> literal(Integer(2), "kB")
    2000*[byte]
    """
    parsed = parse_unit(unit)
    scale = Rational(parsed.factor.numerator, parsed.factor.denominator)
    return number * scale * unit_expression(parsed.dimension)
