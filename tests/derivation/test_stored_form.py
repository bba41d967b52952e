"""What is stored of a derivation beside its script leads back to what the derivation says, and to what is replayed."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from derivations import Claim, InputError
from derivations.claims.index import find_claim
from derivations.derivation.premise import Assumptions
from derivations.derivation.stored_form import restored_beside, stored_beside
from derivations.derivation.trace import Trace
from derivations.derivation.transcript import Transcript
from derivations.derivation.transcription import transcribed

from ..reports import of_every_form, plain


@cache
def transcript_of(name: str) -> Transcript:
    return transcribed(plain(name).derivation)


def stored(name: str = "optimal-batch") -> Any:
    """A claim as it is stored, by way of JSON."""
    return json.loads(json.dumps(stored_beside(plain(name).derivation, find_claim(name).script, transcript_of(name))))


def restored(data: Any, claim: Claim) -> Trace:
    """The derivation of such data."""
    return restored_beside(data, claim.script)[0]


@pytest.mark.parametrize("name", of_every_form())
def test_every_step_says_the_same(name: str) -> None:
    """Relation, conditions, verdict, and all the words; only what a check needs is left out."""
    claim = find_claim(name)
    derivation = plain(name).derivation
    found, transcript = restored_beside(stored(name), claim.script)
    assert transcript == transcript_of(name)
    assert derivation.notation == claim.notation
    assert [step.to_markdown() for step in (*found.trace, *found.rejects)] == [
        step.to_markdown() for step in (*derivation.trace, *derivation.rejects)
    ]
    for one, other in zip((*found.trace, *found.rejects), (*derivation.trace, *derivation.rejects), strict=True):
        assert (one.relation, one.conditions, one.context) == (other.relation, other.conditions, other.context)
        assert (one.sound, one.inputs, one.unknown) == (other.sound, other.inputs, other.unknown)
        assert one.determines == other.determines
    assert found.result == derivation.result


def test_changed_premises_are_not_stored_beside_a_script() -> None:
    """What is kept is the claim as it stands."""
    claim = find_claim("optimal-batch")
    derivation = claim.derive(Assumptions({"roofline": "no-overlap"}))
    with pytest.raises(InputError, match="its own premises"):
        stored_beside(derivation, claim.script, transcribed(derivation))


def test_prose_is_the_claims_and_not_the_files() -> None:
    """A reason in other words is told in these words."""
    claim = find_claim("optimal-batch")
    data = stored()
    assert '"because"' not in json.dumps(data)
    assert '"statement"' not in json.dumps(data)
    calls = tuple(replace(call, because="as it should be") if call.name == "batch" else call
                  for call in claim.script.calls)
    assert restored_beside(data, replace(claim.script, calls=calls))[0]["batch"].because == "as it should be"


@pytest.mark.long
def test_a_reason_that_the_engine_gives_is_stored() -> None:
    """Of steps that it takes itself, it is in no claim."""
    own = stored("cheapest-training")
    assert any(step.get("because") == "put back: these solve it" for step in own["trace"])


def test_what_is_stored_cannot_speak_for_the_claim() -> None:
    """Words in a file beside a step of the argument's own are not read."""
    claim = find_claim("optimal-batch")
    data = stored()
    trace = [{**each, "because": "proven by everybody", "source": "nobody"} for each in data["trace"]]
    found = restored({**data, "trace": trace}, claim)
    assert [(step.because, step.source) for step in found.trace] == [
        (step.because, step.source) for step in plain("optimal-batch").derivation.trace]


@pytest.mark.parametrize(
    ("step", "relation"), [("arithmetic-time", "t_c = 2*phi*n*B*N_active/C"), ("ridge", "r = 2*(C/W)*(b_w/phi)")]
)
def test_other_premises_or_definitions_are_refused(step: str, relation: str) -> None:
    """It would be a proof from something else."""
    claim = find_claim("optimal-batch")
    data = stored()
    trace = [{**each, "relation": relation} if each["name"] == step else each for each in data["trace"]]
    with pytest.raises(InputError, match="other premises"):
        restored({**data, "trace": trace}, claim)


def test_other_rejects_are_refused() -> None:
    claim = find_claim("optimal-batch")
    data = stored()
    with pytest.raises(InputError, match="rejects other"):
        restored({**data, "rejects": data["rejects"][1:]}, claim)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("verdict", {"finding": "sure"}, "unknown finding 'sure' in finding of verdict of step 'arithmetic-time'"),
        ("verdict", {}, "verdict of step 'arithmetic-time' has no 'finding'"),
        ("verdict", "proven", "verdict of step 'arithmetic-time' is an object, not a text"),
        ("relation", "B = (", "relation of step 'arithmetic-time': the text ends"),
        ("relation", 3, "relation of step 'arithmetic-time' is a text, not a number"),
        ("name", None, "the name of a step is a text, not null"), ("context", 7, "context of step 'arithmetic-time'"),
        ("says", [], "unknown key 'says' in step 'arithmetic-time'"),
        ("statements", [[[], [[[], 10_000]], {}]], "statements of step 'arithmetic-time': no statement"),
    ],
)
def test_what_does_not_fit_is_told_by_its_place(key: str, value: Any, message: str) -> None:
    data = stored()
    data["trace"][0][key] = value
    with pytest.raises(InputError) as told:
        restored(data, find_claim("optimal-batch"))
    assert message in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.pop("terms"),
        lambda data: data["terms"].reverse(),
        lambda data: data["terms"].insert(0, ["+", 3, 4]),
        lambda data: data["terms"].append(["+", -1, -1]),
        lambda data: data["terms"].extend(["+", *[len(data["terms"]) + turn - 1] * 2] for turn in range(40)),
        lambda data: data["said"].append(["="]),
        lambda data: data["trace"].append(["alone"]),
        lambda data: data["trace"].append(7),
        lambda data: data["trace"].append(data["trace"][0]),
        lambda data: data.update(domains=3),
        lambda data: data.update(domains={}),
        lambda data: data.update(said=[["=", 10_000, 10_000]]),
        lambda data: data.update(trace={"a": 1}),
        lambda data: data.update(result=None),
    ],
)
def test_data_that_is_none_is_refused(spoil: Callable[[dict[str, Any]], object]) -> None:
    data = deepcopy(stored())
    spoil(data)
    with pytest.raises(InputError):
        restored(data, find_claim("optimal-batch"))


@pytest.mark.parametrize("data", [None, [], {}, "text", 3, {"trace": []}])
def test_other_data_is_refused(data: Any) -> None:
    with pytest.raises(InputError, match="the derivation"):
        restored(data, find_claim("optimal-batch"))
