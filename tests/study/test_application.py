"""A study applied to a claim: what gives way to what is given."""

import pytest

from derivations import InputError, derive


@pytest.mark.long
@pytest.mark.parametrize(("given", "gone"), [({"x_accept": "80%"}, True), ({"n_ver": "4"}, False), ({}, False)])
def test_what_a_sum_makes_of_given_numbers_gives_way(given: dict[str, str], gone: bool) -> None:
    """The tokens of a round that were measured, to a given chance; and they stay where the chance is sought."""
    found = derive("draft-length", values=given)
    assert ("m_out" not in found.scenario.values) is gone
    assert found.contradictions == ()
    assert found.result.value is not None


@pytest.mark.long
def test_what_is_given_itself_stays() -> None:
    """Then the two contradict each other, which is told."""
    found = derive("draft-length", values={"x_accept": "80%", "m_out": "2.18"})
    assert found.result.value is None
    (told,) = found.contradictions
    assert "tokens-put-out" in told


def test_a_claim_beyond_the_lecture_has_no_numbers_as_said() -> None:
    """Which is no slip in the name of a reading, and is said in a sentence with the readings that it has."""
    with pytest.raises(InputError, match=r"^training-mfu is beyond the lecture, so that there are no numbers as said: "
                       r"leave that out, or see its readings \(llama-3-runs, "):
        derive("training-mfu", as_said=True)


@pytest.mark.parametrize(("claim", "value", "told"), [
    ("agent-sessions", {"u_hits": "1"}, r"u_hits \(hit rate.*\) must be below 1, not 1: .* \(premise some-new\)"),
    ("agent-sessions", {"K_turns": "0"}, "must be a whole number from 1, not 0"),
    ("batch-discount", {"rho_load": "1"}, "must be below 1, not 1: otherwise the queue grows without limit"),
    ("routing-imbalance", {"y_top": "0.5"}, r"must be at least 1, not 0\.5"),
])
def test_a_value_beyond_what_a_premise_says_of_its_letter_alone_is_refused(
    claim: str, value: dict[str, str], told: str
) -> None:
    """As one outside its domain is: in one sentence, and not beside a result that has no number there."""
    with pytest.raises(InputError, match=told):
        derive(claim, values=value)


def test_of_several_values_and_of_what_a_premise_offers_instead_it_is_told_beside_the_result() -> None:
    assert derive("agent-sessions", values={"u_hits": "0.9, 1"}).given["u_hits"].number < 1
    cheap = derive("prefill-decode", values={"y_price": "1"})
    assert any(told.startswith("output-costs-more says y_price > 1") for told in cheap.contradictions)


def test_a_premise_that_the_reader_replaced_binds_no_more() -> None:
    full = derive("batch-discount", values={"rho_load": "1"}, premises={"not-overfull": "rho_load <= 1"})
    assert full.given["rho_load"].number == 1
    with pytest.raises(InputError, match=r"must be below 0\.9, not 1: .*premise not-overfull"):
        derive("batch-discount", values={"rho_load": "1"}, premises={"not-overfull": "rho_load < 9/10"})
