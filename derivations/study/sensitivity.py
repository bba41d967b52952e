"""Sensitivity of a result: elasticities, swings over ranges of single quantities, and the band over all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import refuse_ranges
from derivations.claim.whole_numbers import basis_of
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.minimise import Minimise
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.language.quantity import Quantity
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.scenario import fitted_value
from derivations.numbers.sensitivity import Elasticity, Swing, corners, exact_elasticity, swing
from derivations.numbers.value import Value, parse_range
from derivations.study.application import refuse_unknown_quantity
from derivations.study.step_changes import why_not

MOST_RANGES = 10  # twice as many corners with each
GIVEN = "given"

Ends: TypeAlias = tuple[Value, Value]


@dataclass(frozen=True)
class Corner:
    """The result where every quantity with a range is at one of its ends; `at` are those that it rests on there.

    `contradictions` are inequalities of the premises that these numbers break.
    """

    at: Mapping[str, Value]
    line: NumbersLine
    contradictions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Band:
    """The least and the greatest result over the corners of all ranges together.

    `exact` says that it goes no further between them, as it follows every quantity by a fixed power. `without` counts
    the corners where it has no number, and `why` says it of the first of them. Without any number, `least` and
    `greatest` are None.
    """

    names: tuple[str, ...]
    corners: int
    least: Corner | None
    greatest: Corner | None
    exact: bool = False
    without: int = 0
    why: str = ""


@dataclass(frozen=True)
class Minimizer:
    """A quantity at which a claim finds something least, and how it follows every given number behind it.

    Where only an equation gives it, its elasticities are those of the implicit function theorem. `minimized` is the
    quantity that is least there; empty where it has no letter.
    """

    line: NumbersLine
    minimized: str
    elasticities: tuple[Elasticity, ...]

    @property
    def name(self) -> str:
        """The name of the quantity."""
        return "" if self.line.quantity is None else self.line.quantity.name


@dataclass(frozen=True)
class RoundedUp:
    """The bound that a result is rounded up from, as it is here, and how it follows every given number behind it.

    What is rounded up stays the same for a while, and jumps: it follows nothing by any power itself.
    """

    line: NumbersLine
    elasticities: tuple[Elasticity, ...]


@dataclass(frozen=True)
class Sensitivity:
    """The sensitivity of the result of an evaluated claim.

    `elasticities` are those of every given number that the result rests on, the largest first; `swings` those of the
    ranges, the widest first; `band` is None without a range. `minimizers` are the quantities other than the result at
    which the claim finds something least, with their elasticities. `bound` is what a result that is rounded up comes
    from.
    """

    result: NumbersLine
    elasticities: tuple[Elasticity, ...]
    swings: tuple[Swing, ...]
    band: Band | None
    minimizers: tuple[Minimizer, ...] = ()
    bound: RoundedUp | None = None

    @property
    def outside(self) -> tuple[str, ...]:
        """The quantities whose value here lies outside their range."""
        values = self.result.leaves
        moved = ((item, values[item.name].number) for item in self.swings if item.name in values)
        return tuple(item.name for item, here in moved if not item.low.number <= here <= item.high.number)


def sensitivity(evaluated: EvaluatedClaim, ranges: Mapping[str, str | Ends] | None = None) -> Sensitivity:
    """The sensitivity of the result over these ranges, as text such as ``1k..100k token/sequence`` or as two values.

    Without ranges the claim's own are taken. Raises `InputError` or one of its kind for a range that is none, or that
    contradicts what the scenario says elsewhere, for more than `MOST_RANGES`, for a claim that is seen at several
    values, and for a result without a number; `UnknownNameError` for a quantity that there is not; `UndecidedError`
    where there is no result.

    >>> from derivations import derive
    >>> found = sensitivity(derive("optimal-batch"), {"n": "1..4 token/sequence", "b_w": "1/2..2 byte/parameter"})
    >>> [(item.name, item.factor_text) for item in found.swings], str(found.band.least.line.result)
    ([('n', '10.1'), ('b_w', '4')], '120.1 sequences')
    """
    refuse_ranges(evaluated.study, "sensitivity with its --range")
    if evaluated.study.several:
        raise InputError(f"sensitivity is about one point: give one value of {' and '.join(evaluated.study.several)}")
    if evaluated.headline.relation is None or not evaluated.headline.verdict.holds:
        why = why_not(evaluated.derivation, evaluated.headline)
        raise UndecidedError(f"{evaluated.claim.name} has no result that could move: {why}")
    notation = evaluated.derivation.notation
    for name in ranges or {}:
        refuse_unknown_quantity(evaluated.claim, name, notation)
    read = {name: _ends(notation[name], given) for name, given in (ranges or {}).items()}
    line = evaluated.result
    if line.value is None:
        raise InputError(f"{evaluated.claim.name} has no number here that could move: {line.result}")
    step, evaluation = evaluated.headline.name, evaluated.evaluation
    swings = evaluated.swings
    if read:
        moved = [swing(evaluation, step, name, ends, GIVEN) for name, ends in read.items()]
        swings = tuple(sorted(moved, key=lambda item: -(item.factor or 0)))
    return Sensitivity(
        line, _elasticities(evaluation, line), swings, _band(evaluated, swings), tuple(_minimizers(evaluated)),
        _rounded_up(evaluated))


def _elasticities(evaluation: Evaluation, line: NumbersLine) -> tuple[Elasticity, ...]:
    """The elasticities of the number of a step in every given number behind it, the largest first."""
    return tuple(sorted((exact_elasticity(evaluation, line.step, name) for name in line.leaves), key=_size))


def _rounded_up(evaluated: EvaluatedClaim) -> RoundedUp | None:
    """The bound that the result is rounded up from; None where it is not."""
    basis = basis_of(evaluated.claim, evaluated.derivation, evaluated.headline.name)
    if basis is None or not basis.rounded:
        return None
    free = basis.free(evaluated.evaluation)
    line = free.line_or_none(basis.source.name)
    return None if line is None or line.value is None else RoundedUp(line, _elasticities(free, line))


def _minimizers(evaluated: EvaluatedClaim) -> Iterator[Minimizer]:
    """The quantities at which something is least, as far as they are found here and are not the result."""
    derivation = evaluated.derivation
    seen = {evaluated.headline.subject_name, *evaluated.scenario.values}
    for step in derivation.trace:
        rule = step.applied
        if not isinstance(rule, Minimise | MinimiseSubjectTo) or not step.verdict.holds:
            continue
        varied = (rule.over,) if isinstance(rule, Minimise) else (rule.over, rule.along)
        for name in (str(each) for each in varied if str(each) not in seen):
            seen.add(name)
            line = _found(evaluated, name)
            if line is not None:
                minimized = derivation[step.inputs[0]].subject_name
                yield Minimizer(line, minimized, _elasticities(evaluated.evaluation, line))


def _found(evaluated: EvaluatedClaim, name: str) -> NumbersLine | None:
    """The numbers line of the first step that finds a quantity; None where none has a number for it."""
    for step in evaluated.derivation.trace:
        if step.subject_name == name and step.rule not in DEFINING and step.relation is not None:
            line = evaluated.evaluation.line_or_none(step.name)
            if line is not None and line.value is not None and line.relation.is_equation:
                return line
    return None


def _ends(quantity: Quantity, given: str | Ends) -> Ends:
    try:
        ends = parse_range(given) if isinstance(given, str) else given
    except InputError as error:
        raise InputError(f"{quantity.name}: {error}") from None
    low, high = (fitted_value(quantity, end) for end in ends)
    if low.number > high.number:
        raise InputError(f"{quantity.name}: {low} to {high} is no range")
    return low, high


def _size(item: Elasticity) -> tuple[bool, Fraction]:
    """The largest first, and last what has no number."""
    return item.here is None, -abs(item.here or Fraction(0))


def _band(evaluated: EvaluatedClaim, swings: tuple[Swing, ...]) -> Band | None:
    """The result at every corner of the ranges of swings."""
    names = tuple(item.name for item in swings)
    if not names:
        return None
    if len(names) > MOST_RANGES:
        raise InputError(f"{len(names)} ranges have too many corners: give at most {MOST_RANGES}")
    found: list[tuple[NumbersLine, Evaluation]] = []
    reasons: list[str] = []
    seen = evaluated.evaluation
    for moved in corners({item.name: (item.low, item.high) for item in swings}):
        try:
            seen = seen.moved(moved)  # what was traced for one corner serves the next
            line = seen.line(evaluated.headline.name)
        except DerivationsError as error:
            reasons.append(str(error))
            continue
        if line.value is None:
            reasons.append(line.result)
        else:
            found.append((line, seen))
    many, why = len(found) + len(reasons), reasons[0] if reasons else ""
    if not found:
        return Band(names, many, None, None, without=len(reasons), why=why)
    powers = [exact_elasticity(found[0][1], evaluated.headline.name, name) for name in names]
    moving = [item.name for item in powers if item.here != 0 or not item.everywhere]
    least, greatest = (_corner(evaluated, moving, *choose(found, key=_number)) for choose in (min, max))
    exact = all(item.everywhere for item in powers)
    return Band(names, many, least, greatest, exact, len(reasons), why)


def _number(found: tuple[NumbersLine, Evaluation]) -> Fraction:
    return found[0].value or Fraction(0)


def _corner(evaluated: EvaluatedClaim, names: Sequence[str], line: NumbersLine, seen: Evaluation) -> Corner:
    at = {name: seen.scenario.values[name] for name in names if name in line.leaves}
    return Corner(at, line, evaluated.broken_in(seen))
