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
