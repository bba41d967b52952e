"""Recursive descent over the tokens of a formula: what our grammar and LaTeX have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from derivations.errors import GrammarError
from derivations.language.limits import MAX_NESTING, check_size
from derivations.language.tree import OPERATORS, Negative, Node, Sum, WrittenRelation, fold

_SIGNS = "of = >= <= > <"


class AnyToken(Protocol):
    """A piece of a text; `kind` is the sign that it stands for, ``end`` behind the last, or what it is."""

    @property
    def kind(self) -> str: ...

    @property
    def text(self) -> str: ...


SomeToken = TypeVar("SomeToken", bound=AnyToken)


class Descent(ABC, Generic[SomeToken]):
    """One pass over tokens, the last of which is of kind ``end``; raises `GrammarError`, which carries the column."""

    closed_by: ClassVar[Mapping[str, str]] = {"(": ")"}

    def __init__(self, tokens: Sequence[SomeToken]) -> None:
        self.tokens = tokens
        self.at = 0
        self._depth = 0
        self._divisions: list[tuple[Node, SomeToken]] = []  # denominators with where they start

    @abstractmethod
    def term(self) -> Node:
        """A term, with the minus signs before it."""

    @abstractmethod
    def factor(self) -> Node:
        """A factor, without a sign."""

    @abstractmethod
    def misplaced(self, token: SomeToken) -> GrammarError:
        """The error of a token that stands where nothing, or a sign, is expected."""

    @abstractmethod
    def error(self, message: str, token: SomeToken) -> GrammarError:
        """An error that points at a token."""

    @abstractmethod
    def shown(self, token: SomeToken) -> str:
        """A token as an error shows it."""

    def expression(self) -> Node:
        """The tree of a text that is an expression."""
        node = self.sum()
        self._expect_end(f"an expression holds none {_SIGNS}")
        self._check(node)
        return node

    def relation(self) -> WrittenRelation:
        """The tree of a text that is a relation."""
        left, operator, right = self.sum(), self._operator(), self.sum()
        self._expect_end(f"a relation holds only one {_SIGNS}")
        self._check(left, right)
        return WrittenRelation(left, operator, right)

    def sum(self) -> Node:
        """A sum, or the single term it consists of."""
        terms = [self.term()]
        while self.next.kind in ("+", "-"):
            subtract = self.take().kind == "-"
            term = self.term()
            terms.append(Negative(term) if subtract else term)
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    @property
    def next(self) -> SomeToken:
        """The token at this place."""
        return self.tokens[self.at]

    def take(self) -> SomeToken:
        """The token at this place, which is left behind unless it is the end."""
        token = self.next
        if token.kind != "end":
            self.at += 1
        return token

    def signed(self, read: Callable[[], Node]) -> Node:
        """A node with the minus signs before it."""
        signs = 0
        while self.next.kind == "-":
            self.take()
            signs += 1
            if signs > MAX_NESTING:
                raise self.error(f"more than {MAX_NESTING} minus signs in a row", self.next)
        node = read()
        for _ in range(signs):
            node = Negative(node)
        return node

    def divisor(self, node: Node, start: SomeToken) -> Node:
        """A denominator, which must not turn out to be zero."""
        self._divisions.append((node, start))
        return node

    def inside(self, opening: SomeToken) -> Node:
        """The sum behind an opening parenthesis or brace."""
        return self.nested(self.sum, opening)

    def nested(self, read: Callable[[], Node], opening: SomeToken) -> Node:
        """A node read one level down; raises `GrammarError` where that is too deep."""
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise self.error(f"the formula is nested more than {MAX_NESTING} deep", opening)
        node = read()
        self._depth -= 1
        return node

    def arguments(self, opening: SomeToken) -> list[Node]:
        """The sums behind an opening parenthesis or brace, with commas between them, up to its counterpart."""
        found = [self.inside(opening)]
        while self.next.kind == ",":
            self.take()
            found.append(self.inside(opening))
        self.close(opening)
        return found

    def close(self, opening: SomeToken) -> None:
        """Take the counterpart of an opening parenthesis or brace; raises `GrammarError` if it is not here."""
        token = self.next
        if token.kind == self.closed_by[opening.kind]:
            self.take()
        elif token.kind == "end":
            raise self.error("a parenthesis is never closed", opening)
        elif token.kind in OPERATORS:
            raise self.error(f"{self.shown(token)} cannot stand inside parentheses", token)
        else:
            raise self.misplaced(token)

    def _operator(self) -> str:
        token = self.next
        if token.kind == "end":
            raise self.error(f"a relation needs one {_SIGNS}", token)
        if token.kind not in OPERATORS:
            raise self.misplaced(token)
        return self.take().kind

    def _expect_end(self, otherwise: str) -> None:
        """Raise `GrammarError` unless everything has been read; `otherwise` is said of another operator."""
        token = self.next
        if token.kind in OPERATORS:
            raise self.error(otherwise, token)
        if token.kind != "end":
            raise self.misplaced(token)

    def _check(self, *nodes: Node) -> None:
        """Raise for what is too large, and then for a denominator that is zero, which recursion looks for."""
        for node in nodes:
            check_size(node)
        for denominator, token in self._divisions:
            if fold(denominator) == 0:
                raise self.error("division by zero", token)
