"""The four verdicts as chips: always four, in their order, with the tone of what they say."""

import pytest

from derivations import CLAIMS
from derivations.document.chips import chips
from derivations.document.evidence import row_of_test
from derivations.study.evidence import Evidence, evidence_of

from ..reports import few, plain


def found_on(name: str) -> tuple[Evidence, ...]:
    """The evidence on a claim."""
    return evidence_of(plain(name))


@pytest.mark.some(1)
@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch", "feistel")))
def test_always_four(name: str) -> None:
    """Each in a few words."""
    found = chips(plain(name), found_on(name))
    assert [item.heading for item in found] == ["Derivation", "As said", "On hardware", "Measured"]
    assert all(0 < len(item.words) <= 45 for item in found)
    assert len(found[3].detail) <= 70  # what the test that is worst off measured
    assert not any(item.detail for item in found[1:3])
    argued = plain(name).verdicts.derivation.as_data()["argued"]
    assert found[0].detail == (f"{argued} argued by a rule" if argued else "")
    assert {item.tone for item in found} <= {"good", "bad", "quiet"}


@pytest.mark.long
def test_they_say_what_the_verdicts_say() -> None:
    """Steps that are proven, conclusions that follow, tests that fail."""
    report = plain("optimal-batch")
    derivation, said, _, measured = chips(report, found_on("optimal-batch"))
    verdicts = report.verdicts
    assert str(verdicts.derivation.steps) in derivation.words
    assert verdicts.as_said is not None
    assert (said.tone == "good") == (verdicts.as_said.follow == verdicts.as_said.judged)
    found = verdicts.as_data()["against_measurement"]
    assert measured.words.startswith(f"{len(found['failed'])} of {found['tests']} measurements")


@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch",)))
def test_what_is_measured_is_named_by_a_test_that_fails(name: str) -> None:
    """Where one does: a quantity whose test holds does not stand for the claim."""
    own = [item for item in found_on(name) if item.bears]
    chip = chips(plain(name), own)[3]
    failed = [item for item in own if item.falsified]
    if failed:
        several = "both measurements" if len(own) == 2 else f"all {len(own)} measurements"
        assert chip.words.startswith(f"{len(failed)} of " if len(own) > len(failed) else
                                     several if len(own) > 1 else "the one measurement disagrees")
        assert (chip.tone == "bad") is (len(own) == len(failed))
        assert any(chip.detail.startswith(f"{item.quantity}: ") for item in failed)
    else:
        assert chip.detail.endswith((" times derived", "in the median")) or not any(item.counted for item in own)


@pytest.mark.long
def test_a_test_with_rows_that_hold_is_beside_one_that_fails() -> None:
    """Left alone, it says that nothing falsifies the claim, and how near it comes."""
    own = [item for item in found_on("optimal-batch") if not item.prediction.alternative]
    holding = [item for item in own if item.falsified is False]
    found = chips(plain("optimal-batch"), holding[:1])[3]
    assert found.tone == "good"
    assert found.words == "the one measurement agrees"
    assert found.detail.startswith(f"{holding[0].quantity}: ")


def test_a_test_in_a_row_says_what_is_allowed_and_whether_it_holds() -> None:
    """The ratio in the median is within the bound of a test that holds, and the failing ones are those that falsify."""
    own = [item for item in found_on("optimal-batch") if item.counted]
    rows = [row_of_test(item) for item in own]
    assert [row["failed"] for row in rows] == [item.falsified for item in own]
    assert {row["allowed"] for row in rows} == {"median 0.8 to 1.25", "every row 2 to 3"}
    assert rows[0]["median"] == "0.939"
