"""Built-in claims, and that of `lecture_balance.py`, derived and evaluated once in each process that runs tests.

What comes of it is frozen data, so that a second time would say the same. A test that puts something else in the place
of a part of the package, which it says by taking `monkeypatch`, derives anew: no key knows what it changed.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from derivations.claim.claim import Claim
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import Study
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Assumptions
from derivations.proof.budget import RULE_BUDGET, budget_of
from derivations.report import Report
from derivations.site import data
from derivations.sources.catalog import Catalog, load_catalog
from derivations.study import application, assumed, evidence, ledger, plan_systems

from .lecture_balance import LECTURE_BALANCE

_apply, _of, _derive = application.apply, Report.of, Claim.derive
_derived: dict[tuple[object, ...], Derivation] = {}
_evaluated: dict[tuple[str, str], EvaluatedClaim] = {}
_reports: dict[int, Report] = {}  # by the identity of what is evaluated, which stays
# rooms in which a derivation itself is under test
_ANEW = ("tests/kernel/", "tests/proof/", "tests/derivation/")


@cache
def _packaged() -> Any:
    return load_catalog().accelerators


@contextmanager
def derived_once() -> Iterator[None]:
    """Within it each such claim is derived once under the same premises, and evaluated once under a study.

    The latter with the packaged cards and the usual budget.
    """
    cards = _packaged()

    def derive(
        claim: Claim, assumptions: Assumptions | None = None, budget: float | None = None, **limits: float
    ) -> Derivation:
        if limits or not _is_shared(claim):
            return _derive(claim, assumptions, budget, **limits)
        own = Assumptions() if assumptions is None else assumptions  # which is false without premises
        key = (claim.name, repr(own.premises), repr(own.quantities), budget_of(budget))
        if key not in _derived:
            _derived[key] = _derive(claim, assumptions, budget)
        return _derived[key]

    def apply(
        claim: Claim, study: Study, catalog: Catalog, budget: float = RULE_BUDGET, derived: Derivation | None = None,
        judged: Collection[str] = (),
    ) -> EvaluatedClaim:
        usual = budget == RULE_BUDGET and catalog.accelerators is cards and catalog.kept is None and derived is None
        if not usual or not _is_shared(claim) or study.quantities:
            return _apply(claim, study, catalog, budget, derived, judged)
        key = (claim.name, repr(study))
        if key not in _evaluated:
            _evaluated[key] = found = _apply(claim, study, catalog)
            _reports[id(found)] = _of(found)
        return _evaluated[key]

    def of(_: type[Report], evaluated: EvaluatedClaim) -> Report:
        return _reports.get(id(evaluated)) or _of(evaluated)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Claim, "derive", derive)
        patch.setattr(application, "apply", apply)
        for module in (assumed, data, ledger, evidence, plan_systems):
            patch.setattr(module, "apply", apply)
        patch.setattr(Report, "of", classmethod(of))
        yield


def _is_shared(claim: Claim) -> bool:
    return claim is LECTURE_BALANCE or (claim.name in CLAIMS and claim is find_claim(claim.name))


def takes_it(item: Any) -> bool:
    """True of a test for which it does not matter that a claim was derived before."""
    function = getattr(item, "function", None)
    patches = function is not None and "monkeypatch" in function.__code__.co_varnames[:function.__code__.co_argcount]
    return not patches and not item.nodeid.startswith(_ANEW)
