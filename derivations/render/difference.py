"""What a change did to a claim, drawn for a terminal, as Markdown, and as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from derivations.changes.difference import Difference
from derivations.changes.numbers import NumberChange, ResultChange, Side
from derivations.changes.steps import PremiseChange, StepChange
from derivations.engine.display import in_markdown, spoken
from derivations.engine.step import Step
from derivations.render.columns import PLAIN, Style, table_lines, wrapped
from derivations.render.difference_lines import Line, sections
from derivations.render.json import SCHEMA, premise_json, step_json, values_json
from derivations.values.value import Value


class DrawnDifference(Difference):
    """A difference that shows and exports itself."""

    def to_json(self) -> dict[str, Any]:
        """The difference as plain data, as `derive compare --json` prints it."""
        return difference_json(self)

    def to_markdown(self, *, brief: bool = False, level: int = 1) -> str:
        """The difference as GitHub Markdown with LaTeX mathematics, its title a heading of that level.

        If `brief`, without the steps and the other results.
        """
        return difference_markdown(self, brief=brief, level=level)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __str__(self) -> str:
        return difference_text(self)

    def __repr__(self) -> str:
        return str(self)


def difference_text(difference: Difference, style: Style = PLAIN, *, brief: bool = False) -> str:
    """The difference for a terminal; if `brief`, without the steps and the other results."""
    lines = [style.paint(part, "title") for part in wrapped(difference.claim.title, style, "")]
    for section in sections(difference, brief=brief):
        lines += ["", *(style.paint(part, "heading") for part in wrapped(section.heading, style, "", "  "))]
        for line in section.lines:
            indent = "  " * (line.depth + 1)
            told = wrapped(_plain(line), style, indent, indent + "    ")
            lines += [style.paint(part, line.role) if line.role else part for part in told]
        lines += [] if section.table is None else table_lines(section.table, style)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def difference_markdown(difference: Difference, *, brief: bool = False, level: int = 1) -> str:
    """The difference as GitHub Markdown, mathematics as LaTeX between dollars; its title is a heading of that level.

    If `brief`, without the steps and the other results.
    """
    marks = "#" * level
    blocks = [f"{marks} {in_markdown(difference.claim.title)}"]
    for section in sections(difference, brief=brief):
        blocks.append(f"{marks}# {in_markdown(section.heading)}")
        if section.lines:
            blocks.append("\n".join(f"{'  ' * line.depth}- {_marked(line)}" for line in section.lines))
        if section.table is not None:
            blocks.append(section.table.to_markdown())
    return "\n\n".join(blocks) + "\n"


def difference_json(difference: Difference) -> dict[str, Any]:
    """All of the difference; the steps that did not change are counted."""
    return {
        "schema": SCHEMA,
        "claim": difference.claim.name,
        "title": difference.claim.title,
        "moved": difference.moved,
        "result": _formulas(difference) | _result(difference.result),
        "verdict": _pair(difference.verdicts),
        "scenario": _pair(difference.scenarios),
        "study": _pair(difference.studies),
        "premises": [_premise(item) for item in difference.premises],
        "brought": [quantity.name for quantity in difference.brought],
        "dropped": [quantity.name for quantity in difference.dropped],
        "numbers": [_number(item) for item in difference.numbers],
        "conditions": {
            "gained": [str(condition) for condition in difference.gained],
            "lost": [str(condition) for condition in difference.lost],
        },
        "steps_as_before": len(difference.steps) - len(difference.changed),
        "steps": [_step(item) for item in difference.changed],
        "rejects_as_before": sum(item.same for item in difference.rejects),
        "rejects": [_step(item) for item in difference.rejects if not item.same],
        "no_longer_refuted": [item.name for item in difference.unrefuted],
        "results": [_result(item) for item in difference.results],
    }  # fmt: skip


def side_json(side: Side) -> dict[str, Any]:
    """A number in its unit, exact where it is, or why there is none."""
    line = side.line
    value = None if line is None else line.in_unit
    return {
        "value": None if value is None else float(value),
        "unit": line.quantity.unit if line is not None and line.quantity is not None else None,
        "exact": str(value) if value is not None and line is not None and line.exact else None,
        "shown": side.shown,
    }


def ratio_json(ratio: Fraction | None) -> dict[str, Any] | None:
    """A ratio, exact and as a decimal number."""
    return None if ratio is None else {"exact": str(ratio), "value": float(ratio)}


def _formulas(difference: Difference) -> dict[str, Any]:
    return {"formula": {when: None if step.relation is None else str(step.relation)
                        for when, step in zip(_KEYS, difference.headlines, strict=True)}}  # fmt: skip


_KEYS = ("before", "after")


def _pair(texts: tuple[str, str]) -> dict[str, str | None]:
    return {key: text or None for key, text in zip(_KEYS, texts, strict=True)}


def _result(item: ResultChange) -> dict[str, Any]:
    return {
        "steps": list(item.steps), "left": item.left or None, "before": side_json(item.old),
        "after": side_json(item.new), "ratio": ratio_json(item.ratio),
    }  # fmt: skip


def _premise(item: PremiseChange) -> dict[str, Any]:
    sides = {key: None if step is None else {**premise_json(step), "alternative": name or None}
             for key, step, name in zip(_KEYS, (item.old, item.new), item.alternatives, strict=True)}  # fmt: skip
    return {"name": item.name, **sides}


def _number(item: NumberChange) -> dict[str, Any]:
    return {
        "name": item.quantity.name,
        **{key: _value(value) for key, value in zip(_KEYS, (item.old, item.new), strict=True)},
        "ratio": ratio_json(item.ratio),
        "result_rests_on_it": item.rested_on,
        "result_with_this_alone": None if item.alone is None else side_json(Side(item.alone)),
    }


def _value(value: Value | None) -> dict[str, Any] | None:
    if value is None:
        return None
    told: dict[str, Any] = values_json({"": value})[""]
    return told


def _step(item: StepChange) -> dict[str, Any]:
    return {
        "name": item.name,
        "fate": str(item.fate),
        "because_of": list(item.because_of),
        "waits_for": list(item.waits_for),
        **{key: _shown(step) for key, step in zip(_KEYS, (item.old, item.new), strict=True)},
    }


def _shown(step: Step | None) -> dict[str, Any] | None:
    return None if step is None else step_json(step)


def _plain(line: Line) -> str:
    relation = "" if line.relation is None else f" {line.relation}"
    return f"{line.words}{relation}{_under(map(str, line.conditions))}"


def _marked(line: Line) -> str:
    """A line in Markdown."""
    notation = None if line.relation is None else line.relation.notation
    relation = "" if line.relation is None else f" ${line.relation.latex}$"
    return spoken(line.words, notation, in_markdown) + relation + _under(f"${c.latex}$" for c in line.conditions)


def _under(conditions: Iterable[str]) -> str:
    listed = " and ".join(conditions)
    return f" if {listed}" if listed else ""
