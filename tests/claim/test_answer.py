"""The answer to a claim's question: numbers computed and rounded, and nothing said that may be wrong."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from derivations import CLAIMS, derive
from derivations.claim.answer import about, answer, named_in, sentences
from derivations.claim.claim import PLACE
from derivations.claims.index import find_claim
from derivations.language.unit import parse_unit

from ..fixed_claims import EVEN_ROUND
from ..reports import few, plain


@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch", "replicas", "pass-time")))
def test_every_claim_answers(name: str) -> None:
    """With each number that it names, and one that is of the claim."""
    report = plain(name)
    told = answer(report)
    assert told
    assert "{" not in told
    known = {*report.derivation.notation.names, *(step.name for step in report.derivation)}
    assert set(named_in(report.claim.answer)) <= known


def test_numbers_are_those_of_the_scenario() -> None:
    """Rounded, and with their units as they are said."""
    said = replace(EVEN_ROUND, answer="About {even-round}: below {end:3}, with {reading-share} read for each.")
    assert answer(derive(said)) == "About 2,600 sequences: below 2,400 tokens per sequence, with 10 read for each."
    longer = derive(said, values={"l": "1k token/sequence"})
    assert answer(longer).startswith("About 4,300 sequences")


@pytest.mark.long
def test_a_number_may_be_that_of_a_reading() -> None:
    """Beside that of the scenario; a reader's values do not change it."""
    told = replace(find_claim("chinchilla"), answer="{overtraining:3}, or {overtraining@deepseek-day:3} by a day.")
    assert answer(derive(told)) == "130, or 13.6 by a day."
    assert answer(derive(told, values={"X_model": "100e6 token/s"})) == "259, or 13.6 by a day."


@pytest.mark.parametrize("name", CLAIMS)
def test_readings_that_an_answer_names_are_of_the_claim(name: str) -> None:
    """Else it would be silent."""
    claim = find_claim(name)
    named = {place["reading"] for text in (*(each.text for each in sentences(claim)), claim.said_answer)
             for place in PLACE.finditer(text) if place["reading"]}
    assert named <= {reading.name for reading in claim.readings}


def test_without_a_number_or_under_other_premises_nothing_is_said() -> None:
    """Where the numbers break a premise, and where other premises may make the words wrong."""
    assert answer(derive("optimal-batch", accelerator="h100")).startswith("With the lecture's numbers about 2,400")
    assert answer(derive(replace(find_claim("optimal-batch"), said_answer=""), accelerator="h100")) == ""
    assert answer(derive("optimal-batch", premises={"roofline": "no-overlap"})) == ""


@pytest.mark.long
def test_under_a_premise_that_no_part_of_it_rests_on_the_answer_is_told_as_before() -> None:
    """One behind the result, or behind a letter of a number that the sentence names, takes it away."""
    claim = replace(find_claim("optimal-batch"), answer="A ridge of {ridge:3}.", answer_if=(), otherwise=())
    other = {"held-by-a-sequence": "K_held = 2*kappa*L"}
    assert answer(derive(claim, premises=other)) == answer(derive(claim)) == "A ridge of 206 tokens."
    named = replace(claim, answer="Memory holds {batch-that-fits:3}.")
    assert answer(derive(named)) == "Memory holds 813 sequences."
    assert answer(derive(named, premises=other)) == ""
    assert answer(derive(claim, premises={"arithmetic-time": "t_c = 4*phi*n*B*N_active/C"})) == ""


def test_what_is_given_and_whole_is_told_exactly() -> None:
    """Unless figures are asked for; what is derived, or shown with a fraction, is rounded."""
    report = derive("optimal-batch", values={"L": "2048", "W_gpu": "3.35 TB/s/GPU"})
    assert str(report.told("{L:/}; {L:2/}; {M_gpu:/}; {W_gpu:/}; {kv-context:/}; {x}; {y}", x=Fraction(2048),
                           y=Fraction(1, 3))) == (
        "2,048 tokens; 2,000 tokens; 141 GB; 3.4 TB/s; 1,800 tokens; 2,048; 0.33")


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [("29375/1000000", "s", "29 ms"), ("274", "s", "4.6 min"), ("1/7344", "", "1/7,300"), ("1", "token", "1 token"),
     ("26", "token/s/sequence", "26 tokens per second and sequence"), ("4800000000000", "TB/s/GPU", "4.8 TB/s per GPU"),
     ("0", "token", "0 tokens")],
)
def test_a_number_for_the_ear(number: str, unit: str, text: str) -> None:
    """Two figures, prefixes and long times as in all text, counted things in the plural."""
    assert about(Fraction(number), parse_unit(unit).dimension, unit) == text


def test_a_unit_is_left_out_where_the_words_around_it_say_it() -> None:
    """What a number is per, or all of its unit."""
    told = "{W_gpu:/} of each GPU, {kv-context:#}, {kv-context:3/}"
    report = plain("optimal-batch")
    report = replace(report, claim=replace(report.claim, answer=told, answer_if=()))
    assert answer(report) == "4.8 TB/s of each GPU, 2,600, 2,550 tokens"


@pytest.mark.parametrize("name", CLAIMS)
def test_an_answer_is_one_sentence(name: str) -> None:
    """It ends with its only full stop; numbers have theirs within."""
    for told in filter(None, (each.text for each in sentences(find_claim(name)))):
        assert told.endswith(".")
        assert not re.search(r"[.!?]\s", told)
