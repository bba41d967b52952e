"""Values put into expressions with a max or min, whose arguments are compared only where one may be the larger one.

SymPy compares the arguments of each max that it makes, which takes longer than all else that is done to a roofline. Of
sums of positive terms that share no term none is larger by nature: either one is, where its own terms are large enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from sympy import Add, Expr, Integer, Max, Min, Mul, Pow, Symbol


def put_in(expression: Expr, values: Mapping[Symbol, Expr], *, compared: bool = True) -> Expr:
    """What `expression.xreplace(values)` is; with the arguments of each max and min left as they are unless `compared`.

    >>> from sympy.abc import x
    >>> a, b, c = (Symbol(name, positive=True) for name in "abc")
    >>> put_in(Max(x, c) / c, {x: a / b})
    Max(c, a/b)/c
    >>> put_in(Max(x, c), {x: b + c})
    b + c
    >>> put_in(Max(x, c), {x: b + c}, compared=False)
    Max(c, b + c)
    """
    is_extreme = isinstance(expression, Max | Min)
    if not is_extreme and not expression.has(Max, Min):
        return expression.xreplace(dict(values))
    arguments = [put_in(argument, values, compared=compared) for argument in expression.args]
    if is_extreme and (not compared or incomparable(arguments)):
        return expression.func(*arguments, evaluate=False)
    return expression.func(*arguments)


def incomparable(arguments: Sequence[Expr]) -> bool:
    """True if these are sums of terms that are not negative, and no product of powers is a term of two of them.

    Each term is a positive number times powers of quantities that are not negative, and of which none is known to be
    whole: whole ones are 0 or at least 1, so that c is never more than b c if b is at least 1.

    >>> a, b, c = (Symbol(name, positive=True) for name in "abc")
    >>> incomparable([a / b, c + a * b]), incomparable([c, 2 * c + a])
    (True, False)
    """
    kinds = [_kinds(argument) for argument in arguments]
    found = list(chain.from_iterable(kinds))
    return all(kinds) and len(found) == len(set(found))


def _kinds(argument: Expr) -> set[Expr]:
    """The terms of a sum without their numbers; none if one of them is anything else."""
    found = set()
    for term in Add.make_args(argument):
        number, rest = term.as_coeff_Mul()
        if not (number.is_Rational and number.is_positive and all(map(_is_power, Mul.make_args(rest)))):
            return set()
        found.add(rest)
    return found


def _is_power(factor: Expr) -> bool:
    """True for a power of a quantity that may be any positive number, or zero if it does not stand below."""
    base, exponent = factor.args if isinstance(factor, Pow) else (factor, Integer(1))
    if not isinstance(base, Symbol) or base.is_integer is not None or not exponent.is_Rational:
        return False
    return bool(base.is_positive or (base.is_nonnegative and exponent.is_positive))
