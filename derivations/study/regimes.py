"""Regimes: the branches of a max or min that a derivation splits, as far as a result rests on one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.tree import Name, Node, children, names
from derivations.numbers.definitions import defining_steps
from derivations.numbers.evaluation import Evaluation

_SPLIT = "split"


@dataclass(frozen=True)
class Regimes:
    """The branches of one max or min, by the names that the derivation gives them; `of` is the quantity split."""

    of: str
    branches: tuple[Step, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the branches, in the order of the derivation."""
        return tuple(step.name for step in self.branches)

    def at(self, evaluation: Evaluation) -> str:
        """The branch that the numbers of an evaluation are in, the first of two on their boundary; empty if open."""
        for step in self.branches:
            try:
                line = evaluation.line(step.name, alone=True)
            except DerivationsError:
                return ""
            if line.unchecked:
                return ""
            if not line.outside:
                return step.name
        return ""


def regimes(derivation: Derivation, steps: Iterable[Step]) -> tuple[Regimes, ...]:
    """The splits of the quantities that some steps say, or that stand behind these through definitions, nearest first.

    >>> from derivations import derive
    >>> report = derive("cost-per-token")
    >>> [found.names[0] for found in regimes(report.derivation, [report.headline])]
    ['cost-compute-bound', 'floor-is-compute']
    """
    splits: dict[tuple[str, ...], list[Step]] = {}
    for step in derivation.trace:
        if step.rule == _SPLIT and step.verdict.holds and step.conditions:
            splits.setdefault((step.subject_name, *step.inputs), []).append(step)
    if not splits:
        return ()
    definitions, found = defining_steps(derivation), dict[str, Regimes]()
    reached, pending = set[str](), [name for step in steps for name in _named(step)]
    while pending:
        name = pending.pop(0)
        if name in reached:
            continue
        reached.add(name)
        for (subject, *_), branches in splits.items():
            if subject == name:
                found.setdefault(name, Regimes(name, tuple(branches)))
        if name in definitions:
            pending += _named(definitions[name])
    return tuple(found.values())


def _named(step: Step) -> tuple[str, ...]:
    """What a step says, and the letters of its formula in the order in which they stand there."""
    if step.relation is None:
        return ()
    written = step.relation.written.right
    order = sorted(names(written), key=[part.name for part in _in_order(written)].index)
    return (step.subject_name, *order) if step.subject_name else tuple(order)


def _in_order(node: Node) -> Iterator[Name]:
    """The names in a formula, as they are read."""
    if isinstance(node, Name):
        yield node
    for child in children(node):
        yield from _in_order(child)
