r"""LaTeX that our own writer printed, read back so that a page sets it as it sets our relations.

A formula counts as ours if every side of it reads back and prints to the very same LaTeX. A chain such as ``a = b = c``
and numbers with units are read side by side.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from derivations.engine.written.latex import to_latex
from derivations.engine.written.latex_reader import parse_latex_expression
from derivations.engine.written.mathml import letters_mathml, sign_mathml, to_mathml, value_mathml
from derivations.errors import InputError
from derivations.render.html.letters import Letters

_OPERATORS = {"=": "=", r"\ge": ">=", r"\le": "<=", "<": "<", ">": ">"}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", flags=re.DOTALL)
_UPRIGHT = re.compile(r"\\mathrm\{([^{}\\]*)\}")
_NUMBER = re.compile(r"-?[0-9][0-9,]*(\.[0-9]+)?")


def read_back(latex: str, letters: Letters) -> tuple[str, ...] | None:
    """The MathML of a formula of ours in pieces, the sign first in each but the first; None for any other formula."""
    return _read(latex.strip(), tuple((name, letter["latex"]) for name, letter in letters.items()))


@lru_cache(maxsize=1024)
def _read(latex: str, letters: tuple[tuple[str, str], ...]) -> tuple[str, ...] | None:
    names = dict(letters)
    signs = letters_mathml(names)
    pieces = []
    for operator, side in _sides(latex):
        shown = _side(side, names, signs)
        if shown is None:
            return None
        pieces.append(f"<mrow>{sign_mathml(operator)}{shown}</mrow>" if operator else shown)
    return tuple(pieces)


def _side(side: str, names: dict[str, str], signs: dict[str, str]) -> str | None:
    """One side: a value as it is printed for people, or an expression that prints back as it stands."""
    if (value := _value(side)) is not None:
        return value_mathml(value)
    counts = Counter(names.values())  # of two quantities of one letter a formula does not say which is meant
    by_letter = {letter: name for name, letter in names.items() if counts[letter] == 1}
    try:
        node = parse_latex_expression(side, by_letter)
    except InputError:
        return None
    return to_mathml(node, signs) if _plain(to_latex(node, names)) == _plain(side) else None


def _value(side: str) -> str | None:
    r"""The text of a value such as ``5{,}354\,\mathrm{sequence}``, or None."""
    plain = _UPRIGHT.sub(r"\1", side).replace("{,}", ",").replace(r"{\cdot}", "·").replace(r"\%", "%")
    number, *words = plain.split(r"\,")
    if not _NUMBER.fullmatch(number.rstrip("%")) or any(re.search(r"[\\{}]", word) for word in words):
        return None
    return " ".join((number, *words))


def _plain(latex: str) -> str:
    """LaTeX without what makes no difference to how a unit looks."""
    return _UPRIGHT.sub(r"\1", latex).replace(" ", "")


def _sides(latex: str) -> Iterator[tuple[str, str]]:
    """The sides of a chain, each with the relation sign before it, as our grammar has it; none before the first."""
    depth, operator, side = 0, "", ""
    for token in _TOKEN.findall(latex):
        depth += (token in ("{", r"\left")) - (token in ("}", r"\right"))
        if depth == 0 and token in _OPERATORS:
            yield operator, side.strip()
            operator, side = _OPERATORS[token], ""
        else:
            side += token
    yield operator, side.strip()
