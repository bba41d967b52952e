"""Text to tokens: numbers with their units, names and operators; anything else is an error with a hint."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from derivations.engine.unit import parse_unit
from derivations.engine.written.greek import GREEK
from derivations.engine.written.limits import (
    MAX_DECIMAL_EXPONENT,
    MAX_DIGITS,
    check_length,
)
from derivations.errors import GrammarError, InputError

_NUMBER = re.compile(r"([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_MAX_NAME = 40

# what is typed: what it stands for; longer spellings come first
_OPERATORS = {
    "**": "^", ">=": ">=", "<=": "<=", "==": "=", "≥": ">=", "≤": "<=",
    "=": "=", ">": ">", "<": "<", "+": "+", "-": "-", "−": "-", "*": "*", "·": "*", "×": "*", "⋅": "*",
    "/": "/", "^": "^", "(": "(", ")": ")", ",": ",",
}  # fmt: skip
_WRONG_PAIRS = {
    "=>": "write >= for 'at least'", "=<": "write <= for 'at most'", "!=": "a relation is one of = >= <= > <",
    "<>": "a relation is one of = >= <= > <", "//": "write one / for a quotient",
    "->": "a relation is one of = >= <= > <",
}  # fmt: skip
_HINTS = {
    "%": "write 0.05 or 5[%]",
    ".": "a number needs digits on both sides of its point, and names hold no points",
    "_": "a name starts with a letter",
    "[": "a unit in brackets follows its number directly, such as 2[FLOP/token]",
    "]": "a unit in brackets follows its number directly, such as 2[FLOP/token]",
    "{": "write parentheses ( )", "}": "write parentheses ( )",
    "'": "a formula holds no quotes", '"': "a formula holds no quotes", "`": "a formula holds no quotes",
    "÷": "write /", "√": "write sqrt(...)", "≠": "a relation is one of = >= <= > <",
    "∞": "take a limit instead", "²": "write ^2", "³": "write ^3", "µ": "write mu",
    "$": "write an amount as 2[dollar]", "\\": "write plain names, not LaTeX",
}  # fmt: skip


@dataclass(frozen=True)
class Token:
    """A piece of a text; `kind` is ``number``, ``name``, ``end`` or the operator, `column` counts from 1."""

    kind: str
    text: str
    column: int
    value: Fraction = Fraction(0)
    unit: str = ""


def tokenize(text: str) -> list[Token]:
    """The tokens of a text, with an ``end`` token after the last; raises `GrammarError`.

    >>> [token.kind for token in tokenize("t >= 2[byte]*x")]
    ['name', '>=', 'number', '*', 'name', 'end']
    """
    check_length(text)
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        token, at = _next(text, at)
        tokens.append(token)
    tokens.append(Token("end", "", len(text) + 1))
    return tokens


def _next(text: str, at: int) -> tuple[Token, int]:
    if match := _NUMBER.match(text, at):
        return _number(text, match)
    if match := _NAME.match(text, at):
        if len(match[0]) > _MAX_NAME:
            raise GrammarError(f"a name is longer than {_MAX_NAME} characters", text, at + 1)
        return Token("name", match[0], at + 1), match.end()
    pair = text[at : at + 2]
    if pair in _WRONG_PAIRS:
        raise GrammarError(f"{pair!r} is no operator; {_WRONG_PAIRS[pair]}", text, at + 1)
    for typed in (pair, text[at]):
        if typed in _OPERATORS:
            return Token(_OPERATORS[typed], typed, at + 1), at + len(typed)
    raise _unexpected(text, at)


def _unexpected(text: str, at: int) -> GrammarError:
    character = text[at]
    hint = _HINTS.get(character, "")
    if not hint and character in GREEK:
        hint = f"names are ASCII: write {GREEK[character]}"
    if character == "[" and _ends_with_number(text[:at]):
        hint = "no space between a number and its unit: 2[FLOP/token]"
    return GrammarError(f"unexpected {character!r}" + (f"; {hint}" if hint else ""), text, at + 1)


def _ends_with_number(text: str) -> bool:
    """True if the last thing in a text is a number, so that a bracket after a space can be explained."""
    return text.rstrip()[-1:] in set("0123456789")


def _number(text: str, match: re.Match[str]) -> tuple[Token, int]:
    whole, decimals, exponent = match[1], match[2] or "", match[3] or "0"
    column, end = match.start() + 1, match.end()
    after = text[end : end + 2]
    if after[:1] == ".":
        raise GrammarError("a number needs digits on both sides of its one point", text, end + 1)
    if after[:1] == "_":
        raise GrammarError("write the digits of a number without _", text, end + 1)
    if len(after) == 2 and after[0] == "," and after[1] in "0123456789":
        message = "a number is written without commas; between two arguments put a space after the comma"
        raise GrammarError(message, text, end + 1)
    if len(whole) > 1 and whole[0] == "0":
        raise GrammarError("a number does not start with a superfluous 0", text, column)
    value = _value(text, column, whole, decimals, exponent)
    if after[:1] != "[":
        return Token("number", match[0], column, value), end
    close = text.find("]", end)
    if close < 0:
        raise GrammarError("the unit has no closing ]", text, end + 1)
    unit = _unit(text, end + 2, text[end + 1 : close])
    return Token("number", text[match.start() : close + 1], column, value, unit), close + 1


def _value(text: str, column: int, whole: str, decimals: str, exponent: str) -> Fraction:
    digits = (whole + decimals).lstrip("0")
    if len(digits) > MAX_DIGITS or len(decimals) > MAX_DIGITS + MAX_DECIMAL_EXPONENT:
        raise GrammarError(f"a number has more than {MAX_DIGITS} digits", text, column)
    # The exponent is measured before it is used: 1e999999999 must not be built.
    scale = int(exponent) if len(exponent) < 8 else MAX_DECIMAL_EXPONENT + 1
    leading = len(digits) - 1 - len(decimals) + scale
    if abs(scale) > MAX_DECIMAL_EXPONENT or (digits and abs(leading) > MAX_DECIMAL_EXPONENT):
        raise GrammarError(f"a decimal exponent is beyond {MAX_DECIMAL_EXPONENT}", text, column)
    return Fraction(int(digits or "0")) * Fraction(10) ** (scale - len(decimals))


def _unit(text: str, column: int, unit: str) -> str:
    try:
        return parse_unit(unit).text
    except InputError as error:
        raise GrammarError(str(error), text, column) from None
