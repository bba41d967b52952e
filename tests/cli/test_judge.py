"""The command `derive judge`: what it prints, its exit codes, and how it refuses."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from derivations.claims.index import find_claim

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`
AS_SAID_TITLE = find_claim("optimal-batch").readings[0].title


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["optimal-batch", "B = r*s/(n*(1 + L/L_attn - L/L_kv))"], 0,
         "follows from step balance-batch, if L < L_kv*(1 + L/L_attn), at balance"),
        (["optimal-batch", "B = r*s/n"], 0, "follows from step ridge-times-sparsity, at balance, where L = 0"),
        (["optimal-batch", "s = N_active/N_total"], 0, "does not follow: 1/329 of what is derived"),
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


@pytest.mark.long
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
        (("optimal-batch", "B = r", "--letter", "r=s"), "r is a quantity here already"),
        (("optimal-batch", "B = r", "--latex", "--letter", "r"), "write --letter LETTER=FORMULA"),
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
    assert "does not follow: 1/146 of what is derived with the numbers here; refuted at" in " ".join(plain.out.split())
    assert plain.out.splitlines()[-3:] == own.out.splitlines()[-3:]


def test_latex_that_is_no_formula_is_one_line(command: Command) -> None:
    done = command("judge", "optimal-batch", r"B = \int N", "--latex")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert r"\int" in done.err


@pytest.mark.long
def test_a_formula_that_is_right_here_is_headed_so(command: Command) -> None:
    """K and V are two vectors on this model's card: where that is so is the head, and not what refutes it elsewhere."""
    told = " ".join(command("judge", "kv-bytes", "kappa_stored = 2*n_own*n_kv*d_head*b_kv", "--model", "llama-3.1-70b"
                            ).out.split())
    assert "is right with the numbers here, where n_vectors = 2[1/token]; in general it does not follow" in told


@pytest.mark.long
def test_a_value_of_ones_own_letter_counts_in_the_formula_that_reads_it(command: Command) -> None:
    """Query heads in place of those of keys: 64 over 8, as Llama 3.1 70B has them; in no other formula they count."""
    own = ("--symbol", "n_q [] query heads", "--set", "n_q=64", "--model", "llama-3.1-70b")
    done = command("judge", "kv-bytes", "kappa_stored = 2*n_own*n_q*d_head*b_kv", *own)
    told = " ".join(done.out.split())
    assert (done.code, done.err) == (0, "")
    assert "the formula gives 2.621 MB per token, the derivation 327.7 kB per token: 8 times that" in told
    assert "or right with n_vectors = 16 per token (2 per token here), n_kv = 64 (8 here) or n_q = 8 (64 here)" in told
    unread = command("judge", "kv-bytes", "kappa_stored = 2*n_own*n_kv*d_head*b_kv", *own)
    assert (unread.code, unread.out) == (2, "")
    assert "nothing in kv-bytes uses n_q" in unread.err


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((r"m = \frac{1-a^{\gamma+1}}{1-a}", "--latex", "--letter", r"\gamma=n_ver-1"),
         "follows from step tokens-put-out"),
        (("m_out = (1 - x_accept^(gamma + 1))/(1 - x_accept)", "--letter", "gamma=n_ver - 1"),
         "follows from step tokens-put-out"),
        pytest.param(("m_out = (1 - x_accept^(gamma + 1))/(1 - x_accept)", "--letter", "gamma=n_ver"),
                     "is derived with the numbers here; refuted at ", marks=pytest.mark.long),
        (("m_out = g", "--letter", "g=(1 - x_accept^n_ver)/(1 - x_accept)"), "follows from step tokens-put-out"),
    ],
)
def test_a_letter_may_stand_for_a_formula(command: Command, words: tuple[str, ...], told: str) -> None:
    """Papers count the drafted tokens, gamma; the claim counts those verified, one more."""
    done = command("judge", "speculative-decoding", *words)
    assert (done.code, done.err) == (0, "")
    assert told in " ".join(done.out.split())


@pytest.mark.parametrize(("letter", "told"), [
    ("gam{ma=n_ver", "is no name of a letter"),
    ("m_out=n_ver", "is a quantity here already"),
    ("gamma=n_vr", "did you mean n_ver?"), ("gamma=n_ver -", "the text ends where a number"),
])
def test_a_letter_that_is_none_is_one_line(command: Command, letter: str, told: str) -> None:
    done = command("judge", "speculative-decoding", "m_out = gamma", "--letter", letter)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert told in done.err


def number_in(text: str) -> Fraction:
    """The number that a text starts with, as a report writes it."""
    return Fraction(text.split(" ")[0].strip(",").replace(",", ""))


def point_in(told: str) -> dict[str, Fraction]:
    """The letters of a point that refutes, with their numbers, and the two values there of the quantity."""
    at, _, values = told.partition("refuted at ")[2].partition(", where B is ")
    derived, _, said = values.partition("and the formula gives ")
    pairs = re.findall(r"(\w+) = (\S+)", at)
    return {name: number_in(text) for name, text in pairs} | {"derived": number_in(derived), "said": number_in(said)}


@pytest.mark.long
def test_a_point_beside_a_limit_has_the_letters_of_what_that_is_a_limit_of(command: Command) -> None:
    """The point is not in the limit: without a context the derivation would say 15/2 where it says 15/212."""
    told = " ".join(command("judge", "optimal-batch", "B = r/n", "--set", "L=0 token/sequence").out.split())
    assert "the derivation says B = r*s/n, at balance, as L → 0" in told
    at = point_in(told)
    one = at["phi"] * at["N_active"] / at["C"]  # time of a token's products with the weights
    kv_context = at["n"] * one * at["W"] / at["kappa"]
    attention_context = one * at["C_attn"] / at["f_attn"]
    derived = at["r"] * at["s"] / (at["n"] * (1 + at["L"] / attention_context - at["L"] / kv_context))
    assert (at["derived"], at["said"]) == (derived, at["r"] / at["n"])


@pytest.mark.long
def test_a_point_that_refutes_has_the_letters_of_what_is_derived(command: Command) -> None:
    """Without them nobody can check the number that is derived: 5/2 x 6/2 over 1 + 120 - 15 is 15/212."""
    told = " ".join(command("judge", "optimal-batch", "B = 2*r*s/n").out.split())
    found = point_in(told)
    assert set(found) == {"n", "r", "s", "L", "L_attn", "L_kv", "derived", "said"}
    turned = 1 + found["L"] / found["L_attn"] - found["L"] / found["L_kv"]
    assert found["derived"] == found["r"] * found["s"] / (found["n"] * turned)
    assert found["said"] == 2 * found["r"] * found["s"] / found["n"]
    assert found["derived"] != found["said"]


def test_lines_are_judged_one_by_one(command: Command) -> None:
    """Each of an aligned formula, in LaTeX though nothing in it is a command; as a list in JSON."""
    lines = r"\begin{aligned} r &= \frac{C}{W}\frac{b_w}{\phi} \\ n B &\geq r s \end{aligned}"
    done = command("judge", "optimal-batch", lines, "--set", "L=0", "--json")
    first, second = json.loads(done.out)
    assert (done.code, done.err) == (0, "")
    assert (first["formula"], first["outcome"]) == ("r = (C/W)*(b_w/phi)", "follows")
    assert second["formula"] == "n*B >= r*s"
    assert command("judge", "optimal-batch", lines, "--set", "L=0", "--csv").out.count("\noptimal-batch,") == 4


def test_a_letter_set_in_latex_is_one_without_the_option(command: Command) -> None:
    """In a formula that is LaTeX, and in one that is none."""
    for formula in ("m_out = (1 - x_accept^(gamma + 1))/(1 - x_accept)", r"m = \frac{1-a^{\gamma+1}}{1-a}"):
        done = command("judge", "speculative-decoding", formula, "--letter", r"\gamma=n_ver-1")
        assert (done.code, done.err) == (0, "")
        assert "in place of" in done.out
        assert "follows from step tokens-put-out" in " ".join(done.out.split())


def test_an_unknown_letter_says_how_to_say_what_it_stands_for(command: Command) -> None:
    """With and without LaTeX."""
    for formula in ("D_pre = 20*Nn", r"D_{\mathrm{pre}} \approx 20 K"):
        letter = formula[-1] if "\\" in formula else "Nn"
        command("judge", "chinchilla", formula).refused(f"--letter '{letter}=...' says what a letter of your own")
