"""The live part of a page: a claim's result as JavaScript with sliders and cards, from the relations that are proven.

Everything is in base units. What only numbers solve is found by bisection of the relation that the engine solves.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from derivations.claim.composition import CARD_UNITS, card_values, widest
from derivations.claim.counts import comes_whole
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.whole_numbers import MOST_WHOLE
from derivations.errors import DerivationsError, InputError
from derivations.export.call import study_for_script
from derivations.language.printing.javascript import comparison_javascript, to_javascript
from derivations.language.printing.text import relation_text, to_text
from derivations.language.quantity import Quantity
from derivations.language.relation import FAILS_IN_WORDS
from derivations.language.tree import Node, WrittenRelation, names
from derivations.language.unit import parse_unit
from derivations.numbers.definitions import defining_steps
from derivations.numbers.format import Layout, layout_of, unit_in_words
from derivations.numbers.value import Value
from derivations.sources.card import Accelerator, Model
from derivations.sources.catalog import Catalog
from derivations.study.live_contradictions import LiveContradiction, beside_the_letters, live_contradictions
from derivations.study.live_function import LiveFunction, LiveRoot, LiveWhole, live_function, live_whole

_TINY = Fraction(1, 1000)
_FARTHER = 10  # how far a slider goes to either side where the claim says nothing
_LOGARITHMIC = 20  # from the least to the greatest, beyond which a slider is logarithmic
_CACHES = ("bf16", "fp8")
_OF_CHIP = ("C_gpu", "C_attn_gpu", "x_attn", "W_gpu", "M_gpu", "G", "W_up", "W_out", "b_w", "b_act")


@dataclass(frozen=True)
class _Option:
    """A card in a number format, and the values that it brings."""

    name: str
    title: str
    values: Mapping[str, float]


def live_data(report: EvaluatedClaim) -> dict[str, Any]:
    """The functions, values and choices of what a claim's page moves; empty where nothing moves, or no script can."""
    step = report.moving
    try:
        function = live_function(report)
        line = report.numbers(step.name)
        hidden = beside_the_letters(report)
        values = {**report.evaluation.scenario.values, **hidden}
        given = [name for name in report.derivation.notation.order if name in function.given]
        if step.relation is None or line.value is None or not given:
            return {}
        program = _program(report, function)
    except DerivationsError:
        return {}
    notation = report.derivation.notation
    own = (Quantity(name, CARD_UNITS[name], value.meaning or name) for name, value in hidden.items())
    notation = notation.extended(tuple(each for each in own if each.name not in notation))
    whole = live_whole(report)
    moving = {name for name, value in values.items() if name in function.given or _is_from_card(value)}
    broken = _broken(report, live_contradictions(report, moving))
    # they move nothing of the result
    beside = frozenset(name for item in broken for name in item["given"]) | (
        frozenset[str]() if whole is None else whole.given)
    beside -= function.given
    choices = _choices(report, values, given, beside)
    by_card = {name for choice in choices.values() for option in choice["options"] for name in option["values"]}
    tied = defining_steps(report.derivation)  # by premises to numbers that are given, too
    movable = {*by_card, *report.claim.defaults, *report.claim.ranges} - tied.keys() - beside
    left = step.relation.written_left
    return {
        "claim": report.claim.name,
        "command": command(report),
        "step": "" if step is report.headline else step.name,
        **program,
        "outside": report.claim.outside,
        "broken": broken,
        "result": {
            "name": left, "sign": step.relation.written.operator, "text": line.result,
            **(_measure(notation[left]) if left in notation else {}),
            "layout": layout_data(layout_of(line.dimension, line.told_unit)),
        },
        "letters": {
            name: {**_measure(notation[name], values[name]), "value": float(values[name].number),
                   "by_card": name in by_card, "moves": name in movable, "at_most": notation[name].at_most or "",
                   **reach(report, notation[name], values[name])}
            for name in notation.order if name in function.given or name in beside
        },
        "choices": choices,
        "over": _over(report, function, given, by_card),
        **({"study": study} if (study := study_for_script(report)) else {}),
        **({} if whole is None else _whole(report, whole)),
    }


def _program(report: EvaluatedClaim, function: LiveFunction) -> dict[str, Any]:
    """A function as JavaScript, formula, what is behind it, and conditions; raises `InputError` where it has none.
    """
    return {
        "formula": to_javascript(function.formula),
        "definitions": [[name, _definition(name, item)] for name, item in function.definitions.items()],
        "free": sorted(function.free),
        "roots": [{"name": name, "between": root.between} for name, root in function.roots.items()],
        "conditions": [_condition(report, condition, sized=condition not in function.as_ratio)
                       for condition in function.conditions],
    }


def _broken(report: EvaluatedClaim, found: Iterable[LiveContradiction]) -> list[dict[str, Any]]:
    """What numbers break: its words, and the code that says whether they do, and of a premise with which numbers."""
    told = []
    for each in found:
        item, notation = each.item, report.derivation.notation
        texts = [to_text(side) for side in item.sides]
        named = next((text for text in texts if text in notation), "")
        with suppress(InputError):  # what JavaScript has no numbers for
            behind = [f"v.{name} = 1;" for name in sorted(each.free)]
            behind += [f"v.{name} = {to_javascript(tree)};" for name, tree in each.definitions.items()]
            holds = " && ".join(f"({comparison_javascript(relation)})" for relation in item.relations)
            sides = ", ".join(map(to_javascript, item.sides))
            told.append({
                "words": item.words, "step": item.step, "names": texts, "given": sorted(each.given),
                "binds": each.binds, "layout": _measure(notation[named])["layout"] if named else None,
                "code": f"given => {{ const v = {{...given}}; {' '.join(behind)} return {holds} ? [{sides}] : null; }}",
            })
    return told


def _whole(report: EvaluatedClaim, whole: LiveWhole) -> dict[str, Any]:
    """What the whole numbers beside the result are found from, under `whole`; empty where no script can find them."""
    function, source, quantity = whole.function, whole.basis.source, whole.basis.quantity
    assert source.relation is not None
    of = report.derivation.notation[source.subject_name]
    try:
        return {"whole": {
            "quantity": {"name": quantity.name, **_measure(quantity)},
            "operator": whole.operator,
            "rounded": whole.basis.rounded,
            "most": MOST_WHOLE,
            **_program(report, function),
            "result": {"name": of.name, "sign": source.relation.operator, **_measure(of)},
        }}
    except DerivationsError:
        return {}


def command(report: EvaluatedClaim) -> str:
    """The command that tells what the page of a claim moves."""
    name, step = report.claim.name, report.moving
    return f"derive show {name}" if step is report.headline else f"derive why {step.name} --claim {name}"


def still_because(report: EvaluatedClaim) -> str:
    """Why a result has no sliders, in a sentence; empty where `live_data` has something to move."""
    try:
        given = live_function(report).given
    except DerivationsError as error:
        return (f"No sliders here: {error}. `derive show {report.claim.name} --set NAME=VALUE` "
                "gives the result at other numbers.")
    return "" if given else "No sliders here: the result is the same for all numbers that the premises allow."


def roots_told(report: EvaluatedClaim) -> tuple[dict[str, str], ...]:
    """Of each quantity behind the result that is found by bisection its name, the equation it solves, and how."""
    try:
        roots = live_function(report).roots
    except DerivationsError:
        return ()
    return tuple(
        {
            "name": name, "relation": relation_text(root.equation),
            "how": f"bisected from {' to '.join(root.between)}; " + (
                "the difference of the two sides only rises, or only falls, so there is at most one root" if root.once
                else "a second root is searched for but not excluded, and with two roots there is no number"),
        }
        for name, root in roots.items()
    )


def _definition(name: str, item: Node | LiveRoot) -> str:
    """The JavaScript of what is behind a result; that of a root looks for it."""
    if not isinstance(item, LiveRoot):
        return to_javascript(item)
    left, right = (to_javascript(side) for side in item.sides)
    once = json.dumps(item.once)
    return f"root(v, {json.dumps(name)}, v => ({left})-({right}), {item.low!r}, {item.high!r}, {once})"


def _over(
    report: EvaluatedClaim, function: LiveFunction, given: Sequence[str], by_card: Collection[str]
) -> str:
    """The quantity that the picture is over: the one that the claim names, or else the first that moves the result.

    Those come first that conditions rest on, then those with a range, the batch, other numbers of the claim, and those
    of cards. Over what only a condition rests on the picture would be a level line.
    """
    claim = report.claim
    if claim.over in given:
        return claim.over
    moving = [name for name in given if name in function.behind_formula] or given
    open_ = [name for name in moving if name in claim.defaults or name in claim.ranges]
    named = {name for condition in report.moving.conditions
             for side in (condition.written.left, condition.written.right) for name in names(side)}
    first: Sequence[Collection[str]] = (named, claim.ranges, claim.deployment.batch, open_)
    return next((name for among in first for name in open_ if name in among),
                next((name for name in moving if name in by_card), moving[0]))


def _measure(quantity: Quantity, value: Value | None = None) -> dict[str, Any]:
    """The meaning of a quantity, its unit and how that is written, and what its numbers may be.

    The unit is that of its value where its own would leave a tiny number, as dollars per token.
    """
    unit = quantity.unit
    counted = layout_of(quantity.dimension, unit).kind == "count"
    if value is not None and counted and 0 < abs(value.in_unit(unit)) < _TINY:
        unit = value.unit
    return {
        "meaning": quantity.called, "unit": unit,
        "factor": float(parse_unit(unit).factor),
        "layout": layout_data(layout_of(quantity.dimension, unit)),
        "limits": [[operator, float(bound)] for operator, bound in quantity.range.limits],
        "whole": quantity.range.whole,
    }


def layout_data(layout: Layout) -> dict[str, Any]:
    """The way in which numbers of a unit are written, for the script.

    In words, `said` is the unit of one and of several, and `after` what stands behind a prefix.
    """
    one, many = (unit_in_words(layout.unit, one=one) for one in (True, False))
    return {**asdict(layout), "size": float(layout.size), "said": [one, many], "after": unit_in_words(layout.short)}


def _condition(report: EvaluatedClaim, condition: WrittenRelation, *, sized: bool) -> dict[str, Any]:
    """A condition: when it holds, and what is told of its sides where it does not; not `sized` have no numbers."""
    notation = report.derivation.notation
    sides = [(to_text(side), to_javascript(side)) for side in (condition.left, condition.right)]
    named = next((text for text, _ in sides if text in notation), "")
    layout = _measure(notation[named])["layout"] if named and sized else None
    return {
        "holds": comparison_javascript(condition),
        "sides": sides,
        "layout": layout,
        "fails": FAILS_IN_WORDS[condition.operator],
    }


def reach(report: EvaluatedClaim, quantity: Quantity, value: Value) -> dict[str, Any]:
    """The ends of a quantity's slider: the range that the claim has for it, or some way to either side of its value."""
    between = report.claim.ranges.get(quantity.name)
    here = value.number
    if between is not None:
        low, high = (end.number for end in between.read())
    else:
        low, high = here / _FARTHER, here * _FARTHER
    low, high = min(low, here), max(high, here)
    if not high:  # nothing but zero is known of it
        high = quantity.parsed_unit.factor * Fraction(10) ** 4
    domain = quantity.range
    if here >= 1 and comes_whole(report.claim, quantity):  # half a GPU or sequence is none
        low = max(low, Fraction(1))
    if domain.whole:
        low, high = max(Fraction(low.numerator // low.denominator), Fraction(0)), Fraction(-(-high // 1))
        low = low if domain.contains(low) else Fraction(1)
    if any(operator in ("<", "<=") for operator, _ in domain.limits):
        high = min([high, *(Fraction(bound) for operator, bound in domain.limits if operator in ("<", "<="))])
    logarithmic = low > 0 and high > _LOGARITHMIC * low
    return {"low": float(low), "high": float(high), "logarithmic": logarithmic}


def _choices(
    report: EvaluatedClaim, values: Mapping[str, Value], given: Sequence[str], beside: Collection[str]
) -> dict[str, Any]:
    """Accelerators, models and number formats with the values that each brings, as far as the result rests on them.

    Of what only the whole numbers `beside` it rest on a card may have no value.
    """
    catalog = report.catalog
    chosen: dict[str, Any] = {}
    for kind, label, options in (
        ("accelerator", "Accelerator", _accelerators(catalog)), ("model", "Model", _models(catalog)),
    ):
        cards = list(options)
        kept: list[_Option] = []
        for name, title, own in cards:
            fitting = {letter: float(own[letter].number) for letter in own if _from_card(values, letter, given)}
            kept.append(_Option(name, title, fitting))
        most = {letter for option in kept for letter in option.values}
        kept = [option for option in kept if most and option.values.keys() == most]
        alike = [option for option in kept if all(
            float(values[letter].number) == number for letter, number in option.values.items())]
        formats = [option for option in alike if _as_titled(option) in report.scenario.title]
        now = next((option.name for option in (*formats, *alike)), "")
        further = sorted({letter for _, _, own in cards for letter in own if _from_card(values, letter, beside)})
        if len(kept) > 1 and now:
            brought = {name: {letter: float(own[letter].number) if letter in own else None for letter in further}
                       for name, _, own in cards}
            told = [{**asdict(option), "values": {**option.values, **brought[option.name]}} for option in kept]
            chosen[kind] = {"label": label, "now": now, "options": told}
    return chosen


def _as_titled(option: _Option) -> str:
    """The card with its format as the title of a scenario has them, as in "NVIDIA H200 SXM (fp8"."""
    return f"{option.title.partition(',')[0]} ({option.name.rpartition(' ')[2]}"


def _from_card(values: Mapping[str, Value], letter: str, given: Collection[str]) -> bool:
    """True for a letter of the result whose value in the scenario is a card's, or a number format's."""
    return letter in given and _is_from_card(values[letter])


def _is_from_card(value: Value) -> bool:
    return value.origin.startswith(("card ", "format "))


_Options = Iterator[tuple[str, str, Mapping[str, Value]]]


def _accelerators(catalog: Catalog) -> _Options:
    """Every accelerator in each of its formats, for arithmetic and weights."""
    model = next(iter(catalog.models.values()))
    for chip in catalog.accelerators.values():
        for form in chip.compute or (widest(chip),):
            yield f"{chip.name} {form}", f"{chip.title}, {form}", _of_chip(chip, model, form)


def _of_chip(chip: Accelerator, model: Model, form: str) -> Mapping[str, Value]:
    own = card_values(chip, model, form, form, _CACHES[0])
    return {name: own[name] for name in _OF_CHIP if name in own}


def _models(catalog: Catalog) -> _Options:
    """Every model with its KV cache in each format."""
    chip = next(iter(catalog.accelerators.values()))
    form = widest(chip)
    hardware = _of_chip(chip, next(iter(catalog.models.values())), form)
    for model in catalog.models.values():
        for cache in _CACHES:
            own = card_values(chip, model, form, form, cache)
            yield f"{model.name} {cache}", f"{model.title}, cache {cache}", {
                name: value for name, value in own.items() if name not in hardware and name != "phi"
            }


def live_script(data: Mapping[str, Any]) -> str:
    """The functions and data as a script; nothing in it is text of a reader's."""
    plain = {**_without_code(data), "choices": {kind: _in_rows(choice) for kind, choice in data["choices"].items()}}
    if "whole" in data:
        plain["whole"] = _without_code(data["whole"])
    text = json.dumps(plain, ensure_ascii=False).replace("<", "\\u003c")
    whole = f"\nLIVE.whole.functions = {_functions(data['whole'])};" if "whole" in data else ""
    broken = ", ".join(item["code"] for item in data["broken"])
    return f"const LIVE = {text};\nLIVE.functions = {_functions(data)};{whole}\nLIVE.breaks = [{broken}];"


def _in_rows(choice: Mapping[str, Any]) -> dict[str, Any]:
    """A choice with the letters of its options said once, and each option as name, title and their numbers."""
    letters = list(choice["options"][0]["values"])
    rows = [[option["name"], option["title"], *map(option["values"].__getitem__, letters)]
            for option in choice["options"]]
    return {**choice, "letters": letters, "options": rows}


def _without_code(data: Mapping[str, Any]) -> dict[str, Any]:
    """What is no function."""
    plain = {key: value for key, value in data.items() if key not in ("formula", "definitions")}
    if "broken" in data:
        plain["broken"] = [{key: value for key, value in item.items() if key != "code"} for item in data["broken"]]
    plain["conditions"] = [
        {"names": [text for text, _ in item["sides"]], "layout": item["layout"], "fails": item["fails"]}
        for item in data["conditions"]
    ]
    return plain


def _functions(data: Mapping[str, Any]) -> str:
    """The functions of a formula: what is behind it, its conditions, and what it comes to."""
    functions = ", ".join(f"{json.dumps(name)}: v => {code}" for name, code in data["definitions"])
    conditions = ", ".join(
        f"{{holds: v => {item['holds']}, sides: [{', '.join(f'v => {code}' for _, code in item['sides'])}]}}"
        for item in data["conditions"]
    )
    return f"{{definitions: {{{functions}}}, conditions: [{conditions}], result: v => {data['formula']}}}"
