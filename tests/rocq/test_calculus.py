"""Slopes and limits by their definition, and nothing false."""

import re

import pytest

from derivations.rocq.claim_file import claim_file

from ..reports import plain


def own(claim: str) -> str:
    """What the file of a claim says of slopes and limits of steps."""
    report = plain(claim)
    return claim_file(report.derivation, report.reference.numbers).text.partition("Lemma step_")[2]


def test_a_limit_is_said_by_its_definition() -> None:
    text = own("optimal-batch")
    assert "Lemma calculus_" in text
    assert re.search(r"^  filterlim \(fun \w+ : R => .+\) \(at_right 0\) \(locally .+\)\.\nProof", text, re.MULTILINE)


@pytest.mark.long
def test_a_slope_is_said_by_its_definition() -> None:
    assert re.search(r"^  is_derive \(fun \w+ : R => ", own("chinchilla"), re.MULTILINE)


@pytest.mark.long
def test_a_limit_of_what_nothing_else_stands_in_speaks_of_no_quantity() -> None:
    text = own("context-wall")
    assert "Lemma calculus_part_seen_of_many :\n  is_lim (fun " in text
    assert "forall ( : R)" not in text
