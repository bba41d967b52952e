"""The record of a search for a certificate: the calls that were made of a kernel, of which some are the certificate."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel.certificate import Certificate
from derivations.kernel.statement import Statement
from derivations.kernel.term import BINDERS, KernelError, Proposition, Term
from derivations.kernel.theorem import Kernel, Theorem, limits


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
        terms: dict[Term, int] = {}
        table: list[list[Any]] = []
        calls: list[list[Any]] = []
        places: dict[Theorem, int] = {}

        def term_place(term: Term) -> int:
            if term not in terms:
                head, rest = term[0], term[1:]
                if head in ("n", "s"):
                    entry = [head, *rest]
                elif head == "^":
                    entry = [head, term_place(rest[0]), rest[1]]
                elif head in BINDERS or head == "app":
                    entry = [head, rest[0], *map(term_place, rest[1:])]
                else:
                    entry = [head, *map(term_place, rest)]
                terms[term] = len(table)
                table.append(entry)
            return terms[term]

        def argument(value: Any) -> Any:
            if isinstance(value, Theorem):
                return {"t": call_place(value)}
            if isinstance(value, Fraction):
                return {"q": [value.numerator, value.denominator]}
            if isinstance(value, (list, tuple)):
                if len(value) == 3 and value[0] in ("=", "!=", ">", ">="):
                    return {"p": [value[0], term_place(value[1]), term_place(value[2])]}
                if value and isinstance(value[0], str):
                    return {"e": term_place(tuple(value))}
                return [argument(part) for part in value]
            return value

        def call_place(theorem: Theorem) -> int:
            if theorem not in places:
                rule, *arguments = self._calls[theorem]
                call = [rule, *map(argument, arguments)]
                places[theorem] = len(calls)
                calls.append(call)
            return places[theorem]

        return {"goals": [call_place(goal) for goal in goals], "terms": table, "calls": calls}
