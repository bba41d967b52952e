r"""Letters of formulas as MathML: what stands in a notation as LaTeX, such as ``N_{\mathrm{total}}``.

This reads letters and no formulas: letters and words with subscripts, primes and accents. What it cannot read is kept
as a word, so that nothing is ever lost.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from derivations.engine.written.greek import LETTERS

# the shapes that TeX gives these letters, where another is the first of that name
_SHAPES = {"phi": "ϕ", "varphi": "φ", "epsilon": "ϵ", "varepsilon": "ε", "vartheta": "ϑ", "varrho": "ϱ", "varpi": "ϖ"}
_SIGNS = {
    "times": "×", "cdot": "·", "uparrow": "↑", "downarrow": "↓", "rightarrow": "→", "to": "→", "leftarrow": "←",
    "ast": "∗", "star": "⋆", "infty": "∞", "prime": "′", "pm": "±", "dagger": "†", "parallel": "∥", "perp": "⊥",
    "oplus": "⊕", "partial": "∂",
}  # fmt: skip
_LETTERS = {"ell": "ℓ", "hbar": "ℏ"}
_ACCENTS = {"hat": "^", "widehat": "^", "bar": "¯", "overline": "¯", "tilde": "~", "widetilde": "~", "dot": "˙",
            "ddot": "¨", "vec": "→", "check": "ˇ"}  # fmt: skip
_FONTS = frozenset({"mathrm", "text", "mathit", "mathbf", "mathsf", "mathtt", "mathcal", "operatorname", "textrm"})
_BOLD, _BOLD_SMALL, _SCRIPT = 0x1D400, 0x1D41A, 0x1D49C  # where these alphabets begin
_SCRIPT_ELSEWHERE = {"B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ"}
_WORDS = frozenset({"max", "min", "log", "exp", "ln", "lim", "sup", "inf"})
_SPACES = {",": "0.17em", ":": "0.22em", ";": "0.28em", " ": "0.33em", "quad": "1em", "!": ""}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\s+|.", flags=re.DOTALL)
_DEEPEST = 20


@lru_cache(maxsize=4096)
def letter_mathml(latex: str) -> str:
    r"""The MathML of a letter, one element; a text that is none is set as a word.

    >>> letter_mathml(r"N_{\mathrm{total}}")
    '<msub><mi>N</mi><mtext>total</mtext></msub>'
    """
    reader = _Reader(latex)
    try:
        parts = reader.row("")
    except ValueError:
        return f"<mtext>{escape(latex)}</mtext>"
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"


def marked(name: str, mathml: str) -> str:
    """A letter that says which quantity it stands for, so that a page can tell what that is.

    >>> marked("B", "<mi>B</mi>")
    '<mi class="q" data-q="B">B</mi>'
    """
    tag, rest = re.match(r"<([a-z]+)(.*)", mathml, flags=re.DOTALL).groups()  # type: ignore[union-attr]
    return f'<{tag} class="q" data-q="{escape(name)}"{rest}'


class _Reader:
    """One pass over a letter; raises `ValueError` for what it cannot read."""

    def __init__(self, latex: str) -> None:
        self._tokens = _TOKEN.findall(latex)
        self._at = 0
        self._depth = 0

    def row(self, close: str) -> list[str]:
        """Atoms with their scripts, up to a closing brace or the end."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError("too deep")
        parts: list[str] = []
        while (token := self._peek()) != close:
            if token == "":
                raise ValueError("a brace is open")
            if token in "_^'":
                raise ValueError("nothing to stand beside")
            if atom := self._atom():
                parts.append(self._scripted(atom))
        self._at += close != ""
        self._depth -= 1
        if not parts:
            raise ValueError("empty")
        return parts

    def _peek(self) -> str:
        while self._at < len(self._tokens) and self._tokens[self._at].isspace():
            self._at += 1
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    def _raw(self) -> str:
        """The next token even where it is a space."""
        token = self._tokens[self._at] if self._at < len(self._tokens) else ""
        self._at += 1
        return token

    def _scripted(self, base: str) -> str:
        below = above = primes = ""
        while (token := self._peek()) and token in "_^'":
            self._at += 1
            if token == "'":
                primes += "′"
            elif token == "_" and not below:
                below = self._argument()
            elif token == "^" and not above:
                above = self._argument()
            else:
                raise ValueError("a second script")
        if primes:
            above = f"<mrow><mo>{primes}</mo>{above}</mrow>" if above else f"<mo>{primes}</mo>"
        if below and above:
            return f"<msubsup>{base}{below}{above}</msubsup>"
        if below:
            return f"<msub>{base}{below}</msub>"
        return f"<msup>{base}{above}</msup>" if above else base

    def _argument(self) -> str:
        if self._peek() in ("", "}", "_", "^", "'"):
            raise ValueError("an argument is missing")
        if self._peek() == "{":
            self._at += 1
            parts = self.row("}")
            return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"
        return self._atom()

    def _atom(self) -> str:
        token = self._next()
        if token == "{":
            parts = self.row("}")
            return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"
        if token[0] == "\\":
            return self._command(token[1:])
        if token[0].isdigit():
            return f"<mn>{token}</mn>"
        if token.isalpha():
            return f"<mi>{token}</mi>"
        if token in "()+-*/,.|=":
            return f'<mo stretchy="false">{"−" if token == "-" else token}</mo>'
        raise ValueError(token)

    def _command(self, name: str) -> str:
        if name in _SPACES:
            return f'<mspace width="{_SPACES[name]}"></mspace>' if _SPACES[name] else ""
        if name in _FONTS:
            return f"<mtext>{escape(_in_font(name, self._word()))}</mtext>"
        if name in _ACCENTS:
            return f'<mover accent="true">{self._argument()}<mo stretchy="false">{_ACCENTS[name]}</mo></mover>'
        if name in _WORDS:
            return f"<mi>{name}</mi>"
        if name in _SIGNS:
            return f"<mo>{_SIGNS[name]}</mo>"
        letter = _SHAPES.get(name) or LETTERS.get(name) or _LETTERS.get(name)
        if letter is None:
            raise ValueError(name)
        # TeX sets capital Greek letters upright, and a single letter of MathML is italic unless told otherwise
        return f'<mi mathvariant="normal">{letter}</mi>' if name[0].isupper() else f"<mi>{letter}</mi>"

    def _word(self) -> str:
        """The text in braces that follows a font."""
        if self._next() != "{":
            raise ValueError("a font without braces")
        parts = []
        while (token := self._raw()) != "}":
            if token == "" or token in "{\\" or (token[0] == "\\" and token[1:] not in ("_", " ", "-", "%", "&")):
                raise ValueError("no plain word")
            parts.append(token[1:] if token[0] == "\\" else token)
        if not parts:
            raise ValueError("an empty word")
        return "".join(parts)


def _in_font(font: str, word: str) -> str:
    """A word in a font that has characters of its own: bold Latin letters, script capitals."""
    if font == "mathbf":
        return "".join(_moved(sign, _BOLD if sign.isupper() else _BOLD_SMALL) for sign in word)
    if font == "mathcal":
        moved = (_moved(sign, _SCRIPT) if sign.isupper() else sign for sign in word)
        return "".join(_SCRIPT_ELSEWHERE.get(sign, other) for sign, other in zip(word, moved, strict=True))
    return word


def _moved(sign: str, start: int) -> str:
    """A Latin letter in the alphabet that begins there."""
    return chr(start + ord(sign) - ord("A" if sign.isupper() else "a")) if sign.isascii() and sign.isalpha() else sign
