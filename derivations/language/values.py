"""Values: which parts of an expression may have none, and what of them SymPy lost in putting it together.

SymPy takes x/x for 1, sqrt(x)^2 for x and 0/x for 0, also at an x where what was written has no value. Such a formula
would be believed, proven and evaluated where it says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sympy import Add, Expr, Integer, Max, Min, Mul, Pow, factorial, log

_DIVISOR, _ROOT, _BASE, _COUNT = "0", "negative", "not positive", "no whole number from 0 on"  # where there is no value


def is_positive(expression: Expr, *, or_zero: bool = False) -> bool:
    """True for products of positive numbers and letters, and for sums, maxima and minima of such.

    With `or_zero` letters may be 0, which are then not divided by.

    >>> from sympy import Min, Symbol
    >>> a, b = Symbol("a", positive=True), Symbol("b", nonnegative=True)
    >>> is_positive(a / 2 + 1), is_positive(a * b), is_positive(a * b, or_zero=True), is_positive(1 / b, or_zero=True)
    (True, False, True, False)
    >>> is_positive(a + b), is_positive(Min(a, b))
    (True, False)
    """
    if isinstance(expression, Add | Max) and not or_zero:  # one of them is enough
        return any(map(is_positive, expression.args)) and is_positive(expression, or_zero=True)
    if isinstance(expression, Add | Max | Min | Mul):
        return all(is_positive(each, or_zero=or_zero) for each in expression.args)
    if isinstance(expression, Pow):
        safe = or_zero and expression.exp.is_positive
        return bool(expression.exp.is_Rational) and is_positive(expression.base, or_zero=bool(safe))
    if expression.is_Symbol or expression.is_Rational:
        return bool(expression.is_positive or (or_zero and expression.is_nonnegative))
    return False


def divisor(factor: Expr) -> Iterator[tuple[str, Expr]]:
    """What is divided by, unless it is nowhere 0; a product factor by factor."""
    for each in Mul.make_args(factor):
        base = each.base if isinstance(each, Pow) else each  # other powers have values only of bases above 0
        if not (base.is_number or is_positive(base) or base.is_nonzero):
            yield _DIVISOR, _up_to_sign(base)


def power(base: Expr, exponent: Expr) -> Iterator[tuple[str, Expr]]:
    """The base of a power that has none everywhere."""
    if exponent.is_Integer:
        yield from divisor(base) if exponent.is_negative else ()
        return
    for each in Mul.make_args(base):
        if exponent.is_Rational and exponent.is_positive:
            if not (each.is_number or is_positive(each, or_zero=True) or each.is_nonnegative):
                yield _ROOT, each
        elif not (each.is_number or is_positive(each) or each.is_positive):
            yield _BASE, each


def called(function: Callable[..., Expr], of: Expr) -> Iterator[tuple[str, Expr]]:
    """The argument of a logarithm or a factorial that has none everywhere."""
    if function is log and not (of.is_number or is_positive(of) or of.is_positive):
        yield _BASE, of
    if function is factorial and not (of.is_integer and of.is_nonnegative):
        yield _COUNT, of


def without_value(expression: Expr) -> Iterator[tuple[str, Expr]]:
    """All parts of an expression by which it may have no value."""
    for each in expression.atoms(Pow):
        yield from power(*each.args)
    for each in expression.atoms(log, factorial):
        yield from called(each.func, each.args[0])


def lost(written: Iterable[tuple[str, Expr]], expression: Expr) -> str:
    """Where something had no value as it was written that does not stand in the expression any more; empty for nowhere.
    """
    asked = dict.fromkeys(written)
    if not asked:
        return ""
    left = set(without_value(expression))
    # a base above zero is one of a root, and none of what is divided by
    left |= {(kind, part) for other, part in left if other == _BASE for kind in (_ROOT, _DIVISOR)}
    left |= {(_DIVISOR, _up_to_sign(part)) for kind, part in left if kind == _BASE}
    return next((f"{part} is {kind}" for kind, part in asked if (kind, part) not in left), "")


def _up_to_sign(part: Expr) -> Expr:
    """A part or its negative, whichever SymPy sorts first: the one is 0 where the other is."""
    return Integer(-1) * part if part.could_extract_minus_sign() else part
