"""Values as people type them: what is understood for a quantity, what is refused, and that it reads back the same."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import DimensionError, InputError
from derivations.language.quantity import Quantity
from derivations.numbers.scenario import fitted_value, fitted_values
from derivations.numbers.value import parse_range, parse_value, parse_values

QUANTITIES = {
    quantity.name: quantity
    for quantity in (
        Quantity("L", "token/sequence", "context"),
        Quantity("B", "sequence", "batch"),
        Quantity("N_total", "parameter", "all parameters"),
        Quantity("C_gpu", "FLOP/s/GPU", "compute rate of a GPU"),
        Quantity("W_gpu", "byte/s/GPU", "bandwidth of a GPU"),
        Quantity("M_gpu", "byte/GPU", "memory of a GPU"),
        Quantity("C", "FLOP/s", "compute rate"),
        Quantity("S", "byte", "size"),
        Quantity("b_w", "byte/parameter", "bytes of a weight"),
        Quantity("kappa", "byte/token", "cache of a token"),
        Quantity("g_rent", "USD/h/GPU", "rent of a GPU"),
        Quantity("cost", "USD/Mtoken", "cost of a token"),
        Quantity("t_life", "day", "life of a model"),
        Quantity("u", "", "utilization", domain="fraction"),
        Quantity("layers", "", "layers", domain="integer"),
        Quantity("f", "FLOP·sequence/token^2", "work of attention"),
    )
}


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("L", "1000", "1000 token/sequence"),
        ("L", "1k", "1000 token/sequence"),
        ("L", "1k tokens", "1000 token/sequence"),
        ("L", "1k tok", "1000 token/sequence"),
        ("L", "128Ki", "131072 token/sequence"),
        ("L", "1k tokens/sequence", "1000 token/sequence"),
        ("B", "4096", "4096 sequence"),
        ("B", "4B", "4 billion sequence"),
        ("B", "64 seqs", "64 sequence"),
        ("N_total", "671B", "671 billion parameter"),
        ("N_total", "671 B", "671 billion parameter"),
        ("N_total", "671B params", "671 billion parameter"),
        ("N_total", "671B parameters", "671 billion parameter"),
        ("N_total", "1.5T", "1500 billion parameter"),
        ("N_total", "671e9", "671 billion parameter"),
        ("C_gpu", "2 PFLOP/s", "2 PFLOP/s/GPU"),
        ("C_gpu", "2e15", "2 PFLOP/s/GPU"),
        ("W_gpu", "3.35 TB/s", "3.35 TB/s/GPU"),
        ("M_gpu", "80 GB", "80 GB/GPU"),
        ("M_gpu", "80 GiB", "80 GiB/GPU"),
        ("M_gpu", "80B", "80 byte/GPU"),
        ("S", "671B", "671 byte"),
        ("b_w", "1 byte", "1 byte/parameter"),
        ("b_w", "1/2", "1/2 byte/parameter"),
        ("g_rent", "2", "2 dollar/h/GPU"),
        ("g_rent", "$2/h", "2 dollar/h/GPU"),
        ("cost", "0.3", "0.3 dollar/Mtoken"),
        ("t_life", "90", "90 day"),
        ("t_life", "24 h", "1 day"),
        ("u", "40%", "0.4"),
        ("u", "0.4", "0.4"),
        ("layers", "61", "61"),
        ("f", "12", "12 FLOP·sequence/token^2"),
    ],
)
def test_what_people_type_is_understood(name: str, typed: str, meant: str) -> None:
    """A bare number in the quantity's own unit, B where it counts, and units that leave out what they are per."""
    found = fitted_value(QUANTITIES[name], parse_value(typed))
    wanted = parse_value(meant)
    assert (found.number, found.dimension) == (wanted.number, wanted.dimension)


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("N_total", "671B", "given, B read as billion"),
        ("N_total", "671B params", "given, B read as billion"),
        ("M_gpu", "80B", "given, B read as byte"),
        ("S", "80B", "given, B read as byte"),
        ("S", "80 byte", "given"),
        ("S", "80 GB", "given"),
        ("N_total", "671 billion", "given"),
    ],
)
def test_the_origin_says_how_a_b_was_read(name: str, typed: str, told: str) -> None:
    """Where it could have been the other."""
    assert fitted_value(QUANTITIES[name], parse_value(typed)).origin == told


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("L", "5 s", 'did you mean L="5 token/sequence"?'),
        ("L", "50%", 'did you mean L="50 token/sequence"?'),
        ("kappa", "70 kB", 'did you mean kappa="70 kB/token"?'),
        ("cost", "2 dollar", 'did you mean cost="2 dollar/Mtoken"?'),
        ("g_rent", "$2", 'did you mean g_rent="2 dollar/h/GPU"?'),
        ("C", "2 PFLOP/s/GPU", 'did you mean C="2 PFLOP/s"?'),
        ("C", "2 PFLOP", 'did you mean C="2 PFLOP/s"?'),
        ("u", "3 s", "did you mean u=3?"),
        ("B", "3 token", 'did you mean B="3 sequence"?'),
        ("W_gpu", "80B/token", "did you mean W_gpu="),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_nearest_text(name: str, typed: str, told: str) -> None:
    """It names the quantity, both dimensions, and what to write."""
    with pytest.raises(DimensionError) as caught:
        fitted_value(QUANTITIES[name], parse_value(typed))
    assert str(caught.value).endswith(told) or told in str(caught.value)


def test_a_quantity_that_is_counted_has_whole_numbers_in_a_range() -> None:
    """Each once; what is measured has fractions, and ends are what was typed."""
    batch = fitted_values(QUANTITIES["B"], parse_values("1..4096"))
    assert [value.number.denominator for value in batch] == [1] * len(batch)
    assert (batch[0].number, batch[-1].number) == (1, 4096)
    assert len(batch) < 25  # at the low end several points are one whole number
    assert [int(v.number) for v in fitted_values(QUANTITIES["layers"], parse_values("1..4"))] == [1, 2, 3, 4]
    assert len(fitted_values(QUANTITIES["L"], parse_values("1k..128k tokens"))) == 25
    life = fitted_values(QUANTITIES["t_life"], parse_values("30..360"))
    assert [str(value) for value in life[:2]] == ["30 days", "43.75 days"]


AMOUNT = st.one_of(
    st.integers(1, 10**15).map(str), st.integers(1, 999_999).map("{:,}".format),
    st.decimals(min_value="0.001", max_value=10**6, places=3).filter(bool).map(str),
    st.fractions(min_value=Fraction(1, 999), max_value=999, max_denominator=999).map(str),
)
SCALE = st.sampled_from(["", "k", " k", "M", "Ki", " million", " billion", "T"])
UNIT = st.sampled_from([
    "", "", " token", " tokens", " token/sequence", " sequences", " params", "B", " B", "B tokens", " GB", " GiB/GPU",
    " PFLOP/s", " TB/s/GPU", " FLOP/s", " byte", " dollar", "%", " day", " ms", " dollar/Mtoken", " /s",
])


@given(st.sampled_from(sorted(QUANTITIES)), AMOUNT, SCALE, UNIT)
def test_what_was_understood_is_printed_back_and_means_the_same(name: str, amount: str, scale: str, unit: str) -> None:
    """Whatever is typed: read back, the text that is printed is that value to four figures, or it is refused."""
    quantity = QUANTITIES[name]
    try:
        found = fitted_value(quantity, parse_value(f"{amount}{scale}{unit}"))
    except InputError:
        return
    again = fitted_value(quantity, parse_value(str(found)))
    assert again.dimension == found.dimension == quantity.dimension
    assert abs(again.number - found.number) <= abs(found.number) / 1000


@given(st.sampled_from(sorted(QUANTITIES)), AMOUNT)
def test_a_bare_number_is_in_the_quantity_s_own_unit(name: str, amount: str) -> None:
    """As if the unit stood behind it."""
    quantity = QUANTITIES[name]
    try:
        found = fitted_value(quantity, parse_value(amount))
    except InputError:
        return
    assert found.number == fitted_value(quantity, parse_value(f"{amount} {quantity.unit}")).number


@given(st.sampled_from(sorted(QUANTITIES)), AMOUNT, AMOUNT, st.sampled_from(["", " log 5", " linear 4", " step 9"]))
def test_the_points_of_a_range_lie_between_its_ends(name: str, low: str, high: str, way: str) -> None:
    """In the quantity's unit, in order, each once, and the same ends as of a range without points."""
    quantity = QUANTITIES[name]
    text = f"{low}..{high}{way}"
    try:
        if way == " step 9" and Fraction(high.replace(",", "")) > 10**4:
            return
        points = fitted_values(quantity, parse_values(text))
    except InputError:
        return
    ends = [fitted_value(quantity, end) for end in parse_range(text)]
    numbers = [value.number for value in points]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == ends[0].number
    assert numbers[-1] <= ends[1].number
