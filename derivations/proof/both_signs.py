"""Both signs: floats at a few places that show an expression positive and negative, before any algebra is done for it.

What has both has no sign everywhere, which factoring would find out, too, in a hundred times the work. Nothing is
believed of floats but this: each of the two is further from zero than all that it is rounded by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import exp, log

import sympy
from sympy import Add, Expr, Max, Min, Mul, Pow, Rational, Symbol

_PLACES = 12
_GOLDEN = 0.6180339887498949  # multiples of it are spread evenly between the whole numbers
_DECADES = 4.0  # that positive letters span
_CLEAR = 1e-9  # of the size of its parts: floats are rounded by 1e-16 of it, hundreds of times
_MOST = 1e100
_Sized = tuple[float, float]  # a value, and how large what is added up in it is


@lru_cache(maxsize=8192)  # an expression is asked for its sign with ever other facts
def has_both_signs(expression: Expr) -> bool:
    """True if an expression is positive for some numbers of its letters and negative for others.

    False says nothing: at the places that were looked at it has one sign, or something in it is none of what floats are
    good for here.

    >>> from sympy import Symbol
    >>> a, b = Symbol("a", positive=True), Symbol("b", positive=True)
    >>> has_both_signs(a - b), has_both_signs(a + b), has_both_signs(a**2 + b**2 - 2*a*b)
    (True, False, False)
    """
    letters = sorted(expression.free_symbols, key=str)
    draws = [_draw(letter) for letter in letters]
    seen = set[bool]()
    for place in range(1, _PLACES + 1):
        values = {}
        for turn, (letter, draw) in enumerate(zip(letters, draws, strict=True), 1):
            if draw is None:
                return False
            values[letter] = draw(turn * place * _GOLDEN % 1)
        try:
            value, size = _valued(expression, values)
        except KeyError:
            return False
        except (ArithmeticError, ValueError):  # no value there, or a vast one
            continue
        if abs(value) > _CLEAR * size and size < _MOST:
            seen.add(value > 0)
        if len(seen) > 1:
            return True
    return False


def _draw(letter: Symbol) -> Callable[[float], float] | None:
    """What makes a number that a letter may be of one between 0 and 1; None for a letter of another kind."""
    if letter.is_nonnegative:
        if letter.is_integer:
            return lambda part: float(int(10 ** (part * _DECADES / 2)))
        return lambda part: 10 ** ((part - 0.5) * _DECADES)
    if letter.is_real and not letter.is_integer and letter.is_nonpositive is None:
        return lambda part: (10 ** (abs(part - 0.5) * _DECADES)) * (1 if part > 0.5 else -1)
    return None


def _valued(expression: Expr, values: Mapping[Symbol, float]) -> _Sized:
    """The value of an expression. Raises `KeyError` for what has none here."""
    if isinstance(expression, Symbol):
        return values[expression], abs(values[expression])
    if isinstance(expression, Rational):
        number = int(expression.p) / int(expression.q)
        return number, abs(number)
    parts = [_valued(each, values) for each in expression.args]
    if isinstance(expression, Add):
        return sum(value for value, _ in parts), sum(size for _, size in parts)
    if isinstance(expression, Mul):
        value, size = 1.0, 1.0
        for part, own in parts:
            value, size = value * part, size * own
        return value, size
    if isinstance(expression, Pow):
        (base, within), (power, spread) = parts
        raised = base**power
        if isinstance(raised, complex):
            raise ValueError("a root of a negative number")
        moved = 0.0 if expression.exp.is_Rational else abs(log(base)) * spread  # by what the exponent is rounded by
        return raised, abs(raised) * ((within / abs(base)) ** max(1.0, abs(power)) + moved)
    if isinstance(expression, Max | Min):
        chosen = (max if isinstance(expression, Max) else min)(value for value, _ in parts)
        return chosen, max(size for _, size in parts)
    if isinstance(expression, sympy.exp):
        ((value, size),) = parts
        return exp(value), exp(value) * (1 + size)
    if isinstance(expression, sympy.log):
        ((value, size),) = parts
        return log(value), abs(log(value)) + size / value
    raise KeyError(expression)
