"""The grammar: text to tokens, and tokens to a tree by a small precedence parser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.errors import GrammarError, InputError, nearest
from derivations.language.greek import GREEK
from derivations.language.limits import MAX_DECIMAL_EXPONENT, MAX_DIGITS, MAX_NESTING, check_length, check_size
from derivations.language.tree import (
    BINDERS,
    OPERATORS,
    Apply,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    WrittenRelation,
    fold,
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
FUNCTIONS = {"max": 2, "min": 2, "sqrt": 1, "exp": 1, "log": 1, "xor": 2, "ceil": 1, "factorial": 1}
_CALLED = (*FUNCTIONS, *sorted(BINDERS))
_SEVERAL = frozenset({"max", "min", "xor"})
Functions = Mapping[str, tuple[int, int]]  # by name: how many arguments, and how many of them are subscripts
_NONE: Functions = {}
_STARTS = frozenset({"number", "name", "("})


def parse_expression(text: str, known: Iterable[str] | None = None, functions: Functions = _NONE) -> Node:
    """The tree of an expression; with `known`, every other name is an error; `functions` are those that are declared.

    Raises `GrammarError`, which carries the column, or `InputError` for something too large to work with.

    >>> parse_expression("a*b/c")
    Quotient(numerator=Product(factors=(Name(name='a'), Name(name='b'))), denominator=Name(name='c'))
    """
    parser = _Parser(text, known, functions)
    node = parser.sum()
    parser.expect_end("an expression")
    check_size(node)
    parser.check_divisions()
    return node


def parse_relation(text: str, known: Iterable[str] | None = None, functions: Functions = _NONE) -> WrittenRelation:
    """The tree of a relation such as ``t = S/W``; with `known`, every other name is an error; `functions` as above.

    Raises `GrammarError`, which carries the column, or `InputError` for something too large to work with.

    >>> parse_relation("T ≥ t").operator
    '>='
    """
    parser = _Parser(text, known, functions)
    left = parser.sum()
    operator = parser.operator()
    right = parser.sum()
    parser.expect_end("a relation")
    check_size(left)
    check_size(right)
    parser.check_divisions()
    return WrittenRelation(left, operator, right)


class _Parser:
    """One pass over the tokens of one text."""

    def __init__(self, text: str, known: Iterable[str] | None, functions: Functions) -> None:
        self._text = text
        self._functions = functions
        self._known = None if known is None else tuple(known)
        self._tokens = tokenize(text)
        self._at = 0
        self._depth = 0
        self._divisions: list[tuple[Node, int]] = []  # denominators with their columns

    def sum(self) -> Node:
        """A sum, or the single term it consists of."""
        terms = [self._term()]
        while self._next.kind in ("+", "-"):
            subtract = self._take().kind == "-"
            term = self._term()
            terms.append(Negative(term) if subtract else term)
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def operator(self) -> str:
        """The operator of a relation."""
        token = self._next
        if token.kind not in OPERATORS:
            if token.kind == "end":
                raise self._error("a relation needs one of = >= <= > <", token)
            raise self._misplaced(token)
        return self._take().kind

    def expect_end(self, what: str) -> None:
        """Raise `GrammarError` unless everything has been read."""
        token = self._next
        if token.kind in OPERATORS:
            wanted = "only one of = >= <= > <" if what == "a relation" else "none of = >= <= > <"
            raise self._error(f"{what} holds {wanted}", token)
        if token.kind != "end":
            raise self._misplaced(token)

    def check_divisions(self) -> None:
        """Raise `GrammarError` for a denominator that is zero; comes after the size check, as it recurses."""
        for denominator, column in self._divisions:
            if fold(denominator) == 0:
                raise GrammarError("division by zero", self._text, column)

    def _term(self) -> Node:
        signs = self._minus_signs()
        node, open_product = self._factor(), False
        while self._next.kind in ("*", "/"):
            operator = self._take()
            column = self._next.column
            other = self._signed()
            if operator.kind == "/":
                self._divisions.append((other, column))
                node, open_product = Quotient(node, other), False
            elif open_product and isinstance(node, Product):
                node = Product((*node.factors, other))
            else:
                node, open_product = Product((node, other)), True
        return _negated(node, signs)

    def _signed(self) -> Node:
        signs = self._minus_signs()
        return _negated(self._factor(), signs)

    def _factor(self) -> Node:
        base = self._atom()
        if self._next.kind != "^":
            return base
        self._take()
        signs = self._minus_signs()
        exponent = _negated(self._atom(), signs)
        if self._next.kind == "^":
            raise self._error("an exponent may hold no power; write (a^b)^c or a^(b*c)", self._next)
        return Power(base, exponent)

    def _atom(self) -> Node:
        token = self._take()
        if token.kind == "number":
            return Number(token.value, token.unit)
        if token.kind == "name":
            return self._call(token) if self._is_call(token) else self._name(token)
        if token.kind == "(":
            node = self._inside(token)
            self._close(token)
            return node
        raise self._missing(token)

    def _is_call(self, token: Token) -> bool:
        opened = self._next.kind == "("
        if token.text in _CALLED:
            if not opened:
                raise self._error(f"{token.text} needs its arguments in parentheses", token)
            return True
        if token.text in self._functions:
            if not opened:
                raise self._error(f"{token.text} is a function; write its arguments, {token.text}(...)", token)
            return True
        if opened:
            known = ", ".join([*_CALLED, *self._functions])
            message = f"write * between {token.text} and '('; the functions are {known}"
            raise self._error(message, token)
        return False

    def _name(self, token: Token) -> Name:
        if self._known is not None and token.text not in self._known:
            close = nearest(token.text, self._known)
            if close:
                hint = f"; did you mean {' or '.join(close)}?"
            else:
                hint = f"; known: {', '.join(self._known[:12])}" + (", …" if len(self._known) > 12 else "")
            raise self._error(f"unknown quantity {token.text!r}{hint if self._known else ''}", token)
        return Name(token.text)

    def _call(self, function: Token) -> Call | Apply:
        opening = self._take()
        arguments = [self._inside(opening)]
        while self._next.kind == ",":
            self._take()
            arguments.append(self._inside(opening))
        self._close(opening)
        if function.text in BINDERS:
            if len(arguments) != 4 or not isinstance(arguments[1], Name):
                raise self._error(f"write {function.text}(term, k, first, last), where k is what counts", function)
            return Call(function.text, tuple(arguments))
        if function.text in self._functions:
            count, subscripts = self._functions[function.text]
            if len(arguments) != count:
                takes = "one argument" if count == 1 else f"{count} arguments"
                raise self._error(f"{function.text} takes {takes}, not {len(arguments)}", function)
            return Apply(function.text, tuple(arguments), subscripts)
        least = FUNCTIONS[function.text]
        if len(arguments) < least:
            raise self._error(f"{function.text} needs at least two arguments", function)
        if len(arguments) > 1 and function.text not in _SEVERAL:
            raise self._error(f"{function.text} takes one argument", function)
        return Call(function.text, tuple(arguments))

    def _inside(self, opening: Token) -> Node:
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise self._error(f"parentheses are nested more than {MAX_NESTING} deep", opening)
        node = self.sum()
        self._depth -= 1
        return node

    def _close(self, opening: Token) -> None:
        token = self._next
        if token.kind == ")":
            self._take()
        elif token.kind == "end":
            raise self._error("a parenthesis is never closed", opening)
        elif token.kind in OPERATORS:
            raise self._error(f"{token.text!r} cannot stand inside parentheses", token)
        else:
            raise self._misplaced(token)

    def _minus_signs(self) -> int:
        count = 0
        while self._next.kind == "-":
            self._take()
            count += 1
            if count > MAX_NESTING:
                raise self._error(f"more than {MAX_NESTING} minus signs in a row", self._next)
        return count

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._tokens[self._at]
        if token.kind != "end":
            self._at += 1
        return token

    def _missing(self, token: Token) -> GrammarError:
        if token.kind == "end":
            return self._error("the text ends where a number, a name or '(' is expected", token)
        if token.kind == "+":
            return self._error("a sign + is not written before a term", token)
        return self._error(f"expected a number, a name or '(', not {token.text!r}", token)

    def _misplaced(self, token: Token) -> GrammarError:
        if token.kind in _STARTS and self._at:
            before = self._tokens[self._at - 1].text
            return self._error(f"write * between {before!r} and {token.text!r}", token)
        if token.kind == ",":
            return self._error("a comma only separates the arguments of a function", token)
        if token.kind == ")":
            return self._error("this parenthesis was never opened", token)
        return self._error(f"unexpected {token.text!r}", token)

    def _error(self, message: str, token: Token) -> GrammarError:
        return GrammarError(message, self._text, token.column)


def _negated(node: Node, signs: int) -> Node:
    for _ in range(signs):
        node = Negative(node)
    return node
