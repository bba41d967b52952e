"""What every later derivation of a notebook assumes, unless it says otherwise itself: one study, in one variable.

Threads and tasks each have their own, so that what one assumes is not assumed of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar, Token
from dataclasses import dataclass, field, replace
from pathlib import Path

from derivations.claim.claim import Cards, Claim
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.outline import outline
from derivations.claim.study import Study
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.premise import Assumptions
from derivations.errors import InputError
from derivations.language.relation import relation_source
from derivations.proof.budget import RULE_BUDGET
from derivations.sources.catalog import Catalog, load_catalog
from derivations.study.application import apply
from derivations.study.ledger import fitted_study, in_use, refuse_several, refuse_unconcerned, study_for


@dataclass(frozen=True)
class Assumed:
    """A study that later derivations start from, and files of cards beside the packaged ones; `file` has the study."""

    study: Study = field(default_factory=Study)
    cards: tuple[Path, ...] = ()
    file: str = ""

    @property
    def catalog(self) -> Catalog:
        """The packaged cards, and those of the files."""
        return load_catalog(*self.cards)


_ASSUMED: ContextVar[Assumed] = ContextVar("assumed", default=Assumed())  # noqa: B039 -- frozen


def assumed() -> Assumed:
    """What is assumed now."""
    return _ASSUMED.get()


def assume(study: Study, cards: Sequence[Path] = (), file: str = "") -> tuple[Assumed, Token[Assumed]]:
    """Let later derivations start from a study; with the token the one before is assumed again.

    Raises `InputError` or one of its kind for several values of a quantity, a card that there is not, and a part of the
    study that concerns no claim.
    """
    refuse_several(study)
    new = Assumed(study, tuple(cards), file)
    if study:
        chosen = study.cards
        for name, look_up in ((chosen.accelerator, new.catalog.accelerator), (chosen.model, new.catalog.model)):
            if name:
                look_up(name)
        claims = [find_claim(name) for name in CLAIMS]
        new = replace(new, study=fitted_study(study, claims))
        refuse_unconcerned(new.study, claims)
        for name, item in new.study.premises.items():
            _refuse_unreadable(name, relation_source(item), new.study, claims)
    return new, _ASSUMED.set(new)


def _refuse_unreadable(name: str, text: str, study: Study, claims: Sequence[Claim]) -> None:
    """Raise what the first claim with a premise of that name says of its new text, unless one can read it."""
    first: InputError | None = None
    for claim in claims:
        for premise in dict.fromkeys(outline(claim).taken):
            if premise.name == name:
                try:
                    wider = claim.notation.extended(study.quantities)
                    Assumptions({name: text}, study.quantities).apply(premise, wider)
                except InputError as error:
                    first = first or error
                else:
                    return
    if first is not None:
        raise first


def forget(token: Token[Assumed]) -> None:
    """Assume again what was assumed before."""
    _ASSUMED.reset(token)


def applied(claim: Claim, own: Study, catalog: Catalog, budget: float = RULE_BUDGET) -> EvaluatedClaim:
    """A claim with changes of its own, and with what is assumed where they say nothing.

    Of what is assumed only what concerns the claim counts, and beside the lecturer's own numbers no other. Raises as
    `apply` does.
    """
    study = assumed().study
    if not study:
        return apply(claim, own, catalog, budget)
    part, _ = study_for(claim, study).yielding_to(own)
    if own.as_said:
        part = replace(part, cards=Cards(), values={}, without=())
    try:
        return apply(claim, part.joined(own), catalog, budget)
    except InputError:
        kept = in_use(claim, part, catalog, budget, own)
        if kept == part:
            raise
    return apply(claim, kept.joined(own), catalog, budget)
