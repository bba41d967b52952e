"""Verdicts as they are told: proven by the kernel, argued by what stands beside it, and by what rests on that."""

from dataclasses import replace

from derivations import Board, Derivation, Notation, Premise, Quantity
from derivations.derivation.kernel_statements import step_input
from derivations.derivation.rules.base import Checked, Outcome
from derivations.derivation.step import Step
from derivations.derivation.told import step_told, unless_open
from derivations.proof.verdict import Finding, Verdict, claimed

NOTATION = Notation.of("t [] time\na [] load\nb [] width\nx [] size\ny [] limit\nslope [] (real) slope\nbest [] best")


def board() -> tuple[Board, Derivation]:
    """One of several roots, what rests on it, and what does not."""
    own = Board(NOTATION)
    first = own.take(Premise("first", "t = a/x + b"))
    same = own.take(Premise("same", "y = x"))
    square = own.take(Premise("square", "x^2 = a + b*x"))
    turned = own.solve("turned", first, "a")
    root = own.solve("root", square, "x")
    own.substitute("from-root", same, (root,))
    own.substitute("from-first", own.take(Premise("late", "best = t")), (first,))
    own.differentiate("steep", first, "x", "slope", holding=("a",))
    own.reject("not-the-width", "y = b/2 + sqrt(b^2 + 4*a)/2", (same, root))  # in vain: it is so
    assert turned
    return own, own.finish()


def test_the_label_travels() -> None:
    """From all roots of a polynomial to what is substituted from one of them, and to nothing else."""
    _, found = board()
    wanted = {
        "turned": Finding.PROVEN, "root": Finding.ARGUED, "from-root": Finding.ARGUED, "from-first": Finding.PROVEN,
        "steep": Finding.PROVEN,
    }
    assert {name: found[name].verdict.finding for name in wanted} == wanted
    assert str(found["root"].verdict).startswith("argued (by rule solve: ")
    assert str(found["from-root"].verdict).startswith("argued (from root: ")
    assert all(step.verdict.holds and step.sound for step in found.steps)


def test_what_is_told_is_upheld() -> None:
    """Checked again, a step is told as it was, and so is a statement rejected by what is argued."""
    assert str(board()[1].rejects[0].verdict).startswith("argued (from root: ")
    assert all(item.upheld for item in board()[1].check())


def test_limits_least_values_sums_and_powers_turned_round_are_proven() -> None:
    """What varies is no reason of its own to be argued."""
    own = Board(NOTATION.extended([
        Quantity("N", "", "number", "integer"), Quantity("k", "", "place", "integer"), Quantity("p", "", "exponent"),
        Quantity("m", "", "of a power"),
    ]))
    first = own.take(Premise("first", "t = a/x + b*x"))
    own.limit("far", own.take(Premise("share", "y = a*x/(x + b)")), "x", to="oo")
    own.minimise("least", first, "x")
    own.sum("sum", "k", "k", "1", "N", count="N", named="best")
    own.solve("root", own.take(Premise("power", "m = a*y^p")), "y")
    found = own.finish()
    assert {found[name].verdict.finding for name in ("far", "least", "sum", "root")} == {Finding.PROVEN}


def test_nothing_is_proven_from_what_is_claimed() -> None:
    """The same step, with its input as it stands and as a file would claim it."""
    found = board()[1]
    step, first = found["turned"], found["first"]
    assert step.relation is not None
    assert step.applied is not None

    def told(used: Step) -> Verdict:
        checked, outcome = Checked(step.verdict, step.obligations), Outcome(step.relation, step.conditions, step.note)
        return step_told(step.applied, checked, (step_input(used, found.notation),), outcome, found.notation, [used])

    assert told(first).finding is Finding.PROVEN
    unchecked = told(replace(first, verdict=claimed(first.verdict)))
    assert (unchecked.finding, unchecked.reason.partition(":")[0]) == (Finding.ARGUED, "from first")


def test_why_something_is_left_open_is_said_once() -> None:
    """By premises that were there, and by what was taken later."""
    shown = Verdict(Finding.PROVEN, ("normal form",))
    once = unless_open(shown, "nothing shows it")
    assert once.reason == "nothing shows it: normal form"
    assert unless_open(once, "nothing shows it") == once
    assert unless_open(once, "nor that").reason == "nor that; nothing shows it: normal form"
