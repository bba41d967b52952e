"""The four verdicts as chips: always four, in their order, with the tone of what they say."""

import pytest

from derivations import CLAIMS
from derivations.show.chips import chips

from ..reports import few, plain


@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch", "feistel")))
def test_always_four(name: str) -> None:
    """Each in a few words."""
    found = chips(plain(name))
    assert [item.heading for item in found] == ["Derivation", "As said", "On hardware", "Measured"]
    assert all(0 < len(item.words) <= 45 for item in found[:3])
    assert 0 < len(found[3].words) <= 80  # the tests, and the first measured quantity with its ratio
    assert {item.tone for item in found} <= {"good", "bad", "quiet"}


def test_they_say_what_the_verdicts_say() -> None:
    """Steps that are proven, conclusions that follow, tests that fail."""
    report = plain("optimal-batch")
    derivation, said, _, measured = chips(report)
    verdicts = report.verdicts
    assert str(verdicts.derivation.steps) in derivation.words
    assert verdicts.as_said is not None
    assert (said.tone == "good") == (verdicts.as_said.follow == verdicts.as_said.judged)
    assert (measured.tone == "bad") == bool(verdicts.as_data()["against_measurement"]["failed"])
