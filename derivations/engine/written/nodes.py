"""The tree of a written expression.

SymPy reorders and flattens what it is given. This tree keeps the order and the grouping that an author chose;
text, LaTeX and the two-dimensional terminal form are all printed from it. It never decides anything: the SymPy
expression beside it is the truth.

Canonical shape, so that equal writing is equal data:
- a `Sum` holds at least two terms and no `Sum` among them unless the author put it in parentheses; a subtracted
  term is a `Negative`;
- a `Product` holds at least two factors; ``a*b*c`` is one product of three, ``a*(b*c)`` holds a product;
- ``a*b/c`` is ``Quotient(Product(a, b), c)``, as it is read from the left.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Number:
    """A non-negative exact number, with a unit text if it is a literal such as ``2[FLOP/parameter/token]``."""

    value: Fraction
    unit: str = ""


@dataclass(frozen=True)
class Name:
    """A quantity, by its ASCII name."""

    name: str


@dataclass(frozen=True)
class Negative:
    """The negative of a term."""

    operand: Node


@dataclass(frozen=True)
class Sum:
    """Terms in the author's order."""

    terms: tuple[Node, ...]


@dataclass(frozen=True)
class Product:
    """Factors in the author's order."""

    factors: tuple[Node, ...]


@dataclass(frozen=True)
class Quotient:
    """One thing over another."""

    numerator: Node
    denominator: Node


@dataclass(frozen=True)
class Power:
    """A base with an exponent."""

    base: Node
    exponent: Node


@dataclass(frozen=True)
class Call:
    """A function of its arguments: ``max``, ``min``, ``sqrt``, ``exp``, ``log``, ``xor``, ``ceil``, ``factorial``.

    ``sum`` and ``product`` take a term, a `Name` that counts in it, and the first and the last number that it counts;
    the name is bound: it stands for nothing outside.
    """

    function: str
    arguments: tuple[Node, ...]


BINDERS = frozenset({"sum", "product"})  # calls whose second argument is an index, bound in the first


@dataclass(frozen=True)
class Apply:
    """A quantity that is a function, of its arguments; the first `subscripts` of them are indices."""

    function: str
    arguments: tuple[Node, ...]
    subscripts: int = 0

    @property
    def inside(self) -> tuple[Node, ...]:
        """The arguments that stand in parentheses where indices are set as subscripts."""
        return self.arguments[self.subscripts :]

    @property
    def below(self) -> tuple[Node, ...]:
        """The indices."""
        return self.arguments[: self.subscripts]


Node: TypeAlias = Number | Name | Negative | Sum | Product | Quotient | Power | Call | Apply

# what each operator of a relation asks of two numbers
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
OPERATORS = tuple(COMPARE)


@dataclass(frozen=True)
class WrittenRelation:
    """A relation as it was written: left side, operator, right side."""

    left: Node
    operator: str
    right: Node


def is_series(node: Node) -> bool:
    """True for a sum or product over an index; set with its large sign, it reaches as far as a product does."""
    return isinstance(node, Call) and node.function in BINDERS


def names(node: Node) -> frozenset[str]:
    """The names of the quantities in a tree, without those that are only counted with."""
    match node:
        case Call(function, (term, index, *limits)) if function in BINDERS:
            return (names(term) - names(index)).union(*map(names, limits))
        case Name(name):
            return frozenset({name})
        case Number():
            return frozenset()
        case Negative(operand):
            return names(operand)
        case Sum(parts) | Product(parts) | Call(_, parts):
            return frozenset().union(*map(names, parts))
        case Apply(function, parts):
            return frozenset({function}).union(*map(names, parts))
        case Quotient(a, b) | Power(a, b):
            return names(a) | names(b)
