"""Relations and expressions as text, and back to the very same SymPy expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sympy import Expr

from derivations.derivation.codec import entries, record, text
from derivations.errors import DerivationsError, InputError, StoppedError, UndecidedError
from derivations.language.dimensional_analysis import check_relation
from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation
from derivations.language.read_back import clipped, stored_expression
from derivations.language.relation import Relation, from_written
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import WrittenRelation
from derivations.proof.budget import RULE_BUDGET, attempt
from derivations.proof.normal_form import vanishes

_Made = TypeVar("_Made")


def stored_relation(item: Relation) -> Any:
    """A text or, where that leads to other SymPy sides, an object with the sides written out as well.

    Raises `InputError` for a relation that no text leads back to: one that is too large, say.
    """
    shown = str(item)
    try:
        again = from_written(parse_relation(shown, None, item.notation.functions), item.notation)
    except DerivationsError as error:
        raise InputError(f"cannot be stored, as {clipped(shown)} does not read back: {error}") from None
    if str(again) != shown or again.latex != item.latex:
        raise InputError(f"cannot be stored, as {clipped(shown)} reads back as {clipped(str(again))}")
    if again == item:
        return shown
    return {"text": shown, "sides": [stored_expression(side, item.notation) for side in (item.lhs, item.rhs)]}


def restored_relation(data: Any, notation: Notation, where: str) -> Relation:
    """The relation that `stored_relation` made data of.

    Raises `InputError` or one of its kind for data that is none: where the sides do not say what the text says, too.
    """
    if isinstance(data, str):
        return _told(lambda: from_written(_parsed(text(data, where), notation), notation), where)
    told = record(data, where, ("text", "sides"))
    sides = entries(told["sides"], f"sides of {where}")
    if len(sides) != 2:
        raise InputError(f"sides of {where} are two")
    written = _told(lambda: _parsed(text(told["text"], f"text of {where}"), notation), where)
    left, right = (restored_expression(side, notation, f"sides of {where}") for side in sides)

    def made() -> Relation:
        check_relation(written, notation)
        plain = from_written(written, notation)
        try:
            with attempt(RULE_BUDGET):
                same = vanishes(plain.lhs - left) and vanishes(plain.rhs - right)
        except StoppedError:
            raise
        except UndecidedError:
            same = False
        if not same:
            raise InputError(f"its sides do not say {written_text(written)}")
        return Relation(left, written.operator, right, notation, written)

    return _told(made, where)


def restored_expression(data: Any, notation: Notation, where: str) -> Expr:
    """The expression of a text. Raises `InputError` or one of its kind for a text that is none."""
    known = notation.names
    return _told(lambda: to_sympy(parse_expression(text(data, where), known, notation.functions), notation), where)


def written_text(written: WrittenRelation) -> str:
    """A written relation, clipped for a message."""
    return clipped(f"{to_text(written.left)} {written.operator} {to_text(written.right)}")


def _parsed(shown: str, notation: Notation) -> WrittenRelation:
    return parse_relation(shown, notation.names, notation.functions)


def _told(make: Callable[[], _Made], where: str) -> _Made:
    """The product of `make`; its errors say where the text stands."""
    try:
        return make()
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
