"""Card files are read with exact numbers, and hostile ones are refused in one line."""

from fractions import Fraction
from pathlib import Path

import pytest

from derivations.errors import CardError
from derivations.sources.toml_text import Place, read_amount, read_date, read_file, read_text, read_toml


def test_decimals_are_exact() -> None:
    """3.35 is 67/20 and 671e9 an integer."""
    tables = read_toml("a = 3.35\nb = 671e9\nc = 1_979.5\nd = 61", "x.toml")
    assert tables == {"a": Fraction(67, 20), "b": 671 * 10**9, "c": Fraction("1979.5"), "d": 61}


@pytest.mark.parametrize(
    "text",
    ["a = ", "[a\nb = 1", "a = 1\na = 2", "\x00", "a = " + "[" * 5000, "a = " + "9" * 5000],
    ids=["no value", "open bracket", "key twice", "control character", "deep nesting", "long integer"],
)
def test_what_is_no_toml_is_refused_in_one_line(text: str) -> None:
    """The message names the file and, where there is one, the line."""
    with pytest.raises(CardError, match=r"^x\.toml: (no valid TOML|the tables are nested)") as caught:
        read_toml(text, "x.toml")
    assert "\n" not in str(caught.value)


def test_the_line_of_the_mistake_is_named() -> None:
    """A reader can go to the place."""
    with pytest.raises(CardError, match="line 2"):
        read_toml("a = 1\nb = = 2", "x.toml")


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e61", "1e999999999", "1e-61"])
def test_numbers_beyond_use_are_refused(text: str) -> None:
    """Neither nan nor an exponent that would fill the memory becomes a figure."""
    amount = read_toml(f"a = {text}", "x.toml")["a"]
    with pytest.raises(CardError, match="finite number"):
        read_amount(amount, Place("x.toml"))


@pytest.mark.parametrize("amount", ["3.35", True, None, [1]])
def test_what_is_no_number_is_refused(amount: object) -> None:
    """Texts and truth values are not numbers."""
    with pytest.raises(CardError, match="expected a number"):
        read_amount(amount, Place("x.toml"))


def test_a_huge_integer_is_refused() -> None:
    """Integers are bounded like decimals."""
    with pytest.raises(CardError, match="larger than"):
        read_amount(10**61, Place("x.toml"))


def test_texts_must_not_be_empty() -> None:
    """Space alone says nothing."""
    with pytest.raises(CardError, match="expected a text"):
        read_text("  ", Place("x.toml"))
    assert read_text(" two\n words ", Place("x.toml")) == "two words"


def test_dates_are_toml_dates_or_texts() -> None:
    """A month or a year is a date as well."""
    assert read_date(read_toml("a = 2026-08-22", "x.toml")["a"], Place("x.toml")) == "2026-08-22"
    assert read_date("2026-08", Place("x.toml")) == "2026-08"


def test_a_place_names_file_card_and_key() -> None:
    """The three stand in this order, and an empty one is left out."""
    place = Place("x.toml", "accelerators.a").at("bandwidth")
    assert str(place.error("no")) == "x.toml, card accelerators.a, key bandwidth: no"
    assert str(Place("x.toml").error("no")) == "x.toml: no"


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    """Missing files, folders, other encodings and very large files have their own messages."""
    binary, large = tmp_path / "binary.toml", tmp_path / "large.toml"
    binary.write_bytes(b"\xff\xfe")
    large.write_text("#" * 1_000_001)
    with pytest.raises(CardError, match="cannot be read"):
        read_file(tmp_path / "missing.toml")
    with pytest.raises(CardError, match="cannot be read"):
        read_file(tmp_path)
    with pytest.raises(CardError, match="not UTF-8"):
        read_file(binary)
    with pytest.raises(CardError, match="larger than 1,000,000 byte"):
        read_file(large)
