"""Random expressions in one positive unknown, of everything that can be bounded."""

from fractions import Fraction

from hypothesis import strategies as st
from sympy import Add, Expr, I, Max, Min, Mul, Pow, Rational, Symbol, exp, log, nan, oo, zoo

X = Symbol("x", positive=True)

_EXPONENTS = [2, 3, -1, -2, Fraction(1, 2), Fraction(3, 2), Fraction(-1, 3), Fraction("0.3478")]
_BASES = [Fraction(31, 32), Fraction(2), Fraction(1, 3)]


def rational(number: Fraction | int) -> Expr:
    """The number as one of SymPy's."""
    return Rational(number.numerator, number.denominator)


def _is_real(curve: Expr) -> bool:
    """False where it, or a constant in it, has no real value."""
    if curve.has(I, nan, oo, zoo) or curve.is_extended_real is False:
        return False
    return all(part.is_comparable for part in (curve, *curve.atoms(Pow)) if part.is_number)


def _wider(parts: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        *(st.builds(join, parts, parts) for join in (Add, Mul, Max, Min)),
        st.builds(lambda a, b: a - b, parts, parts),
        st.builds(Pow, parts, st.sampled_from(_EXPONENTS).map(rational)),
        st.builds(Pow, st.sampled_from(_BASES).map(rational), parts),
        st.builds(lambda part: exp(-part), parts),
        st.builds(log, parts),
    ).filter(_is_real)


_LEAVES = st.one_of(st.just(X), st.just(X), st.fractions(-3, 3, max_denominator=4).map(rational))
curves: st.SearchStrategy[Expr] = st.recursive(_LEAVES, _wider, max_leaves=6)
