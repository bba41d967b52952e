"""Judgements: which lines hold together, where, and what the kernel says of limits."""

from __future__ import annotations

import pytest

from derivations.kernel.judgement import (
    BOUNDARY,
    BRANCH,
    CASE,
    LEAST,
    PLAIN,
    WHOLE,
    Arrow,
    Context,
    ContextError,
    Line,
    Supposition,
    context_data,
    in_limit,
    read_context,
    united,
)
from derivations.kernel.term import ONE, Term

X: Term = ("s", "x")
Y: Term = ("s", "y")
BALANCE = Context((Supposition("balance", BOUNDARY),))
CHEAPEST = Context((Supposition("cheapest", LEAST, ("B",)),))
SOONEST = Context((Supposition("soonest", LEAST, ("B",)),))
LOW = Context(limit=Arrow("L", "0", ("n", "r"), ("y",), positive=("y",)))


def line(name: str, context: Context = PLAIN, letters: str = "", gains: str = "") -> Line:
    """A line with its letters."""
    return Line(name, context, frozenset(letters.split()), gains)


def test_plain_lines_hold_in_every_state() -> None:
    """And suppositions add up, each once."""
    assert united([line("a"), line("b")]) == PLAIN
    both = united([line("a", BALANCE), line("b", CHEAPEST), line("c", BALANCE), line("d")])
    assert both.names == ("balance", "cheapest")
    assert both.words == "at balance and cheapest"


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (CHEAPEST, SOONEST, "B is chosen twice, at cheapest and at soonest: no reason that both are one"),
        (
            CHEAPEST, Context((Supposition("fewest", WHOLE, ("B",)),)),
            "B is chosen twice, at cheapest and at fewest: no reason that both are one",
        ),
        (
            Context((Supposition("root-1", BRANCH, ("root",)),)), Context((Supposition("root-2", BRANCH, ("root",)),)),
            "root-1 and root-2 are two branches of one solution",
        ),
        (
            LOW, Context(limit=Arrow("L", "oo", (), ("y",))),
            "one is said as L → 0, other as L → ∞: no state is both",
        ),
    ],
)
def test_what_does_not_hold_together_is_refused(one: Context, other: Context, told: str) -> None:
    """In a sentence that names both lines."""
    with pytest.raises(ContextError) as caught:
        united([line("one", one), line("other", other)])
    assert str(caught.value) == told


def test_two_branches_of_two_solutions_hold_together() -> None:
    """The same letters are about something else there."""
    one, other = (Context((Supposition(f"{each}-1", BRANCH, (each,)),)) for each in ("first", "second"))
    assert united([line("a", one), line("b", other)]).words == "on first-1 and second-1"


def test_a_plain_line_beside_a_limit_holds_its_letters() -> None:
    """But for what moves, and what has its limit by that line."""
    context = united([line("low", LOW), line("plain", letters="n z y"), line("told", letters="u y", gains="u")])
    assert context.limit == Arrow("L", "0", ("n", "r", "z"), ("y", "u"), (), ("y",))
    with pytest.raises(ContextError, match="plain speaks of L, which has gone to 0 in low"):
        united([line("low", LOW), line("plain", letters="L y")])


def test_two_lines_in_one_limit_hold_the_letters_of_both() -> None:
    """Along families that hold more, what is said of every family is true as well."""
    other = Context(BALANCE.suppositions, Arrow("L", "0", ("s",), ("z",)))
    found = united([line("low", LOW), line("other", other)])
    assert found == Context(BALANCE.suppositions, Arrow("L", "0", ("n", "r", "s"), ("y", "z"), (), ("y",)))
    assert found.words == "at balance, as L → 0"
    with pytest.raises(ContextError, match="one is said as L → 0, two as L → 0 at fixed v: other letters are held"):
        united([line("one", LOW), line("two", Context(limit=Arrow("L", "0", ("s",), ("z",), ("v",))))])


def test_what_is_strict_on_the_way_is_weak_in_the_limit() -> None:
    """And a letter that moves has another name there."""
    assert in_limit((">", Y, X), ["y"]) == (">=", ("s", "y_limit"), X)
    assert in_limit((">", X, ONE), ["y"]) == (">", X, ONE)
    with pytest.raises(ContextError):
        in_limit((">", ("log", Y), X), ["y"])


def test_contexts_are_read_as_they_were_told() -> None:
    """As plain data; anything else is none."""
    case = Context((Supposition("p", CASE), *BALANCE.suppositions), LOW.limit)
    for context in (PLAIN, BALANCE, LOW, case):
        assert read_context(context_data(context)) == context
    for data in ([], [[["p", "somewhere", []]], []], [[], ["L", "1", [], [], [], []]], "no context"):
        with pytest.raises((ValueError, TypeError)):
            read_context(data)
