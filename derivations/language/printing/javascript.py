"""Tree to a JavaScript expression on numbers in base units, in the author's order and grouping."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from derivations.errors import InputError
from derivations.language.printing.code import CodePrinter
from derivations.language.printing.printer import Precedence
from derivations.language.tree import LAMBERT, Node, WrittenRelation, names

_FUNCTIONS = {name: f"Math.{name}" for name in ("sqrt", "exp", "log", "max", "min")}
_OVER = {"sum": ("+", "0"), "product": ("*", "1")}
_EXACT = 2**53  # the largest whole number up to which all are kept as they are


def to_javascript(node: Node) -> str:
    """The JavaScript of a tree: letters are fields of ``v``, a literal with a unit is a number in base units.

    Raises `InputError` for a function that may be any, and for what JavaScript's numbers do not hold.

    >>> from derivations.language.grammar import parse_expression
    >>> to_javascript(parse_expression("max(2*r*s^-2, 20[ms])"))
    'Math.max(2*v.r*v.s**-2, 0.02)'
    >>> to_javascript(parse_expression("sum(x^k, k, 0, n)"))
    'over(0, v.n, 0, (a, k) => a+v.x**k)'
    """
    return _JavaScriptPrinter().write(node)


def comparison_javascript(item: WrittenRelation) -> str:
    """The JavaScript of a relation, true where it holds.

    >>> from derivations.language.grammar import parse_relation
    >>> comparison_javascript(parse_relation("L <= 2*L_x"))
    'v.L <= 2*v.L_x'
    """
    return _JavaScriptPrinter().statement(item)


class _JavaScriptPrinter(CodePrinter):
    """JavaScript, with letters as fields of ``v``."""

    language: ClassVar[str] = "JavaScript"
    absolute: ClassVar[str] = "Math.abs"
    smaller: ClassVar[str] = "Math.min"
    signs: ClassVar[Mapping[str, str]] = {"=": "==="}
    counted: frozenset[str] = frozenset()  # indices, which are no fields

    def number(self, value: Fraction, unit: str) -> str:
        """A number. Raises `InputError` for a whole number that would be rounded."""
        if value.denominator == 1 and value > _EXACT and Fraction(float(value)) != value:
            raise InputError(f"{value} is no number of JavaScript")
        return super().number(value, unit)

    def letter(self, name: str) -> str:
        """The name of a quantity as a field, that of an index as it is."""
        return name if name in self.counted else f"v.{name}"

    def power(self, base: Node, exponent: Node) -> str:
        """A base with its exponent; a sign before the base stands in parentheses there, as JavaScript asks."""
        return f"{self.closed(base, Precedence.ATOM)}**{self.exponent(exponent)}"

    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> str:
        """A sum or product over an index, as a loop from its first to its last number."""
        sign, start = _OVER[function]
        inside = self.without(index)
        inside.counted = self.counted | {index}
        total = _unused(term, index)
        inner = inside.closed(term, Precedence.ATOM if sign == "*" else Precedence.SERIES)
        return f"over({self.write(first)}, {self.write(last)}, {start}, ({total}, {index}) => {total}{sign}{inner})"

    def call(self, function: str, arguments: tuple[Node, ...]) -> str:
        """A function of JavaScript."""
        written = ", ".join(map(self.write, arguments))
        if function == "ceil":
            return f"Math.ceil({self.rounded_up(arguments[0])})"
        if function == "factorial":
            return f"factorial({written})"
        if function in LAMBERT:
            return f"lambert({LAMBERT[function]}, {written})"
        if function == "xor":
            return f"({' ^ '.join(f'({self.write(argument)})' for argument in arguments)})"
        return f"{_FUNCTIONS[function]}({written})"


def _unused(term: Node, index: str) -> str:
    """A name for what is added up that nothing in the term has."""
    taken = {index, *names(term)}
    return next(name for name in ("a", "b", "c", *(f"a{place}" for place in range(len(taken)))) if name not in taken)
