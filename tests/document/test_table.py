"""Tables: typed cells, and the text and the plain numbers that media print of them."""

import sys
from fractions import Fraction
from types import SimpleNamespace
from typing import ClassVar

import pytest

import derivations
from derivations import InputError, Report, UndecidedError, derive
from derivations.document.cells import LeftSide, Number, result_cell, shared_unit
from derivations.document.columns import NOTHING
from derivations.document.table import Table

from ..lecture_balance import LECTURE_BALANCE

MEMORY = Number("80 GB", Fraction(80), "GB")
DRAIN = Number("23.88 ms", Fraction("0.02388"), "s")
BOUND = Number("9.353 µs", Fraction("9.353e-6"), "s", sign=">=", remark=" if L < L_x")


@pytest.fixture
def table() -> Table:
    """A card with both numbers, and one with neither."""
    cells = (("one, and the only", MEMORY, DRAIN), ("other", NOTHING, BOUND))
    return Table("Cards", ("card", "memory", LeftSide("t", "drain")), cells)


def test_the_text_of_a_number_has_its_sign_and_its_remark() -> None:
    """The unit may be left to a head, the rest may not."""
    assert str(BOUND) == ">= 9.353 µs if L < L_x"
    assert str(BOUND.without_unit) == ">= 9.353 if L < L_x"
    assert (BOUND.told_unit, BOUND.unit) == ("µs", "s")
    assert shared_unit([MEMORY, "none", MEMORY]) == "GB"
    assert shared_unit([DRAIN, BOUND]) == shared_unit(["none"]) == ""


def test_a_left_side_names_its_step_where_that_is_another() -> None:
    """And the unit that a column shares."""
    assert str(LeftSide("t", "drain", unit="ms")) == "t (drain) [ms]"
    assert str(LeftSide("t", "t")) == str(LeftSide("t")) == "t"


def test_a_table_shows_text(table: Table) -> None:
    """Whatever its cells are."""
    assert table.head == ("card", "memory", "t (drain)")
    assert table.rows[0] == ("one, and the only", "80 GB", "23.88 ms")
    assert str(table).splitlines() == [
        "Cards", "  card               memory  t (drain)", "  one, and the only  80 GB   23.88 ms",
        "  other              —       >= 9.353 µs if L < L_x",
    ]
    assert repr(table).startswith("Table(title='Cards', head=('card', 'memory', 't (drain)'), rows=(('one, and")


def test_plain_data_holds_numbers_beside_the_texts(table: Table) -> None:
    """With their units as fields, exact and as floats; words have none."""
    told = table.to_json()
    assert (told["title"], told["head"], told["rows"][1][1]) == ("Cards", list(table.head), NOTHING)
    assert told["numbers"] == [
        [None, {"value": 80.0, "exact": "80", "unit": "GB"}, {"value": 0.02388, "exact": "597/25000", "unit": "s"}],
        [None, None, {"value": 9.353e-06, "exact": "9353/1000000000", "unit": "s", "sign": ">="}],
    ]


def test_columns_hold_floats_and_keep_the_words_beside_them(table: Table) -> None:
    """A number that is not there is None; a reason or a remark is never lost."""
    assert table.to_columns() == {
        "card": ["one, and the only", "other"], "memory [GB]": [80.0, None], "t (drain) [s]": [0.02388, 9.353e-06],
        "t (drain) [s] note": ["", ">= if L < L_x"],
    }
    assert Table("Twice", ("a", "a"), (("1", "2"),)).to_columns() == {"a": ["1"], "a (2)": ["2"]}


def test_a_data_frame_has_the_columns_and_the_units(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made by the reader's own pandas, of which only the constructor is needed."""

    class Frame(dict[str, list[object]]):
        attrs: ClassVar[dict[str, object]] = {}

    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=Frame))  # type: ignore[misc]
    frame = table.to_pandas()
    assert dict(frame) == table.to_columns()
    assert frame.attrs == {"title": "Cards", "units": {"memory": "GB", "t (drain)": "s"}}


def test_without_pandas_the_way_to_get_it_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, and what does without."""
    monkeypatch.setitem(sys.modules, "pandas", None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="pip install pandas; to_csv"):
        table.to_pandas()


def test_comma_separated_numbers_are_plain_and_in_the_unit_of_the_head(table: Table) -> None:
    """A column of numbers holds nothing else: a sign and a remark stand beside it, and what is missing is empty."""
    assert table.to_csv().splitlines() == [
        "card,memory [GB],t (drain) [s],t (drain) [s] note",
        '"one, and the only",80.0,0.02388,',
        "other,,9.353e-06,>= if L < L_x",
    ]


def test_numbers_in_several_units_stay_text() -> None:
    """No head could name their unit."""
    assert Table("Mixed", ("a",), ((MEMORY,), (DRAIN,))).to_csv() == "a\n80 GB\n23.88 ms\n"


def test_comma_separated_results_are_those_of_the_sweep() -> None:
    """Exact numbers, and beside them a reason in words where there is none."""
    table = derive(LECTURE_BALANCE, model="llama-3.1-70b").at({"L": "1k, 128k token/sequence"})
    head, first, last = table.to_csv().splitlines()
    assert head == "L [token/sequence],B (balance-batch) [sequence],B (balance-batch) [sequence] note"
    assert [float(cell) for cell in first.split(",")[:2]] == pytest.approx([1000, 394.9], rel=1e-3)
    assert last.startswith('128000.0,,"no balance: L = 128,000')


def test_a_result_without_a_number_is_its_reason(long_context: Report) -> None:
    """As text, which no unit is taken off."""
    assert result_cell(long_context.result) == long_context.result.result


def test_a_table_is_public() -> None:
    """For a notebook's own."""
    assert derivations.Table is Table


def test_a_cell_may_hold_anything() -> None:
    """Bars, stars, dollars and line breaks."""
    text = Table("title", ("one", "two"), (("a|b", "x*y*z"), ("$3", "two\nlines"))).to_markdown()
    assert text.splitlines()[0] == "| one | two |"
    assert text.splitlines()[2] == r"| a\|b | x\*y\*z |"
    assert text.splitlines()[3] == r"| \$3 | two lines |"


@pytest.mark.long
def test_where_ranges_have_no_result_to_move_a_notebook_goes_on() -> None:
    """What has no answer under a change is undecided, and no table of an unknown name."""
    swapless = derive("differential", premises={"hidden-next": "no-swap"})
    with pytest.raises(UndecidedError, match="no result that its inputs move: none: "):
        swapless.table("swings")
    with pytest.raises(InputError, match="unknown table 'swings'"):
        derive(LECTURE_BALANCE).table("swings")


def test_tables_of_what_is_said_and_measured_say_that_there_is_nothing() -> None:
    """In words, and in no table without rows."""
    words = [str(derive(name).table(kind)) for name, kind in (("feistel", "conclusions"), ("revnet", "measured"))]
    assert "no published number is a conclusion of this claim" in words[0]
    assert "nothing measured; what would decide it" in words[1]
    assert "would take" not in words[1]


def test_conclusions_that_are_named_alike_say_which_numbers_each_is_of() -> None:
    """Three runs of one table; a row that nothing else is called like stays as it is."""
    rows = derive("training-mfu").table("conclusions").rows
    assert len({row[:2] for row in rows}) == len(rows) == 3
    assert all(": " in row[1] for row in rows)
    assert not any("numbers" in row[1] for row in derive("optimal-batch").table("conclusions").rows)


@pytest.mark.long
def test_swings_are_of_what_moves_the_result_and_the_title_names_the_rest() -> None:
    """Those of cache-price are what its longest gap is made of."""
    table = derive("energy").table("swings")
    assert table.title.endswith("; p_joule and y_still do not move it")
    assert not {"p_joule", "y_still"} & {row[0] for row in table.rows}
    prices = derive("cache-price").table("swings")
    assert [row[0] for row in prices.rows] == ["t_keep", "q_write", "q_hit"]
    assert "move it" not in prices.title
