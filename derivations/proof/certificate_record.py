"""The record of a search for a certificate: the calls that were made of a kernel, of which some are the certificate."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel.certificate import Certificate
from derivations.kernel.statement import Statement
from derivations.kernel.term import KernelError, Proposition, Term
from derivations.kernel.theorem import Kernel, Theorem, limits


class TermTable:
    """Terms as plain data, each once and made of earlier ones, which stand in it by their place."""

    def __init__(self) -> None:
        self.terms: list[list[Any]] = []
        self._places: dict[Term, int] = {}

    def place(self, term: Term) -> int:
        """The place of a term in the table."""
        if term not in self._places:
            entry = [self.place(part) if isinstance(part, tuple) else part for part in term]
            self._places[term] = len(self.terms)
            self.terms.append(entry)
        return self._places[term]


class CertificateRecord:
    """The calls that were made of a kernel, and the certificate that they are."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.kernel = Kernel(statement.domains, statement.at_most)
        self._calls: dict[Theorem, tuple[Any, ...]] = {}
        self._assumed: dict[Proposition, Theorem] = {}
        self._limits: dict[str, tuple[Theorem, ...]] = {}

    def call(self, rule: str, *arguments: Any) -> Theorem:
        """The theorem of a rule. Raises `KernelError` where it does not apply."""
        theorem: Theorem = getattr(self.kernel, rule)(*arguments)
        self._calls[theorem] = (rule, *arguments)
        return theorem

    def try_call(self, rule: str, *arguments: Any) -> Theorem | None:
        """The same, or None."""
        try:
            return self.call(rule, *arguments)
        except KernelError:
            return None

    def assumed(self, proposition: Proposition) -> Theorem:
        """The theorem that a proposition holds where it does, one for all goals."""
        if proposition not in self._assumed:
            self._assumed[proposition] = self.call("assume", proposition)
        return self._assumed[proposition]

    def limits(self, name: str) -> tuple[Theorem, ...]:
        """The limits of a quantity, one theorem each for all goals."""
        if name not in self._limits:
            own: Term = ("s", name)
            most = len(limits(own, self.statement.domains[name])) + (name in self.statement.at_most)
            self._limits[name] = tuple(self.call("domain", own, place) for place in range(most))
        return self._limits[name]

    def certificate(self, goals: Sequence[Theorem]) -> Certificate:
        """The calls on which theorems rest, as data."""
        table = TermTable()
        calls: list[list[Any]] = []
        places: dict[Theorem, int] = {}

        def argument(value: Any) -> Any:
            if isinstance(value, Theorem):
                return {"t": call_place(value)}
            if isinstance(value, Fraction):
                return {"q": [value.numerator, value.denominator]}
            if isinstance(value, (list, tuple)):
                if len(value) == 3 and value[0] in ("=", "!=", ">", ">="):
                    return {"p": [value[0], table.place(value[1]), table.place(value[2])]}
                if value and isinstance(value[0], str):
                    return {"e": table.place(tuple(value))}
                return [argument(part) for part in value]
            return value

        def call_place(theorem: Theorem) -> int:
            if theorem not in places:
                rule, *arguments = self._calls[theorem]
                call = [rule, *map(argument, arguments)]
                places[theorem] = len(calls)
                calls.append(call)
            return places[theorem]

        return {"goals": [call_place(goal) for goal in goals], "terms": table.terms, "calls": calls}
