"""The one walk over a formula that every medium prints with: where brackets and signs stand is said here alone.

A node has a precedence, a place in a formula asks for one, and what binds less than its place asks for is put in
brackets. A medium is a subclass: it says what signs and brackets look like, and where a rule of its own holds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, Generic, Self, TypeAlias, TypeVar

from derivations.language.numerals import is_decimal
from derivations.language.tree import (
    BINDERS,
    Apply,
    Call,
    FormulaTree,
    Limit,
    Name,
    Negative,
    Node,
    Number,
    PartialDerivative,
    Power,
    Product,
    Quotient,
    Sum,
    WrittenRelation,
    is_series,
)

Piece = TypeVar("Piece")  # what a medium makes of a node: text, or a box of lines


class Precedence(IntEnum):
    """Binding strength of what a node is set as, the loosest first."""

    EXCLUSIVE_OR = 0
    SUM = 1
    NEGATIVE = 2
    SERIES = 3  # with its large sign it reaches as far as a product does
    PRODUCT = 4
    QUOTIENT = 5
    MEASURED = 6  # a number with a unit or with a power of ten
    CALL = 7
    POWER = 8
    ATOM = 9


Operand: TypeAlias = tuple[str, Node, Precedence]  # the sign before a node, the node, the precedence that is asked for

_PRECEDENCES: dict[type[Node], Precedence] = {
    Sum: Precedence.SUM, Negative: Precedence.NEGATIVE, Product: Precedence.PRODUCT, Quotient: Precedence.QUOTIENT,
    Power: Precedence.POWER, Call: Precedence.CALL, Apply: Precedence.CALL,
}


def as_fractions(node: Node) -> Node:
    """A number without a finite decimal form as a quotient of two; any other node as it is."""
    if isinstance(node, Number) and not is_decimal(node.value):
        over = Number(Fraction(node.value.numerator), node.unit)
        return Quotient(over, Number(Fraction(node.value.denominator)))
    return node


class Printer(ABC, Generic[Piece]):
    """A medium in which products, quotients and calls stand on one line; `values` stand for names.

    Its signs have the space around them that the medium gives them.
    """

    minus: ClassVar[str] = "-"  # before a single term
    plus: ClassVar[str] = " + "
    less: ClassVar[str] = " - "
    times: ClassVar[str] = "*"
    slash: ClassVar[str] = "/"
    comma: ClassVar[str] = ", "
    infinity: ClassVar[str] = "∞"
    signs: ClassVar[Mapping[str, str]] = {}  # of relations, where they are not those of the grammar
    least_factor: ClassVar[Precedence] = Precedence.MEASURED

    def __init__(self, values: Mapping[str, Piece] | None = None) -> None:
        self.values = values or {}

    @abstractmethod
    def row(self, *parts: Piece | str) -> Piece:
        """Pieces side by side."""

    @abstractmethod
    def enclosed(self, piece: Piece) -> Piece:
        """A piece in brackets."""

    @abstractmethod
    def number(self, value: Fraction, unit: str) -> Piece:
        """A non-negative decimal number, with its unit if it has one."""

    @abstractmethod
    def letter(self, name: str) -> Piece:
        """The letter of a quantity."""

    @abstractmethod
    def power(self, base: Node, exponent: Node) -> Piece:
        """A base with its exponent."""

    @abstractmethod
    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> Piece:
        """A sum or product over an index."""

    def statement(self, statement: FormulaTree) -> Piece:
        """An expression, a relation, what goes to a limit, or a partial derivative."""
        match statement:
            case WrittenRelation(left, operator, right):
                return self.row(self.side(left), self.sign(operator), self.side(right))
            case Limit(left, to):
                return self.row(self.side(left), self.sign("→"), self.side(to) if to else self.infinity)
            case PartialDerivative(of, by, held):
                return self.partial(of, by, held)
        return self.side(statement)

    def partial(self, of: str, by: str, held: tuple[str, ...]) -> Piece:
        """A derivative with what is held as its index."""
        below = self.listed(tuple(map(Name, held)))
        slope = self.row("(∂", self.letter(of), self.slash, "∂", self.letter(by), ")_")
        return self.row(slope, below if len(held) == 1 else self.enclosed(below))

    def sign(self, operator: str) -> str:
        """The sign of a relation, between its sides."""
        return f" {self.signs.get(operator, operator)} "

    def side(self, node: Node) -> Piece:
        """A whole expression."""
        return self.write(node)

    def write(self, node: Node) -> Piece:
        """A node where nothing around it can be mistaken for a part of it."""
        match self.plain(node):
            case Number(value, unit):
                return self.number(value, unit)
            case Name(name):
                return self.name(name)
            case Negative(operand):
                return self.row(self.minus, self.closed(operand, Precedence.SERIES))
            case Sum(terms):
                return self.joined(self.summands(terms))
            case Product(factors):
                return self.joined(self.factors(factors))
            case Quotient(over, under):
                return self.quotient(over, under)
            case Power(base, exponent):
                return self.power(base, exponent)
            case Apply() as applied:
                return self.applied(applied)
            case Call(function, (term, Name(index), first, last)) if function in BINDERS:
                return self.series(function, term, index, first, last)
            case Call(function, arguments):
                return self.call(function, arguments)
        raise AssertionError(node)

    def plain(self, node: Node) -> Node:
        """The node that is set for another: a quotient for a number that has no end as a decimal."""
        return as_fractions(node)

    def closed(self, node: Node, least: Precedence) -> Piece:
        """A node in a place that asks for a precedence: in brackets if it binds less."""
        piece = self.write(node)
        return piece if self.precedence(node) >= least else self.enclosed(piece)

    def precedence(self, node: Node) -> Precedence:
        """The precedence of a node as this medium sets it."""
        match self.plain(node):
            case Name(name) if name in self.values and self.is_negative(self.values[name]):
                return Precedence.NEGATIVE
            case Name() | Number() as simple:
                return Precedence.MEASURED if self.is_compound(simple) else Precedence.ATOM
            case other:
                return _PRECEDENCES[type(other)]

    def is_negative(self, value: Piece) -> bool:
        """True for a value that begins with a minus."""
        return str(value).startswith(("-", "−"))

    def is_compound(self, node: Name | Number) -> bool:
        """True for a name or a number that is set in several parts: a power of ten, a unit."""
        return False

    def name(self, name: str) -> Piece:
        """The value of a quantity if it has one, or its letter."""
        return self.values[name] if name in self.values else self.letter(name)

    def joined(self, operands: Iterable[Operand]) -> Piece:
        """Operands side by side, each behind its sign."""
        return self.row(*(part for sign, node, least in operands for part in (sign, self.closed(node, least))))

    def summands(self, terms: tuple[Node, ...]) -> Iterator[Operand]:
        """The terms of a sum as operands."""
        yield "", terms[0], Precedence.NEGATIVE
        for term in terms[1:]:
            sign, operand = (self.less, term.operand) if isinstance(term, Negative) else (self.plus, term)
            yield sign, operand, Precedence.SERIES

    def factors(self, factors: tuple[Node, ...]) -> Iterator[Operand]:
        """Factors as operands."""
        yield "", factors[0], self.least_factor
        for before, after in pairwise(factors):
            yield self.between(before, after), after, self.least_factor

    def between(self, before: Node, after: Node) -> str:
        """The sign between two factors."""
        return self.times

    def quotient(self, over: Node, under: Node) -> Piece:
        """One thing over another."""
        return self.row(self.closed(over, Precedence.PRODUCT), self.slash, self.closed(under, Precedence.CALL))

    def listed(self, arguments: tuple[Node, ...]) -> Piece:
        """Arguments with commas between them."""
        first, *others = map(self.write, arguments)
        return self.row(first, *(part for other in others for part in (self.comma, other)))

    def applied(self, node: Apply) -> Piece:
        """A quantity that is a function, with its arguments."""
        return self.row(self.letter(node.function), self.enclosed(self.listed(node.arguments)))

    def call(self, function: str, arguments: tuple[Node, ...]) -> Piece:
        """A function of its arguments."""
        return self.row(function, self.enclosed(self.listed(arguments)))

    def without(self, index: str) -> Self:
        """The same printer where an index is counted with, which has no value of its own."""
        inside = copy(self)
        inside.values = {name: value for name, value in self.values.items() if name != index}
        return inside


class Typesetter(Printer[Piece]):
    """A medium with the signs of mathematics: fraction bars, roots, raised exponents, large signs of sums."""

    beside: ClassVar[str]  # between factors that need not stand apart
    either: ClassVar[str] = " ⊕ "
    after_factorial: ClassVar[str] = "!"
    least_factor = Precedence.QUOTIENT  # its bar keeps it together

    @abstractmethod
    def root(self, piece: Piece) -> Piece:
        """A piece under a square root."""

    @abstractmethod
    def rounded_up(self, piece: Piece) -> Piece:
        """The ceiling of a piece."""

    def precedence(self, node: Node) -> Precedence:
        """The precedence of a node; calls that are set with signs bind as the signs do."""
        if isinstance(node, Call) and node.function == "xor":
            return Precedence.EXCLUSIVE_OR
        return Precedence.SERIES if is_series(node) else super().precedence(node)

    def factors(self, factors: tuple[Node, ...]) -> Iterator[Operand]:
        """Factors as operands; a sum over an index is bare only as the last: another would seem part of its term."""
        *others, (sign, last, least) = super().factors(factors)
        yield from others
        yield sign, last, Precedence.SERIES if is_series(last) else least

    def between(self, before: Node, after: Node) -> str:
        """The sign between two factors: only where they would run into each other with a thin space between them."""
        first = after.base if isinstance(after, Power) else after
        apart = isinstance(first, Number) or (isinstance(before, Number) and bool(before.unit))
        return self.times if self.values or apart else self.beside

    def exponent(self, node: Node) -> Piece:
        """An exponent, where a quotient of simple things is written with a slash."""
        match self.plain(node):
            case Negative(operand) if isinstance(self.plain(operand), Quotient):
                return self.row(self.minus, self.exponent(operand))
            case Quotient(over, under) if self.is_flat(over, under):
                above = self.closed(over, Precedence.NEGATIVE)
                return self.row(above, self.slash, self.closed(under, Precedence.POWER))
            case other:
                return self.write(other)

    def is_flat(self, over: Node, under: Node) -> bool:
        """True for a quotient that is written with a slash in an exponent."""
        return not isinstance(over, Quotient | Negative) and not isinstance(under, Quotient | Negative)

    def call(self, function: str, arguments: tuple[Node, ...]) -> Piece:
        """A function of its arguments, with its sign where it has one."""
        match function, arguments:
            case "sqrt", (argument,):
                return self.root(self.write(argument))
            case "ceil", (argument,):
                return self.rounded_up(self.write(argument))
            case "factorial", (argument,):
                return self.row(self.closed(argument, Precedence.ATOM), self.after_factorial)
            case "xor", _:
                return self.joined(self.alternatives(arguments))
        return self.named_call(function, arguments)

    def alternatives(self, arguments: tuple[Node, ...]) -> Iterator[Operand]:
        """The arguments of an exclusive or as operands."""
        for place, argument in enumerate(arguments):
            yield self.either if place else "", argument, Precedence.SUM

    def named_call(self, function: str, arguments: tuple[Node, ...]) -> Piece:
        """A function that is set as a word."""
        return super().call(function, arguments)


class Slashed(Typesetter[str]):
    """A medium within a line of text, before the one that stacks: nothing is."""

    dot: ClassVar[str]  # beside a quotient, in place of what need not stand apart
    least_factor = Precedence.MEASURED
    quotient = Printer.quotient
    factors = Printer.factors  # a slash behind a product would divide the term of a sum that ends it

    def between(self, before: Node, after: Node) -> str:
        """The sign between two factors; a dot beside a quotient."""
        sign = super().between(before, after)
        fraction = any(isinstance(self.plain(each), Quotient) for each in (before, after))
        return self.dot if fraction and sign == self.beside else sign

    def exponent(self, node: Node) -> str:
        """An exponent, as it stands on its own."""
        return self.write(node)
