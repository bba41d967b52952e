"""Tracing: an expression in quantities that have values, through definitions, premises and named results."""

from __future__ import annotations

from sympy import Expr, Symbol, nan

from derivations.errors import UndecidedError
from derivations.search.derivation import Derivation
from derivations.search.proof.normal_form import cancelled
from derivations.search.step import Step

DEFINING = ("take", "define", "isolate")


class Tracing:
    """A derivation for which the quantities named in `known` have values, whatever those are.

    `definitions` says what each quantity can be traced back to: the first equation that defines it and needs nothing
    later. What was traced once is kept, so that many scenarios with the same names cost little more than one.
    """

    def __init__(self, derivation: Derivation, known: frozenset[str]) -> None:
        self.derivation = derivation
        self.known = known
        self.definitions = _definitions(derivation)
        self._traced: dict[tuple[Expr, Symbol | None], Expr] = {}

    def expanded(self, expression: Expr, target: Symbol | None = None) -> Expr:
        """The expression in quantities that have values, as far as definitions reach, in lowest terms.

        Not a number where a definition makes it so, as in the larger of 1 and 1/(x - x).
        A definition that leads back to `target` is left alone: ``W = S/t`` says nothing about W by ``t = S/W``.
        """
        key = expression, target
        if key not in self._traced:
            self._traced[key] = self._trace(expression, target)
        return self._traced[key]

    def _trace(self, expression: Expr, target: Symbol | None) -> Expr:
        usable = {
            symbol: step.rhs
            for symbol, step in self.definitions.items()
            if symbol.name not in self.known and not (target is not None and self._leads_to(symbol, target))
        }
        for _ in range(len(usable) + 1):
            replaceable = {symbol: rhs for symbol, rhs in usable.items() if symbol in expression.free_symbols}
            if not replaceable:
                break
            try:
                expression = expression.xreplace(replaceable)
            except ValueError:  # a max of what is never a real number
                return nan
        try:
            return cancelled(expression)
        except UndecidedError:
            return expression

    def _leads_to(self, symbol: Symbol, target: Symbol) -> bool:
        """True if tracing `symbol` back meets `target`."""
        seen: set[Symbol] = set()
        pending = [symbol]
        while pending:
            current = pending.pop()
            if current == target:
                return True
            if current in seen or current.name in self.known or current not in self.definitions:
                continue
            seen.add(current)
            pending += self.definitions[current].rhs.free_symbols
        return False


def _definitions(derivation: Derivation) -> dict[Symbol, Step]:
    found: dict[Symbol, Step] = {}
    for step in derivation.trace:
        if step.rule not in DEFINING or not step.verdict.holds:
            continue
        item = step.relation
        if item is not None and item.is_equation and isinstance(item.lhs, Symbol) and item.lhs not in found:
            found[item.lhs] = step
    return found
