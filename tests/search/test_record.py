"""A record of a derivation leads back to what the derivation says."""

import json
from typing import Any

import pytest

from derivations import Derivation, InputError, derive
from derivations.lecture.index import find_claim
from derivations.search.premise import Assumptions
from derivations.search.record import record, recorded

from ..reports import of_every_form, plain


def again(derivation: Derivation) -> Derivation:
    """The derivation by way of its record as JSON."""
    return recorded(json.loads(json.dumps(record(derivation))), derivation.notation)


@pytest.mark.parametrize("name", of_every_form())
def test_every_step_says_the_same(name: str) -> None:
    """Relation, conditions, verdict, and all the words; only what a check needs is left out."""
    claim = find_claim(name)
    derivation = plain(name).derivation
    found = again(derivation)
    assert derivation.notation == claim.notation
    assert [step.to_markdown() for step in (*found.trace, *found.rejects)] == [
        step.to_markdown() for step in (*derivation.trace, *derivation.rejects)
    ]
    for one, other in zip((*found.trace, *found.rejects), (*derivation.trace, *derivation.rejects), strict=True):
        assert (one.relation, one.conditions, one.within) == (other.relation, other.conditions, other.within)
        assert (one.sound, one.inputs, one.unknown) == (other.sound, other.inputs, other.unknown)
        assert one.determines == other.determines
    assert found.result == derivation.result


def test_changed_premises_have_no_record() -> None:
    """What is kept is the claim as it stands."""
    derivation = find_claim("optimal-batch").derive(Assumptions({"roofline": "no-overlap"}))
    with pytest.raises(InputError, match="its own premises"):
        record(derivation)


@pytest.mark.parametrize(
    ("key", "value"),
    [("verdict", ["sure", [], "", {}]), ("verdict", "proven"), ("relation", "B = ("), ("relation", 3), ("name", None)],
)
def test_data_that_is_none_is_refused(key: str, value: Any) -> None:
    """An unknown finding, no verdict at all, a relation that cannot be read, a step without a name."""
    derivation = derive("optimal-batch").derivation
    data = record(derivation)
    step = {**data["trace"][0], key: value}
    if value is None:
        del step[key]
    with pytest.raises((InputError, LookupError, TypeError, ValueError)):
        recorded({**data, "trace": [step]}, derivation.notation)
