"""What is found on a board: lines told as proven that are false in a state, or that no state can be in.

Each line is put to states that satisfy all premises and definitions of the board, what names its letters, its
conditions and its context. A line that fails in one is false. A line whose hypotheses are shown to have no state is
vacuous. A step that varies what a premise ties, and says otherwise than it does where an equation says the same, is
wrong about what it varies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.term import number
from derivations.language.literal import is_unit
from derivations.language.relation import Relation
from derivations.language.tree import WrittenRelation
from derivations.proof.verdict import Finding

from .boards import Script, behind, ran
from .contexts import Arrow, Context, context_of, inherited
from .excluded import unsatisfiable
from .families import VARIED, Varied
from .limits import station, ways
from .states import Told, states, truth

BELIEVED = ("take", "define")
NAMING = ("isolate", "differentiate", "sum")
_WANTED, _ATTEMPTS = 4, 24  # states of a line
_FEWER = 10  # ways of a limit that are tried


@dataclass(frozen=True)
class Found:
    """Something wrong with a line: what, of which kind, and at which values."""

    what: str  # false, vacuous, narrow, tied or crash
    kind: str
    step: str
    line: str
    at: str = ""

    def __str__(self) -> str:
        return f"{self.what} ({self.kind}): {self.line}" + (f"  at {self.at}" if self.at else "")


@dataclass(frozen=True)
class Line:
    """A line told as proven, with the states that were found for it."""

    step: str
    states: int
    vacuous: bool


@dataclass(frozen=True)
class Report:
    """A board, checked: its lines, and what is wrong with them."""

    lines: tuple[Line, ...] = ()
    found: tuple[Found, ...] = ()
    has_choices: bool = False

    @property
    def states(self) -> int:
        """The number of states that were found for lines of the board."""
        return sum(line.states for line in self.lines)


def checked(script: Script) -> Report:
    """What is found on the board of a script."""
    try:
        derivation = ran(script)
    except Exception as error:  # an error of the engine's own is no answer to a call
        told = f"{type(error).__name__}: {error}"
        return Report(found=(Found("crash", type(error).__name__, script.calls[-1].name, told),))
    return Report() if derivation is None else on_board(script, derivation)


def on_board(script: Script, derivation: Derivation) -> Report:
    """What is found of the lines of a derivation, which a script leads to."""
    return _Checker(script, derivation).report()


class _Checker:
    """Checks the lines of one derivation."""

    def __init__(self, script: Script, derivation: Derivation) -> None:
        self._script, self._derivation = script, derivation
        self._believed = [step for step in derivation.trace if step.rule in BELIEVED and step.relation is not None]
        self._naming = {
            step.lhs.name: step for step in derivation.trace
            if step.rule in NAMING and step.relation is not None and step.verdict.holds and step.lhs.is_Symbol
        }

    def report(self) -> Report:
        """Lines and findings."""
        lines, found = [], []
        believed = self._told(())
        contradicted = self._has_none(believed)
        for step in self._derivation.trace:
            if step.relation is None or step.verdict.finding is not Finding.PROVEN:
                continue
            line, wrong = self._line(step, contradicted)
            lines.append(line)
            found += wrong
        found += _otherwise(self._script, self._derivation)
        return Report(tuple(lines), tuple(found), _has_choices(self._derivation))

    def _has_none(self, told: Told) -> bool:
        if next(states(told, Random(1), 1, _ATTEMPTS), None) is not None:
            return False
        return unsatisfiable(told) is True

    def _line(self, step: Step, contradicted: bool) -> tuple[Line, list[Found]]:
        if contradicted:
            return Line(step.name, 0, True), [self._wrong("vacuous", "premises without a state", step)]
        assert step.relation is not None
        context, wrong = context_of(step, self._derivation), []
        if any(each.variable in _letters(step.relation) for each in context.limits):
            return Line(step.name, 0, False), [self._wrong("false", "speaks of what has gone to its end", step)]
        seen, at, vacuous = self._put(step, context)
        if at is not None:
            wrong.append(self._wrong("false", self._kind(step, context), step, at))
        elif vacuous:
            wrong.append(self._wrong("vacuous", self._without(step, context), step))
        elif step.rule in VARIED and not context.holding:
            wrong += self._family(step, context)
        return Line(step.name, seen, vacuous), wrong

    def _family(self, step: Step, context: Context) -> Iterator[Found]:
        """What is wrong with the family that a step speaks of."""
        if step.rule == "limit" and not context.limits:
            return  # a bound of every state
        inputs = [self._derivation[name] for name in step.inputs]
        if any(context_of(own, self._derivation).limits for own in inputs):
            return
        own, supposed = step.name, [self._derivation[name] for name, _ in context.supposed if name != step.name]
        conditions = [each.written for each in step.conditions]
        beside = [*(item for each in supposed for item in _said(each)), *conditions]
        chosen = step.rule == "minimise"
        varied = Varied.by(step, self._derivation, chosen=chosen)
        before = self._told(beside, None, names=varied.held | {varied.letter}, without=own)
        if not chosen and varied.has_none(before):
            yield self._wrong("vacuous", f"no room for what {step.rule} varies", step)
            return
        at = varied.missing(self._told((*beside, *_said(step)), step, without=own) if chosen else before, before,
                            Random(0))
        if at is not None:
            yield self._wrong("narrow", f"{step.rule} for some values only", step, at)

    def _put(self, step: Step, context: Context) -> tuple[int, ExactPoint | None, bool]:
        """A line put to states in a context: how many there were, one at which it fails, and that there is none."""
        assert step.relation is not None
        if len(context.limits) > 1:
            return 0, None, True
        supposed = [self._derivation[name] for name, _ in context.supposed]
        beside = [item for own in supposed for item in _said(own)]
        if context.limits:
            return self._in_limit(step, context, beside)
        told = self._told((*beside, *(each.written for each in step.conditions)), step, context.holding)
        seen, random = 0, Random(0)
        for point in states(told, random, _WANTED, _ATTEMPTS):
            seen += 1
            if truth(step.relation.written, point) is False:
                return seen, point, False
        if seen:
            return seen, None, False
        shown = unsatisfiable(told)
        if isinstance(shown, ExactPoint):
            return 1, shown if truth(step.relation.written, shown) is False else None, False
        return 0, None, shown is True

    def _in_limit(
        self, step: Step, context: Context, beside: list[WrittenRelation]
    ) -> tuple[int, ExactPoint | None, bool]:
        assert step.relation is not None
        (arrow,) = context.limits
        told = self._told(beside, step, context.holding | set(arrow.holding), (arrow.variable, *arrow.held))
        seen = 0
        for way in ways(told, arrow, Random(0), _WANTED, _FEWER):
            if not all(way.holds(each.written) for each in step.conditions):
                continue
            seen += 1
            if way.holds(step.relation.written) is False or not way.stays_positive():
                return seen, way.points[-1], False
        if seen:
            return seen, None, False
        return 0, None, self._ends_before(told, arrow)

    def _ends_before(self, told: Told, arrow: Arrow) -> bool:
        """True if no state is close to the end of a limit."""
        letter, here = ("s", arrow.variable), number(station(arrow, 1))
        return unsatisfiable(told, (">=", *((letter, here) if arrow.to == "oo" else (here, letter)))) is True

    def _told(self, beside: Iterable[WrittenRelation], step: Step | None = None,
              holding: frozenset[str] | set[str] = frozenset(), names: Iterable[str] = (), without: str = "") -> Told:
        """What is told: premises and definitions, further relations, and what names the letters of all of these.

        What a step names itself counts `without` it as any number.
        """
        items = [item for own in self._believed if not _lifted(own, holding) for item in _said(own)]
        items += beside
        letters = set(names)
        if step is not None and step.relation is not None:
            letters |= _letters(step.relation)
        pending = sorted(letters | Told.of(items, self._derivation.notation).names)
        named: set[str] = set()
        while pending:
            own = self._naming.get(pending.pop())
            if own is not None and own.name not in (*named, without):
                named.add(own.name)
                items += [*_said(own), *(item for name, _ in context_of(own, self._derivation).supposed
                                         for item in _said(self._derivation[name]))]
                assert own.relation is not None
                pending += sorted(_letters(own.relation))
        return Told.of(items, self._derivation.notation, sorted(letters))

    def _wrong(self, what: str, kind: str, step: Step, at: ExactPoint | None = None) -> Found:
        values = "" if at is None else ", ".join(f"{name} = {_short(value)}" for name, value in sorted(
            at.values.items()))
        told = context_of(step, self._derivation)
        words = ", ".join([*(f"{kind} {name}" for name, kind in told.supposed),
                           *(f"as {each.variable} → {each.to}" for each in told.limits)])
        conditions = " if " + " and ".join(map(str, step.conditions)) if step.conditions else ""
        line = f"{step.rule} {step.name}: {step.relation}{conditions}" + (f" [{words}]" if words else "")
        return Found(what, kind, step.name, line, values)

    def _kind(self, step: Step, context: Context) -> str:
        """The kind of what is false, by what is behind it and not told."""
        assert step.relation is not None
        whole = inherited(step, self._derivation)
        untold = [(name, kind) for name, kind in whole.supposed if (name, kind) not in context.supposed]
        arrows = [each for each in whole.limits if not any(each.variable == own.variable for own in context.limits)]
        rules = {own.rule for own in behind(step, self._derivation)}
        if not untold and not arrows:
            return "named into a domain" if rules & set(NAMING) else "plain"
        if len(whole.limits) > 1:
            return "two limits"
        chosen = Counter(self._chosen(name) for name, kind in whole.supposed if kind in ("least", "whole"))
        twice = [letter for letter, times in chosen.items() if times > 1]
        if twice:
            kinds = {kind for _, kind in untold}
            return "two round-ups of one letter" if kinds == {"whole"} else "two least values over one letter"
        gone = {each.variable for each in whole.limits} & _letters(step.relation)
        if whole != context and not gone and self._right_in(step, whole):
            return "untold: right in its context"
        if arrows and any(kind in ("least", "whole") for _, kind in whole.supposed):
            return "a limit and a choice"
        if arrows:
            return "a limit beside a line outside it"
        return "a choice beside a line outside it" if untold else "a limit"

    def _right_in(self, step: Step, context: Context) -> bool:
        if len(context.limits) > 1:
            return False
        seen, at, _ = self._put(step, context)
        return seen > 0 and at is None

    def _chosen(self, name: str) -> str:
        return str(self._derivation[name].lhs)

    def _without(self, step: Step, context: Context) -> str:
        """The kind of a context without a state."""
        kinds = sorted(context.kinds)
        if step.rule in NAMING:
            return "named outside its domain"
        return f"no state in {' and '.join(kinds)}" if kinds else "no state under its conditions"


def _otherwise(script: Script, derivation: Derivation) -> Iterator[Found]:
    """Steps that vary something, and say otherwise where ties are said by equations."""
    twin = script.twin
    other = None if twin is None else ran(twin)
    if other is None:
        return
    theirs = {step.name: step for step in other.trace}
    for step in derivation.trace:
        if step.rule not in VARIED or step.verdict.finding is not Finding.PROVEN or step.relation is None:
            continue
        own = theirs.get(step.name)
        if own is None or own.inputs[:1] != step.inputs[:1]:
            continue
        carried = {each for name in step.inputs for each in derivation[name].conditions}
        if not carried.issuperset(step.conditions):
            continue  # it says itself where the tie leaves it room
        if own.verdict.holds and own.relation is not None and own.relation == step.relation:
            continue
        if any(theirs[name].relation != derivation[name].relation for name in step.inputs if name in theirs):
            continue
        said = own.relation or own.verdict
        line = f"{step.rule} {step.name}: {step.relation}; with the tie as an equation: {said}"
        yield Found("tied", f"tie under {step.rule}", step.name, line)


def _said(step: Step) -> list[WrittenRelation]:
    assert step.relation is not None
    return [step.relation.written, *(each.written for each in step.conditions)]


def _letters(item: Relation) -> set[str]:
    return {s.name for s in item.symbols if not is_unit(s)}


def _lifted(step: Step, holding: frozenset[str] | set[str]) -> bool:
    """True for a premise that says what a letter is that is held on purpose."""
    return bool(holding) and step.relation is not None and step.relation.is_equation and (
        step.lhs.is_Symbol and step.lhs.name in holding)


def _has_choices(derivation: Derivation) -> bool:
    """True for a board with inequalities, limits or choices."""
    return any(
        step.rule in ("limit", "minimise", "round_up", "minimise_subject_to")
        or (step.rule == "take" and step.relation is not None and not step.relation.is_equation)
        for step in derivation.trace)


def _short(value: object) -> str:
    text = str(value)
    if len(text) <= 24:
        return text
    return f"{float(value):.6g}"  # type: ignore[arg-type]
