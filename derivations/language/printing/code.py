"""Printer that programming languages share: every number is plain, and in base units."""

from __future__ import annotations

from typing import ClassVar

from derivations.errors import InputError
from derivations.language.printing.text import GrammarPrinter
from derivations.language.tree import Apply, Node, Number
from derivations.language.unit import parse_unit

_CLOSE, _CLOSEST = "1e-12", "0.25"  # relative, and at most: what floats make of a whole number is that number


class CodePrinter(GrammarPrinter):
    """A language whose products, quotients and signs are read as those of the grammar are."""

    language: ClassVar[str]
    absolute: ClassVar[str]
    smaller: ClassVar[str]

    def plain(self, node: Node) -> Node:
        """A literal in base units, and a number that has no end as a decimal as a quotient."""
        if isinstance(node, Number) and node.unit:
            node = Number(node.value * parse_unit(node.unit).factor)
        return super().plain(node)

    def rounded_up(self, argument: Node) -> str:
        """What the next whole number is taken from: a bit less, so that 3 is not rounded up as 3.0000000000000004."""
        bit = f"{self.smaller}({_CLOSE}*{self.absolute}({self.write(argument)}), {_CLOSEST})"
        return f"{self.write(argument)} - {bit}"

    def applied(self, node: Apply) -> str:
        """Raises `InputError`."""
        raise InputError(f"{node.function} may be any function: there is no {self.language} for it")
