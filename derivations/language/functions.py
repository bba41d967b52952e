"""Functions about which nothing is known but their domain, and the exclusive or of bits, inside SymPy expressions.

An applied function holds the symbol of its quantity, so that the function is among the free symbols of an expression,
and so that a concrete function takes its place as a value takes that of any other symbol.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from sympy import Expr, Function, Integer, Lambda, Symbol
from sympy.core.function import AppliedUndef

from derivations.errors import InputError, UndecidedError


class Applied(Function):  # type: ignore[misc]
    """``f(x)``: its arguments are the symbol f, how many of the others are subscripts, and these others.

    >>> f, x = Symbol("f", positive=True), Symbol("x")
    >>> Applied(f, Integer(0), x).is_positive, Applied(f, Integer(0), x).xreplace({f: Lambda(x, x**2)})
    (True, x**2)
    """

    @classmethod
    def eval(cls, function: Expr, subscripts: Expr, *arguments: Expr) -> Expr | None:
        """A concrete function in place of the symbol has a value."""
        return function(*arguments) if isinstance(function, Lambda) else None

    @property
    def function(self) -> Symbol:
        """The symbol of the quantity that the function is."""
        return self.args[0]

    @property
    def subscripts(self) -> int:
        """The number of indices, which are the first arguments."""
        return int(self.args[1])

    @property
    def arguments(self) -> tuple[Expr, ...]:
        """The arguments, indices first."""
        return tuple(self.args[2:])

    def at(self, arguments: Iterable[Expr]) -> Expr:
        """The same function of other arguments."""
        return self.func(*self.args[:2], *arguments)

    def fdiff(self, argindex: int = 1) -> Expr:
        """Raises `UndecidedError`: SymPy knows no derivative; `rules.slopes` uses those that are declared."""
        raise UndecidedError(f"{self.function} is any function, and SymPy knows no derivative of it")

    def _sympystr(self, printer: Any) -> str:
        return f"{self.function}({', '.join(map(printer._print, self.arguments))})"

    # what is known of the symbol is known of every value

    def _eval_is_extended_real(self) -> bool | None:
        return self._known("real")

    def _eval_is_finite(self) -> bool | None:
        return self._known("finite")

    def _eval_is_integer(self) -> bool | None:
        return self._known("integer")

    def _eval_is_extended_positive(self) -> bool | None:
        return self._known("positive")

    def _eval_is_extended_nonnegative(self) -> bool | None:
        return self._known("nonnegative")

    def _known(self, word: str) -> bool | None:
        return True if getattr(self.args[0], f"is_{word}") else None


class NoBitError(UndecidedError, ValueError):
    """An exclusive or of a number that is none of those it takes."""


class ExclusiveOr(Function):  # type: ignore[misc]
    """The exclusive or of bits: what occurs twice cancels, and two bits a and b make a + b - 2 a b.

    >>> a, b = Symbol("a"), Symbol("b")
    >>> ExclusiveOr(a, ExclusiveOr(b, a)), ExclusiveOr(1, 1, 1)
    (b, 1)
    """

    is_integer = True
    is_nonnegative = True

    @classmethod
    def eval(cls, *arguments: Expr) -> Expr | None:
        """The same with what cancels left out, in one order."""
        if not issubclass(cls, BitwiseExclusiveOr) and any(isinstance(part, BitwiseExclusiveOr) for part in arguments):
            return BitwiseExclusiveOr(*arguments)
        odd: set[Expr] = set()
        constant = 0
        for argument in arguments:
            for part in argument.args if isinstance(argument, ExclusiveOr) else (argument,):
                if cls._takes(part):
                    constant ^= int(part)
                elif part.is_Number:
                    raise NoBitError(f"there is no exclusive or of {part}")
                else:
                    odd ^= {part}
        canonical = [*sorted(odd, key=lambda part: part.sort_key()), *([Integer(constant)] if constant else [])]
        if len(canonical) < 2:
            return canonical[0] if canonical else Integer(0)
        return None if tuple(canonical) == arguments else cls(*canonical)

    @classmethod
    def _takes(cls, part: Expr) -> bool:
        """True for a number that is a bit."""
        return part in (0, 1)

    def polynomial(self) -> Expr:
        """The value as sums and products."""
        result: Expr = Integer(0)
        for part in self.args:
            result = result + part - 2 * result * part
        return result

    def _sympystr(self, printer: Any) -> str:
        return f"xor({', '.join(map(printer._print, self.args))})"

    def fdiff(self, argindex: int = 1) -> Expr:
        """Raises `UndecidedError`: bits are no continuum."""
        raise UndecidedError("an exclusive or has no derivative")


class BitwiseExclusiveOr(ExclusiveOr):
    """The exclusive or of whole numbers, binary digit by digit: of rows of bits, as wide as they may be.

    >>> a, b = Symbol("a"), Symbol("b")
    >>> BitwiseExclusiveOr(a, 6, b, 3, a), BitwiseExclusiveOr(6, 3)
    (xor(b, 5), 5)
    """

    @classmethod
    def _takes(cls, part: Expr) -> bool:
        """True for a whole number from zero."""
        return bool(getattr(part, "is_Integer", isinstance(part, int)) and part >= 0)

    def polynomial(self) -> Expr:
        """Raises `UndecidedError`: there is none."""
        raise UndecidedError("an exclusive or of whole numbers is no polynomial of them")


def is_bit(expression: Expr, bits: Collection[Symbol]) -> bool:
    """True for 0, 1, a symbol of a bit, a function whose values are bits, and an exclusive or of such."""
    if isinstance(expression, ExclusiveOr):
        return all(is_bit(part, bits) for part in expression.args)
    if isinstance(expression, Applied):
        return expression.function in bits
    return expression in bits or expression in (0, 1)


def applications(*expressions: Expr) -> tuple[Applied, ...]:
    """Every applied function in some expressions, those inside others first.

    Not those of the index of a sum or product, which are as many as that counts: see `has_terms_of_functions`.
    """
    found = set[Applied]()
    for expression in expressions:
        known = expression.free_symbols
        found |= {call for call in expression.atoms(Applied) if call.free_symbols <= known}
    return tuple(sorted(found, key=lambda each: (len(each.atoms(Applied)), each.sort_key())))


def has_terms_of_functions(expression: Expr) -> bool:
    """True where a sum or product counts an index that stands in the argument of a function."""
    known = expression.free_symbols
    return any(not call.free_symbols <= known for call in expression.atoms(Applied))


def outside_indices(expression: Expr) -> frozenset[Symbol]:
    """The free symbols that stand elsewhere than as an index of a function, the functions themselves left out."""
    if isinstance(expression, Applied):
        return frozenset().union(*map(outside_indices, expression.arguments[expression.subscripts :]))
    if isinstance(expression, Symbol):
        return frozenset({expression})
    return frozenset().union(*map(outside_indices, expression.args))


def from_undefined(call: AppliedUndef, function: Symbol, subscripts: int, count: int) -> Expr:
    """One of SymPy's own undefined functions, applied, as a function of the notation; raises `InputError`."""
    if not count or len(call.args) != count:
        raise InputError(f"{function} takes {count or 'no'} arguments, not {len(call.args)}")
    return Applied(function, Integer(subscripts), *call.args)
