"""The shape of a rule: a name, `compute`, and a `check` that does not trust `compute`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import ClassVar, Protocol

from sympy import Expr, Symbol

from derivations.errors import DerivationsError
from derivations.language.extrema import put_in
from derivations.language.literal import unit_expression
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation, from_sides
from derivations.language.tree import Node, WrittenRelation, names
from derivations.proof.condition import holds_everywhere
from derivations.proof.definedness import UNDEFINED
from derivations.proof.obligation import Obligation
from derivations.proof.prove import lacks_value, prove, prove_all
from derivations.proof.verdict import Finding, Verdict, all_of, refuted

_LONGEST_STEM = 30  # of a name that is made from another one


@dataclass(frozen=True)
class Input:
    """An established relation that a rule may use, with the conditions under which it holds."""

    name: str
    relation: Relation
    conditions: tuple[Relation, ...] = ()
    unknown: Symbol | None = None  # the quantity that the relation, which has no closed form, says the value of


@dataclass(frozen=True)
class Outcome:
    """An outcome of a rule.

    `note` says what a reader should know beside the relation; `fell_back` marks a form that was given up; `label` tells
    the outcomes of one rule apart; `unknown` is the quantity that the relation says the value of only in numbers.
    """

    relation: Relation | None
    conditions: tuple[Relation, ...] = ()
    note: str = ""
    fell_back: bool = False
    label: str = ""
    unknown: Symbol | None = None


@dataclass(frozen=True)
class Checked:
    """The verdict of a check, and the obligations it rests on where it rests on some."""

    verdict: Verdict
    obligations: tuple[Obligation, ...] = ()


class Rule(Protocol):
    """A rule with its options; inputs are passed to both methods in the same order."""

    name: ClassVar[str]

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The next relations. Raises `UndecidedError` where there is none to give."""

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """The check that `outcome` follows from the inputs, made another way than it was computed."""


def given_by(inputs: Iterable[Input]) -> tuple[Relation, ...]:
    """Relations and conditions of the inputs, each once."""
    found: dict[Relation, None] = {}
    for item in inputs:
        found.setdefault(item.relation)
        for condition in item.conditions:
            found.setdefault(condition)
    return tuple(found)


def carried(inputs: Iterable[Input], extra: Iterable[Relation] = ()) -> tuple[Relation, ...]:
    """The conditions of the inputs and new ones, each once, without those that hold in the whole domain."""
    found: dict[Relation, None] = {}
    for item in inputs:
        for condition in item.conditions:
            found.setdefault(condition)
    for condition in extra:
        found.setdefault(condition)
    return tuple(condition for condition in found if not holds_everywhere(condition))


def discharged(obligations: Iterable[Obligation]) -> Checked:
    """A check that rests on obligations alone."""
    items = tuple(obligations)
    return Checked(prove_all(items), items)


def back_to(target: Relation, given: tuple[Relation, ...], says: str) -> Obligation:
    """The obligation that an input follows back from what came of it: wherever the input has a value.

    What cancels may leave nothing that says so, as y = x, made of y = u/v and u = v*x, does not say that v is not zero.
    """
    plain = Obligation(target, given, says)
    if not lacks_value(plain):
        return plain
    sides = (WrittenRelation(side, "=", side) for side in (target.written.left, target.written.right))
    has_one = (Relation.as_written(same, target.notation) for same in sides)  # a side is itself where it has a value
    return replace(plain, given=(*given, *has_one))


def kept(inputs: tuple[Input, ...], outcome: Outcome) -> list[Obligation]:
    """The obligations that no condition is lost: the outcome's conditions and the other inputs imply each."""
    obligations = []
    for place, item in enumerate(inputs):
        # only what holds under the outcome's own conditions may stand in for a condition that is dropped
        others = tuple(
            other.relation
            for turn, other in enumerate(inputs)
            if turn != place and all(condition in outcome.conditions for condition in other.conditions)
        )
        for condition in item.conditions:
            if condition not in outcome.conditions:
                obligations.append(Obligation(condition, (*outcome.conditions, *others), "no condition is lost"))
    return obligations


def with_values_put_in(found: Checked, inputs: Iterable[Input]) -> Checked:
    """A finding that is open, once more with each symbol replaced by what an input says that it equals.

    Lemma: what follows from relations in which a is e everywhere follows from them and a = e. A formula with powers in
    powers may show so what it does not once other symbols are eliminated before it.
    """
    if found.verdict.finding is not Finding.INCONCLUSIVE:
        return found
    values = {
        item.relation.lhs: item.relation.rhs for item in inputs
        if item.unknown is None and item.relation.is_equation and item.relation.lhs.is_Symbol
        and item.relation.lhs not in item.relation.rhs.free_symbols
    }
    return replace(found, verdict=all_of(_with_values(each, values) for each in found.obligations))


def _with_values(obligation: Obligation, values: Mapping[Expr, Expr]) -> Verdict:
    plain = prove(obligation)
    if plain.finding is not Finding.INCONCLUSIVE or plain.reason.startswith(UNDEFINED) or not values:
        return plain
    left = [each for each in obligation.given if not (each.is_equation and values.get(each.lhs) == each.rhs)]
    sides = (replaced(each, values) for each in (obligation.goal, *left))
    try:
        goal, *given = sides
    except DerivationsError:  # units that come apart
        return plain
    found = prove(Obligation(goal, tuple(given)))
    return found if found.holds else plain


def wrong_shape(item: Relation, lhs: Expr, operator: str) -> Verdict | None:
    """A refutation if a relation does not say ``lhs operator ...`` with the left side on the left only."""
    if item.lhs == lhs and item.operator == operator and not lhs.free_symbols & item.rhs.free_symbols:
        return None
    return refuted(f"{item} is no relation of the form {lhs} {operator} ...", None, "form")


def inside_domain(value: Expr, name: str, notation: Notation) -> list[Relation]:
    """The limits of the domain of the quantity of that name, said of a value."""
    quantity = notation[name]
    unit = unit_expression(quantity.dimension)
    limits: list[tuple[str, Expr]] = [(operator, limit * unit) for operator, limit in quantity.range.limits]
    if quantity.at_most:
        limits.append(("<=", notation[quantity.at_most].symbol))
    limits += [(">=", other.symbol) for other in notation.below(name)]
    return [from_sides(value, operator, limit, notation) for operator, limit in limits]


def another(name: str, notation: Notation) -> tuple[Quantity, Notation, tuple[Relation, ...]]:
    """Another value of the quantity of that name, the notation with it, and what bounds it beyond its domain.

    Its own name is one that the notation does not have, as a reader may bring quantities of any name along.
    """
    own = notation[name]
    free = (f"{own.name[:_LONGEST_STEM]}_other{turn or ''}" for turn in count())
    other = replace(own, name=next(new for new in free if new not in notation), latex="", definition="",
                    meaning=f"another value of {own.name}")
    wide = notation.extended([other])
    below = [item.symbol for item in notation.below(own.name)]
    return other, wide, tuple(from_sides(other.symbol, ">=", symbol, wide) for symbol in below)


def with_writing(
    lhs: Expr, operator: str, rhs: Expr, notation: Notation, written: WrittenRelation | None
) -> Relation:
    """A relation that keeps a written form as long as it names the same quantities as the SymPy sides."""
    plain = from_sides(lhs, operator, rhs, notation)
    if written is None or written.operator != operator:
        return plain
    if _same_names(written.left, lhs) and _same_names(written.right, rhs):
        return Relation(plain.lhs, operator, plain.rhs, notation, written)
    return plain


def _same_names(node: Node, expression: Expr) -> bool:
    return names(node) == {s.name for s in expression.free_symbols if not s.name.startswith("[")}


def replaced(item: Relation, mapping: Mapping[Symbol, Expr]) -> Relation:
    """A relation with symbols replaced, written anew."""
    return from_sides(put_in(item.lhs, mapping), item.operator, put_in(item.rhs, mapping), item.notation)
