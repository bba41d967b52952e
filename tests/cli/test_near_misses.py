"""The second most likely spelling of everything: one line that names the right one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations import derive

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

# a fixed claim: its letters mean the same in every version
EVEN_ROUND = ("even-round", "--claims", str(Path(__file__).parents[1] / "fixed_claims.py"))
OF_ONES_OWN = 'needs a premise that reads it: --symbol "e_kv [UNIT] MEANING" --assume kv-fetch='


@pytest.mark.some(1)
@pytest.mark.parametrize(("words", "told"), [
    (("show", "optimal-batch", "--weights", "4 bit"), "unknown number format '4 bit'; did you mean fp4 or int4?"),
    (("show", "optimal-batch", "--accelerator", "my.toml"),
     "give the file as --catalog my.toml, and the card by its name"),
    (("compare", "optimal-batch", "--accelerator", "b200,h200"), "derive sweep goes over several"),
    (("show", "optimal-batch", "--set", "B=1-4096"), "a range is written with two points, as in 1..4096"),
    (("show", "optimal-batch", "--set", "B=1:4096"), "a range is written with two points, as in 1..4096"),
    (("sensitivity", "optimal-batch", "--set", "L=1k to 2k", "--range", "n=1..2"), "takes one number of each quantity"),
    (("sweep", "optimal-batch", "--set", "B=1...4096"), "write two points, as in 1..4096"),
    (("show", *EVEN_ROUND, "--set", "sequences=7"), "did you mean q (sequences in a round)?"),
    (("solve", "optimal-batch", "--for", "e_kv", "--given", "B=7"), OF_ONES_OWN),
    (("solve", "optimal-batch", "--for", "L", "--given", "e_kv=7"), OF_ONES_OWN),
    (("sensitivity", "optimal-batch", "--range", "e_kv=0.1..1"), OF_ONES_OWN),
    (("figure", "optimal-batch", "--over", "e_kv=0.1..1", "-o", "x.svg"),
     OF_ONES_OWN),
    (("figure", "optimal-batch", "--kind", "roofline", "--over", "kv-fetch=1..2", "-o", "x.svg"),
     "kv-fetch is a premise of optimal-batch, and no quantity; it is about t_kv"),
    (("solve", "optimal-batch", "--for", "balance-batch"), "balance-batch is a step of optimal-batch, and no quantity"),
    (("show", "optimal-batch", "--set", "roofline=1"), "roofline is a premise of optimal-batch, and no quantity"),
    (("solve", *EVEN_ROUND, "--for", "kept"), "did you mean l_end (kept tokens from which no round is even)"),
    (("show", "optimal-batch", "--assume", "t_kv=kappa*B*L/(0.5*W)"),
     'unknown premise \'t_kv\'; did you mean kv-fetch="t_kv = kappa*B*L/(0.5*W)"?'),
    (("show", "chinchilla", "--assume", "equal-rl=cost_RL = 0.3*(cost_pre + cost_RL + cost_inf)"),
     "did you mean cost_pre = 7*cost_RL/3 - cost_inf?"),
    (("show", "chinchilla", "--assume", "equal-rl=cost_RL = 3/7*(cost_pre + cost_inf)"),
     "did you mean cost_pre = 7*cost_RL/3 - cost_inf?"),
    (("show", "chinchilla", "--set", "x_RL=30%"),
     "x_RL comes with another premise: give --assume equal-rl=share-of-rl or --assume equal-inference="),
    (("show", "chinchilla", "--assume", "equal-rl=share-of-rl", "--assume", "equal-inference=share-of-rl"),
     'has no value; give --set x_RL="..."'),
    (("show", "latency and bandwidth of a pipeline at night"), "some are in pipeline-bandwidth, pipeline-latency"),
    (("show", "optimal-batch", "--set", "e_kv=50%"),
     '--symbol "e_kv [UNIT] MEANING" --assume kv-fetch="t_kv = ..."; derive premises optimal-batch lists them'),
    (("show", "optimal-batch", "--set", "e_kv=50%", "--assume", "kv-fetch=t_kv = kappa*B*L/(e_kv*W)"),
     'One of your own is declared by --symbol "e_kv [UNIT] MEANING"'),
    (("show", "optimal-batch", "--set", "e_kv=50%", "--symbol", "e_kv [] efficiency"),
     'nothing in optimal-batch uses e_kv: a premise that reads it is given by --assume PREMISE="..."'),
    (("sweep", "optimal-batch", "--set", "e_read=0..1"), '--symbol "e_read [UNIT] MEANING" --assume PREMISE="..."'),
    (("show", "optimal-batch", "--set", "L=1..10 log 2.5"), "a number of points is whole and has no commas, not '2.5'"),
    (("show", "optimal-batch", "--set", "W_gpu=3 GB/token"), 'did you mean W_gpu="3 GB/s/GPU"?'),
    (("show", "optimal-batch", "--model", "deepseek-v3", "--model=llama-3.1-70b"), "--model is given twice: leave one"),
    (("export", "optimal-batch", "--to", "latex", "--to", "pdf"), "--to is given twice: leave one of them out"),
    (("show", "optimal-batch", "--accelerator", ""), "--accelerator is empty: write --accelerator CARD"),
    (("plan", "--model="), "--model is empty: write --model CARD, or leave it out"),
    (("show", "optimal-batch", "--set", "L=1k", "--set", ""), "--set is empty: write --set NAME=VALUE [UNIT]"),
    (("figure", "optimal-batch", "-o", ""), "--output is empty: write --output FILE"),
    (("export", "optimal-batch", "--to", "latex", "--table", "values"), "needs several of a quantity, as in --set"),
    (("show", "optimal-batch", "--symbol", "e_kv efficiency"), "as in 'e_kv [] (fraction) efficiency of reads'"),
    (("solve", "cost-per-token", "--for", "L", "--given", "y_cost=2x"), "a factor is a number alone"),
    (("judge", *EVEN_ROUND, "sequences = 300*h"), "did you mean q (sequences in a round)?"),
    (("show", *EVEN_ROUND, "--assume", "getting=t_get = y*p_all*kept/V"), "did you mean l_end (kept tokens"),
    (("show", "optimal-batch", "L=1k"), "unexpected extra argument (L=1k): write --set L=1k"),
    (("judge", "optimal-batch", "B", "=", "300"), "(= 300): write the formula in quotes"),
    (("show", "context", "at", "which"), "(at which): write the words of a title in quotes"),
    (("list", "over-training"), 'derive show "over-training" finds a claim by words of its title'),
    (("why", "optimal-batch", "B"), "unexpected extra argument (B); for example: derive why B"),
    (("sweep", "cost-per-token", "--plot", "b.svg"),
     "No such option '--plot' of sweep: derive figure CLAIM --set NAME=LOW..HIGH -o FILE.pdf draws a sweep"),
    (("sweep", "cost-per-token", "--set", "B=1..9", "-o", "b.svg"),
     "-o b.svg: derive figure cost-per-token --set NAME=LOW..HIGH -o b.svg draws a sweep"),
    (("show", "optimal-batch", "--range", "L=0..2k"), "'--range' of show: --set NAME=LOW..HIGH is a range"),
    (("show", "optimal-batch", "--all"), "No such option '--all' of show: derive evidence has it"),
    (("show", "optimal-batch", "--help-me"), "Did you mean '--help'?"),
    (("sweep", "cost-per-token", "--zzz"),
     "No such option '--zzz' of sweep; for example: derive sweep cost-per-token --set B=1..4096"),
    (("solve", "optimal-batch", "--given", "B=10k"),
     "Missing option '--for'; for example: derive solve optimal-batch --for L --given B=2k"),
    (("export", "optimal-batch"), "say what to write: --to latex, pdf"),
    (("export", "optimal-batch", "-o", "batch.foo"), "-o batch.foo does not tell what to write: end it in .tex"),
])
def test_a_near_miss_is_told_with_what_was_meant(command: Command, words: tuple[str, ...], told: str) -> None:
    """Nothing is guessed, and nothing is read as something else."""
    command(*words).refused(told)


def test_the_name_of_a_file_tells_what_to_write(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As its ending says."""
    monkeypatch.chdir(tmp_path)
    assert command("export", "optimal-batch", "-o", "batch.tex", "--steps", "result").code == 0
    assert (tmp_path / "batch.tex").read_text(encoding="utf-8").startswith("B = ")


def test_formats_are_read_in_any_case() -> None:
    """As cards are."""
    found = derive("optimal-batch", compute="FP8", weights="INT4")
    assert found.result.value == derive("optimal-batch", compute="fp8", weights="int4").result.value


def test_values_are_given_by_name_as_well() -> None:
    """As to a sweep."""
    report = derive("optimal-batch")
    assert report.with_values(L="1k").result.value == report.with_values({"L": 1000}).result.value
    assert report.at(L="0, 1k").to_csv() == report.at({"L": "0, 1k"}).to_csv()


def test_a_file_of_another_kind_is_told(command: Command, tmp_path: Path) -> None:
    """A picture is no study, and a card stands under its kind."""
    picture, cards = tmp_path / "b.pdf", tmp_path / "my.toml"
    picture.write_bytes(b"%PDF-1.5 \xac\xff")
    command("show", "optimal-batch", "--study", str(picture)).refused("is no text: for a study give a TOML file")
    cards.write_text('[my-chip]\ntitle = "Mine"\n', encoding="utf-8")
    command("show", "optimal-batch", "--catalog", str(cards)).refused("under its kind: [accelerators.my-chip]")


def test_a_slip_in_a_name_is_told_as_that(command: Command) -> None:
    """Without words on quantities of one's own, which nobody meant."""
    for words in (("optimal-batch", "--set", "Lx=3"), ("optimal-batch", "--set", "N_totl=1e9"),
                  (*EVEN_ROUND, "--set", "sequences=7")):
        told = command("show", *words).err
        assert "did you mean" in told
        assert "--symbol" not in told
