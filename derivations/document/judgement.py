"""Judgements: the answer in the first line, the reasons below; as plain data, and as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sympy import Expr

from derivations.derivation.step import Step
from derivations.document.blocks import SET, Document, TextLine
from derivations.document.cells import Cell, Number
from derivations.document.columns import NOTHING
from derivations.document.data import each, selected
from derivations.document.schema import SCHEMA
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.language.display import listed
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.relation import Relation
from derivations.numbers.format import figures_apart, format_number
from derivations.proof.interpolation import functions_in
from derivations.study.judge.bound import Bound
from derivations.study.judge.condition import JudgedCondition, Standing
from derivations.study.judge.judgement import Entailment, Judgement, Support
from derivations.study.judge.numbers import Contrast
from derivations.study.judge.reach import Reach

_READABLE = 1_000  # a fraction with a larger numerator is told in decimals, too
_DIGITS = 12
_ROLES = {
    Entailment.FOLLOWS: "good", Entailment.IN_A_LIMIT: "good", Entailment.IS_A_CONDITION: "good",
    Entailment.DOES_NOT_FOLLOW: "bad", Entailment.FAILS_HERE: "bad", Entailment.NOT_DECIDED: "bad",
}


def judgement_document(judgement: Judgement) -> Document:
    """The answer, the formula as it was read, and the reasons."""
    answer = TextLine(first_line(judgement), hang=2, role=_ROLES[judgement.outcome])
    formula = TextLine(relation=judgement.statement, display=True, only=SET)
    statement = judgement.statement
    parts = answer, () if statement is None else formula, _reasons(judgement)
    return Document.of(*parts, notation=None if statement is None else statement.notation)


def judgement_json(judgement: Judgement) -> dict[str, Any]:
    """The judgement as plain data; `answer` and `reasons` are what the text says."""
    need = judgement.sufficient
    return {
        "schema": SCHEMA,
        "claim": judgement.claim,
        "formula": judgement.asked,
        "outcome": str(judgement.outcome),
        "answer": first_line(judgement),
        "reasons": list(reasons(judgement)),
        **selected(judgement, "judged_as=statement latex=statement.latex misfit? read_with assumptions=changed"),
        "follows_from": selected(judgement.support, _SUPPORT),
        "only": None if judgement.only is None else {
            **selected(judgement.only, _SUPPORT), "both_sides_are_equal": judgement.equal_there},
        **selected(judgement, "counterexample=point?"),
        "condition": _condition_json(judgement.condition),
        "bound": _bound_json(judgement.bound),
        "against": selected(judgement.against, _STEP),
        "needed": None if need is None else {
            "against": need.step.name,
            "relations": each(judgement.sufficient_here, _SIDES),
            **selected(need, "exactly all_of_them=every"),
            "holds_here": judgement.holds_here,
        },
        "numbers": each(judgement.numbers, "scenario formula=said derivation=derived ratio agrees"),
        "differs_from": each(judgement.differs, _STEP),
        "rejected_as": selected(judgement.rejected, "name because"),
        "would_follow_with": [
            {**selected(item, "premise alternative=name because option"),
             "follows_from": selected(item.support, _SUPPORT)}
            for item in judgement.alternatives
        ],
        "or_with": [
            {"name": item.name, "value": item.value.typed, "exact": str(item.value.in_unit(item.value.unit)),
             "unit": item.value.unit, "here": item.here.typed}
            for item in judgement.values
        ],
        **selected(judgement, "reason? unfinished?"),
    }


def judgement_table(judgement: Judgement) -> Table:
    """A row for each scenario: what the formula gives and what is derived, in the unit beside them, and their ratio.

    A formula without numbers has one row, for its outcome.
    """
    start = (judgement.claim, judgement.asked, str(judgement.outcome))
    rows: list[tuple[Cell, ...]] = []
    for item in judgement.numbers:
        told = NOTHING if item.agrees is None else str(item.agrees)
        ratio = NOTHING if item.ratio is None else Number(format_number(item.ratio), item.ratio)
        sides = (text if size is None else Number(text, size)
                 for text, size in zip((item.said, item.derived), item.sizes, strict=True))
        rows.append((*start, item.scenario, *sides, item.unit, ratio, told))
    head = ("claim", "formula", "outcome", "scenario", "said", "derived", "unit", "ratio", "agrees")
    return Table("Judgement", head, tuple(rows) or ((*start, *[NOTHING] * 6),), keys=2)


def first_line(judgement: Judgement) -> str:
    """The answer."""
    start, condition, bound = judgement.asked, judgement.condition, judgement.bound
    if judgement.statement is None:
        return f"{start} does not follow: {_without_formula(judgement)}"
    if judgement.read_with:
        start = f"{start}, read with {listed(judgement.read_with)},"
    if condition is not None and condition.alone:
        return f"{start} {_own_condition(condition)}"
    if judgement.outcome is Entailment.NOT_DECIDED:
        return f"{start} is not decided: {judgement.reason or 'no proof and no counterexample was found'}"
    if judgement.outcome is Entailment.FAILS_HERE:
        return f"{start} {_fails_here(judgement)}"
    if condition is not None:
        return f"{start} {_conditional(judgement, condition)}"
    only = _only(judgement)
    if judgement.support is not None:
        where = _where(judgement) if judgement.outcome is Entailment.IN_A_LIMIT else ""
        told = f"follows {_from(judgement.support, where)}"
        if bound is not None and bound.factor != 1 and judgement.outcome is Entailment.FOLLOWS:
            return f"{start} is true but weaker, {_apart(bound)}: it {told}"
        here = _times_here(judgement) if judgement.outcome is Entailment.IN_A_LIMIT else ""
        return f"{start} {told}{f'; {here}' if here else ''}"
    if bound is not None and bound.holds and judgement.holds_here:
        how = "true with the numbers here" + ("" if bound.factor == 1 else f" but weaker, {_apart(bound)}")
        return f"{start} is {how}; in general it does not follow: {_refuted(judgement)}"
    if bound is not None and not bound.holds:
        here = "whatever the numbers" if bound.always else "with the numbers here"
        by = "both sides are the same" if bound.factor == 1 else f"it is wrong by a factor of {_factor(bound.factor)}"
        return f"{start} does not follow: {only}{here} {by}; {_refuted(judgement)}"
    need = judgement.sufficient
    if judgement.holds_here and need is not None and need.relations and not only:
        there = f"right with the numbers here, where {_relations(need.relations, need.every)}"
        return f"{start} is {there}; in general it does not follow: {_refuted(judgement)}"
    here = f"{told}; " if not only and (told := _times_here(judgement)) else ""
    return f"{start} does not follow: {only}{here}{_refuted(judgement)}"


def _fails_here(judgement: Judgement) -> str:
    """That an inequality which follows is false with numbers that the premises do not hold of."""
    item, statement, support = judgement.numbers[0], judgement.statement, judgement.support
    assert statement is not None
    told = f"is false with the numbers here: {statement.written_left} is {item.derived} against {item.said}"
    return told if support is None else f"{told}; for others it follows {_from(support)}"


def _times_here(judgement: Judgement) -> str:
    """How many times what is derived a formula gives with the numbers here; empty for a bound, or where none is known.
    """
    item = next(iter(judgement.numbers), None)
    if item is None or item.ratio is None or item.ratio <= 0 or None in item.sizes or not _is_equation(judgement):
        return ""
    if item.ratio == 1:
        return "the same as is derived with the numbers here"
    return f"{_times(item.ratio, 'what', 'same as')} is derived with the numbers here"


def _is_equation(judgement: Judgement) -> bool:
    return judgement.statement is not None and judgement.statement.is_equation


def _only(judgement: Judgement) -> str:
    """In which part of the states it holds, though not in others."""
    if judgement.only is None:
        return ""
    return f"only {judgement.only.where}{', where both sides are equal' if judgement.equal_there else ''}; "


def _apart(bound: Bound) -> str:
    """How far a bound is from what is derived."""
    way = "below" if bound.below else "above"
    if bound.tighter is not None:
        return f"{_factor(bound.factor)} times {way} {bound.tighter}, which follows, too"
    derived = f" the derived {bound.derived}" if bound.derived else " what is derived"
    always = ", whatever the numbers" if bound.always else ""
    return f"{_factor(bound.factor)} times {way}{derived}{always}"


def _factor(factor: Fraction) -> str:
    return format_number(factor, figures_apart(factor, 1, fewest=3))


def _conditional(judgement: Judgement, condition: JudgedCondition) -> str:
    """The answer on a formula with a condition."""
    verb = "follows" if judgement.outcome is Entailment.FOLLOWS else "does not follow"
    if judgement.outcome is Entailment.FOLLOWS:
        assert judgement.support is not None
        source = _from(judgement.support, conditional=False)
        return f"{verb} {source}; {_standing(condition)}"
    refuted = f": {_refuted(judgement)}" if judgement.point and condition.standing is not Standing.FLIPPED else ""
    return f"{verb}: {_only(judgement)}{_standing(condition)}{refuted}"


def _standing(condition: JudgedCondition) -> str:
    """How the condition stands to what is needed."""
    needed = listed([str(item) for item in condition.needed], "and")
    where = f" ({condition.step.name})" if condition.step is not None else ""
    match condition.standing:
        case Standing.RIGHT:
            return "its condition is the right one"
        case Standing.STRONGER:
            return f"its condition is stronger than needed: {needed} is enough{where}"
        case Standing.UNNEEDED:
            return "its condition is not needed"
        case Standing.ENOUGH:
            return "its condition is enough"
        case Standing.FLIPPED:
            return f"the sign of its condition is flipped: it holds if {needed}{where}{_origin(condition)}"
        case Standing.EXCLUDED:
            return f"its condition excludes what it needs, {needed}{where}{_origin(condition)}"
        case Standing.WEAKER:
            return f"its condition is too weak: it needs {needed}{where}{_at(condition)}"
        case Standing.OTHER:
            if not needed:
                return "its condition is not the right one"
            return f"its condition {_amiss(condition)}: it needs {needed}{where}{_at(condition)}"
        case _:
            return "what its condition does is not decided"


def _amiss(condition: JudgedCondition) -> str:
    """The way in which a condition that neither implies what is needed nor follows from it is not the right one."""
    opposite = next((item for item in condition.reach if item.opposite), None)
    if opposite is not None and not any(not item.opposite for item in condition.reach):
        sides = ("below", "above") if opposite.given.startswith(">") else ("above", "below")
        return f"bounds {opposite.quantity} from {sides[0]}, not from {sides[1]}"
    return f"says nothing of {condition.unspoken}" if condition.unspoken else "is not the right one"


def _own_condition(condition: JudgedCondition) -> str:
    """The answer on a formula that is itself a condition."""
    step = condition.step
    assert step is not None
    if condition.standing is Standing.RIGHT:
        return f"is the condition of step {step.name}, {step.relation}{_origin(condition)}"
    needed = listed([str(item) for item in condition.needed])
    return f"has its sign flipped: {step.relation} holds if {needed} ({step.name}){_origin(condition)}"


def _origin(condition: JudgedCondition) -> str:
    """The step that the condition comes from, with its form there."""
    origin = condition.origin
    if origin is None:
        return ""
    form = listed([str(item) for item in origin.conditions])
    same = origin.conditions == condition.needed
    return f", from step {origin.name}" if same else f", from step {origin.name}, where it is {form}"


def _at(condition: JudgedCondition) -> str:
    """A point at which the condition holds and what is needed does not."""
    named = _named_point(condition, condition.point)
    return f", which fails at {named}" if named else ""


def _named_point(condition: JudgedCondition, point: Mapping[str, Expr]) -> str:
    shown = {symbol.name for item in (*condition.relations, *condition.needed) for symbol in item.symbols}
    return ", ".join(f"{name} = {number_told(value)}" for name, value in point.items() if name in shown)


def _reasons(judgement: Judgement) -> Iterator[TextLine]:
    return (TextLine(text, depth=1, hang=2) for text in reasons(judgement))


def reasons(judgement: Judgement) -> Iterator[str]:
    """The reasons behind the answer, one line each."""
    for name, text in judgement.changed.items():
        yield f"with the premise {name} changed: {text}"
    if judgement.misfit and judgement.statement is not None:
        yield f"as written, the two sides measure different things: {_without_formula(judgement)}"
        yield f"judged as {judgement.statement}"
    if judgement.condition is not None:
        yield from _condition_here(judgement.condition)
    if judgement.rejected is not None and judgement.outcome is not Entailment.FOLLOWS:
        yield f"{judgement.claim} itself rejects this as {judgement.rejected.name}: {judgement.rejected.because}"
    if judgement.outcome is not Entailment.FOLLOWS:
        for step in judgement.differs:
            yield _differs(judgement, step)
    against = judgement.against
    if against is not None and judgement.support is None and against not in judgement.differs:
        yield f"the derivation says {_said(against)}"
    statement = judgement.statement
    numberless = statement is None or not statement.symbols
    trivial = numberless or (judgement.support is not None and not judgement.support.steps)
    for place, item in enumerate(() if trivial else judgement.numbers):
        told = item.agrees is not None or (item.ratio is not None and judgement.outcome is not Entailment.FOLLOWS)
        if told or (place == 0 and judgement.outcome is not Entailment.FOLLOWS):
            yield _numbers(item)
    if judgement.sufficient is not None and judgement.outcome is not Entailment.FOLLOWS:
        yield _needed(judgement)
    if judgement.values:
        yield "or right with " + listed([f"{v.name} = {v.value} ({v.here} here)" for v in judgement.values], "or")
    for choice in judgement.alternatives:
        how = "which says just that" if choice.support is None else _from(choice.support)
        yield f"would follow with `{choice.option}`, {how}: {choice.because}"
    if judgement.unfinished:
        yield judgement.unfinished


def _from(support: Support, where: str = "", *, conditional: bool = True) -> str:
    """Steps that it follows from, with limits, conditions unless these are told apart, and suppositions."""
    same = support.same
    if not support.steps:
        told = "from nothing but algebra and the ranges of the quantities"
    elif same is not None and same.rule in ("take", "define", "isolate"):
        kind = {"take": "at once: it is the premise", "define": "at once: it is the definition"}
        told = f"{kind.get(same.rule, 'from step')} {same.name}"
    elif all(step.rule in ("take", "define", "isolate") for step in support.steps):
        word = "premise" if len(support.steps) == 1 else "premises"
        if not all(step.rule == "take" for step in support.steps):
            word += " and definitions" if len(support.steps) > 1 else ""
        told = f"from the {word} {listed([step.name for step in support.steps])}"
    else:
        word = "step" if len(support.steps) == 1 else "steps"
        told = f"from {word} {listed([step.name for step in support.steps])}"
    if where:
        return ", ".join(filter(None, (told, support.where, where)))
    conditions = f", if {listed(map(str, support.conditions))}" if support.conditions and conditional else ""
    where = f", {support.where}" if support.where else ""
    limits = f", in the limit {listed(support.limits)}" if support.limits else ""
    return f"{told}{limits}{conditions}{where}"


def _where(judgement: Judgement) -> str:
    """Place at which a formula that holds in a limit holds of the result."""
    need = judgement.sufficient
    compared = None if need is None else need.step.context.limit  # what is said in a limit itself tells no place
    if need is not None and need.relations and need.exactly and compared is None:
        return f"where {_relations(need.relations, need.every)}"
    assert judgement.support is not None
    return f"in the limit {listed(judgement.support.limits)} alone"


def _refuted(judgement: Judgement) -> str:
    """The counterexample, and both sides there."""
    statement = judgement.statement
    if statement is None:
        return "refuted"
    own = {s.name for s in statement.symbols if s != statement.lhs}
    other = {name for name in judgement.letters if name != str(statement.lhs)} - own
    named = {name: value for letters in (own, other)  # those of what is derived, so that its number can be checked, too
             for name, value in judgement.point.items() if name.partition("(")[0] in letters}
    at = ", ".join(f"{name} = {number_told(value)}" for name, value in named.items())
    values = {symbol: judgement.point[symbol.name] for symbol in statement.symbols if symbol.name in judgement.point}
    values |= functions_in(judgement.point, statement.notation)
    left, right = (side.xreplace(UNITS_TO_ONE).xreplace(values) for side in (statement.lhs, statement.rhs))
    if not (left.is_number and right.is_number):  # with functions of which only some values are told
        return f"refuted at {at}"
    gives = "the formula gives" if statement.is_equation else "the right side"
    finite = left.is_real and right.is_real and left.is_finite and right.is_finite
    digits = figures_apart(*(Fraction(str(side.evalf(20))) for side in (left, right))) if finite else 4
    both = f"{statement.written_left} is {number_told(left, digits)}, and {gives} {number_told(right, digits)}"
    return f"refuted at {at}, where {both}" if at else f"refuted, as {both}"


def _differs(judgement: Judgement, step: Step) -> str:
    kind = "premise" if step.rule == "take" else "definition"
    told = f"differs from the {kind} {step.name}: {step.relation}"
    if step.replaces:
        told += ", which you changed"
    if kind == "premise" and judgement.statement is not None:
        told += f'; to derive on with it: `--assume "{step.name}={judgement.statement}"`'
    return told


def _numbers(item: Contrast) -> str:
    """Values of both in a scenario, or the quantities that they lack."""
    if item.said == item.derived and item.said.startswith("needs ") and item.ratio is not None and item.ratio > 0:
        times = "just what" if item.ratio == 1 else _times(item.ratio, "what", "same as")
        return f"{item.scenario}: the formula gives {times} is derived, whatever {item.said.removeprefix('needs ')} is"
    if item.said.startswith("needs ") or item.derived.startswith("needs "):
        told = f"{item.scenario}: the formula {_gives(item.said)}, the derivation {_gives(item.derived)}"
    else:
        told = f"{item.scenario}: the formula gives {item.said}, the derivation {item.derived}"
    if item.ratio is None or item.ratio <= 0:
        return told
    return f"{told}: {'the same' if item.ratio == 1 else _times(item.ratio)}"


def _gives(text: str) -> str:
    return text if text.startswith("needs ") or text.endswith(": no number") else f"gives {text}"


def _needed(judgement: Judgement) -> str:
    need = judgement.sufficient
    assert need is not None
    if not need.relations:
        return f"right nowhere (compared with {need.step.name})"
    word = "right exactly where" if need.exactly else "right where"
    told = f"{word} {_relations(need.relations, need.every)} (compared with {need.step.name})"
    if judgement.holds_here:
        return f"{told}, and so it is with the numbers here"
    here = [f"{item.left} against {item.right}" for item in judgement.sufficient_here if item.left and item.right]
    return f"{told}; here {listed(here, 'and')}" if here else told


def _relations(relations: Iterable[Relation], every: bool) -> str:
    return listed(map(str, relations), "and" if every else "or")


def _said(step: Step) -> str:
    conditions = f" if {listed(map(str, step.conditions))}" if step.conditions else ""
    where = step.context.without(step.name).words  # the name of the step stands beside
    at = f", {where}" if where else ""
    return f"{step.relation}{conditions}{at} ({step.name})"


def _times(ratio: Fraction, of: str = "that", same: str = "same") -> str:
    if "1" in (format_number(ratio, 3), format_number(1 / ratio, 3)):
        return f"about the {same}"
    if ratio > 1:
        return f"{format_number(ratio, 3)} times {of}"
    return f"1/{format_number(1 / ratio, 3)} of {of}"


def _without_formula(judgement: Judgement) -> str:
    """The error about dimensions without the formula that it begins with."""
    return judgement.misfit.removeprefix(f"{judgement.formula}: ")


def number_told(value: Expr, digits: int = 4) -> str:
    """A number as it is where that is short, else to so many figures; a fraction of large numbers in decimals, too."""
    if value.is_Integer and len(str(value)) > _DIGITS:
        power, short = f"{Decimal(int(value)).normalize():e}", str(value).strip("-").rstrip("0")
        if len(short) <= _DIGITS:
            return power
    if value.is_Rational and len(str(value)) <= _DIGITS:
        if value.is_Integer or abs(value.p) < _READABLE:
            return f"{int(value):,}" if value.is_Integer else str(value)
        return f"{value} (about {format_number(Fraction(int(value.p), int(value.q)), digits)})"
    return str(value.evalf(digits)).removesuffix(".") if value.is_number else str(value).replace("**", "^")


def _condition_here(condition: JudgedCondition) -> Iterator[str]:
    for item in condition.here:
        if item.holds is not None:
            told = "holds" if item.holds else "does not hold"
            yield f"with the numbers here {item.relation} {told}: {item.left} against {item.right}"
    if condition.standing in (Standing.WEAKER, Standing.STRONGER, Standing.OTHER):
        yield from map(_reach, condition.reach)
    beyond = _named_point(condition, condition.beyond)
    if beyond and condition.standing is Standing.OTHER:
        yield f"nor is it necessary: at {beyond} what is needed holds, and the condition does not"


def _reach(item: Reach) -> str:
    """How far a condition reaches with the numbers here, beside what is needed."""
    asked = f"there it asks for {item.quantity} {item.given}, where {item.quantity} {item.needed} is needed"
    if item.opposite:
        return asked
    if item.factor is None or item.factor == 1:
        return f"{asked}: {'enough' if item.enough else 'too weak'}"
    how = "enough, and stricter" if item.enough else "too weak"
    return f"{asked}: {how} by a factor of {_factor(item.factor)}"


def _condition_json(condition: JudgedCondition | None) -> dict[str, Any] | None:
    if condition is None:
        return None
    return {
        "relations": each(condition.here, _SIDES),
        **selected(condition, "standing needed step from=origin fails_at=point? excludes=beyond? "
                              "says_nothing_of=unspoken?"),
        "reach": each(condition.reach, "quantity asked=given needed enough opposite factor"),
    }


def _bound_json(bound: Bound | None) -> dict[str, Any] | None:
    if bound is None:
        return None
    return {**selected(bound, "step factor"), "side": "below" if bound.below else "above",
            **selected(bound, "holds always derived? tighter")}


_STEP = "name rule relation conditions context=where?"
_SUPPORT = "steps same_as=same conditions context=where? needed limits"
_SIDES = "relation latex=relation.latex left? right? holds"


JUDGEMENT = Producer(judgement_document, judgement_json, judgement_table)


def _documents(judgements: tuple[Judgement, ...]) -> Document:
    """Several answers, an empty line between."""
    found = [judgement_document(each) for each in judgements]
    blocks = (block for document in found for block in (TextLine(), *document.blocks))
    return Document.of(tuple(blocks)[1:], notation=next((each.notation for each in found if each.notation), None))


def _tables(judgements: tuple[Judgement, ...]) -> Table:
    """The rows of all."""
    found = [judgement_table(each) for each in judgements]
    return replace(found[0], cells=tuple(row for table in found for row in table.cells))


JUDGEMENTS = Producer(_documents, lambda found: [judgement_json(each) for each in found], _tables)
