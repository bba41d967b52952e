"""The command `derive plan`: its answer, data and picture, and one line for what cannot be planned."""

import csv
import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`
ASKED = ("plan", "--gpus", "16", "--context", "8k", "--speed", "20 token/s")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_answer_comes_first_and_says_what_binds(command: Command, folder: Path) -> None:
    done = command(*ASKED, "--plot", "front.svg")
    assert done.code == 0
    assert not done.err
    told = " ".join(done.out.split())
    assert "2 systems of 8 GPUs, each with a batch of" in told
    assert "The speed binds" in told
    assert "held out from the fit to the other models of this GPU" in told
    assert "derive show pass-time" in told
    assert "asked for: 20 tokens per second and sequence" in (folder / "front.svg").read_text(encoding="utf-8")
    command(*ASKED, "--plot", "front.svg").refused("front.svg")


def test_plain_data_has_units_and_commands(command: Command) -> None:
    data = json.loads(command(*ASKED, "--json").out)
    assert data["best"] == 8
    assert data["asked"]["premises"] == {"weight-fetch": "touched-experts"}
    best = data["systems"][-1]
    assert best["chosen"]["speed"]["unit"] == "token/s/sequence"
    assert best["chosen"]["speed"]["value"] >= 20
    assert set(best["commands"]) == {"time", "speed", "throughput", "cost", "room", "balance", "energy", "site_energy"}
    assert best["chosen"]["energy"]["unit"] == best["chosen"]["site_energy"]["unit"] == "J/token"
    assert data["measured"]["error_unseen"]["rows"] > 0
    assert data["measured"]["error"] is None  # models without experts are among those that judge this GPU


def test_the_front_as_comma_separated_values(command: Command) -> None:
    rows = list(csv.reader(io.StringIO(command(*ASKED, "--csv").out)))
    assert len(rows) > 5
    assert all(float(row[1]) >= 1 for row in rows[1:])
    assert rows[0][-2:] == ["energy [J/token]", "at the site [J/token]"]
    assert all(float(row[-2]) < float(row[-1]) for row in rows[1:])


@pytest.mark.long
def test_the_command_behind_a_number_prints_it(command: Command) -> None:
    """One key away: what a plan names runs, and its result is the number."""
    system = json.loads(command(*ASKED, "--json").out)["systems"][-1]
    for name, step in (("time", "pass-in-full"), ("energy", "joules")):
        shown = command(*shlex.split(system["commands"][name])[1:], "--json")
        result = json.loads(shown.out)["result"]
        assert shown.code == 0
        assert result["step"] == step
        assert result["value"] == system["chosen"][name]["value"]


@pytest.mark.parametrize(("words", "told"), [
    (("--gpus", "0"), "a plan needs a GPU at least"),
    (("--model", "deepsek-v3"), "did you mean deepseek-v3"),
    (("--speed", "fast"), "fast"),
    (("--set", "B=3"), "B is what a plan asks for or finds"),
    (("--assume", "kernels=T = 3"), "3 is a pure number"),
    (("--assume", "draw=by-work"), "did you mean drawn"),
    (("--users", "0"), "a plan needs a user at least"),
    (("--first-token", "500"), 'write "500 ms" or "500 s"'),
    (("--cached", "2"), "below 100%"),
    (("--price", "€2/h"), "no rent in dollars"),
    (("--price", "2", "--set", "p_gpu=3"), "given twice"),
])
def test_what_cannot_be_planned_is_one_line(command: Command, words: tuple[str, ...], told: str) -> None:
    command("plan", *words).refused(told)


@pytest.mark.long
def test_what_no_system_serves_exits_with_one(command: Command) -> None:
    """The plan is printed all the same, with the reason, as text and as plain data; one that serves exits with 0."""
    words = ("plan", "--model", "deepseek-v3", "--accelerator", "h100", "--gpus", "8")
    done = command(*words)
    assert done.code == 1
    assert "No size of system serves this." in done.out
    plain = command(*words, "--json")
    assert (plain.code, json.loads(plain.out)["best"]) == (1, None)
    assert command(*ASKED).code == 0


STAGED = ("plan", "--model", "llama-3.1-405b", "--accelerator", "h100", "--gpus", "16", "--context", "128k")


@pytest.mark.long
def test_everything_typed_is_printed_as_understood(command: Command) -> None:
    """Lengths, speed, users, first token, cache and rent, in words; as plain data, too."""
    words = ("plan", "--model", "llama-3.1-8b", "--accelerator", "h100", "--users", "500", "--first-token", "800 ms",
             "--cached", "60%", "--price", "$2.49/hr")
    told = " ".join(command(*words).out.split())
    for part in ("as many GPUs as it takes", "500 users at the same time", "a first token within 800 ms",
                 "60% of each prompt found in a cache", "2.49 dollars per GPU-hour (as given)",
                 "For 500 users it takes", "of which 2,800 are computed", "blended over input and output"):
        assert part in told
    data = json.loads(command(*words, "--json").out)
    assert data["asked"]["users"] == 500
    assert data["asked"]["first_token"] == "800 ms"
    assert data["systems"][0]["systems_needed"]["value"] == data["systems"][0]["copies"]
    assert data["blended"]["input_to_output"] == 7


@pytest.mark.long
def test_several_domains_are_planned_as_stages(command: Command) -> None:
    """At 20 tokens per second nothing serves, and what would is a command that does; the table counts stages."""
    refused = command(*STAGED)
    assert refused.code == 1
    told = " ".join(refused.out.split())
    assert "With 1, 2, 4 and 8 GPUs weights and the KV cache of one sequence do not fit in memory." in told
    assert "With 16 (2 × 8) GPUs a sequence alone in its pass gets 13.42 tokens per second" in told
    assert "What would serve: `--speed 13.4`" in told
    served = command(*STAGED, "--speed", "13.4")
    assert served.code == 0
    told = " ".join(served.out.split())
    assert "One system of 16 GPUs in 2 stages of 8 with a batch of 2 sequences in 2 micro-batches of 1" in told
    assert "1 × 2 × 8" in told


@pytest.mark.long
def test_the_commands_behind_stages_run(command: Command) -> None:
    """Also those of a hop, of a prompt and of users: none warns, and that of a pass prints the number."""
    words = (*STAGED, "--speed", "10", "--first-token", "60 s", "--users", "3", "--cached", "50%", "--json")
    data = json.loads(command(*words).out)
    system = next(each for each in data["systems"] if each["stages"] == 2)
    assert {"hop", "in_flight", "first_token", "systems", "to_compute"} <= set(system["commands"])
    for name in ("time", "hop", "in_flight", "first_token", "systems", "to_compute"):
        shown = command(*shlex.split(system["commands"][name])[1:], "--json")
        assert shown.code == 0, name
        assert json.loads(shown.out)["contradictions"] == [], name
    shown = json.loads(command(*shlex.split(system["commands"]["time"])[1:], "--json").out)
    assert shown["result"]["value"] == pytest.approx(system["chosen"]["time"]["value"], rel=1e-9)


def test_one_of_anything_is_told_in_the_singular(command: Command) -> None:
    """One system has no `each`; one token, one user and no row are not many."""
    small = ("--accelerator", "h100", "--gpus", "1")
    asked = ("--model", "llama-3.1-8b", *small, "--context", "2k", "--speed", "1", "--users", "1")
    told = " ".join(command("plan", *asked).out.split())
    assert "at least 1 token per second for each sequence" in told
    assert "with 1 input token to each output token" in told
    assert "one system of 1 GPU with a batch of" in told
    assert "1 user is counted as generating all the time" in told
    none = " ".join(command("plan", "--model", "gemma-4-31b", *small).out.split())
    assert "No measured row has this model on this GPU on 44 rows of" in none
    assert "held out from the fit to the others of this GPU, the time of a pass is off by" in none
