"""Comma-separated values from every command that prints a table."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from math import exp
from pathlib import Path
from typing import Any

import click
import pytest

from derivations import derive
from derivations.document.table import Table

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`


def rows(done: Any) -> list[dict[str, str]]:
    """The rows that a command printed, and nothing else but warnings of what numbers break, on standard error."""
    assert done.code == 0
    assert all(line.startswith("derive: Warning: these numbers contradict") for line in done.err.splitlines())
    return list(csv.DictReader(io.StringIO(done.out)))


def test_every_figure_of_the_cards_is_a_row(command: Command) -> None:
    """With its unit and source beside it; of one card, too."""
    own = rows(command("cards", "h100", "--csv"))
    assert (own[0]["figure"], float(own[0]["number"]), own[0]["unit"]) == ("compute.bf16", 989, "TFLOP/s/GPU")
    everything = rows(command("cards", "--csv"))
    assert [row for row in everything if row["card"] == "h100"] == own
    assert {row["kind"] for row in everything} == {"accelerator", "model", "price list", "memory tier"}


def test_the_numbers_of_the_lecture_and_their_versions(command: Command) -> None:
    """A row for each number, and one for each version of it."""
    assert set(rows(command("numbers", "--csv"))[0]) == {"said", "when", "claims"}
    assert set(rows(command("numbers", "--versions", "--csv"))[0]) == {"topic", "says", "by", "followed", "why"}


def test_premises_and_their_alternatives(command: Command) -> None:
    """An alternative stands below its premise."""
    found = rows(command("premises", "optimal-batch", "--csv"))
    roofline = [row["alternative"] for row in found if row["premise"] == "roofline"]
    assert roofline[0] == ""
    assert "no-overlap" in roofline
    command("premises", "--csv", "--to", "markdown").refused("--csv and --to")


@pytest.mark.long
def test_what_moves_a_result_is_a_row_for_each_quantity(command: Command) -> None:
    """The number here, the power, and the result at the ends of the range, all plain."""
    found = {row["quantity"]: row for row in rows(command("sensitivity", "chinchilla", "--range", "eta=0.2..0.5",
                                                         "--csv"))}
    eta = found["eta"]
    assert [float(eta[key]) for key in ("low", "high", "elasticity")] == [0.2, 0.5, -1]
    assert float(eta["result at low"]) / float(eta["result at high"]) == pytest.approx(float(eta["factor"]))
    assert found["k_chin"]["low"] == ""


def test_a_comparison_has_numbers_with_units_beside_them(command: Command) -> None:
    """The result first, then what was changed; in brief without the steps."""
    words = ("compare", "optimal-batch", "--set", "L=1k token/sequence", "--assume", "roofline=no-overlap", "--csv")
    found = rows(command(*words))
    assert (found[0]["what"], found[0]["unit"]) == ("result", "sequence")
    number = next(row for row in found if row["what"] == "number")
    assert (number["name"], float(number["before"]), float(number["now"])) == ("L", 8000, 1000)
    assert any(row["what"] == "premise" and row["name"] == "roofline" for row in found)
    assert "step" in {row["what"] for row in found}
    assert "step" not in {row["what"] for row in rows(command(*words, "--brief"))}


def test_several_values_are_a_table(command: Command) -> None:
    """And one value is none."""
    found = rows(command("show", "optimal-batch", "--set", "L=0,1k token/sequence", "--csv"))
    assert [float(row["L [token/sequence]"]) for row in found] == [0, 1000]
    steps = {row["step"]: row for row in rows(command("show", "optimal-batch", "--csv"))}
    assert float(steps["balance-batch"]["number"]) == pytest.approx(2422.48, rel=1e-4)
    assert steps["balance-batch"]["unit"] == "sequence"


@pytest.mark.long
def test_the_ledger_is_a_row_for_each_claim(command: Command, few_claims: tuple[str, ...]) -> None:
    """With its number, and what a change does to it."""
    found = {row["claim"]: row for row in rows(command("list", "--csv"))}
    assert set(found) == set(few_claims)
    assert found["optimal-batch"]["unit"] == "sequence"
    assert "proven" in found["optimal-batch"]["derivation"]
    changed = {row["claim"]: row for row in rows(command("list", "--set", "L=1k", "--csv"))}
    batch = changed["optimal-batch"]
    assert float(batch["number now"]) > float(batch["number before"])


def test_a_review_is_a_row_for_each_claim(command: Command) -> None:
    """As `check` has it."""
    (row,) = rows(command("check", "dollar-per-token", "--csv"))
    assert (row["claim"], row["ok"], row["problems"]) == ("dollar-per-token", "True", "")


@pytest.mark.parametrize("words", [("cards",), ("numbers",), ("premises",), ("evidence",)])
def test_one_form_at_a_time(command: Command, words: tuple[str, ...]) -> None:
    """In either order."""
    command(*words, "--csv", "--json").refused("--csv and --json: leave one of them out")
    command(*words, "--json", "--csv").refused("--csv and --json: leave one of them out")


OWN = """
from derivations import Claim, Notation, Premise

NOTATION = Notation.of("x [] unknown\\ny [] what it comes to\\na [] slope\\nb [] height")

def crossing(board):
    return board.take(Premise("crossing", "y = a*x - b*exp(x)"))

CROSSING = Claim("crossing", NOTATION, crossing)
"""


def test_a_sweep_is_a_row_for_each_variable_and_each_regime(command: Command) -> None:
    """The ends of a variable in the unit beside them; how many points are in a regime, which are all of them."""
    found = rows(command("sweep", "optimal-batch", "--set", "B=1..4096", "--set", "L=0..2k", "--csv"))
    batch = next(row for row in found if row["variable"] == "B_balance")
    assert (batch["of"], batch["unit"], batch["points"]) == ("balance-batch", "sequence", "600")
    assert float(batch["least"]) == pytest.approx(3291.46, rel=1e-4)  # at the longest of these contexts
    regimes = {row["says"]: int(row["points"]) for row in found if row["variable"] == "regime"}
    assert set(regimes) == {"compute-bound", "memory-bound"}
    assert sum(regimes.values()) == 600


@pytest.mark.parametrize("form", ["--csv", "--json"])
def test_a_sweep_into_a_file_prints_no_summary(command: Command, tmp_path: Path, form: str) -> None:
    """Asked for both it does neither."""
    output = tmp_path / "out.csv"
    command("sweep", "optimal-batch", "--set", "B=1, 2", "-o", str(output), form).refused(f"{form} prints a summary")
    assert not output.exists()


@pytest.mark.long
def test_an_inverted_result_is_a_row_with_its_number(command: Command) -> None:
    """The number of what was asked for; the reason where there is none; the result itself where that was asked for."""
    on_a_rack = ("solve", "optimal-batch", "--accelerator", "gb200")
    (row,) = rows(command(*on_a_rack, "--for", "L", "--given", "B=10k", "--csv"))
    assert (row["quantity"], row["unit"]) == ("L", "token/sequence")
    rack = derive("optimal-batch", accelerator="gb200")
    short, wall = (rack.numbers(name).value for name in ("ridge-times-sparsity", "crossover-context"))
    assert short is not None
    assert wall is not None
    assert float(row["number"]) == pytest.approx(float(wall * (1 - short / 10_000)), rel=1e-4)
    (result,) = rows(command("solve", "optimal-batch", "--for", "B", "--csv"))
    assert float(result["number"]) == pytest.approx(2422.48, rel=1e-4)


def test_each_root_is_a_row(command: Command, tmp_path: Path) -> None:
    """4x - exp(x) = 1 has two, and no third."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    found = rows(command("solve", "crossing", "--claims", str(tmp_path / "own.py"), "--for", "x",
                         *(word for given in ("y=1", "a=4", "b=1") for word in ("--given", given)), "--csv"))
    roots = [float(row["number"]) for row in found]
    assert [4 * root - exp(root) for root in roots] == pytest.approx([1, 1])
    assert len(roots) == 2


def test_the_origin_of_a_number_is_a_row_for_each_quantity(command: Command) -> None:
    """In the unit beside it, with what it enters and the document behind it; a second mention points up."""
    found = rows(command("why", "optimal-batch", "--set", "L=1k", "--csv"))
    assert (found[0]["quantity"], found[0]["depth"], found[0]["enters"]) == ("B", "0", "")
    rate = next(row for row in found if row["quantity"] == "C_gpu")
    assert (float(rate["number"]), rate["unit"], rate["enters"]) == (1979e12, "FLOP/s/GPU", "C")
    assert (rate["standing"], rate["by"]) == ("secondary", "card h200, fp8")
    first, *others = [row["note"] for row in found if row["quantity"] == "phi"]
    assert (first, set(others)) == ("", {"above"})


def test_plain_data_of_an_origin_has_the_exact_number_in_the_unit_beside_it(command: Command) -> None:
    """A card may write TFLOP/s where the quantity is in FLOP/s."""
    done = command("why", "optimal-batch", "--json")

    def walk(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield item
        for child in item["children"]:
            yield from walk(child)

    found = {item["name"]: item for item in walk(json.loads(done.out)["origin"])}
    assert (found["C_gpu"]["exact"], found["C_gpu"]["unit"]) == (str(1979 * 10**12), "FLOP/s/GPU")


def test_a_judged_formula_has_the_numbers_of_both_sides(command: Command) -> None:
    """In each scenario, in the unit beside them; a formula that cannot be judged has a row for its outcome."""
    found = rows(command("judge", "optimal-batch", "B >= 300", "--csv"))
    built = found[0]
    assert (built["outcome"], built["unit"], built["agrees"]) == ("does not follow", "sequence", "True")
    assert float(built["said"]) / float(built["derived"]) == pytest.approx(float(built["ratio"]))
    assert [float(row["derived"]) for row in found][1] == 2400
    (bare,) = rows(command("judge", "optimal-batch", "B = L + r*W", "--csv"))
    assert (bare["outcome"], bare["said"]) == ("does not follow", "")
    command("judge", "optimal-batch", "B = r*s", "--csv", "--to", "html").refused("--csv and --to")


def test_every_command_that_prints_plain_data_prints_comma_separated_values(command: Command) -> None:
    """So that no command forgets the one beside the other; `export` and `site` make files and no table."""
    from derivations.cli.main import derive

    assert isinstance(derive, click.Group)
    context = click.Context(derive)
    for name in derive.list_commands(context):
        found = derive.get_command(context, name)
        assert found is not None
        options = {item.name for item in found.params}
        assert name in ("export", "site") or ("as_json" in options) == ("as_csv" in options), name


def test_no_cell_is_run_by_a_spreadsheet() -> None:
    """Text that begins as a formula does has an apostrophe before it; numbers have none."""
    table = Table("Cells", ("=head", "b"), (("=1+1", "-0.5"), ("@SUM(A1)", "+t = S"), ("-t", "1e3")))
    assert table.to_csv() == "'=head,b\n'=1+1,-0.5\n'@SUM(A1),'+t = S\n'-t,1e3\n"
