"""Trials: a statement held against steps."""

from derivations import Report, relation
from derivations.search.verdict import Finding
from derivations.study.judge.trials import trial


def test_a_contradiction_shows_nothing(as_built: Report) -> None:
    """A statement that follows from what excludes itself is not called proven."""
    derivation = as_built.derivation
    statement = relation("B = 3*r*s/n", derivation.notation)
    twice = (derivation["ridge-times-sparsity"], derivation["balance-batch"])
    beside = (relation("L_x = 2*L", derivation.notation),)
    assert trial(derivation, statement, twice, beside).verdict.finding is not Finding.PROVEN
