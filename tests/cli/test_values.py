"""The command with several values of a quantity: what it prints, further columns, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

SHOW = ("show", "optimal-batch")
CONTEXTS = ("--accelerator", "gb200", "--set", "L=1k,2k,128k token/sequence")
BATCHES = ("--set", "B=1,8,64,512 sequence", "--set", "G=8 GPU")


def numbers(start: int, stop: int) -> str:
    """Many values."""
    return ",".join(map(str, range(start, stop)))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.long
def test_several_values_make_a_table(command: Command) -> None:
    """Beside all that a report has, which is for the first of them."""
    done = command(*SHOW, *CONTEXTS, "--full")
    assert (done.code, done.err) == (0, "")
    for part in ("6,547", "7,749", "no balance: L = 128,000", "numbers below are for L = 1,000", "Premises"):
        assert part in done.out


def test_steps_are_further_columns(command: Command) -> None:
    """By step or by quantity, behind the pass that each batch makes and the balance batch beside it."""
    steps = ("--step", "weight-fetch", "--step", "time-per-sequence", "--step", "t_kv")
    done = command(*SHOW, "--brief", *BATCHES, *steps)
    assert done.code == 0
    for head in ("B [sequences]", "t_w (weight-fetch)", "(time-per-sequence)", "t_kv", "(kv-fetch)"):
        assert head in done.out
    rows = [line.split() for line in done.out.splitlines() if line.strip()[:3] in ("1  ", "8  ", "64 ", "512")]
    balanced = [[row[0], *row[-2:]] for row in rows if "2,422" in row]
    assert balanced == [[batch, "2,422", "17.47"] for batch in ("1", "8", "64", "512")]


@pytest.mark.long
def test_several_values_as_plain_data(command: Command) -> None:
    """Nothing but JSON."""
    data = json.loads(command(*SHOW, "--json", *CONTEXTS, "--step", "L_x").out)
    assert [row["cells"][1]["text"] for row in data["sweep"]["rows"]] == ["7,445 tokens per sequence"] * 3


@pytest.mark.long
def test_a_plot_is_written_beside_what_is_printed(command: Command, folder: Path) -> None:
    """Over an existing file only by force."""
    done = command(*SHOW, "--brief", *CONTEXTS, "--plot", "new.svg")
    assert (done.code, "7,749" in done.out) == (0, True)
    assert "<svg" in (folder / "new.svg").read_text(encoding="utf-8")
    assert "exists: give --force" in command(*SHOW, *CONTEXTS, "--plot", "new.svg").err
    assert command(*SHOW, *CONTEXTS, "--plot", "new.svg", "--force", "--json").code == 0


@pytest.mark.long
@pytest.mark.parametrize(("form", "part"), [("latex", r"\begin{tabular}"), ("markdown", "| 2,000 | 7,749 |")])
def test_export_has_the_table(command: Command, form: str, part: str) -> None:
    """In either form."""
    assert part in command("export", "optimal-batch", "--to", form, *CONTEXTS).out


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("L=1000", "with L = 1,000 tokens per sequence"),
        ("L=1k", "with L = 1,000 tokens per sequence"),
        ("L=1k tokens", "with L = 1,000 tokens per sequence"),
        ("N_total=671B", "with N_total = 671 billion parameters"),
        ("C_gpu=2 PFLOP/s", "with C_gpu = 2 PFLOP/s per GPU"),
        ("b_w=1", "with b_w = 1 byte per parameter"),
    ],
)
def test_values_are_taken_as_people_type_them_and_printed_back(command: Command, given: str, told: str) -> None:
    """With its unit in full, by each command that takes values; where B may be bytes a line says how it was read."""
    for words in ((*SHOW, "--brief"), ("solve", "optimal-batch", "--for", "n")):
        done = command(*words, "--set", given)
        assert done.code == 0
        assert told.removeprefix("with ") in " ".join(done.out.split())
        expected = "derive: N_total is 671 billion parameters: B read as billion\n" if "671B" in given else ""
        assert done.err == expected


@pytest.mark.long
def test_a_range_makes_a_table_of_which_many_rows_are_a_selection(command: Command) -> None:
    """All of them on demand, and as plain data."""
    words = (*SHOW, "--brief", "--set", "L=0..200 step 1")
    assert ": 50 of 201 rows" in " ".join(command(*words).out.split())
    whole = command(*words, "--all-rows").out
    assert "of 201 rows" not in whole
    assert len(whole.splitlines()) > 201
    assert len(json.loads(command(*SHOW, "--json", "--set", "L=0..200 step 1").out)["sweep"]["rows"]) == 201


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*SHOW, *CONTEXTS, "--step", "rigde"), "unknown step or quantity 'rigde'; did you mean ridge"),
        ((*SHOW, "--step", "ridge"), "--step is a column at several values: give some, as in --set"),
        ((*SHOW, "--plot", "new.svg"), "--plot draws a result at several values: give some, as in --set"),
        ((*SHOW, *CONTEXTS, "--plot", "new.png"), "to a file whose name ends in .svg"),
        ((*SHOW, *CONTEXTS, "--set", "G=1, 2 GPU", "--plot", "new.svg"), "a plot is over one quantity, and 2 vary"),
        ((*SHOW, "--accelerator", "gb200", "--set", "L=1k,128k", "--plot", "new.svg"),
         "a plot needs two numbers of B"),
        ((*SHOW, "--set", "L=1k,,2k token/sequence"), "L: cannot read '1k,,2k token/sequence': a value is missing"),
        ((*SHOW, "--set", "L=1,024,2,048 token/sequence"), "write a semicolon between values"),
        ((*SHOW, "--set", "L=8k token/sequence, 1 s"), "is token/sequence, but 1 s is s"),
        ((*SHOW, "--set", "L=1k,2K token/sequence"), "write k for 1,000 or Ki for 1,024"),
        ((*SHOW, "--set", "n=1, 0 token/sequence"), "must be positive"),
        ((*SHOW, "--set", "L=1..2000 step 1", "--set", f"G={numbers(1, 12)} GPU"),
         "2000 of L and 11 of G make 22,000 rows: give values for at most 10,000"),
        ((*SHOW, "--set", "B=64,128,256 sequence"), "write '64, 128, 256 sequence' for 3 values"),
        ((*SHOW, "--set", "L=5 s"), 'did you mean L="5 token/sequence"?'),
        ((*SHOW, "--set", "L=2000..0"), "2,000 is above 0"),
        ((*SHOW, "--set", "L=0..2000 step 0"), "a step is above zero"),
        (("why", "B", *CONTEXTS), "why is about one number: give one value of L"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    command: Command, folder: Path, words: tuple[str, ...], told: str
) -> None:
    """It names the thing, and nothing is printed or written."""
    command(*words).refused(told)
    assert list(folder.iterdir()) == []


def test_a_study_is_saved_as_it_was_typed_and_an_option_goes_before_it(command: Command, folder: Path) -> None:
    """The file gives the same report; an existing one is never replaced."""
    typed = ("--accelerator", "H100:C_gpu=800 TFLOP/s", "--set", "L=1k", "--assume", "arithmetic-time=weights-alone")
    first = command(*SHOW, "--brief", *typed, "--save-study", "mine.toml")
    assert 'L = "1k"' in (folder / "mine.toml").read_text(encoding="utf-8")
    again = command(*SHOW, "--brief", "--study", "mine.toml")
    assert (first.code, first.out) == (0, again.out)
    assert "C_gpu = 800 TFLOP/s per GPU" in " ".join(first.out.split())
    over = command(*SHOW, "--brief", "--study", "mine.toml", "--set", "L=2k", "--save-study", "second.toml")
    assert over.err == "derive: L is as the option says, not as in mine.toml\n"
    assert "L = 2,000 tokens per sequence" in " ".join(over.out.split())
    assert command(*SHOW, "--brief", "--study", "second.toml").out == over.out
    command(*SHOW, *typed, "--save-study", "mine.toml").refused("mine.toml exists: save the study under another name")


def test_a_study_that_cannot_be_applied_is_not_saved(command: Command, folder: Path) -> None:
    """Nothing is written."""
    command(*SHOW, "--set", "Lx=1", "--save-study", "mine.toml").refused("did you mean L_x")
    assert list(folder.iterdir()) == []


def test_cards_are_found_in_any_case(command: Command) -> None:
    """With the name that the card has."""
    wanted = command(*SHOW, "--brief", "--accelerator", "h100", "--model", "deepseek-v3")
    assert command(*SHOW, "--brief", "--accelerator", "H100", "--model", "DeepSeek-V3").out == wanted.out
    assert command("cards", "H100").out == command("cards", "h100").out
    command(*SHOW, "--accelerator", "H1000").refused("did you mean")


def test_what_is_likely_is_drawn_as_often_as_is_asked(command: Command, folder: Path) -> None:
    """And a study that is saved has the number of draws and the seed."""
    likely = ("--set", "L=4k to 16k token/sequence (90%)", "--draws", "2e3", "--seed", "7")
    done = command(*SHOW, *likely, "--brief", "--save-study", "likely.toml")
    assert done.code == 0
    assert "in 90% of 2,000 draws" in done.out
    assert "draws = 2000\nseed = 7\n" in (folder / "likely.toml").read_text(encoding="utf-8")
    again = command(*SHOW, "--brief", "--study", "likely.toml", "--json")
    assert json.loads(again.out)["range"]["draws"]["seed"] == 7


@pytest.mark.parametrize(("words", "told"), [
    (("--draws", "half"), "does not begin with a number"),
    (("--draws", "2.5"), "--draws 2.5: a number of draws is whole and above zero"),
    (("--draws", "1e9"), "draws are 1 to 100,000,000, not 1,000,000,000"),
    (("--set", "n=1; 2"), "is drawn"),
])
def test_what_cannot_be_drawn_is_one_line(command: Command, words: tuple[str, ...], told: str) -> None:
    done = command(*SHOW, "--brief", "--set", "L=8k +- 1k", *words)
    assert told in done.err + done.out
    assert "Traceback" not in done.err


def test_two_studies_are_compared_draw_by_draw(command: Command) -> None:
    done = command("compare", "optimal-batch", "--brief", "--set", "L=4k to 16k token/sequence (90%)")
    assert done.code == 0
    assert "in 90% of the draws, 0.739 to 1.21 times as much, draw by draw" in done.out
    table = command("compare", "optimal-batch", "--brief", "--csv", "--set", "L=4k to 16k token/sequence (90%)").out
    assert [line.partition(",")[0] for line in table.splitlines() if "lie below" in line] == [
        f"{share}% lie below" for share in (5, 25, 50, 75, 95)]
