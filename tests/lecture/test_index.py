"""The index: every claim in the order of the lecture."""

from itertools import groupby

from derivations.lecture.index import CLAIMS, find_claim


def test_claims_stand_by_chapter_in_the_order_of_the_lecture() -> None:
    """No chapter comes twice, so that a heading above its first claim is enough."""
    chapters = [chapter for chapter, _ in groupby(CLAIMS, key=lambda name: find_claim(name).chapter)]
    assert len(set(chapters)) == len(chapters)
    assert chapters == sorted(chapters)


def test_a_claim_has_the_name_that_it_is_found_by() -> None:
    assert [find_claim(name).name for name in CLAIMS] == list(CLAIMS)
