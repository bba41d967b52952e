"""Tree to LaTeX as it is set in an article; needs nothing beyond amsmath."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from derivations.engine.written.nodes import (
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
from derivations.engine.written.numerals import decimal
from derivations.engine.written.text import as_fractions

RELATIONS = {"=": "=", ">=": r"\ge", "<=": r"\le", ">": ">", "<": "<"}
_TIMES, _THIN = r" \times ", r"\,"
_DIGITS = re.compile(r"[0-9]+(\.[0-9]+)?")
_UNIT_PIECE = re.compile(r"[A-Za-zµ]+|\^-?[0-9]+|.")
_UNIT_SIGNS = {"*": r"{\cdot}", "·": r"{\cdot}", "%": r"\%", "$": r"\$", " ": ""}


def to_latex(node: Node, latex_names: Mapping[str, str], values: Mapping[str, str] | None = None) -> str:
    r"""The LaTeX of a tree; `latex_names` holds the LaTeX of each name.

    With `values` (formatted LaTeX values by name) each name that has a value is replaced by it, and
    ``\times`` stands between all factors. A name that is in neither is set upright.

    >>> from derivations.engine.written.parser import parse_expression
    >>> print(to_latex(parse_expression("2*r*N_total/1e12"), {"r": "r", "N_total": r"N_{\mathrm{total}}"}))
    \frac{2\,r\,N_{\mathrm{total}}}{10^{12}}
    """
    return _Latex(latex_names, values or {}).write(node)


def relation_latex(
    relation: WrittenRelation, latex_names: Mapping[str, str], values: Mapping[str, str] | None = None
) -> str:
    """The LaTeX of a relation, as `to_latex` writes its sides."""
    left, right = (to_latex(side, latex_names, values) for side in (relation.left, relation.right))
    return f"{left} {RELATIONS[relation.operator]} {right}"


def number_latex(value: Fraction) -> str:
    r"""A non-negative decimal number: thousands set apart, long runs of zeros as a power of ten.

    >>> print(number_latex(Fraction(5354)), number_latex(Fraction(15 * 10**11)))
    5{,}354 1.5 \times 10^{12}
    """
    digits, power = decimal(value)
    whole, point, decimals = digits.partition(".")
    mantissa = f"{int(whole):,}".replace(",", "{,}") + point + decimals
    if not power:
        return mantissa
    return f"10^{{{power}}}" if mantissa == "1" else rf"{mantissa} \times 10^{{{power}}}"


def unit_latex(unit: str) -> str:
    r"""A unit text, upright.

    >>> print(unit_latex("FLOP/(parameter·token^2)"))
    \mathrm{FLOP}/(\mathrm{parameter}{\cdot}\mathrm{token}^{2})
    """
    pieces = []
    for piece in _UNIT_PIECE.findall(unit):
        if piece[0] == "^":
            pieces.append(f"^{{{piece[1:]}}}")
        elif piece[0].isalpha():
            pieces.append(rf"\mathrm{{{piece.replace('µ', chr(92) + 'mu ')}}}")
        else:
            pieces.append(_UNIT_SIGNS.get(piece, piece))
    return "".join(pieces)


class _Latex:
    """Writes LaTeX with one set of names and values."""

    def __init__(self, names: Mapping[str, str], values: Mapping[str, str]) -> None:
        self._names = names
        self._values = values

    def write(self, node: Node) -> str:
        """The LaTeX of a node on its own."""
        node = as_fractions(node)
        match node:
            case Number(value, unit):
                number = number_latex(value)
                shown = unit[1:] if unit.startswith("1/") else unit  # the number stands for the one
                return rf"{number}\,{unit_latex(shown)}" if unit else number
            case Name(name):
                return self._name(name)
            case Negative(operand):
                return f"-{self._term(operand)}"
            case Sum(terms):
                return self._sum(terms)
            case Product(factors):
                return self._product(factors)
            case Quotient(numerator, denominator):
                return rf"\frac{{{self.write(numerator)}}}{{{self.write(denominator)}}}"
            case Power(base, exponent):
                return f"{self._base(base)}^{{{self._inline(exponent)}}}"
            case Call("sqrt", (argument,)):
                return rf"\sqrt{{{self.write(argument)}}}"
            case Call(function, arguments):
                inside = r",\ ".join(map(self.write, arguments))
                return rf"\{function}\!\left({inside}\right)"
        raise AssertionError(node)

    def _name(self, name: str) -> str:
        if name in self._values:
            return self._values[name]
        escaped = name.replace("_", r"\_")
        return self._names.get(name) or (name if len(name) == 1 else rf"\mathrm{{{escaped}}}")

    def _sum(self, terms: tuple[Node, ...]) -> str:
        first, *others = terms
        parts = [_enclosed(self.write(first)) if isinstance(first, Sum) else self.write(first)]
        for term in others:
            if isinstance(term, Negative):
                parts.append(f" - {self._term(term.operand)}")
            else:
                parts.append(f" + {self._term(term)}")
        return "".join(parts)

    def _term(self, node: Node) -> str:
        closed = isinstance(node, Sum | Negative) or self._is_negative_value(node)
        return _enclosed(self.write(node)) if closed else self.write(node)

    def _product(self, factors: tuple[Node, ...]) -> str:
        result = self._factor(factors[0])
        for before, after in pairwise(factors):
            apart = self._values or starts_with_digit(after) or has_unit(before)
            result += (_TIMES if apart else _THIN) + self._factor(after)
        return result

    def _factor(self, node: Node) -> str:
        closed = isinstance(node, Sum | Negative | Product) or self._is_negative_value(node)
        return _enclosed(self.write(node)) if closed else self.write(node)

    def _base(self, node: Node) -> str:
        """What is raised to a power; a second superscript on one letter would be an error in TeX."""
        text = self.write(node)
        letter = isinstance(node, Name) and node.name not in self._values and "^" not in text
        return text if letter or _DIGITS.fullmatch(text) else _enclosed(text)

    def _inline(self, node: Node) -> str:
        """A node in an exponent, where a quotient of simple things is written with a slash."""
        node = as_fractions(node)
        if isinstance(node, Negative) and not isinstance(node.operand, Sum | Negative | Name):
            return f"-{self._inline(node.operand)}"
        if isinstance(node, Quotient) and not any(
            isinstance(part, Quotient | Negative) for part in (node.numerator, node.denominator)
        ):
            over, under = node.numerator, node.denominator
            top = _enclosed(self.write(over)) if isinstance(over, Sum) else self.write(over)
            below = self.write(under)
            simple = isinstance(under, Power) or (isinstance(under, Name | Number) and not _is_compound(below))
            return f"{top}/{below if simple else _enclosed(below)}"
        return self.write(node)

    def _is_negative_value(self, node: Node) -> bool:
        return isinstance(node, Name) and self._values.get(node.name, "").startswith(("-", "−"))


def starts_with_digit(node: Node) -> bool:
    """True for a factor before which a thin space would not do."""
    return isinstance(node.base if isinstance(node, Power) else node, Number)


def has_unit(node: Node) -> bool:
    """True for a factor that would run into the next one."""
    return isinstance(node, Number) and bool(node.unit)


def _is_compound(text: str) -> bool:
    """True for a name or a number whose text has several parts: a power of ten, a unit, a sign."""
    return text.startswith(("-", "−")) or any(sign in text for sign in (_TIMES, _THIN, "/"))


def _enclosed(text: str) -> str:
    return rf"\left({text}\right)"
