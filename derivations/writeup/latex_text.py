r"""Text for LaTeX: escaping, characters beyond ASCII, and prose in which whole formulas stand as mathematics."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from derivations.engine.quantity import Notation
from derivations.engine.relation import latex_names
from derivations.engine.written.greek import GREEK
from derivations.engine.written.parser import parse_expression, parse_relation
from derivations.errors import InputError
from derivations.writeup.latex_slashed import dollars, slashed, slashed_relation

_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": r"$\vert$", '"': "''",
    "→": r"$\to$", "∞": r"$\infty$", "≥": r"$\ge$", "≤": r"$\le$", "≠": r"$\ne$", "≈": r"$\approx$", "×": r"$\times$",
    "·": r"$\cdot$", "−": r"$-$", "±": r"$\pm$", "—": "---", "–": "--", "…": r"\dots{}", "√": r"$\surd$",
    "‘": "`", "’": "'", "“": "``", "”": "''", "°": r"$^{\circ}$", "§": r"\S{}", "¶": r"\P{}", "©": r"\copyright{}",
    "£": r"\pounds{}", "€": "EUR", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "ø": r"\o{}", "Ø": r"\O{}",
    "œ": r"\oe{}", "Œ": r"\OE{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "¡": "!`", "¿": "?`", "✓": r"$\surd$",
    "✗": r"$\times$", "•": r"$\bullet$", "¬": r"$\neg$", "÷": r"$\div$", "µ": r"$\mu$",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c", "\u0323": "d", "\u0331": "b",
}  # fmt: skip
_VERBATIM = re.compile(r"`([^`]+)`")
_RAISED = re.compile(r"(?<=[A-Za-z])\^(-?[0-9]+)")  # as in token^2
_BREAK = r"\allowbreak{}"
_GREEK_LIKE_LATIN = {"omicron": "o"}
_PIECE = re.compile(
    r"(?P<number>[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?:e-?[0-9]+)?(?:\[[^\]]*\])?)|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<sign>>=|<=|[-+*/^=<>()≤≥×·→∞−]|,(?= ))"
)
_FUNCTIONS = frozenset({"max", "min", "sqrt", "exp", "log"})
_JOINED = re.compile(r"[\w/.:'-]")  # a formula does not begin in the middle of a word
_OPERATOR = re.compile(r"[*/^=<>≤≥+×·→]|(?<= )[-−](?= )")
_LIMIT = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_]*) → (?P<to>[0-9]+|∞)")
_GOES_ON = re.compile(r"[\w'’]|-\w|[.:]\d")  # a word of which a name is only the beginning
_POWER = re.compile(
    r"(?:(?P<mantissa>[0-9][0-9,]*(?:\.[0-9]+)?)e|(?P<base>[0-9]+)\^)(?P<exponent>-?[0-9]+)(?![\w*/+^(]| [-+*/=<>])"
)
_MOST_PIECES = 400  # of one formula in prose
_WORDS = frozenset({"a", "A", "I"})


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


def prose(text: str, notation: Notation | None, *, letters: bool = False) -> str:
    r"""Text in which formulas of the notation stand as mathematics, each of them whole.

    A name alone is one if it is no word, such as b_w or kappa; with `letters` every name is, but for an article or a
    pronoun.

    >>> notation = Notation.of("L [token] context\nL_x [token] its edge")
    >>> print(prose("holds only if L < L_x", notation))
    holds only if $L < L_{x}$
    """
    if notation is None:
        return escaped(text)
    parts, start = [], 0
    for begin, end, latex in _formulas(text, notation, letters):
        parts += [_escaped_part(text[start:begin]), dollars(latex)]
        start = end
    return "".join([*parts, _escaped_part(text[start:])])


def sentence(text: str) -> str:
    """With a capital letter first, where a word begins."""
    return text[:1].upper() + text[1:]


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


def _formulas(text: str, notation: Notation, letters: bool) -> Iterator[tuple[int, int, str]]:
    """Begin, end and LaTeX of each formula, the longest that can be read from each place."""
    at = 0
    while at < len(text):
        found = None
        if not (at and _JOINED.match(text[at - 1])) and _PIECE.match(text, at):
            found = _longest(text, at, notation, letters)
        if found is None:
            at += 1
        else:
            yield at, *found
            at = found[0]


def _longest(text: str, at: int, notation: Notation, letters: bool) -> tuple[int, str] | None:
    if (limit := _LIMIT.match(text, at)) and limit["name"] in notation:
        to = r"\infty" if limit["to"] == "∞" else limit["to"]
        return limit.end(), rf"{notation[limit['name']].latex} \to {to}"
    if power := _POWER.match(text, at):
        mantissa, base = power["mantissa"], power["base"] or "10"
        shown = "" if mantissa in (None, "1") else rf"{mantissa} \times "
        return power.end(), f"{shown}{base}^{{{power['exponent']}}}".replace(",", "{,}")
    for end in reversed(_ends(text, at, notation)):
        latex = _read(text[at:end], notation, letters)
        if latex is not None:
            return end, latex
    return None


def _ends(text: str, at: int, notation: Notation) -> list[int]:
    """Where a formula that begins here may end."""
    ends = []
    for _ in range(_MOST_PIECES):
        piece = _PIECE.match(text, at)
        if piece is None or (piece["name"] and piece["name"] not in notation and piece["name"] not in _FUNCTIONS):
            break
        at = piece.end()
        after = text[at : at + 2]
        closes = piece["name"] or piece["number"] or piece["sign"] == ")"
        if closes and (piece["sign"] or not _GOES_ON.match(after)):
            ends.append(at)
        while at < len(text) and text[at] == " ":
            at += 1
    return ends


@lru_cache(maxsize=4096)
def _read(text: str, notation: Notation, letters: bool) -> str | None:
    """The LaTeX of a text that is a formula, None for any other."""
    if text in notation:
        latex = notation[text].latex
        no_word = "_" in text or latex.startswith("\\") or (letters and text not in _WORDS)
        return latex if no_word else None
    if not _OPERATOR.search(text) or not any(name in notation for name in re.findall(r"[A-Za-z]\w*", text)):
        return None
    plain = re.sub(r"(?<=[0-9]),(?=[0-9]{3})", "", text)
    names, known = latex_names(notation), [quantity.name for quantity in notation]
    try:
        if re.search(r"[=<>≤≥]", plain):
            return slashed_relation(parse_relation(plain, known), names)
        tree = parse_expression(plain, known)
    except InputError:
        return None
    return slashed(tree, names)
