"""A study applied to a claim: derived anew, every step checked, and evaluated."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.claim.claim import AS_SAID, Cards, Claim
from derivations.claim.composition import built, reading_scenario, uses_cards
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import Study
from derivations.errors import InputError, UnknownNameError
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.numbers.scenario import Scenario, check_value
from derivations.search.premise import Assumptions
from derivations.search.time_limit import RULE_SECONDS
from derivations.sources.catalog import Catalog
from derivations.study.sweep import refuse_too_many


def apply(claim: Claim, study: Study, catalog: Catalog, time_limit: float = RULE_SECONDS) -> EvaluatedClaim:
    """A claim with the changes of a study, derived and evaluated.

    Raises `InputError` or one of its kind for a change that cannot be made, or that nothing in the claim uses.
    """
    if study.several:
        refuse_too_many(study.several)
    notation = claim.notation.extended(study.quantities)
    # an alternative may bring quantities of its own
    _check_values(study, [name for name in study.values if name in notation or not study.premises], notation)
    scenario = _scenario(claim, study, catalog)
    changed = {name: item if isinstance(item, str) else str(relation(item, notation))
               for name, item in study.premises.items()}
    derivation = claim.derive(Assumptions(changed, study.quantities), time_limit)
    _check_values(study, [name for name in study.values if name not in notation], derivation.notation)
    account = EvaluatedClaim(
        claim, derivation, scenario.with_values(study.first), built(claim, catalog), catalog, study.first, time_limit,
        study,
    )
    _refuse_unused(account)
    _ = account.evaluation  # values that disagree are refused here, and not when somebody looks
    return account


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
        return reading_scenario(claim.reading(AS_SAID), claim, catalog)
    cards = study.cards
    scenario = built(claim, catalog, cards.accelerator, cards.model,
                     compute=cards.compute, weights=cards.weights, cache=cards.cache)
    if cards != Cards() and not uses_cards(claim):
        raise InputError(f"{claim.name} has no quantity that a card values: leave out cards and formats")
    return scenario


def _check_values(study: Study, names: Iterable[str], notation: Notation) -> None:
    for name in names:
        for value in study.values[name]:
            check_value(notation[name], value)


def _refuse_unused(account: EvaluatedClaim) -> None:
    """Raise for a value that no step uses, which would be passed over in silence; a symbol may be for a judgement."""
    names = account.derivation.names
    for name in (*account.given, *account.study.without):
        if name not in names:
            raise InputError(f"nothing in {account.claim.name} uses {name}")
