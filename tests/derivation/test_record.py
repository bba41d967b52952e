"""A record of a derivation leads back to what the derivation says."""

import json
from dataclasses import replace
from typing import Any

import pytest

from derivations import Claim, Derivation, InputError
from derivations.claims.index import find_claim
from derivations.derivation.premise import Assumptions
from derivations.derivation.record import record, recorded

from ..reports import of_every_form, plain


def again(claim: Claim, derivation: Derivation) -> Derivation:
    """The derivation by way of its record as JSON."""
    return recorded(json.loads(json.dumps(record(derivation, claim.script))), claim.script)


@pytest.mark.parametrize("name", of_every_form())
def test_every_step_says_the_same(name: str) -> None:
    """Relation, conditions, verdict, and all the words; only what a check needs is left out."""
    claim = find_claim(name)
    derivation = plain(name).derivation
    found = again(claim, derivation)
    assert derivation.notation == claim.notation
    assert [step.to_markdown() for step in (*found.trace, *found.rejects)] == [
        step.to_markdown() for step in (*derivation.trace, *derivation.rejects)
    ]
    for one, other in zip((*found.trace, *found.rejects), (*derivation.trace, *derivation.rejects), strict=True):
        assert (one.relation, one.conditions, one.context) == (other.relation, other.conditions, other.context)
        assert (one.sound, one.inputs, one.unknown) == (other.sound, other.inputs, other.unknown)
        assert one.determines == other.determines
    assert found.result == derivation.result


def test_changed_premises_have_no_record() -> None:
    """What is kept is the claim as it stands."""
    claim = find_claim("optimal-batch")
    derivation = claim.derive(Assumptions({"roofline": "no-overlap"}))
    with pytest.raises(InputError, match="its own premises"):
        record(derivation, claim.script)


def test_prose_is_the_claims_and_not_the_records() -> None:
    """A reason in other words is told in these words."""
    claim = find_claim("optimal-batch")
    data = record(plain("optimal-batch").derivation, claim.script)
    assert "because" not in json.dumps(data)
    assert "statement" not in json.dumps(data)
    calls = tuple(replace(call, because="as it should be") if call.name == "batch" else call
                  for call in claim.script.calls)
    assert recorded(data, replace(claim.script, calls=calls))["batch"].because == "as it should be"


@pytest.mark.long
def test_a_reason_that_the_engine_gives_is_recorded() -> None:
    """Of steps that it takes itself, it is in no claim."""
    own = record(plain("cheapest-training").derivation, find_claim("cheapest-training").script)
    assert any(step.get("because") == "put back: these solve it" for step in own["trace"])


def test_a_record_cannot_speak_for_the_claim() -> None:
    """Words in a file beside a step of the argument's own are not read."""
    claim = find_claim("optimal-batch")
    data = record(plain("optimal-batch").derivation, claim.script)
    trace = [{**each, "because": "proven by everybody", "source": "nobody"} for each in data["trace"]]
    found = recorded({**data, "trace": trace}, claim.script)
    assert [(step.because, step.source) for step in found.trace] == [
        (step.because, step.source) for step in plain("optimal-batch").derivation.trace]


@pytest.mark.parametrize(
    ("step", "relation"), [("arithmetic-time", "t_c = 2*phi*n*B*N_active/C"), ("ridge", "r = 2*(C/W)*(b_w/phi)")]
)
def test_a_record_with_other_premises_or_definitions_is_refused(step: str, relation: str) -> None:
    """It would be a proof from something else."""
    claim = find_claim("optimal-batch")
    data = record(plain("optimal-batch").derivation, claim.script)
    trace = [{**each, "relation": relation} if each["name"] == step else each for each in data["trace"]]
    with pytest.raises(InputError, match="other premises"):
        recorded({**data, "trace": trace}, claim.script)


def test_a_record_that_rejects_something_else_is_refused() -> None:
    claim = find_claim("optimal-batch")
    data = record(plain("optimal-batch").derivation, claim.script)
    with pytest.raises(InputError, match="rejects other"):
        recorded({**data, "rejects": data["rejects"][1:]}, claim.script)


@pytest.mark.parametrize(
    ("key", "value"),
    [("verdict", ["sure", [], "", {}]), ("verdict", "proven"), ("relation", "B = ("), ("relation", 3), ("name", None)],
)
def test_data_that_is_none_is_refused(key: str, value: Any) -> None:
    """An unknown finding, no verdict at all, a relation that cannot be read, a step without a name."""
    claim = find_claim("optimal-batch")
    data = record(plain("optimal-batch").derivation, claim.script)
    step = {**data["trace"][0], key: value}
    if value is None:
        del step[key]
    with pytest.raises((InputError, LookupError, TypeError, ValueError)):
        recorded({**data, "trace": [step]}, claim.script)
