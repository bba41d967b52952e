r"""Letters in LaTeX: where one ends, and what makes two of them the same.

A letter is a nucleus with subscripts, primes and perhaps a star: ``N_{\mathrm{total}}``, ``\hat N``, ``b_w'``,
``B^*``, ``\text{FLOPs}``. Letters are compared by their key, in which fonts, braces and spaces do not count.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from derivations.engine.written.latex_lexer import Formula, Token, read_tokens
from derivations.errors import InputError

_FONTS = frozenset({
    r"\mathrm", r"\text", r"\textrm", r"\textnormal", r"\mathit", r"\mathnormal", r"\mathbf", r"\mathsf",
    r"\mathtt", r"\textbf", r"\textit", r"\textsf", r"\texttt", r"\operatorname", r"\boldsymbol", r"\bm", r"\mbox",
})  # fmt: skip
_OLD_FONTS = frozenset({r"\rm", r"\it", r"\bf", r"\sf", r"\tt"})
_NOT_IN_KEYS = _FONTS | _OLD_FONTS | {"{", "}"}
_ACCENTS = frozenset({
    r"\hat", r"\bar", r"\tilde", r"\vec", r"\dot", r"\ddot", r"\check", r"\breve", r"\acute", r"\grave",
    r"\mathring", r"\mathcal", r"\mathbb", r"\mathfrak", r"\mathscr", r"\underline",
})  # fmt: skip
_ALIKE = {
    r"\widehat": r"\hat", r"\overline": r"\bar", r"\widetilde": r"\tilde", r"\ast": "*", r"\star": "*",
    r"\prime": "'", r"\_": "_",
    r"\max": "max", r"\min": "min", r"\exp": "exp", r"\log": "log", r"\ln": "ln",
}  # fmt: skip
_MARKS = frozenset("*'")
_LONGEST_RUN = 41  # letters side by side that are looked at together; no name is as long
_MAX_BRACES = 3  # around one letter


@dataclass(frozen=True)
class Reading:
    """One way to read a letter: its key, its key with what is raised, and where that and the letter end."""

    key: str
    raised: str
    exponent: int | None  # the place of what is raised, None if nothing is
    end: int

    @property
    def letter_end(self) -> int:
        """Where the letter ends without what is raised last."""
        return self.end if self.exponent is None else self.exponent - 1

    @property
    def is_marked(self) -> bool:
        """True if what is raised is a star or a prime, which is no exponent."""
        raised = self.raised.removeprefix(self.key).removeprefix("^")
        return raised != "" and set(raised) <= _MARKS


def readings(formula: Formula, at: int) -> list[Reading]:
    """The ways to read a letter at a place, the longest nucleus first; none where no letter can be."""
    return [_with_scripts(formula, nucleus, end) for nucleus, end in _nuclei(formula, at)]


def word_at(formula: Formula, at: int) -> tuple[str, int] | None:
    r"""The word in a font of its own, such as ``\text{FLOPs}``, that starts at a place, and where it ends."""
    if formula.tokens[at].text not in _FONTS:
        return None
    start = at + 1 + (formula.tokens[at].text == r"\operatorname" and formula.tokens[at + 1].kind == "*")
    end = formula.argument_end(start)
    return (flat(formula.tokens[start:end]), end) if end > start else None


def run_at(formula: Formula, at: int) -> str:
    """The letters from a place on that are written without anything between them."""
    letters = takewhile(lambda token: token.kind == "letter", _touching(formula, at))
    return "".join(token.text for token in letters)


def bare_at(formula: Formula, at: int) -> tuple[str, int] | None:
    """The key of the shortest letter that starts at a place, without what follows it, and where it ends."""
    nuclei = _nuclei(formula, at)
    return nuclei[-1] if nuclei else None


def is_wrapped(formula: Formula, at: int) -> bool:
    r"""True where something in a font or under an accent starts, such as ``\mathrm{..}``, ``{\rm ..}`` and ``\hat``."""
    token = formula.tokens[at]
    if token.kind == "{":
        return formula.tokens[at + 1].text in _OLD_FONTS
    return token.text in _FONTS or _ALIKE.get(token.text, token.text) in _ACCENTS


def flat(tokens: Iterable[Token]) -> str:
    """Tokens as a key: without braces and fonts, and with one spelling for what looks alike."""
    return "".join(_ALIKE.get(token.text, token.text) for token in tokens if token.text not in _NOT_IN_KEYS)


@lru_cache(maxsize=4096)
def letter_keys(written: str) -> tuple[str, ...]:
    r"""The key of a letter, or the keys of its parts if it is set from several, such as ``\Delta t``.

    Raises `InputError` for a text that is no letter.

    >>> letter_keys(r"N_{\mathrm{total}}"), letter_keys(r"\Delta t"), letter_keys("B^{*}")
    (('N_total',), ('\\Delta', 't'), ('B^*',))
    """
    formula, at, keys = read_tokens(written), 0, []
    while formula.tokens[at].kind != "end":
        longest = max(readings(formula, at), key=lambda reading: reading.end, default=None)
        if longest is None:
            break
        keys.append(longest.raised or longest.key)
        at = longest.end
    if not keys or formula.tokens[at].kind != "end":
        raise InputError(f"{written[:60]!r} cannot be read as a letter of a formula")
    return tuple(keys)


def _nuclei(formula: Formula, at: int) -> list[tuple[str, int]]:
    """What a letter can consist of, before its subscripts, with where each ends."""
    token = formula.tokens[at]
    if token.kind == "letter":
        touching = _touching(formula, at)
        ends = dict.fromkeys((len(touching), len(run_at(formula, at)), 1))
        return [(flat(touching[:n]), at + n) for n in ends]
    if token.kind == "{":
        return _in_braces(formula, at)
    if token.kind != "command":
        return []
    if token.text in _FONTS:
        word = word_at(formula, at)
        return [word] if word and word[0] else []
    if _ALIKE.get(token.text, token.text) in _ACCENTS:
        end = formula.argument_end(at + 1)
        return [(flat(formula.tokens[at:end]), end)]
    return [] if token.text in _ALIKE else [(token.text, at + 1)]


def _in_braces(formula: Formula, at: int) -> list[tuple[str, int]]:
    r"""A single letter in braces, such as ``{N}`` and ``{\rm FLOPs}``."""
    close, inner = formula.closing[at], at + 1
    if formula.tokens[inner].text in _OLD_FONTS:
        word = flat(formula.tokens[inner:close])
        return [(word, close + 1)] if word else []
    braces = 1
    while formula.tokens[inner].kind == "{" and braces < _MAX_BRACES:
        inner, braces = inner + 1, braces + 1
    if formula.tokens[inner].kind == "{":
        return []
    return [(nucleus, close + 1) for nucleus, end in _nuclei(formula, inner) if end + braces - 1 == close]


def _touching(formula: Formula, at: int) -> tuple[Token, ...]:
    """The letters, digits and underscores from a place on without a space between, as in an ASCII name."""
    end = at + 1
    while end - at < _LONGEST_RUN:
        before, token = formula.tokens[end - 1], formula.tokens[end]
        is_digits = token.kind == "number" and token.text.isdigit()
        is_part = is_digits or token.kind in ("letter", "_") or token.text == r"\_"
        if not is_part or token.column != before.end:
            break
        end += 1
    while formula.tokens[end - 1].kind == "_" and end - 1 > at:
        end -= 1
    return formula.tokens[at:end]


def _with_scripts(formula: Formula, nucleus: str, at: int) -> Reading:
    """A nucleus with the subscript, the primes and what is raised that follow it."""
    below, primes, exponent, above = "", "", None, ""
    while True:
        kind, end = formula.tokens[at].kind, _script_end(formula, at + 1)
        if kind == "_" and not below:
            below = "_" + flat(formula.tokens[at + 1 : end])
        elif kind == "'" and exponent is None:
            primes, end = primes + "'", at + 1
        elif kind == "^" and exponent is None:
            exponent, above = at + 1, flat(formula.tokens[at + 1 : end])
        else:
            break
        at = end
    key = nucleus + below + primes
    raised = "" if exponent is None else key + (above if set(above) == {"'"} else f"^{above}")
    return Reading(key, raised, exponent, at)


def _script_end(formula: Formula, at: int) -> int:
    """Where a subscript or what is raised ends."""
    at = min(at, len(formula.tokens) - 1)
    word = word_at(formula, at)
    return word[1] if word else formula.argument_end(at)
