"""A formula whose bare numbers stand for something: the same formula with the units that its dimensions ask for.

``B = 300*s`` says that a batch is a pure number. It is likely to mean 300 sequences, and ``(N + B*L*kappa)/W`` one byte
for each parameter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from derivations.errors import InputError
from derivations.language.dimension import Dimension
from derivations.language.dimensional_analysis import check_relation, dimension_of
from derivations.language.printing.text import number_text
from derivations.language.quantity import Notation
from derivations.language.tree import (
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    WrittenRelation,
    fold,
)
from derivations.numbers.format import unit_in_words


@dataclass(frozen=True)
class UnitReading:
    """A formula with units given to bare numbers, and what these are: ``300 sequence``."""

    written: WrittenRelation
    read: tuple[str, ...]


class _NoReadingError(Exception):
    """Units on numbers do not mend this formula."""


def with_units(written: WrittenRelation, notation: Notation) -> UnitReading | None:
    """The formula with units on its numbers so that both sides measure the same; None if that does not mend it.

    One side is left as it is, the left one unless the only number stands there. A term that has no number of its own
    is read as one of something, ``N`` as ``1[byte/parameter]*N``, but not more than one such term.

    >>> from derivations.language.grammar import parse_relation
    >>> notation = Notation.of("B [sequence] batch\\ns [] sparsity")
    >>> with_units(parse_relation("B = 300*s"), notation).read
    ('300 sequences',)
    """
    numbers_left = _has_bare(written.left) and not _has_bare(written.right)
    for kept_left in (False, True) if numbers_left else (True, False):
        kept, other = (written.left, written.right) if kept_left else (written.right, written.left)
        reader = _Reader(notation)
        if fold(kept) == 0:
            continue
        try:
            found = reader.fit(other, dimension_of(kept, notation))
            whole = WrittenRelation(kept, written.operator, found) if kept_left else WrittenRelation(
                found, written.operator, kept
            )
            check_relation(whole, notation)
        except (_NoReadingError, InputError):
            continue
        return UnitReading(whole, tuple(reader.read))
    return None


@dataclass
class _Reader:
    """Fits expressions to what they should measure, and notes the units that this takes."""

    notation: Notation
    read: list[str] = field(default_factory=list)
    implied: int = 0

    def fit(self, node: Node, wanted: Dimension) -> Node:
        """The expression with units on numbers so that it measures what is wanted."""
        own = self._dimension(node)
        if own == wanted or fold(node) == 0:
            return node
        match node:
            case Negative(operand):
                return Negative(self.fit(operand, wanted))
            case Sum(terms):
                return Sum(tuple(self.fit(term, wanted) for term in terms))
            case Call("max" | "min" as function, arguments):
                return Call(function, tuple(self.fit(argument, wanted) for argument in arguments))
            case Call("sqrt", (argument,)):
                return Call("sqrt", (self.fit(argument, wanted**2),))
            case Quotient(numerator, denominator):
                return self._quotient(numerator, denominator, wanted)
            case Product(factors):
                return self._product(factors, wanted)
            case Number(value, "") if value:
                return self._number(value, wanted)
            case Name() | Power() if own is not None:
                return Product((self._implied(wanted / own), node))
        raise _NoReadingError

    def _product(self, factors: tuple[Node, ...], wanted: Dimension) -> Node:
        """One factor takes up what is lacking: the one that does not fit in itself, or a bare number, or a new one."""
        dimensions = [self._dimension(factor) for factor in factors]
        broken = [place for place, dimension in enumerate(dimensions) if dimension is None]
        if len(broken) > 1:
            raise _NoReadingError
        numbers = [place for place, factor in enumerate(factors) if _is_bare(factor)]
        place = next(iter([*broken, *numbers]), -1)
        for other, dimension in enumerate(dimensions):
            if other != place and dimension is not None:
                wanted = wanted / dimension
        if place < 0:
            return Product((self._implied(wanted), *factors))
        return Product((*factors[:place], self.fit(factors[place], wanted), *factors[place + 1 :]))

    def _quotient(self, numerator: Node, denominator: Node, wanted: Dimension) -> Node:
        over, under = self._dimension(numerator), self._dimension(denominator)
        numbered = _has_bare(numerator) and fold(numerator) != 1
        if under is not None and (over is None or not _has_bare(denominator) or numbered):
            return Quotient(self.fit(numerator, wanted * under), denominator)
        if over is None:
            raise _NoReadingError
        return Quotient(numerator, self.fit(denominator, over / wanted))

    def _implied(self, dimension: Dimension) -> Number:
        """One of something, where nothing is written; more than one of these would be guessing."""
        self.implied += 1
        if self.implied > 1:
            raise _NoReadingError
        return self._number(Fraction(1), dimension)

    def _number(self, value: Fraction, dimension: Dimension) -> Number:
        if any(power.denominator != 1 for power in dimension.exponents):
            raise _NoReadingError
        unit = str(dimension)
        words = unit_in_words(unit, one=value == 1).removeprefix("1 ")  # 2 per token
        self.read.append(f"{number_text(value)} {words}")
        return Number(value, unit)

    def _dimension(self, node: Node) -> Dimension | None:
        """The dimension of an expression; None where its parts do not fit together."""
        try:
            return dimension_of(node, self.notation)
        except InputError:
            return None


def _is_bare(node: Node) -> bool:
    """True for a number without a unit, or a quotient of two: 300, or 1/300."""
    if isinstance(node, Quotient):
        return _is_bare(node.numerator) and _is_bare(node.denominator)
    return isinstance(node, Number) and not node.unit and bool(node.value)


def _has_bare(node: Node) -> bool:
    return _is_bare(node) or (isinstance(node, Product) and any(map(_is_bare, node.factors)))
