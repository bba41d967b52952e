"""Values are read exactly, and what cannot be read is refused in one clear line."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import DimensionError, InputError, UnknownNameError
from derivations.numbers.value import Value, parse_value, read_number, read_range

READINGS = [
    ("128k token/sequence", Fraction(128_000), "token/sequence"),
    ("3.35 TB/s", Fraction(3_350_000_000_000), "byte/s"),
    ("10,000 sequence", Fraction(10_000), "sequence"),
    ("0.3", Fraction(3, 10), "1"),
    ("50%", Fraction(1, 2), "1"),
    ("128 Ki token", Fraction(131_072), "token"),
    ("128Ki token", Fraction(131_072), "token"),
    ("2 FLOP/parameter/token", Fraction(2), "FLOP/(token·parameter)"),
    ("1e12 parameter", Fraction(10**12), "parameter"),
    ("671e9 parameter", Fraction(671 * 10**9), "parameter"),
    ("671 Gparameter", Fraction(671 * 10**9), "parameter"),
    ("37 billion parameter", Fraction(37 * 10**9), "parameter"),
    ("37B parameter", Fraction(37 * 10**9), "parameter"),
    ("15.5B tokens", Fraction(155 * 10**8), "token"),
    ("$2/Mtoken", Fraction(2, 10**6), "dollar/token"),
    ("80 GB", Fraction(80 * 10**9), "byte"),
    ("80 GiB", Fraction(80 * 2**30), "byte"),
    ("1/3", Fraction(1, 3), "1"),
    ("1/3 s", Fraction(1, 3), "s"),
    ("0.3/0.4", Fraction(3, 4), "1"),
    ("1/2.5 s", Fraction(2, 5), "s"),
    ("1/3,906", Fraction(1, 3906), "1"),
    ("-5 GB", Fraction(-5 * 10**9), "byte"),
    ("+5 GB", Fraction(5 * 10**9), "byte"),
    (".5 s", Fraction(1, 2), "s"),
    ("64 /s", Fraction(64), "1/s"),
    ("64 1/s", Fraction(64), "1/s"),
    ("2 dollar/GPU/h", Fraction(2, 3600), "dollar/(GPU·s)"),
    ("30%/40%", Fraction(3, 4), "1"),
    ("2 PFLOPS", Fraction(2 * 10**15), "FLOP/s"),
    ("2 PFLOPS/GPU", Fraction(2 * 10**15), "FLOP/(GPU·s)"),
    ("2 PFLOPs", Fraction(2 * 10**15), "FLOP"),
    ("3 thousand tokens", Fraction(3000), "token"),
    ("1_000_000", None, ""),
    ("5 T", Fraction(5 * 10**12), "1"),
    ("1e-60", Fraction(1, 10**60), "1"),
]


@pytest.mark.parametrize(("text", "number", "dimension"), READINGS)
def test_accepted_texts_are_read_exactly(text: str, number: Fraction | None, dimension: str) -> None:
    """Each accepted form gives the exact number in base units; None marks a text that is refused."""
    if number is None:
        with pytest.raises(InputError):
            parse_value(text)
        return
    value = parse_value(text)
    assert value.number == number
    assert str(value.dimension) == dimension


REFUSALS = [
    ("", "a value is missing"),
    ("   ", "a value is missing"),
    ("TB/s", "does not begin with a number"),
    ("-", "does not begin with a number"),
    ("--5", "does not begin with a number"),
    ("nan", "not a finite number"),
    ("-inf GB", "not a finite number"),
    ("Infinity", "not a finite number"),
    ("64,128,256 sequence", "write '64, 128, 256 sequence' for 3 values, '64128256 sequence' for one"),
    ("128K token", "write k for 1,000 or Ki for 1,024"),
    ("1,5 GB", "a comma separates thousands"),
    ("10,00 s", "a comma separates thousands"),
    ("1.2.3", "a comma separates thousands"),
    ("1e61", "lies outside -60 to 60"),
    ("1e-99999999999999999999", "lies outside -60 to 60"),
    ("9" * 61, "at most 60 digits"),
    ("1/0", "divides by zero"),
    ("1/0.0", "divides by zero"),
    ("0.3/.4", "unexpected '.'"),
    ("1/" + "9" * 61, "at most 60 digits"),
    ("1" * 161, "at most 160 characters"),
    ("5 GB/", "a unit name is missing"),
    ("2^10", "one number or a quotient of two"),
    ("2*1024", "one number or a quotient of two"),
    ("1_000", "a comma separates thousands, as in 10,000"),
    ("30%/40", "cannot read unit"),
    ("900 Gbps", "did you mean Gbit/s or GB/s"),
    ("70 KB", "did you mean kB or KiB"),
    ("4.8 tb/s", "did you mean Tbit or TB"),
    ("7 GIB", "did you mean GiB"),
    ("2 PFlops", "did you mean PFLOP/s or PFLOP"),
    ("1/FLOPS", "did you mean FLOP/s or FLOP"),
    ("5 GB; import os", "cannot read unit"),
]


@pytest.mark.parametrize(("text", "message"), REFUSALS)
def test_refusals_say_in_one_line_what_is_wrong(text: str, message: str) -> None:
    """Hostile, misleading and incomplete texts end in a short message, not in a traceback or a guess."""
    with pytest.raises(InputError, match=message) as caught:
        parse_value(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_an_unknown_unit_is_refused_with_the_nearest_one() -> None:
    """The unit table suggests what was probably meant."""
    with pytest.raises(UnknownNameError, match="did you mean token"):
        parse_value("5 tokns")


def test_b_alone_is_the_byte_until_a_quantity_says_otherwise() -> None:
    """37B is thirty-seven bytes here; beside a word for what is counted it is a billion, and the origin says so."""
    assert str(parse_value("37B").dimension) == "byte"
    assert parse_value("37B parameter").origin == "given, B read as billion"


def test_a_value_can_be_given_in_another_unit_of_its_dimension() -> None:
    """Conversion is exact."""
    assert parse_value("3.35 TB/s").in_unit("GB/s") == 3350
    assert parse_value("1 GiB").in_unit("KiB") == 2**20


def test_conversion_to_another_dimension_is_refused_with_both_named() -> None:
    """Bytes cannot be given in tokens."""
    with pytest.raises(DimensionError, match="measures byte has no size in token"):
        parse_value("5 GB").in_unit("token")
    with pytest.raises(DimensionError, match="no size in 1"):
        parse_value("5 GB").in_unit("")


def test_a_value_remembers_its_origin_and_the_unit_as_written() -> None:
    """What a scenario prints beside a number is kept with it."""
    value = parse_value("3.35  TB / s", origin="as said")
    assert (value.origin, value.unit, str(value)) == ("as said", "TB / s", "3.35 TB/s")


@given(st.fractions(min_value=-(10**12), max_value=10**12, max_denominator=1))
def test_integers_written_with_thousands_separators_read_back(number: Fraction) -> None:
    """Grouping by commas changes nothing; where several values may be meant, it is refused."""
    text = f"{int(number):,} token"
    groups = text.removesuffix(" token").split(",")[1:]
    if len(groups) > 1 and not any(group.startswith("0") for group in groups):
        with pytest.raises(InputError, match="may be one number or several"):
            parse_value(text)
    else:
        assert parse_value(text).number == number


@given(st.decimals(min_value=-(10**9), max_value=10**9, places=6))
def test_decimals_are_exact_and_never_pass_through_a_float(decimal: object) -> None:
    """0.1 is one tenth."""
    assert parse_value(f"{decimal} s").number == Fraction(str(decimal))


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_on_purpose(text: str) -> None:
    """No text raises anything but an error of the package."""
    try:
        value: Value | None = parse_value(text)
    except InputError:
        value = None
    assert value is None or value.number.denominator > 0


@pytest.mark.parametrize("text", ["3.35 TB", "nan", "inf", "1e61", "", "x"])
def test_a_plain_number_is_nothing_else(text: str) -> None:
    """`read_number` reads what a card file may hold and refuses the rest."""
    with pytest.raises(InputError):
        read_number(text)


def test_a_plain_number_is_exact() -> None:
    """Underscores group digits as TOML writes them."""
    assert read_number("1_979.5e3") == 1_979_500


@pytest.mark.parametrize(("text", "told", "typed"), [
    ("0.4 to 0.7 (90%)", "0.4 to 0.7 (90%)", "0.4 to 0.7 (90%)"),
    ("0.55 +- 0.1", "0.55 ± 0.1", "0.55 +- 0.1"),
    ("0.55±0.1", "0.55 ± 0.1", "0.55 +- 0.1"),
    ("4.8 +/- 0.2 TB/s", "4.8 ± 0.2 TB/s", "4.8 +- 0.2 TB/s"),
    ("4.8 TB/s +- 5%", "4.8 ± 0.24 TB/s", "4.8 +- 0.24 TB/s"),
    ("55% +- 10%", "55% ± 10%", "55% +- 10%"),
    ("8k +- 1k token/sequence", "8,000 ± 1,000 tokens per sequence", "8,000 +- 1,000 token/sequence"),
    ("$2/h +- $0.5/h", "2 ± 0.5 dollars per hour", "2 +- 0.5 dollar/h"),
])
def test_how_likely_a_number_is_is_read_and_told(text: str, told: str, typed: str) -> None:
    found = read_range(text)
    assert found is not None
    assert found.spread is not None
    assert (str(found), found.typed) == (told, typed)
    assert read_range(found.typed) == found


@pytest.mark.parametrize(("text", "why"), [
    ("0.55 +- 10%", "is that 10% of 0.55, or 10% more and less? write '0.55 +- 0.055' or '0.55 +- 0.1'"),
    ("1 to 2 (100%)", "a chance above 0 and below 100%"),
    ("1 to 2 (0%)", "a chance above 0 and below 100%"),
    ("1 to 2 (most%)", "a chance above 0 and below 100%"),
    ("3 +- 0", "a standard deviation is above zero"),
    ("5 (90%)", "how likely a number is stands behind one value"),
    ("1 +- 2 +- 3", "how likely a number is stands behind one value"),
    ("4 +- 1 (90%)", "how likely a number is stands behind one value"),
    ("3 s +- 2 TB", "measure different things"),
    ("5 TB/s +- 1", "measure different things"),
])
def test_what_does_not_say_how_likely_a_number_is_is_refused(text: str, why: str) -> None:
    with pytest.raises(InputError) as raised:
        read_range(text)
    assert why in str(raised.value)


def test_the_middle_of_a_lognormal_range_is_its_median() -> None:
    found = read_range("1k to 4k token (90%)")
    assert found is not None
    assert found.number == 2000
    assert found.middle.spread is None
