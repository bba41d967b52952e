"""An argument: the steps of a derivation that are shown, each by itself with its check, or in passages as prose.

The model is the same for every medium; LaTeX, Typst and pages set it in their own ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.derivation.trace import BELIEVED
from derivations.document.blocks import EMPTY, GAP, Part, TextLine
from derivations.proof.verdict import Finding

PHRASES = ("as ", "for every ", "with ", "at fixed ")  # notes that say how a step came about, and go on in its sentence
TAKEN = BELIEVED
_MOST_TOGETHER = 4  # equations in one group
_SHORT = 160  # letters of reasons that several premises may have together
_RUN = 3  # from so many equations in a row on, the first and the last are named
_OPEN = (Finding.REFUTED, Finding.INCONCLUSIVE, Finding.CLAIMED)

Fits = Callable[[Sequence[Step]], bool]  # True if the equations can stand below one another, aligned at their signs


@dataclass(frozen=True)
class Selection:
    """Part of a derivation, in the order in which it was written."""

    derivation: Derivation
    steps: str  # one of `selection.STEPS`
    trace: tuple[Step, ...]
    rejects: tuple[Step, ...]

    @property
    def part(self) -> Derivation:
        """The selection as a derivation of its own, with the letters that occur in it."""
        return replace(self.derivation, trace=self.trace, rejects=self.rejects)

    def behind(self, step: Step) -> tuple[str, ...]:
        """Inputs of a step as far as they are shown here, and of an input that is left out, its own.

        Names of steps with a relation, each once, in the order in which the inputs name them.
        """
        shown = {item.name for item in self.trace if item.relation is not None}
        found: dict[str, None] = {}
        seen: set[str] = set()

        def look(names: Iterable[str]) -> None:
            for name in names:
                if name in shown:
                    found[name] = None
                elif name not in seen and name in self.derivation:
                    seen.add(name)
                    look(self.derivation[name].inputs)

        look(step.inputs)
        found.pop(step.name, None)
        return tuple(found)


@dataclass(frozen=True)
class Argument(Part):
    """Steps under a heading, or under none: some of those that are shown of the derivation of a claim."""

    heading: str
    steps: tuple[Step, ...]
    shown: Selection
    claim: str

    @property
    def blocks(self) -> Iterator[TextLine]:
        """Each step by itself, with its rule, its reason and its check."""
        if self.heading:
            yield from (EMPTY, TextLine(self.heading, role="heading"))
        for step in self.steps:
            yield from _step(step)


def _step(step: Step) -> Iterator[TextLine]:
    yield GAP
    yield TextLine(f"({step.label}) {step.name}  {step.rule}", whole=True, role="name", named=step.name)
    if step.relation is not None:
        yield TextLine(relation=step.relation, depth=3, hang=4, display=True)
    elif step.statement:
        yield TextLine(step.statement, depth=3, hang=4)
    if step.conditions:
        yield TextLine(conditions=step.conditions, depth=3)
    note = step.note if step.note not in str(step.verdict) else ""
    replaced = f"replaces {step.replaces}" if step.replaces else ""
    yield from (TextLine(text, depth=3) for text in (step.where, note, step.because, replaced) if text)
    if step.source:
        yield TextLine(f"source: {step.source}", depth=3, role="dim")
    if step.verdict.finding != "taken":
        at = f" at {step.verdict.point}" if step.verdict.counterexample else ""
        yield TextLine(f"{step.mark} {step.standing}{at}", depth=3, role="good" if step.sound else "bad")


@dataclass(frozen=True)
class Passage:
    """Steps that are told together, in plain text with letters and formulas as the grammar has them.

    `reasons` are pairs of a reason and its source, each once; `behind` names the steps that the last one follows from,
    `solved` the quantity that it was solved for, `note` says how it came about, `supposed` names boundaries that it is
    at, and `remarks` are sentences about any of them.
    """

    steps: tuple[Step, ...]
    reasons: tuple[tuple[str, str], ...] = ()
    behind: tuple[str, ...] = ()
    solved: str = ""
    note: str = ""
    supposed: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def told(self) -> bool:
        """True if its steps have equations; the others are only named, with why there is none."""
        return self.steps[0].relation is not None


def passages(steps: Iterable[Step], shown: Selection, fits: Fits, *, apart: bool = False) -> Iterator[Passage]:
    """Steps in their order, those of one reason together, unless each is to stand `apart`."""
    group: list[Step] = []
    for step in steps:
        if group and not _together(group, step, shown, fits, apart=apart):
            yield _passage(group, shown)
            group = []
        group.append(step)
    if group:
        yield _passage(group, shown)


def runs(places: Iterable[int]) -> list[tuple[int, ...]]:
    """Numbers of equations in rising order; a run of them by its two ends.

    >>> runs([5, 1, 2, 3, 9, 8])
    [(1, 3), (5,), (8,), (9,)]
    """
    found: list[list[int]] = []
    for place in sorted(set(places)):
        if found and found[-1][-1] == place - 1:
            found[-1].append(place)
        else:
            found.append([place])
    told: list[tuple[int, ...]] = []
    for run in found:
        told += [(run[0], run[-1])] if len(run) >= _RUN else [(place,) for place in run]
    return told


def _passage(group: Sequence[Step], shown: Selection) -> Passage:
    last = group[-1]
    if last.relation is None:
        return Passage(tuple(group))
    _, solved, note, supposed = _how(last, shown)
    behind = tuple(dict.fromkeys(name for step in group for name in _how(step, shown)[0]))
    reasons = tuple(dict.fromkeys((step.because, step.source) for step in group))
    remarks = tuple(remark for step in group for remark in _remarks(step))
    return Passage(tuple(group), reasons, behind, solved, note, supposed, remarks)


def _together(group: Sequence[Step], step: Step, shown: Selection, fits: Fits, *, apart: bool) -> bool:
    last = group[-1]
    if step.relation is None or last.relation is None:
        return step.relation is None and last.relation is None
    if apart or len(group) == _MOST_TOGETHER or _remarks(step):
        return False
    alike = step.because == last.because and step.rule == last.rule and _same_way(group, step, shown)
    taken = step.rule in TAKEN and last.rule == step.rule and not _remarks(last)
    short = len("".join(each.because + each.source for each in (*group, step))) < _SHORT
    return (alike or (taken and short)) and fits([*group, step])


def _same_way(group: Sequence[Step], step: Step, shown: Selection) -> bool:
    """True if a step came about as those of the group did, each perhaps from other steps, but not from one another."""
    (behind, *others), (last, *of_last) = _how(step, shown), _how(group[-1], shown)
    apart = step.rule not in TAKEN and bool(step.because) and not {each.name for each in group} & set(behind)
    return others == of_last and (behind == last or apart)


def _how(step: Step, shown: Selection) -> tuple[tuple[str, ...], str, str, tuple[str, ...]]:
    """The inputs of a step, what it was solved for, its limit, and its suppositions."""
    behind = () if step.rule in TAKEN else shown.behind(step)
    note = ", ".join(filter(None, (step.along, step.note if step.note.startswith(PHRASES) else "")))
    solved = step.subject_name if step.rule == "solve" and behind and not step.unknown else ""
    return behind, solved, note, tuple(name for name in step.within if name != step.name)


def _remarks(step: Step) -> tuple[str, ...]:
    """Sentences about a step: that it was changed, what else is to be known, and that it is not shown."""
    found = []
    if step.replaces:
        found.append("changed")
    if step.note and not step.note.startswith(PHRASES) and step.note not in str(step.verdict):
        found.append(step.note)
    if step.verdict.finding in _OPEN or step.verdict.stored is not None:
        found.append(step.standing)
    return tuple(found)
