"""The shape of a rule: a name, `compute`, and a `check` that does not trust `compute`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import ClassVar, Protocol, TypeAlias

from sympy import Expr, Symbol

from derivations.errors import DerivationsError, UndecidedError
from derivations.language.extrema import put_in
from derivations.language.literal import unit_expression
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation, from_sides
from derivations.language.tree import Name, Node, Number, WrittenRelation, names
from derivations.proof.certified import certified
from derivations.proof.condition import holds_everywhere, positive
from derivations.proof.definedness import UNDEFINED
from derivations.proof.elimination import fact_of
from derivations.proof.obligation import Obligation
from derivations.proof.prove import lacks_value, prove, prove_all, shows
from derivations.proof.verdict import Finding, Verdict, all_of, inconclusive, refuted

LONGEST_STEM = 30  # of a name that is made from another one
OTHER = "_other"  # ends the name of another value of a quantity


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


NO_STRONGER = "the condition is no stronger than needed"


def told_apart(found: Checked) -> Checked:
    """A finding, but that a condition which is stronger than needed refutes nothing of what it is a condition of."""
    if found.verdict.finding is not Finding.REFUTED:
        return found
    refuted_ones = [each for each in found.obligations if prove(each).finding is Finding.REFUTED]
    if not refuted_ones or any(each.says != NO_STRONGER for each in refuted_ones):
        return found
    return Checked(inconclusive(f"it may hold without {refuted_ones[0].goal}"), found.obligations)


def discharged(obligations: Iterable[Obligation]) -> Checked:
    """A check that rests on obligations alone."""
    items = tuple(obligations)
    return Checked(prove_all(items), items)


def beside(first: Checked, *others: Checked) -> Checked:
    """Several checks as one."""
    every = (first, *others)
    return Checked(all_of(each.verdict for each in every), tuple(o for each in every for o in each.obligations))


def where_defined(goal: Relation, given: tuple[Relation, ...], says: str) -> Obligation:
    """The obligation that something follows wherever it has a value, which others show or an input says.

    An input follows back from what came of it, as y = u/v does from y = x and u = v*x, if v is not zero: what cancels
    may leave nothing that says so.
    """
    plain = Obligation(goal, given, says)
    if not lacks_value(plain):
        return plain
    sides = (side for side in (goal.written.left, goal.written.right) if not isinstance(side, Number | Name))
    # a side is itself where it has a value
    has_one = (Relation.as_written(WrittenRelation(side, "=", side), goal.notation) for side in sides)
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


def require_whole(value: Expr, name: str, notation: Notation, *, whole: bool = False) -> None:
    """Raise `UndecidedError` where the quantity of that name counts, and a value is not known to be `whole`."""
    if notation[name].range.whole and not (whole or value.is_integer):
        raise UndecidedError(f"{name} is {notation[name].range.words}, and {value} may be none")


# ways to show that a value lies in a domain: in each the limits of that, in one order, and what is given
Ways: TypeAlias = Sequence[tuple[Sequence[Relation], tuple[Relation, ...]]]


def to_lie_within(ways: Ways, known: tuple[Relation, ...], notation: Notation) -> tuple[Relation, ...]:
    """The conditions under which the limits of a domain hold, as the first way has them, beside those that are known.

    Without those that are shown. Raises `UndecidedError` where one of them never holds.
    """
    found: list[Relation] = []
    for place, limit in enumerate(ways[0][0]):
        fact = fact_of(limit)
        try:
            conditions = positive(fact.expression, notation, strict=fact.strict)
        except UndecidedError:
            raise UndecidedError(f"its name asks for {limit}, which never holds") from None
        options = (where_defined(limits[place], (*given, *known), "") for limits, given in ways) if conditions else ()
        if conditions and not any(shows(option).holds for option in options):
            found += conditions
    return tuple(dict.fromkeys(found))


def lies_within(ways: Ways, conditions: tuple[Relation, ...]) -> list[Obligation]:
    """The obligations that the limits of a domain hold under conditions: each in a way that is proven, or the first."""
    found = []
    for place in range(len(ways[0][0])):
        says = "it is a value that can be taken"
        options = [where_defined(limits[place], (*given, *conditions), says) for limits, given in ways]
        found.append(next((each for each in options if certified(each)), options[0]))
    return found


def another(name: str, notation: Notation) -> tuple[Quantity, Notation, tuple[Relation, ...]]:
    """Another value of the quantity of that name, the notation with it, and what bounds it beyond its domain.

    Its own name is one that the notation does not have, as a reader may bring quantities of any name along.
    """
    own = notation[name]
    free = (f"{own.name[:LONGEST_STEM]}{OTHER}{turn or ''}" for turn in count())
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
