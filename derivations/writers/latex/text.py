"""Text for LaTeX: escaping, characters beyond ASCII, and prose with formulas in it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from derivations.language.greek import GREEK
from derivations.language.printing.latex import SlashedPrinter
from derivations.language.printing.latex_lines import width
from derivations.language.prose import set_prose, spaced
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.language.tree import FormulaTree

_SHORT = 120.0  # points: a formula that a line takes whole
_THIN, _THIN_OR_BREAK = r"\,", r"\,\allowbreak "


def in_text(relation: Relation) -> str:
    """A relation between dollars; a long one may be broken between factors and between brackets, too."""
    return _dollars(relation.written, SlashedPrinter(relation.notation.latex_names))


def _dollars(statement: FormulaTree, printer: SlashedPrinter) -> str:
    latex = printer.statement(statement)
    broken = latex.replace(_THIN, _THIN_OR_BREAK).replace(")/(", r")/\allowbreak (")
    return f"${latex if width(latex) <= _SHORT else broken}$"


_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": r"$\vert$", '"': "''",
    "→": r"$\to$", "∞": r"$\infty$", "≥": r"$\ge$", "≤": r"$\le$", "≠": r"$\ne$", "≈": r"$\approx$", "×": r"$\times$",
    "·": r"$\cdot$", "−": r"$-$", "±": r"$\pm$", "—": "---", "–": "--", "…": r"\dots{}", "√": r"$\surd$",
    "‘": "`", "’": "'", "“": "``", "”": "''", "°": r"$^{\circ}$", "§": r"\S{}", "¶": r"\P{}", "©": r"\copyright{}",
    "£": r"\pounds{}", "€": "EUR", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "ø": r"\o{}", "Ø": r"\O{}",
    "œ": r"\oe{}", "Œ": r"\OE{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "¡": "!`", "¿": "?`", "✓": r"$\surd$",
    "∂": r"$\partial$", "✗": r"$\times$", "•": r"$\bullet$", "¬": r"$\neg$", "÷": r"$\div$", "µ": r"$\mu$",
    "○": r"$\circ$",
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
    plain = _plain(text).replace("''", r"\char34{}")  # straight, as it is typed
    return rf"\texttt{{{re.sub(r'[-=/+*]', lambda sign: sign[0] + _BREAK, plain)}}}"


def _plain(text: str) -> str:
    """Character by character, but for what is raised in a unit."""
    parts = _RAISED.split(text)
    plain = ["".join(map(of_character, part)) for part in parts]
    return "".join(f"$^{{{part}}}$" if place % 2 else plain[place] for place, part in enumerate(parts))


def prose(text: str, notation: Notation | None) -> str:
    r"""Text in which formulas of the notation stand as mathematics, each of them whole.

    >>> notation = Notation.of("L [token] context\nL_x [token] its edge")
    >>> print(prose("holds only if L < L_x", notation))
    holds only if $L < L_{x}$
    """
    names = notation.latex_names if notation else {}
    printer, functions = SlashedPrinter(names), notation.functions if notation else {}
    return set_prose(text, names, functions, lambda found: _dollars(found, printer), spaced(escaped), powers=True)


def one_line(text: str) -> str:
    """Text for a comment: nothing in it begins a new line, or is more than ASCII."""
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode()


@lru_cache(maxsize=4096)
def of_character(character: str) -> str:
    r"""A character for LaTeX's text mode, without a package; its number where it has no name here.

    >>> of_character("≤"), of_character("é")
    ('$\\le$', "\\'{e}")
    """
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
