"""Tree to text in the grammar that `parser` reads, and to text with values in place of names."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from derivations.language.numerals import decimal, is_decimal
from derivations.language.tree import (
    BINDERS,
    Apply,
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
)


def to_text(node: Node, values: Mapping[str, str] | None = None) -> str:
    """The text of a tree; without `values`, `parser.parse_expression` reads it back to the same tree.

    With `values` (formatted values by name) the result is for reading only: each name that has a value is
    replaced by it, and ``×`` and ``/`` stand between factors.

    >>> from derivations.language.grammar import parse_expression
    >>> ratio = parse_expression("(r*s)/n")
    >>> to_text(ratio)
    'r*s/n'
    >>> to_text(ratio, {"r": "295.2 token", "s": "18.14", "n": "1 token/sequence"})
    '295.2 token × 18.14 / (1 token/sequence)'
    """
    return Grammar().write(node) if values is None else _Spoken(values).write(node)


def relation_text(relation: WrittenRelation, values: Mapping[str, str] | None = None) -> str:
    """The text of a relation, as `to_text` writes its sides."""
    return f"{to_text(relation.left, values)} {relation.operator} {to_text(relation.right, values)}"


def number_text(value: Fraction) -> str:
    """A non-negative decimal number in the fewest clear characters.

    >>> number_text(Fraction(10**12)), number_text(Fraction(5354)), number_text(Fraction(1, 8))
    ('1e12', '5354', '0.125')
    """
    digits, power = decimal(value)
    return f"{digits}e{power}" if power else digits


def as_fractions(node: Node) -> Node:
    """A number without a finite decimal form as a quotient of two; any other node as it is."""
    if isinstance(node, Number) and not is_decimal(node.value):
        over = Number(Fraction(node.value.numerator), node.unit)
        return Quotient(over, Number(Fraction(node.value.denominator)))
    return node


class Grammar:
    """Writes the grammar: as few parentheses as keep the tree."""

    times = "*"
    over = "/"

    def write(self, node: Node) -> str:
        """The text of a node on its own."""
        node = as_fractions(node)
        match node:
            case Number(value, unit):
                return self.number(value, unit)
            case Name(name):
                return name
            case Negative(operand):
                return f"-{self.term(operand)}"
            case Sum(terms):
                return self.sum(terms)
            case Product(factors):
                return self.product(factors)
            case Quotient(numerator, denominator):
                return f"{self.numerator(numerator)}{self.over}{self.denominator(denominator)}"
            case Power(base, exponent):
                return f"{self.base(base)}^{self.exponent(exponent)}"
            case Call(function, arguments) | Apply(function, arguments):
                return f"{function}({', '.join(map(self.write, arguments))})"
        raise AssertionError(node)

    def number(self, value: Fraction, unit: str) -> str:
        """A number, with its unit in brackets."""
        return f"{number_text(value)}[{unit}]" if unit else number_text(value)

    def sum(self, terms: tuple[Node, ...]) -> str:
        """Terms joined by signs."""
        first, *others = terms
        parts = [f"({self.write(first)})" if isinstance(first, Sum) else self.write(first)]
        for term in others:
            if isinstance(term, Negative):
                parts.append(f" - {self.term(term.operand)}")
            else:
                parts.append(f" + {self.term(term)}")
        return "".join(parts)

    def term(self, node: Node) -> str:
        """A node after a sign."""
        return f"({self.write(node)})" if isinstance(node, Sum | Negative) else self.write(node)

    def product(self, factors: tuple[Node, ...]) -> str:
        """Factors; a leading quotient has parentheses only beside others, where they show the grouping."""
        factors = tuple(map(as_fractions, factors))
        several = sum(isinstance(factor, Quotient) for factor in factors) > 1
        bare_first = isinstance(factors[0], Quotient) and not several
        parts = [self.write(factors[0]) if bare_first else self.factor(factors[0])]
        parts.extend(self.factor(factor) for factor in factors[1:])
        return self.times.join(parts)

    def factor(self, node: Node) -> str:
        """A node between factors."""
        node = as_fractions(node)
        bare = not isinstance(node, Sum | Negative | Product | Quotient)
        return self.write(node) if bare else f"({self.write(node)})"

    def numerator(self, node: Node) -> str:
        """A node before a division sign."""
        return f"({self.write(node)})" if isinstance(node, Sum | Negative) else self.write(node)

    def denominator(self, node: Node) -> str:
        """A node after a division sign."""
        return self.factor(node)

    def base(self, node: Node) -> str:
        """A node that is raised to a power."""
        node = as_fractions(node)
        return self.write(node) if isinstance(node, Number | Name | Call | Apply) else f"({self.write(node)})"

    def exponent(self, node: Node) -> str:
        """A node after a power sign."""
        if isinstance(node, Negative) and not isinstance(node.operand, Negative):
            return f"-{self.base(node.operand)}"
        return self.base(node)


class _Spoken(Grammar):
    """Writes values for names, in a form that a reader takes in but the grammar does not."""

    times = " × "
    over = " / "

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values

    def write(self, node: Node) -> str:
        """The text of a node on its own, with values."""
        match node:
            case Name(name):
                return self.values.get(name, name)
            case Call(function, (term, Name(index), first, last)) if function in BINDERS:
                inside = _Spoken({name: text for name, text in self.values.items() if name != index})
                return f"{function}({inside.write(term)}, {index}, {self.write(first)}, {self.write(last)})"
        return super().write(node)

    def number(self, value: Fraction, unit: str) -> str:
        """A number, with its unit after a space."""
        return f"{number_text(value)} {unit}" if unit else number_text(value)

    def term(self, node: Node) -> str:
        """A node after a sign; a negative value is put in parentheses."""
        text = super().term(node)
        return f"({text})" if isinstance(node, Name) and text.startswith(("-", "−")) else text

    def factor(self, node: Node) -> str:
        """A node between factors; a negative value is put in parentheses."""
        text = super().factor(node)
        return f"({text})" if isinstance(node, Name) and text.startswith(("-", "−")) else text

    def numerator(self, node: Node) -> str:
        """A node before a division sign; a negative value is put in parentheses."""
        return self.factor(node) if isinstance(node, Name) else super().numerator(node)

    def denominator(self, node: Node) -> str:
        """A node after a division sign; a value with a unit is put in parentheses."""
        text = self.factor(node)
        return _enclosed(text) if isinstance(node, Name | Number) else text

    def base(self, node: Node) -> str:
        """A node that is raised to a power; a value with a unit is put in parentheses."""
        text = super().base(node)
        return _enclosed(text) if isinstance(node, Name | Number) else text

    def exponent(self, node: Node) -> str:
        """A node after a power sign; a plain fraction is kept tight."""
        match node:
            case Quotient(Number(over, ""), Number(under, "")):
                return f"({number_text(over)}/{number_text(under)})"
        return super().exponent(node)


def _enclosed(text: str) -> str:
    compound = any(mark in text for mark in " /-−×") and not text.startswith("(")
    return f"({text})" if compound else text
