"""reject: a wrong statement, which must be seen to fail. Its right use is to be refuted."""

import pytest

from derivations.derivation.rules.base import Input
from derivations.derivation.rules.statements import Reject
from derivations.errors import GrammarError
from derivations.proof.verdict import Finding

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Reject), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Reject), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def test_unlike_dimensions_are_named() -> None:
    outcome = Reject("T = w + C").compute((), NOTATION)[0]
    assert outcome.relation is None
    assert outcome.note == "dimensions: in w + C: w is FLOP but C is FLOP/s"


def test_a_text_that_is_no_relation_is_an_error_and_no_refutation() -> None:
    with pytest.raises(GrammarError):
        Reject("T = w +").compute((), NOTATION)


def test_the_point_that_refutes_satisfies_what_is_given() -> None:
    inputs = (Input("first", of("t = a/b"), (of("a < b"),)),)
    rule = Reject("t = b/a")
    point = rule.check(inputs, rule.compute(inputs, NOTATION)[0], NOTATION).verdict.counterexample
    assert point["t"] == point["a"] / point["b"]
    assert point["a"] < point["b"]
    assert point["t"] != point["b"] / point["a"]


@pytest.mark.parametrize(
    ("given", "says", "finding"),
    [
        ("left(3) = 2*left(2)", "left(3) = left(2)", Finding.REFUTED),
        ("left(3) = 2*left(2)", "left(4) = left(2)", Finding.INCONCLUSIVE),
    ],
)
def test_what_a_function_is_at_one_place_may_be_what_is_known(given: str, says: str, finding: Finding) -> None:
    rule = Reject(says)
    inputs = (Input("first", of(given)),)
    assert rule.check(inputs, rule.compute(inputs, NOTATION)[0], NOTATION).verdict.finding is finding
