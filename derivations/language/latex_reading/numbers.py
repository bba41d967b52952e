"""Numbers in LaTeX, with their power of ten and their unit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

from derivations.errors import InputError
from derivations.language.latex_reading.letters import KnownLetters, word_at
from derivations.language.latex_reading.lexer import FRACTIONS, LatexToken, TokenizedFormula
from derivations.language.limits import MAX_DECIMAL_EXPONENT, MAX_DIGITS
from derivations.language.numerals import decimal
from derivations.language.tree import Number
from derivations.language.unit import parse_unit

_MAX_PARENTHESES = 8  # as in a unit text
_LONGEST_EXPONENT = 3  # digits of a power of ten that is part of a number
_FUNCTIONS = frozenset({"min", "max", "exp", "log"})
_SYMBOLS = {r"\%": "%", r"\$": "$"}
_SIGNS = {"/": "/", "*": "·"}
_IN_WORDS = {r"\cdot": "·", r"\mu": "µ"}


def unit_at(formula: TokenizedFormula, at: int, letters: KnownLetters) -> tuple[str, int] | None:
    """The unit that starts at a place, as `parse_unit` reads it, and where it ends; None if there is none.

    A unit that only divides may leave out the one, as in ``1/s`` of ``5/s``. Raises `GrammarError` for a word that
    is a unit and a letter, and for a unit that is too large.
    """
    token = formula.tokens[at]
    start = at + 1 if token.kind == "/" else at
    units = _Units(formula)
    found = units.product(start, depth=0)
    if found is None:
        return None
    for place, word in units.words:
        if place < found[1] and letters.is_upright(word):
            message = f"{word!r} is a letter and a unit; write \\cdot before it, or \\frac, if the letter is meant"
            raise formula.error(message, formula.tokens[place])
    text = f"1/{found[0]}" if start > at else found[0]
    if start == at and _is_one_group(text):
        text = text[1:-1]  # a word or a fraction that is the whole unit, such as TFLOP/s, needs no parentheses
    try:
        return parse_unit(text).text, found[1]
    except InputError as error:
        raise formula.error(str(error), token) from None


class _Units:
    """Reads units as far as they go; what is none of a unit ends it."""

    def __init__(self, formula: TokenizedFormula) -> None:
        self._formula = formula
        self.words: list[tuple[int, str]] = []  # what was taken for a unit, with its place

    def product(self, at: int, depth: int) -> tuple[str, int] | None:
        """Units multiplied and divided; side by side is a product, too, but not after a slash."""
        found, divided = self._power(at, depth), False
        while found is not None:
            text, at = found
            token = self._formula.tokens[at]
            sign = "" if token.text == r"\times" else _SIGNS.get(token.kind, "")
            more = self._power(at + 1, depth) if sign else self._beside(at, depth)
            if more is None:
                break
            if divided and not sign:
                raise self._formula.error(r"this unit can be read in two ways; write / or \cdot before it", token)
            found = f"{text}{sign or '·'}{more[0]}", more[1]
            divided = divided or sign == "/"
        return found

    def _beside(self, at: int, depth: int) -> tuple[str, int] | None:
        """A unit without a sign before it; in parentheses it would look like a product."""
        return self._power(at, depth) if self._formula.tokens[at].kind == "command" else None

    def _power(self, at: int, depth: int) -> tuple[str, int] | None:
        found = self._parentheses(at, depth) or self._fraction(at, depth) or self._word(at)
        if found is None or found[0] == "%":
            return found
        text, at = found
        exponent = self._exponent(at)
        return found if exponent is None else (f"{text}^{exponent[0]}", exponent[1])

    def _parentheses(self, at: int, depth: int) -> tuple[str, int] | None:
        if self._formula.tokens[at].kind != "(" or depth >= _MAX_PARENTHESES:
            return None
        inside = self.product(at + 1, depth + 1)
        if inside is None or self._formula.tokens[inside[1]].kind != ")":
            return None
        return f"({inside[0]})", inside[1] + 1

    def _fraction(self, at: int, depth: int) -> tuple[str, int] | None:
        """Units over one another."""
        if self._formula.tokens[at].text not in FRACTIONS or depth >= _MAX_PARENTHESES:
            return None
        parts, at = [], at + 1
        for _ in range(2):
            inside, end = None, self._formula.closing.get(at)
            if end is not None:
                inside = self.product(at + 1, depth + 1)
            if inside is None or inside[1] != end:
                return None
            parts.append(_grouped(inside[0]))
            at = inside[1] + 1
        return f"({'/'.join(parts)})", at

    def _word(self, at: int) -> tuple[str, int] | None:
        token = self._formula.tokens[at]
        if token.text in _SYMBOLS:
            return _SYMBOLS[token.text], at + 1
        word = word_at(self._formula, at)
        if word is None or not word[0]:
            return None
        text, end = word
        for written, meant in _IN_WORDS.items():
            text = text.replace(written, meant)
        after = self._formula.tokens[end].kind
        if not is_unit_text(text) or after in ("_", "'") or (text in _FUNCTIONS and after in ("(", "[", r"\{")):
            return None
        self.words.append((at, word[0]))
        return _grouped(text), end

    def _exponent(self, at: int) -> tuple[str, int] | None:
        """A whole number that a unit is raised to, such as ``^2`` and ``^{-1}``."""
        if self._formula.tokens[at].kind != "^":
            return None
        end = self._formula.argument_end(at + 1)
        text = "".join(token.text for token in self._formula.tokens[at + 1 : end] if token.kind not in "{}")
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()) or (len(text) > 1 and self._formula.tokens[at + 1].kind != "{"):
            return None
        return text, end


def is_unit_text(word: str) -> bool:
    """True for a word that is a unit, or several joined by signs."""
    try:
        return any(map(str.isalpha, word)) and parse_unit(word) is not None
    except InputError:
        return False


def _grouped(text: str) -> str:
    return f"({text})" if "/" in text or "·" in text else text


def _is_one_group(text: str) -> bool:
    """True for a text whose first parenthesis is closed by its last."""
    depths = list(accumulate((character == "(") - (character == ")") for character in text))
    return text.startswith("(") and depths.index(0) == len(text) - 1


@dataclass(frozen=True)
class FoundNumber:
    """A number at a place of a formula, where it ends, and whether that is at a power of ten."""

    node: Number
    has_exponent: bool
    end: int


def number_at(formula: TokenizedFormula, at: int, letters: KnownLetters) -> FoundNumber:
    """The number that starts at a place; raises `GrammarError` if it is not written as one."""
    mantissa = number_value(formula, at)
    power = alone = _power_of_ten(formula, at)
    if alone is not None:
        mantissa = Fraction(1)
    elif formula.tokens[at + 1].kind == "*":
        power = _power_of_ten(formula, at + 2)
    exponent, end = power or (0, at + 1)
    value = mantissa * Fraction(10) ** exponent
    unit, end = unit_at(formula, end, letters) or ("", end)
    if alone is not None and not unit and not decimal(value)[1]:
        return FoundNumber(Number(Fraction(10)), False, at + 1)  # 10^{-3}, which as a number would be written 0.001
    return FoundNumber(Number(value, unit), power is not None, end)


def is_scaled(formula: TokenizedFormula, at: int) -> bool:
    r"""True for a number times a power of ten, such as ``1.5 \times 10^{12}``."""
    is_times = formula.tokens[at].kind == "number" and formula.tokens[at + 1].kind == "*"
    return is_times and _power_of_ten(formula, at + 2) is not None


def number_value(formula: TokenizedFormula, at: int) -> Fraction:
    """The exact value of the digits at a place; raises `GrammarError`."""
    token = formula.tokens[at]
    if _touches(formula.tokens[at : at + 3], ("number", ",", "number")):
        message = "write thousands as 1{,}234; between two arguments put a space after the comma"
        raise formula.error(message, formula.tokens[at + 1])
    if _touches(formula.tokens[at : at + 3], ("number", "letter", "number")) and formula.tokens[at + 1].text in "eE":
        raise formula.error("write a power of ten as 10^{..}", formula.tokens[at + 1])
    if len(token.text.replace(".", "").lstrip("0")) > MAX_DIGITS:
        raise formula.error(f"a number has more than {MAX_DIGITS} digits", token)
    if token.text[0] == "0" and token.text[1:2].isdigit():
        raise formula.error("a number does not start with a superfluous 0", token)
    return Fraction(token.text)


def _touches(tokens: tuple[LatexToken, ...], kinds: tuple[str, ...]) -> bool:
    """True for tokens of these kinds with nothing between them."""
    return tuple(token.kind for token in tokens) == kinds and all(a.end == b.column for a, b in pairwise(tokens))


def _power_of_ten(formula: TokenizedFormula, at: int) -> tuple[int, int] | None:
    """The exponent of a power such as ``10^{12}`` at a place, and where that ends."""
    tokens = formula.tokens
    if [token.text for token in tokens[at : at + 2]] != ["10", "^"]:
        return None
    end = formula.argument_end(at + 2)
    inside = [token for token in tokens[at + 2 : end] if token.kind not in "{}"]
    kinds, longest = [token.kind for token in inside], _LONGEST_EXPONENT if tokens[at + 2].kind == "{" else 1
    if kinds not in (["number"], ["-", "number"]) or not inside[-1].text.isdigit() or len(inside[-1].text) > longest:
        return None
    exponent = int("".join(token.text for token in inside))
    return (exponent, end) if abs(exponent) <= MAX_DECIMAL_EXPONENT else None
