"""Text to tree, by a small precedence parser of our own.

    relation   := sum operator sum                 operator: = >= <= > <
    sum        := term (('+' | '-') term)*
    term       := '-'* factor (('*' | '/') signed)*
    signed     := '-'* factor
    factor     := atom ['^' '-'* atom]
    atom       := number [unit] | name | call | '(' sum ')'

A leading minus belongs to its whole term, ``-a*b`` is -(a*b), and ``-a^2`` is -(a^2). Only parentheses
recurse, and they are counted, so that no text exhausts the stack. Nothing is evaluated. Beside the functions of the
grammar a call may be of a quantity that is declared as a function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from derivations.engine.written.fold import fold
from derivations.engine.written.lexer import Token, tokenize
from derivations.engine.written.limits import MAX_NESTING, check_size
from derivations.engine.written.nodes import (
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
)
from derivations.errors import GrammarError, nearest

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
