"""Letters of quantities, which are written as LaTeX, read for other media: atoms with scripts, accents and fonts."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from derivations.language.greek import GREEK_LETTERS

# the shapes that TeX gives these letters, where another is the first of that name
_SHAPES = {"phi": "ϕ", "varphi": "φ", "epsilon": "ϵ", "varepsilon": "ε", "vartheta": "ϑ", "varrho": "ϱ", "varpi": "ϖ"}
_SIGNS = {
    "times": "×", "cdot": "·", "uparrow": "↑", "downarrow": "↓", "rightarrow": "→", "to": "→", "leftarrow": "←",
    "ast": "∗", "star": "⋆", "infty": "∞", "prime": "′", "pm": "±", "dagger": "†", "parallel": "∥", "perp": "⊥",
    "oplus": "⊕", "partial": "∂",
}
_LETTERS = {"ell": "ℓ", "hbar": "ℏ"}
ACCENTS = {"hat": "^", "widehat": "^", "bar": "¯", "overline": "¯", "tilde": "~", "widetilde": "~", "dot": "˙",
           "ddot": "¨", "vec": "→", "check": "ˇ"}
_FONTS = frozenset({"mathrm", "text", "mathit", "mathbf", "mathsf", "mathtt", "mathcal", "operatorname", "textrm"})
_WORDS = frozenset({"max", "min", "log", "exp", "ln", "lim", "sup", "inf"})
SPACES = {",": "0.17em", ":": "0.22em", ";": "0.28em", " ": "0.33em", "quad": "1em", "!": ""}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\s+|.", flags=re.DOTALL)
_DEEPEST = 20


class LetterReader(ABC):
    """One pass over a letter; a subclass says what a medium makes of its parts.

    Raises `ValueError` for what it cannot read.
    """

    def __init__(self, latex: str) -> None:
        self._tokens = _TOKEN.findall(latex)
        self._at = 0
        self._depth = 0

    @abstractmethod
    def grouped(self, parts: Sequence[str]) -> str:
        """Several parts as one."""

    @abstractmethod
    def scripted(self, base: str, below: str, above: str, primes: str) -> str:
        """A part with what stands below and above it, and primes; each is empty where there is none."""

    @abstractmethod
    def accented(self, accent: str, piece: str) -> str:
        """A part below one of the `ACCENTS`."""

    @abstractmethod
    def digits(self, text: str) -> str:
        """A number."""

    @abstractmethod
    def letter(self, letter: str, *, upright: bool = False) -> str:
        """One letter, Latin or Greek."""

    @abstractmethod
    def sign(self, sign: str) -> str:
        """A sign such as × or a bracket."""

    @abstractmethod
    def function(self, name: str) -> str:
        """The name of a function."""

    @abstractmethod
    def word(self, font: str, word: str) -> str:
        """A word in a font."""

    @abstractmethod
    def space(self, width: str) -> str:
        """A space of a width in em."""

    def whole(self) -> str:
        """The whole letter."""
        return self.grouped(self.row(""))

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
                parts.append(self._with_scripts(atom))
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

    def _with_scripts(self, base: str) -> str:
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
        return self.scripted(base, below, above, primes) if below or above or primes else base

    def _argument(self) -> str:
        if self._peek() in ("", "}", "_", "^", "'"):
            raise ValueError("an argument is missing")
        return self._atom()

    def _atom(self) -> str:
        token = self._next()
        if token == "{":
            return self.grouped(self.row("}"))
        if token[0] == "\\":
            return self._command(token[1:])
        if token[0].isdigit():
            return self.digits(token)
        if token.isalpha():
            return self.letter(token)
        if token in "()+-*/,.|=":
            return self.sign("−" if token == "-" else token)
        raise ValueError(token)

    def _command(self, name: str) -> str:
        if name in SPACES:
            return self.space(SPACES[name]) if SPACES[name] else ""
        if name in _FONTS:
            return self.word(name, self._word())
        if name in ACCENTS:
            return self.accented(name, self._argument())
        if name in _WORDS:
            return self.function(name)
        if name in _SIGNS:
            return self.sign(_SIGNS[name])
        letter = _SHAPES.get(name) or GREEK_LETTERS.get(name) or _LETTERS.get(name)
        if letter is None:
            raise ValueError(name)
        return self.letter(letter, upright=name[0].isupper())  # as TeX sets capital Greek letters

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
