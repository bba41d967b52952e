"""Certificates: the calls of rules that prove a statement, as plain data, and their replay.

    {"terms": [term...], "calls": [[rule, argument...]...], "goals": [place of a call...]}
    term      ["n", p, q] | ["s", name] | [head, part...], a part being the place of an earlier term, or a plain value
    argument  {"t": place of an earlier call} | {"e": place of a term} | {"p": [op, place, place]} | {"q": [p, q]}
              | [argument...] | a whole number | a text

The reader is not trusted: all it can do is call rules, and what they give is held against the statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from derivations.kernel.statement import Statement
from derivations.kernel.term import BINDERS, LONGEST, KernelError, Term
from derivations.kernel.theorem import Kernel, Theorem

RULES = (
    "absurd", "assume", "bound", "cases", "combine", "domain", "extremum", "least_whole", "nonzero", "power_below",
    "power_positive", "power_tangent", "product", "rewrite", "root", "stricter", "weaker",
)
_MOST_TERMS = 20_000
_MOST_CALLS = 4_000

Certificate = Mapping[str, Any]


def upholds(certificate: Certificate, statement: Statement, kernel: Kernel | None = None) -> bool:
    """True if a certificate proves a statement: its goal, and that it has a value; `kernel` as in `replayed`."""
    try:
        return bool(replayed(certificate, statement, kernel))
    except (KernelError, RecursionError, ArithmeticError):
        return False


def replayed(certificate: Certificate, statement: Statement, kernel: Kernel | None = None) -> tuple[Theorem, ...]:
    """The theorems that a certificate proves, one for each goal of the statement.

    `kernel` is one over the same quantities that has been at work, and knows some of the forms; its work counts.
    Raises `KernelError` where a rule does not apply, or where another statement is proven.
    """
    if not isinstance(certificate, Mapping):
        raise KernelError("no certificate")
    kernel = kernel or Kernel(statement.domains, statement.at_most)
    if not kernel.is_over(statement.domains, statement.at_most):
        raise KernelError("a kernel over other quantities")
    found = _Reader(certificate, kernel).theorems()
    places = certificate.get("goals")
    if not isinstance(places, (list, tuple)) or len(places) != len(statement.goals):
        raise KernelError("not as many theorems as there are goals")
    theorems = tuple(_at(found, place) for place in places)
    for theorem, (extra, goal) in zip(theorems, statement.goals, strict=True):
        if theorem.conclusion != goal or not theorem.hypotheses <= statement.hypotheses | extra:
            raise KernelError("another theorem than was asked for")
    return theorems


class _Reader:
    """A certificate read call by call."""

    def __init__(self, certificate: Certificate, kernel: Kernel) -> None:
        self._kernel = kernel
        self._terms = _terms(certificate)
        self._calls = certificate.get("calls")
        self._theorems: list[Theorem] = []

    def theorems(self) -> list[Theorem]:
        """The theorem of each call."""
        if not isinstance(self._calls, (list, tuple)) or len(self._calls) > _MOST_CALLS:
            raise KernelError("no list of calls")
        for call in self._calls:
            if not isinstance(call, (list, tuple)) or not call or call[0] not in RULES:
                raise KernelError("no rule of that name")
            rule = getattr(self._kernel, call[0])
            try:
                self._theorems.append(rule(*map(self._argument, call[1:])))
            except (TypeError, AttributeError, ValueError, LookupError) as error:
                raise KernelError(f"{call[0]} with arguments that it does not take") from error
        return self._theorems

    def _argument(self, data: Any) -> Any:
        if isinstance(data, (list, tuple)):
            return tuple(map(self._argument, data))
        if not isinstance(data, Mapping):
            return data
        if len(data) != 1:
            raise KernelError("no argument")
        (kind, value), = data.items()
        if kind == "t":
            return _at(self._theorems, value)
        if kind == "e":
            return _at(self._terms, value)
        if kind == "p" and isinstance(value, (list, tuple)) and len(value) == 3:
            return (value[0], _at(self._terms, value[1]), _at(self._terms, value[2]))
        if kind == "q" and isinstance(value, (list, tuple)) and len(value) == 2 and all(type(v) is int for v in value):
            if not value[1] or max(abs(v).bit_length() for v in value) > LONGEST:
                raise KernelError("no number")
            return Fraction(*value)
        raise KernelError("no argument")


def _terms(certificate: Certificate) -> list[Term]:
    """The table of terms."""
    table = certificate.get("terms")
    if not isinstance(table, (list, tuple)) or len(table) > _MOST_TERMS:
        raise KernelError("no table of terms")
    terms: list[Term] = []
    for entry in table:
        if not isinstance(entry, (list, tuple)) or not entry or not isinstance(entry[0], str):
            raise KernelError("no term")
        head, *rest = entry
        plain = {"n": 2, "s": 1, "app": 1}.get(head, 1 if head in BINDERS else 0)
        terms.append((head, *(part if turn < plain or (head == "^" and turn == 1) else _at(terms, part)
                              for turn, part in enumerate(rest))))
    return terms


def _at(items: list[Any], place: Any) -> Any:
    """The item at a place; a list of another order or length is no certificate."""
    if type(place) is not int or not 0 <= place < len(items):
        raise KernelError("nothing at that place")
    return items[place]
