"""minimise: the smallest value of one quantity at which another is least, or the news that there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import (
    Add,
    Dummy,
    Expr,
    Function,
    Integer,
    Max,
    Min,
    Mul,
    Pow,
    Symbol,
    exp,
    expand_mul,
    factor,
    fraction,
    log,
)

from derivations.derivation.rules.base import (
    Checked,
    Input,
    Outcome,
    Rule,
    another,
    carried,
    discharged,
    inside_domain,
    kept,
    wrong_shape,
)
from derivations.derivation.rules.calculus import derivative
from derivations.derivation.rules.family import family_words, spelled_out
from derivations.derivation.rules.regimes import extremum_of
from derivations.derivation.rules.solve import Solve
from derivations.errors import NoClosedFormError, UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.proof.budget import remembered
from derivations.proof.counterexample import METHOD as COUNTEREXAMPLE
from derivations.proof.counterexample import find_counterexample
from derivations.proof.elimination import Fact, fact_of
from derivations.proof.normal_form import cancelled, vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.prove import known_sign, shows
from derivations.proof.sign import Sign, sign
from derivations.proof.verdict import Finding, all_of, inconclusive, refuted
from derivations.proof.worker import by_sympy

MONOTONE = "sign of the derivative"
NO_FINITE = "no finite optimum"
_FEW = 40  # operations in what SymPy finds factors of in a moment
BENDS_UPWARD = "wherever the slope vanishes the curve bends upward"


@dataclass(frozen=True)
class Minimise:
    """The smallest `over` that minimises the right side of the first input."""

    name: ClassVar[str] = "minimise"
    over: Symbol
    holding: tuple[Symbol, ...] = ()
    written: tuple[Symbol, ...] = ()

    @property
    def note(self) -> str:
        """The quantities that are held on purpose, without which the least is elsewhere."""
        return family_words(self.holding, self.written)

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """``over = ...`` with its conditions, or no relation and a note where there is no finite optimum.

        Candidates are the points where branches cross and where a branch is stationary; the one that passes the
        check is the answer. Without one the equation of a slope that vanishes is left for numbers. Raises
        `UndecidedError` where there is none of these, and the function is not monotone either.
        """
        inputs = spelled_out(self, inputs, notation).inputs
        self._require_covered(inputs, notation)
        branches = self._branches(inputs[0].relation)
        for outcome in self._candidates(branches, inputs, notation):
            try:
                found = _checked(self, inputs, outcome, notation, f"{inputs!r} {outcome!r}")
                if found.verdict.finding is Finding.PROVEN:
                    return (outcome,)
            except UndecidedError:
                continue
        note = self._monotone(inputs, notation)
        if note is not None:
            return (Outcome(None, (), note),)
        edge = self._edge(inputs, notation)
        if edge:
            raise UndecidedError(edge)
        if not self._is_left_for_numbers(inputs):
            raise UndecidedError(f"no minimum of {inputs[0].relation} over {self.over} could be shown")
        flat = self._flat(inputs[0].relation, notation)
        return (Outcome(flat, carried(inputs[:1]), self.note, unknown=self.over),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """From the meaning of a minimum: it can be taken, it is larger before it, no smaller after it."""
        spelled = spelled_out(self, inputs, notation)
        written = f"{spelled.inputs!r} {outcome!r}"
        return spelled.beside(_checked(self, spelled.inputs, outcome, notation, written))

    def check_least(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """The finding on an outcome, what is written out being written out in the inputs."""
        self._require_covered(inputs, notation)
        target, result = inputs[0].relation, outcome.relation
        if result is None:
            note = self._monotone(inputs, notation)
            if note is None:
                return Checked(inconclusive("not shown to be monotone"))
            return Checked(refuted(note, None, MONOTONE))
        if outcome.unknown is not None:
            return self._check_for_numbers(inputs, outcome, notation)
        shape = wrong_shape(result, self.over, "=")
        if shape is not None:
            return Checked(shape)
        given = (*inputs[0].conditions, *outcome.conditions)
        own = [Obligation(limit, given, "it is a value that can be taken")
               for limit in inside_domain(result.rhs, self.over.name, notation)]
        admissible = discharged([*own, *kept(inputs, outcome)])
        if admissible.verdict.finding is not Finding.PROVEN:
            return admissible
        check = self._check_at_a_kink if target.rhs.has(Max, Min) else self._check_where_smooth
        least = check(target, result, given, notation)
        verdict = all_of([admissible.verdict, least.verdict])
        return Checked(verdict, (*admissible.obligations, *least.obligations))

    def _is_left_for_numbers(self, inputs: tuple[Input, ...]) -> bool:
        """True for a smooth function of which nothing tells where it is least but a slope that vanishes."""
        target = inputs[0].relation
        facts = [fact_of(condition) for condition in inputs[0].conditions if not condition.is_equation]
        return not target.rhs.has(Max, Min) and _is_smooth(target.rhs, self.over, facts) and not _closed(
            target, self.over, target.notation)

    def _flat(self, target: Relation, notation: Notation) -> Relation:
        """That the slope vanishes: what rises on the left, what falls on the right, so that they differ by its sign."""
        slope = cancelled(derivative(target.rhs, self.over))
        over, below = fraction(slope)
        if known_sign(below) is Sign.POSITIVE:  # and factors without the quantity that are positive go
            parts = Mul.make_args(by_sympy(_FEW, factor, over))
            kept = (part for part in parts if self.over in part.free_symbols or known_sign(part) is not Sign.POSITIVE)
            slope = expand_mul(Mul(*kept))
        falls = [term for term in Add.make_args(slope) if term.could_extract_minus_sign()]
        left = Add(*(term for term in Add.make_args(slope) if term not in falls))
        return from_sides(left, "=", -Add(*falls), notation)

    def _check_for_numbers(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """The equation is that of a slope that vanishes, and the difference of its sides has the sign of the slope.

        Where that difference rises wherever it vanishes, it is shown as well: then it does so once at most, and the
        curve bends upward there.
        """
        target, result = inputs[0].relation, outcome.relation
        assert result is not None
        if not self._is_left_for_numbers(inputs) or outcome.unknown != self.over:
            return Checked(inconclusive("not the equation of a slope"))
        given, zero = (*inputs[0].conditions, *outcome.conditions), Integer(0)
        slope = derivative(target.rhs, self.over)
        times = cancelled(slope / result.difference)
        if known_sign(times) is Sign.POSITIVE:
            said = [
                Obligation(from_sides(slope, "=", times * result.difference, notation), given,
                           "the slope is the difference of the sides, times something"),
                Obligation(from_sides(times, ">", zero, notation), given, "which is positive"),
            ]
        else:
            flat, rising, falling = (from_sides(cancelled(slope), sign, zero, notation) for sign in ("=", ">", "<"))
            above, below = (from_sides(result.lhs, sign, result.rhs, notation) for sign in (">", "<"))
            said = [
                Obligation(flat, (result, *given), "the slope vanishes"),
                Obligation(result, (flat, *given), "and it does nowhere else"),
                Obligation(rising, (above, *given), "it rises where the left side is larger"),
                Obligation(falling, (below, *given), "and falls where it is smaller"),
            ]
        found = discharged([*said, *kept(inputs[:1], outcome)])
        upward = from_sides(cancelled(derivative(result.difference, self.over)), ">", zero, notation)
        only = Obligation(upward, (result, *given), BENDS_UPWARD)
        if found.verdict.holds and shows(only).finding is Finding.PROVEN:
            return discharged([*found.obligations, only])
        return found

    def _require_covered(self, inputs: tuple[Input, ...], notation: Notation) -> None:
        """Raise `UndecidedError` for what the checks below do not cover."""
        target = inputs[0].relation
        if target.operator not in ("=", ">=", ">"):
            raise UndecidedError(f"{target} bounds from above, which does not say where the least value is")
        if self.over not in target.rhs.free_symbols:
            raise UndecidedError(f"{target} does not depend on {self.over}")
        if self.over in target.lhs.free_symbols:
            raise UndecidedError(f"{self.over} is on the left side of {target}")
        if notation[self.over.name].range.whole:
            raise UndecidedError(f"{self.over} counts whole numbers, and the least may lie between two of them")
        for condition in inputs[0].conditions:
            if condition.symbols & (target.lhs.free_symbols | {self.over}):
                raise UndecidedError(f"the least may lie where {condition} ends")

    def _branches(self, target: Relation) -> list[Expr]:
        """The right side with its max replaced by each argument; it must not fall as the max grows."""
        if not target.rhs.has(Max, Min):
            return [target.rhs]
        extremum = extremum_of(target)
        if not isinstance(extremum, Max):
            raise UndecidedError(f"{target} has a min: split it into regimes first")
        level = Dummy("m", positive=True) if extremum.is_positive else Dummy("m", real=True)
        outer = target.rhs.xreplace({extremum: level})
        # what jumps on the way, as -1/(m - b) does, may fall although it grows wherever it has a slope
        if sign(derivative(outer, level)) not in (Sign.POSITIVE, Sign.NONNEGATIVE) or not _is_smooth(outer, level, []):
            raise UndecidedError(f"{target} does not grow with its max: split it into regimes first")
        return [cancelled(target.rhs.xreplace({extremum: argument})) for argument in extremum.args]

    def _candidates(self, branches: list[Expr], inputs: tuple[Input, ...], notation: Notation) -> list[Outcome]:
        equations = [(a, b) for place, a in enumerate(branches) for b in branches[place + 1 :]]
        slopes = [(cancelled(derivative(branch, self.over)), Integer(0)) for branch in branches]
        found: list[Outcome] = []
        for left, right in [*equations, *slopes]:
            if vanishes(left - right) or self.over not in (left - right).free_symbols:
                continue
            equation = from_sides(left, "=", right, notation)
            try:
                solved = Solve(self.over).compute((Input("", equation),), notation)
            except UndecidedError:
                continue
            for outcome in solved:
                assert outcome.relation is not None
                found.append(Outcome(outcome.relation, carried(inputs[:1], outcome.conditions), self.note))
        return found

    def _monotone(self, inputs: tuple[Input, ...], notation: Notation) -> str | None:
        """The note for a function that has no smallest minimiser because it only falls, or only rises.

        None where the domain has an end that is reached.
        """
        target = inputs[0].relation
        bounded_below, bounded_above = map(bool, ends(self.over, notation))
        signs = self._signs(inputs)
        beside = f", {self.note}" if self.note else ""
        if signs == {Sign.NEGATIVE} and not bounded_above:
            return f"{NO_FINITE}: {target.written_left} falls for every {self.over}, however large{beside}"
        if signs == {Sign.POSITIVE} and not bounded_below:
            return f"no optimum: {target.written_left} rises for every {self.over}, down to the lowest{beside}"
        return None

    def _edge(self, inputs: tuple[Input, ...], notation: Notation) -> str:
        """The end of the domain at which a function that only falls, or only rises, is least; empty for another one."""
        lowest, highest = ends(self.over, notation)
        told, signs = inputs[0].relation.written_left, self._signs(inputs)
        over = self.over
        if signs == {Sign.NEGATIVE} and highest:
            return f"no minimum inside: {told} falls for every {over}, least at the upper end, {over} = {highest}"
        if signs == {Sign.POSITIVE} and lowest:
            return f"no minimum inside: {told} rises for every {over}, least at the lower end, {over} = {lowest}"
        return ""

    def _signs(self, inputs: tuple[Input, ...]) -> set[Sign]:
        """The signs of the slopes of all branches."""
        facts = [fact_of(condition) for condition in inputs[0].conditions if not condition.is_equation]
        return {known_sign(derivative(branch, self.over), facts) for branch in self._branches(inputs[0].relation)}

    def _check_at_a_kink(
        self, target: Relation, result: Relation, given: tuple[Relation, ...], notation: Notation
    ) -> Checked:
        other, wide, bounds = another(self.over.name, notation)
        given = (*given, *bounds)
        here = {self.over: result.rhs}
        there = {self.over: other.symbol}
        branches = self._branches(target)
        facts = [fact_of(condition) for condition in given if not condition.is_equation]
        lowest = self._value_at(branches, here, facts)
        verdicts, kept = [], []
        for side, operator, says in (("<", ">", "larger before it"), (">", ">=", "no smaller after it")):
            beside = from_sides(other.symbol, side, result.rhs, wide)
            options = (
                Obligation(from_sides(branch.xreplace(there), operator, lowest, wide), (*given, beside), says)
                for branch in branches
            )
            shown = next((option for option in options if shows(option).finding is Finding.PROVEN), None)
            if shown is not None:
                verdicts.append(shows(shown))
                kept.append(shown)
                continue
            whole = Max(*(branch.xreplace(there) for branch in branches))
            point = find_counterexample(
                Obligation(from_sides(whole, operator, lowest, wide), (*given, beside), says)
            )
            if point is not None:
                return Checked(refuted(f"not {says}", point, COUNTEREXAMPLE))
            verdicts.append(inconclusive(f"not shown: {says}"))
        return Checked(all_of(verdicts), tuple(kept))

    def _value_at(self, branches: list[Expr], here: dict[Symbol, Expr], facts: list[Fact]) -> Expr:
        """The value at the candidate: that of the largest branch, where it is known which one that is."""
        values = [branch.xreplace(here) for branch in branches]
        for value in values:
            if all(
                vanishes(value - other) or known_sign(value - other, facts) in (Sign.POSITIVE, Sign.NONNEGATIVE)
                for other in values
            ):
                return cancelled(value)
        try:
            return Max(*values)
        except ValueError:  # an even root of what is negative there
            raise UndecidedError(f"not defined at {here[self.over]}") from None

    def _check_where_smooth(
        self, target: Relation, result: Relation, given: tuple[Relation, ...], notation: Notation
    ) -> Checked:
        facts = [fact_of(condition) for condition in given if not condition.is_equation]
        if not _is_smooth(target.rhs, self.over, facts):
            return Checked(inconclusive(f"{target.written_left} may jump on the way"))
        slope = derivative(target.rhs, self.over)
        zero = Integer(0)
        stationary = from_sides(cancelled(slope), "=", zero, notation)
        convex = from_sides(derivative(slope, self.over), ">", zero, notation)
        obligations = (
            Obligation(stationary, (result, *given), "the slope vanishes there"),
            Obligation(convex, (stationary, *given), BENDS_UPWARD),
        )
        return discharged(obligations)


@remembered(maxsize=256)  # the outcome that passes is checked again
def _checked(rule: Minimise, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation, written: str) -> Checked:
    """The finding on an outcome; `written` is what is asked, as it stands, which equality leaves out."""
    return rule.check_least(inputs, outcome, notation)


def ends(over: Symbol, notation: Notation) -> tuple[str, str]:
    """The ends of the domain of a quantity that belong to it; empty where it has none."""
    own = notation[over.name]
    below = [other.name for other in notation.below(own.name)]
    largest = below[0] if len(below) == 1 else f"max({', '.join(below)})"
    lowest = "0" if own.domain in ("nonnegative", "whole", "bit") else ""
    highest = own.at_most or ("1" if own.domain in ("fraction", "bit") else "")
    return largest if below else lowest, highest


def left_open(rule: Rule, checked: Checked, unknown: Symbol) -> str:
    """Words for a step whose equation only numbers solve."""
    told = f"{unknown} is found in numbers"
    if not isinstance(rule, Minimise):
        return told
    if any(each.says == BENDS_UPWARD for each in checked.obligations):
        return f"{told}, and is least at one value at most"
    return f"{told}; that it is least there is for numbers to tell"


def _closed(target: Relation, over: Symbol, notation: Notation) -> bool:
    """True where the slope has roots that can be written: then they are no minima, and numbers would find them too."""
    slope = from_sides(cancelled(derivative(target.rhs, over)), "=", Integer(0), notation)
    try:
        return over not in slope.symbols or bool(Solve(over).compute((Input("", slope),), notation))
    except NoClosedFormError:
        return False
    except UndecidedError:
        return True


def _is_smooth(expression: Expr, over: Symbol, facts: list[Fact]) -> bool:
    """True if every base and argument that is not defined everywhere is positive for every admissible value."""
    powers = [p for p in expression.atoms(Pow) if not (p.exp.is_Integer and p.exp.is_positive)]
    parts = [*(p.base for p in powers if over in p.free_symbols), *(c.args[0] for c in expression.atoms(log))]
    return all(known_sign(part, facts) is Sign.POSITIVE for part in parts) and not any(
        over in call.free_symbols and not isinstance(call, exp | log) for call in expression.atoms(Function)
    )
