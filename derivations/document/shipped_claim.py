"""What is shipped of a claim, held to what the claim comes to, derived and evaluated anew.

That both are the same is kept in the reader's cache: of one file, one row of the ledger, one module of a claim and one
state of what derives and evaluates. The kernel and the finder are no part of it, as certificates are replayed whenever
a file is read.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from derivations.claim.kept_review import keep_review, kept
from derivations.claims.index import module_of
from derivations.proof import cache

if TYPE_CHECKING:
    from derivations.claim.claim import Claim
    from derivations.claim.evaluated_claim import EvaluatedClaim
    from derivations.claim.kept_review import Kept
    from derivations.claim.review import Review
    from derivations.derivation.derivation import Derivation

_AGREEING = cache.Store("agreeing", 400)  # has a text for each file that was held to what its claim comes to
_EVALUATING = ("language", "derivation", "numbers", "sources", "claim", "study")
_OF_ALL_CLAIMS = ("claims/index.py", "claims/spoken.py", "claims/data", "claims/shared")


@dataclass(frozen=True)
class CheckedClaim:
    """A built-in claim derived and evaluated anew, and its review, among whose problems is what is shipped and false.
    """

    evaluated: EvaluatedClaim
    review: Review


def agrees(found: Kept) -> bool:
    """True if what is kept of a built-in claim was held to what the claim comes to before."""
    return _AGREEING.read(_agreement(found)) is not None


def checked_claim(claim: Claim) -> CheckedClaim:
    """A built-in claim derived and evaluated anew, and what is kept of it held to that."""
    from derivations.claim.study import Study
    from derivations.sources.catalog import load_catalog
    from derivations.study.application import apply

    found, derivation = kept(claim), claim.derive()
    evaluated = apply(claim, Study(), load_catalog(), derived=derivation)
    replayed = None if found is None else found.review
    if found is None or replayed is None:
        made = keep_review(claim, derivation, evaluated.derived)
        lies = _lies_in_ledger(evaluated, anew=True)
    else:
        made, lies = replayed, _lies(found, derivation, evaluated)
        if not lies:
            _AGREEING.write(_agreement(found), "true")
    return CheckedClaim(evaluated, replace(made, problems=(*made.problems, *lies)))


def _lies(found: Kept, derivation: Derivation, evaluated: EvaluatedClaim) -> tuple[str, ...]:
    """What is kept of a claim and is not what it comes to."""
    from derivations.study.verdicts import lies_in

    if not found.is_of(derivation):
        return ("what is kept of its steps is not what they come to",)
    return lies_in(found, evaluated) or _lies_in_ledger(evaluated, anew=False)


def _lies_in_ledger(evaluated: EvaluatedClaim, *, anew: bool) -> tuple[str, ...]:
    """What the ledger that is shipped says of a claim, where that is something else than what it comes to.

    Verdicts that take long are computed `anew` where those of the review are not known to be true.
    """
    from derivations.document.kept_ledger import kept_row
    from derivations.document.ledger import ledger_row

    row = kept_row(evaluated.claim)
    if row is None:
        return ()
    with cache.without_stores() if anew else nullcontext():
        true = row == ledger_row(evaluated)
    return () if true else ("what the kept ledger says is not what it comes to",)


def _agreement(found: Kept) -> str:
    """The key under which it is kept that what is kept of a claim is what it comes to."""
    from derivations.document.kept_ledger import kept_row

    own = f"{module_of(found.claim.name).partition('.')[2].replace('.', '/')}.py"
    state = cache.package_digest(*_EVALUATING, *_OF_ALL_CLAIMS, own)
    return cache.digest([found.seal, repr(kept_row(found.claim)), state])
