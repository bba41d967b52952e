"""Random ranges of the quantities behind results, and exact points in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import Study
from derivations.errors import DerivationsError
from derivations.numbers.value import Value
from derivations.study.ranges import Ranged, ranged

_TURNED = (Fraction(9, 10), Fraction(1), Fraction(6, 5), Fraction(3, 2))
_MOST = 3


def random_ranges(report: EvaluatedClaim, random: Random) -> EvaluatedClaim | None:
    """A claim with one to three quantities behind its result in a range around their numbers; None for no such."""
    numbers = {name: value for name, value in report.result.leaves.items() if value.number}
    if not numbers:
        return None
    chosen = random.sample(sorted(numbers), k=min(len(numbers), random.randint(1, _MOST)))
    values = {}
    for name in chosen:
        value, own = numbers[name], report.derivation.notation[name]
        low, high = value.number * random.choice(_TURNED[:2]), value.number * random.choice(_TURNED[2:])
        if own.range.whole:
            low, high = Fraction(int(low)), Fraction(int(high) + 1)
        if not (own.range.contains(low) and own.range.contains(high)):
            continue
        middle = Fraction(round((low + high) / 2)) if own.range.whole else (low + high) / 2
        values[name] = replace(value, number=middle, ends=(low, high), origin="given")
    return None if not values else _over(report, values)


def _over(report: EvaluatedClaim, values: Mapping[str, Value]) -> EvaluatedClaim | None:
    study = Study(values={name: (value,) for name, value in values.items()})
    try:
        found = replace(report, scenario=report.scenario.with_values(values), given=values, study=study, kept=None)
        return found if found.evaluation is not None and found.result.value is not None else None
    except DerivationsError:  # numbers that do not go together
        return None


def outside(report: EvaluatedClaim, found: Ranged, random: Random, count: int) -> Iterator[str]:
    """The exact points in the ranges at which the result lies outside of what encloses it."""
    if not found.enclosed:
        return
    for _ in range(count):
        at = {name: _within(report, name, value, random) for name, value in found.values.items()}
        scenario = replace(report.scenario, values={**report.scenario.values, **at})
        try:
            value = report.evaluation.again(scenario).line(report.headline.name, alone=True).value
        except DerivationsError:
            continue
        if value is None:
            continue
        slack = abs(value) / 10**15  # what only decimals hold is right to that
        if (found.low is not None and value < found.low - slack) or (
            found.high is not None and value > found.high + slack
        ):
            yield f"{report.claim.name} at {', '.join(f'{name} = {each}' for name, each in at.items())}: {float(value)}"


def _within(report: EvaluatedClaim, name: str, value: Value, random: Random) -> Value:
    low, high = (end.number for end in value.bounds)
    number = low + (high - low) * Fraction(random.randint(0, 60), 60)
    if report.derivation.notation[name].range.whole:
        number = Fraction(round(number))
    return replace(value.middle, number=number)


def ranges_of(report: EvaluatedClaim, seed: int, count: int) -> Iterator[tuple[EvaluatedClaim, Ranged]]:
    """So many random ranges of a claim with what its result is over them."""
    random = Random(seed)
    for _ in range(count):
        over = random_ranges(report, random)
        if over is not None:
            found = ranged(over, brief=True)
            yield over, found
