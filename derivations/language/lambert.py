"""The two real branches of Lambert's W, inside SymPy expressions: ``w*exp(w) = z`` solved for w.

``lambert_w0`` is the branch from -1 up, real for z >= -1/e; ``lambert_wm1`` that from -1 down, real for -1/e <= z < 0
(Corless et al. 1996, On the Lambert W function). SymPy has one function for both, which it evaluates to logarithms
at some arguments, and of which it does not know that it is real.
"""

from __future__ import annotations

from typing import Any, ClassVar

from mpmath import MPContext
from sympy import Expr, Float, Function, exp, nan

_SPARE = 20  # bits; next to -1/e the branches have half the digits of their argument


class Lambert(Function):  # type: ignore[misc]
    """One of the two branches, real like everything of which a relation speaks.

    >>> LambertPrincipal(Float("-0.2")), LambertLower(Float("-0.2")), LambertPrincipal(Float(-1))
    (-0.259171101819074, -2.54264135777353, nan)
    """

    is_real = True
    is_extended_real = True
    nargs = 1
    branch: ClassVar[int]
    spelled: ClassVar[str]  # in the grammar

    @classmethod
    def eval(cls, argument: Expr) -> Expr | None:
        """The value at a number of so many digits, and zero at zero; of anything else it stays as it is."""
        if argument is nan or argument.is_real is False or (cls.branch and argument.is_nonnegative):
            return nan
        if argument.is_zero:
            return argument
        if isinstance(argument, Float):
            return cls(argument, evaluate=False)._eval_evalf(argument._prec)
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        """The slope: ``exp(-w)/(1 + w)``."""
        return exp(-self) / (1 + self)

    def _eval_evalf(self, prec: int) -> Expr:
        context = MPContext()
        context.prec = 2 * prec + _SPARE
        argument = context.make_mpf(self.args[0]._eval_evalf(context.prec)._mpf_)
        found = context.lambertw(argument, self.branch)
        return nan if context.im(found) else Float._new(context.re(found)._mpf_, prec)

    def _sympystr(self, printer: Any) -> str:
        return f"{self.spelled}({printer._print(self.args[0])})"


class LambertPrincipal(Lambert):
    """The branch W_0, from -1 up."""

    branch = 0
    spelled = "lambert_w0"

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_positive else False if self.args[0].is_nonpositive else None


class LambertLower(Lambert):
    """The branch W_{-1}, from -1 down."""

    branch = -1
    spelled = "lambert_wm1"
    is_positive = False
    is_negative = True


BRANCHES: tuple[type[Lambert], ...] = (LambertPrincipal, LambertLower)
