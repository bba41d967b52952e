"""A budget counts work and no time: the same question has the same answer, wherever and after whatever it is asked.

An attempt that finds no answer says why, and never as the reader's error.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from sympy import symbols
from sympy.polys.polyerrors import PolynomialError
from sympy.polys.rings import ring

from derivations import Board, Derivation, Finding, Notation, Premise, Quantity, derive, relation
from derivations.claims.index import find_claim
from derivations.derivation.rules.calculus import Limit
from derivations.derivation.rules.solve import Solve
from derivations.errors import DimensionError, InputError, NoClosedFormError, UndecidedError, WritingError
from derivations.proof.budget import RULE_BUDGET, attempt, budgeted, charge, remembered
from derivations.proof.counterexample import find_counterexample
from derivations.proof.normal_form import vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.polynomials import raised
from derivations.proof.prove import prove

NOTATION = Notation.of("y [] size\na [] letter\nb [] other\nc [] third")


def _endless(doing: object, *what: object) -> None:
    while True:
        charge(1, str(doing), *what)


def _counting(*_: object) -> None:
    _endless("counting")


def test_a_long_computation_ends() -> None:
    """The engine says that it has no answer, and what it was doing."""
    told = r"^ran out of its budget of 200,000 while splitting cases of max\(a, b\)$"
    with pytest.raises(NoClosedFormError, match=told), budgeted(200_000):
        _endless("splitting cases of", "max(a, b)")


def test_nothing_on_the_way_takes_the_end_for_a_failure() -> None:
    """A broad `except Exception` does not keep the computation alive."""

    def stubborn() -> None:
        while True:
            with suppress(Exception):
                _counting()

    with pytest.raises(UndecidedError), budgeted(10):
        stubborn()


def test_what_is_enough_is_enough() -> None:
    """All of a budget may be spent, and not more."""
    with budgeted(3) as meter:
        charge(3, "counting")
    assert meter.spent == 3
    with pytest.raises(UndecidedError), budgeted(3):
        charge(4, "counting")


def test_no_time_is_counted() -> None:
    """A body that waits spends nothing."""
    with budgeted(1) as meter:
        threading.Event().wait(0.01)
    assert meter.spent == 0


@pytest.mark.parametrize("none", [0, -1])
def test_no_limit(none: float) -> None:
    """Zero and below switch the limit off."""
    with budgeted(none) as meter:
        charge(10**18, "counting")
    assert meter.spent == 10**18


def test_a_budget_within_another_ends_alone() -> None:
    """What is left of the one around it goes on."""
    with budgeted(10) as around:
        with pytest.raises(UndecidedError, match="budget of 4 "), budgeted(4):
            _counting()
        charge(1, "counting")
    assert around.spent == 6


def test_a_budget_around_another_ends_both() -> None:
    """An attempt inside does not catch what is not its own."""

    def inside() -> None:
        with suppress(UndecidedError), attempt(100):
            _counting()
        raise AssertionError

    with pytest.raises(UndecidedError, match="budget of 4 "), budgeted(4):
        inside()


def test_work_outside_of_a_budget_is_free() -> None:
    charge(10**18, "counting")


# --- what is kept


@remembered(maxsize=8)
def _squared(number: int) -> int:
    charge(number, "squaring", number)
    return number**2


@remembered(maxsize=8)
def _twice_squared(number: int) -> int:
    charge(1, "adding", number)
    return _squared(number) + _squared(number)


def test_a_kept_answer_costs_again() -> None:
    """So that what is left does not depend on what was asked before."""
    spent = []
    for _ in range(3):
        with budgeted(100) as meter:
            assert _twice_squared(5) == 50
        spent.append(meter.spent)
    assert spent == [11, 11, 11]


def test_an_answer_kept_without_a_budget_costs_as_much() -> None:
    assert _twice_squared(6) == 72
    with budgeted(100) as meter:
        _twice_squared(6)
    assert meter.spent == 13


def test_a_kept_answer_that_is_too_dear_runs_out_where_it_did() -> None:
    """With the same words, cold and warm, and nothing is kept of it."""

    def told() -> str:
        with pytest.raises(UndecidedError) as caught, budgeted(12):
            _twice_squared(7)
        return str(caught.value)

    cold = told()
    assert cold == "ran out of its budget of 12 while squaring 7"
    assert _twice_squared(7) == 98
    assert told() == cold


@pytest.mark.long
def test_a_question_costs_the_same_after_any_other() -> None:
    """Cold, warm, in a thread, and at any depth of the stack."""
    claim = find_claim("optimal-batch")

    def spent() -> float:
        with budgeted(10**9) as meter:
            claim.derive(budget=10**8)
        return meter.spent

    def deeper(times: int) -> float:
        return spent() if times == 0 else deeper(times - 1)

    found = [spent()]
    find_claim("kv-bytes").derive()
    found += [spent(), deeper(40)]
    thread = threading.Thread(target=lambda: found.append(spent()))
    thread.start()
    thread.join()
    assert len(set(found)) == 1
    assert found[0] > 500


@pytest.mark.long
def test_the_order_of_a_set_costs_nothing() -> None:
    """Processes that hash differently count the same."""
    program = (
        "from derivations.proof.budget import budgeted\nfrom derivations.claims.index import find_claim\n"
        "with budgeted(10**9) as meter:\n    find_claim('roofline').derive()\nprint(meter.spent)"
    )
    counts = {
        subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
                       capture_output=True, text=True).stdout
        for seed in ("0", "7")
    }
    assert len(counts) == 1


# --- what is counted


def test_a_power_is_paid_for_before_it_is_made() -> None:
    """The power of a polynomial that nobody could write down is not begun."""
    variables = ring("a:h", "QQ")[1:]
    with pytest.raises(UndecidedError, match=r"while raising .* to the power 60$"), budgeted(RULE_BUDGET):
        raised(sum(variables, variables[0]), 60)


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("act", "doing"),
    [
        (lambda: vanishes((_A + _B) ** 3 / (_A - _B) - _A), "raising a + b to the power 3"),
        (lambda: vanishes(1 / (_A - _B) - _A / (_A**2 - _B**2)), "looking for the lowest terms of"),
        (lambda: prove(_obligation("y = max(a, b)", "y >= 2*b")), "splitting cases of Max(a, b)"),
        (lambda: find_counterexample(_obligation("y > a", "y > b")), "trying points against y > b"),
    ],
)
def test_what_our_searches_do_is_counted(act: Callable[[], object], doing: str) -> None:
    """Whatever the budget is, it ends there; one that is large enough does."""
    told = set()
    for budget in range(1, 400):
        try:
            with budgeted(budget):
                act()
        except UndecidedError as error:
            told.add(str(error).partition(" while ")[2])
    assert any(words.startswith(doing) for words in told), told


_A, _B = symbols("a b", positive=True)


def _obligation(given: str, goal: str) -> Obligation:
    return Obligation(relation(goal, NOTATION), (relation(given, NOTATION),))


# --- what becomes of it


def test_a_step_past_its_budget_is_inconclusive() -> None:
    """It says what it was doing, and what needs it waits; with more, the same step has its answer."""

    def derived(budget: float) -> Derivation:
        board = Board(NOTATION, budget=budget)
        short = board.limit("short", board.take(Premise("plain", "y = (b + c)*a/(a + b)")), "c")
        board.rewrite("after", short, "y = a*b/(a + b)")
        return board.finish()

    told = derived(1)
    assert told["short"].verdict.finding is Finding.INCONCLUSIVE
    assert told["short"].verdict.reason.startswith("ran out of its budget of 1 while ")
    assert str(told["after"].verdict) == "waiting for short"
    assert derived(RULE_BUDGET)["after"].verdict.holds
    assert derived(1) == told


def test_a_solution_past_its_budget_is_left_to_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The equation stands, and says which quantity it gives."""
    monkeypatch.setattr(Solve, "compute", _counting)
    board = Board(Notation.of("y [] size\na [] letter"), budget=200_000)
    board.solve("turned", board.take(Premise("plain", "y = 1 + a")), for_="a")
    step = board.finish()["turned"]
    assert (str(step.relation), step.unknown) == ("y = 1 + a", "a")
    assert step.note == "ran out of its budget of 200,000 while counting"
    assert step.verdict.finding is Finding.NUMERIC


@pytest.mark.long
def test_a_rule_that_ran_out_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same question, asked again, is computed."""

    def finding() -> Finding:
        board = Board(Notation.of("y [] size\na [] letter"))
        board.limit("short", board.take(Premise("plain", "y = 2 + a/7")), "a")
        return board.finish()["short"].verdict.finding

    with monkeypatch.context() as patch:
        patch.setattr(Limit, "compute", _counting)
        assert finding() is Finding.INCONCLUSIVE
    assert finding() is Finding.PROVEN


@pytest.mark.long
def test_the_same_verdicts_in_a_thread_and_after_others() -> None:
    """With a budget that is enough for some steps of a claim, and not for others."""
    claim = find_claim("kv-bytes")
    found = [claim.derive(budget=700)]
    claim.derive()
    found.append(claim.derive(budget=700))
    thread = threading.Thread(target=lambda: found.append(claim.derive(budget=700)))
    thread.start()
    thread.join()
    first, *others = ([(step.name, str(step.verdict)) for step in each.trace] for each in found)
    assert all(other == first for other in others)
    assert {"ran out" in verdict for _, verdict in first} == {True, False}


def test_a_check_has_a_budget_of_its_own() -> None:
    """What is checked again with less finds less, and says why."""
    derivation = find_claim("optimal-batch").derive()
    assert all(item.upheld for item in derivation.check(budget=RULE_BUDGET))
    told = [str(item) for item in derivation.check(budget=1)]
    assert any("ran out of its budget of 1 while" in line for line in told)


@pytest.mark.long
def test_a_judgement_has_a_budget() -> None:
    """Too little leaves more open, and it judges the same each time."""
    report = derive("optimal-batch")
    poor = replace(report, budget=2_000)
    found = [judge("B = r*s/n") for judge in (poor.judge, report.judge, poor.judge)]
    assert found[0] == found[2]
    assert found[0] != found[1]


@pytest.mark.long
def test_a_judgement_costs_the_same_each_time() -> None:
    """Also once the numbers of the report are known."""
    report, spent = derive("kv-bytes"), []
    for _ in range(2):
        with budgeted(10**9) as meter:
            report.judge("t_kv = 2*t_w")
        spent.append(meter.spent)
    assert spent[0] == spent[1] > 1_000


@pytest.mark.parametrize("budget", [float("nan"), float("inf"), 1e300])
def test_what_is_no_budget_is_refused(budget: float) -> None:
    """Rather than failing in every rule."""
    told = "a budget is a number up to 1,000,000,000,000,000, or 0 for none"
    for use in (lambda: Board(NOTATION, budget=budget), lambda: find_claim("kv-bytes").derive(budget=budget),
                lambda: derive("kv-bytes", budget=budget), lambda: attempt(budget).__enter__()):
        with pytest.raises(InputError, match=told):
            use()


@pytest.mark.long
def test_nothing_that_only_some_systems_have_is_needed() -> None:
    """Without `resource`, `fcntl` and timers a claim is derived and checked, also in a thread."""
    program = """
import signal, sys, threading
for name in ("resource", "fcntl"):
    sys.modules[name] = None
for name in ("setitimer", "getitimer", "ITIMER_REAL", "ITIMER_VIRTUAL", "SIGALRM", "SIGVTALRM", "alarm"):
    if hasattr(signal, name):
        delattr(signal, name)
from derivations import derive
from derivations.proof.budget import attempt
from derivations.proof.worker import stoppable
report = derive("optimal-batch")
found = []
def work():
    found.append(derive("optimal-batch", premises={"roofline": "no-overlap"}).derivation)
    with attempt(9):
        found.append(stoppable(True, ("a test",), abs, -2))
thread = threading.Thread(target=work)
thread.start()
thread.join()
assert found[1] == 2
assert all(item.upheld for item in found[0].check())
print(report.headline.verdict.finding)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("proven\n", "")


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (ValueError("not in\nlist"), "SymPy fails here: ValueError: not in list"),
        (TypeError("zoo is not comparable"), "SymPy fails here: TypeError"),
        (ZeroDivisionError(), "SymPy fails here: ZeroDivisionError"),
        (PolynomialError("no"), "SymPy fails here: PolynomialError"),
        (DimensionError("a is byte but b is token"), "does not keep its units together: a is byte"),
        (WritingError("cannot write I"), "what was computed is no relation: cannot write I"),
        (UndecidedError("no closed form"), "no closed form"),
    ],
)
def test_failures_become_the_engines_own(failure: Exception, told: str) -> None:
    """One line with the kind and the reason."""
    with pytest.raises(UndecidedError, match=told) as caught, attempt(0):
        raise failure
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("failure", [InputError("yours"), KeyError("ours"), KeyboardInterrupt()])
def test_the_rest_goes_on(failure: BaseException) -> None:
    """What the reader got wrong stays the reader's, and a slip in this package is not hidden."""
    with pytest.raises(type(failure)), attempt(0):
        raise failure


def test_units_torn_apart_leave_the_step_inconclusive() -> None:
    """A logarithm of a ratio of units cannot be shown in pieces; the board goes on."""
    quantities = [("y", ""), ("x", "token"), ("c", ""), ("y_x", "1/token")]
    board = Board(Notation(tuple(Quantity(name, unit, name) for name, unit in quantities)))
    taken = board.take(Premise("taken", "y = c*log(1 + x/1[token])*log(x/1[token])"))
    board.solve("solved", taken, for_="c")
    board.differentiate("slope", taken, "x", "y_x")
    derivation = board.finish()
    assert str(derivation["slope"].verdict.finding) == "inconclusive"
