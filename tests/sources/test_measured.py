"""Measured tables are read exactly, and every mistake in them is named with file, row and column."""

from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from derivations.errors import InputError
from derivations.sources.catalog import load_catalog
from derivations.sources.measured import PACKAGED, STATUSES, measured_table, packaged_tables, read_measured

from ..measured import HEADER, ROWS, table

CATALOG = load_catalog()


def test_a_table_is_read_as_it_was_written() -> None:
    """Numbers exactly and in base units, cards and words beside them, an empty cell as nothing."""
    read = measured_table(table(), "mine.csv", CATALOG)
    first, *_, empty, apart = read.rows
    assert first.values["bytes"].number == 67 * 10**9
    assert first.values["time"].number == Fraction(21, 1000)
    assert (first.cards, first.words) == ({"accelerator": "h100"}, {"kernel": "a"})
    assert (first.number, first.line) == (1, len(HEADER.splitlines()) + 2)
    assert "time" not in empty.values
    assert apart.apart == "the clock stood still"
    prediction = read.predictions[0]
    assert (prediction.bound, prediction.factor) == ("within", Fraction(5, 4))
    assert first.source.label == "My bench, 2026-11-01 (own)"


def test_cards_and_letters_of_all_rows_stand_in_the_header() -> None:
    shared = '[cards]\nmodel = "deepseek-v3"\n[given]\nM_gpu = "1[byte/GPU]"\nn = "time"\n[conditions]'
    header = HEADER.replace("[conditions]", shared)
    read = measured_table(table(header), "mine.csv", CATALOG)
    assert read.rows[0].cards == {"model": "deepseek-v3", "accelerator": "h100"}
    assert read.given == {"M_gpu": "1[byte/GPU]", "n": "time"}
    assert read.predictions[0].given == {"M_gpu": "bytes/1[GPU]"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("b,33.5", "b,x", "row 2 (line 29), bytes: 'x' does not begin with a number"),
        ("b,33.5", "b,-1", "row 2 (line 29), bytes: bytes read must be"),
        ("h100,b", "h10,b", "row 2 (line 29): unknown accelerator 'h10'; did you mean h100"),
        ("h100,b,33.5", "h100,33.5", "row 2 (line 29): 4 cells under 5 columns"),
        ("h100,b", "h100,\x1b[31mb", "row 2 (line 29), kernel: expected one line of plain text"),
        ("kernel,bytes", "kernel,size", "column 'size' has no unit and meaning"),
        ("kernel,bytes", "kernel,kernel", "column 'bytes', which occurs 0 times"),
    ],
)
def test_a_wrong_row_is_refused_with_file_and_row(old: str, new: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        measured_table(table(rows=ROWS.replace(old, new)), "mine.csv", CATALOG)
    assert str(caught.value).startswith("mine.csv")
    assert told in str(caught.value)


def test_a_row_that_is_set_apart_may_name_what_has_no_card() -> None:
    rows = ROWS + "my card,a,1,1,there is no card for it\n"
    assert measured_table(table(rows=rows), "mine.csv", CATALOG).rows[-1].cards == {"accelerator": "my card"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('how = "with a stopwatch"', "", "the key how is missing"),
        ('status = "own"', 'status = "guessed"', "source: unknown status 'guessed'"),
        ('status = "own"', 'status = "read"', "source: the key url is missing"),
        ('"[GB] bytes read"', '"[GX] bytes read"', "column bytes: unknown unit"),
        ('bound = "within"', 'bound = "near"', "prediction of train-interval: unknown bound 'near'"),
        ("factor = 1.25", "slack = 0.1", "a bound of 'within' has a factor, and nothing else"),
        ("factor = 1.25", "factor = 0.5", "a factor is above one"),
        ('"within"\nfactor = 1.25', '"between"\nlow = 2\nhigh = 1', "low is above zero, and below high"),
        ('"within"', '"between"', "a bound of 'between' has a low and a high"),
        ("[conditions]", "[condition]", "unknown key 'condition'"),
        ("[measured]", '[measured]\nkernel = "[] which"', "column kernel is a condition and measured"),
        ("[measured]", '[measured]\nname = "its name"', "name has no unit; text belongs under [conditions]"),
        ('measured = "time"', "measured = 1", "measured is a text"),
    ],
)
def test_a_wrong_header_is_refused(old: str, new: str, told: str) -> None:
    with pytest.raises(InputError, match=r"mine\.csv") as caught:
        measured_table(table(HEADER.replace(old, new)), "mine.csv", CATALOG)
    assert told in str(caught.value)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_measured(tmp_path / "none.csv", CATALOG)
    (tmp_path / "latin.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not UTF-8"):
        read_measured(tmp_path / "latin.csv", CATALOG)


def test_every_packaged_row_has_a_source_that_says_how_far_to_trust_it() -> None:
    """And what was read where it was published has its address."""
    for item in packaged_tables(CATALOG):
        assert item.rows, item.name
        assert item.predictions, item.name
        for row in item.rows:
            assert row.source.status in STATUSES
            assert row.source.url.startswith("https://") or row.source.status != "read", f"{item.name}, {row.number}"


def test_every_packaged_source_says_what_its_figures_may_be_used_under() -> None:
    """A license, or that none was stated; that nobody looked is no answer."""
    for item in packaged_tables(CATALOG):
        for row in item.rows:
            assert row.source.license, f"{item.name}, {row.number}"
            assert "looked" not in row.source.license, f"{item.name}, {row.number}"


def test_a_quantity_of_a_claim_is_one_thing_measured_over_one_thing_derived() -> None:
    """Under one name stand ratios of one kind: what they share is a median."""
    meanings: dict[tuple[str, str], set[tuple[object, ...]]] = {}
    for each in packaged_tables(CATALOG):
        for item in each.predictions:
            if item.alternative:
                continue
            assert len(item.quantity) <= 36, item.title
            column = each.columns.get(item.measured)
            name = item.quantity or (column.meaning if column else item.title)
            kind = (each.name, item.measured, item.derived, tuple(item.only.items()), tuple(item.given.items()))
            meanings.setdefault((item.claim, name), set()).add(kind)
    assert len(meanings) > 50
    assert {name for name, kinds in meanings.items() if len(kinds) > 1} == set()


def test_every_file_of_the_folder_is_a_table() -> None:
    folder = files("derivations.sources") / "data" / "measured"
    assert {item.name for item in folder.iterdir()} == set(PACKAGED)


def test_the_packaged_tables_hold_what_was_asked_for() -> None:
    """Serving rows in their hundreds, five kinds of GPU, models by their tokens, dated price lists."""
    tables = {item.name: item for item in packaged_tables(CATALOG)}
    assert len(tables["serving"].rows) >= 300
    assert len(tables["training-tokens"].rows) >= 20
    assert len({row.words["recorded"] for row in tables["price-steps"].rows}) >= 8
    kinds = {row.cards["accelerator"] for name in ("serving", "wide-expert-parallel", "training-step")
             for row in tables[name].rows}
    assert {"h100", "h200", "b200", "gb200", "h800", "a100-80"} <= kinds
