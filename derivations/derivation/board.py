"""The board: what a derivation is written on. The only mutable object; it dies when the derivation is done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from sympy import Expr, Symbol

from derivations.derivation.contexts import Posed, own_context, posed, step_input
from derivations.derivation.contradiction import impossible
from derivations.derivation.dependence import refuse_circle, tied, to_write_out
from derivations.derivation.derivation import Derivation
from derivations.derivation.fresh_name import bound_index, named_anew
from derivations.derivation.premise import Assumptions, Premise, believable
from derivations.derivation.restrictions import last_narrowing
from derivations.derivation.room import bounded, room, unless_barred
from derivations.derivation.rules.algebra import Equate, Substitute
from derivations.derivation.rules.base import Checked, Input, Outcome, Rule
from derivations.derivation.rules.calculus import Differentiate, Limit
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.independence import Independence
from derivations.derivation.rules.induction import Induction, Instance
from derivations.derivation.rules.isolate import Isolate
from derivations.derivation.rules.minimise import Minimise, left_open
from derivations.derivation.rules.regimes import Boundary, Split
from derivations.derivation.rules.round_up import RoundUp
from derivations.derivation.rules.series import FiniteSum, require_counted
from derivations.derivation.rules.solve import Solve
from derivations.derivation.rules.statements import Reject, Rewrite, State, Suppose, Take
from derivations.derivation.script import Handle, definition
from derivations.derivation.step import Step
from derivations.derivation.system import MOST, Plan, planned
from derivations.derivation.told import resting_on, step_told, unless_open
from derivations.derivation.trace import BELIEVED
from derivations.errors import InputError, NoClosedFormError, UndecidedError, UnknownNameError
from derivations.kernel.judgement import PLAIN, Context
from derivations.language.display import listed, plural
from derivations.language.grammar import parse_expression
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, RelationLike, relation
from derivations.language.to_sympy import to_sympy
from derivations.proof.budget import attempt, budget_of, remembered
from derivations.proof.obligation import Obligation
from derivations.proof.prove import contradictory
from derivations.proof.verdict import CONTRADICTION, Finding, Verdict, inconclusive, waiting

_WORD = re.compile(r"[A-Za-z]\w*")


@dataclass(frozen=True)
class Question:
    """A rule and its inputs, as they are written, in the notation that they need."""

    rule: Rule
    inputs: tuple[Input, ...]
    notation: Notation
    written: str

    @classmethod
    def of(cls, rule: Rule, inputs: tuple[Input, ...], notation: Notation, plain: Notation) -> Question:
        """The question in the `plain` notation where it names nothing that `notation` has beyond it.

        So a quantity that somebody brings along does not make a new question of every old one.
        """
        written = f"{rule!r} {inputs!r}"
        wider = notation.quantities != plain.quantities
        brought = [quantity for quantity in notation if quantity.name not in plain] if wider else []
        words = set(_WORD.findall(written)) if brought else set()
        apart = all(quantity.name not in words and quantity.at_most not in plain for quantity in brought)
        return cls(rule, inputs, plain if apart else notation, written)


@remembered(maxsize=4096)
def computed(question: Question) -> tuple[Outcome, ...]:
    """The outcomes that the rule computes from its inputs."""
    return question.rule.compute(question.inputs, question.notation)


@remembered(maxsize=4096)
def checked(question: Question, outcome: Outcome) -> Checked:
    """The finding of the rule's check."""
    return question.rule.check(question.inputs, outcome, question.notation)


_WITHOUT_CLOSED_FORM = ("solve", "substitute", "rewrite", "state", "reject")  # what can use an equation as it stands


class Board:
    """Write a derivation: take premises, apply rules, finish.

    A rule whose search is more work than `budget` ends inconclusive; zero means no limit.

    >>> from derivations.derivation.premise import Premise
    >>> board = Board(Notation.of("t [s] time\\nS [byte] size\\nW [byte/s] bandwidth"))
    >>> load = board.take(Premise("load", "t = S/W", because="every byte crosses the link once"))
    >>> _ = board.solve("bandwidth", load, for_="W")
    >>> print(board.finish()["bandwidth"].relation)
    W = S/t
    """

    def __init__(
        self, notation: Notation, assumptions: Assumptions | None = None, budget: float | None = None
    ) -> None:
        self._budget = budget_of(budget)
        self._assumptions = Assumptions() if assumptions is None else assumptions
        self._plain = notation  # without what assumptions bring along
        self._notation = notation.extended(self._assumptions.quantities)
        self._steps: dict[str, Step] = {}
        self._rejects: dict[str, Step] = {}
        self._used: set[str] = set()
        self._premises: dict[str, Premise] = {}
        self._spoken_of: set[Expr] = set()  # by what is believed
        self._impossible: dict[tuple[str, ...], str] = {}  # why none satisfies what is supposed
        self._choices: dict[str, str] = {}  # branch of a solution: the step that it is a branch of

    # --- what is believed

    def take(self, premise: Premise) -> Handle:
        """Put a premise on the board, or what the assumptions replace it with."""
        return self._believe(premise, Take)

    def suppose(self, premise: Premise) -> Handle:
        """Put an assumption on the board that only a part of the argument makes: what uses it is told where it holds.
        """
        return self._believe(premise, Suppose)

    def _believe(self, premise: Premise, rule_of: type[Take]) -> Handle:
        default = premise.read(self._notation)
        self._premises[premise.name] = premise
        replacement = self._assumptions.apply(premise, self._notation)
        taken, because, source, replaces = default, premise.because, premise.source, ""
        if replacement is not None:
            taken, self._notation, because, source = replacement
            self._used.add(premise.name)
            replaces = str(default)
        if rule_of is Take:
            self._refuse_circle(premise.name, taken)
        rule = rule_of(premise.name, taken, default, premise.determines)
        outcome = rule.compute((), self._notation)[0]
        context = own_context(rule, premise.name, Posed(rule, (), self._notation), outcome)
        verdict = rule.check((), outcome, self._notation).verdict
        return self._add(Step(
            premise.name, self._next(), rule.name, (), outcome.relation, verdict, because, source=source,
            replaces=replaces, context=context, determines=premise.determines, applied=rule,
        ))

    def define(self, name: str, quantity: str, because: str = "") -> Handle:
        """Put the definition of a defined quantity on the board."""
        own = self._notation[quantity]
        if not own.definition:
            raise InputError(f"quantity {quantity!r} has no definition")
        defined = believable(relation(definition(own), self._notation))
        self._refuse_circle(name, defined)
        return self._add(
            Step(name, self._next(), "define", (), defined, Verdict(Finding.TAKEN), because or own.meaning)
        )

    # --- rules

    def equate(self, name: str, first: Handle, second: Handle, because: str = "") -> Handle:
        """From two equations for the same thing, that their right sides are equal."""
        return self._run(name, Equate(), (first, second), because)

    def substitute(self, name: str, into: Handle, using: Sequence[Handle], because: str = "") -> Handle:
        """Replace symbols of `into` by what the equations in `using` say."""
        rule = Substitute()
        if not self._assumptions and not self._missing((into, *using)):
            idle = rule.idle(tuple(self._input(handle) for handle in (into, *using)))
            if idle:  # a slip of the author's; under changed premises it is told in a note
                raise InputError(f"{', '.join(idle)} replaces nothing in {self._steps[into.name].relation}")
        return self._run(name, rule, (into, *using), because)

    def solve(
        self, name: str, equation: Handle, for_: str, because: str = "", *, by_lambert: bool = False
    ) -> Handle:
        """Turn a relation round for one quantity; with several admissible branches, later steps wait for a choice.

        Without a closed form the step keeps the equation, which only numbers solve; later steps go on with its unknown.
        `by_lambert` asks for one of a line times an exponential, by the branches of Lambert's W.
        """
        return self._run(name, Solve(self._symbol(for_), by_lambert), (equation,), because)

    def solve_together(
        self, name: str, equations: Sequence[Handle], for_: Sequence[str], because: str = ""
    ) -> tuple[Handle, ...]:
        """Solve equations for as many quantities: a step for each, ``name-x``, in the order of `for_`.

        What is between is on the board as well: each quantity in the others (``name-x-open``), and the equations
        without it (``name-without-x``). Where the last equation has no closed form, numbers solve that one, and the
        other quantities stay formulas of its unknown. Last, the solutions are put back (``name-back-1`` and so on).
        Raises `InputError` for another number of equations than of quantities.
        """
        unknowns = tuple(self._symbol(each) for each in for_)
        if len(set(unknowns)) != len(for_) or not 2 <= len(for_) <= MOST:
            few = listed(for_) or "none"
            raise InputError(f"two to {MOST} different quantities are solved for together, not {few}")
        if len(equations) != len(for_):
            few = "more unknowns than equations" if len(equations) < len(for_) else "more equations than unknowns"
            raise InputError(f"{few}: {plural(len(equations), 'equation')} for {listed(for_)}")
        try:
            missing = self._missing(tuple(equations))
            inputs = () if missing else tuple(map(self._input, equations))
            with attempt(self._budget):
                plan = None if missing else planned(
                    inputs, unknowns, lambda rule, given: computed(self._question(Posed(rule, given, self._notation))))
        except UndecidedError as error:
            return self._left_open(name, equations, for_, because, inconclusive(str(error)))
        if plan is None:
            return self._left_open(name, equations, for_, because, waiting(missing))
        return self._taken_out(name, equations, for_, because, plan)

    def _left_open(
        self, name: str, equations: Sequence[Handle], for_: Sequence[str], because: str, verdict: Verdict
    ) -> tuple[Handle, ...]:
        """A step for each quantity that is not found, with the reason."""
        return tuple(
            self._add(self._step(f"{name}-{each}", Solve(self._symbol(each)), tuple(equations[:1]), because, verdict))
            for each in for_
        )

    def _taken_out(
        self, name: str, equations: Sequence[Handle], for_: Sequence[str], because: str, plan: Plan
    ) -> tuple[Handle, ...]:
        """The steps of a plan: forward, one quantity after the other comes out; backward, each is told without them."""
        left, opened = list(equations), dict[str, Handle]()
        after = "-open" if plan.closed else ""
        for turn in plan.turns:
            out = turn.unknown.name
            opened[out] = self.solve(f"{name}-{out}{after}", left[turn.place], out, because=f"{out} in the others")
            for count, (place, without) in enumerate(turn.others, 1):
                label = f"{name}-without-{out}" + (f"-{count}" if len(turn.others) > 1 else "")
                pair = left[place], left[turn.place]
                left[place] = self._without(label, pair, opened[out], without, turn.unknown)
            del left[turn.place]
        last = plan.last.name
        solved = self.solve(f"{name}-{last}", left[0], last, because=because)
        if not plan.closed:
            known = {**opened, last: solved}
            self._put_back(name, equations, (*known.values(), *left))
            return tuple(known[each] for each in for_)
        branches = [branch for branch, step in self._choices.items() if step == solved.name]
        for branch in branches:
            number = branch.removeprefix(solved.name)
            known = self._told_backward(name, {last: Handle(branch)}, opened, number)
            self._put_back(f"{name}{number}", equations, tuple(known.values()))
        known = self._told_backward(name, {last: solved}, opened)
        if not branches:
            self._put_back(name, equations, tuple(known.values()))
        return tuple(known[each] for each in for_)

    def _without(
        self, label: str, pair: tuple[Handle, Handle], opened: Handle, without: Relation, unknown: Symbol
    ) -> Handle:
        """An equation without a quantity: what it is by another one is put in.

        A condition on that, which speaks of quantities that are still to be found, is not carried on: it follows from
        the two equations, and so does the third.
        """
        if self._steps[opened.name].conditions and not self._missing((opened,)):
            return self.state(label, without, pair, because=f"{unknown} is put in")
        return self.substitute(label, pair[0], (opened,), because=f"{unknown} is put in")

    def _told_backward(
        self, name: str, known: dict[str, Handle], opened: Mapping[str, Handle], branch: str = ""
    ) -> dict[str, Handle]:
        """The quantities that were taken out, each with those put in that were found after it."""
        found = dict(known)
        for out in reversed(tuple(opened)):
            using = [each for letter, each in found.items() if self._names(opened[out], letter)]
            label = f"{name}-{out}{branch}"
            found[out] = self.substitute(label, opened[out], using, because="with what is found put in")
        return found

    def _names(self, handle: Handle, letter: str) -> bool:
        item = self._steps[handle.name].relation
        return item is None or self._symbol(letter) in item.symbols

    def _put_back(self, name: str, equations: Sequence[Handle], solutions: tuple[Handle, ...]) -> None:
        """That the solutions solve the equations, each a step of its own."""
        for count, equation in enumerate(equations, 1):
            item = self._steps[equation.name].relation
            if item is not None and not self._missing(solutions):
                self.state(f"{name}-back-{count}", item, solutions, because="put back: these solve it")

    def rewrite(
        self, name: str, step: Handle, form: RelationLike, using: Sequence[Handle] = (), because: str = "",
        condition: RelationLike | None = None,
    ) -> Handle:
        """Another form of the same thing; falls back to the step where it no longer follows, and says so."""
        edge = None if condition is None else relation(condition, self._notation)
        rule = Rewrite(relation(form, self._notation), edge)
        missing = self._missing(tuple(using))
        if missing and not self._missing((step,)):
            return self._add(self._kept_as_it_was(name, rule, step, missing, because))
        return self._run(name, rule, (step, *using), because)

    def state(self, name: str, fact: RelationLike, using: Sequence[Handle], because: str = "") -> Handle:
        """A new fact that follows from the steps in `using`."""
        return self._run(name, State(relation(fact, self._notation)), tuple(using), because)

    def reject(self, name: str, statement: RelationLike, against: Sequence[Handle] = (), because: str = "") -> Handle:
        """A wrong statement, which must fail its dimensions or be refuted."""
        return self._run(name, Reject(statement), tuple(against), because, statement=str(statement))

    def boundary(
        self, name: str, roofline: Handle, between: tuple[str, str] | None = None, because: str = ""
    ) -> Handle:
        """The boundary on which two arguments of a max or min are equal."""
        pair = None
        if between is not None:
            first, second = (self._expression(text) for text in between)
            pair = first, second
        return self._run(name, Boundary(pair), (roofline,), because)

    def split(self, name: str, roofline: Handle, regimes: Sequence[str], because: str = "") -> tuple[Handle, ...]:
        """The regimes of a max or min, each a step named after its regime, with its condition."""
        rule = Split(tuple(regimes))
        return self._run_many(name, rule, (roofline,), because, tuple(regimes))

    def differentiate(
        self, name: str, step: Handle, by: str, named: str, because: str = "", holding: Sequence[str] = ()
    ) -> Handle:
        """The derivative of the right side, as the quantity `named`.

        Here and in the other rules that vary a quantity, what else stands on the right side must not rest on it by any
        premise, unless it is among `holding`: then it is held all the same, and the step says so. What rests on it by
        a premise that determines it is written out, or for a slope differentiated implicitly.
        """
        rule = Differentiate(self._symbol(by), self._symbol(named), self._symbols(holding))
        held = self._steps[step.name].relation if holding and not self._missing((step,)) else None
        if held is not None:
            rule = replace(rule, differentiated=held.written_left)
        return self._vary(name, rule, step, because)

    def minimise(
        self, name: str, step: Handle, over: str | Sequence[str], because: str = "", holding: Sequence[str] = (), *,
        subject_to: Handle | None = None,
    ) -> Handle:
        """The smallest value of `over` at which the right side is least.

        Over two quantities, `subject_to` an equation, it is Lagrange's condition: beside that equation, two equations
        for two unknowns. What the equation says the value of is held. Raises `InputError` for another number of
        quantities than the equation leaves a choice between.
        """
        if subject_to is not None or not isinstance(over, str):
            rule = self._subject_to((over,) if isinstance(over, str) else tuple(over), subject_to, holding)
            return self._run(name, rule, (step, cast(Handle, subject_to)), because)
        return self._vary(name, Minimise(self._symbol(over), self._symbols(holding)), step, because)

    def limit(
        self, name: str, step: Handle, variable: str, to: str = "0", because: str = "", holding: Sequence[str] = ()
    ) -> Handle:
        """The right side as a quantity goes to ``"0"`` or ``"oo"``."""
        if to not in ("0", "oo"):
            raise InputError(f"a limit goes to '0' or 'oo', not {to!r}")
        return self._vary(name, Limit(self._symbol(variable), to == "oo", self._symbols(holding)), step, because)

    def isolate(self, name: str, step: Handle, of: str, named: str, because: str = "") -> Handle:
        """The value of `of` at which a condition of the step ends, as the quantity `named`."""
        return self._run(name, Isolate(self._symbol(of), self._symbol(named)), (step,), because)

    def independence(
        self, name: str, step: Handle, of: str, because: str = "", holding: Sequence[str] = ()
    ) -> Handle:
        """That a quantity does not matter to the right side."""
        return self._vary(name, Independence(self._symbol(of), self._symbols(holding)), step, because)

    def round_up(self, name: str, step: Handle, because: str = "") -> Handle:
        """From a lower bound on a whole number, the least number: the bound rounded up."""
        return self._run(name, RoundUp(), (step,), because)

    def sum(
        self, name: str, term: str, index: str, first: str, last: str, count: str, named: str, because: str = ""
    ) -> Handle:
        """A finite sum in closed form; `last` is an expression in `count`."""
        own = self._notation
        term_, first_, last_ = (self._expression(text) for text in (term, first, last))
        require_counted(parse_expression(term, own.names, own.functions), index, first_, own)
        rule = FiniteSum(term_, self._symbol(index), first_, last_, self._symbol(count), self._symbol(named))
        return self._run(name, rule, (), because)

    def induct(
        self, name: str, goals: Sequence[RelationLike], index: str, using: Sequence[Handle], start: str = "0", *,
        downward: bool = False, because: str = "",
    ) -> tuple[Handle, ...]:
        """Facts for every index from `start` on, or down from it, by recurrences: one step for each goal.

        One goal has the name of the step; several have it with their number, ``name-1``, ``name-2``.
        """
        stated = tuple(relation(goal, self._notation) for goal in goals)
        rule = Induction(stated, self._symbol(index), self._expression(start), downward)
        labels = (name,) if len(stated) == 1 else tuple(f"{name}-{place}" for place in range(1, len(stated) + 1))
        return self._run_many(name, rule, tuple(using), because, labels)

    def instance(self, name: str, step: Handle, index: str, value: str, because: str = "") -> Handle:
        """The instance, at one index, of a step that holds for every one."""
        return self._run(name, Instance(self._symbol(index), self._expression(value)), (step,), because)

    # --- the end

    def _premises_on(self, left: str) -> tuple[str, ...]:
        """The premises that say what a quantity is, which a reader named in their place."""
        text = self._assumptions.premises[left]
        equation = text if any(sign in text for sign in "=<>") else f"{left} = {text}"
        return tuple(f'{name}="{equation}"' for name in self._premises if self._steps[name].subject_name == left)

    def so_far(self) -> tuple[Step, ...]:
        """The lines as they stand; `finish` holds each against the premises that were taken after it, too."""
        return tuple(self._steps.values())

    def finish(self, result: Handle | str = "") -> Derivation:
        """The derivation. Raises if a premise was to be replaced that nothing took."""
        for name in self._assumptions.premises:
            if name not in self._used:
                raise UnknownNameError("premise", name, self._premises, meant=self._premises_on(name))
        chosen = result.name if isinstance(result, Handle) else result
        self._vary_again()
        return Derivation(
            self._notation, tuple(self._steps.values()), tuple(self._rejects.values()), chosen, self._assumptions
        )

    def _vary_again(self) -> None:
        """Put every step that varies a quantity to all premises, also those that were taken after it.

        A family of states that one of these ties is none; what was built on it waits, as if it had been taken first.
        """
        self._impossible.clear()
        narrowed = last_narrowing(self._steps.values())
        for held in (self._steps, self._rejects):
            for step in list(held.values()):
                if step.rule == "suppose" and (nowhere := self._nowhere(step.context)):
                    held[step.name] = _withdrawn(step, inconclusive(nowhere))
                if step.applied is None or step.rule in BELIEVED or step.verdict.finding is Finding.WAITING:
                    continue
                handles = tuple(Handle(name) for name in step.inputs)
                missing = self._missing(handles)
                if missing and isinstance(step.applied, Rewrite) and not self._missing(handles[:1]):
                    if not step.fell_back:
                        again = self._kept_as_it_was(step.name, step.applied, handles[0], missing, step.because)
                        held[step.name] = replace(again, number=step.number)
                    continue
                if missing:
                    held[step.name] = _withdrawn(step, waiting(missing))
                    continue
                used = [self._steps[each] for each in step.inputs]
                held[step.name] = again = self._held_again(step, handles, used, narrowed)
                told = resting_on(again.verdict, used)
                if told is not again.verdict:
                    held[step.name] = replace(again, verdict=told)

    def _held_again(self, step: Step, handles: tuple[Handle, ...], used: Sequence[Step], narrowed: int) -> Step:
        """A step as all premises leave it, also those that were taken after it, the last one as the step `narrowed`."""
        assert step.applied is not None
        if step.verdict.finding is Finding.INCONCLUSIVE:
            return step
        nowhere = self._nowhere(step.context)
        if nowhere:
            return _withdrawn(step, inconclusive(nowhere))
        if step.number >= narrowed:
            return step
        follows = self._tied(step.applied, handles, step.name)
        if follows is not None:
            return _withdrawn(step, follows)
        try:
            asked = posed(step.applied, used, self._steps.values(), self._notation)
        except UndecidedError as error:
            return _withdrawn(step, inconclusive(str(error)))
        outcome = Outcome(step.relation, step.conditions, step.note)
        if step.relation is None:
            bound = bounded(step.applied, asked, outcome, used, self._steps.values(), self._budget)
            return _withdrawn(step, inconclusive(bound)) if bound else step
        left = room(step.applied, asked, outcome, used, self._steps.values(), self._budget)
        if left.refused:
            return _withdrawn(step, inconclusive(left.refused))
        later = f"by what is taken after it, {left.only}" if left.only else left.unknown
        return replace(step, verdict=unless_open(step.verdict, later))

    def _subject_to(
        self, over: tuple[str, ...], law: Handle | None, holding: Sequence[str]
    ) -> MinimiseSubjectTo:
        """The rule for a least value along an equation, which holds what that equation says the value of."""
        if law is None:
            raise InputError(f"over {listed(over)} together something is least subject to an equation: name its step")
        if len(set(over)) != 2:
            few = "leaves no choice" if len(set(over)) < 2 else f"leaves {len(over) - 1} of them free"
            raise InputError(f"one equation {few} over {listed(over)}: two quantities are wanted")
        self._missing((law,))
        item, held = self._steps[law.name].relation, dict.fromkeys(self._symbols(holding))
        if item is not None and item.lhs.is_Symbol and item.lhs.name not in over:
            held.setdefault(self._symbol(item.lhs.name))
        first, second = self._symbols(over)
        return MinimiseSubjectTo(first, second, tuple(held))

    def _tied(self, rule: Rule, handles: tuple[Handle, ...], name: str = "") -> Verdict | None:
        """The verdict on a rule that varies what cannot vary alone; None where nothing is tied."""
        why = tied(rule, [self._steps[handle.name] for handle in handles], self._steps.values(), name)
        return inconclusive(why) if why else None

    # --- how a rule runs

    def _vary(self, name: str, rule: Rule, step: Handle, because: str) -> Handle:
        """A rule that varies a quantity, with what follows it written out, or followed, where the premises allow it."""
        if self._missing((step,)) or self._tied(rule, (step,)) is None:
            return self._run(name, rule, (step,), because)
        found = to_write_out(rule, self._steps[step.name], self._steps.values())
        if found is not None:
            wider, names = found
            handles = (step, *map(Handle, names))
            if self._tied(wider, handles) is None:
                return self._run(name, wider, handles, because)
        return self._run(name, rule, (step,), because)

    def _run(self, name: str, rule: Rule, handles: tuple[Handle, ...], because: str, statement: str = "") -> Handle:
        asked, outcomes = self._outcomes(rule, handles)
        if isinstance(outcomes, Verdict):
            return self._add(self._step(name, rule, handles, because, outcomes, asked.context, statement=statement))
        if len(outcomes) == 1:
            return self._add(self._checked(name, rule, handles, asked, outcomes[0], because, statement))
        branches = [f"{name}-{place}" for place in range(1, len(outcomes) + 1)]
        self._choices |= dict.fromkeys(branches, name)
        for branch, outcome in zip(branches, outcomes, strict=True):
            self._add(self._checked(branch, rule, handles, asked, outcome, because))
        choice = inconclusive(f"{len(branches)} admissible branches, choose one: {', '.join(branches)}")
        return self._add(self._step(name, rule, handles, because, choice, asked.context))

    def _run_many(
        self, name: str, rule: Rule, handles: tuple[Handle, ...], because: str, labels: tuple[str, ...]
    ) -> tuple[Handle, ...]:
        asked, outcomes = self._outcomes(rule, handles)
        if not isinstance(outcomes, Verdict) and len(outcomes) != len(labels):
            outcomes = inconclusive(f"{len(outcomes)} regimes for {len(labels)} names in {name!r}")
        if isinstance(outcomes, Verdict):
            verdict = outcomes
            return tuple(self._add(self._step(label, rule, handles, because, verdict, asked.context))
                         for label in labels)
        return tuple(
            self._add(self._checked(label, rule, handles, asked, outcome, because))
            for label, outcome in zip(labels, outcomes, strict=True)
        )

    def _outcomes(self, rule: Rule, handles: tuple[Handle, ...]) -> tuple[Posed, tuple[Outcome, ...] | Verdict]:
        """What a rule is asked and what it computes from it, or the verdict that says why there is nothing."""
        asked = Posed(rule, (), self._notation)
        missing = self._missing(handles)
        if missing:
            return asked, waiting(missing)
        used = [self._steps[handle.name] for handle in handles]
        try:
            asked = posed(rule, used, self._steps.values(), self._notation)
        except UndecidedError as error:
            return asked, inconclusive(str(error))
        known = named_anew(rule, self._steps.values()) or bound_index(rule, self._steps.values(), used)
        if known:
            return asked, inconclusive(known)
        follows = self._tied(rule, handles)
        if follows is not None:
            return asked, follows
        unsolved = [item.name for item in asked.inputs if item.unknown is not None]
        if unsolved and rule.name not in _WITHOUT_CLOSED_FORM:
            return asked, Verdict(Finding.WAITING, (), f"waiting for a closed form of {', '.join(unsolved)}")
        try:
            with attempt(self._budget):
                return asked, computed(self._question(asked))
        except NoClosedFormError as error:
            if isinstance(asked.rule, Solve) and asked.inputs[0].relation.is_equation:
                return asked, (asked.rule.unsolved(asked.inputs, str(error)),)
            return asked, inconclusive(asked.words(str(error)))
        except UndecidedError as error:
            return asked, inconclusive(asked.words(str(error)))

    def _nowhere(self, context: Context) -> str:
        """Why there is no state in a context, now that all is believed; empty where nothing shows that."""
        if context.names not in self._impossible:
            believed = tuple(step for step in self._steps.values() if step.rule in BELIEVED)
            supposed = tuple(self._steps[name] for name in context.names if self._steps[name] not in believed)
            try:
                with attempt(self._budget):
                    why = impossible((*believed, *supposed), context.names)
                    alone = impossible(believed) if why and context.names else ""
            except UndecidedError:
                why = alone = ""
            words, why = ("", alone) if alone else (context.supposed, why)
            told = f"no state is {words}: {why}" if words else f"{CONTRADICTION}: {why}"
            self._impossible[context.names] = told if why else ""
        return self._impossible[context.names]

    def _checked(
        self, name: str, rule: Rule, handles: tuple[Handle, ...], asked: Posed, outcome: Outcome,
        because: str, statement: str = "",
    ) -> Step:
        """The step of an outcome, as the rule was asked, with its verdict."""
        told, context, obligations = asked.told(outcome, self._notation), asked.context, tuple[Obligation, ...]()
        used = [self._steps[handle.name] for handle in handles]
        left = room(rule, asked, outcome, used, self._steps.values(), self._budget)
        if left.refused:
            return self._step(name, rule, handles, because, inconclusive(left.refused), context, statement=statement)
        try:
            with attempt(self._budget):
                found = asked.beside(checked(self._question(asked), outcome))
            verdict = step_told(asked.rule, found, asked.inputs, outcome, asked.notation, used)
            verdict = unless_open(verdict, left.unknown)
            verdict = unless_barred(rule, verdict, self._steps.values(), asked.context.names)
            bound = bounded(rule, asked, outcome, used, self._steps.values(), self._budget)
            verdict = inconclusive(bound) if bound else verdict
            context = own_context(rule, name, asked, outcome, found.obligations, self._choices.get(name, ""))
            if isinstance(rule, Limit) and context.limit is None:
                told = replace(told, note=rule.note_for_all)
            obligations = found.obligations
            if outcome.unknown is not None and verdict.holds:
                words = left_open(rule, found, told.unknown)
                verdict = Verdict(Finding.NUMERIC, verdict.checked_by, "; ".join(filter(None, (words, left.unknown))))
        except UndecidedError as error:
            verdict = inconclusive(str(error))
        told = replace(told, conditions=(*told.conditions, *left.conditions))
        if self._exclude_each_other(told.conditions):
            why = f"its conditions exclude each other: {' and '.join(map(str, told.conditions))}"
            return self._step(name, rule, handles, because, inconclusive(why), asked.context, statement=statement)
        step = self._step(name, rule, handles, because, asked.verdict(verdict), context, told, statement)
        return replace(step, obligations=obligations, allowing=left.conditions)

    def _exclude_each_other(self, conditions: Sequence[Relation]) -> bool:
        try:
            with attempt(self._budget):
                return len(conditions) > 1 and contradictory(conditions)
        except UndecidedError:
            return False

    def _step(
        self, name: str, rule: Rule, handles: tuple[Handle, ...], because: str, verdict: Verdict,
        context: Context = PLAIN, outcome: Outcome | None = None, statement: str = "",
    ) -> Step:
        outcome = outcome or Outcome(None)
        return Step(
            name, self._next(rejected=rule.name == "reject"), rule.name, tuple(h.name for h in handles),
            self._home(outcome.relation), verdict, because, self._all_home(outcome.conditions), outcome.note,
            fell_back=outcome.fell_back, unknown="" if outcome.unknown is None else outcome.unknown.name,
            context=context, statement=statement, applied=rule,
        )

    def _missing(self, handles: tuple[Handle, ...]) -> list[str]:
        for handle in handles:
            if not isinstance(handle, Handle):
                raise InputError(f"a step is passed on by its handle, not as {str(handle)[:60]!r}")
            if handle.name not in self._steps:
                raise UnknownNameError("step", handle.name, self._steps)
        return [h.name for h in handles if not self._steps[h.name].verdict.holds or not self._steps[h.name].relation]

    def _input(self, handle: Handle) -> Input:
        return step_input(self._steps[handle.name], self._notation)

    def _question(self, asked: Posed) -> Question:
        return Question.of(asked.rule, asked.inputs, asked.notation, asked.notation if asked.names else self._plain)

    def _home(self, item: Relation | None) -> Relation | None:
        return None if item is None else _in(item, self._notation)

    def _all_home(self, items: Iterable[Relation]) -> tuple[Relation, ...]:
        return tuple(_in(item, self._notation) for item in items)

    def _expression(self, text: str) -> Expr:
        own = self._notation
        return to_sympy(parse_expression(text, own.names, own.functions), own)

    def _symbol(self, name: str) -> Symbol:
        return self._notation[name].symbol

    def _symbols(self, names: Iterable[str]) -> tuple[Symbol, ...]:
        return tuple(self._symbol(name) for name in names)

    def _kept_as_it_was(
        self, name: str, rule: Rewrite, step: Handle, missing: Sequence[str], because: str
    ) -> Step:
        """The step of a form that is given up, as what it needs is missing."""
        asked = posed(rule, [self._steps[step.name]], self._steps.values(), self._notation)
        kept = asked.inputs[0]
        note = f"{rule.form} needs {', '.join(missing)}; kept as it was"
        outcome = Outcome(kept.relation, kept.conditions, note, fell_back=True, unknown=kept.unknown)
        return self._checked(name, rule, (step,), asked, outcome, because)

    def _next(self, *, rejected: bool = False) -> int:
        return len(self._rejects if rejected else self._steps) + 1

    def _refuse_circle(self, name: str, taken: Relation) -> None:
        """Raise `InputError` if what is about to be believed defines something by itself."""
        if taken.lhs in self._spoken_of or taken.lhs in taken.rhs.free_symbols:
            refuse_circle(name, taken, self._steps.values())
        self._spoken_of |= taken.symbols

    def _add(self, step: Step) -> Handle:
        if step.name in self._steps or step.name in self._rejects:
            raise InputError(f"two steps are named {step.name!r}")
        (self._rejects if step.rule == "reject" else self._steps)[step.name] = step
        return Handle(step.name)


def _withdrawn(step: Step, verdict: Verdict) -> Step:
    """A step of which nothing is left but why."""
    return replace(
        step, relation=None, verdict=verdict, conditions=(), note="", fell_back=False, unknown="", obligations=(),
        context=PLAIN, allowing=(),
    )


def _in(item: Relation, notation: Notation) -> Relation:
    """The relation in the board's present notation, which may have grown since."""
    return item if item.notation is notation else item.in_notation(notation)
