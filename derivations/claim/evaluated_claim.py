"""The evaluated claim: its derivation, and the numbers that it is seen through, before anything is drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar

from derivations.claim.claim import AS_BUILT, AS_SAID, Asserted, Claim, shares_in
from derivations.claim.composition import (
    built,
    reading_scenario,
    refuse_bare_numbers,
    sizes_of_its_own,
    uses_cards,
    working,
)
from derivations.claim.counts import counts_of
from derivations.claim.feasibility import misfits, told_by_a_misfit
from derivations.claim.leftover import Leftover, leaving_out, leftovers
from derivations.claim.published import (
    Comparison,
    Derived,
    PublishedStatement,
    comparisons,
    derived_numbers,
    statements,
)
from derivations.claim.study import Given, Study, study_of
from derivations.claim.verdicts import DerivationVerdict, derivation_verdict
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Assumptions, Premise
from derivations.derivation.step import Step
from derivations.derivation.trace import SAYING
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.language.tree import names
from derivations.numbers.contradiction import Contradiction, behind
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_number
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import nearest_integer
from derivations.numbers.scenario import Scenario, check_value
from derivations.numbers.value import Value
from derivations.proof.budget import RULE_BUDGET
from derivations.sources.card import Accelerator, Model
from derivations.sources.catalog import Catalog

if TYPE_CHECKING:
    from derivations.claim.kept_review import Kept
    from derivations.numbers.sensitivity import Swing

_ABOVE = Fraction(21, 20)  # times a peak that a rate typed in two digits may lie above it
_ROUNDED = Fraction(1, 100)  # a rate that somebody typed may be rounded so far


Made = TypeVar("Made")


@dataclass(frozen=True)
class EvaluatedClaim:
    """A claim with its derivation and the numbers it is seen through. Renderers read it; a `Report` shows itself."""

    claim: Claim
    derivation: Derivation
    scenario: Scenario
    reference: Scenario  # the default cards, which published numbers "as built" refer to
    catalog: Catalog
    given: Mapping[str, Value] = field(default_factory=dict)  # what the reader valued, beside the scenario's own
    budget: float = RULE_BUDGET  # of each rule, also where something is derived anew
    study: Study = field(default_factory=Study)  # what the reader changed
    kept: Kept | None = None  # what is kept of the claim as it stands, where it is told from that

    def __hash__(self) -> int:
        return hash((self.claim.name, self.study))

    def __getstate__(self) -> dict[str, Any]:
        """What it is made of, without what can be evaluated again."""
        return {item.name: getattr(self, item.name) for item in fields(EvaluatedClaim)}

    @cached_property
    def evaluation(self) -> Evaluation:
        """The derivation in the scenario. What was traced for it serves the other scenarios, too."""
        return Evaluation(self.derivation, self.scenario, self.claim.outside, shares=shares_in(self.claim.answer))

    @cached_property
    def beside(self) -> Evaluation | None:
        """The derivation with the numbers that were said, or where those are the scenario, as it is built.

        Raises `InputError` where what is given disagrees with what was said.
        """
        other = self.reference if self.scenario.name == AS_SAID else self.readings.get(AS_SAID)
        return None if other is None else self.evaluation.again(other.with_values(self.given))

    @property
    def headline(self) -> Step:
        """The step of the result."""
        return self.derivation.headline

    @property
    def moving(self) -> Step:
        """The step that a page lets its reader move: the one that the claim names for it, else that of the result."""
        if self.claim.moves in self.derivation:
            return self.derivation[self.claim.moves]
        return self.headline

    @cached_property
    def result(self) -> NumbersLine:
        """The numbers line of the result."""
        return self.numbers(self.headline.name)

    @property
    def idle(self) -> tuple[str, ...]:
        """Quantities that the reader valued and the result does not rest on: they cancel, or stand elsewhere."""
        try:
            resting_on = {*self.result.leaves, *self.evaluation.named(self.headline.name)}
        except UndecidedError:
            return ()
        return tuple(name for name in self.given if name not in resting_on)

    @property
    def idle_cards(self) -> tuple[str, ...]:
        """The titles of cards that the reader chose and no number of the result is from, nor a number format."""
        cards, catalog = self.study.cards, self.catalog
        chosen: tuple[tuple[str | None, Callable[[str], Accelerator | Model]], ...] = (
            (cards.accelerator, catalog.accelerator), (cards.model, catalog.model))
        if self.result.value is None:  # a condition may rest on them
            return ()
        origins = {value.origin.partition(",")[0] for value in self.result.leaves.values()}
        if any(origin.startswith("format ") for origin in origins):
            return ()
        cards_named = (card(name) for name, card in chosen if name)
        return tuple(card.title for card in cards_named if f"card {card.name}" not in origins)

    def numbers(self, step: str) -> NumbersLine:
        """The numbers line of a step; raises `UndecidedError` if the step has no relation."""
        return self.evaluation.line(step)

    @cached_property
    def contradictions(self) -> tuple[str, ...]:
        """Contradictions of the numbers, one line each: the memory of the deployment, and inequalities taken or shown.

        What a premise leaves out counts like one where it matters. Where there are any, the premises cannot all hold at
        once in this scenario; or a letter that is told beside the result is defined as what it cannot be.
        """
        return (*self.contradictions_of_result, *self._broken_beside())

    @cached_property
    def contradictions_of_result(self) -> tuple[str, ...]:
        """The same, but for letters beside the result."""
        return (*self.broken_in(self.evaluation), *self._sparse_rate())

    def _broken_beside(self) -> Iterator[str]:
        """What leaves steps without a number that tables and the answer tell beside the result."""
        evaluation, gives = self.evaluation, self.evaluation.giving_names
        shown = {*self.claim.compared, *(step for grid in self.claim.grids for step in grid.steps)}
        steps = {gives.get(name, name) for name in shown} & {step.name for step in self.derivation}
        told = evaluation.contradictions
        for found in self._but_for_misfits(evaluation, evaluation.consistency.broken_premises):
            if found not in told and any(
                    found.is_behind(behind(evaluation, self.derivation[name]) | {name}) for name in steps):
                yield str(found)

    def _sparse_rate(self) -> tuple[str, ...]:
        """That a rate which was given is the one with sparsity on the card; data sheets print that one first.

        Or that it is above the peak of an accelerator which was named.
        """
        given, cards = self.given.get("C_gpu"), self.study.cards
        if given is None or not uses_cards(self.claim):
            return ()
        chip, _, form = working(self.claim, self.catalog, cards.accelerator, cards.model, cards.compute)
        if form not in chip.compute:
            return ()
        sparse, dense = chip.sparse.get(form), chip.rate(form).as_value(chip.name)
        if sparse is not None and abs(given.number / sparse.number - 1) <= _ROUNDED:
            card = f"card {chip.name} in {form} with sparsity"
            return (f"C_gpu is a dense rate, but {given} is that of {card}: dense is {dense}",)
        if cards.accelerator is not None and given.number > dense.number * _ABOVE:
            return (f"C_gpu is {given}, but card {chip.name} does no more than {dense} in {form}",)
        return ()

    def broken_in(self, evaluation: Evaluation) -> tuple[str, ...]:
        """Contradictions of the numbers of another evaluation, in the deployment of this claim."""
        return (*misfits(self.claim, self.scenario, evaluation),
                *map(str, self._but_for_misfits(evaluation, evaluation.contradictions)),
                *map(str, self.leftovers_in(evaluation)))

    def _but_for_misfits(self, evaluation: Evaluation, found: Iterable[Contradiction]) -> Iterator[Contradiction]:
        """Contradictions but for those that are a consequence of weights which do not fit: one cause is told once."""
        return (each for each in found if not told_by_a_misfit(self.claim, self.scenario, evaluation, each))

    def leftovers_in(self, evaluation: Evaluation) -> tuple[Leftover, ...]:
        """What premises leave out and matters with other numbers."""
        return leftovers(self.leaving_out, self.scenario, evaluation)

    @cached_property
    def leaving_out(self) -> tuple[Premise, ...]:
        """The premises behind the result that leave something out, which counts where it matters."""
        return leaving_out(self.claim, self.evaluation)

    @cached_property
    def readings(self) -> Mapping[str, Scenario]:
        """The numbers that published ones are derived from, by name: the claim's readings, and the default cards."""
        own = {item.name: reading_scenario(item, self.claim, self.catalog) for item in self.claim.readings}
        return {**own, AS_BUILT: self.reference}

    @cached_property
    def published(self) -> tuple[Comparison, ...]:
        """Published numbers beside derived ones."""
        return comparisons(self.claim, self.derived)

    @property
    def derived(self) -> tuple[Derived, ...]:
        """What is derived for each published number."""
        known = None if self.kept is None else self.kept.derived
        return derived_numbers(self.claim, self.derivation, self.readings) if known is None else known

    @cached_property
    def statements(self) -> tuple[PublishedStatement, ...]:
        """The published numbers, statement by statement."""
        return statements(self.published)

    @cached_property
    def stands(self) -> DerivationVerdict:
        """The verdict on the derivation."""
        return derivation_verdict(self.derivation)

    @property
    def verdict(self) -> str:
        """The verdict on the derivation, in a few words."""
        return self.stands.words

    def asserted(self) -> tuple[str, ...]:
        """Statements that no step derives, one line each, with what a multiple of the result comes to."""
        return tuple(self._assertion(item) for item in self.claim.asserted)

    def _assertion(self, item: Asserted) -> str:
        comes_to = [*self._multiples(item), *self._on_accelerators(item)]
        line = f"{item.text} ({item.by}, {item.where})"
        return f"{line}: {'; '.join(comes_to)}" if comes_to else line

    def _multiples(self, item: Asserted) -> Iterator[str]:
        """The multiples of the result as said and as built."""
        if item.times is None:
            return
        for scenario in (*list(self.readings.values())[:1], self.reference):
            value = self._headline_in(scenario)
            if value is not None:
                low, high = (format_number(nearest_integer(value * factor)) for factor in item.times)
                yield f"{low} to {high} {scenario.title}"

    def _on_accelerators(self, item: Asserted) -> Iterator[str]:
        """The step on each accelerator that the assertion is about."""
        for name in item.across:
            try:
                line = self.with_cards(name).numbers(item.of)
            except UndecidedError:
                return
            yield f"{line.result} on {self.catalog.accelerator(name).title}"

    def _headline_in(self, scenario: Scenario) -> Fraction | None:
        try:
            return self.evaluation.again(scenario).line(self.headline.name).in_unit
        except DerivationsError:  # blocked, or numbers that disagree under changed premises
            return None

    def once(self, make: Callable[..., Made], *given: Hashable) -> Made:
        """What a function makes of this claim and further arguments, made once however often it is asked for."""
        key = make, given
        if key not in self._made:
            self._made[key] = make(self, *given)
        found: Made = self._made[key]
        return found

    @cached_property
    def _made(self) -> dict[Any, Any]:
        return {}

    @cached_property
    def swings(self) -> tuple[Swing, ...]:
        """The swing of the result over the range of each quantity that the claim has one for, the widest first.

        Without a result there are none, and a range that contradicts what the scenario says elsewhere is left out.
        """
        from derivations.numbers.sensitivity import swing

        found = []
        for name, between in self.claim.ranges.items():
            try:
                found.append(swing(self.evaluation, self.headline.name, name, between.read(), between.source))
            except DerivationsError:
                continue
        return tuple(sorted(found, key=lambda item: -(item.factor or 0)))

    def __getitem__(self, step: str) -> Step:
        """A premise, step or reject by name; raises `UnknownNameError` with the nearest names."""
        return self.derivation[step]

    def with_values(
        self, values: Mapping[str, Given | Sequence[Given]] | None = None, **quantities: Given | Sequence[Given]
    ) -> Self:
        """The same derivation with quantities valued, as `derive(values=...)` does: ``{"L": "1k"}`` or ``L="1k"``.

        Raises `InputError` or one of its kind for a value that its quantity cannot take.
        """
        own = study_of(values={**(values or {}), **quantities})
        refuse_bare_numbers(self.claim, own.values, self.scenario)
        study = own.fitted(self.derivation.notation, counts_of(self.claim))
        for name, several in study.values.items():
            check_value(self.derivation.notation[name], several[0])
        return replace(
            self, scenario=self.scenario.with_values(study.first), given={**self.given, **study.first},
            study=replace(self.study, values={**self.study.values, **study.values}),
        )

    def without_made(self) -> Self:
        """The same without the values of letters that a sum or a slope makes of valued ones, of given ones, too.

        The tokens that a round yields were measured, say, and the chance is given from which they follow.
        """
        values, made = self.scenario.values, set[str]()
        for step in self.derivation if self.given else ():
            if step.rule in SAYING and step.relation is not None and step.verdict.holds:
                rests_on = names(step.relation.written.right)
                if step.subject_name not in self.given and not self.given.keys().isdisjoint(rests_on) and (
                        values.keys() >= rests_on):
                    made.add(step.subject_name)
        made &= values.keys()
        return replace(self, scenario=self.scenario.without(made)) if made else self

    def with_premises(self, premises: Mapping[str, str]) -> Self:
        """Derived anew with further premises replaced; those that are replaced already stay as they are.

        Raises `InputError` or one of its kind for a premise or a relation that cannot be used.
        """
        now = self.derivation.assumptions
        assumptions = Assumptions({**premises, **now.premises}, now.quantities)
        return replace(self, derivation=self.claim.derive(assumptions, self.budget))

    def with_cards(self, accelerator: str, model: str = "", **formats: str) -> Self:
        """The same derivation on other cards; what was valued beside cards, a context say, stays."""
        return replace(self, scenario=self.on_cards(accelerator, model, **formats), given=self.kept_beside_cards)

    def on_cards(self, accelerator: str, model: str = "", **formats: str) -> Scenario:
        """The scenario of other cards, with what the reader valued beside cards."""
        return built(self.claim, self.catalog, accelerator, model, **formats).with_values(self.kept_beside_cards)

    @cached_property
    def kept_beside_cards(self) -> Mapping[str, Value]:
        """Values of the reader that no card gives, directly or through definitions."""
        try:
            cards = self.evaluation.again(self.reference)
        except InputError:  # under changed premises the cards may disagree: then there is nothing that they give
            return self.given
        return {
            name: value
            for name, value in self.given.items()
            if cards.value_of(name) is None or name in self.claim.defaults.keys() - sizes_of_its_own(self.claim)
        }


# an evaluated claim or what is made of one, such as a report: functions that take one return its like
AnyEvaluated = TypeVar("AnyEvaluated", bound=EvaluatedClaim)
