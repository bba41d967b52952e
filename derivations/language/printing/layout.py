"""Where brackets and signs stand in a formula that is set, whatever it is set in: LaTeX or MathML.

A writer says what a bracket, a sign and a single thing look like; this says where they are needed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import pairwise

from derivations.language.printing.text import as_fractions
from derivations.language.tree import Name, Negative, Node, Number, Power, Product, Quotient, Sum, is_series


def stand_apart(before: Node, after: Node) -> bool:
    """True for two factors that would run into each other with only a thin space between them."""
    first = after.base if isinstance(after, Power) else after
    return isinstance(first, Number) or (isinstance(before, Number) and bool(before.unit))


class Layout(ABC):
    """Writes trees with one set of values that stand for names."""

    times: str  # between factors that must stand apart
    beside: str  # between others
    minus: str  # before what is negative
    slash: str  # of a quotient within a line

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values

    @abstractmethod
    def write(self, node: Node) -> str:
        """What a node looks like on its own."""

    @abstractmethod
    def enclosed(self, text: str) -> str:
        """Brackets around something."""

    @abstractmethod
    def is_negative(self, value: str) -> bool:
        """True for a value that begins with a minus."""

    @abstractmethod
    def is_compound(self, node: Name | Number) -> bool:
        """True for a name or a number that is written in several parts: a power of ten, a unit, a sign."""

    def term(self, node: Node) -> str:
        """A node behind a sign."""
        return self._closed(node, Sum, Negative)

    def factor(self, node: Node) -> str:
        """A node beside others; what a sum over an index reaches to would not be seen."""
        return self.enclosed(self.write(node)) if is_series(node) else self._closed(node, Sum, Negative, Product)

    def counted(self, node: Node) -> str:
        """The term of a sum over an index."""
        return self._closed(node, Sum, Negative)

    def called(self, node: Node) -> str:
        """What a factorial is taken of: a single letter or number as it is."""
        simple = isinstance(node, Name | Number) and not self.is_compound(node)
        return self.write(node) if simple else self.enclosed(self.write(node))

    def product(self, factors: tuple[Node, ...]) -> str:
        """Factors side by side."""
        result = self.factor(factors[0])
        for before, after in pairwise(factors):
            apart = self._values or stand_apart(before, after)
            ends = is_series(after) and after is factors[-1]
            result += (self.times if apart else self.beside) + (self.write(after) if ends else self.factor(after))
        return result

    def inline(self, node: Node) -> str:
        """A node in an exponent, where a quotient of simple things is written with a slash."""
        node = as_fractions(node)
        if isinstance(node, Negative) and not isinstance(node.operand, Sum | Negative | Name):
            return f"{self.minus}{self.inline(node.operand)}"
        if isinstance(node, Quotient) and not any(
            isinstance(part, Quotient | Negative) for part in (node.numerator, node.denominator)
        ):
            under = node.denominator
            simple = isinstance(under, Power) or (isinstance(under, Name | Number) and not self.is_compound(under))
            below = self.write(under) if simple else self.enclosed(self.write(under))
            return f"{self._closed(node.numerator, Sum, values=False)}{self.slash}{below}"
        return self.write(node)

    def _closed(self, node: Node, *kinds: type, values: bool = True) -> str:
        """A node, in brackets if it is one of these kinds, or a negative value where `values` count."""
        negative = values and isinstance(node, Name) and self.is_negative(self._values.get(node.name, ""))
        text = self.write(node)
        return self.enclosed(text) if negative or isinstance(node, kinds) else text
