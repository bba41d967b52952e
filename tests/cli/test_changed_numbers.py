"""A changed number is put into the kept derivation: without SymPy where fractions are enough, with the same answer."""

from collections.abc import Callable
from typing import Any

import pytest

from derivations import derive
from derivations.claim.claim import Claim

from ..reports import few_rows
from .programs import imported

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

CHANGES = [
    ("optimal-batch", "B=2,600 sequence"), ("optimal-batch", "L=20k token/sequence"),  # where there is no balance
    ("optimal-batch", "C_gpu=1285.7 TFLOP/s/GPU"), ("chinchilla", "N_active=48.1 billion parameter"),
    ("queueing", "W_gpu=4.4 TB/s/GPU"), ("price-tier", "n=3 token/sequence"),
]


@pytest.mark.some(1)
@pytest.mark.parametrize(("claim", "change"), few_rows(CHANGES[:2] + CHANGES[3:5], CHANGES[:2]))
def test_a_changed_number_needs_no_sympy(claim: str, change: str) -> None:
    """From the certificates that the kernel replays to the printed answer."""
    out, heavy = imported("show", claim, "--brief", "--set", change)
    assert (heavy, "Derivation: " in out) == ("", True)


@pytest.mark.long
def test_an_answer_loads_no_tables() -> None:
    """What is asked for in short needs neither the tables of a report nor what a deployment or a machine is."""
    rooms = ("document.report", "document.report_tables", "document.grids", "study.sweep", "study.hardware", "measure")
    watched = [f"derivations.{room}" for room in rooms]
    out, loaded = imported("show", "optimal-batch", "--brief", "--set", "L=1k token/sequence", watched=watched)
    answer = derive("optimal-batch", values={"L": "1k token/sequence"}).result.result
    assert (answer, f"= {answer} " in " ".join(out.split()), loaded) == ("3,501 sequences", True, "")


@pytest.mark.some(1)
@pytest.mark.parametrize("brief", [True, False])
@pytest.mark.parametrize(("claim", "change"), few_rows(CHANGES, CHANGES[:4:3]))
def test_it_says_what_a_derivation_says(command: Command, claim: str, change: str, *, brief: bool) -> None:
    """Letter by letter, in short and in full."""
    words = ("show", claim, *(["--brief"] if brief else []), "--set", change)
    assert command(*words) == command(*words, "--no-store")


@pytest.mark.parametrize("words", [("--brief",), ()])
def test_a_changed_number_derives_nothing(
    command: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """In short and in full."""
    monkeypatch.setattr(Claim, "derive", lambda *_, **__: pytest.fail("something was derived"))
    assert command("show", "pipeline-kv", *words, "--set", "n_stages=5").code == 0


@pytest.mark.some(1)
@pytest.mark.parametrize("words", [("--assume", "roofline=no-overlap"), ("--json",), ("--set", "L=1;2 token/sequence")])
def test_what_needs_more_than_is_told_is_derived(
    command: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """A changed premise, data that has the options of rules, and what is varied."""
    derived: list[str] = []
    derive = Claim.derive
    monkeypatch.setattr(Claim, "derive", lambda self, *rest: (derived.append(self.name), derive(self, *rest))[1])
    assert command("show", "optimal-batch", "--brief", "--set", "B=2,600 sequence", *words).code == 0
    assert "optimal-batch" in derived
