"""Expressions as text that reads back to the very same SymPy expression."""

from __future__ import annotations

from sympy import Expr

from derivations.errors import InputError
from derivations.language.from_sympy import from_sympy
from derivations.language.grammar import parse_expression
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation
from derivations.language.to_sympy import to_sympy

_LONGEST = 80  # characters of a text in a message


def stored_expression(expression: Expr, notation: Notation) -> str:
    """The text of an expression. Raises `InputError` where no text leads back to it."""
    try:
        shown = to_text(from_sympy(expression, notation.order))
        if to_sympy(parse_expression(shown, None, notation.functions), notation) == expression:
            return shown
    except InputError as error:
        raise InputError(f"cannot be stored, as {clipped(str(expression))} does not read back: {error}") from None
    raise InputError(f"cannot be stored, as {clipped(shown)} reads back as another expression")


def clipped(shown: str) -> str:
    """A text, cut where it is too long for a message."""
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST - 1]}…"
