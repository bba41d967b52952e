"""Numbers of a statement and of a derived step in a scenario, and the value with which both would agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sympy import Expr, Rational, Symbol

from derivations.derivation.step import Step
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.dimensional_analysis import check_relation
from derivations.language.literal import UNITS_TO_ONE, is_unit
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.language.tree import COMPARE
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import figures_apart, format_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.substitution import rational
from derivations.numbers.value import Value
from derivations.proof.normal_form import Field
from derivations.proof.verdict import Finding, Verdict
from derivations.study.judge.relevant_steps import stated_value

JUDGED = "formula"  # the name under which a statement is evaluated
_DIGITS = 30
_LARGEST_ROOT = 8


@dataclass(frozen=True)
class Contrast:
    """A statement and a derived step in one scenario.

    `said` is what the right side of the statement gives and `derived` what the step makes of the left one, as text with
    units or as the reason why there is no number; `ratio` is the one over the other. `line` has the numbers put into
    the statement, where its left side is a quantity. `sizes` are the numbers of `said` and `derived` in `unit`.
    """

    scenario: str
    said: str
    derived: str
    ratio: Fraction | None
    line: NumbersLine | None = None
    agrees: bool | None = None
    sizes: tuple[Fraction | None, Fraction | None] = (None, None)
    unit: str = ""


@dataclass(frozen=True)
class Sides:
    """A relation with the numbers of both its sides here; empty texts where there are none."""

    relation: Relation
    left: str
    right: str
    holds: bool | None


@dataclass(frozen=True)
class RequiredValue:
    """A quantity with the value that a relation requires of it, and the value that it has."""

    name: str
    value: Value
    here: Value


def contrast(evaluation: Evaluation, statement: Relation, step: Step | None) -> Contrast:
    """The numbers of a statement and a step in a scenario; without a step that says anything the left side stands.

    A quantity that the scenario values is what it is given, unless it is derived all the same.
    """
    title = evaluation.scenario.title
    said = None if step is None else stated_value(step, statement)
    if said is not None and step is not None and step.rule in DEFINING and said[0].name in evaluation.scenario.values:
        said = None
    line = _line(evaluation, statement)
    left, right, why = statement.lhs, statement.rhs, ""
    if said is not None and step is not None:
        left, right = (side.xreplace(dict([said])) for side in (left, right))
        why = _no_number(evaluation, step)
    none = evaluation.lacks_value(statement.written.right)  # SymPy makes nothing of 0*log(x) before anybody asks
    sizes = [None if why else _size(evaluation, left), None if none else _size(evaluation, right)]
    ratio = None if why or none else _ratio(evaluation, left, right, sizes)
    texts = _texts(statement, sizes)
    return Contrast(
        title,
        texts[1] or (line.result if line is not None else _needs(evaluation, right)),
        why or texts[0] or _needs(evaluation, left),
        ratio,
        line if line is not None and line.value is not None else None,
        None if None in sizes else bool(COMPARE[statement.operator](*sizes)),
        *_in_unit(statement, (sizes[1], sizes[0])),
    )


def sides(evaluation: Evaluation, relation: Relation) -> Sides:
    """The numbers of both sides of a relation, and whether it holds."""
    sizes = [_size(evaluation, side) for side in (relation.lhs, relation.rhs)]
    left, right = _texts(relation, sizes)
    return Sides(relation, left, right, None if None in sizes else bool(COMPARE[relation.operator](*sizes)))


def required_values(evaluation: Evaluation, relation: Relation, left_side: Expr) -> Iterator[RequiredValue]:
    """For each quantity of an equation the value that it would hold with, all others as they are.

    Quantities are left out that others in the equation rest on, and values that they cannot take.
    """
    notation = relation.notation
    symbols = [s for s in sorted(relation.symbols, key=lambda s: notation.order[s.name]) if s != left_side]
    values = {symbol: evaluation.value_of(symbol.name) for symbol in symbols}
    for symbol in symbols:
        here = values[symbol]
        others = {other: value for other, value in values.items() if other != symbol}
        if here is None or any(value is None for value in others.values()):
            continue
        if any(_rests_on(evaluation, other, symbol) for other in others):
            continue
        known = {other: rational(value.number) for other, value in others.items() if value is not None}
        number = _root(relation.difference.xreplace({**UNITS_TO_ONE, **known}), symbol)
        quantity = notation[symbol.name]
        if number is None or number == here.number or not quantity.range.contains(number):
            continue
        bounds = [(quantity.at_most, 1), *((other.name, -1) for other in notation.below(symbol.name))]
        limits = [(evaluation.value_of(name), way) for name, way in bounds if name in evaluation.derivation.notation]
        if any(limit is not None and way * (number - limit.number) > 0 for limit, way in limits):
            continue
        yield RequiredValue(symbol.name, Value(number, quantity.unit, quantity.dimension, "computed"), here)


def _line(evaluation: Evaluation, statement: Relation) -> NumbersLine | None:
    """The numbers line of a statement about a quantity, as if it were a step; None where it has none."""
    if not isinstance(statement.lhs, Symbol):
        return None
    derivation = evaluation.derivation
    own = Step(JUDGED, len(derivation.trace) + 1, "judge", (), statement, Verdict(Finding.TAKEN))
    with_it = replace(derivation, notation=statement.notation, trace=(*derivation.trace, own))
    try:
        return evaluation.of_more(with_it).line(JUDGED)
    except DerivationsError:
        return None


def _no_number(evaluation: Evaluation, step: Step) -> str:
    """The reason why a step has no number here: a condition that fails, or a formula without a value; else empty."""
    try:
        line = evaluation.line(step.name)
    except DerivationsError as error:
        return str(error)
    return line.outside or line.undefined


def _size(evaluation: Evaluation, expression: Expr) -> Fraction | None:
    try:
        return evaluation.size(expression)
    except UndecidedError:
        return None


def _ratio(
    evaluation: Evaluation, left: Expr, right: Expr, sizes: list[Fraction | None]
) -> Fraction | None:
    """Right over left; what both of them lack may cancel."""
    first, second = sizes
    if first is not None and second is not None:
        return second / first if first else None
    return _size(evaluation, right / left) if left != 0 else None


def _needs(evaluation: Evaluation, expression: Expr) -> str:
    try:
        symbols = evaluation.expanded(expression).free_symbols
    except UndecidedError as error:
        return str(error)
    missing = sorted(s.name for s in symbols if not is_unit(s) and s.name not in evaluation.scenario.values)
    never = evaluation.derivation.notation.any_functions(missing)
    return never or (f"needs {', '.join(missing)}" if missing else "no value here")


def _in_unit(
    relation: Relation, sizes: tuple[Fraction | None, Fraction | None]
) -> tuple[tuple[Fraction | None, Fraction | None], str]:
    """Numbers in the unit of the quantity that a side is, else in that of the dimension; and that unit."""
    quantity = _named(relation)
    if quantity is None:
        dimension = check_relation(relation.written, relation.notation)
        return sizes, "" if dimension.is_pure else str(dimension)
    factor = quantity.parsed_unit.factor
    first, second = (None if size is None else size / factor for size in sizes)
    return (first, second), quantity.unit


def _named(relation: Relation) -> Quantity | None:
    """The quantity that a side of a relation is, the left one first."""
    notation = relation.notation
    return next((notation[str(side)] for side in (relation.lhs, relation.rhs) if str(side) in notation), None)


def _texts(relation: Relation, sizes: Sequence[Fraction | None]) -> list[str]:
    """The sides of a relation as text, told apart; empty for one without a number."""
    digits = figures_apart(*(size for size in sizes if size is not None))
    quantity = _named(relation)
    unit = "" if quantity is None else quantity.unit
    return ["" if size is None else format_value(
        size, check_relation(relation.written, relation.notation), unit, digits) for size in sizes]


def _rests_on(evaluation: Evaluation, symbol: Symbol, other: Symbol) -> bool:
    """True if a quantity is traced back through another."""
    pending, seen = [symbol], set[Symbol]()
    while pending:
        current = pending.pop()
        if current in seen or current.name in evaluation.scenario.values or current not in evaluation.definitions:
            continue
        seen.add(current)
        behind = evaluation.definitions[current].rhs.free_symbols
        if other in behind:
            return True
        pending += behind
    return False


def _root(difference: Expr, symbol: Symbol) -> Fraction | None:
    """The one value of a quantity at which a difference vanishes: of a x + b, or of a x^k + b for positive x."""
    try:
        own = Field(difference)
        numerator = own.numerator(own.elements[0])
    except DerivationsError:
        return None
    if not own.is_open(symbol) or own.generators[symbol].root != 1 or len(numerator.ring.gens) != 1:
        return None
    terms = sorted(numerator.terms())
    if len(terms) != 2 or terms[0][0][0] != 0:
        return None
    (_, constant), ((power,), factor) = terms
    value = Rational(str(-constant)) / Rational(str(factor))
    if power > _LARGEST_ROOT or (power > 1 and (value < 0 or not symbol.is_positive)):
        return None
    if power == 1:
        return Fraction(int(value.p), int(value.q))
    return Fraction(str((value ** Rational(1, power)).evalf(_DIGITS)))
