"""The second prover: its own findings, and that it never disagrees with the first."""

import builtins
from collections import Counter
from collections.abc import Callable

import pytest

from derivations.derivation.second_prover import ask
from derivations.errors import InputError, StoppedError, UndecidedError
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation
from derivations.proof.obligation import Obligation
from derivations.proof.verdict import Finding
from derivations.proof.z3_prover import prove_with_z3

from ..derivation.roofline import derivation
from ..derivation.rules.case import NOTATION as LETTERS
from ..derivation.rules.twins import RIGHT, WRONG

NOTATION = Notation.of("""
    a [] x
    b [] x
    c [] x
    L [] (nonnegative) x
    f [] (fraction) x
    x [] (real) x
    p [] exponent
    n [] (integer) x
""").extended([Quantity("k", "", "few", "integer", at_most="n")])


def question(goal: str, *texts: str) -> Obligation:
    """``given ⊢ goal``."""
    return Obligation(relation(goal, NOTATION), tuple(relation(text, NOTATION) for text in texts))


@pytest.mark.parametrize(
    ("goal", "texts"),
    [
        ("a + b > 0", ()),
        ("a/b = c", ("a = b*c",)),
        ("1/(b - a) > 1/b", ("a < b",)),
        ("max(a, b) >= min(a, c)", ()),
        ("f*a <= a", ()),
        ("k <= n", ()),
        ("n^2 >= n", ()),
        ("n*(n - 1)*(n - 2) >= 0", ()),  # true of whole numbers only
        ("sqrt(a)*sqrt(b) = sqrt(a*b)", ()),
        ("sqrt(a + b) <= sqrt(a) + sqrt(b)", ()),
        ("a^(3/2) = a*sqrt(a)", ()),
        ("a^(1/3) > 1", ("a > 1",)),
        ("a/L > 0", ()),
        ("x >= 0", ("sqrt(x) = a",)),
        ("a*1[token] = b*1[token]", ("a = b",)),
        ("sqrt(x^2) >= x", ()),
    ],
)
def test_what_is_true_is_proven(goal: str, texts: tuple[str, ...]) -> None:
    assert prove_with_z3(question(goal, *texts)).finding is Finding.PROVEN


@pytest.mark.parametrize(
    ("goal", "texts"),
    [
        ("a > b", ()),
        ("L > 0", ()),
        ("f < 1", ()),
        ("n > 1", ()),
        ("k = n", ()),
        ("x^2 > 0", ()),
        ("a*L < b*L", ("a < b",)),
        ("sqrt(x^2) = x", ()),
        ("max(a, b/2) = max(a, b)", ()),
        ("a > b", ("a^2 > 2*b",)),
        ("sqrt(a) >= a", ()),
        ("x = 1", ("x^3 = x",)),
    ],
)
def test_what_is_false_is_refuted_by_a_point_in_rationals(goal: str, texts: tuple[str, ...]) -> None:
    found = prove_with_z3(question(goal, *texts))
    assert found.finding is Finding.REFUTED
    assert all(value.is_Rational for value in found.counterexample.values())
    assert found.checked_by == ("z3",)


def test_division_by_zero_proves_and_refutes_nothing() -> None:
    """Z3 would give a/0 any value."""
    assert prove_with_z3(question("a/(b - c)*(b - c) = a")).finding is Finding.PROVEN
    assert prove_with_z3(question("a/L > 0")).finding is Finding.PROVEN
    assert prove_with_z3(question("L > 0", "a/L = b")).finding is Finding.PROVEN


def test_a_point_that_is_no_rational_is_not_a_refutation() -> None:
    """The only counterexample is the square root of two."""
    assert prove_with_z3(question("a < 1", "a^2 = 2")).finding is Finding.INCONCLUSIVE


def test_a_search_for_a_point_that_was_stopped_is_no_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Z3 may not come back from an irrational model: the search is made where it can be stopped, and says nothing."""

    def stopped(*_: object) -> None:
        raise StoppedError("took more than 10 s of processor time")

    wrong = question("a > b")
    assert prove_with_z3(wrong).finding is Finding.REFUTED
    monkeypatch.setattr("derivations.proof.z3_prover.elsewhere", stopped)
    found = prove_with_z3(wrong)
    assert found.finding is Finding.INCONCLUSIVE
    assert found.reason == "stopped: z3's search of a point took more than 10 s of processor time"


def test_what_contradicts_itself_proves_nothing() -> None:
    found = prove_with_z3(question("a > b", "a < c", "c < a"))
    assert (found.finding, found.reason) == (Finding.INCONCLUSIVE, "what is given contradicts itself")


@pytest.mark.parametrize("goal", ["a^p > 0", "exp(x) > 0", "log(a) < a", "2^x > 0"])
def test_what_has_no_form_in_z3_is_not_asked(goal: str) -> None:
    with pytest.raises(UndecidedError, match="z3 is not asked about"):
        prove_with_z3(question(goal))


def test_without_z3_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    usual: Callable[..., object] = builtins.__import__

    def without(name: str, *rest: object, **more: object) -> object:
        if name == "z3":
            raise ImportError(name)
        return usual(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(InputError, match=r"pip install 'derivations\[prove\]'"):
        prove_with_z3(question("a > b"))


def _everything(every: int) -> list[tuple[str, Obligation]]:
    """Obligations of the roofline, and of one in so many right uses and wrong twins, each once with its name."""
    found = [
        (f"{step.name}: {obligation.says}", obligation)
        for roofline in ("", "no-overlap")
        for step in (*derivation(roofline).trace, *derivation(roofline).rejects)
        for obligation in step.obligations
    ]
    for case in (*RIGHT, *WRONG)[::every]:
        checked = case.rule.check(case.inputs, case.outcome, LETTERS) if case.says else None
        found += [(f"{case.rule.name}, {case.title}: {o.says}", o) for o in (checked.obligations if checked else ())]
    return list({obligation: (name, obligation) for name, obligation in found}.values())


@pytest.mark.parametrize(("every", "share"), [(8, 8), pytest.param(1, 2, marks=pytest.mark.long)])
def test_the_provers_never_disagree(every: int, share: int) -> None:
    """On one in eight of those of the roofline and of an eighth of the uses and twins; in the long run on half of all.

    Most of them are asked, and nearly all of these have the same answer; of a sample some more may be open.
    """
    findings: Counter[tuple[str, str]] = Counter()
    for name, obligation in _everything(every)[::share]:
        answer = ask(obligation, prove_with_z3)
        findings[answer.first.finding, "not asked" if answer.second is None else answer.second.finding] += 1
        assert not answer.at_odds, f"{name}: {obligation}"
    asked = findings.total() - sum(count for (_, second), count in findings.items() if second == "not asked")
    settled = findings[Finding.PROVEN, Finding.PROVEN] + findings[Finding.REFUTED, Finding.REFUTED]
    assert asked >= 250 / (every * share), findings
    assert asked >= 0.8 * findings.total(), findings
    assert settled >= (0.95 if share == 2 else 0.9) * asked, findings


def test_what_was_asked_before_changes_no_point() -> None:
    """The same question has the same point at once, after others, and in the process that searches points for it."""
    rounded = question("n = ceil(1/c)", "n >= b/a", "n < b/a + 1", "c = a/(3*b)", "k = n")
    first = prove_with_z3(rounded)
    assert first.finding is Finding.REFUTED
    for goal, *texts in (("a*b >= c", "a >= b"), ("n*a = b", "a = b + c"), ("a^2 >= b", "a = b*c", "c >= k")):
        prove_with_z3(question(goal, *texts))
        assert prove_with_z3(rounded) == first
