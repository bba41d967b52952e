r"""Numbers in LaTeX, with their power of ten and their unit: ``300``, ``1{,}234``, ``1.5 \times 10^{12}``, ``30\%``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from derivations.engine.written.latex_lexer import Formula, Token
from derivations.engine.written.latex_names import Letters
from derivations.engine.written.latex_units import unit_at
from derivations.engine.written.limits import MAX_DECIMAL_EXPONENT, MAX_DIGITS
from derivations.engine.written.nodes import Number
from derivations.engine.written.numerals import decimal

_LONGEST_EXPONENT = 3  # digits of a power of ten that is part of a number


@dataclass(frozen=True)
class FoundNumber:
    """A number at a place of a formula, where it ends, and whether that is at a power of ten."""

    node: Number
    has_exponent: bool
    end: int


def number_at(formula: Formula, at: int, letters: Letters) -> FoundNumber:
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


def is_scaled(formula: Formula, at: int) -> bool:
    r"""True for a number times a power of ten, such as ``1.5 \times 10^{12}``."""
    is_times = formula.tokens[at].kind == "number" and formula.tokens[at + 1].kind == "*"
    return is_times and _power_of_ten(formula, at + 2) is not None


def number_value(formula: Formula, at: int) -> Fraction:
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


def _touches(tokens: tuple[Token, ...], kinds: tuple[str, ...]) -> bool:
    """True for tokens of these kinds with nothing between them."""
    return tuple(token.kind for token in tokens) == kinds and all(a.end == b.column for a, b in pairwise(tokens))


def _power_of_ten(formula: Formula, at: int) -> tuple[int, int] | None:
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
