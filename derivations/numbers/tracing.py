"""Tracing: an expression in quantities that have values, through definitions, premises and named results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from sympy import Expr, Symbol, nan

from derivations.derivation.derivation import Derivation
from derivations.errors import UndecidedError
from derivations.language.relation import Relation
from derivations.numbers.definitions import defining_steps
from derivations.proof.budget import RULE_BUDGET, budgeted, uncounted
from derivations.proof.normal_form import cancelled


class Tracing:
    """A derivation for which the quantities named in `known` have values, whatever those are.

    `definitions` says what each quantity can be traced back to: the first equation that defines it and needs nothing
    later. What was traced once is kept, so that many scenarios with the same names cost little more than one.
    """

    def __init__(self, derivation: Derivation, known: frozenset[str]) -> None:
        self.derivation = derivation
        self.known = known
        defined = defining_steps(derivation)
        self.definitions = {derivation.notation[name].symbol: step for name, step in defined.items()}
        self._traced: dict[tuple[Expr, Symbol | None], Expr] = {}
        self._usable_for: dict[Symbol | None, Mapping[Symbol, Expr]] = {}

    def expanded(self, expression: Expr, target: Symbol | None = None) -> Expr:
        """The expression in quantities that have values, as far as definitions reach, in lowest terms.

        Not a number where a definition makes it so, as in the larger of 1 and 1/(x - x).
        A definition that leads back to `target` is left alone: ``W = S/t`` says nothing about W by ``t = S/W``.
        """
        key = expression, target
        if key not in self._traced:
            self._traced[key] = self._trace(expression, target)
        return self._traced[key]

    def behind(self, expressions: Iterable[Expr], target: Symbol | None = None) -> list[Relation]:
        """The definitions that expressions are traced back through, as they are written."""
        usable, met = self._usable(target), dict[Symbol, Relation]()
        pending = [symbol for expression in expressions for symbol in expression.free_symbols]
        while pending:
            symbol = pending.pop()
            if symbol in usable and symbol not in met:
                relation = self.definitions[symbol].relation
                assert relation is not None
                met[symbol] = relation
                pending += usable[symbol].free_symbols
        return list(met.values())

    def _trace(self, expression: Expr, target: Symbol | None) -> Expr:
        usable = self._usable(target)
        reached = _reached(expression, usable)
        rounds = len(usable if reached is None else reached) + 1
        return _replaced(expression, frozenset((usable if reached is None else reached).items()), rounds)

    def _usable(self, target: Symbol | None) -> Mapping[Symbol, Expr]:
        """Right sides of the definitions of what has no value, without those that lead back to `target`."""
        if target not in self._usable_for:
            self._usable_for[target] = {
                symbol: step.rhs
                for symbol, step in self.definitions.items()
                if symbol.name not in self.known and not (target is not None and self._leads_to(symbol, target))
            }
        return self._usable_for[target]

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


def _reached(expression: Expr, usable: Mapping[Symbol, Expr]) -> Mapping[Symbol, Expr] | None:
    """The definitions that an expression leads to; None where one of them leads back to itself."""
    found: dict[Symbol, Expr] = {}
    open_now: set[Symbol] = set()

    def ends(symbol: Symbol) -> bool:
        if symbol in open_now:
            return False
        if symbol in found or symbol not in usable:
            return True
        open_now.add(symbol)
        ended = all(map(ends, usable[symbol].free_symbols))
        open_now.remove(symbol)
        found[symbol] = usable[symbol]
        return ended

    return found if all(map(ends, expression.free_symbols)) else None


@lru_cache(maxsize=8192)
def _replaced(expression: Expr, definitions: frozenset[tuple[Symbol, Expr]], rounds: int) -> Expr:
    """The expression with definitions put in, in lowest terms; kept by content, as scenarios that value different
    quantities mostly trace an expression through the same ones.
    """
    usable = dict(definitions)
    for _ in range(rounds):
        replaceable = {symbol: rhs for symbol, rhs in usable.items() if symbol in expression.free_symbols}
        if not replaceable:
            break
        try:
            expression = expression.xreplace(replaceable)
        except ValueError:  # a max of what is never a real number
            return nan
    try:
        with uncounted(), budgeted(RULE_BUDGET):
            return cancelled(expression)
    except UndecidedError:  # also where common divisors of very many terms take too much work
        return expression
