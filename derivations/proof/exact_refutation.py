"""Refutations checked again beside the kernel: the point that refutes, put into statements as the kernel takes them.

SymPy finds the point; a `Statement` comes from what is written, and fractions decide it. What has no fraction for a
value, as the root of 2 has none, stays as the search found it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from sympy import Expr, Lambda

from derivations.errors import DerivationsError
from derivations.kernel.exact_point import ExactPoint, Function
from derivations.kernel.statement import term
from derivations.kernel.term import KernelError
from derivations.language.arithmetic import NotPlainError
from derivations.language.from_sympy import from_sympy
from derivations.language.quantity import Notation
from derivations.proof.certified import statement_of
from derivations.proof.interpolation import functions_in
from derivations.proof.obligation import Obligation
from derivations.proof.verdict import Finding, Verdict, inconclusive

EXACT = "exact evaluation"
NO_POINT = "a point was found that does not refute when it is put in exactly"


def exactly(verdict: Verdict, obligations: Iterable[Obligation]) -> Verdict:
    """A refutation by a point that refutes one of the obligations: with the method said, if fractions confirm it.

    It is none if they show of each obligation that the point does not refute it.
    """
    items = tuple(obligations)
    if verdict.finding is not Finding.REFUTED or not verdict.counterexample or not items:
        return verdict
    found = [_refutes(verdict.counterexample, item) for item in items]
    if True in found:
        return replace(verdict, checked_by=(*verdict.checked_by, EXACT))
    return verdict if None in found else inconclusive(NO_POINT)


def exact_point(counterexample: Mapping[str, Expr], notation: Notation) -> ExactPoint:
    """The point that a counterexample names, without what is irrational in it."""
    values: dict[str, Fraction] = {}
    functions: dict[str, Function] = {}
    for name, value in counterexample.items():
        function, opened, _ = name.partition("(")
        if opened and function not in functions:
            functions[function] = _table(function, counterexample)
        elif not opened and value.is_Rational:
            values[name] = Fraction(value.p, value.q)
    for symbol, body in functions_in(counterexample, notation).items():
        functions[symbol.name] = _function(body, notation)
    return ExactPoint(values, functions)


def _refutes(counterexample: Mapping[str, Expr], obligation: Obligation) -> bool | None:
    try:
        return exact_point(counterexample, obligation.notation).refutes(statement_of(obligation))
    except (KernelError, DerivationsError):  # the kernel has no term for it
        return None


def _function(body: Lambda, notation: Notation) -> Function:
    """A function that is given by a formula in its arguments."""
    letters = [letter.name for letter in body.signature]
    formula = term(from_sympy(body.expr, notation.order))

    def value(*arguments: Fraction) -> Fraction:
        return ExactPoint(dict(zip(letters, arguments, strict=True))).value(formula)

    return value


def _table(function: str, counterexample: Mapping[str, Expr]) -> Function:
    """A function that is given by values at some places, and has none elsewhere."""
    known: dict[tuple[Fraction, ...], Fraction] = {}
    for name, value in counterexample.items():
        own, opened, inside = name.removesuffix(")").partition("(")
        if opened and own == function and value.is_Rational:
            with suppress(ValueError):  # a letter
                known[tuple(map(Fraction, inside.split(", ")))] = Fraction(value.p, value.q)

    def at(*arguments: Fraction) -> Fraction:
        if arguments not in known:
            raise NotPlainError(function)
        return known[arguments]

    return at
