r"""How wide a formula will be: an estimate from the widths of Computer Modern, never far below what TeX sets.

Widths are points at ten points; the larger sizes of an article are a little narrower in proportion. A formula is what
`latex` writes, or a letter that a writer chose; what is not known here counts as a wide letter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from derivations.engine.written.greek import LETTERS

_ITALIC = dict(zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    (5.3, 4.3, 4.4, 5.3, 4.7, 6.0, 5.2, 5.8, 3.5, 4.7, 5.6, 3.2, 8.8, 6.1, 4.9, 5.1, 4.9, 4.8, 4.7, 3.7, 5.8, 5.3, 7.5,
     5.8, 5.3, 5.1, 7.6, 8.1, 7.9, 8.6, 8.0, 7.9, 7.9, 9.2, 5.2, 6.6, 9.3, 6.9, 10.8, 9.2, 8.0, 7.9, 8.0, 7.7, 6.8, 7.3,
     8.0, 8.1, 10.9, 9.1, 8.1, 7.6), strict=True,
))  # fmt: skip
_UPRIGHT = dict(zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    (5.1, 5.6, 4.5, 5.6, 4.5, 3.9, 5.2, 5.6, 2.8, 3.1, 5.3, 2.8, 8.4, 5.6, 5.1, 5.6, 5.3, 4.0, 4.0, 3.9, 5.6, 5.5, 7.4,
     5.3, 5.5, 4.5, 7.6, 7.1, 7.3, 7.7, 6.9, 6.6, 7.9, 7.6, 3.7, 5.2, 7.8, 6.3, 9.2, 7.6, 7.8, 6.9, 7.8, 7.4, 5.6, 7.3,
     7.6, 7.7, 10.5, 7.6, 7.8, 6.2), strict=True,
))  # fmt: skip
_SIGNS = {"(": 3.9, ")": 3.9, "[": 2.8, "]": 2.8, "/": 5.0, ",": 4.5, ".": 2.8, "'": 2.9, ":": 2.8, ";": 4.5, "-": 7.8}
_WIDEST = 11.0  # of what is not known
_GREEK_WIDTH = 8.4
_SCALE = (1.0, 1.0, 0.82, 0.72)  # display, text, script, script of a script
_SCRIPT = 2
_AFTER_SCRIPT = 0.5
_ROUND = (4.6, 7.4, 8.8)  # brackets that grow: around letters, a fraction, a fraction of fractions
_ROUND_INSIDE = (4.6, 6.0, 7.4)  # the same inside a fraction
_FRACTION_ENDS = 2.4
_ROOT = 10.0
_COMMANDS = {
    r"\,": 1.7, r"\:": 2.3, r"\;": 2.8, r"\!": -1.7, r"\ ": 3.4, r"\quad": 10.0, r"\qquad": 20.0, r"\infty": 10.0,
    r"\ell": 4.2, r"\%": 8.4, r"\$": 5.0, r"\_": 3.4, r"\#": 8.4, r"\&": 7.8, r"\max": 20.3, r"\min": 18.4,
    r"\exp": 17.0, r"\log": 14.6, r"\times": 7.8, r"\cdot": 2.8, r"\oplus": 7.8, r"\ge": 7.8, r"\le": 7.8, r"\to": 10.0,
    r"\prime": 2.9, r"\star": 5.0, r"\ast": 5.0, r"\dots": 13.4, r"\left": 0.0, r"\right": 0.0,
    r"\sum": 14.4, r"\prod": 12.8, r"\lceil": 4.5, r"\rceil": 4.5,
}  # fmt: skip
_RELATIONS = ("=", "<", ">", r"\ge", r"\le", r"\to")
_BINARY = ("+", "-", r"\times", r"\cdot", r"\oplus")
_FIXED = {r"\big": 4.6, r"\Big": 6.0, r"\bigg": 7.4, r"\Bigg": 8.0}  # brackets; a slash is wider
_SLASH = {r"\big": 5.8, r"\Big": 8.2, r"\bigg": 10.5, r"\Bigg": 12.8}
_FONTS = {r"\mathrm": 1.0, r"\text": 1.0, r"\mathbf": 1.2, r"\mathsf": 1.0, r"\mathit": 1.1, r"\mathcal": 1.5}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)


@dataclass(frozen=True)
class _Box:
    width: float
    fractions: int = 0  # one in another


@lru_cache(maxsize=4096)
def width(latex: str) -> float:
    """The width of a formula in display, in points at ten points.

    >>> 22 < width("a = b") < 25
    True
    """
    return _Reader(_TOKEN.findall(latex)).row(style=0, upright=0.0).width


@lru_cache(maxsize=4096)
def text_width(latex: str) -> float:
    """The width of text that may hold formulas between dollars."""
    total = 0.0
    for place, part in enumerate(re.split(r"(?<!\\)\$", latex)):
        total += width(part) if place % 2 else _Reader(_TOKEN.findall(part)).row(style=1, upright=1.0).width
    return total


class _Reader:
    """Reads tokens once, adding up."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def row(self, style: int, upright: float, end: str = "") -> _Box:
        """What stands up to the end or a closing token; `upright` is the factor of a font, 0 for italics."""
        total, fractions = 0.0, 0
        while self._at < len(self._tokens):
            if self._tokens[self._at] == end:
                self._at += 1
                break
            box = self._next(style, upright)
            total, fractions = total + box.width, max(fractions, box.fractions)
        return _Box(total, fractions)

    def _argument(self, style: int, upright: float) -> _Box:
        while self._at < len(self._tokens) and self._tokens[self._at].isspace():
            self._at += 1
        return self._next(style, upright) if self._at < len(self._tokens) else _Box(0.0)

    def _next(self, style: int, upright: float) -> _Box:
        token = self._tokens[self._at]
        self._at += 1
        if token.isspace():
            return _Box(3.4 if upright else 0.0)
        if token == "{":
            return self.row(style, upright, "}")
        if token in ("_", "^"):
            inner = self._argument(min(max(style, 1) + 1, 3), upright)
            return _Box(inner.width + _AFTER_SCRIPT, inner.fractions)
        if token == r"\frac":
            over, under = (self._argument(min(style + 1, 3), upright) for _ in range(2))
            return _Box(max(over.width, under.width) + _FRACTION_ENDS, 1 + max(over.fractions, under.fractions))
        if token == r"\sqrt":
            inner = self._argument(style, upright)
            return _Box(inner.width + _ROOT, inner.fractions)
        if token == r"\left":
            return self._grown(style, upright)
        if token in _FONTS:
            return self._argument(style, _FONTS[token])
        if token[:-1] in _FIXED and token[-1] in "lr":
            self._at += 1
            return _Box(_FIXED[token[:-1]], 1)
        if token in _FIXED:
            self._at += 1
            return _Box(_SLASH[token], 1)
        return _Box(_sign(token, style, upright))

    def _grown(self, style: int, upright: float) -> _Box:
        self._at += 1  # the bracket
        inner = self.row(style, upright, r"\right")
        self._at += 1
        sizes = _ROUND_INSIDE if style else _ROUND
        return _Box(inner.width + 2 * sizes[min(inner.fractions, 2)] + 3.4, inner.fractions)


def _sign(token: str, style: int, upright: float) -> float:
    """The width of one sign with the space around it."""
    scale = _SCALE[style]
    spaced = not upright and style < _SCRIPT
    if token in _RELATIONS:
        return _COMMANDS.get(token, 7.8) * scale + (5.6 if spaced else 0.0)
    if token in _BINARY or token == "−":
        plain = 3.4 if upright and token == "-" else _COMMANDS.get(token, 7.8)
        return plain * scale + (4.5 if spaced else 0.0)
    if token in _COMMANDS:
        return _COMMANDS[token] * scale
    if token.startswith("\\"):
        return (_GREEK_WIDTH if token[1:] in LETTERS else 0.0) * scale  # an accent has no width of its own
    if token.isdigit():
        return 5.0 * scale
    found = _UPRIGHT.get(token, _WIDEST / 2) * upright if upright else _ITALIC.get(token, _WIDEST)
    return _SIGNS.get(token, found) * scale
