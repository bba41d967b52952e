"""What stands beside the relation of a stored step, and is no word: it must be what its rule would have put there."""

from __future__ import annotations

from derivations.engine.condition import holds_everywhere
from derivations.engine.derivation import Derivation
from derivations.engine.fresh import BELIEVED, bound_index, named_anew
from derivations.engine.rules import (
    Differentiate,
    Independence,
    Induction,
    Instance,
    Limit,
    Minimise,
    Reject,
    Rewrite,
    Split,
    State,
)
from derivations.engine.step import Step


def beside(step: Step, derivation: Derivation) -> str:
    """What is wrong with it, in a few words; empty where nothing is."""
    return _left_over(step) or _untold(step) or _misnamed(step, derivation) or _misplaced(step, derivation)


def is_branch(name: str, derivation: Derivation) -> bool:
    """True for one of several solutions, which are named after the step that leaves the choice open."""
    parent, _, place = name.rpartition("-")
    if not place.isdigit() or parent not in derivation or derivation[name].rule != "solve":
        return False
    return derivation[parent].rule == "solve" and derivation[parent].relation is None


def _left_over(step: Step) -> str:
    """Fields that are empty for a step of this rule, or say what its options say."""
    stated = str(step.applied.statement) if isinstance(step.applied, Reject) else ""
    if step.statement != stated:
        return "another statement"
    if step.fell_back and step.rule != "rewrite":
        return "no form was given up"
    if step.replaces and step.rule != "take":
        return "it replaces nothing"
    if step.rule in BELIEVED and (step.obligations or step.unknown):
        return "what is believed rests on nothing"
    noted = (Limit, Independence, Induction, Instance, Differentiate, Minimise)
    if isinstance(step.applied, noted) and step.relation is not None:
        return "" if step.note == step.applied.note else "another note"  # without it the relation says something else
    return ""


def _untold(step: Step) -> str:
    """A relation or a regime that is not the one which the rule was told to write."""
    rule = step.applied
    if step.relation is None or step.fell_back:
        return ""
    if isinstance(rule, Rewrite) and rule.condition is not None:
        known = rule.condition in step.conditions or holds_everywhere(rule.condition)
        if not known:
            return f"it was to hold if {rule.condition}"
    wanted = rule.form if isinstance(rule, Rewrite) else rule.fact if isinstance(rule, State) else step.relation
    if step.relation != wanted:
        return f"{wanted} was to be shown"
    if isinstance(rule, Split) and step.name not in rule.labels:
        return "no regime of that name was asked for"
    return ""


def _misnamed(step: Step, derivation: Derivation) -> str:
    if step.applied is None or step not in derivation.trace:
        return ""
    if step.relation is None:
        return ""
    earlier, used = derivation.trace[: step.number - 1], [derivation[name] for name in step.inputs]
    return named_anew(step.applied, earlier) or bound_index(step.applied, earlier, used)


def _misplaced(step: Step, derivation: Derivation) -> str:
    """What is wrong with what a step supposes: it drops a branch, or rests on two of one solution."""
    if step.rule == "isolate":
        return "other suppositions" if step.within else ""
    carried = tuple(dict.fromkeys(name for each in step.inputs for name in derivation[each].within))
    alone = step.rule == "boundary" or (step.rule == "solve" and is_branch(step.name, derivation))
    if step.within != (*carried, *((step.name,) if alone else ())):
        return "other suppositions"
    parents = [name.rpartition("-")[0] for name in carried if is_branch(name, derivation)]
    if step.verdict.holds and len(set(parents)) < len(parents):
        return "two branches of one solution among what it rests on"
    return ""
