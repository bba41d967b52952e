"""Differences that a change makes, the answer first and then why; as plain data, and as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from derivations.derivation.step import Step
from derivations.document.blocks import Document, Section, TextLine, warning_lines
from derivations.document.cells import Cell, Number, result_cell
from derivations.document.columns import NOTHING
from derivations.document.data import line_data, ratio_data, selected, sourced_data
from derivations.document.json import premise_json, step_json
from derivations.document.ranges import ranged_data
from derivations.document.schema import SCHEMA
from derivations.document.shown import Producer, answer_alone
from derivations.document.spread import draws_module
from derivations.document.table import Table
from derivations.language.display import listed
from derivations.language.quantity import Quantity
from derivations.numbers.format import format_number, format_value, range_text
from derivations.numbers.numbers_line import NumbersLine, origin
from derivations.numbers.rounding import outward
from derivations.numbers.value import Value
from derivations.study.difference import Difference, NumberChange, ResultChange, Side
from derivations.study.step_changes import Fate, PremiseChange, StepChange

WHEN = ("before", "now")
_KEYS = ("before", "after")  # of plain data
EVERYWHERE = "in every state"
_Item = TypeVar("_Item")
_FIGURES, _MOST_FIGURES = 3, 12  # of a ratio, and of one that is very nearly one
_COUNTED = (Fate.CHANGED, Fate.FORM, Fate.FELL_BACK, Fate.NUMERIC, Fate.FAILS, Fate.BLOCKED, Fate.HOLDS, Fate.NEW,
            Fate.GONE)


def sections(difference: Difference, *, brief: bool = False) -> tuple[Section, ...]:
    """The whole difference in reading order; if `brief`, without the steps and the other numbers."""
    changes = tuple(_changes(difference)) or (TextLine("nothing that these derivations use"),)
    steps = () if brief else tuple(_steps(difference))
    found = [
        _result(difference),
        _section("Verdict", _verdict(difference)),
        _section("What was changed", changes),
        _section(f"What follows: {counts(difference)}", steps),
    ]
    if difference.unrefuted:
        lines = (TextLine(f"{item.name}: {_why(item)}", role="bad") for item in difference.unrefuted)
        found.append(_section("Wrong statements that are no longer refuted", lines))
    if difference.results and not brief:
        found.append(Section("Other results that moved", table=_moved(difference)))
    return tuple(found)


def _section(heading: str, lines: Iterable[TextLine]) -> Section:
    return Section(heading, tuple(replace(line, depth=line.depth + 1, hang=4) for line in lines))


def counts(difference: Difference) -> str:
    """Number of steps of each fate, in words."""
    same = sum(item.same for item in difference.steps)
    if not difference.changed:
        return f"all {same} steps are as before"
    of = {fate: sum(item.fate is fate for item in difference.steps) for fate in _COUNTED}
    words = {Fate.FELL_BACK: "forms given up"} if of[Fate.FELL_BACK] > 1 else {}
    told = ", ".join(f"{count} {words.get(fate, fate)}" for fate, count in of.items() if count)
    return f"{same} of {len(difference.steps)} steps as before; {told}"


def times(ratio: Fraction | None) -> str:
    """A ratio in words; empty where there is none, or nothing is left.

    >>> times(Fraction(67, 96)), times(Fraction(1)), times(Fraction(10001, 10000))
    ('0.698 times as much', 'the same', '1.0001 times as much')
    """
    if not ratio:
        return ""
    if ratio == 1:
        return "the same"
    if abs(ratio - 1) < Fraction(1, 10**_MOST_FIGURES):
        return f"the same to {_MOST_FIGURES} figures"
    return f"{ratio_text(ratio)} times as much"


def ratio_text(ratio: Fraction | None) -> str:
    """A ratio rounded, yet never to one if it is another number; a mark for nothing where there is none."""
    if ratio is None:
        return NOTHING
    digits = _FIGURES
    while ratio != 1 and digits < _MOST_FIGURES and format_number(ratio, digits) == "1":
        digits += 1
    return format_number(ratio, digits)


def before_and_now(item: ResultChange) -> tuple[str, str]:
    """Old and new value of a step in words, the second with its ratio to the first."""
    before, now = (
        side.shown if side.line is not None and not side.line.missing else f"no number: {side.shown}"
        for side in (item.old, item.new)
    )
    if item.is_drawn:
        ratio = draws_module().ratio_in_words(item.drawn_ratio)
    else:
        ratio = _times_between(item.ratios) if item.has_range else times(item.ratio)
    return before, ", ".join(filter(None, (now, ratio)))


def _times_between(ratios: tuple[Fraction, Fraction] | None) -> str:
    """Between what a ratio lies, in words; rounded outwards."""
    if ratios is None:
        return ""
    least, most = (outward(ratio, _FIGURES, down=down) for ratio, down in zip(ratios, (True, False), strict=True))
    if least == most:
        return times(least)
    return f"{format_number(least, _FIGURES)} to {format_number(most, _FIGURES)} times as much"


def result_name(difference: Difference) -> str:
    """The left side of the result, and the name of its step if that is another."""
    left, step = difference.result.left, difference.headlines[1].name
    return step if left in ("", step) else f"{left} ({step})"


def _result(difference: Difference) -> Section:
    """The number of the result before and now, then the formula behind it."""
    result, (old, new) = difference.result, difference.headlines
    before, now = before_and_now(result)
    lines = [TextLine(f"before: {before}"), TextLine(f"now: {now}", role="name"), *_meeting(result)]
    if result.new.value is None:
        for item in (other for other in difference.results if other.left == result.left):
            told = f"{item.old.shown} before, now {item.new.shown}, {times(item.ratio)}"
            lines.append(TextLine(f"{' and '.join(item.steps)} still give{'s' * (len(item.steps) == 1)} it: {told}"))
    if old.relation is not None and old.relation == new.relation:
        kept = tuple(condition for condition in new.conditions if condition in old.conditions)
        same = old.context == new.context
        lines.append(TextLine(f"formula as before{holding(new) if same else ''}:", new.relation, kept))
        if not same:
            lines += [TextLine(f"holds {when} {step.holds or EVERYWHERE}")
                      for when, step in zip(WHEN, (old, new), strict=True)]
        lines += [TextLine("new condition:", condition) for condition in difference.gained]
        lines += [TextLine("condition that is gone:", condition) for condition in difference.lost]
    else:
        lines += formulas(difference)
    return _section(f"Result: {result_name(difference)}", lines)


def _meeting(result: ResultChange) -> Iterator[TextLine]:
    """Whether the results before and now can be the same number, where one lies between two ends."""
    line, ends = result.new.line, (result.old.ends, result.new.ends)
    if result.is_drawn and (ratio := result.drawn_ratio) is not None:
        yield TextLine(draws_module().larger_in_words(ratio))
    if not result.has_range or line is None or None in ends:
        return
    if result.overlap is None:
        yield TextLine("the two do not meet, whatever each is in its ranges" if _enclosed(result)
                       else "the two do not meet as far as they were seen")
    elif result.old.range is None or result.new.range is None:
        yield TextLine(f"the {'old' if result.old.range is None else 'new'} number lies within the range")
    else:
        low, high = result.overlap
        yield TextLine(f"both may be {range_text(low, high, line.dimension, line.told_unit)}" if low < high
                       else f"both may be {format_value(low, line.dimension, line.told_unit)}")
    middles = [f"{side.line.result} {when}" for when, side in zip(WHEN, (result.old, result.new), strict=True)
               if side.range is not None and side.line is not None]
    yield TextLine(f"in the middle of each range {listed(middles, 'and')}; other numbers here are for that")


def _enclosed(result: ResultChange) -> bool:
    return all(side.range is None or side.range.enclosed for side in (result.old, result.new))


def formulas(difference: Difference) -> Iterator[TextLine]:
    """The result before and now."""
    for when, step in zip(WHEN, difference.headlines, strict=True):
        yield TextLine(f"no formula {when}") if step.relation is None else (
            TextLine(f"formula {when}{holding(step)}:", step.relation, step.conditions))


def _verdict(difference: Difference) -> Iterator[TextLine]:
    before, now = difference.verdicts
    if before == now:
        yield TextLine(f"as before: {now}")
    else:
        yield from (TextLine(f"before: {before}"), TextLine(f"now: {now}"))


def _changes(difference: Difference) -> Iterator[TextLine]:
    """Changes of the reader or a study: premises with what they bring along, then cards and numbers."""
    if difference.studies[0] != difference.studies[1]:
        yield from _titles("study", difference.studies)
    for premise in difference.premises:
        yield from _premise(premise)
    numbers = {number.quantity.name: number for number in difference.numbers}
    for quantity in difference.brought:
        number = numbers.pop(quantity.name, None)
        value = ", without a number" if number is None or number.new is None else f" = {number.new}"
        yield TextLine(f"with it comes {quantity.name}{value}: {quantity.meaning}", role="name")
        yield from () if number is None else _about(number)
    if difference.dropped:
        yield TextLine(f"no premise names any more: {', '.join(quantity.name for quantity in difference.dropped)}")
    if difference.scenarios[0] != difference.scenarios[1]:
        yield from _titles("numbers", difference.scenarios)
    for number in numbers.values():
        if number.new is not None:
            yield TextLine(_shown(number), role="name")
            yield from _about(number)
    unvalued = [name for name, number in numbers.items() if number.new is None]
    if unvalued:
        yield TextLine(f"without a number now: {', '.join(unvalued)}")


def _titles(what: str, titles: tuple[str, str]) -> Iterator[TextLine]:
    yield TextLine(what, role="name")
    yield from (TextLine(f"{when}: {title or 'none'}", depth=1) for when, title in zip(WHEN, titles, strict=True))


def _premise(change: PremiseChange) -> Iterator[TextLine]:
    """A premise before and now, with the reason for the new one."""
    choice = change.alternatives[1] or ("the default" if change.alternatives[0] else "")
    yield TextLine(f"premise {change.name}" + (f": {choice}" if choice else ""), role="name")
    for when, step in zip(WHEN, (change.old, change.new), strict=True):
        relation = None if step is None else step.relation
        yield TextLine(f"{when}: not taken" if relation is None else f"{when}:", relation, depth=1)
    if change.new is not None:
        source = f"source: {change.new.source}" if change.new.source else ""
        yield from (TextLine(text, depth=1, role="dim") for text in (change.new.because, source) if text)
    if change.alone is not None:
        yield _alone(change.alone)


def _alone(line: NumbersLine) -> TextLine:
    return TextLine(f"the result with this change alone: {line.result}", depth=1)


def _shown(change: NumberChange) -> str:
    if change.old is None:
        return f"{change.quantity.name} = {change.new}, without a number before"
    moved = f"{change.quantity.name}: {change.old} → {change.new}"
    return ", ".join(filter(None, (moved, times(change.ratio))))


def _about(change: NumberChange) -> Iterator[TextLine]:
    """Origin of a number, and its effect on the result."""
    said = [(when, origin(value)) for when, value in zip(WHEN, (change.old, change.new), strict=True) if value]
    alike = len({text for _, text in said}) < len(said)
    yield from (TextLine(f"{when}: {text}", depth=1, role="dim") for when, text in (said[1:] if alike else said))
    if not change.rested_on:
        yield TextLine("the result does not rest on it", depth=1)
    elif change.alone is not None:
        yield _alone(change.alone)


def _steps(difference: Difference) -> Iterator[TextLine]:
    """Changed steps: first what broke and what waits for it, then what reads otherwise."""
    of = {fate: [item for item in difference.changed if item.fate is fate] for fate in Fate}
    several = len(difference.premises) > 1
    for why, because_of in dict.fromkeys((_why(item), item.because_of) for item in of[Fate.FAILS]):
        alike = [item for item in of[Fate.FAILS] if (_why(item), item.because_of) == (why, because_of)]
        names = _named(", ".join(item.name for item in alike), because_of, several)
        yield TextLine(f"{names} {Fate.FAILS}: {why}", role="bad")
        for item in alike:
            yield from _both(item, f" {item.name}" if len(alike) > 1 else "")
    for why in dict.fromkeys(_why(item) for item in of[Fate.BLOCKED]):
        yield TextLine(f"{why}: {', '.join(item.name for item in of[Fate.BLOCKED] if _why(item) == why)}", role="bad")
    for item in of[Fate.FELL_BACK]:
        named = _named(item.name, item.because_of, several)
        yield TextLine(f"{named}: its form is given up, as it no longer follows", role="name")
        yield from _both(item)
    for item in (*of[Fate.NUMERIC], *of[Fate.CHANGED], *of[Fate.HOLDS]):
        fate = "" if item.fate is Fate.CHANGED else f" {item.fate}"
        yield TextLine(f"{_named(item.name, item.because_of, several)}{fate}", role="name")
        yield from _both(item)
    for item in (*of[Fate.NEW], *of[Fate.GONE]):
        told = f": {item.step.verdict}" if item.step.relation is None else f"{holding(item.step)}:"
        yield TextLine(f"{item.name} is {item.fate}{told}", item.step.relation, item.step.conditions, role="name")
    if of[Fate.FORM]:
        yield TextLine(f"{Fate.FORM}: {', '.join(item.name for item in of[Fate.FORM])}")


def _named(name: str, because_of: Sequence[str], several: bool) -> str:
    """The name of a step and, where several premises changed, those that it rests on."""
    return f"{name} (by {' and '.join(because_of)})" if several and because_of else name


def _both(item: StepChange, named: str = "") -> Iterator[TextLine]:
    """A step before and now: relation, conditions, what it supposes, and what it was found to be where that differs."""
    old, new = item.old, item.new
    assert old is not None
    assert new is not None
    for when, step in zip(WHEN, (old, new), strict=True):
        if step.relation is not None:
            yield TextLine(f"{when}{named}{_standing(step, old, new)}:", step.relation, step.conditions, depth=1)
        elif step is old or item.fate is not Fate.FAILS:  # why a step fails now is said already
            yield TextLine(f"{when}{named}: {step.verdict}", depth=1)


def _standing(step: Step, old: Step, new: Step) -> str:
    """Suppositions of a step, and its verdict, where that differs between two that have a relation."""
    if old.relation is None or new.relation is None:
        return holding(step)
    found = "" if old.verdict.finding is new.verdict.finding else f", {step.verdict.finding}"
    return found + (holding(step) or (f", {EVERYWHERE}" if old.context != new.context else ""))


def holding(step: Step) -> str:
    """What a step supposes and in which limit it is said, after a comma; empty for one that holds in every state."""
    return f", {step.holds}" if step.holds else ""


def _why(item: StepChange) -> str:
    """The verdict on a step as it is; of one that waits, what it comes down to."""
    if item.waits_for:
        return f"waiting for {' and '.join(item.waits_for)}"
    return "gone" if item.new is None else str(item.new.verdict)


def _moved(difference: Difference) -> Table:
    rows = tuple(
        (f"{item.left} ({', '.join(item.steps)})", _side(item.old), _side(item.new), _ratio(item.ratio))
        for item in difference.results
    )
    return Table("Other results that moved", ("result", *WHEN, "ratio"), rows)


def _side(side: Side) -> Cell:
    return side.why_not if side.line is None else result_cell(side.line)


def _ratio(ratio: Fraction | None) -> Cell:
    return NOTHING if ratio is None else Number(ratio_text(ratio), ratio)


def difference_table(difference: Difference, *, brief: bool = False) -> Table:
    """Table of what moved: the result, the verdict, premises and numbers, then further results and steps.

    Numbers stand in the unit beside them. If `brief`, without the further results and the steps.
    """
    result = difference.result
    rows: list[tuple[Cell, ...]] = [_result_row("result", result_name(difference), result),
                                    *_end_rows(result_name(difference), result),
                                    ("verdict", "", *difference.verdicts, "", NOTHING)]
    for premise in difference.premises:
        rows.append(("premise", premise.name, _relation(premise.old), _relation(premise.new), "", NOTHING))
    for number in difference.numbers:
        unit = number.quantity.unit
        sides = (_given(value, number.quantity) for value in (number.old, number.new))
        rows.append(("number", number.quantity.name, *sides, unit, _ratio(number.ratio)))
    if not brief:
        rows += [_result_row("further result", f"{item.left} ({', '.join(item.steps)})", item)
                 for item in difference.results]
        rows += [("step", item.name, _relation(item.old), _relation(item.new), "", NOTHING)
                 for item in difference.changed]
    return Table(difference.claim.title, ("what", "name", *WHEN, "unit", "ratio"), tuple(rows), keys=2)


def _result_row(what: str, name: str, item: ResultChange) -> tuple[Cell, ...]:
    lines = [side.line for side in (item.old, item.new)]
    unit = next((line.unit for line in lines if line is not None and line.value is not None), "")
    return (what, name, *map(_plain, (item.old, item.new)), unit, _ratio(item.ratio))


def _end_rows(name: str, item: ResultChange) -> Iterator[tuple[Cell, ...]]:
    """The least and the greatest result, where one lies between two ends, or the numbers below which shares of the
    draws lie; the row above is for the middle.
    """
    line = item.new.line
    if line is None:
        return
    factor = Fraction(1) if line.quantity is None else line.quantity.parsed_unit.factor
    if item.is_drawn and (drawn := item.drawn_ratio) is not None:
        told = draws_module()
        for place, share in enumerate(told.AT):
            sides = (side.value if side.drawn is None else side.drawn.at[place] for side in (item.old, item.new))
            cells = (NOTHING if each is None else Number("", each / factor) for each in sides)
            yield f"{told.share_in_words(share)} lie below", name, *cells, line.unit, _ratio(drawn.at[place])
    if not item.has_range or item.old.ends is None or item.new.ends is None:
        return
    for place, which in enumerate(("least", "greatest")):
        ends = (side.ends[place] for side in (item.old, item.new) if side.ends is not None)
        ratio = None if item.ratios is None else item.ratios[place]
        yield f"{which} result", name, *(Number("", end / factor) for end in ends), line.unit, _ratio(ratio)


def _plain(side: Side) -> Cell:
    """A result as a number in a unit that stands beside it, or the reason why there is none."""
    number = None if side.line is None else side.line.in_unit
    return side.shown if number is None else Number(side.shown, number)


def _given(value: Value | None, quantity: Quantity) -> Cell:
    """A value in the quantity's unit; as text where it was declared to be something else before."""
    if value is None:
        return NOTHING
    if value.dimension != quantity.dimension:
        return str(value)
    return Number(str(value), value.in_unit(quantity.unit), remark="" if value.ends is None else f"middle of {value}")


def _relation(step: Step | None) -> str:
    return NOTHING if step is None or step.relation is None else str(step.relation)


def difference_document(difference: Difference, *, brief: bool = False) -> Document:
    """The whole difference; if `brief`, without the steps and the other results."""
    parts = (section.blocks for section in sections(difference, brief=brief))
    title, relation = TextLine(difference.claim.title, role="title"), difference.headlines[1].relation
    notation = difference.claim.notation if relation is None else relation.notation
    return Document.of(warning_lines(_broken(difference)), title, *parts, notation=notation)


def _broken(difference: Difference) -> list[str]:
    """What the numbers after the change break, and those before it where that is something else."""
    before, after = difference.broken
    return [*after, *(f"before the change {text}" for text in before if text not in after)]


def difference_json(difference: Difference) -> dict[str, Any]:
    """All of the difference; the steps that did not change are counted."""
    return {
        "schema": SCHEMA,
        "claim": difference.claim.name,
        "contradictions": _broken(difference),
        "title": difference.claim.title,
        "moved": difference.moved,
        "result": _formulas(difference) | _result_json(difference.result),
        "verdict": _pair(difference.verdicts),
        "scenario": _pair(difference.scenarios),
        "study": _pair(difference.studies),
        "premises": [_premise_json(item) for item in difference.premises],
        **selected(difference, "brought dropped"),
        "numbers": [_number_json(item) for item in difference.numbers],
        "conditions": selected(difference, "gained lost"),
        "steps_as_before": len(difference.steps) - len(difference.changed),
        "steps": [_step_json(item) for item in difference.changed],
        "rejects_as_before": sum(item.same for item in difference.rejects),
        "rejects": [_step_json(item) for item in difference.rejects if not item.same],
        "no_longer_refuted": [item.name for item in difference.unrefuted],
        "results": [_result_json(item) for item in difference.results],
    }


def side_data(side: Side) -> dict[str, Any]:
    """The number of one side, with the whole number beside it, or why there is none."""
    told = line_data(side.line, side.why_not)
    if told["text"] is not None:
        told = {**told, "text": side.shown}
    if side.drawn is not None:
        return {**told, "range": draws_module().drawn_data(side.drawn)}
    return told if side.range is None else {**told, "range": ranged_data(side.range)}


def _formulas(difference: Difference) -> dict[str, Any]:
    told = tuple(zip(_KEYS, difference.headlines, strict=True))
    return {"formula": {when: None if step.relation is None else str(step.relation) for when, step in told},
            "context": {when: step.holds or None for when, step in told}}


def _pair(texts: tuple[str, str]) -> dict[str, str | None]:
    return {key: text or None for key, text in zip(_KEYS, texts, strict=True)}


def _before_and_after(told: Callable[[_Item], Any], old: _Item | None, new: _Item | None) -> dict[str, Any]:
    return {key: None if item is None else told(item) for key, item in zip(_KEYS, (old, new), strict=True)}


def _result_json(item: ResultChange) -> dict[str, Any]:
    return {
        **selected(item, "steps left?"), "before": side_data(item.old), "after": side_data(item.new),
        "ratio": ratio_data(item.ratio),
        **({"ratios": [ratio_data(ratio) for ratio in item.ratios]} if item.ratios else {}),
    }


def _premise_json(item: PremiseChange) -> dict[str, Any]:
    sides = {key: None if step is None else {**premise_json(step), "alternative": name or None}
             for key, step, name in zip(_KEYS, (item.old, item.new), item.alternatives, strict=True)}
    return {"name": item.name, **sides, **selected(item, "result_with_this_alone=alone")}


def _number_json(item: NumberChange) -> dict[str, Any]:
    return {
        "name": item.quantity.name,
        **_before_and_after(sourced_data, item.old, item.new),
        "ratio": ratio_data(item.ratio),
        **selected(item, "result_rests_on_it=rested_on result_with_this_alone=alone"),
    }


def _step_json(item: StepChange) -> dict[str, Any]:
    return {**selected(item, "name fate because_of waits_for"), **_before_and_after(step_json, item.old, item.new)}


DIFFERENCE = Producer(difference_document, difference_json, difference_table)
BRIEF = replace(answer_alone(DIFFERENCE), rows=partial(difference_table, brief=True))
