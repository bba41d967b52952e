"""sum: a finite sum in closed form, by induction."""

import re

import pytest
from sympy import Integer, Rational

from derivations.derivation.rules.base import Outcome
from derivations.derivation.rules.series import FiniteSum
from derivations.errors import UndecidedError
from derivations.language.grammar import parse_expression
from derivations.language.to_sympy import to_sympy
from derivations.proof.verdict import Finding, Verdict

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(FiniteSum), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(FiniteSum), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def _sum(term: str, first: str, last: str) -> FiniteSum:
    term_, first_, last_ = (to_sympy(parse_expression(text), NOTATION) for text in (term, first, last))
    index, count, named = (NOTATION[name].symbol for name in ("i", "n", "t"))
    return FiniteSum(term_, index, first_, last_, count, named)


def _found(rule: FiniteSum, says: str, *conditions: str) -> Verdict:
    return rule.check((), Outcome(of(says), tuple(map(of, conditions))), NOTATION).verdict


def test_a_sum_without_closed_form_is_undecided() -> None:
    with pytest.raises(UndecidedError, match="no closed form"):
        _sum("1/i", "1", "n").compute((), NOTATION)


@pytest.mark.parametrize(
    ("rule", "says", "reason"),
    [
        (_sum("i", "1", "2*n"), "t = n^2 + n + 1/4", "first or second n"),
        (_sum("i", "2", "2*n"), "t = n^2 + n", "does not rise in steps of one"),
        (_sum("n*(i - 1) + 1", "1", "n"), "t = n*(n - 1)*(2*n - 1)/6 + n*(n - 1)/2 + n", "change with n"),
        (_sum("i", "5", "n"), "t = n*(n + 1)/2 - 10", "first or second n"),
        (_sum("i", "i", "n"), "t = n", "occurs outside the sum|first or second n"),
    ],
)
def test_what_induction_does_not_cover_is_inconclusive(rule: FiniteSum, says: str, reason: str) -> None:
    """Forms that pass the first term and the step from one to the next, and are wrong all the same."""
    found = _found(rule, says)
    assert found.finding is Finding.INCONCLUSIVE
    assert re.search(reason, found.reason)


def test_a_closed_form_without_value_somewhere_is_refuted_by_that_place() -> None:
    found = _found(_sum("f^i", "0", "n - 1"), "t = (1 - f^n)/(1 - f)")
    assert found.finding is Finding.REFUTED
    assert found.counterexample["f"] == 1


@pytest.mark.parametrize("count", [1, 2, 3, 6])
@pytest.mark.parametrize("case", right_uses(FiniteSum), ids=str)
def test_closed_forms_are_right_in_numbers(case: Case, count: int) -> None:
    rule, closed = case.rule, case.outcome.relation
    assert isinstance(rule, FiniteSum)
    assert closed is not None
    values = {NOTATION[name].symbol: Rational(*pair) for name, pair in {"f": (2, 7), "a": (3, 5), "b": (9, 4)}.items()}
    here = {**values, rule.count: Integer(count)}
    terms = range(int(rule.first.xreplace(here)), int(rule.last.xreplace(here)) + 1)
    whole = sum(rule.term.xreplace({**values, rule.index: Integer(index)}) for index in terms)
    assert whole == closed.rhs.xreplace(here)


def _counted(term: str, first: str, last: str, count: str) -> FiniteSum:
    term_, first_, last_ = (to_sympy(parse_expression(text), NOTATION) for text in (term, first, last))
    return FiniteSum(term_, NOTATION["i"].symbol, first_, last_, NOTATION[count].symbol, NOTATION["t"].symbol)


def test_the_steps_start_at_the_first_count() -> None:
    """A sum from 0 has two terms at n = 1: that it is right at n = 0, where min(n, f) is 0, says nothing of these."""
    assert _found(_sum("i", "0", "n"), "t = n*(n + 1)/2 + min(n, f)").finding is Finding.REFUTED
    assert _found(_sum("i", "1", "n + 4"), "t = (n + 4)*(n + 5)/2 + min(n + 3, f)").finding is Finding.REFUTED
    assert _found(_sum("i", "1", "n + 4"), "t = (n + 4)*(n + 5)/2").finding is Finding.PROVEN


@pytest.mark.parametrize(
    ("rule", "says", "conditions", "reason"),
    [
        # at J = 0 the sum of nothing is 0, and the form is -1
        (_counted("i", "2", "J", "J"), "t = J*(J + 1)/2 - 1", (), "first or second J"),
        (_counted("i", "1", "r", "r"), "t = r*(r + 1)/2", (), "counts from no first number"),
        (_sum("i", "1", "n"), "t = n*(n + 1)/2 + min(n - 1, 2)", ("n > 3",), "a condition on n"),
        (_sum("i", "1", "n + 40"), "t = (n + 40)*(n + 41)/2", (), "too many terms"),
    ],
)
def test_what_leaves_a_gap_between_the_start_and_the_steps_is_inconclusive(
    rule: FiniteSum, says: str, conditions: tuple[str, ...], reason: str
) -> None:
    found = _found(rule, says, *conditions)
    assert found.finding is Finding.INCONCLUSIVE
    assert reason in found.reason
