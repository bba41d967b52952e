"""Counts without a unit: each is a letter of some claim, and a range of one goes over whole numbers."""

from derivations import derive
from derivations.claim.counts import COUNTS, comes_whole, counts_of
from derivations.claims.index import CLAIMS, find_claim


def test_every_count_is_a_pure_quantity_of_some_claim() -> None:
    """None is left over from a letter that has another name now."""
    letters = {quantity.name: quantity for name in CLAIMS for quantity in find_claim(name).notation}
    assert set(letters) >= COUNTS
    assert all(letters[name].dimension.is_pure for name in COUNTS)


def test_what_a_claim_counts_is_counted_there() -> None:
    """Layers between two stored inputs, beside what is counted everywhere."""
    assert counts_of(find_claim("recompute")) == COUNTS | {"k_every"}


def test_a_range_of_stages_is_whole() -> None:
    """The ends as typed, and what is typed as a list stays as it is."""
    report = derive("bubbles")
    assert [row[0].value for row in report.at(n_stages="1..10 linear 5").cells] == [1, 3, 6, 8, 10]
    assert [row[0].value for row in report.at(n_stages="1.5, 2").cells] == [1.5, 2]


def test_what_comes_whole_is_known_in_one_place() -> None:
    """By domain, by unit, as a count of the project or of the claim: the same for a range and for a result."""
    claim = find_claim("recompute")
    letters = {quantity.name: quantity for quantity in claim.notation}
    assert comes_whole(claim, letters["k_every"])
    assert comes_whole(claim, letters["n_layers"])
    bubbles = find_claim("bubbles")
    stages = next(quantity for quantity in bubbles.notation if quantity.name == "n_stages")
    assert comes_whole(bubbles, stages)
    share = next(quantity for quantity in bubbles.notation if quantity.name == "x_bubble")
    assert not comes_whole(bubbles, share)
