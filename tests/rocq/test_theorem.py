"""One theorem a claim: it says what the page says, and Rocq refuses what is changed in it."""

from __future__ import annotations

import random
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from derivations import Board, Derivation, Notation, Premise, Quantity
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.relation import Relation
from derivations.rocq.claim_file import ClaimFile, claim_file
from derivations.rocq.written import Written, library

from ..programs import coqc
from ..reports import plain as plain_report
from .changes import CLAIMS, TURNS, tried
from .reading import Formula, parts, statement

ROOT = Path(__file__).parents[2]
SIGNS = {"=": "=", "<": "<", "<=": "<=", ">": "<", ">=": "<="}  # what is greater stands on the right


def written(name: str) -> tuple[Derivation, ClaimFile]:
    report = plain_report(name)
    return report.derivation, claim_file(report.derivation, report.reference.numbers)


@pytest.fixture(scope="module")
def plain() -> tuple[Derivation, ClaimFile]:
    return written("dollar-per-token")


@pytest.fixture(scope="module")
def judge() -> dict[str, Any]:
    """The script that has Rocq judge files."""
    coqc()
    found = runpy.run_path(str(ROOT / "scripts" / "rocq.py"))
    found["FOLDER"].mkdir(parents=True, exist_ok=True)
    if not found["has_coquelicot"]():
        pytest.skip("no Coquelicot here")
    return found


def values_of(derivation: Derivation, turn: int) -> dict[str, float]:
    """A number for each quantity by its name, and by what it is called in a file."""
    chosen = random.Random(turn)
    names = Written([quantity.name for quantity in derivation.notation])
    values = {quantity.name: chosen.uniform(0.1, 0.9) for quantity in derivation.notation}
    return values | {names[name]: value for name, value in values.items()} | {
        f"{names[name]}_limit": value for name, value in values.items()}


def says(item: Relation, text: str, derivation: Derivation) -> bool:
    """True if a formula of a theorem is a relation of the page: both sides have the same values at numbers."""
    for turn in range(3):
        values = values_of(derivation, turn)
        try:
            formula = Formula(text, values)
        except (AssertionError, IndexError, KeyError):
            return False
        plain = [side.xreplace(UNITS_TO_ONE) for side in (item.lhs, item.rhs)]
        sides = [float(side.subs({s: values[s.name] for s in side.free_symbols})) for side in plain]
        if item.operator in (">", ">="):
            sides.reverse()
        own = [formula.left, formula.right]
        if formula.sign != SIGNS[item.operator] or own != pytest.approx(sides):
            return False
    return True


def said_of(derivation: Derivation, file: ClaimFile) -> list[str]:
    """What the closing theorem supposes and says that is not said by domains: each formula."""
    return parts(statement(file.text, "result"))


@pytest.mark.parametrize("name", [
    "dollar-per-token", *(pytest.param(name, marks=pytest.mark.long) for name in
                          ("scale-up", "optimal-batch", "kv-bytes", "memory-wall", "pass-time"))])
def test_the_theorem_says_what_the_page_says(name: str) -> None:
    """Each premise that it rests on, what it supposes, its conditions and its result stand in it, and nothing else."""
    derivation, file = written(name)
    assert file.result
    formulas = said_of(derivation, file)
    headline = derivation.headline
    assert headline.relation is not None
    supposed = [derivation[each] for each in headline.context.names]
    wanted = [derivation[each].relation for each in file.premises]
    wanted += [each.relation for each in supposed] + [each for one in supposed for each in one.conditions]
    wanted += [*headline.conditions]
    left = list(formulas)
    for item in [*wanted, headline.relation]:
        found = next((text for text in left if says(item, text, derivation)), None)
        assert found is not None, str(item)
        left = [text for text in left if text != found]
    # the rest are domains, that premises have a value, and where letters go
    letters = r"\(?\w+(?: \w+)?\)?"
    domain = re.compile(rf"(?:[01] <=? {letters}|{letters} <= (?:1|{letters})|whole {letters}|filterlim .*|.* <> 0)")
    assert [text for text in left if not domain.fullmatch(text)] == []


def test_a_premise_that_is_another_is_another_theorem(plain: tuple[Derivation, ClaimFile]) -> None:
    """The reader that the test above rests on tells formulas apart."""
    derivation, file = plain
    headline = derivation.headline.relation
    assert headline is not None
    wrong = Relation.as_written(headline.written, headline.notation).with_operator("<")
    assert not any(says(wrong, text, derivation) for text in said_of(derivation, file))


def test_no_file_takes_anything_for_granted(plain: tuple[Derivation, ClaimFile]) -> None:
    outside = re.sub(r"^Section Argument\..*?^End Argument\.$", "", plain[1].text, flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"^(Variable|Hypothesis)", outside, re.MULTILINE)
    assert not re.search(r"^(Axiom|Parameter|Conjecture)|\b(Admitted|admit)\b", plain[1].text, re.MULTILINE)


TWO = Notation((
    Quantity("a", "", "one end"), Quantity("b", "", "the other"), Quantity("x", "", "what varies"),
    Quantity("y", "", "between them"),
))
APART = """
Lemma the_two_ends_may_differ : exists (a b : R) (y : R -> R), 0 < a /\\ 0 < b /\\
  near (fun x : R => 0 < x /\\ 0 < y x /\\ y x = (a + b * x) / (1 + x)) /\\
  far (fun x : R => 0 < x /\\ 0 < y x /\\ y x = (a + b * x) / (1 + x)) /\\
  filterlim y near (locally a) /\\ filterlim y far (locally b) /\\ a <> b.
Proof.
  assert (P : forall x : R, 0 < x ->
    0 < x /\\ 0 < (1 + 9 * x) / (1 + x) /\\ (1 + 9 * x) / (1 + x) = (1 + 9 * x) / (1 + x)).
  { intros x X. split; [exact X |]. split; [apply Rdiv_lt_0_compat; lra | reflexivity]. }
  assert (N : near (fun x : R =>
    0 < x /\\ 0 < (1 + 9 * x) / (1 + x) /\\ (1 + 9 * x) / (1 + x) = (1 + 9 * x) / (1 + x))).
  { apply (near_from _ 1 Rlt_0_1). intros x X _. apply P. exact X. }
  assert (F : far (fun x : R => 0 < x /\\ 0 < (1 + 9 * x) / (1 + x) /\\ (1 + 9 * x) / (1 + x) = (1 + 9 * x) / (1 + x))).
  { apply (far_from _ 1). intros x X. apply P. lra. }
  exists 1, 9, (fun x : R => (1 + 9 * x) / (1 + x)).
  repeat split; try lra; try exact N; try exact F.
  - apply (goes_low 1 9 (fun x : R => (1 + 9 * x) / (1 + x)) Rlt_0_1 ltac:(lra)).
    revert N. apply filter_imp. intros x [A [B C]]. repeat split; try assumption; lra.
  - apply (goes_high 1 9 (fun x : R => (1 + 9 * x) / (1 + x)) Rlt_0_1 ltac:(lra)).
    revert F. apply filter_imp. intros x [A [B C]]. repeat split; try assumption; lra.
Qed.
"""


def two_limits() -> ClaimFile:
    board = Board(TWO)
    line = board.take(Premise("line", "y = (a + b*x)/(1 + x)"))
    low, high = board.limit("low", line, "x"), board.limit("high", line, "x", "oo")
    board.equate("same", low, high)
    return claim_file(board.finish(), {})


def test_two_limits_of_one_line_have_a_theorem_each_and_none_together() -> None:
    file = two_limits()
    assert {"low", "high"} <= set(file.lines)
    assert "same" not in file.lines
    assert statement(file.text, "limit_low").endswith("y_limit = a")
    assert statement(file.text, "limit_high").endswith("y_limit = b")
    assert not re.search(r"\ba = b\b", file.text.replace(library(), ""))


@pytest.mark.long
def test_rocq_accepts_both_limits_and_that_they_may_differ(judge: dict[str, Any], tmp_path: Path) -> None:
    """That both ends are the same does not follow: one family has two of them."""
    file = tmp_path / "two.v"
    file.write_text(two_limits().text + APART, encoding="utf-8")
    assert judge["compiled"](file) == ""
    wrong = statement(two_limits().text, "limit_high").replace("y_limit = b", "y_limit = a")
    file.write_text(f"{two_limits().text}\nTheorem same : {wrong}.\nProof. exact limit_high. Qed.\n", encoding="utf-8")
    assert judge["compiled"](file)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where files with changes are compiled, after what all of them begin with."""
    return tmp_path_factory.mktemp("changes")


@pytest.mark.parametrize(("name", "turns"), [
    (CLAIMS[0], 3), *(pytest.param(name, TURNS, marks=pytest.mark.long) for name in CLAIMS)])
def test_rocq_accepts_the_argument_and_refuses_what_is_changed(
    name: str, turns: int, judge: dict[str, Any], folder: Path
) -> None:
    """A premise, a condition or a witness that is gone or another one, another sign or result: refused.

    Some changes leave the argument true, each by a rule: no proof reads what is gone, a state is still one.
    """
    assert [f"{each.change.kind}: {each.change.what}" for each in tried(name, turns, judge, folder)
            if each.missed] == []
