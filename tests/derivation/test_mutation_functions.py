"""Mutants of a way back through rounds of any function: none of them is called proven."""

from random import Random

import pytest

from derivations.derivation.rules.base import Input
from derivations.derivation.rules.induction import Induction
from derivations.errors import InputError, UndecidedError
from derivations.language.relation import from_written, relation
from derivations.proof.verdict import Finding

from .mutants import mutant
from .rules.case import NOTATION, of

ROUNDS = ("left(j + 1) = right_(j)", "right_(j + 1) = left(j) + any_f(j, right_(j))")
ENDS = ("left_again(J) = left(J)", "right_again(J) = right_(J)", "right_again(j) = left_again(j + 1)")
BACK = "left_again(j) = right_again(j + 1) - any_f(j, left_again(j + 1))"
GOALS = ("left_again(j) = left(j)", "right_again(j) = right_(j)")
NAMES = {"j": ("J",), "J": ("j",)}
MUTANTS = 40


@pytest.mark.long
def test_no_changed_round_is_undone() -> None:
    """What is changed is the last line of the way back; a change that says the same is drawn again."""
    random, findings = Random(3), list[object]()
    plain = relation(BACK, NOTATION)
    rule = Induction(tuple(map(of, GOALS)), NOTATION["j"].symbol, NOTATION["J"].symbol, downward=True)
    while len(findings) < MUTANTS:
        try:
            changed = from_written(mutant(plain.written, NAMES, random), NOTATION)
            if (changed.lhs, changed.rhs) == (plain.lhs, plain.rhs) or not changed.is_equation:
                continue
            texts = (*map(of, (*ROUNDS, *ENDS)), changed)
            inputs = tuple(Input(f"line-{place}", item) for place, item in enumerate(texts))
            findings.append(rule.check(inputs, rule.compute(inputs, NOTATION)[0], NOTATION).verdict.finding)
        except InputError:
            continue  # an index that is no whole number, say
        except UndecidedError:
            findings.append(Finding.INCONCLUSIVE)
    assert Finding.PROVEN not in findings
