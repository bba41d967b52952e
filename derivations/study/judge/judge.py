"""Judgement of a formula against a claim: entailment, counterexample, sufficient conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from sympy import Expr, Symbol

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.outline import outline
from derivations.claim.study import refuse_ranges
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Assumptions
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, InputError, StoppedError, UndecidedError
from derivations.language.quantity import Quantity
from derivations.language.relation import OPPOSITE, Relation, from_sides, relation
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.proof.budget import attempt, remembered, uncounted
from derivations.proof.definedness import UNDEFINED
from derivations.study.judge.bound import Bound, bound_beside, tighter_bound
from derivations.study.judge.condition import JudgedCondition, Standing, condition_of, judged_condition, without_implied
from derivations.study.judge.formula import FormulaLike, read_formula, same
from derivations.study.judge.judgement import Entailment, Judgement, SufficientAlternative, Support
from derivations.study.judge.numbers import Contrast, RequiredValue, contrast, required_values, sides
from derivations.study.judge.outside import breaks_premises
from derivations.study.judge.reach import reach
from derivations.study.judge.relevant_steps import (
    contradicting_premises,
    limits_behind,
    main_step,
    steps_about,
    steps_to_compare,
    unknown_quantities,
)
from derivations.study.judge.sufficient_conditions import SufficientConditions, sufficient_conditions
from derivations.study.judge.trials import (
    Trial,
    is_informative,
    made_of,
    point_near,
    replaceable_premises,
    smallest_support,
    trial,
    trials,
)

_PARTS = 50  # of a budget, of which what is begun last still gets one


def judge(evaluated: EvaluatedClaim, formula: FormulaLike, *, brief: bool = False) -> Judgement:
    """A formula held against what a claim derives, in the scenario and under the premises of the evaluated claim.

    `formula` is text in our grammar, a relation, or the written form of one; in text a condition may stand behind it,
    as in ``B = r*s/n if L < L_x``, which is judged, too. What its numbers lack in units is given to
    them if that makes both sides measure the same. It is held against the premises and definitions and against every
    step about the same quantities; where it does not follow, what it would need is looked for. All of that is
    hardly more work than the claim's budget. If `brief`, what it would need is not looked for: most of the work.

    Raises `GrammarError`, `UnknownNameError` or another `InputError` for a formula that cannot be read, and
    `StoppedError` where a call took too much time or memory: what would be told depends on it. Where premises alone
    refuted the formula before that, that is told, and that the rest was stopped.

    >>> from derivations import derive
    >>> judge(derive("optimal-batch"), "B = r*s/n").outcome.value
    'follows in a limit'
    """
    refuse_ranges(evaluated.study, "judge")
    for name in evaluated.study.several:
        raise InputError(f"{name} has several values: a formula is judged at one of them")
    read = read_formula(evaluated, formula)
    told = Judgement(
        evaluated.claim.name, read.text, Entailment.DOES_NOT_FOLLOW, read.statement, read.misfit, read.read_with,
        rejected=read.rejected, changed=evaluated.derivation.assumptions.premises,
    )
    if read.statement is None:
        return told
    work = _Work(evaluated.budget)
    judging = _Judging(evaluated, read.statement, work, brief)
    try:
        with attempt(0):  # each part has its budget; what SymPy fails at between them decides nothing
            judgement = judging.judgement(told)
            if read.conditions:
                judgement = judging.under(read.conditions, judgement)
            elif judgement.outcome in (Entailment.NOT_DECIDED, Entailment.DOES_NOT_FOLLOW):
                judgement = judging.as_condition(judgement)
    except UndecidedError as error:
        judgement = replace(told, outcome=Entailment.NOT_DECIDED, reason=str(error))
    if work.stopped is not None:
        raise work.stopped
    if work.cut is not None and judgement.outcome is not Entailment.NOT_DECIDED:
        judgement = replace(judgement, unfinished=f"what else it was held against is not told: {work.cut}")
    return _here(judgement)


def _here(judgement: Judgement) -> Judgement:
    """The judgement, or where an inequality follows and its numbers here say otherwise, that it is false here."""
    statement, condition, numbers = judgement.statement, judgement.condition, judgement.numbers
    if judgement.outcome is not Entailment.FOLLOWS or statement is None or statement.is_equation or not numbers:
        return judgement
    applies = condition is None or all(item.holds is True for item in condition.here)
    return replace(judgement, outcome=Entailment.FAILS_HERE) if applies and numbers[0].agrees is False else judgement


@dataclass
class _Work:
    """A budget that the parts of a judgement share; zero is no limit."""

    budget: float
    spent: float = 0
    stopped: StoppedError | None = None
    cut: StoppedError | None = None  # what stopped trials that a refutation did not wait for

    @property
    def over(self) -> bool:
        return 0 < self.budget < self.spent

    @contextmanager
    def part(self) -> Iterator[None]:
        """An attempt with what is left; what is begun last still gets some, and nothing once a call was stopped."""
        if self.stopped is not None:
            raise self.stopped
        left = max(self.budget - self.spent, self.budget / _PARTS)
        try:
            with attempt(left) as meter:
                try:
                    yield
                finally:
                    self.spent += meter.spent
        except StoppedError as error:
            self.stopped = error
            raise


@dataclass
class _Judging:
    """One statement on its way to a judgement."""

    evaluated: EvaluatedClaim
    statement: Relation
    work: _Work
    brief: bool = False  # without what it would need

    def judgement(self, told: Judgement) -> Judgement:
        """The judgement, from what was told before the statement could be read."""
        found, reason = self._tried()
        shown = _counting(found)
        support = _support(self.evaluated.derivation, self.statement, shown)
        if any(not trial.limits for trial in shown):
            against = main_step(self.evaluated, self.statement) if support is not None and support.steps else None
            return replace(told, outcome=Entailment.FOLLOWS, support=support, against=against,
                           numbers=self._numbers(against), bound=self._bound(against, support))
        refuting = self._refuting([trial for trial in found if not self._is_outside(trial)])
        in_a_part = [trial for trial in found if trial.proven and not trial.limits]
        if support is None and in_a_part and found[0].refuted and not self._is_outside(found[0]):
            refuting = refuting or found[0]  # what is so at a boundary alone is refuted by the premises elsewhere
        outcome = Entailment.IN_A_LIMIT if support is not None else Entailment.DOES_NOT_FOLLOW
        if support is None and refuting is None:
            outcome = Entailment.NOT_DECIDED
            reason = _so_far(found, reason) if reason else self._why_open(found)
        told = replace(told, outcome=outcome, support=support, reason=reason)
        if support is None:
            told = self._in_a_part(told, in_a_part)
        if outcome is Entailment.NOT_DECIDED and not any(is_informative(self.statement, trial) for trial in found):
            return replace(told, numbers=self._numbers(None))
        if refuting is not None:
            told = replace(told, point=self._point(refuting))
        return self._explained(told) if self.work.cut is None else self._in_brief(told)

    def _in_a_part(self, told: Judgement, shown: list[Trial]) -> Judgement:
        """The judgement with what shows the statement in a part of the states, though premises refute it in others."""
        only = _support(self.evaluated.derivation, self.statement, shown)
        if only is None:
            return told
        equal = False
        if not self.statement.is_equation:
            both = from_sides(self.statement.lhs, "=", self.statement.rhs, self.statement.notation)
            with suppress(DerivationsError), self.work.part():
                equal = trial(self.evaluated.derivation, both, only.steps).proven
        return replace(told, only=only, equal_there=equal)

    def _in_brief(self, told: Judgement) -> Judgement:
        """The judgement with its numbers alone: what else would be looked for takes as long as what was stopped."""
        against = main_step(self.evaluated, self.statement)
        return replace(told, against=against, letters=self._letters(against), numbers=self._numbers(against),
                       differs=contradicting_premises(self.evaluated, self.statement))

    def _explained(self, told: Judgement) -> Judgement:
        """The judgement with sufficient conditions, numbers, and alternatives of premises."""
        if self.brief:
            against = main_step(self.evaluated, self.statement)
            return replace(
                told, against=against, letters=self._letters(against), numbers=self._numbers(against),
                differs=contradicting_premises(self.evaluated, self.statement), bound=self._bound(against),
            )
        need = self._sufficient_conditions()
        against = need.step if need is not None else main_step(self.evaluated, self.statement)
        told = replace(
            told, against=against, letters=self._letters(against), sufficient=need, numbers=self._numbers(against),
            differs=contradicting_premises(self.evaluated, self.statement), bound=self._bound(against),
        )
        if need is not None:
            here = tuple(sides(self.evaluated.evaluation, item) for item in need.relations)
            told = replace(told, sufficient_here=here)
            if told.outcome is not Entailment.IN_A_LIMIT and len(here) == 1 and here[0].holds is False:
                told = replace(told, values=self._values(need.relations[0]))
        if told.outcome is Entailment.IN_A_LIMIT or len(self.statement.symbols) < 2:  # a number alone never follows
            return told
        alternatives, unfinished = self._alternatives()
        return replace(told, alternatives=alternatives, unfinished=unfinished)

    # --- conditions

    def under(self, conditions: tuple[Relation, ...], told: Judgement) -> Judgement:
        """The judgement of the statement where conditions hold, from the one without them."""
        try:
            with self.work.part():
                support = told.support
                if told.outcome is Entailment.FOLLOWS and support is not None and self._supports(support, conditions):
                    condition = self._beside_support(support, conditions)
                    if condition.standing.suffices or support.chosen:
                        told = replace(told, outcome=_outcome(condition))
                    else:  # what a step needs is enough, and may be more than the formula does
                        tried = self._held(conditions, support.steps)
                        condition, told = self._decided(condition, told, tried)
                else:
                    condition, told = self._found_condition(conditions, told)
        except UndecidedError as error:
            told = replace(told, outcome=Entailment.NOT_DECIDED, reason=str(error))
            condition = JudgedCondition(conditions, Standing.OPEN)
        evaluation = self.evaluated.evaluation
        here = tuple(sides(evaluation, item) for item in conditions)
        pairs = ((given, needed) for needed in condition.needed for given in conditions)
        far = tuple(found for found in (reach(evaluation, *pair) for pair in pairs) if found is not None)
        return replace(told, condition=replace(condition, here=here, reach=far))

    def _supports(self, support: Support, conditions: tuple[Relation, ...]) -> bool:
        """True unless the premises refute under the reader's conditions what a part of the states alone shows."""
        if not support.supposed or support.chosen:
            return True
        return not trial(self.evaluated.derivation, self.statement, (), conditions).refuted

    def _beside_support(self, support: Support, conditions: tuple[Relation, ...]) -> JudgedCondition:
        """The conditions beside what the support needs.

        What chooses the letter on the left is told beside the formula, and need not be said by a reader who means it.
        """
        derivation = self.evaluated.derivation
        step = next((step for step in support.steps if step.conditions), None)
        if support.supposed:
            condition = judged_condition(derivation, conditions, support.needed, step)
            if condition.standing.suffices or not support.chosen:
                return self._as_far_as_shown(condition)
        return self._as_far_as_shown(judged_condition(derivation, conditions, support.conditions, step))

    def _as_far_as_shown(self, condition: JudgedCondition) -> JudgedCondition:
        """The condition that a line needs, as the right one of a bound that the line implies only where it is that.

        A bound is weaker than the line, and may hold where its condition does not.
        """
        if condition.standing is not Standing.RIGHT or self.statement.is_equation:
            return condition
        derivation = self.evaluated.derivation
        beyond = (from_sides(item.lhs, OPPOSITE[item.operator], item.rhs, item.notation)
                  for item in condition.relations if not item.is_equation)
        for each in beyond:
            without = trial(derivation, self.statement, (), (each,))
            if without.refuted and not self._is_outside(without, (each,)):
                return condition
        return replace(condition, standing=Standing.ENOUGH)

    def _found_condition(
        self, conditions: tuple[Relation, ...], told: Judgement
    ) -> tuple[JudgedCondition, Judgement]:
        """A condition beside what a statement needs that does not follow without one."""
        derivation, need = self.evaluated.derivation, told.sufficient
        steps = [step for step in (told.against, *steps_about(derivation, self.statement)) if step is not None]
        tried = self._held(conditions, {step.name: step for step in steps}.values())
        one = need is not None and (need.every or len(need.relations) == 1)
        needed = () if need is None or not one else without_implied(
            derivation, (*need.relations, *need.step.conditions))
        condition = JudgedCondition(conditions, Standing.OPEN, needed, told.against)
        if needed:
            condition = judged_condition(derivation, conditions, needed, told.against)
        exact = need is not None and need.exactly
        found, decided = self._decided(condition, told, tried, exact=exact)
        wrong = condition.standing in (Standing.FLIPPED, Standing.EXCLUDED)
        if decided.outcome is Entailment.NOT_DECIDED and wrong and exact:  # what it needs exactly is not so
            return condition, replace(decided, outcome=Entailment.DOES_NOT_FOLLOW, reason="", point={})
        return found, decided

    def _held(self, conditions: tuple[Relation, ...], steps: Iterable[Step]) -> list[Trial]:
        """The trials of the statement under conditions: the premises alone, and each of some steps beside them."""
        derivation = self.evaluated.derivation
        return [trial(derivation, self.statement, given, conditions) for given in ((), *((step,) for step in steps))]

    def _decided(
        self, condition: JudgedCondition, told: Judgement, tried: list[Trial], *, exact: bool = False
    ) -> tuple[JudgedCondition, Judgement]:
        """What trials under a condition say: it follows where a trial shows it by no more than that, and does not where
        a state in which the condition holds refutes it.

        The first trial is that of the premises alone. Where a step chooses the letter, states in which it is another
        one say nothing of that.
        """
        alone, conditions = tried[0], condition.relations
        shown, more = None, list[JudgedCondition]()
        for item in (*tried[1:], alone):
            if not item.counts(alone) or item.limits:
                continue
            needs = self._needs_more(item, conditions)
            if needs is None:
                shown = item
                break
            more.append(needs)
        if shown is not None:
            standing = condition.standing if exact and condition.standing.suffices else Standing.ENOUGH
            return replace(condition, standing=standing), replace(
                told, outcome=Entailment.FOLLOWS, point={}, alternatives=(), values=(), only=None,
                support=Support(shown.steps or shown.given, supposed=shown.supposed, chosen=shown.chosen),
            )
        chosen = [item for item in tried if item.chosen]
        refuting = (item for item in chosen or tried if item.refuted and not self._is_outside(item, conditions))
        against = next(refuting, None)
        if against is None:
            return replace(condition, standing=Standing.OPEN), replace(
                told, outcome=Entailment.NOT_DECIDED, support=None, reason=told.reason,
            )
        if condition.standing.suffices or condition.standing is Standing.OPEN:
            condition = next((each for each in more if each.standing is not Standing.OPEN),
                             replace(condition, standing=Standing.OTHER))
        return condition, replace(
            told, outcome=Entailment.DOES_NOT_FOLLOW, support=None, point=against.verdict.counterexample,
        )

    def _needs_more(self, shown: Trial, conditions: tuple[Relation, ...]) -> JudgedCondition | None:
        """The conditions beside what the steps of a trial need, where that is more; None where they are enough."""
        support = Support(shown.steps, supposed=shown.supposed)
        needed = support.conditions if shown.chosen else support.needed
        if not needed:
            return None
        # what chooses the letter is meant, and often says what the step needs
        given = (*conditions, *shown.supposed) if shown.chosen else conditions
        found = judged_condition(self.evaluated.derivation, given, needed, shown.steps[0])
        return None if found.standing.suffices else found

    def as_condition(self, told: Judgement) -> Judgement:
        """A statement that does not follow, if it is the condition of a step, or that with its sign flipped."""
        try:
            with self.work.part():
                found = condition_of(self.evaluated.derivation, self.statement)
        except UndecidedError:
            return told
        if found is None:
            return told
        right = found.standing is Standing.RIGHT
        outcome = Entailment.IS_A_CONDITION if right else Entailment.DOES_NOT_FOLLOW
        here = (sides(self.evaluated.evaluation, self.statement),)
        return replace(
            told, outcome=outcome, condition=replace(found, here=here), against=found.step, reason="", point={},
            numbers=(), bound=None, sufficient=None, sufficient_here=(), values=(), alternatives=(),
        )

    # --- entailment

    def _tried(self) -> tuple[list[Trial], str]:
        """The trials, as far as the budget allows, and why they ended."""
        found: list[Trial] = []
        try:
            with self.work.part():
                for item in trials(self.evaluated.derivation, self.statement, self.evaluated.evaluation):
                    if not found and self._is_outside(item):
                        item = self._with_what_is_made(item)
                    found.append(item)
                    if item.counts(found[0]) and not item.limits and self._is_enough(item):
                        break
        except StoppedError as error:
            if not found or not found[0].refuted or self._is_outside(found[0]):
                return found, str(error)
            if is_informative(self.statement, found[0]):  # that it does not follow is settled on every machine
                self.work.cut, self.work.stopped = error, None
            return found[:1], ""
        except UndecidedError as error:
            return found, str(error)
        return found, ""

    def _with_what_is_made(self, outside: Trial) -> Trial:
        """The trial of the premises alone, held also against what they make of the letters of the statement.

        A letter that is made of these has a domain, too. The trial that refuted `outside` of it stays where that
        decides nothing.
        """
        derivation = self.evaluated.derivation
        found = trial(derivation, self.statement, (), made=made_of(derivation, self.statement))
        return found if found.proven or (found.refuted and not self._is_outside(found)) else outside

    def _is_enough(self, trial: Trial) -> bool:
        """True if nothing better to follow from is to be expected: premises alone, the same, or the result."""
        return not trial.steps or any(
            step.name == self.evaluated.headline.name or step.relation == self.statement for step in trial.steps
        )

    def _is_outside(self, trial: Trial, conditions: tuple[Relation, ...] = ()) -> bool:
        """True for one that refutes at a point that a condition forbids, or a premise which was not put in."""
        return trial.refuted and breaks_premises(trial.verdict.counterexample, self.evaluated.derivation, conditions)

    def _point(self, refuting: Trial) -> Mapping[str, Expr]:
        """The point that refutes: one at numbers as in the scenario, where there is one, as people know these."""
        derivation = self.evaluated.derivation
        with suppress(DerivationsError), self.work.part():
            found = point_near(derivation, self.statement, refuting, self.evaluated.evaluation)
            if found is not None and not breaks_premises(found, derivation):
                return found
        return refuting.verdict.counterexample

    def _refuting(self, found: list[Trial]) -> Trial | None:
        """The trial whose point is told: against what the claim says of the left side, or else of anything in it."""
        known = [trial for trial in found if trial.refuted and is_informative(self.statement, trial)]
        if not self.statement.symbols:  # between numbers no point is needed
            return next((trial for trial in found if trial.refuted), None)
        main = main_step(self.evaluated, self.statement)
        if main is not None and main.rule in DEFINING:
            return next((trial for trial in known if not trial.steps), None)
        about_it = [trial for trial in known if main in trial.steps]
        if main is not None and main.lhs == self.statement.lhs and main.context.limit is None:
            return next(iter(about_it), None)
        direct = [trial for trial in known if not trial.limits] or known
        return next(iter([*about_it, *direct]), None)

    def _why_open(self, found: list[Trial]) -> str:
        """The reason for no decision: the claim says nothing of a quantity, or no proof was found."""
        evaluated = self.evaluated
        undefined = next((t.verdict.reason for t in found if t.verdict.reason.startswith(UNDEFINED)), "")
        if undefined:
            return undefined
        if any(map(self._is_outside, found)):
            return "no proof was found, and the points that were found against it break other premises"
        open_ = [trial for trial in found if not trial.refuted]
        if any(is_informative(self.statement, trial) for trial in open_):
            return next((trial.verdict.reason for trial in open_ if trial.verdict.reason), "")
        unknown = sorted(symbol.name for symbol in unknown_quantities(evaluated, self.statement))
        if unknown:
            return f"nothing in {evaluated.claim.name} says what {' or '.join(unknown)} is"
        headline = evaluated.headline
        if headline.relation is None:
            return f"{evaluated.claim.name} has no result to hold it against: {headline.name} is {headline.verdict}"
        left = self.statement.lhs
        free = [str(left)] if isinstance(left, Symbol) else sorted(map(str, self.statement.symbols))
        return f"{evaluated.claim.name} leaves {' and '.join(free)} open" if free else ""

    # --- comparison, and sufficient conditions

    def _sufficient_conditions(self) -> SufficientConditions | None:
        """The simplest equation that makes the statement agree with a step, of those with the same number here."""
        derivation, evaluation = self.evaluated.derivation, self.evaluated.evaluation
        open_ = {s: step for s, step in evaluation.definitions.items() if s.name not in evaluation.scenario.values}
        best: SufficientConditions | None = None
        try:
            with self.work.part():
                for step in steps_to_compare(self.evaluated, self.statement):
                    found = sufficient_conditions(derivation, self.statement, step, open_)
                    if found is None or self.statement in found.relations:
                        continue
                    if best is None or (found.relations and (not best.relations or found.size < best.size)):
                        best = found
        except UndecidedError:
            return best
        return best

    def _letters(self, against: Step | None) -> frozenset[str]:
        """The letters in a step, and in those that it is a limit of, whose number a point has."""
        found, step = frozenset[str](), against
        while step is not None and step.relation is not None:
            found |= step.relation.names
            step = self.evaluated.derivation[step.inputs[0]] if step.context.limit is not None and step.inputs else None
        return found

    def _numbers(self, against: Step | None) -> tuple[Contrast, ...]:
        """Here, and as said; or as built, where the scenario is what was said."""
        found = []
        for name in ("evaluation", "beside"):
            with suppress(DerivationsError):
                with uncounted():  # what is kept for the next judgement costs this one nothing
                    evaluation: Evaluation | None = getattr(self.evaluated, name)
                    if evaluation is None:
                        continue
                    evaluation.consistency.broken_premises  # noqa: B018
                with self.work.part():
                    found.append(contrast(evaluation, self.statement, against))
        return tuple(found)

    def _bound(self, against: Step | None, support: Support | None = None) -> Bound | None:
        """How far a bound is from what is derived; of one that follows also without numbers."""
        with suppress(DerivationsError), self.work.part():
            found = bound_beside(self.evaluated, self.statement, against)
            if found is not None or support is None:
                return found
            return tighter_bound(self.evaluated.derivation, self.statement, support.steps)
        return None

    def _values(self, item: Relation) -> tuple[RequiredValue, ...]:
        with suppress(DerivationsError), self.work.part():
            return tuple(required_values(self.evaluated.evaluation, item, self.statement.lhs))
        return ()

    def _alternatives(self) -> tuple[tuple[SufficientAlternative, ...], str]:
        """Single alternatives of premises under which it follows, and what was not tried.

        One that says the same as the statement is answer enough.
        """
        evaluated, found = self.evaluated, list[SufficientAlternative]()
        behind = replaceable_premises(evaluated, self.statement)
        own = {step.name for step in contradicting_premises(evaluated, self.statement)}
        tried = sorted(outline(evaluated.claim).alternatives, key=lambda pair: pair[0].name not in own)
        unknown = {symbol.name for symbol in unknown_quantities(evaluated, self.statement)}
        for premise, choice in tried:
            brought = {quantity.name for quantity in choice.quantities}
            if premise.name not in behind or (unknown and not unknown & brought):
                continue
            if self.work.over:
                return tuple(found), "not every alternative of a premise was tried: no work was left to spend"
            with suppress(DerivationsError), self.work.part():
                if same(relation(choice.relation, self.statement.notation), self.statement):
                    return (SufficientAlternative(premise.name, choice.name, choice.because),), ""
                now = evaluated.derivation.assumptions
                premises = {premise.name: choice.name, **now.premises}
                derivation = _derived(evaluated.claim.derive, tuple(premises.items()), now.quantities, evaluated.budget)
                tried_there = _until_proven(derivation, self.statement, evaluated.evaluation)
                support = _support(derivation, self.statement, _counting(tried_there))
                if support is not None:
                    found.append(SufficientAlternative(premise.name, choice.name, choice.because, support))
        return tuple(found), ""


@remembered(maxsize=128)  # the alternatives of a claim are asked with each formula that is held against it
def _derived(
    derive: Callable[[Assumptions, float], Derivation], premises: tuple[tuple[str, str], ...],
    quantities: tuple[Quantity, ...], budget: float,
) -> Derivation:
    """What a claim derives under other premises; `derive` is the method of that very claim.

    Raises `StoppedError` where a step was stopped, as another time it may not be.
    """
    found = derive(Assumptions(dict(premises), quantities), budget)
    for step in found:
        if step.verdict.stopped:
            raise StoppedError(step.verdict.reason)
    return found


def _so_far(found: list[Trial], reason: str) -> str:
    """Why the trials ended before a decision, and what the statement was held against until then."""
    tried = [" with ".join(step.name for step in item.steps) or "the premises alone" for item in found]
    return f"{reason}; tried without a decision: {', '.join(tried)}" if tried else reason


def _outcome(condition: JudgedCondition) -> Entailment:
    """What is said of a formula that follows where something else than its condition holds."""
    if condition.standing.suffices:
        return Entailment.FOLLOWS
    return Entailment.NOT_DECIDED if condition.standing is Standing.OPEN else Entailment.DOES_NOT_FOLLOW


def _counting(found: list[Trial]) -> list[Trial]:
    """The trials that show the statement; the first one is that against the premises alone."""
    return [item for item in found if item.counts(found[0])]


def _until_proven(derivation: Derivation, statement: Relation, near: Evaluation) -> list[Trial]:
    found = []
    for item in trials(derivation, statement, near):
        found.append(item)
        if item.counts(found[0]) and not item.limits:
            break
    return found


def _support(derivation: Derivation, statement: Relation, found: list[Trial]) -> Support | None:
    """The support of a statement in trials that show it: better without a limit, and where nothing is supposed, and
    from the step that says the same.
    """
    if not found:
        return None
    direct = [trial for trial in found if not trial.limits]
    pool = direct or found
    twins = [step for step in derivation if step.verdict.holds and step.relation == statement]
    twin = next(iter(sorted(twins, key=lambda step: str(step.relation) != str(statement))), None)
    chosen = next((trial for trial in pool if twin in trial.steps), pool[0])
    steps = chosen.steps or smallest_support(statement, chosen.given)
    limits = tuple(dict.fromkeys(name for step in steps for name in limits_behind(derivation, step)))
    same = twin if not chosen.steps or twin in chosen.steps else None
    return Support(steps, same, limits, chosen.supposed, chosen.chosen)
