"""A result on hardware: over the deployments of the catalog that can exist, between what and what it lies.

A deployment is a model on the accelerators of its claim (one scale-up domain, unless the claim says otherwise), in the
number format that its weights were released in. It counts where its weights and caches fit into memory and where no
premise, shown inequality or condition of the result is broken by its numbers. Nothing is derived anew: the proven
formula is evaluated, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from derivations.claim.claim import Published
from derivations.claim.composition import (
    CARD_UNITS,
    DOMAIN,
    default_accelerator,
    default_model,
    hardware_values,
    sizes_of_its_own,
    uses_cards,
    working_format,
)
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.feasibility import NO_ROOM, misfits
from derivations.claim.leftover import leftovers
from derivations.claim.published import numbers_said
from derivations.derivation.codec import PLAIN, selected, types
from derivations.errors import DerivationsError
from derivations.language.dimension import Dimension
from derivations.language.display import listed
from derivations.language.unit import parse_unit
from derivations.mapping import FrozenMapping
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_number, format_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import agrees
from derivations.numbers.scenario import Scenario
from derivations.sources.catalog import Catalog

NO_NUMBER = "their cards lack a number that the result needs"
DOES_NOT_HOLD = " does not hold"  # behind the step that the numbers of a deployment break
LEAVES_OUT = " leaves out terms that matter there"  # behind the step
_LEFT = "left out by "  # before its name where it is kept
_BROKEN = "step "  # before its name where it is kept
_SAME_ON_ALL = frozenset({"phi"})


@dataclass(frozen=True)
class Deployed:
    """The result on one deployment: cards by name, the number format of the arithmetic, and the value in base units."""

    accelerator: str
    model: str
    compute: str
    title: str
    value: Fraction

    def as_data(self, factor: Fraction) -> dict[str, Any]:
        """Cards and value, in the unit of that factor."""
        return {**selected(self, "accelerator model compute"), "value": float(self.value / factor)}


@dataclass(frozen=True)
class Held:
    """A published number beside what its step comes to on the feasible deployments, in base units.

    `between` is None where the step has a number on none of them.
    """

    published: Published
    low: Fraction | None
    high: Fraction | None
    between: bool | None


@dataclass(frozen=True)
class OnHardware:
    """The least and the greatest result over the feasible deployments, in the unit `unit` of `factor` base units.

    People are told them in the unit `told`. `low` and `high` are None where no deployment is feasible. `left_out`
    counts the other ones by what they break. Where the result is a batch and the claim says how many sequences memory
    holds, `held` counts the feasible deployments that hold as many as the result.
    """

    step: str
    unit: str
    dimension: Dimension
    factor: Fraction
    low: Deployed | None
    high: Deployed | None
    feasible: int
    left_out: Mapping[str, int]
    conclusions: tuple[Held, ...]
    told: str
    held: int | None = None

    @property
    def words(self) -> str:
        """The range, where its ends come from, and what was left out, in one sentence."""
        asked = self.feasible + sum(self.left_out.values())
        left = self._excluded
        if self.low is None or self.high is None:
            return f"the premises hold on none of {format_number(Fraction(asked))} deployments{left}"
        low, high = (f"{format_value(end.value, self.dimension, self.told)} on {end.title}"
                     for end in (self.low, self.high))
        number = f"{format_number(Fraction(self.feasible))} of {format_number(Fraction(asked))} deployments"
        if self.held is not None:
            number += f", {format_number(Fraction(self.held))} of which have memory for that many"
        if self.low.value == self.high.value:
            return f"{format_value(self.low.value, self.dimension, self.told)} on {number}{left}"
        return f"{low} to {high}, over {number}{left}"

    @property
    def _excluded(self) -> str:
        """How many deployments are excluded for which reason."""
        told: list[str] = []
        for reason, count in self.left_out.items():
            verb = "" if told else "is excluded " if count == 1 else "are excluded "
            told.append(f"{format_number(Fraction(count))} {verb}because {reason}")
        return f"; {listed(told)}" if told else ""

    def as_data(self) -> dict[str, Any]:
        """The same as plain data, numbers in `unit`."""
        ends = {name: None if end is None else end.as_data(self.factor)
                for name, end in (("low", self.low), ("high", self.high))}
        return {
            "step": self.step, "unit": self.unit, "told": self.told, **ends,
            "feasible": self.feasible, **({} if self.held is None else {"held": self.held}),
            "left_out": dict(self.left_out),
            "conclusions": [selected(held, "step=published.step by=published.by where=published.where between")
                            for held in self.conclusions],
            "words": self.words,
        }

    def as_kept(self, report: EvaluatedClaim) -> dict[str, Any]:
        """The exact numbers and the cards, which words are made of, as plain data.

        A reason to leave a deployment out is kept by a word for it, or as the step that does not hold there.
        """
        words = {reason: word for word, reason in _reasons(report).items()}
        low, high = (None if end is None else (end.accelerator, end.model, end.value) for end in (self.low, self.high))
        kept = _Kept(
            self.told, str(self.dimension), low, high, self.feasible, self.held,
            tuple((words.get(reason) or f"{_BROKEN}{reason.removesuffix(DOES_NOT_HOLD)}", count)
                  for reason, count in self.left_out.items()),
            tuple((each.low, each.high) for each in self.conclusions),
        )
        return PLAIN.told(kept, types(_Kept), _USUAL)

    @classmethod
    def from_kept(cls, data: Mapping[str, Any], report: EvaluatedClaim) -> OnHardware:
        """The result in such data, in the words of a report on the same claim.

        Raises `ValueError`, `LookupError` or `DerivationsError` for other data.
        """
        kept = _Kept(**{**_USUAL, **PLAIN.fields(data, types(_Kept), "what is on hardware", _USUAL)})
        headline, reasons = report.headline, _reasons(report)
        quantity = report.derivation.notation[headline.subject_name] if headline.subject_name else None
        low, high = (None if end is None else _end(report, *end) for end in (kept.low, kept.high))
        left_out = {reasons[word] if word in reasons else f"{word.removeprefix(_BROKEN)}{DOES_NOT_HOLD}": count
                    for word, count in kept.left_out}
        held = tuple(_held(item, [end for end in ends if end is not None])
                     for item, ends in zip(_conclusions(report), kept.conclusions, strict=True))
        return cls(
            headline.name, "" if quantity is None else quantity.unit, parse_unit(kept.dimension).dimension,
            Fraction(1) if quantity is None else quantity.parsed_unit.factor,
            low, high, kept.feasible, FrozenMapping(left_out), held, kept.told, kept.held)


@dataclass(frozen=True)
class _Kept:
    """What words are made of: exact numbers, cards, and the reasons that leave deployments out, by words for them."""

    told: str
    dimension: str
    low: tuple[str, str, Fraction] | None  # accelerator, model and result
    high: tuple[str, str, Fraction] | None
    feasible: int
    held: int | None
    left_out: tuple[tuple[str, int], ...]
    conclusions: tuple[tuple[Fraction | None, Fraction | None], ...]


_USUAL = {"held": None}


def _reasons(report: EvaluatedClaim) -> dict[str, str]:
    """The reasons to leave out deployments that have words of their own, by these."""
    left_out = {f"{_LEFT}{premise.name}": f"{premise.name}{LEAVES_OUT}" for premise in report.leaving_out}
    return {"memory": NO_ROOM, "card": NO_NUMBER, "condition": _outside(report), **left_out}


def _outside(report: EvaluatedClaim) -> str:
    """Why a deployment is left out on which a condition of the result fails."""
    conditions = " and ".join(str(each) for each in report.headline.conditions)
    return f"the result holds only if {conditions}" if conditions else report.claim.outside


def _end(report: EvaluatedClaim, chip: str, model: str, value: Fraction) -> Deployed:
    """The result on the cards of these names."""
    cards = report.catalog.accelerator(chip), report.catalog.model(model)
    form = working_format(*cards)
    return Deployed(chip, model, form, f"{cards[0].title} ({form}) with {cards[1].title}", value)


def on_hardware(report: EvaluatedClaim) -> OnHardware | None:
    """The result of a claim over the catalog's deployments, under the premises and the reader's values of a report.

    Accelerators are varied where the result rests on one, models where it rests on a quantity of a model. None for a
    claim whose result rests on no card, or has no formula.
    """
    if not uses_cards(report.claim) or report.headline.relation is None or not report.headline.verdict.holds:
        return None
    asked = deployments(report)
    if not asked:
        return None
    names = tuple(dict.fromkeys(item.step for item in _conclusions(report)))
    ends: list[Deployed] = []
    fitting, hold = _fitting(report), 0
    left_out: dict[str, int] = {}
    said: dict[str, list[Fraction]] = {name: [] for name in names}
    for chip, model in asked:
        found = deployed(report, chip, model)
        if isinstance(found, str):
            left_out[found] = left_out.get(found, 0) + 1
            continue
        end, evaluation = found
        ends.append(end)
        hold += fitting is not None and any(end.value <= room for room in _number(evaluation, fitting))
        for name in names:
            said[name] += _number(evaluation, name)
    line = report.numbers(report.headline.name)
    quantity = line.quantity
    return OnHardware(
        report.headline.name, "" if quantity is None else quantity.unit, line.dimension,
        Fraction(1) if quantity is None else quantity.parsed_unit.factor,
        min(ends, key=_value, default=None), max(ends, key=_value, default=None), len(ends),
        FrozenMapping(dict(sorted(left_out.items(), key=lambda item: -item[1]))),
        tuple(_held(item, said.get(item.step, [])) for item in _conclusions(report)),
        line.told_unit,
        None if fitting is None else hold,
    )


def _fitting(report: EvaluatedClaim) -> str | None:
    """The step that says how many sequences memory holds, where the result is a batch that is not given."""
    letter, batch = report.claim.fitting, report.headline.subject_name
    if not letter or batch not in report.claim.deployment.batch or batch in report.scenario.values:
        return None
    return next((step.name for step in report.derivation if step.subject_name == letter), None)


def _conclusions(report: EvaluatedClaim) -> list[Published]:
    """The published conclusions about steps of the derivation: premises and prices are no results."""
    return [item for item in report.claim.published if item.kind == "conclusion" and item.step in report.derivation]


def _value(end: Deployed) -> Fraction:
    return end.value


def deployments(report: EvaluatedClaim) -> tuple[tuple[str, str], ...]:
    """The deployments that a result may differ on, as names of an accelerator and of a model."""
    chips, models = _varied(report)
    if not chips and not models:
        return ()
    return tuple((chip, model) for chip in chips or (default_accelerator(report.claim),)
                 for model in models or (default_model(report.claim),))


def _varied(report: EvaluatedClaim) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The accelerators and the models that the result may differ on, by the names of their cards."""
    try:
        leaves = report.evaluation.again(report.on_cards("")).line(report.headline.name).leaves
    except DerivationsError:
        return (), ()
    own = {*report.given, *(report.claim.defaults.keys() - sizes_of_its_own(report.claim))}
    resting = {name for name in leaves if name in CARD_UNITS and name not in own} - _SAME_ON_ALL
    catalog = report.catalog
    hardware = resting & _letters_of_hardware(catalog)
    return (tuple(catalog.accelerators) if hardware else ()), (tuple(catalog.models) if resting - hardware else ())


def _letters_of_hardware(catalog: Catalog) -> frozenset[str]:
    """The letters that accelerators value, with those of number formats, which hang on the accelerator."""
    return frozenset(
        name for chip in catalog.accelerators.values() if chip.compute
        for name in hardware_values(chip, next(iter(chip.compute)), next(iter(chip.compute)))
    )


def deployed(report: EvaluatedClaim, chip: str, model: str) -> tuple[Deployed, Evaluation] | str:
    """The result on a deployment, or what keeps it from being one."""
    try:
        scenario = with_gpus(report, report.on_cards(chip, model))
        evaluation = report.evaluation.again(scenario)
        if misfits(report.claim, scenario, evaluation):
            return NO_ROOM
        line = evaluation.line(report.headline.name, alone=True)
        if line.outside:
            return _outside(report)
        for broken in evaluation.contradictions:
            return f"{broken.step}{DOES_NOT_HOLD}"
        for leftover in leftovers(report.leaving_out, scenario, evaluation):
            return f"{leftover.premise.name}{LEAVES_OUT}"
        if line.value is None:
            return NO_NUMBER
    except DerivationsError:  # a card without a rate, or numbers that disagree under changed premises
        return NO_NUMBER
    return _end(report, chip, model, line.value), evaluation


def with_gpus(report: EvaluatedClaim, scenario: Scenario) -> Scenario:
    """The scenario with the GPUs of a domain, which claims leave open where they cancel: plain numbers are quicker."""
    domain = scenario.values.get(DOMAIN)
    if domain is None or "G" in scenario.values or "G" not in report.derivation.notation:
        return scenario
    return replace(scenario, values={**scenario.values, "G": domain})


def _number(evaluation: Evaluation, name: str) -> Iterator[Fraction]:
    """The number of a step on a deployment, where it has one."""
    try:
        line: NumbersLine = evaluation.line(name, alone=True)
    except DerivationsError:
        return
    if line.value is not None:
        yield line.value


def _held(published: Published, found: list[Fraction]) -> Held:
    """A published number against what its step comes to; at the ends it may be rounded as it was said."""
    if not found:
        return Held(published, None, None, None)
    low, high, read, numbers = min(found), max(found), published.read(), numbers_said(published)
    least, greatest = (value.number for value in (read if isinstance(read, tuple) else (read, read)))
    between = least <= high and low <= greatest
    if not between and published.rounding != "range":
        first = read[0] if isinstance(read, tuple) else read
        scale = parse_unit(first.unit).factor
        between = any(agrees(numbers, end / scale, published.rounding) for end in (low, high))
    return Held(published, low, high, between)
