"""A study applied to a claim: derived anew, every step checked, and evaluated."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Cards, Claim
from derivations.claim.composition import built, reading_scenario, refuse_bare_numbers, uses_cards
from derivations.claim.counts import counts_of
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import Study
from derivations.claims.index import BEYOND
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Assumptions
from derivations.errors import GrammarError, InputError, UnknownNameError, nearest
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.numbers.scenario import Scenario
from derivations.proof.budget import RULE_BUDGET
from derivations.sources.catalog import Catalog

if TYPE_CHECKING:
    from derivations.claim.outline import Outline

_NAME = re.compile(r"[A-Za-z]\w{,39}")
_ALIKE = 0.8  # the part that names have in common where one is the other typed wrong


def apply(
    claim: Claim, study: Study, catalog: Catalog, budget: float = RULE_BUDGET, derived: Derivation | None = None,
    judged: Collection[str] = (),
) -> EvaluatedClaim:
    """A claim with the changes of a study, derived and evaluated.

    `derived` is the derivation of the claim as it stands, where it is known; it serves a study that changes no premise.
    `judged` are names in a formula that is judged next, which may be quantities of the reader's own.

    Numbers of cards and of the claim give way to a value from which they differ, where they stand behind it alone: the
    prices on a list to their ratio. Raises `InputError` or one of its kind for a change that cannot be made, or that
    nothing in the claim uses.
    """
    notation = claim.notation.extended(study.quantities)
    if not study.premises:  # an alternative may bring quantities of its own
        _refuse_unknown_quantities(claim, study, notation)
    refuse_bare_numbers(claim, study.values, starting_scenario(claim, study, catalog))
    study = study.fitted(notation, counts_of(claim))
    if study.several:
        from derivations.study.sweep import refuse_too_many

        refuse_too_many(study.several)
    _ = _scenario(claim, study, catalog)  # a card that there is not is told before anything is derived
    changed = {name: item if isinstance(item, str) else str(relation(item, notation))
               for name, item in study.premises.items()}
    if derived is None or changed or study.quantities:
        try:
            derived = claim.derive(Assumptions(changed, study.quantities), budget)
        except GrammarError as error:
            raise _with_declaration(error, notation) from None
    return seen_through(claim, study, catalog, derived, budget, judged)


def seen_through(
    claim: Claim, study: Study, catalog: Catalog, derived: Derivation, budget: float = RULE_BUDGET,
    judged: Collection[str] = (),
) -> EvaluatedClaim:
    """A derivation of a claim under a study's premises, seen through the numbers of the study; errors as in `apply`."""
    scenario = _scenario(claim, study, catalog)
    _refuse_unknown_quantities(claim, study, derived.notation)
    study = study.fitted(derived.notation, counts_of(claim))
    evaluated = EvaluatedClaim(
        claim, derived, scenario.with_values(study.first), built(claim, catalog), catalog, study.first, budget,
        study,
    )
    _refuse_unused(evaluated, judged)
    evaluated = evaluated.without_made()
    try:
        _ = evaluated.evaluation  # values that disagree are refused here, and not when somebody looks
    except InputError:
        if not evaluated.given:
            raise
        from derivations.study.giving_way import as_given

        return as_given(evaluated, wholly=True)
    return evaluated


def _scenario(claim: Claim, study: Study, catalog: Catalog) -> Scenario:
    """The starting scenario of a study without the values that it leaves out."""
    scenario = starting_scenario(claim, study, catalog)
    for name in study.without:
        if name not in scenario.values:
            raise UnknownNameError("value", name, scenario.values, where="to leave out")
        if name in study.values:
            raise InputError(f"{name} is left out and given: give one or the other")
    return scenario.without(study.without)


def starting_scenario(claim: Claim, study: Study, catalog: Catalog) -> Scenario:
    """The scenario that a study starts from, before it leaves values out: that of its cards, or the lecturer's own.

    Raises `InputError` or one of its kind for cards that the claim cannot use.
    """
    if study.as_said:
        known = [reading.name for reading in claim.readings]
        if claim.name in BEYOND and AS_SAID not in known:  # which nobody said: it is no slip in a name
            raise InputError(f"{claim.name} is beyond the lecture, so that there are no numbers as said: "
                             f"leave that out, or see its readings ({', '.join(known) or 'none'})")
        return reading_scenario(claim.reading(AS_SAID), claim, catalog)
    cards = study.cards
    scenario = built(claim, catalog, cards.accelerator, cards.model,
                     compute=cards.compute, weights=cards.weights, cache=cards.cache)
    if cards != Cards() and not uses_cards(claim):
        raise InputError(
            f"{claim.name} takes nothing from cards of accelerators and models: leave out cards and formats")
    return scenario


def _refuse_unknown_quantities(claim: Claim, study: Study, notation: Notation) -> None:
    """Raise for a value of a quantity that there is not."""
    for name in study.values:
        refuse_unknown_quantity(claim, name, notation)


def refuse_unknown_quantity(claim: Claim, name: str, notation: Notation) -> None:
    """Raise `InputError` or one of its kind for a quantity that there is not.

    Which premise would bring it is said, and what a step is about whose name it is.
    """
    if name in notation:
        return
    from derivations.claim.outline import outline

    drawn = outline(claim)
    bringing = [f"--assume {premise.name}={item.name}" for premise, item in drawn.alternatives
                if any(quantity.name == name for quantity in item.quantities)]
    if bringing:
        raise InputError(f"{name} comes with another premise: give {' or '.join(bringing)}, too")
    known, meant = (*notation.names, *sorted(drawn.in_reach)), notation.meant(name)
    if name in drawn.steps and not meant:
        kind, left = "premise" if name in drawn.premises else "step", drawn.steps[name]
        about = f"; it is about {left}" if left else ""
        raise InputError(f"{name} is a {kind} of {claim.name}, and no quantity{about}")
    near = UnknownNameError("quantity", name, known, meant=meant).suggestions
    own = _NAME.fullmatch(name) and not meant and not _is_slip(name, near)
    otherwise = _of_ones_own(name, near, drawn) if own else ""
    raise UnknownNameError("quantity", name, known, meant=meant, otherwise=otherwise)


def _with_declaration(error: GrammarError, notation: Notation) -> GrammarError:
    """The error of a changed premise; of a quantity that there is not, with how one of the reader's own is declared."""
    found = _NAME.match(error.text, error.column - 1)
    if "unknown quantity" not in str(error) or found is None:
        return error
    name = found[0]
    if notation.meant(name) or _is_slip(name, nearest(name, notation.names)):
        return error
    message = str(error).rpartition(" (column ")[0]
    then = " One" if message.endswith("?") else "; one"
    declared = f'{message}{then} of your own is declared by --symbol "{name} [UNIT] MEANING"'
    return GrammarError(declared, error.text, error.column)


def _is_slip(name: str, suggestions: Sequence[str]) -> bool:
    """True if a name is most likely one of those, typed wrong."""
    return any(SequenceMatcher(None, name, other).ratio() >= _ALIKE for other in suggestions)


def _of_ones_own(name: str, near: Sequence[str], drawn: Outline) -> str:
    """How a quantity of the reader's own comes in: by a premise that reads it, as that of the nearest name."""
    premises = {premise.name: drawn.steps.get(premise.name, "") for premise in drawn.taken}
    place = next((f'{premise}="{left} = ..."' for premise, left in premises.items() if left and left in near), "")
    example = place or 'PREMISE="..."'
    return (f'One of your own needs a premise that reads it: --symbol "{name} [UNIT] MEANING" --assume {example}; '
            f"derive premises {drawn.claim.name} lists them")


def _refuse_unused(evaluated: EvaluatedClaim, judged: Collection[str]) -> None:
    """Raise for a value that no step uses, which would be passed over in silence; a symbol may be for a judgement."""
    names = evaluated.derivation.names
    for name in (*evaluated.given, *evaluated.study.without):
        if name not in names:
            own = any(quantity.name == name for quantity in evaluated.study.quantities)
            if own and name in judged:
                continue
            how = ': a premise that reads it is given by --assume PREMISE="..."' if own else ""
            raise InputError(f"nothing in {evaluated.claim.name} uses {name}{how}")
