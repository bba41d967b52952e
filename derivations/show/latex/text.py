"""Text for LaTeX: escaping, characters beyond ASCII, prose with formulas in it, and quotients with a slash."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from derivations.language.display import tree_latex
from derivations.language.greek import GREEK
from derivations.language.printing.latex import LARGE, RELATIONS, to_latex
from derivations.language.printing.latex_lines import width
from derivations.language.printing.layout import stand_apart
from derivations.language.printing.text import as_fractions
from derivations.language.prose import pieces
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, latex_names
from derivations.language.tree import (
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
    is_series,
)

_SHORT = 120.0  # points: a formula that a line takes whole
_THIN, _THIN_OR_BREAK = r"\,", r"\,\allowbreak "


def slashed(node: Node, names: Mapping[str, str]) -> str:
    r"""The LaTeX of a tree without anything stacked.

    >>> from derivations.language.grammar import parse_expression
    >>> print(slashed(parse_expression("(a + b)/(c*d)"), {}))
    (a + b)/(c\,d)
    """
    node = as_fractions(node)
    match node:
        case Number() | Name():
            return to_latex(node, names)
        case Negative(operand):
            return f"-{_closed(operand, names, Sum, Negative)}"
        case Sum(terms):
            return _sum(terms, names)
        case Product(factors):
            return _product(factors, names)
        case Quotient(over, under):
            return f"{_closed(over, names, Sum, Negative)}/{_under(under, names)}"
        case Power(base, exponent):
            raised = f"^{{{slashed(exponent, names)}}}"
            plain = to_latex(node, names)
            bare = isinstance(base, Name | Number) and not plain.startswith(r"\left(")
            return f"{slashed(base, names)}{raised}" if bare else f"({slashed(base, names)}){raised}"
        case Call("ceil", (argument,)):
            return rf"\lceil {slashed(argument, names)}\rceil"
        case Call("factorial", (argument,)):
            return f"{_closed(argument, names, Sum, Negative, Product, Quotient, Power, Call)}!"
        case Call(function, (term, index, first, last)) if function in LARGE:
            limits = f"_{{{slashed(index, names)}={slashed(first, names)}}}^{{{slashed(last, names)}}}"
            return f"{LARGE[function]}{limits} {_closed(term, names, Sum, Negative)}"
        case Apply() | Call("xor"):
            return to_latex(node, names)
        case Call(function, arguments):
            return rf"\{function}({', '.join(slashed(each, names) for each in arguments)})" if function != "sqrt" else (
                rf"\sqrt{{{slashed(arguments[0], names)}}}"
            )
    raise AssertionError(node)


def slashed_relation(relation: WrittenRelation, names: Mapping[str, str]) -> str:
    """The LaTeX of a relation, both sides as `slashed` writes them."""
    return f"{slashed(relation.left, names)} {RELATIONS[relation.operator]} {slashed(relation.right, names)}"


def in_text(relation: Relation) -> str:
    """A relation between dollars; a long one may be broken between factors, too."""
    return dollars(slashed_relation(relation.written, latex_names(relation.notation)))


def dollars(latex: str) -> str:
    """A slashed formula for a line of text."""
    return f"${latex if width(latex) <= _SHORT else latex.replace(_THIN, _THIN_OR_BREAK)}$"


def _sum(terms: tuple[Node, ...], names: Mapping[str, str]) -> str:
    found = _closed(terms[0], names, Sum)
    for term in terms[1:]:
        sign, operand = ("-", term.operand) if isinstance(term, Negative) else ("+", term)
        found += f" {sign} {_closed(operand, names, Sum, Negative)}"
    return found


def _product(factors: tuple[Node, ...], names: Mapping[str, str]) -> str:
    found = _factor(factors[0], names)
    for before, after in pairwise(factors):
        if stand_apart(before, after):
            joint = r" \times "
        else:
            joint = r" \cdot " if any(isinstance(as_fractions(each), Quotient) for each in (before, after)) else r"\,"
        found += joint + _factor(after, names)
    return found


def _factor(node: Node, names: Mapping[str, str]) -> str:
    closed = _closed(node, names, Sum, Negative, Product, Quotient)
    return f"({closed})" if is_series(node) else closed


def _under(node: Node, names: Mapping[str, str]) -> str:
    """What stands after a slash; a number with a unit is two things."""
    united = isinstance(node, Number) and bool(node.unit)
    return f"({slashed(node, names)})" if united else _factor(node, names)


def _closed(node: Node, names: Mapping[str, str], *kinds: type) -> str:
    text = slashed(node, names)
    exclusive = isinstance(node, Call) and node.function == "xor"
    return f"({text})" if exclusive or isinstance(as_fractions(node), kinds) else text


_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": r"$\vert$", '"': "''",
    "→": r"$\to$", "∞": r"$\infty$", "≥": r"$\ge$", "≤": r"$\le$", "≠": r"$\ne$", "≈": r"$\approx$", "×": r"$\times$",
    "·": r"$\cdot$", "−": r"$-$", "±": r"$\pm$", "—": "---", "–": "--", "…": r"\dots{}", "√": r"$\surd$",
    "‘": "`", "’": "'", "“": "``", "”": "''", "°": r"$^{\circ}$", "§": r"\S{}", "¶": r"\P{}", "©": r"\copyright{}",
    "£": r"\pounds{}", "€": "EUR", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "ø": r"\o{}", "Ø": r"\O{}",
    "œ": r"\oe{}", "Œ": r"\OE{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "¡": "!`", "¿": "?`", "✓": r"$\surd$",
    "✗": r"$\times$", "•": r"$\bullet$", "¬": r"$\neg$", "÷": r"$\div$", "µ": r"$\mu$",
}
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c", "\u0323": "d", "\u0331": "b",
}
_VERBATIM = re.compile(r"`([^`]+)`")
_RAISED = re.compile(r"(?<=[A-Za-z])\^(-?[0-9]+)")  # as in token^2
_BREAK = r"\allowbreak{}"
_GREEK_LIKE_LATIN = {"omicron": "o"}


def escaped(text: str) -> str:
    r"""Plain text for LaTeX's text mode, without a package: nothing in it is lost or sets LaTeX going.

    A character that has no name here is written as its number, as in U+65E5.

    >>> print(escaped("b_w is 100% of café"))
    b\_w is 100\% of caf\'{e}
    """
    text = unicodedata.normalize("NFC", " ".join(text.split()).replace(">=", "≥").replace("<=", "≤"))
    parts = _VERBATIM.split(text)
    return "".join(typed(part) if place % 2 else _plain(part) for place, part in enumerate(parts))


def typed(text: str) -> str:
    """Text as it is typed, which may end a line after a hyphen or a sign."""
    return rf"\texttt{{{re.sub(r'[-=/+*]', lambda sign: sign[0] + _BREAK, _plain(text))}}}"


def _plain(text: str) -> str:
    """Character by character, but for what is raised in a unit."""
    parts = _RAISED.split(text)
    plain = ["".join(map(_character, part)) for part in parts]
    return "".join(f"$^{{{part}}}$" if place % 2 else plain[place] for place, part in enumerate(parts))


def prose(text: str, notation: Notation | None) -> str:
    r"""Text in which formulas of the notation stand as mathematics, each of them whole.

    >>> notation = Notation.of("L [token] context\nL_x [token] its edge")
    >>> print(prose("holds only if L < L_x", notation))
    holds only if $L < L_{x}$
    """
    names = latex_names(notation) if notation else {}
    return "".join(
        _escaped_part(piece)
        if isinstance(piece, str)
        else dollars(tree_latex(piece.tree, lambda side: slashed(side, names)))
        for piece in pieces(text, names, notation.functions if notation else {}, powers=True)
    )


def one_line(text: str) -> str:
    """Text for a comment: nothing in it begins a new line, or is more than ASCII."""
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode()


def listed(items: Iterable[str]) -> str:
    """Items with commas, and a word before the last.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def _escaped_part(text: str) -> str:
    """As `escaped`, with a space at either end kept."""
    inner = escaped(text)
    if not inner:
        return " " if text else ""
    return f"{' ' if text[0].isspace() else ''}{inner}{' ' if text[-1].isspace() else ''}"


@lru_cache(maxsize=4096)
def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if " " <= character <= "~":
        return character
    if character in GREEK:
        name = GREEK[character]
        return _GREEK_LIKE_LATIN.get(name) or rf"$\{name}$"
    taken_apart = unicodedata.normalize("NFD", character)
    base, marks = taken_apart[0], taken_apart[1:]
    if marks in _ACCENTS and base.isascii():
        return rf"\{_ACCENTS[marks]}{{{base if base not in 'ij' else chr(92) + base}}}"
    plain = unicodedata.normalize("NFKC", character)
    if plain != character and plain.isascii() and plain.strip():
        raised = "<super>" in unicodedata.decomposition(character)
        return f"$^{{{plain}}}$" if raised and plain.isalnum() else escaped(plain)
    return " " if character.isspace() else f"U+{ord(character):04X}"
