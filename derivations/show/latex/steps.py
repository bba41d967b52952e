r"""Steps in LaTeX: numbered equations that break within the line, and their reasons as text before them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from derivations.errors import InputError
from derivations.language.display import listed, sentence
from derivations.language.grammar import parse_relation
from derivations.language.printing.latex_lines import LINE, chain_lines, relation_rows, width
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.language.tree import WrittenRelation
from derivations.numbers.source import Source
from derivations.search.step import Step
from derivations.search.verdict import Finding
from derivations.show.argument import Passage, passages, runs
from derivations.show.latex.text import escaped, one_line, prose, typed
from derivations.show.selection import Selection

Cite = Callable[[str | Source], str]  # LaTeX that cites a source, empty for one that has no entry

_CONDITION_GAP = 34.0  # points from an equation to the condition beside it


@dataclass(frozen=True)
class Setting:
    """Context that all steps of a fragment share: claim, selection, style, and citations of sources."""

    claim: str
    shown: Selection
    style: str = "align"
    cite: Cite | None = None

    @property
    def order(self) -> tuple[str, ...]:
        """The numbered steps in their order."""
        return tuple(s.name for s in (*self.shown.premises, *self.shown.argument) if s.relation is not None)

    def reference(self, name: str) -> str:
        """The number of a step's equation."""
        return rf"\eqref{{{label(self.claim, name)}}}"

    def source(self, source: str | Source) -> str:
        """A source, cited where that is wanted and possible, else as text."""
        cited = self.cite(source) if self.cite is not None else ""
        return cited or prose(source if isinstance(source, str) else source.label, self.shown.derivation.notation)


def label(claim: str, step: str) -> str:
    r"""The label of a step's equation.

    >>> label("optimal-batch", "balance")
    'eq:optimal-batch:balance'
    """
    return f"eq:{claim}:{step}"


def step_lines(steps: Iterable[Step], setting: Setting) -> list[str]:
    """Text and equations of steps, in order; steps that share their reason stand together in style ``align``."""
    lines: list[str] = []
    for passage in passages(steps, setting.shown, _fit, apart=setting.style != "align"):
        lines += [*_text(passage, setting), *_equations(passage.steps, setting), ""]
    return lines


def equation_rows(
    relation: Relation, conditions: Sequence[Relation] = (), *, line: float = LINE, indent: float = 0.0
) -> list[str]:
    """The rows of a relation with its conditions, beside it where there is room, else below."""
    names = relation.notation.latex_names
    rows = list(relation_rows(relation.written, names, line=line, indent=indent))
    if not conditions:
        return rows
    told = r" \text{ and } ".join(condition.latex for condition in conditions)
    left = max(indent, width(rows[0].split("&", 1)[0]))
    if left + width(rows[-1].split("&", 1)[1]) + _CONDITION_GAP + width(told) <= line:
        return [*rows[:-1], rf"{rows[-1]} \qquad \text{{if }} {told}"]
    for word, condition in zip(("if", *["and"] * len(conditions)), conditions, strict=False):
        first, *others = chain_lines(condition.written, names, line - left - 25.0)
        rows += [rf"&\quad \text{{{word} }} {first}", *(rf"&\qquad {more}" for more in others)]
    return rows


def reject_lines(step: Step, setting: Setting) -> list[str]:
    """A wrong statement, what it is doing here, and what is wrong with it."""
    notation = setting.shown.derivation.notation
    told = (sentence(prose(step.because, notation)), sentence(prose(step.standing, notation)))
    why = " ".join(f"{part}." for part in told if part)
    stands = "Not so:" if step.sound else "Rejected:" if step.verdict.finding is Finding.CLAIMED else "Not refuted:"
    written = _written(step, notation)
    if written is None:
        return [f"{stands} {typed(step.statement)}. {why}", ""]
    rows = relation_rows(written, notation.latex_names)
    return [stands, *display(rows), why, ""]


def _written(step: Step, notation: Notation) -> WrittenRelation | None:
    """The statement of a reject; None if its text is no relation."""
    if step.relation is not None:
        return step.relation.written
    try:
        return parse_relation(step.statement, None, notation.functions)
    except InputError:
        return None


def _fit(steps: Sequence[Step]) -> bool:
    """True if the equations can be aligned at their signs, with none on several lines."""
    sides = [equation_rows(step.relation, step.conditions)[0].split("&") for step in steps if step.relation is not None]
    rows = [len(equation_rows(step.relation, step.conditions)) for step in steps if step.relation is not None]
    lefts, rights = (max(width(side[place]) for side in sides) for place in (0, 1))
    return max(rows) == 1 and lefts + rights <= LINE


def _text(passage: Passage, setting: Setting) -> list[str]:
    """The sentences before the equations of a passage."""
    notation = setting.shown.derivation.notation
    if not passage.told:
        told = (f"{escaped(step.name)}, {prose(step.standing, notation)}" for step in passage.steps)
        return [f"Without an equation here: {'; '.join(told)}."]
    parts = []
    for because, source in passage.reasons:
        told_reason = prose(because, notation)
        parts.append(f"{told_reason} ({setting.source(source)})" if source else told_reason)
    reason = "; ".join(part for part in parts if part)
    how = _how(passage, setting)
    remarks = "".join(f" {sentence(prose(remark, notation))}." for remark in passage.remarks)
    if reason and how:
        return [f"{sentence(reason)}.{remarks} {sentence(how)}:"]
    if remarks:
        return [f"{sentence(reason or how)}.{remarks}"]
    return [f"{sentence(reason or how)}{'.' if ':' in reason or not (reason or how) else ':'}"] if reason or how else []


def _how(passage: Passage, setting: Setting) -> str:
    """What a passage follows from, what it was solved for, its limit, and its suppositions."""
    notation = setting.shown.derivation.notation
    parts = []
    if passage.behind:
        parts.append(f"from {references(passage.behind, setting)}")
    if passage.solved:
        parts.append(f"solved for ${notation[passage.solved].latex}$")
    if passage.note:
        parts.append(prose(passage.note, notation))
    if passage.supposed:
        parts.append(f"at {listed(map(escaped, passage.supposed))}")
    return ", ".join(parts)


def references(names: Iterable[str], setting: Setting) -> str:
    """The numbers of equations in rising order, a run of them by its ends."""
    order = setting.order
    found = runs(order.index(name) for name in set(names))
    return listed("--".join(setting.reference(order[place]) for place in run) for run in found)


def _equations(group: Sequence[Step], setting: Setting) -> list[str]:
    shown = [(step, step.relation) for step in group if step.relation is not None]
    if not shown:
        return []
    indent = max(width(equation_rows(relation)[0].split("&")[0]) for _, relation in shown)
    blocks = [equation_rows(relation, s.conditions, indent=indent if len(shown) > 1 else 0.0) for s, relation in shown]
    comments = [f"% {step.name}: {one_line(str(step.verdict))}" for step, _ in shown]
    labels = [rf"\label{{{label(setting.claim, step.name)}}}" for step, _ in shown]
    if len(shown) == 1 and len(blocks[0]) == 1:
        row = blocks[0][0].replace("&", "", 1)
        return [r"\begin{equation}", f"  {row}", f"  {labels[0]}", r"\end{equation}", *comments]
    if setting.style == "equation":
        (block,) = blocks
        inner = [r"\begin{split}", _joined(block), r"\end{split}"]
        return [r"\begin{equation}", f"  {labels[0]}", *inner, r"\end{equation}", *comments]
    rows = [
        " \\\\\n".join([*(rf"  {row} \notag" for row in block[:-1]), f"  {block[-1]} {told}"])
        for block, told in zip(blocks, labels, strict=True)
    ]
    return [r"\begin{align}", " \\\\\n".join(rows), r"\end{align}", *comments]


def display(rows: Iterable[str]) -> list[str]:
    """Rows in display, without a number."""
    return [r"\begin{align*}", _joined(rows), r"\end{align*}"]


def _joined(rows: Iterable[str]) -> str:
    return " \\\\\n".join(f"  {row}" for row in rows)
