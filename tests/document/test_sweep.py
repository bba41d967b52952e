"""Several values drawn: the table beside the result, what the other numbers are for, and plain data."""

import json
import re
from fractions import Fraction

import pytest

from derivations import Board, Claim, Handle, InputError, Notation, Premise, Report, derive
from derivations.document.fields import report_json
from derivations.document.sweep import values_table
from derivations.numbers.value import parse_values
from derivations.study.sweep import Sweep, sweep
from derivations.writers.terminal import Style

from ..lecture_balance import LECTURE_BALANCE
from ..numbers.test_contradiction import chosen
from .texts import answer_text, report_text

CONTEXTS = "500, 1k, 128k token/sequence"
REASON = "no balance: L = 128,000 tokens per sequence is not below L_x = 2,554 tokens per sequence"


@pytest.fixture(scope="module")
def report() -> Report:
    """The balance batch at three contexts, the last of them beyond the crossover."""
    return derive(LECTURE_BALANCE, values={"L": CONTEXTS, "n": "2 token/sequence"}, cache="fp8")


@pytest.fixture(scope="module")
def contexts() -> Report:
    """The same as built, with one new token; what a premise leaves out is told elsewhere."""
    report = derive(LECTURE_BALANCE, values={"L": CONTEXTS})
    vars(report)["leaving_out"] = ()
    return report


@pytest.fixture(scope="module")
def swept(contexts: Report) -> Sweep:
    """With a further column."""
    return sweep(contexts, steps=["crossover-context"])


def test_units_that_a_column_shares_stand_in_its_head(contexts: Report, swept: Sweep) -> None:
    """And a reason keeps all of its words."""
    table = values_table(swept)
    assert table.head == (
        "L [tokens per sequence]", "B (balance-batch) [sequences]", "L_x (crossover-context) [tokens per sequence]",
    )
    assert table.rows == (
        ("500", "4,648", "2,554"), ("1,000", "6,144", "2,554"), ("128,000", REASON, "2,554"),
    )
    assert table.title.startswith("B (balance-batch) for each L, as built: NVIDIA H200")


def test_units_that_differ_stay_beside_their_numbers() -> None:
    """A time in milliseconds and one in seconds; a pure number has none."""
    found = derive(LECTURE_BALANCE, values={"B": "1, 1M sequence", "G": "8 GPU"})
    table = values_table(sweep(found, steps=["kv-fetch", "t_c", "s"]))
    times, pure = table.head.index("t_c (arithmetic-time)"), table.head.index("s (sparsity)")
    assert "t_kv (kv-fetch) [s]" in table.head
    assert [row[times] for row in table.rows] == ["4.674 µs", "4.674 s"]
    assert [row[pure] for row in table.rows] == ["18.14", "18.14"]


def test_an_inequality_keeps_its_sign() -> None:
    """The roofline is a lower bound; its unit still goes to the head."""
    found = derive(LECTURE_BALANCE, values={"B": "1, 2 sequence", "G": "8 GPU"})
    table = values_table(sweep(found, steps=["roofline"]), ["roofline"])
    place = table.head.index("T (roofline) [ms]")
    assert {row[place] for row in table.rows} == {">= 17.47"}


@pytest.mark.long
def test_a_number_whose_condition_is_not_decided_says_so() -> None:
    """The regime is open where the other side of the roofline is not known."""
    found = derive(LECTURE_BALANCE, as_said=True, values={"t_m": "1, 2 s"})
    swept = sweep(found, steps=["memory-bound"])
    condition = " and ".join(map(str, found["memory-bound"].conditions))
    assert [row[-1] for row in values_table(swept).rows] == [f">= 1 if {condition}", f">= 2 if {condition}"]
    cells = [row["cells"][1] for row in report_json(found, swept=swept)["sweep"]["rows"]]
    assert [cell["unchecked"] for cell in cells] == [[condition]] * 2


def test_a_refused_row_says_why_once(as_built: Report) -> None:
    """And leaves the other columns empty."""
    found = sweep(as_built, {"r": parse_values("300 token; 9895/48 token")}, ["s"])
    first, second = values_table(found).rows
    assert first[0] == "300"
    assert first[1].startswith("r = 300 tokens is given, but")
    assert first[2] == "—"
    assert second == ("206.1", "3,738", "18.14")


def test_contradictions_get_a_column_where_there_are_any() -> None:
    """And none where there are not."""
    found = derive("train-interval", values={"G": "8, 72 GPU"}, accelerator="h100", compute="bf16")
    table = found.table("values")
    assert table.head[-1] == "contradiction"
    assert "no-faster says T >= t_w" in table.rows[0][-1]
    assert table.rows[1][-1] == "—"
    assert len(derive("train-interval", values={"G": "72, 144 GPU"}).table("values").head) == 2


def test_the_table_is_one_of_the_report_only_where_there_are_several_values(contexts: Report, as_built: Report) -> None:
    """By name; elsewhere what it needs is said."""
    assert contexts.table("values").rows[0] == ("500", "4,648")
    with pytest.raises(InputError, match="a table of values needs several of a quantity"):
        as_built.table("values")


# --- the terminal


def test_brief_is_the_table_alone(contexts: Report) -> None:
    """No single number, and nothing that is said of the first value only."""
    text = answer_text(contexts)
    assert "6,144" in text
    assert REASON in " ".join(text.split())
    assert "numbers below" not in text
    assert "with L = 500" not in text
    assert "= 4,648 sequences" not in text


def test_the_table_comes_first_and_the_rest_says_which_value_it_is_for(contexts: Report) -> None:
    """Formula, table, which value, its numbers, premises; and the table stands nowhere else."""
    text = " ".join(report_text(contexts).split())
    parts = ["B = r*s/(n*(1 - L/L_x))", "B (balance-batch) for each L", REASON,
             "numbers below are for L = 500 tokens per sequence, the first", "= 4,648 sequences", "Premises"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.count("for each L") == 1


@pytest.mark.parametrize("width", [60, 100])
def test_no_line_is_wider_than_the_screen(report: Report, width: int) -> None:
    """The columns wrap, or go on below."""
    found = sweep(report, steps=["ridge", "sparsity", "crossover-context", "kappa"])
    text = answer_text(report, Style(width=width), swept=found)
    assert max(map(len, text.splitlines())) <= width


def test_what_was_set_beside_it_is_told(report: Report) -> None:
    """The one value of n, but no single value of L."""
    text = " ".join(answer_text(report).split())
    assert "NVIDIA H200 SXM (fp8) with DeepSeek-V3 (fp8 KV cache), with n = 2 tokens per sequence B = r*s" in text


def test_a_result_that_does_not_stand_still_has_its_table() -> None:
    """The verdict, and what else has numbers."""
    found = derive(LECTURE_BALANCE, values={"B": "1, 2 sequence", "G": "8 GPU"}, premises={"roofline": "no-overlap"})
    text = report_text(found, swept=sweep(found, steps=["weight-fetch"]))
    assert "for each B" in text
    assert "17.47" in text
    assert "numbers below are for B = 1 sequence, the first" in text


# --- pages


def test_markdown_has_the_table_under_the_result(contexts: Report) -> None:
    """Once, before the number of the first value."""
    page = contexts.to_markdown()
    parts = ["## Result", "**$B$ (balance-batch) for each $L$", "| 1,000 | 6,144 |",
             "Numbers below are for $L = 500$ tokens per sequence, the first.", "$$", "## Premises"]
    places = [page.index(part) for part in parts]
    assert places == sorted(places)
    assert page.count("for each $L$") == 1


def test_latex_has_a_tabular_with_as_many_cells_in_every_row(contexts: Report) -> None:
    """Letters as mathematics, units in the head, and the long reason in a column that breaks."""
    latex = contexts.to_latex()
    latex = latex[latex.index("for each $L$") : latex.index("Numbers below")]
    ((columns, body),) = re.findall(r"\\begin\{tabular\}\{(.*)\}\n(.*?)\\end\{tabular\}", latex, re.S)
    assert re.fullmatch(r"r@\{\}lp\{0\.[0-9]+\\linewidth\}", columns)
    rows = [line.strip().replace(r"\raggedright ", "") for line in body.strip().splitlines()]
    assert rows.pop(1) == r"\hline"
    assert rows[0].startswith(r"\multicolumn{2}{c}{\shortstack{$L$")
    assert rows[0].endswith(r"} & $B$ (balance-batch) [sequences] \tabularnewline")
    assert rows[1] == r"\rule{0pt}{2.6ex}500& & 4,648 \tabularnewline"
    said = r"128,000& & no balance: $L = 128{,}000$ tokens per sequence is not below $L_{"
    assert rows[3].removeprefix(r"\rule{0pt}{2.6ex}").startswith(said)
    assert {row.count("&") for row in rows} == {1, 2}


@pytest.mark.long
def test_latex_escapes_what_a_row_says() -> None:
    """Underscores in names, and the column for contradictions."""
    page = derive("train-interval", values={"G": "8, 72 GPU"}, accelerator="h100", compute="bf16").to_latex()
    body = page[page.index(r"\begin{tabular}") : page.index("Numbers below")]
    assert "contradiction \\tabularnewline\n\\hline" in body
    assert r"$t_{\mathrm{weights}} = 50.07$ ms" in body
    assert not re.search(r"(?<!\\)[_>]", re.sub(r"\$.*?\$", "", body))


# --- plain data


def test_plain_data_has_every_number_exactly(contexts: Report, swept: Sweep) -> None:
    """In the named units, or the reason why there is none; and it goes through JSON."""
    data = json.loads(json.dumps(report_json(contexts, swept=swept), allow_nan=False))
    told = data["sweep"]
    assert told["varied"] == [{"name": "L", "unit": "token/sequence"}]
    assert [(column["step"], column["symbol"], column["unit"]) for column in told["columns"]] == [
        ("balance-batch", "B", "sequence"), ("crossover-context", "L_x", "token/sequence"),
    ]
    for row, own in zip(told["rows"], swept.rows, strict=True):
        assert Fraction(row["values"]["L"]["exact"]) == own.values["L"].number == row["values"]["L"]["value"]
        for cell, shown in zip(row["cells"], own.cells, strict=True):
            assert (cell["value"] is None) == bool(cell["why_not"])
            if shown.number is not None:
                assert Fraction(cell["exact"]) == shown.number
                assert cell["value"] == float(shown.number)
    assert told["rows"][2]["cells"][0]["why_not"] == REASON
    assert data["tables"][0]["kind"] == "values"
    assert data["result"]["value"] == told["rows"][0]["cells"][0]["value"]


def test_plain_data_of_a_refused_row_has_its_reason_in_every_cell(as_built: Report) -> None:
    """Each cell can be read alone."""
    found = sweep(as_built, {"r": parse_values("300 token; 9895/48 token")}, ["s"])
    first, second = report_json(as_built, swept=found)["sweep"]["rows"]
    assert all(cell["why_not"].startswith("r = 300 tokens is given, but") for cell in first["cells"])
    assert [cell["why_not"] for cell in second["cells"]] == [None, None]


def test_plain_data_of_one_value_has_no_sweep(as_built: Report) -> None:
    """The key is there and empty."""
    assert as_built.to_json()["sweep"] is None


def test_a_long_reason_stands_once_and_none_is_lost() -> None:
    """A cell without a number refers to the contradiction beside it, and keeps one that is told nowhere else."""

    def body(board: Board) -> Handle:
        bound = Premise("bound", "a <= b", "given", "own")
        board.take(bound)
        return board.take(Premise("uses", "y = 2*a", "given", "own"))

    report = derive(Claim("own", Notation.of("a [] a\nb [] b\ny [] y"), body, outside="none"), values={"b": "2"})
    rows = report.at(a="1, 3, 4, 5", steps=["uses"]).rows
    assert [row[-1] for row in rows] == [
        "—", "bound says a <= b, but a = 3 and b = 2", "bound says a <= b, but a = 4 and b = 2",
        "bound says a <= b, but a = 5 and b = 2"]
    assert rows[0][1] == "2"
    assert {row[1] for row in rows[1:]} == {"—"}
    alone = derive(chosen("t >= x", "u = 3*c", result="beside-1"), values={"a": "1", "b": "4", "c": "4"})
    table = alone.at(t="1, 4", steps=["best"])
    assert "contradict beside-0: t = 1 against x = 2" in str(table.rows[0])


def test_what_moves_stands_before_what_does_not_and_a_still_result_in_the_title(as_built: Report) -> None:
    """Behind the quantity that varies; a result that moves is the first of them, as ever."""
    moved = as_built.at(W_gpu="4 TB/s/GPU, 5 TB/s/GPU", steps=("sparsity", "crossover-context"))
    assert [str(cell).partition(" ")[0] for cell in moved.head] == ["W_gpu", "B", "L_x", "s"]
    still = as_built.at(G="8, 16", steps=("sparsity", "pooled-compute"))
    assert [str(cell).partition(" ")[0] for cell in still.head] == ["G", "C", "s"]
    assert still.title.endswith(f"; B (balance-batch) = {as_built.result.result} throughout")
    alone = as_built.at(G="8, 16")
    assert [str(cell).partition(" ")[0] for cell in alone.head] == ["G", "B"]
