"""The grammar: text to tokens, and tokens to a tree by a small precedence parser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derivations.errors import GrammarError, InputError, nearest
from derivations.language.descent import Descent
from derivations.language.greek import GREEK
from derivations.language.limits import MAX_DECIMAL_EXPONENT, MAX_DIGITS, check_length
from derivations.language.tree import (
    BINDERS,
    Apply,
    Call,
    Name,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    WrittenRelation,
)
from derivations.language.unit import parse_unit

_NUMBER = re.compile(r"([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_MAX_NAME = 40

# what is typed: what it stands for; longer spellings come first
_OPERATORS = {
    "**": "^", ">=": ">=", "<=": "<=", "==": "=", "≥": ">=", "≤": "<=",
    "=": "=", ">": ">", "<": "<", "+": "+", "-": "-", "−": "-", "*": "*", "·": "*", "×": "*", "⋅": "*",
    "/": "/", "^": "^", "(": "(", ")": ")", ",": ",",
}
_WRONG_PAIRS = {
    "=>": "write >= for 'at least'", "=<": "write <= for 'at most'", "!=": "a relation is one of = >= <= > <",
    "<>": "a relation is one of = >= <= > <", "//": "write one / for a quotient",
    "->": "a relation is one of = >= <= > <",
}
_HINTS = {
    "%": "write 0.05 or 5[%]",
    ".": "a number needs digits on both sides of its point, and names hold no points",
    "_": "a name starts with a letter",
    "[": "a unit in brackets follows its number directly, such as 2[FLOP/token]",
    "]": "a unit in brackets follows its number directly, such as 2[FLOP/token]",
    "{": "write parentheses ( )", "}": "write parentheses ( )",
    "'": "a formula holds no quotes", '"': "a formula holds no quotes", "`": "a formula holds no quotes",
    "~": "write =, or a bound with >= or <=", "≈": "write =, or a bound with >= or <=",
    "÷": "write /", "√": "write sqrt(...)", "≠": "a relation is one of = >= <= > <",
    "∞": "take a limit instead", "²": "write ^2", "³": "write ^3", "µ": "write mu",
    "$": "write an amount as 2[dollar]", "\\": "write plain names, not LaTeX",
}


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
        return _number_token(text, match)
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


def _number_token(text: str, match: re.Match[str]) -> tuple[Token, int]:
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


# name: least number of arguments
FUNCTIONS = {"max": 2, "min": 2, "sqrt": 1, "exp": 1, "log": 1, "xor": 2, "ceil": 1, "lambert_w0": 1,
             "lambert_wm1": 1, "factorial": 1}
_CALLED = (*FUNCTIONS, *sorted(BINDERS))
_SEVERAL = frozenset({"max", "min", "xor"})
Functions = Mapping[str, tuple[int, int]]  # by name: how many arguments, and how many of them are subscripts
Meant = Callable[[str], Sequence[str]]  # what a name that is none may stand for
_NONE: Functions = {}


def _nothing(_name: str) -> Sequence[str]:
    return ()
_STARTS = frozenset({"number", "name", "("})
_SCALES = {"k": ("thousands", "e3"), "M": ("millions", "e6"), "B": ("billions", "e9"), "T": ("trillions", "e12")}


def parse_expression(text: str, known: Iterable[str] | None = None, functions: Functions = _NONE) -> Node:
    """The tree of an expression; with `known`, every other name is an error; `functions` are those that are declared.

    Raises `GrammarError`, which carries the column, or `InputError` for something too large to work with.

    >>> parse_expression("a*b/c")
    Quotient(numerator=Product(factors=(Name(name='a'), Name(name='b'))), denominator=Name(name='c'))
    """
    return _Parser(text, known, functions).expression()


def parse_relation(
    text: str, known: Iterable[str] | None = None, functions: Functions = _NONE, meant: Meant = _nothing
) -> WrittenRelation:
    """The tree of a relation such as ``t = S/W``; with `known`, every other name is an error; `functions` as above.

    `meant` says what a reader may mean by a word that is no name, for the message.

    Raises `GrammarError`, which carries the column, or `InputError` for something too large to work with.

    >>> parse_relation("T ≥ t").operator
    '>='
    """
    return _Parser(text, known, functions, meant).relation()


class _Parser(Descent[Token]):
    """One pass over the tokens of one text."""

    def __init__(
        self, text: str, known: Iterable[str] | None, functions: Functions, meant: Meant = _nothing
    ) -> None:
        super().__init__(tokenize(text))
        self._text = text
        self._functions = functions
        self._meanings = meant
        self._known = None if known is None else tuple(known)

    def term(self) -> Node:
        """A term, with the minus signs before it."""
        return self.signed(self._product)

    def _product(self) -> Node:
        node, open_product = self.factor(), False
        while self.next.kind in ("*", "/"):
            operator = self.take()
            start = self.next
            other = self.signed(self.factor)
            if operator.kind == "/":
                node, open_product = Quotient(node, self.divisor(other, start)), False
            elif open_product and isinstance(node, Product):
                node = Product((*node.factors, other))
            else:
                node, open_product = Product((node, other)), True
        return node

    def factor(self) -> Node:
        """A factor, without a sign."""
        base = self._atom()
        if self.next.kind != "^":
            return base
        self.take()
        exponent = self.signed(self._atom)
        if self.next.kind == "^":
            raise self.error("an exponent may hold no power; write (a^b)^c or a^(b*c)", self.next)
        return Power(base, exponent)

    def _atom(self) -> Node:
        token = self.take()
        if token.kind == "number":
            return Number(token.value, token.unit)
        if token.kind == "name":
            return self._call(token) if self._is_call(token) else self._name(token)
        if token.kind == "(":
            node = self.inside(token)
            self.close(token)
            return node
        raise self._missing(token)

    def _is_call(self, token: Token) -> bool:
        opened = self.next.kind == "("
        if token.text in _CALLED:
            if not opened:
                raise self.error(f"{token.text} needs its arguments in parentheses", token)
            return True
        if token.text in self._functions:
            if not opened:
                raise self.error(f"{token.text} is a function; write its arguments, {token.text}(...)", token)
            return True
        if opened:
            known = ", ".join([*_CALLED, *self._functions])
            message = f"write * between {token.text} and '('; the functions are {known}"
            raise self.error(message, token)
        return False

    def _name(self, token: Token) -> Name:
        if self._known is not None and token.text not in self._known:
            close = self._meanings(token.text) or nearest(token.text, self._known)
            if close:
                hint = f"; did you mean {' or '.join(close)}?"
            else:
                hint = f"; known: {', '.join(self._known[:12])}" + (", …" if len(self._known) > 12 else "")
            raise self.error(f"unknown quantity {token.text!r}{hint if self._known else ''}", token)
        return Name(token.text)

    def _call(self, function: Token) -> Call | Apply:
        opening = self.take()
        arguments = self.arguments(opening)
        if function.text in BINDERS:
            if len(arguments) != 4 or not isinstance(arguments[1], Name):
                raise self.error(f"write {function.text}(term, k, first, last), where k is what counts", function)
            return Call(function.text, tuple(arguments))
        if function.text in self._functions:
            count, subscripts = self._functions[function.text]
            if len(arguments) != count:
                takes = "one argument" if count == 1 else f"{count} arguments"
                raise self.error(f"{function.text} takes {takes}, not {len(arguments)}", function)
            return Apply(function.text, tuple(arguments), subscripts)
        least = FUNCTIONS[function.text]
        if len(arguments) < least:
            raise self.error(f"{function.text} needs at least two arguments", function)
        if len(arguments) > 1 and function.text not in _SEVERAL:
            raise self.error(f"{function.text} takes one argument", function)
        return Call(function.text, tuple(arguments))

    def _missing(self, token: Token) -> GrammarError:
        if token.kind == "end":
            return self.error("the text ends where a number, a name or '(' is expected", token)
        if token.kind == "+":
            return self.error("a sign + is not written before a term", token)
        return self.error(f"expected a number, a name or '(', not {token.text!r}", token)

    def misplaced(self, token: Token) -> GrammarError:
        """The error of a token that stands where nothing, or a sign, is expected."""
        if token.kind in _STARTS and self.at:
            before = self.tokens[self.at - 1].text
            return self.error(f"write * between {before!r} and {token.text!r}{self._meant(token)}", token)
        if token.kind == ",":
            return self.error("a comma only separates the arguments of a function", token)
        if token.kind == ")":
            return self.error("this parenthesis was never opened", token)
        return self.error(f"unexpected {token.text!r}", token)

    def _meant(self, token: Token) -> str:
        """How a number with a unit, or one in thousands, is written, where a name behind it may be meant so."""
        before = self.tokens[self.at - 1]
        if before.kind != "number" or before.unit or token.kind != "name":
            return ""
        if token.text in _SCALES:
            return f"; {_SCALES[token.text][0]} are written {before.text}{_SCALES[token.text][1]}"
        try:
            return f"; a unit stands in brackets: {before.text}[{parse_unit(token.text).text}]"
        except InputError:
            return ""

    def error(self, message: str, token: Token) -> GrammarError:
        """An error that points at a token."""
        return GrammarError(message, self._text, token.column)

    def shown(self, token: Token) -> str:
        """A token as an error shows it."""
        return repr(token.text)
