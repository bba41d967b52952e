"""Units: exact sizes in base units."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import InputError, UnknownNameError
from derivations.language.dimension import BASES, PURE, Dimension
from derivations.language.unit import BINARY_PREFIXES, DECIMAL_PREFIXES, parse_unit, spellings


@pytest.mark.parametrize(
    ("text", "factor", "dimension"),
    [
        ("", 1, "1"),
        ("1", 1, "1"),
        ("%", Fraction(1, 100), "1"),
        ("byte", 1, "byte"),
        ("B", 1, "byte"),
        ("GB", 10**9, "byte"),
        ("GiB", 2**30, "byte"),
        ("bit", Fraction(1, 8), "byte"),
        ("Gbit/s", Fraction(10**9, 8), "byte/s"),
        ("TFLOP/s/GPU", 10**12, "FLOP/(GPU·s)"),
        ("FLOP/parameter/token", 1, "FLOP/(token·parameter)"),
        ("FLOP/(parameter*token)", 1, "FLOP/(token·parameter)"),
        ("ms", Fraction(1, 1000), "s"),
        ("µs", Fraction(1, 10**6), "s"),
        ("min", 60, "s"),
        ("day", 86400, "s"),
        ("weeks", 7 * 86400, "s"),
        ("$/h", Fraction(1, 3600), "dollar/s"),
        ("USD/hour", Fraction(1, 3600), "dollar/s"),
        ("kdollar", 1000, "dollar"),
        ("J", 1, "J"),
        ("pJ/FLOP", Fraction(1, 10**12), "J/FLOP"),
        ("W/GPU", 1, "J/(GPU·s)"),
        ("kW", 1000, "J/s"),
        ("kWh/Mtoken", Fraction(3600 * 1000, 10**6), "J/token"),
        ("watt·second", 1, "J"),
        ("byte^2/s^-1", 1, "byte^2·s"),
        ("1/s", 1, "1/s"),
        ("ktok", 1000, "token"),
        ("  TB / s ", 10**12, "byte/s"),
        ("byte·token", 1, "byte·token"),
    ],
)
def test_units_are_read(text: str, factor: Fraction | int, dimension: str) -> None:
    unit = parse_unit(text)
    assert (unit.factor, str(unit.dimension)) == (factor, dimension)


def test_bits_and_bytes_differ_by_eight() -> None:
    """The factor that other libraries lose."""
    assert parse_unit("Gbit/s").factor * 8 == parse_unit("GB/s").factor


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("byte/", "a unit name is missing"),
        ("byte s", "unexpected 's'"),
        ("(byte", r"missing '\\)'"),
        ("byte^x", "the exponent is no small integer"),
        ("byte^99", "the exponent is no small integer"),
        ("3", "a unit name is missing"),
        ("year", "no one length: write days, as in 365 days"),
        ("months", "write days"),
        ("by@te", "unexpected '@'|unknown unit"),
        ("((((((((((byte))))))))))", "nested too deeply"),
        ("byte*" * 30 + "byte", "longer than 120 characters"),
    ],
)
def test_what_is_no_unit_is_an_error_that_says_why(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("\\\\", "\\")):
        parse_unit(text)


@pytest.mark.parametrize("text", ["parsec", "kday", "MGPU", "mbyte", "Gis", "uW", "mWh", "psecond", "layer", "%%s"])
def test_unknown_words_and_prefixes_that_do_not_fit_are_errors(text: str) -> None:
    """There are no thousandths of a byte, and a layer is a count."""
    with pytest.raises(InputError):
        parse_unit(text)


def test_an_unknown_unit_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as error:
        parse_unit("tokn")
    assert "token" in error.value.suggestions


def test_every_spelling_reads_as_what_it_is_listed_as() -> None:
    """With each of its prefixes, and without."""
    for item in spellings():
        for word in item.words:
            plain = parse_unit(word)
            assert (plain.factor, plain.dimension) == (item.factor, item.dimension)
            for prefix in item.prefixes:
                scale = BINARY_PREFIXES.get(prefix) or DECIMAL_PREFIXES[prefix]
                assert parse_unit(prefix + word).factor == scale * item.factor


@given(st.dictionaries(st.sampled_from(BASES), st.integers(-3, 3).filter(bool), min_size=1, max_size=4))
def test_dimensions_read_back_as_themselves(powers: dict[str, int]) -> None:
    """What an error message calls a dimension can be typed as a unit."""
    dimension = Dimension.of(powers)
    assert parse_unit(str(dimension)).dimension == dimension
    assert parse_unit(str(dimension)).factor == 1
    assert dimension != PURE
