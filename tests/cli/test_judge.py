"""The command `derive judge`: what it prints, its exit codes, and how it refuses."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from derivations.claims.index import find_claim

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`
AS_SAID_TITLE = find_claim("optimal-batch").readings[0].title


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["optimal-batch", "B = r*s/(n*(1 + L/L_attn - L/L_kv))"], 0,
         "follows from step balance-batch, if L < L_kv*(1 + L/L_attn), at balance"),
        (["optimal-batch", "B = r*s/n"], 0, "follows from step ridge-times-sparsity, at balance, where L = 0"),
        (["optimal-batch", "s = N_active/N_total"], 0, "does not follow: refuted at "),
        (["optimal-batch", "T = B + L"], 0, "does not follow: in B + L: "),
        (["optimal-batch", "N_total = 7e11[parameter]"], 1, "is not decided: optimal-batch leaves N_total open"),
        (["optimal-batch", "mfu = 1/2", "--symbol", "mfu [] share"], 1, "nothing in optimal-batch says what mfu is"),
        (["optimal-batch", "B = r/n", "--assume", "weight-fetch=t_w = b_w*N_active/W"], 0, "where L = 0"),
        (["optimal-batch", "r = 300", "--as-said"], 0, AS_SAID_TITLE),
        (["optimal-batch", "r = 300", "--accelerator", "h200"], 0, "the derivation 206"),
        (["chinchilla", "D_pre = D_inf", "--set", "eta=1/5"], 0, "or right with eta = 0.3333 (0.2 here)"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_judge_with_options(command: Command, words: list[str], code: int, told: str) -> None:
    """Any judgement that was reached is a success, a refutation as well."""
    done = command("judge", *words)
    assert (done.code, done.err) == (code, "")
    assert told in " ".join(done.out.split())
    assert done.out.startswith(words[1].split(" ")[0])
    assert "\x1b" not in done.out


def test_judge_as_plain_data_and_as_markdown(command: Command) -> None:
    """Nothing but JSON; and mathematics to paste."""
    data = json.loads(command("judge", "optimal-batch", "B = r*s/n", "--json").out)
    assert (data["claim"], data["outcome"]) == ("optimal-batch", "follows in a limit")
    assert "$$" in command("judge", "optimal-batch", "B = r*s/n", "--to", "markdown").out
    undecided = command("judge", "optimal-batch", "N_total = 7e11[parameter]", "--json")
    assert undecided.code == 1
    assert json.loads(undecided.out)["outcome"] == "not decided"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("optimal-batch",), "FORMULA"),
        (("optimal-bath", "B = r"), "did you mean optimal-batch?"),
        (("optimal-batch", "B = r*q"), "unknown quantity 'q'"),
        (("optimal-batch", "B r*s/n"), "write * between"),
        (("optimal-batch", "B"), "a relation needs one of"),
        (("optimal-batch", "B = 1/(r - r)"), "has no finite value"),
        (("optimal-batch", "B = __import__('os')"), "a name starts with a letter"),
        (("optimal-batch", "B = 9^9^9"), "an exponent may hold no power"),
        (("optimal-batch", "B = r", "--letter", "r=s"), "give --latex as well"),
        (("optimal-batch", "B = r", "--latex", "--letter", "r"), "write --letter LATEX=NAME"),
        (("optimal-batch", "B = r", "--set", "L=1k, 2k token/sequence"), "L has several values"),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line_and_exit_code_two(command: Command, words: tuple[str, ...], told: str) -> None:
    """It names the thing."""
    command("judge", *words).refused(told)


def test_the_help_names_the_command(command: Command) -> None:
    """With an example."""
    assert "derive judge optimal-batch" in command("--help").out


@pytest.mark.long
def test_latex_is_read_with_the_letters_of_the_claim_and_those_given(command: Command) -> None:
    """As a blog post writes it; its units are judged like those of any other formula."""
    formula = r"B = 300 \cdot \frac{N_{\mathrm{active}}}{N_{\mathrm{total}}}"
    plain = command("judge", "optimal-batch", formula, "--latex")
    own = command("judge", "optimal-batch", r"$$B^* = 300\,\tfrac{a}{t}$$", "--latex",
                  "--letter", "B^*=B", "--letter", "a=N_active", "--letter", "t=N_total")
    assert plain.code == own.code == 0
    assert "does not follow: refuted at" in " ".join(plain.out.split())
    assert plain.out.splitlines()[-3:] == own.out.splitlines()[-3:]


def test_latex_that_is_no_formula_is_one_line(command: Command) -> None:
    done = command("judge", "optimal-batch", r"B = \int N", "--latex")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert r"\int" in done.err


def test_a_formula_that_is_right_here_is_headed_so(command: Command) -> None:
    """K and V are two vectors on this model's card: where that is so is the head, and not what refutes it elsewhere."""
    told = " ".join(command("judge", "kv-bytes", "kappa_stored = 2*n_own*n_kv*d_head*b_kv", "--model", "llama-3.1-70b"
                            ).out.split())
    assert "is right with the numbers here, where n_vectors = 2[1/token]; in general it does not follow" in told
