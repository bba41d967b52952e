"""Systems and optima without an answer, in a reader's own claims: each says which, with its command's exit code."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

CLAIMS = """
from derivations import Claim, Notation, Premise

NOTATION = Notation.of('''
a [] first
c [] second
f [] (fraction) a share
k [] cost
g [] (real) what may be gained as well
u [] third
x [] unknown
y [] other unknown
''')

def system(name, *equations, **values):
    def body(board):
        taken = [board.take(Premise(f"law-{place}", text, because="given", determines="xy"[place % 2]))
                 for place, text in enumerate(equations)]
        return board.solve_together("found", taken, ("x", "y"))[0]
    return Claim(name, NOTATION, body, defaults=values)

def along(name, cost, law, **values):
    def body(board):
        law_ = board.take(Premise("law", law, because="given", determines="y"))
        least = board.minimise(
            "least", board.take(Premise("cost", cost, because="given")), over=("x", "y"), subject_to=law_)
        return board.solve_together("best", (least, law_), ("x", "y"))[0]
    return Claim(name, NOTATION, body, defaults=values)

def least(name, cost, over="x", **values):
    def body(board):
        return board.minimise("least", board.take(Premise("cost", cost, because="given")), over=over)
    return Claim(name, NOTATION, body, defaults=values)

CLAIMS = [
    system("none", "x + y = u", "2*x + 2*y = 3*u", u="3"),
    system("many", "x + y = u", "2*x + 2*y = 2*u", u="3"),
    system("never-positive", "x = y + 2*u", "x + y = u", u="3"),
    system("outside", "x - y = a", "x + y = u", a="7", u="3"),
    system("few", "x + y = u", u="3"),
    system("two", "x + y = u", "x*y = c", u="5", c="6"),
    system("no-root", "x^5 + x + 1 = y*u", "y = x^2", u="1/100"),
    system("two-roots", "x^5 + x + 1 = y*u", "y = x^2", u="10"),
    system("one-root", "x^5 + y = u", "y = x^2", u="5"),
    along("unmet", "k = x + y", "x*y = -1"),
    along("unmet-here", "k = x + y", "u = a + 1/x + 1/y", a="2", u="1"),
    along("edge", "k = x + 2*y", "x + y = u", u="3"),
    along("infinity", "k = 1/x + 1/y", "y = 2*x"),
    along("met", "k = x + 2*y", "x*y = u", u="2"),
    least("falls", "k = a + 1/x", a="1"),
    least("rises", "k = a + x", a="1"),
    least("at-one", "k = a/f", over="f", a="1"),
    least("beyond", "k = exp(f) - a*f", over="f", a="9"),
    least("greatest", "g = -a/x - u*exp(x)", a="1", u="2"),
]
globals().update({each.name.replace("-", "_").upper(): each for each in CLAIMS})
"""

NONE = "no solution unless 2*u = 3*u, which is what without x, law-1 says"
MANY = "infinitely many solutions: without x, law-1 says nothing more"
EDGE = "no optimum inside: along x + y = u every larger x has a smaller k, up to the edge, where x < u no longer holds"
INFINITY = "no finite optimum: along y = 2*x every larger x has a smaller k, however large"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a reader's own claims, to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CLAIMS, encoding="utf-8")


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("none", 0, NONE),
        ("many", 0, MANY),
        ("never-positive", 0, "no solution for y in its domain, because y = -u/2 is never positive"),
        ("outside", 0, "x = a + u/2 - a/2: outside the condition: a = 7 is not below u = 3"),
        ("few", 2, "derive: more unknowns than equations: 1 equation for x and y"),
        ("two", 0, "2 admissible branches, choose one: found-y-1, found-y-2"),
        ("no-root", 0, "x has no root from 1e-12 to 1e30"),
        ("two-roots", 0, "x has 2 roots from 1e-12 to 1e30: 0.3713, 2.103"),
        ("one-root", 0, "x = 1.275, solved with numbers: one root from 1e-12 to 1e30"),
        ("unmet", 0, "x*y = -1 cannot be met"),
        ("unmet-here", 1, "law says u = a + 1/x + 1/y, but u = 1 and a = 2, whatever y and x are"),
        ("edge", 0, EDGE),
        ("infinity", 0, INFINITY),
        ("met", 0, "x = 2*(sqrt(2*u)/2) = 2 × (sqrt(2 × 2) / 2) = 2"),
        ("falls", 0, "no finite optimum: k falls for every x, however large"),
        ("rises", 0, "no optimum: k rises for every x, down to the lowest"),
        ("at-one", 0, "no minimum inside: k falls for every f, least at the upper end, f = 1"),
        ("beyond", 0, "f has no minimum from 1e-12 to 1: it falls or rises all the way, and is least at an end"),
        ("greatest", 0, "x has no minimum from 1e-12 to 1e30: at 0.5398 it does not turn from falling to rising"),
    ],
)
def test_show_says_which(command: Command, name: str, code: int, told: str) -> None:
    """What has no answer is shown with the reason; only what cannot be asked is an error."""
    done = command("show", name, "--claims", "mine.py", "--brief")
    assert done.code == code
    assert told in " ".join((done.out + done.err).split())


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["solve", "none", "--for", "u", "--given", "x=1"], 1, f"found-x is inconclusive ({NONE})"),
        (["sweep", "many", "--set", "u=1..5"], 1, f"many has no result to sweep: found-x is inconclusive ({MANY})"),
        (["sensitivity", "edge"], 1, f"edge has no result that could move: least is refuted ({EDGE})"),
        (["solve", "infinity", "--for", "u", "--given", "x=1"], 1, f"least is refuted ({INFINITY})"),
        (["compare", "edge", "--set", "u=4"], 0, f"now: no number: least is refuted ({EDGE})"),
        (["export", "two", "--to", "python"], 1, "step 'found-x' cannot be used: waiting for found-y"),
        (["check", "none"], 1, f"step found-x: inconclusive ({NONE})"),
        (["judge", "none", "x = u"], 1, "x = u is not decided: what is given contradicts itself"),
        (["judge", "falls", "x = a"], 1, "x = a is not decided"),
        (["sweep", "two-roots", "--set", "u=8, 10"], 0, "x has several roots from 1e-12 to 1e30 100%"),
        (["sweep", "no-root", "--set", "u=1/100,1/10"], 0, "x has no root from 1e-12 to 1e30 100%"),
        (["sensitivity", "no-root"], 2, "no-root has no number here that could move: no root from 1e-12 to 1e30"),
        (["solve", "outside", "--for", "u", "--given", "x=3"], 1, "law-0 says x - y = a, but x = 3 and a = 7"),
        (["sweep", "unmet-here", "--set", "u=1;4"], 0, "holds 50.0%; outside the condition: a < u does not hold 50.0%"),
    ],
)
def test_other_commands_say_which_as_well(command: Command, words: list[str], code: int, told: str) -> None:
    """In a line, with the exit code of the command: 1 without an answer, 2 for what cannot be asked."""
    done = command(*words, "--claims", "mine.py")
    assert done.code == code
    assert told in " ".join((done.out + done.err).split())


@pytest.mark.long
def test_two_solutions_are_both_told(command: Command) -> None:
    """Where a premise makes the balance a quadratic: t_c = (t_0 -+ sqrt(t_0^2 - 4 t_0 t_w))/2, at eight GPUs.

    As on the blackboard: without a context, and without the arithmetic of attention.
    """
    asked = ("show", "optimal-batch", "--set", "t_0=100 ms", "--symbol", "t_0 [s] overlap",
             "--assume", "memory-time=t_m = t_w + t_kv + t_c^2/t_0",
             "--assume", "arithmetic-time=weights-alone", "--set", "L=0 token/sequence")
    told = " ".join(command(*asked, "--set", "G=8").out.split())
    rate, fetch, overlap = 8 * 1979e12 / (2 * 37e9), 671e9 / (8 * 4.8e12), 0.1
    for place, sign in ((1, -1), (2, 1)):
        batch = rate * (overlap + sign * (overlap**2 - 4 * overlap * fetch) ** 0.5) / 2
        assert f"on batch-{place}: {batch:,.0f} sequences" in told
    without = " ".join(command(*asked, "--without", "G").out.split())
    assert 'on batch-1: needs G (GPUs that share the model): give --set G="... GPU"' in without
