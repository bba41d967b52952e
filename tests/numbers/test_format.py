"""Numbers are printed as an engineer would write them, and can be read back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import DimensionError
from derivations.language.dimension import Dimension
from derivations.language.unit import parse_unit
from derivations.numbers.format import format_number, format_value, latex_value, range_text, typed_value, unit_in_words
from derivations.numbers.value import parse_value

NUMBERS = [
    (0, "0"),
    (5354, "5,354"),
    (Fraction("5353.7"), "5,354"),
    (2677, "2,677"),
    (Fraction("295.2238"), "295.2"),
    (Fraction(1, 2), "0.5"),
    (Fraction(671, 37), "18.14"),
    (Fraction(1, 3), "0.3333"),
    (Fraction("0.99999"), "1"),
    (Fraction("999.96"), "1,000"),
    (Fraction("-295.2238"), "-295.2"),
    (999_999, "999,999"),
    (2_359_296, "2,359,296"),
    (Fraction("123456.7"), "123,457"),
    (Fraction("1234567.8"), "1,235,000"),
    (Fraction(1, 10**4), "0.0001"),
    (Fraction(1, 8 * 10**6), "1.25e-7"),
    (10**9, "1e9"),
    (671 * 10**9, "6.71e11"),
]


@pytest.mark.parametrize(("number", "text"), NUMBERS)
def test_numbers_for_people(number: Fraction | int, text: str) -> None:
    """Thousands are separated, trailing zeros left out, and powers of ten kept for the extremes."""
    assert format_number(number) == text


@given(st.fractions(min_value=Fraction(1, 10**4), max_value=10**9 - 1))
def test_ordinary_numbers_never_show_a_power_of_ten(number: Fraction) -> None:
    """2.68e+03 is not how a batch size is written."""
    assert "e" not in format_number(number)


@given(st.integers(min_value=-999_999, max_value=999_999))
def test_integers_below_a_million_are_exact(number: int) -> None:
    """An integer is printed digit by digit."""
    assert format_number(number).replace(",", "") == str(number)


VALUES = [
    ("3350000000000 byte/s", "byte/s", "3.35 TB/s"),
    ("3.35 TB/s", "TB/s", "3.35 TB/s"),
    ("0.00335 TB/s", "TB/s", "3.35 GB/s"),
    ("0.02 s", "s", "20 ms"),
    ("14.4 ms", "ms", "14.4 ms"),
    ("2 us", "s", "2 µs"),
    ("90 s", "s", "90 s"),
    ("549 s", "s", "9.15 min"),
    ("8778 s", "s", "2.438 h"),
    ("30 h", "s", "30 h"),
    ("60 day", "s", "60 days"),
    ("0 s", "s", "0 s"),
    ("0.02 s/token", "s/token", "20 ms per token"),
    ("300 s/token", "s/token", "300 s per token"),
    ("989 TFLOP/s/GPU", "FLOP/s/GPU", "989 TFLOP/s per GPU"),
    ("1979 TFLOP/s/GPU", "TFLOP/s/GPU", "1,979 TFLOP/s per GPU"),
    ("37e9 parameter", "parameter", "37 billion parameters"),
    ("1.04e12 parameter", "Gparameter", "1.04 trillion parameters"),
    ("128k token/sequence", "token/sequence", "128,000 tokens per sequence"),
    ("70272 byte/token", "byte/token", "70.27 kB per token"),
    ("1666.7 byte/token", "byte/token", "1,667 bytes per token"),
    ("32 GiB", "GiB", "32 GiB"),
    ("50%", "%", "50%"),
    ("0.5", "", "0.5"),
    ("1/3906", "", "1/3,906"),
    ("0.0015", "", "0.0015"),
    ("0.5", "1", "0.5"),
    ("64 /s", "1/s", "64 per second"),
    ("2 dollar/GPU/h", "dollar/GPU/h", "2 dollars per GPU-hour"),
    ("0.0005 dollar", "dollar", "0.0005 dollars"),
    ("5 dollar/Mtoken", "dollar/Mtoken", "5 dollars per million tokens"),
    ("0.0239 J/token", "J/token", "0.0239 J per token"),
    ("1.73 kW/GPU", "kW/GPU", "1.73 kW per GPU"),
    ("0.4 kWh/Mtoken", "kWh/Mtoken", "400 Wh per million tokens"),
    ("700 W/GPU", "", "700 W per GPU"),
    ("3 byte^2", "byte^2", "3 byte^2"),
    ("80 GB/GPU", "", "80 GB per GPU"),
    ("989 TFLOP/s/GPU", "", "989 TFLOP/s per GPU"),
]


@pytest.mark.parametrize(("text", "unit", "shown"), VALUES)
def test_values_for_people(text: str, unit: str, shown: str) -> None:
    """Bytes, FLOPs and times take prefixes, counts take words, and the unit stays as it was preferred."""
    value = parse_value(text)
    assert format_value(value.number, value.dimension, unit) == shown


SAID = [
    ("token", "token", "tokens"), ("GPU·h", "GPU-hour", "GPU-hours"), ("h*GPU", "GPU-hour", "GPU-hours"),
    ("FLOP/parameter/token", "FLOP per parameter and token", "FLOP per parameter and token"),
    ("token/sequence/s", "token per second and sequence", "tokens per second and sequence"),
    ("bit/parameter", "bit per parameter", "bits per parameter"), ("byte/s", "byte per second", "bytes per second"),
    ("kB/s/GPU", "kB/s per GPU", "kB/s per GPU"), ("h", "h", "h"), ("%", "%", "%"), ("", "", ""),
    ("/token", "per token", "per token"), ("FLOP·sequence/token^2",) * 3,
]


@pytest.mark.parametrize(("unit", "one", "many"), SAID)
def test_units_in_words(unit: str, one: str, many: str) -> None:
    """What is counted has a plural; a power stays as it is typed; what is in words already stays."""
    assert (unit_in_words(unit, one=True), unit_in_words(unit)) == (one, many)
    assert unit_in_words(many) == many


def test_a_formula_has_the_unit_as_it_is_typed() -> None:
    """A number within a formula is multiplied with it."""
    context = parse_unit("token/sequence")
    assert typed_value(2554, context.dimension, context.text) == "2,554 token/sequence"
    assert latex_value(2554, context.dimension, context.text, typed=True) == r"2{,}554\,\mathrm{token/sequence}"
    assert latex_value(2554, context.dimension, context.text) == r"2{,}554\,\mathrm{tokens\ per\ sequence}"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(1, 3000, "1 to 3,000 sequences"), (10**9, 2 * 10**9, "1 to 2 billion sequences"),
     (900_000, 2 * 10**6, "900,000 sequences to 2 million sequences")],
)
def test_a_range_names_its_unit_once(low: int, high: int, text: str) -> None:
    """Unless its ends have different words."""
    assert range_text(Fraction(low), Fraction(high), parse_unit("sequence").dimension, "sequence") == text


def test_a_unit_of_another_dimension_is_refused() -> None:
    """A time is not printed in bytes."""
    with pytest.raises(DimensionError, match="measures s cannot be shown in GB, which measures byte"):
        format_value(1, parse_unit("s").dimension, "GB")


def test_a_root_of_a_unit_is_printed_in_base_units() -> None:
    """No unit text can say byte^(1/2), but a formula on the way may have it."""
    root = Dimension.of({"byte": Fraction(1, 2)})
    assert format_value(3, root) == "3 byte^(1/2)"


UNITS = [
    "", "%", "1/s", "byte", "GB/s", "TB/s/GPU", "GiB", "TFLOP/s", "token/sequence", "parameter", "s",
    "ms/token", "dollar/GPU/h", "dollar/Mtoken", "byte/(token·sequence)", "FLOP·sequence/token^2",
]


@given(
    st.fractions(min_value=Fraction(1, 10**15), max_value=10**15).filter(bool),
    st.sampled_from(UNITS),
    st.sampled_from([1, -1]),
)
def test_what_is_printed_reads_back_to_four_figures(number: Fraction, unit: str, sign: int) -> None:
    """The output of this module is input for the other, with the same dimension and a rounded number."""
    parsed = parse_unit(unit)
    exact = sign * number * parsed.factor
    for write in (format_value, typed_value):
        back = parse_value(write(exact, parsed.dimension, unit))
        assert back.dimension == parsed.dimension
        assert abs(back.number - exact) <= abs(exact) / 1999


LATEX = [
    ("5354 sequence", "sequence", r"5{,}354\,\mathrm{sequences}"),
    ("3.35 TB/s", "TB/s", r"3.35\,\mathrm{TB/s}"),
    ("37e9 parameter", "parameter", r"37\,\mathrm{billion}\,\mathrm{parameters}"),
    ("50%", "%", r"50\%"),
    ("2 us", "s", r"2\,\mu\mathrm{s}"),
    ("0.5", "", "0.5"),
    ("1/3906", "", r"1/3{,}906"),
    ("3 byte^2", "byte^2", r"3\,\mathrm{byte^{2}}"),
    ("1 byte/(token·sequence)", "byte/(token·sequence)", r"1\,\mathrm{byte\ per\ token\ and\ sequence}"),
    ("2 GPU·h", "GPU·h", r"2\,\mathrm{GPU\text{-}hours}"),
]


@pytest.mark.parametrize(("text", "unit", "shown"), LATEX)
def test_latex_keeps_units_upright_and_commas_tight(text: str, unit: str, shown: str) -> None:
    """The same digits as in text, for math mode."""
    value = parse_value(text)
    assert latex_value(value.number, value.dimension, unit) == shown


def test_latex_writes_powers_of_ten_as_such() -> None:
    """1.25e-7 is no formula."""
    assert latex_value(Fraction(1, 8 * 10**6), parse_unit("").dimension) == r"1.25 \times 10^{-7}"
