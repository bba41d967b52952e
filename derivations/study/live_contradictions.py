"""What the numbers that a page moves contradict, as functions of given numbers: the same as sweeps ask of arrays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from derivations.claim.composition import DOMAIN
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.feasibility import BESIDE
from derivations.errors import UndecidedError
from derivations.language.tree import Name, Node, Number, WrittenRelation, names, replace_names
from derivations.numbers.value import Value
from derivations.study.sweep_contradictions import Contradictory, contradictory


@dataclass(frozen=True)
class LiveContradiction:
    """Relations that hold where numbers contradict what is taken, and what is behind them, in the order of need.

    What `binds` contradicts nothing: the result is what it is, but memory holds fewer sequences.
    """

    item: Contradictory
    definitions: Mapping[str, Node]
    given: frozenset[str]
    free: frozenset[str]
    binds: bool = False


def live_contradictions(report: EvaluatedClaim, moving: Collection[str]) -> tuple[LiveContradiction, ...]:
    """What numbers of a claim contradict where some of them move; what rests on an equation's root is left out.

    >>> from derivations import derive
    >>> found = live_contradictions(derive("cache-price"), ["q_write"])
    >>> "surcharge says x_write >= 1" in {each.item.words for each in found}
    True
    """
    evaluation, hidden = report.evaluation, beside_the_letters(report)
    found = []
    binding = _memory_binds(report)
    for item in (*contradictory(report, evaluation, {*moving, *hidden}), *binding):
        sides = [*(side for each in item.relations for side in (each.left, each.right)), *item.sides]
        spoken = {name for side in sides for name in names(side)}
        used = spoken & hidden.keys()
        if any(name not in report.derivation.notation for name in spoken - used):  # of which no card has a number
            continue
        with suppress(UndecidedError):
            chain = evaluation.chain([replace_names(side, dict.fromkeys(used, Number(Fraction(1)))) for side in sides])
            found.append(LiveContradiction(item, dict(chain.definitions), chain.given | used, chain.free - used,
                                           binds=item in binding))
    return tuple(found)


def _memory_binds(report: EvaluatedClaim) -> tuple[Contradictory, ...]:
    """That a batch which is the result is more than memory holds, of a claim that says how many that are."""
    fitting, subject = report.claim.fitting, report.headline.subject_name
    if not fitting or subject not in report.claim.deployment.batch or report.moving is not report.headline:
        return ()
    with suppress(UndecidedError):
        function = report.evaluation.function(report.headline.name)
        more = WrittenRelation(function.formula, ">", Name(fitting))
        some = WrittenRelation(Name(fitting), ">", Number(Fraction(0)))  # else the weights do not fit, which is told
        relations = (*function.conditions, more, some)
        return (Contradictory("it holds", relations, sides=(Name(fitting),)),)
    return ()


def beside_the_letters(report: EvaluatedClaim) -> dict[str, Value]:
    """What cards say of the deployment and the formulas of a claim do without.

    Memory, what a sequence holds of it beside its growing cache, GPUs that cancel, and letters of what is left out.
    """
    evaluation, on_cards = report.evaluation, report.scenario.values
    left_out = (quantity.name for premise in report.leaving_out for item in premise.leaves_out
                for quantity in item.quantities)
    known = {"G": on_cards.get(DOMAIN), **{name: on_cards.get(name) for name in ("M_gpu", *BESIDE, *left_out)}}
    return {name: value for name, value in known.items() if value is not None and name not in evaluation.scenario.values
            and (name not in report.derivation.notation or evaluation.value_of(name) is None)}
