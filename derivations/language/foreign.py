"""Expressions that somebody wrote in SymPy, as formulas here have them.

A decimal is its exact fraction, and a Piecewise that takes the larger or the smaller of two is their max or min.
"""

from __future__ import annotations

from sympy import Expr, Float, Max, Min, Piecewise, Rational, cancel, pi
from sympy.core.relational import GreaterThan, LessThan, StrictGreaterThan, StrictLessThan

from derivations.errors import WritingError

_ABOVE, _BELOW = (GreaterThan, StrictGreaterThan), (LessThan, StrictLessThan)


def as_formula(expression: Expr) -> Expr:
    """The expression without decimals and branches; raises `WritingError` for what formulas here have no form for.

    >>> from sympy import symbols
    >>> a, b = symbols("a b")
    >>> as_formula(0.1*a), as_formula(Piecewise((a, a > b), (b, True)))
    (a/10, Max(a, b))
    """
    if expression.has(pi):
        raise WritingError(
            'pi is no number of formulas here: bring a letter for it along (symbols="c_pi [] half a turn", '
            'values={"c_pi": 3.14159})'
        )
    if expression.has(Piecewise):
        expression = expression.replace(lambda part: isinstance(part, Piecewise), _larger_or_smaller)
    return expression.xreplace({decimal: Rational(str(decimal)) for decimal in expression.atoms(Float)})


def _larger_or_smaller(branches: Piecewise) -> Expr:
    """The max or min that a Piecewise is."""
    (first, condition), *others = branches.args
    if len(others) == 1 and others[0][1] == True and isinstance(condition, (*_ABOVE, *_BELOW)):  # noqa: E712
        second = others[0][0]
        gap = condition.lhs - condition.rhs if isinstance(condition, _ABOVE) else condition.rhs - condition.lhs
        sign = cancel(gap / (first - second))
        if sign.is_positive:
            return Max(first, second)
        if sign.is_negative:
            return Min(first, second)
    raise WritingError(
        "a Piecewise is read where it takes the larger or the smaller of two, as in max(a, b); "
        "for other branches give a premise for each regime, with its condition"
    )
