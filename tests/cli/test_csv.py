"""Comma-separated values from every command that prints a table."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`


def rows(done: Any) -> list[dict[str, str]]:
    """The rows that a command printed, and nothing else."""
    assert (done.code, done.err) == (0, "")
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
    command("premises", "--csv", "--markdown").refused("--markdown and --csv")


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
    assert (number["name"], float(number["before"]), float(number["now"])) == ("L", 0, 1000)
    assert any(row["what"] == "premise" and row["name"] == "roofline" for row in found)
    assert "step" in {row["what"] for row in found}
    assert "step" not in {row["what"] for row in rows(command(*words, "--brief"))}


def test_several_values_are_a_table(command: Command) -> None:
    """And one value is none."""
    found = rows(command("show", "optimal-batch", "--set", "L=0,1k token/sequence", "--csv"))
    assert [float(row["L [token/sequence]"]) for row in found] == [0, 1000]
    steps = {row["step"]: row for row in rows(command("show", "optimal-batch", "--csv"))}
    assert float(steps["balance-batch"]["number"]) == pytest.approx(3738.48, rel=1e-4)
    assert steps["balance-batch"]["unit"] == "sequence"


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
    (row,) = rows(command("check", "kv-bytes", "--csv"))
    assert (row["claim"], row["ok"], row["problems"]) == ("kv-bytes", "True", "")


@pytest.mark.parametrize("words", [("cards",), ("numbers",), ("premises",), ("evidence",)])
def test_one_form_at_a_time(command: Command, words: tuple[str, ...]) -> None:
    """In either order."""
    command(*words, "--csv", "--json").refused("--csv and --json: leave one of them out")
    command(*words, "--json", "--csv").refused("--csv and --json: leave one of them out")
