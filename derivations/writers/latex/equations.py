r"""Equations in LaTeX: numbered ones that break within the line, calculations, and wrong statements in display."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from derivations.derivation.step import Step
from derivations.document.argument import Argument, passages
from derivations.document.telling import Telling, label
from derivations.errors import InputError
from derivations.language.grammar import parse_relation
from derivations.language.printing.latex_lines import chain_lines, relation_rows, width
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.language.tree import WrittenRelation
from derivations.numbers.format import latex_value, siunitx_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.writers.latex.text import one_line, typed

if TYPE_CHECKING:
    from derivations.writers.latex.document import LatexSetting

_CONDITION_GAP = 34.0  # points from an equation to the condition beside it


def passage_lines(part: Argument, setting: LatexSetting, notation: Notation) -> Iterator[str]:
    """Text and equations of steps, in order; steps that share their reason stand together in style ``align``."""
    telling, line = Telling(part.claim, part.shown), setting.line_width
    apart = setting.style != "align"
    for place, passage in enumerate(passages(part.steps, part.shown, lambda steps: _fit(steps, line), apart=apart)):
        yield from ([""] if place else [])
        if before := setting.words(telling.before(passage), notation):
            yield before
        yield from _equations(passage.steps, part.claim, line, together=not apart)


def equation_rows(
    relation: Relation, conditions: Sequence[Relation] = (), *, line: float, indent: float = 0.0
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


def calculation_lines(line: NumbersLine, room: float, *, siunitx: bool) -> list[str]:
    """Formula, values and result, each at a sign of its own, broken where they do not fit."""
    if line.numeric is None:
        return display(line.latex_rows(room, siunitx_value if siunitx else latex_value))
    found, *rows = line.latex_rows(room) if line.value is not None else ("", *line.latex_rows(room))
    return [*(display([found]) if found else []), *display(rows)]


def reject_lines(step: Step, part: Argument, setting: LatexSetting) -> Iterator[str]:
    """A wrong statement, what it is doing here, and what is wrong with it."""
    notation = part.shown.derivation.notation
    stands, words = Telling(part.claim, part.shown).rejected(step)
    why, written = setting.words(words, notation), _written(step, notation)
    if written is None:
        yield f"{stands} {typed(step.statement)}. {why}"
    else:
        yield from (stands, *display(relation_rows(written, notation.latex_names, line=setting.line_width)), why)


def _written(step: Step, notation: Notation) -> WrittenRelation | None:
    """The statement of a reject; None if its text is no relation."""
    if step.relation is not None:
        return step.relation.written
    try:
        return parse_relation(step.statement, None, notation.functions)
    except InputError:
        return None


def _fit(steps: Sequence[Step], line: float) -> bool:
    """True if the equations can be aligned at their signs, with none on several lines."""
    rows = [equation_rows(step.relation, step.conditions, line=line) for step in steps if step.relation is not None]
    lefts, rights = (max(width(each[0].split("&")[place]) for each in rows) for place in (0, 1))
    return max(map(len, rows)) == 1 and lefts + rights <= line


def _equations(group: Sequence[Step], claim: str, line: float, *, together: bool) -> list[str]:
    shown = [(step, step.relation) for step in group if step.relation is not None]
    if not shown:
        return []
    indent = max(width(equation_rows(relation, line=line)[0].split("&")[0]) for _, relation in shown)
    blocks = [equation_rows(relation, step.conditions, line=line, indent=indent if len(shown) > 1 else 0.0)
              for step, relation in shown]
    comments = [f"% {step.name}: {one_line(str(step.verdict))}" for step, _ in shown]
    labels = [rf"\label{{{label(claim, step.name)}}}" for step, _ in shown]
    if len(shown) == 1 and len(blocks[0]) == 1:
        row = blocks[0][0].replace("&", "", 1)
        return [r"\begin{equation}", f"  {row}", f"  {labels[0]}", r"\end{equation}", *comments]
    if not together:
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
