"""Tree to LaTeX as it is set in an article; needs nothing beyond amsmath."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from derivations.language.numerals import decimal
from derivations.language.printing.layout import Layout
from derivations.language.printing.text import as_fractions
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

LARGE = {"sum": r"\sum", "product": r"\prod"}
RELATIONS = {"=": "=", ">=": r"\ge", "<=": r"\le", ">": ">", "<": "<"}
_TIMES, _THIN = r" \times ", r"\,"
_SUBSCRIPTED = re.compile(r"(.*)_(?:\{(.*)\}|(\w))")
_DIGITS = re.compile(r"[0-9]+(\.[0-9]+)?")
_UNIT_PIECE = re.compile(r"[A-Za-zµ]+|\^-?[0-9]+|.")
_UNIT_SIGNS = {"*": r"{\cdot}", "·": r"{\cdot}", "%": r"\%", "$": r"\$", " ": ""}


def to_latex(node: Node, latex_names: Mapping[str, str], values: Mapping[str, str] | None = None) -> str:
    r"""The LaTeX of a tree; `latex_names` holds the LaTeX of each name.

    With `values` (formatted LaTeX values by name) each name that has a value is replaced by it, and
    ``\times`` stands between all factors. A name that is in neither is set upright.

    >>> from derivations.language.grammar import parse_expression
    >>> print(to_latex(parse_expression("2*r*N_total/1e12"), {"r": "r", "N_total": r"N_{\mathrm{total}}"}))
    \frac{2\,r\,N_{\mathrm{total}}}{10^{12}}
    """
    return _Latex(latex_names, values or {}).whole(node)


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


class _Latex(Layout):
    """Writes LaTeX with one set of names and values."""

    times, beside, minus, slash = _TIMES, _THIN, "-", "/"

    def __init__(self, names: Mapping[str, str], values: Mapping[str, str]) -> None:
        super().__init__(values)
        self._names = names

    def whole(self, node: Node) -> str:
        """The LaTeX of a side or an argument, where an exclusive or needs no brackets."""
        match node:
            case Call("xor", arguments):
                return r" \oplus ".join(map(self.write, arguments))
        return self.write(node)

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
                return f"-{self.term(operand)}"
            case Sum(terms):
                return self._sum(terms)
            case Product(factors):
                return self.product(factors)
            case Quotient(numerator, denominator):
                return rf"\frac{{{self.write(numerator)}}}{{{self.write(denominator)}}}"
            case Power(base, exponent):
                return f"{self._base(base)}^{{{self.inline(exponent)}}}"
            case Call("sqrt", (argument,)):
                return rf"\sqrt{{{self.write(argument)}}}"
            case Call("ceil", (argument,)):
                return rf"\left\lceil {self.write(argument)}\right\rceil"
            case Call("factorial", (argument,)):
                return f"{self.called(argument)}!"
            case Call(function, (term, Name(index), first, last)) if function in BINDERS:
                inside = _Latex(self._names, {name: text for name, text in self._values.items() if name != index})
                counts = f"{inside.write(Name(index))}={self.write(first)}"
                return f"{LARGE[function]}_{{{counts}}}^{{{self.write(last)}}} {inside.counted(term)}"
            case Call("xor"):
                return self.enclosed(self.whole(node))
            case Apply():
                return self._applied(node)
            case Call(function, arguments):
                listed = r",\ ".join(map(self.write, arguments))
                return rf"\{function}\!\left({listed}\right)"
        raise AssertionError(node)

    def _applied(self, node: Apply) -> str:
        """A function, its indices below it; a subscript that its letter has comes first."""
        letter = self._name(node.function)
        if node.below:
            own = _SUBSCRIPTED.fullmatch(letter)
            head, before = (own[1], (own[2] or own[3],)) if own else (letter, ())
            letter = f"{head}_{{{','.join((*before, *map(self.whole, node.below)))}}}"
        if not node.inside:
            return letter
        inside = r",\ ".join(map(self.whole, node.inside))
        return rf"{letter}\!\left({inside}\right)"

    def _name(self, name: str) -> str:
        if name in self._values:
            return self._values[name]
        escaped = name.replace("_", r"\_")
        return self._names.get(name) or (name if len(name) == 1 else rf"\mathrm{{{escaped}}}")

    def _sum(self, terms: tuple[Node, ...]) -> str:
        first, *others = terms
        parts = [self.enclosed(self.write(first)) if isinstance(first, Sum) else self.write(first)]
        for term in others:
            if isinstance(term, Negative):
                parts.append(f" - {self.term(term.operand)}")
            else:
                parts.append(f" + {self.term(term)}")
        return "".join(parts)

    def _base(self, node: Node) -> str:
        """What is raised to a power; a second superscript on one letter would be an error in TeX."""
        text = self.write(node)
        letter = isinstance(node, Name) and node.name not in self._values and "^" not in text
        return text if letter or _DIGITS.fullmatch(text) else self.enclosed(text)

    def enclosed(self, text: str) -> str:
        """Brackets as high as what is inside."""
        return rf"\left({text}\right)"

    def is_negative(self, value: str) -> bool:
        """True for a value that begins with a minus."""
        return value.startswith(("-", "−"))

    def is_compound(self, node: Name | Number) -> bool:
        """True for a name or a number whose text has several parts."""
        text = self.write(node)
        return self.is_negative(text) or any(sign in text for sign in (_TIMES, _THIN, "/"))
