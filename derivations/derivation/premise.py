"""Premises: what a derivation believes, with the reason to believe it and where it comes from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from derivations.errors import InputError, UnknownNameError
from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation, from_sides, relation, relation_source
from derivations.language.tree import Node, WrittenRelation

_SIGN = re.compile(r"[<>]?=|[<>]")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(frozen=True)
class Alternative:
    """Another modeling choice for a premise, by name; `quantities` are those it brings along.

    Its relation is text, or a relation of SymPy, whose symbols stand for the quantities of their names.
    """

    name: str
    relation: str
    because: str
    source: str = ""
    quantities: tuple[Quantity, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "relation", relation_source(self.relation))


@dataclass(frozen=True)
class LeftOut:
    """A term that a premise leaves out: `what` it is, the `term` as a formula, and the kept one that it stands beside.

    It matters from a `share` of that on, unless the relation `harmless` holds: then what is kept is as it would be. The
    alternative that is named `counted` has it.
    `quantities` are the letters in these texts that the premise does not bring along.
    """

    what: str
    term: str
    beside: str
    kept: str  # what stands beside it, in words
    harmless: str = ""
    counted: str = ""
    share: Fraction = Fraction(1, 10)
    quantities: tuple[Quantity, ...] = ()

    @cached_property
    def sides(self) -> tuple[Node, Node]:
        """The term and what stands beside it."""
        return parse_expression(self.term), parse_expression(self.beside)

    @cached_property
    def no_harm(self) -> WrittenRelation | None:
        """The relation under which it does no harm; None where there is none."""
        return parse_relation(self.harmless) if self.harmless else None


@dataclass(frozen=True)
class Premise:
    """A named relation that a reader may replace by another with the same left side.

    It is text, or a relation of SymPy, whose symbols stand for the quantities of their names. `determines` names the
    quantity that follows from the others, where the relation has none alone on its left. What it `leaves_out` is held
    against what it keeps wherever a deployment is evaluated.

    >>> from sympy import Eq, symbols
    >>> t, S, W = symbols("t S W")
    >>> Premise("load", Eq(t, S/W)).relation
    't = S/W'
    """

    name: str
    relation: str
    because: str = ""
    source: str = ""
    alternatives: tuple[Alternative, ...] = ()
    determines: str = ""
    leaves_out: tuple[LeftOut, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "relation", relation_source(self.relation))

    def read(self, notation: Notation) -> Relation:
        """The default relation.

        Raises `InputError` if its left side occurs on the right, or if it does not speak of what it determines.
        """
        item = _not_circular(self, relation(self.relation, notation))
        if self.determines and self.determines not in {symbol.name for symbol in item.symbols}:
            raise InputError(f"premise {self.name!r} does not speak of {self.determines!r}, which it is to determine")
        return item

    def alternative(self, text: str) -> Alternative | None:
        """The alternative of that name, if `text` is one."""
        return next((a for a in self.alternatives if a.name == text.strip()), None)


@dataclass(frozen=True)
class Assumptions:
    """The differences from the defaults: premises replaced, by name, and quantities that come with them.

    A premise is replaced by a relation as text, or by the name of one of its alternatives.
    """

    premises: Mapping[str, str] = field(default_factory=dict)
    quantities: tuple[Quantity, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.premises)

    def apply(self, premise: Premise, notation: Notation) -> tuple[Relation, Notation, str, str] | None:
        """The replacement for a premise: relation, notation, reason and source; None if there is none.

        Raises `GrammarError`, `DimensionError` or `UnknownNameError` for a text that cannot be used.
        """
        text = self.premises.get(premise.name)
        if text is None:
            return None
        chosen = premise.alternative(text)
        if chosen is not None:
            wider = notation.extended(chosen.quantities)
            item = _not_circular(premise, relation(chosen.relation, wider))
            return item, wider, chosen.because, chosen.source
        if not any(operator in text for operator in "=<>≤≥"):
            if not _NAME.fullmatch(text.strip()):
                left = premise.relation.split("=")[0].rstrip(" <>")
                raise InputError(f"premise {premise.name!r} is a relation: write '{left} = ...', not {text[:60]!r}")
            raise UnknownNameError(
                "alternative", text, [a.name for a in premise.alternatives], where=f"of premise {premise.name!r}"
            )
        replacement = _not_circular(premise, relation(text, notation))
        return replacement, notation, "assumed by the reader", ""


def believable(item: Relation) -> Relation:
    """The relation; raises `InputError` for one of which something cancels that has no value everywhere."""
    from derivations.language.to_sympy import refuse_cancelled  # a claim is declared without SymPy

    refuse_cancelled(item.written.left, item.notation)
    refuse_cancelled(item.written.right, item.notation)
    return item


def _not_circular(premise: Premise, item: Relation) -> Relation:
    believable(item)
    if item.lhs.is_Symbol and item.lhs in item.rhs.free_symbols:
        told = f"premise {premise.name!r} is circular: {item.written_left} stands on both sides of {item}"
        raise InputError(told + turned(item, _SIGN.split(premise.relation)[0].strip()))
    return item


def turned(item: Relation, left: str) -> str:
    """The same equation with a quantity alone on its left, as the end of a message; empty where that has no one form.
    """
    from sympy import degree, together  # for a message alone: what takes premises need not load it

    symbol = next((symbol for symbol in item.symbols if symbol.name == left), None)
    if not item.is_equation or symbol is None:
        return ""
    numerator = together(item.lhs - item.rhs).as_numer_denom()[0].expand()
    if not numerator.is_polynomial(symbol) or degree(numerator, symbol) != 1:
        return ""
    factor = numerator.coeff(symbol, 1)
    return f"; did you mean {from_sides(symbol, '=', (-numerator.coeff(symbol, 0) / factor).cancel(), item.notation)}?"
