"""Tree to LaTeX as it is set in an article; needs nothing beyond amsmath."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from derivations.language.numerals import decimal
from derivations.language.printing.printer import Precedence, Slashed, Typesetter
from derivations.language.tree import LAMBERT, Apply, Name, Node, Number, WrittenRelation

_LARGE = {"sum": r"\sum", "product": r"\prod"}
_SIGNS = {">=": r"\ge", "<=": r"\le", "→": r"\to"}
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
    return LatexPrinter(latex_names, values).write(node)


def relation_latex(relation: WrittenRelation, latex_names: Mapping[str, str]) -> str:
    """The LaTeX of a relation, as `to_latex` writes its sides."""
    return LatexPrinter(latex_names).statement(relation)


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


class LatexPrinter(Typesetter[str]):
    """LaTeX as it is displayed, with one set of letters and values."""

    times, beside = _TIMES, _THIN
    comma, either, infinity = r",\ ", r" \oplus ", r"\infty"
    signs = _SIGNS

    def __init__(self, names: Mapping[str, str], values: Mapping[str, str] | None = None) -> None:
        super().__init__(values)
        self._names = names

    def row(self, *parts: str) -> str:
        """Formulas side by side."""
        return "".join(parts)

    def grown(self, left: str, inside: str, right: str) -> str:
        """A formula between brackets as high as it is."""
        return rf"\left{left}{inside}\right{right}"

    def enclosed(self, piece: str) -> str:
        """A formula in brackets."""
        return self.grown("(", piece, ")")

    def number(self, value: Fraction, unit: str) -> str:
        """A number, with its unit after a thin space; with a unit such as 1/s it stands for the one."""
        number = number_latex(value)
        return rf"{number}\,{unit_latex(unit[1:] if unit.startswith('1/') else unit)}" if unit else number

    def letter(self, name: str) -> str:
        """The letter of a quantity; a name without one upright."""
        escaped = name.replace("_", r"\_")
        return self._names.get(name) or (name if len(name) == 1 else rf"\mathrm{{{escaped}}}")

    def is_compound(self, node: Name | Number) -> bool:
        """True for a name or a number whose text has several parts."""
        return any(sign in self.write(node) for sign in (_TIMES, _THIN, "/"))

    def partial(self, of: str, by: str, held: tuple[str, ...]) -> str:
        """A derivative in brackets, with what is held below them."""
        slope = rf"\frac{{\partial {self.letter(of)}}}{{\partial {self.letter(by)}}}"
        return rf"\left({slope}\right)_{{{self.listed(tuple(map(Name, held)))}}}"

    def quotient(self, over: Node, under: Node) -> str:
        """A fraction."""
        return rf"\frac{{{self.write(over)}}}{{{self.write(under)}}}"

    def power(self, base: Node, exponent: Node) -> str:
        """A base with its exponent; a second superscript on one letter would be an error in TeX."""
        text = self.write(base)
        letter = isinstance(base, Name) and base.name not in self.values and "^" not in text
        below = text if letter or _DIGITS.fullmatch(text) else self.enclosed(text)
        return f"{below}^{{{self.exponent(exponent)}}}"

    def root(self, piece: str) -> str:
        """A square root."""
        return rf"\sqrt{{{piece}}}"

    def rounded_up(self, piece: str) -> str:
        """The ceiling of a formula."""
        return self.grown(r"\lceil ", piece, r"\rceil")

    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> str:
        """The large sign with what counts below and above it."""
        inside = self.without(index)
        counts = f"{inside.write(Name(index))}={self.write(first)}"
        return f"{_LARGE[function]}_{{{counts}}}^{{{self.write(last)}}} {inside.closed(term, Precedence.SERIES)}"

    def applied(self, node: Apply) -> str:
        """A function, its indices below it; a subscript that its letter has comes first."""
        letter = self.name(node.function)
        if node.below:
            own = _SUBSCRIPTED.fullmatch(letter)
            head, before = (own[1], (own[2] or own[3],)) if own else (letter, ())
            letter = f"{head}_{{{','.join((*before, *map(self.write, node.below)))}}}"
        return rf"{letter}\!{self.enclosed(self.listed(node.inside))}" if node.inside else letter

    def named_call(self, function: str, arguments: tuple[Node, ...]) -> str:
        """A function that is set as a word."""
        return rf"{_word(function)}\!{self.enclosed(self.listed(arguments))}"


class SlashedPrinter(Slashed, LatexPrinter):
    """LaTeX within a line of text: nothing is stacked, and brackets do not grow."""

    comma, dot = ", ", r" \cdot "

    def grown(self, left: str, inside: str, right: str) -> str:
        """A formula between brackets of one size."""
        return f"{left}{inside}{right}"

    def applied(self, node: Apply) -> str:
        """A function as it is displayed."""
        return to_latex(node, self._names)

    def named_call(self, function: str, arguments: tuple[Node, ...]) -> str:
        """A function that is set as a word."""
        return rf"{_word(function)}{self.enclosed(self.listed(arguments))}"


def _word(function: str) -> str:
    r"""The name of a function; Lambert's W is upright, as a letter W is often a quantity."""
    return rf"\operatorname{{W}}_{{{LAMBERT[function]}}}" if function in LAMBERT else rf"\{function}"

