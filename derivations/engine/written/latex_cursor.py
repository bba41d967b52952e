"""A place in the tokens of a formula, and what every rule of the grammar does there: take, go down, close, complain."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from derivations.engine.written.latex_lexer import Token, read_tokens
from derivations.engine.written.latex_names import Letters
from derivations.engine.written.latex_refused import is_refused, refusal
from derivations.engine.written.limits import MAX_NESTING
from derivations.engine.written.nodes import OPERATORS, Node
from derivations.errors import GrammarError

CLOSED_BY = {"(": ")", "[": "]", r"\{": r"\}", "{": "}", r"\lceil": r"\rceil"}
_CLOSING = frozenset(CLOSED_BY.values())
_STARTS = frozenset({"number", "letter", "command", *CLOSED_BY})
_KNOWN_SIGNS = frozenset({"*", "/", "^", "_", "'", ",", "!", *_CLOSING, *OPERATORS})


def starts_factor(token: Token) -> bool:
    """True for what can be multiplied with what stands before it, without a sign between."""
    return token.kind in _STARTS and not is_refused(token.text)


class Cursor:
    """A place in the tokens of one formula, and how deep it is."""

    def __init__(self, text: str, letters: Mapping[str, str]) -> None:
        self.formula = read_tokens(text)
        self.letters = Letters(letters)
        self.at = 0
        self._depth = 0

    @property
    def next(self) -> Token:
        """The token at this place."""
        return self.formula.tokens[self.at]

    def take(self) -> Token:
        """The token at this place, which is left behind unless it is the end."""
        token = self.next
        if token.kind != "end":
            self.at += 1
        return token

    def minus_signs(self) -> int:
        """How many minus signs stand here; they are taken."""
        count = 0
        while self.next.kind == "-":
            self.take()
            count += 1
            if count > MAX_NESTING:
                raise self.error(f"more than {MAX_NESTING} minus signs in a row", self.next)
        return count

    def has_comma_inside(self) -> bool:
        """True if a comma comes before the next parenthesis or brace is closed."""
        for token in self.formula.tokens[self.at :]:
            if token.kind in _CLOSING:
                break
            if token.kind == ",":
                return True
        return False

    def nested(self, read: Callable[[], Node], opening: Token) -> Node:
        """What is read one level down; raises `GrammarError` where that is too deep."""
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise self.error(f"the formula is nested more than {MAX_NESTING} deep", opening)
        node = read()
        self._depth -= 1
        return node

    def close(self, opening: Token) -> None:
        """Take what closes an opening parenthesis or brace; raises `GrammarError` if it is not here."""
        token = self.next
        if token.kind == CLOSED_BY[opening.kind]:
            self.take()
        elif token.kind == "end":
            raise self.error("a parenthesis is never closed", opening)
        elif token.kind in OPERATORS:
            raise self.error(f"{token.text} cannot stand inside parentheses", token)
        else:
            raise self.misplaced(token)

    def missing(self, token: Token) -> GrammarError:
        """The error of a token that stands where something to calculate with is expected."""
        if token.kind == "end":
            return self.error("the formula ends where a letter, a number or a parenthesis is expected", token)
        if token.kind == "+":
            return self.error("a sign + is not written before a term", token)
        if token.kind in _KNOWN_SIGNS:
            return self.error(f"expected a letter, a number or a parenthesis, not {token.text}", token)
        return self.error(refusal(token.text, self.letters.commands()), token)

    def misplaced(self, token: Token) -> GrammarError:
        """The error of a token that stands where nothing, or a sign, is expected."""
        if token.kind == ",":
            return self.error("a comma only separates the arguments of max and min", token)
        if token.kind in _CLOSING:
            return self.error(f"{token.text} closes what was never opened", token)
        return self.error(refusal(token.text, self.letters.commands()), token)

    def error(self, message: str, token: Token) -> GrammarError:
        """An error that points at a token."""
        return self.formula.error(message, token)
