"""Statements of the kernel in the language of Rocq: terms, propositions, and the lemma that a statement is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from derivations.kernel.statement import Statement
from derivations.kernel.term import BINDERS, MINUS_ONE, Proposition, Term, number, parts

# words of the language, and names of what files use, which a quantity would hide
_WORDS = (
    "as at cofix else end exists exists2 fix for forall fun if in let match mod return then using where with Prop Set "
    "Type SProp R S O I D Z Q N H T nat exp ln Rmax Rmin Rabs conj eq_refl eq_sym left right not pow pi PI"
)
_FUNCTIONS = {
    "max": "Rmax", "min": "Rmin", "exp": "exp", "log": "ln", "ceil": "ceiling", "fact": "factorial", "abs": "Rabs",
    "pow": "power", "xor": "bits_xor", "sum": "sum_over", "prod": "product_over",
}
_LIBRARY = ("computed.v", "prelude.v", "calculus.v", "theorem.v")
_RELATIONS = {"=": "=", "!=": "<>", ">": "<", ">=": "<="}  # what is greater stands on the right


def library() -> str:
    """What every file begins with: powers, sums, signs; slopes and limits; counting up, and where things go."""
    folder = resources.files("derivations") / "rocq"
    return "".join((folder / name).read_text(encoding="utf-8") for name in _LIBRARY)


@lru_cache(maxsize=1)
def _taken() -> frozenset[str]:
    return frozenset(_WORDS.split()) | frozenset(re.findall(r"^(?:Lemma|Definition) (\w+)", library(), re.MULTILINE))


# of each domain what its values are, as the kernel has it
LIMITS: Mapping[str, tuple[tuple[str, int], ...]] = {
    "positive": ((">", 0),), "nonnegative": ((">=", 0),), "fraction": ((">", 0), ("<=", 1)),
    "integer": ((">=", 1), ("whole", 0)), "whole": ((">=", 0), ("whole", 0)),
    "bit": ((">=", 0), ("<=", 1), ("whole", 0)), "real": (),
}
_ORDER = {">": "<", ">=": "<="}


class UnprintedError(Exception):
    """Lack of a proof for Rocq of what the kernel proves; says why."""


class UnsignedError(UnprintedError):
    """Lack of a proof of a sign: the fact that would have to be given."""

    def __init__(self, words: str, fact: Proposition) -> None:
        super().__init__(words)
        self.fact = fact


class Written:
    """The writing of terms in the quantities of one statement."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: dict[str, str] = {}
        self._quotients = True
        for name in names:
            self._name(name)

    def _name(self, name: str) -> str:
        """The identifier of a quantity, another one for each."""
        if name not in self._names:
            found = re.sub(r"\W", "_", name, flags=re.ASCII)
            if not re.match(r"[A-Za-z]", found):
                found = f"q{found}"
            while found in _taken() or re.fullmatch(r"[DHLTENAC]\d+", found) or found in self._names.values():
                found += "_"
            self._names[name] = found
        return self._names[name]

    @property
    def without_quotients(self) -> Written:
        """The same with a * / b for a / b: there a part may be replaced by a product."""
        found = Written(())
        found._names, found._quotients = self._names, False
        return found

    def with_letters(self, letters: Mapping[str, str]) -> Written:
        """The same with texts for some quantities: their names elsewhere, or values of functions in parentheses."""
        found = Written(())
        found._names, found._quotients = {**self._names, **letters}, self._quotients
        return found

    def __getitem__(self, name: str) -> str:
        return self._name(name)

    def proposition(self, proposition: Proposition) -> str:
        """A proposition: what is greater stands on the right."""
        operator, left, right = proposition
        if operator in (">", ">="):
            left, right = right, left
        return f"{self.term(left, 1)} {_RELATIONS[operator]} {self.term(right, 1)}"

    def term(self, term: Term, level: int = 0) -> str:
        """A term, in parentheses unless it binds as tightly as 1 sums, 2 products, 4 powers, 5 calls, 6 names."""
        text, own = self._term(term)
        return f"({text})" if own < level else text

    def _term(self, term: Term) -> tuple[str, int]:
        head, rest = term[0], term[1:]
        if head == "n":
            return self._number(*rest)
        if head == "s":
            return self._name(rest[0]), 6
        if head == "+":
            return " + ".join([self.term(rest[0], 1), *(self.term(part, 2) for part in rest[1:])]), 1
        if head == "*":
            return self._product(rest)
        if head == "^":
            return self._power(*rest)
        if head in BINDERS:
            index, first, last, body = rest
            inside = f"(fun {self._name(index)} : R => {self.term(body)})"
            return f"{_FUNCTIONS[head]} {inside} {self.term(first, 6)} {self.term(last, 6)}", 5
        if head == "app":
            return " ".join([self._name(rest[0]), *(self.term(part, 6) for part in rest[1:])]), 5
        if head in ("max", "min") and len(rest) != 2:
            return self._term(rest[0]) if len(rest) == 1 else self._term((head, rest[0], (head, *rest[1:])))
        return " ".join([_FUNCTIONS[head], *(self.term(part, 6) for part in rest)]), 5

    def _number(self, numerator: int, denominator: int) -> tuple[str, int]:
        if denominator != 1:
            return f"{self._number(numerator, 1)[0]} / {denominator}", 2
        return (str(numerator), 6) if numerator >= 0 else (f"(-{-numerator})", 6)

    def _product(self, factors: tuple[Term, ...]) -> tuple[str, int]:
        if len(factors) > 1 and factors[0] == MINUS_ONE:
            inside = factors[1] if len(factors) == 2 else ("*", *factors[1:])
            return f"- {self.term(inside, 3)}", 2
        first, *others = factors
        if not others:
            return self._term(first)
        text = self.term(first, 3 if first[0] in ("*", "n") and self._term(first)[1] == 2 else 2)
        for factor in others:
            if factor[0] == "^" and factor[2] == -1 and self._quotients:
                text += f" / {self.term(factor[1], 3)}"
            else:
                text += f" * {self.term(factor, 3)}"
        return text, 2

    def _power(self, base: Term, times: int) -> tuple[str, int]:
        if times == -1:
            return f"/ {self.term(base, 5)}", 2
        if times < 0:
            return f"/ {self.term(base, 5)} ^ {-times}", 2
        return f"{self.term(base, 5)} ^ {times}", 4


def arities(statement: Statement) -> dict[str, int]:
    """The functions of a statement, with how many arguments each takes; a quantity is one of none."""
    found = dict.fromkeys(statement.domains, 0)
    pending = [side for fact in propositions(statement) for side in fact[1:]]
    while pending:
        part = pending.pop()
        if part[0] == "app":
            found[part[1]] = len(part) - 2
        pending.extend(parts(part))
    return found


def propositions(statement: Statement) -> list[Proposition]:
    """Everything that a statement says, each once."""
    said = [*statement.given, *(each for extra, goal in statement.goals for each in (*ordered(extra), goal))]
    return list(dict.fromkeys(said))


def ordered(facts: Iterable[Proposition]) -> list[Proposition]:
    """Propositions of a set in an order that is always the same."""
    return sorted(facts, key=repr)


def limits(statement: Statement, written: Written) -> dict[Any, tuple[str, str]]:
    """Hypotheses from the domain of each name: the name of a hypothesis, and its text.

    By the fact or, of a function and of what is a whole number, by the name with an operator.
    """
    found: dict[Any, tuple[str, str]] = {}
    of = arities(statement)
    for turn, (name, domain) in enumerate(statement.domains.items(), 1):
        arguments = [f"x{place}" for place in range(1, of[name] + 1)]
        value = " ".join([written[name], *arguments])
        binder = f"forall {' '.join(arguments)} : R, " if arguments else ""
        for place, (operator, limit) in enumerate(LIMITS[domain]):
            if operator == "whole":
                text = f"whole ({value})" if arguments else f"whole {value}"
                found[name, "whole"] = (f"D{turn}w", binder + text)
                continue
            text = f"{value} <= {limit}" if operator == "<=" else f"{limit} {_ORDER[operator]} {value}"
            fact: Any = (name, operator)
            if not arguments:
                s: Term = ("s", name)
                fact = (">=", number(limit), s) if operator == "<=" else (operator, s, number(limit))
            found[fact] = (f"D{turn}{'ab'[place]}", binder + text)
        if name in statement.at_most:
            fact = (">=", ("s", statement.at_most[name]), ("s", name))
            found[fact] = (f"D{turn}m", written.proposition(fact))
    return found
