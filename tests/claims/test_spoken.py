"""Every number of the lecture belongs to a claim, and every disagreement is told with its versions."""

import re

import pytest

from derivations import derive
from derivations.claim.claim import AS_SAID, Claim, Said
from derivations.claims.index import CLAIMS, find_claim
from derivations.claims.spoken import Spoken, Topic, derived_by, spoken_numbers, versions_told

ROWS, TOPICS = spoken_numbers(), versions_told()


def words_of(claim: Claim) -> str:
    """Everything that a claim quotes: numbers of readings, published numbers, assertions, and who said them where."""
    given = [*claim.defaults.values(), *(number for reading in claim.readings for number in reading.numbers.values())]
    parts = [f"{number.value} {number.by} {number.where}" for number in given if isinstance(number, Said)]
    parts += [reading.title for reading in claim.readings]
    for published in claim.published:
        numbers = published.value if isinstance(published.value, tuple) else (published.value,)
        parts += [*numbers, published.by, published.where, published.note]
    for asserted in claim.asserted:
        times = "" if asserted.times is None else " to ".join(map(str, asserted.times))
        parts += [asserted.text, asserted.where, times]
    parts += [f"{between.low} {between.high} {between.source}" for between in claim.ranges.values()]
    return "\n".join(parts)


def names_number(text: str, number: str) -> bool:
    """Whether a number stands in a text by itself, and not as a part of another one."""
    return re.search(rf"(?<![\w.,/:]){re.escape(number)}(?![\d/:]|[.,]\d)", text) is not None


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.time)
def test_a_row_has_numbers_in_claims_or_a_reason(row: Spoken) -> None:
    """One of the two, and never neither."""
    assert bool(row.numbers) != bool(row.reason)
    assert row.said
    assert re.match(r"\d:\d\d:\d\d", row.time)


@pytest.mark.parametrize(
    ("claim", "number"), [(claim, number) for row in ROWS for number, claim in row.numbers.items()], ids=str
)
def test_a_claim_deals_with_the_number(claim: str, number: str) -> None:
    """It stands among what the claim quotes: in a reading, as a published number, or as an assertion.

    What was said in words ("two to three times") is looked for in the claim's own words, which is what is tested here.
    """
    assert names_number(words_of(find_claim(claim)), number)


def test_a_number_that_is_part_of_another_does_not_count() -> None:
    assert names_number("a batch of 2,000 sequence", "2,000")
    assert not names_number("a batch of 12,000 sequence", "2,000")
    assert not names_number("1/64 s", "64")
    assert not names_number("2.5 times", "2")


def test_rows_are_in_the_order_of_the_lecture() -> None:
    times = [row.time[:7] for row in ROWS]
    assert times == sorted(times)


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.topic)
def test_a_topic_has_its_versions_and_the_reason(topic: Topic) -> None:
    """At least two versions, by whom, which is followed and why; its claims exist."""
    assert len({version.says for version in topic.versions}) >= 2
    assert all(version.by for version in topic.versions)
    assert topic.follow
    assert topic.why
    assert topic.claims or "no claim" in topic.why
    assert set(topic.claims) <= set(CLAIMS)
    assert {item.claim for item in topic.derived} <= set(topic.claims)


@pytest.mark.parametrize("claim", [name for name in CLAIMS if derived_by(name)])
def test_what_is_derived_has_a_number(claim: str) -> None:
    """In the reading that is named, or as said."""
    report = derive(claim)
    for item in derived_by(claim):
        line = report.evaluation.again(report.readings[item.reading or AS_SAID]).line(item.step)
        assert line.value is not None


@pytest.mark.parametrize("said", ["half a trillion", "30% efficiency penalty", "two million", "economical", "Maddox"])
def test_statements_of_the_documents_that_no_claim_derives_are_told_beside_the_lecture(said: str) -> None:
    """Each with what the lecture has instead, and which is followed."""
    (topic,) = (topic for topic in TOPICS if any(said in version.says for version in topic.versions))
    assert len(topic.versions) == 2
