"""Tree to text in the grammar that `grammar` reads, and to text with values in place of names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from derivations.language.numerals import decimal, is_decimal
from derivations.language.printing.printer import Operand, Precedence, Printer
from derivations.language.tree import Apply, Call, Name, Negative, Node, Number, Quotient, WrittenRelation


def to_text(node: Node, values: Mapping[str, str] | None = None) -> str:
    """The text of a tree; without `values`, `grammar.parse_expression` reads it back to the same tree.

    With `values` (formatted values by name) the result is for reading only: each name that has a value is
    replaced by it, and ``×`` and ``/`` stand between factors.

    >>> from derivations.language.grammar import parse_expression
    >>> ratio = parse_expression("(r*s)/n")
    >>> to_text(ratio)
    'r*s/n'
    >>> to_text(ratio, {"r": "295.2 token", "s": "18.14", "n": "1 token/sequence"})
    '295.2 token × 18.14 / (1 token/sequence)'
    """
    return (GrammarPrinter() if values is None else _SpokenPrinter(values)).write(node)


def relation_text(relation: WrittenRelation) -> str:
    """The text of a relation, as `to_text` writes its sides."""
    return GrammarPrinter().statement(relation)


def number_text(value: Fraction) -> str:
    """A non-negative decimal number in the fewest clear characters.

    >>> number_text(Fraction(10**12)), number_text(Fraction(5354)), number_text(Fraction(1, 8))
    ('1e12', '5354', '0.125')
    """
    digits, power = decimal(value)
    return f"{digits}e{power}" if power else digits


class GrammarPrinter(Printer[str]):
    """Text in the grammar, with as few parentheses as keep the tree."""

    def row(self, *parts: str) -> str:
        """Texts one behind the other."""
        return "".join(parts)

    def enclosed(self, piece: str) -> str:
        """A text in parentheses."""
        return f"({piece})"

    def number(self, value: Fraction, unit: str) -> str:
        """A number, with its unit in brackets."""
        return f"{number_text(value)}[{unit}]" if unit else number_text(value)

    def letter(self, name: str) -> str:
        """The name of a quantity."""
        return name

    def precedence(self, node: Node) -> Precedence:
        """The precedence of a node; a call has parentheses of its own."""
        return Precedence.ATOM if isinstance(node, Call | Apply) else super().precedence(node)

    def factors(self, factors: tuple[Node, ...]) -> Iterator[Operand]:
        """Factors as operands; a leading quotient has parentheses beside others only, to show the grouping."""
        (sign, first, least), *others = super().factors(factors)
        several = sum(isinstance(self.plain(factor), Quotient) for factor in factors) > 1
        yield sign, first, least if several else Precedence.QUOTIENT
        yield from others

    def power(self, base: Node, exponent: Node) -> str:
        """A base with its exponent."""
        return f"{self.closed(base, Precedence.ATOM)}^{self.exponent(exponent)}"

    def exponent(self, node: Node) -> str:
        """A node after a power sign, which one minus may follow."""
        if isinstance(node, Negative) and not isinstance(node.operand, Negative):
            return f"{self.minus}{self.closed(node.operand, Precedence.ATOM)}"
        return self.closed(node, Precedence.ATOM)

    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> str:
        """A sum or product over an index, as a call."""
        return f"{function}({self.without(index).write(term)}, {index}, {self.write(first)}, {self.write(last)})"


class _SpokenPrinter(GrammarPrinter):
    """Text with values for names, in a form that a reader takes in but the grammar does not."""

    times = " × "
    slash = " / "

    def number(self, value: Fraction, unit: str) -> str:
        """A number, with its unit after a space."""
        return f"{number_text(value)} {unit}" if unit else number_text(value)

    def is_compound(self, node: Name | Number) -> bool:
        """True for a value with a sign or a unit in it."""
        text = self.write(node)
        return any(mark in text for mark in " /-−×") and not text.startswith("(")

    def exponent(self, node: Node) -> str:
        """A node after a power sign; a plain fraction is kept tight."""
        match node:
            case Quotient(Number(over, ""), Number(under, "")) if is_decimal(over) and is_decimal(under):
                return f"({number_text(over)}/{number_text(under)})"
        return super().exponent(node)
