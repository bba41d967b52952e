"""What the written form alone tells: numbers, what is missing, what a formula rests on, and when it tells nothing."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from derivations import Board, Notation, Premise, derive
from derivations.derivation.stored_form import stored_beside
from derivations.derivation.transcription import transcribed
from derivations.language.arithmetic import NotPlainError
from derivations.language.grammar import parse_expression, parse_relation
from derivations.numbers.definitions import defining_steps
from derivations.numbers.written import Written

NOTATION = Notation.of("""
C [FLOP/s] rate
C_one [FLOP/s/GPU] rate of one
W [byte/s] bandwidth
W_one [byte/s/GPU] bandwidth of one
G [GPU] machines
L [token] (nonnegative) context
L_top [token] longest context
d [] (real) difference
j [] (integer) place
""")
VALUES = {"C_one": Fraction(6), "W_one": Fraction(2), "L": Fraction(0)}
PREMISES = ("C = G*C_one", "W = G*W_one")


def written(*known: str, premises: tuple[str, ...] = PREMISES) -> Written:
    """The premises where some quantities have values."""
    board = Board(NOTATION)
    for place, text in enumerate(premises):
        board.take(Premise(f"premise-{place}", text))
    return Written(NOTATION, frozenset(known), defining_steps(board.finish()), frozenset())


def test_what_cancels_need_not_be_known() -> None:
    """The number of machines, in a quotient of two rates."""
    found = written(*VALUES)
    ratio = parse_expression("C/W")
    assert found.number(ratio, VALUES) == 3
    assert found.behind(ratio, VALUES) == {"C_one", "W_one"}
    assert found.number(parse_expression("C/W + C/C_one/1[GPU]"), VALUES) == ("G",)


def test_what_cancels_is_behind_nothing_though_it_has_a_value() -> None:
    """Unless the formula names it."""
    found, values = written(*VALUES, "G"), {**VALUES, "G": Fraction(8)}
    assert found.behind(parse_expression("C/W"), values) == {"C_one", "W_one"}
    assert found.leaves(parse_expression("C/W_one"), values) == {"C_one", "W_one", "G"}


def test_what_is_over_what_is_zero_need_not_be_known() -> None:
    """A context of zero is below every other."""
    assert written(*VALUES).number(parse_expression("1 - L/L_top"), VALUES) == 1
    assert written(*VALUES).number(parse_expression("1 + L_top/1[token]"), VALUES) == ("L_top",)


def test_the_branch_that_is_not_taken_is_behind_the_number() -> None:
    """A maximum rests on both of its sides, whichever is larger here."""
    found, values = written(*VALUES, "G"), {**VALUES, "G": Fraction(8)}
    assert found.behind(parse_expression("max(C_one, W_one*2[FLOP/byte])"), values) == {"C_one", "W_one"}


def test_a_definition_that_leads_back_to_the_quantity_in_question_is_left_alone() -> None:
    """``C = G*C_one`` says nothing about G."""
    found = written("C_one", premises=("C = G*C_one",))
    assert found.number(parse_expression("C/C_one"), VALUES, "G") == ("C",)


@pytest.mark.parametrize("text", ["sqrt(C_one/W_one)", "C_one/L", "log(C_one/1[FLOP/s/GPU])"])
def test_what_is_no_fraction_is_not_told(text: str) -> None:
    """A root, a division by zero, a logarithm."""
    with pytest.raises(NotPlainError):
        written(*VALUES).number(parse_expression(text), VALUES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L < L_top", True), ("L_top <= L", False), ("C < W*2[FLOP/byte]", False), ("W < C/1[FLOP/byte]", True),
        ("C = W*2[FLOP/byte]", None), ("L_top < 5[token]", None), ("d < 1", None), ("C = W*3[FLOP/byte]", True),
    ],
)
def test_a_condition_may_stand_or_fail_whatever_is_missing(text: str, expected: bool | None) -> None:
    """By the domains alone, or by a common factor; where either may be nothing is told."""
    assert written(*VALUES).stands_without(parse_relation(text), VALUES) is expected


def test_nothing_is_made_up_of_a_condition_that_the_domains_do_not_settle() -> None:
    """A square of what may be zero is not below zero: the kernel's signs say so, and of (d - 1)^2 they do not."""
    assert written(*VALUES).stands_without(parse_relation("0 <= d^2"), VALUES) is True
    with pytest.raises(NotPlainError):
        written(*VALUES).stands_without(parse_relation("d <= (d^2 + 1)/2"), VALUES)


@pytest.mark.parametrize("most", [10_000, 1])
def test_what_is_kept_is_kept_by_the_values_behind_it(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """In one scenario after another and back: numbers, names that are missing, one or all, and what may stand."""
    monkeypatch.setattr("derivations.numbers.written._MOST_KEPT", most)
    found, ratio, lacking = written(*VALUES), parse_expression("C/W"), parse_expression("G*L_top + d")
    bound, several = parse_relation("L*C/W >= 2[token]"), {**VALUES, "C_one": Fraction(4), "L": Fraction(1)}
    for values, number, stands in ((VALUES, 3, False), (several, 2, True), (VALUES, 3, False)):
        assert found.number(ratio, values) == number
        assert found.number(lacking, values) == ("G", "L_top", "d")
        assert found.number(lacking, values, all_missing=False) == ("G",)
        assert found.may_stand(bound, values) is stands


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("L < L_top", True), ("L_top <= L", False), ("d^2 < 0", False), ("0 <= d^2", True), ("0 < d", True),
        ("d = 7", True), ("L_top = L", False), ("C < W*2[FLOP/byte]", False), ("L_top = L_top + 3[token]", False),
    ],
)
def test_a_relation_may_stand_unless_it_is_broken_whatever_is_missing(text: str, stands: bool) -> None:
    """Some numbers show that it may; that none does is for the kernel's signs, and not for numbers that were tried."""
    assert written(*VALUES).may_stand(parse_relation(text), VALUES) is stands


PROGRAM = """
import json, sys
from derivations.claim.study import Study
from derivations.claims.index import find_claim
from derivations.numbers.value import parse_values
from derivations.derivation.derivation import Derivation
from derivations.derivation.stored_form import restored_beside
from derivations.document.fields import ANSWER, report_document
from derivations.document.forms import written
from derivations.sources.catalog import load_catalog
from derivations.study.application import apply

claim = find_claim("optimal-batch")
with open(sys.argv[1], encoding="utf-8") as file:
    trace, _ = restored_beside(json.load(file), claim.script)
study = Study(values={"B": parse_values(sys.argv[2])})
print(written(report_document(apply(claim, study, load_catalog(), derived=Derivation.of(trace)), ANSWER)), end="")
sys.exit(3 if "sympy" in sys.modules else 0)
"""


@pytest.mark.long
def test_a_changed_number_is_evaluated_without_sympy(tmp_path: Path) -> None:
    """From what is stored of a derivation to the printed answer, which is the one that the derivation gives."""
    report = derive("optimal-batch", values={"B": "2600 sequence"})
    file = tmp_path / "derivation.json"
    told = stored_beside(report.derivation, report.claim.script, transcribed(report.derivation))
    file.write_text(json.dumps(told), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(file), "2600 sequence"], env=environment, check=False, capture_output=True,
        text=True, encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    from derivations.document.fields import ANSWER, report_document
    from derivations.document.forms import written

    assert done.stdout == written(report_document(report, ANSWER))


def test_what_counts_over_an_index_is_known_by_its_form() -> None:
    """Also where a premise brings the sum, and not in a formula without one."""
    found = written(premises=("C = G*sum(sqrt(j), j, 1, 3)*C_one", "W = G*W_one"))
    assert found.counts(parse_expression("C/W"))
    assert found.counts(parse_expression("sum(j, j, 1, 3)"))
    assert not found.counts(parse_expression("W*L"))
