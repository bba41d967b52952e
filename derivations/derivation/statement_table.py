"""Statements of the kernel as plain data, with a table of terms and one of what is said of them, each once.

A statement tells the domains that are others in it than in the table: of a count that is any number elsewhere, say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from derivations.errors import InputError
from derivations.kernel.statement import Goal, Statement, closed
from derivations.kernel.term import KernelError, Proposition, Term
from derivations.language.quantity import Notation
from derivations.proof.certificate_record import TermTable

_MOST_PARTS = 20_000  # of a term


@dataclass
class StatementTable:
    """Terms and propositions by their place, and the domains of most statements."""

    domains: dict[str, str]
    at_most: dict[str, str]
    facts: Sequence[Proposition] = ()  # what is said, of a table that is read
    _terms: TermTable = field(default_factory=TermTable)
    _said: dict[Proposition, int] = field(default_factory=dict)

    @classmethod
    def of(cls, statements: Iterable[Statement]) -> Self:
        """The table for some statements; it has their terms once they are written."""
        domains: dict[str, str] = {}
        at_most: dict[str, str] = {}
        for each in statements:
            domains = {**each.domains, **domains}
            at_most |= each.at_most
        return cls(dict(sorted(domains.items())), dict(sorted(at_most.items())))

    @classmethod
    def read_from(cls, data: Mapping[str, Any]) -> Self:
        """The table in plain data; raises `InputError` for data that is none."""
        try:
            terms = _terms(data["terms"])
            said = [(str(operator), terms[left], terms[right]) for operator, left, right in data["said"]]
            return cls(_texts(data["domains"]), _texts(data["at_most"]), facts=said)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            raise InputError("the derivation has no table of terms") from None

    @property
    def data(self) -> dict[str, Any]:
        """The table as plain data, with what was written so far."""
        said = [[operator, self._terms.place(left), self._terms.place(right)] for operator, left, right in self._said]
        return {"domains": self.domains, "at_most": self.at_most, "terms": self._terms.terms, "said": said}

    def write(self, item: Statement) -> list[Any]:
        """A statement as data: places of what is given and of the goals, and domains of its own."""
        goals = [[sorted(map(self._fact, sorted(extra, key=repr))), self._fact(goal)] for extra, goal in item.goals]
        own = {name: domain for name, domain in item.domains.items() if domain != self.domains[name]}
        return [list(map(self._fact, item.given)), goals, own]

    def read(self, data: Any, _: Notation, where: str) -> Statement:
        """The statement in data; raises `InputError` for data that is none."""
        try:
            given, goals, own = data
            shown: tuple[Goal, ...] = tuple(
                (frozenset(self.facts[place] for place in extra), self.facts[goal]) for extra, goal in goals)
            return closed([self.facts[place] for place in given], shown, {**self.domains, **_texts(own)}, self.at_most)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError, KernelError):
            raise InputError(f"{where}: no statement") from None

    def _fact(self, fact: Proposition) -> int:
        return self._said.setdefault(fact, len(self._said))


def _texts(data: Mapping[str, str]) -> dict[str, str]:
    """Texts by name. Raises `TypeError` or its like for anything else."""
    if not all(isinstance(text, str) for text in data.values()):
        raise TypeError("texts are wanted")
    return dict(data)


def _terms(table: Iterable[Sequence[Any]]) -> list[Term]:
    """The terms of a table, each made of earlier ones. Raises `ValueError` for one that is too large."""
    terms: list[Term] = []
    sizes: list[int] = []
    for head, *rest in table:
        plain = [head == "n" or isinstance(part, str) or (head == "^" and turn) for turn, part in enumerate(rest)]
        places = [part for part, as_it_is in zip(rest, plain, strict=True) if not as_it_is]
        sizes.append(1 + sum(sizes[place] for place in places))
        if sizes[-1] > _MOST_PARTS or any(place < 0 for place in places):
            raise ValueError("a term that is too large, or of no place")
        terms.append((head, *(part if as_it_is else terms[part] for part, as_it_is in zip(rest, plain, strict=True))))
    return terms
