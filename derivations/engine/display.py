"""Pieces of how steps show themselves: marks for verdicts, and prose with mathematics in it.

Whole documents are the business of `derivations.render`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from derivations.engine.marks import MARKS as MARKS
from derivations.engine.quantity import Notation
from derivations.engine.written.latex import relation_latex, to_latex
from derivations.engine.written.nodes import names
from derivations.engine.written.parser import FUNCTIONS, parse_expression, parse_relation
from derivations.errors import InputError

_LONGEST = 60  # words of a formula
_WORD = re.compile(r"(?<![\w.])[A-Za-z]\w*")
_UNIT = re.compile(r"\[[^\]]*\]")
_RELATION = re.compile(r"[=<>≤≥]")
_SIGN = re.compile(r"[=<>≤≥*/^(+-]")


def spoken(text: str, notation: Notation | None, plain: Callable[[str], str] = str) -> str:
    r"""Prose in which formulas, and names of quantities that are no words (b_w, kappa), stand as mathematics.

    A formula is set whole: whatever reads as a relation or an expression in quantities of the notation. `plain` treats
    what lies between (escapes it, say).

    >>> from derivations.engine.quantity import Notation
    >>> notation = Notation.of("T [s] time\nt_w [s] weights\nn [] count")
    >>> print(spoken("T >= n*t_w no longer follows, as t_w grows", notation))
    $T \ge n\,t_{w}$ no longer follows, as $t_{w}$ grows
    """
    quantities = {q.name: q.latex for q in notation or ()}
    if not quantities:
        return plain(text)
    found, after = [], 0
    for start, end, formula in _formulas(text, quantities):
        found += [_with_names(text[after:start], quantities, plain), f"${formula}$"]
        after = end
    return "".join([*found, _with_names(text[after:], quantities, plain)])


def _with_names(text: str, quantities: Mapping[str, str], plain: Callable[[str], str]) -> str:
    """Text in which names that are no words stand as mathematics."""
    letters = {name: latex for name, latex in quantities.items() if "_" in name or latex.startswith("\\")}
    if not letters:
        return plain(text)
    pattern = re.compile(r"(?<![\w/.-])(" + "|".join(map(re.escape, letters)) + r")(?![\w-])")
    parts = pattern.split(text)
    return "".join(f"${letters[part]}$" if place % 2 else plain(part) for place, part in enumerate(parts))


def _formulas(text: str, quantities: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """The formulas in a text, the longest that begin at a word: where they stand, and their LaTeX."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    place = 0
    while place < len(words):
        run = place
        while run < len(words) and _in_quantities(text[slice(*words[run])], quantities):
            run += 1
        for last in range(min(run, place + _LONGEST) - 1, place - 1, -1):
            piece = text[words[place][0] : words[last][1]]
            start = words[place][0]
            if piece.startswith("(") and piece.count("(") > piece.count(")"):
                piece, start = piece[1:], start + 1
            piece = piece.rstrip(".,;:")
            while piece.endswith(")") and piece.count(")") > piece.count("("):
                piece = piece[:-1].rstrip(".,;:")
            latex = _formula(piece, quantities)
            if latex:
                yield start, start + len(piece), latex
                place = last
                break
        place += 1


def _in_quantities(word: str, quantities: Mapping[str, str]) -> bool:
    """True for a word that could be part of a formula: all names in it are quantities or functions."""
    return all(name in quantities or name in FUNCTIONS for name in _WORD.findall(_UNIT.sub("", word)))


def _formula(text: str, quantities: Mapping[str, str]) -> str:
    """The LaTeX of a text that is a formula, and no single name, number or word with a hyphen; else empty."""
    if not _SIGN.search(text if " " in text else text.replace("-", "")):
        return ""
    try:
        if _RELATION.search(text):
            relation = parse_relation(text, quantities)
            return relation_latex(relation, quantities) if names(relation.left) | names(relation.right) else ""
        node = parse_expression(text, quantities)
        return to_latex(node, quantities) if names(node) else ""
    except InputError:
        return ""


def in_markdown(text: str) -> str:
    r"""Plain text for Markdown, where stars and underscores would set it in italics.

    >>> print(in_markdown("L_x is B*L"))
    L\_x is B\*L
    """
    return "".join(f"\\{c}" if c in "\\`*_<|$" else c for c in text)
