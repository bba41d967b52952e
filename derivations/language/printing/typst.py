"""Tree to the mathematics of Typst; needs no package of Typst's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from derivations.language.numerals import decimal
from derivations.language.printing.letter import LetterReader
from derivations.language.printing.printer import Precedence, Slashed, Typesetter
from derivations.language.tree import LAMBERT, Apply, Name, Node, Number, Sum, WrittenRelation

_LARGE = {"sum": "sum", "product": "product"}
_SIGNS = {">=": "≥", "<=": "≤"}
_TIMES, _THIN = " times ", " thin "
_ACCENTS = {
    "hat": "hat", "widehat": "hat", "bar": "macron", "overline": "overline", "tilde": "tilde", "widetilde": "tilde",
    "dot": "dot", "ddot": "dot.double", "vec": "arrow", "check": "caron",
}
_FONTS = {"mathbf": "bold", "mathsf": "sans", "mathtt": "mono", "mathcal": "cal", "mathit": "italic"}
_SLASH = r" \/ "
_UNIT_PIECE = re.compile(r"\^\(?-?[0-9/]+\)?|[^^]+|\^")
_VALUE = re.compile(r"([-−]?)([0-9][0-9,]*(?:\.[0-9]+)?)(?:/([0-9][0-9,.]*))?(?:e(-?[0-9]+))?\s*(.*)", flags=re.DOTALL)


def to_typst(node: Node, letters: Mapping[str, str], values: Mapping[str, str] | None = None) -> str:
    """The Typst of a tree, to stand between dollars; `letters` holds the LaTeX letter of each name.

    With `values` (Typst by name, such as `value_typst` gives) each name that has a value is replaced by it, and a sign
    stands between all factors. A name that is in neither is set upright.

    >>> from derivations.language.grammar import parse_expression
    >>> print(to_typst(parse_expression("2*r*N_total/1e12"), {"r": "r", "N_total": r"N_{\\mathrm{total}}"}))
    frac("2" thin r thin N_("total"), 10^("12"))
    """
    return TypstPrinter(letters, values).write(node)


def relation_typst(relation: WrittenRelation, letters: Mapping[str, str]) -> tuple[str, ...]:
    """A relation in pieces: its left side, the sign with the first term of the right side, and each further term.

    >>> from derivations.language.grammar import parse_relation
    >>> relation_typst(parse_relation("a = b - c"), {})
    ('a', '= b', '− c')
    """
    printer = TypstPrinter(letters)
    sign = printer.sign(relation.operator).strip()
    right = relation.right
    if not isinstance(right, Sum):
        return printer.write(relation.left), f"{sign} {printer.write(right)}"
    first, *others = (printer.joined([place]).strip() for place in printer.summands(right.terms))
    return printer.write(relation.left), f"{sign} {first}", *others


@lru_cache(maxsize=4096)
def letter_typst(latex: str) -> str:
    r"""A letter that is written as LaTeX; a text that is none is set as a word.

    >>> print(letter_typst(r"N_{\mathrm{total}}"), letter_typst(r"\bar t'_{\mathrm{in}}"), letter_typst(r"\phi"))
    N_("total") macron(t)'_("in") ϕ
    """
    try:
        return _Letter(latex).whole()
    except ValueError:
        return word_typst(latex)


def word_typst(text: str) -> str:
    """Text within a formula, upright."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def number_typst(value: Fraction) -> str:
    """A non-negative decimal number: thousands set apart, long runs of zeros as a power of ten.

    >>> number_typst(Fraction(5354)), number_typst(Fraction(15 * 10**11))
    ('"5,354"', '"1.5" times 10^("12")')
    """
    digits, power = decimal(value)
    whole, point, decimals = digits.partition(".")
    return _scaled(f"{int(whole):,}{point}{decimals}", power)


def unit_typst(unit: str) -> str:
    """A unit text, upright.

    >>> print(unit_typst("byte/token^2"))
    "byte/token"^("2")
    """
    pieces = _UNIT_PIECE.findall(unit.replace("*", "·"))
    return "".join(
        f'^("{piece[1:].strip("()").replace("-", "−")}")' if piece[0] == "^" else word_typst(piece) for piece in pieces
    )


def value_typst(text: str) -> str:
    """A value as it is printed for people: digits, a word such as "billion", a unit; any other text as a word.

    >>> print(value_typst("5,354 sequence"))
    "5,354" thin "sequence"
    """
    match = _VALUE.fullmatch(text.strip())
    if match is None:
        return word_typst(text)
    minus, digits, under, power, unit = match.groups()
    number = _scaled(digits, int(power or 0)) + (f"{_SLASH}{word_typst(under)}" if under else "")
    gap = _THIN if unit and unit != "%" else ""
    words = unit_typst(unit) if unit else ""
    return f"{'−' if minus else ''}{number}{gap}{words}"


class TypstPrinter(Typesetter[str]):
    """Typst as it is displayed, with one set of letters and values."""

    minus, plus, less = "−", " + ", " − "
    times, beside, slash = _TIMES, _THIN, _SLASH
    comma, either, infinity = ", ", " ⊕ ", "∞"
    signs = _SIGNS

    def __init__(self, letters: Mapping[str, str], values: Mapping[str, str] | None = None) -> None:
        super().__init__(values)
        self._letters = letters

    def row(self, *parts: str) -> str:
        """Formulas side by side."""
        return "".join(parts)

    def enclosed(self, piece: str) -> str:
        """A formula in brackets, which grow by themselves."""
        return f"({piece})"

    def number(self, value: Fraction, unit: str) -> str:
        """A number, with its unit after a thin space; with a unit such as 1/s it stands for the one."""
        number = number_typst(value)
        return f"{number}{_THIN}{unit_typst(unit[1:] if unit.startswith('1/') else unit)}" if unit else number

    def letter(self, name: str) -> str:
        """The letter of a quantity; a name without one upright."""
        latex = self._letters.get(name)
        return letter_typst(latex) if latex else name if len(name) == 1 else word_typst(name)

    def is_negative(self, value: str) -> bool:
        """True for a value that begins with a minus."""
        return value.startswith("−")

    def is_compound(self, node: Name | Number) -> bool:
        """True for a name or a number whose text has several parts."""
        return any(sign in self.write(node) for sign in (_TIMES, _THIN, _SLASH))

    def partial(self, of: str, by: str, held: tuple[str, ...]) -> str:
        """A derivative in brackets, with what is held below them."""
        slope = f"frac(∂ {self.letter(of)}, ∂ {self.letter(by)})"
        return f"({slope})_({self.listed(tuple(map(Name, held)))})"

    def quotient(self, over: Node, under: Node) -> str:
        """A fraction."""
        return f"frac({self.write(over)}, {self.write(under)})"

    def power(self, base: Node, exponent: Node) -> str:
        """A base with its exponent."""
        text = self.write(base)
        simple = isinstance(base, Name) and base.name not in self.values and "^" not in text
        plain = isinstance(base, Number) and not self.is_compound(base) and "^" not in text
        return f"{text if simple or plain else self.enclosed(text)}^({self.exponent(exponent)})"

    def root(self, piece: str) -> str:
        """A square root."""
        return f"sqrt({piece})"

    def rounded_up(self, piece: str) -> str:
        """The ceiling of a formula."""
        return f"ceil({piece})"

    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> str:
        """The large sign with what counts below and above it."""
        inside = self.without(index)
        counts = f"{inside.write(Name(index))} = {self.write(first)}"
        return f"{_LARGE[function]}_({counts})^({self.write(last)}) {inside.closed(term, Precedence.SERIES)}"

    def applied(self, node: Apply) -> str:
        """A function, its indices below it; a subscript that its letter has comes first."""
        letter = self.name(node.function)
        if node.below:
            own, mark, _ = letter.rpartition(")") if "_(" in letter and letter.endswith(")") else (letter, "", "")
            below = ", ".join(map(self.write, node.below))
            letter = f"{own}, {below})" if mark else f"{letter}_({below})"
        return f"{letter}{self.enclosed(self.listed(node.inside))}" if node.inside else letter

    def named_call(self, function: str, arguments: tuple[Node, ...]) -> str:
        """A function that is set as a word; Lambert's W is upright, as a letter W is often a quantity."""
        word = f'op("W")_({LAMBERT[function]})' if function in LAMBERT else function
        return f"{word}{self.enclosed(self.listed(arguments))}"


class SlashedTypst(Slashed, TypstPrinter):
    """Typst within a line of text: nothing is stacked."""

    dot = " dot "


class _Letter(LetterReader):
    """A letter in a formula of Typst."""

    def grouped(self, parts: Sequence[str]) -> str:
        """Several parts side by side."""
        return " ".join(parts)

    def scripted(self, base: str, below: str, above: str, primes: str) -> str:
        """A part with its scripts; the primes stand first."""
        return f"{base}{chr(39) * len(primes)}{f'_({below})' if below else ''}{f'^({above})' if above else ''}"

    def accented(self, accent: str, piece: str) -> str:
        """A part below an accent."""
        return f"{_ACCENTS[accent]}({piece})"

    def digits(self, text: str) -> str:
        """A number."""
        return word_typst(text)

    def letter(self, letter: str, *, upright: bool = False) -> str:
        """One letter."""
        return f"upright({letter})" if upright else letter

    def sign(self, sign: str) -> str:
        """A sign; a bracket or a comma alone would be read as a part of the formula around it."""
        return word_typst(sign) if sign in "()+−*/,.|=" else sign

    def function(self, name: str) -> str:
        """The name of a function."""
        return word_typst(name)

    def word(self, font: str, word: str) -> str:
        """A word in a font."""
        return f"{_FONTS[font]}({word_typst(word)})" if font in _FONTS else word_typst(word)

    def space(self, width: str) -> str:
        """An empty space."""
        return f"#h({width})"


def _scaled(digits: str, power: int) -> str:
    if not power:
        return word_typst(digits)
    ten = f'10^("{str(power).replace("-", "−")}")'
    return ten if digits == "1" else f"{word_typst(digits)}{_TIMES}{ten}"
