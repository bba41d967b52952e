"""What did not change is not run again, and what differs in writing alone is a question of its own."""

from collections import Counter
from collections.abc import Iterator

import pytest

from derivations.claims.index import find_claim
from derivations.derivation.board import Question, checked, computed
from derivations.derivation.premise import Assumptions, Premise
from derivations.derivation.rules import RULES
from derivations.derivation.rules.solve import Solve
from derivations.language.quantity import Notation, quantity_line

from .test_board import Board


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often each rule computed."""
    counted: Counter[str] = Counter()
    for rule in RULES:
        compute = rule.compute  # type: ignore[attr-defined]

        def counting(self, inputs, notation, compute=compute):  # type: ignore[no-untyped-def]
            counted[self.name] += 1
            return compute(self, inputs, notation)

        monkeypatch.setattr(rule, "compute", counting)
    computed.cache_clear()
    checked.cache_clear()
    yield counted
    computed.cache_clear()
    checked.cache_clear()


def test_a_derivation_that_did_not_change_runs_no_rule(runs: Counter[str]) -> None:
    """Only premises are taken again."""
    claim = find_claim("optimal-batch")
    first = claim.derive()
    del runs["take"]
    before = Counter(runs)
    again = claim.derive()
    del runs["take"]
    assert runs == before
    assert again == first


@pytest.mark.long
def test_a_changed_premise_runs_only_what_rests_on_it(runs: Counter[str]) -> None:
    """The KV fetch enters no ridge: what is said of the ridge stands as it was found."""
    claim = find_claim("optimal-batch")
    old = claim.derive()
    before = Counter(runs)
    new = claim.derive(Assumptions({"kv-fetch": "t_kv = 2*kappa*B*L/W"}))
    changed = [step.name for step in new.steps if step.relation != old[step.name].relation]
    assert "batch" in changed
    assert "ridge-per-gpu" not in changed
    assert sum((runs - before).values()) - (runs - before)["take"] < len(new.steps)
    assert runs["independence"] == before["independence"]
    assert runs["split"] == before["split"]


@pytest.mark.long
def test_a_symbol_that_comes_along_makes_no_new_question_of_old_ones(runs: Counter[str]) -> None:
    claim = find_claim("optimal-batch")
    claim.derive()
    before = Counter(runs)
    extra = (quantity_line("x_kv [] part of the cache that is read"),)
    new = claim.derive(Assumptions({"kv-fetch": "t_kv = x_kv*kappa*B*L/W"}, extra))
    assert runs["independence"] == before["independence"]
    assert all(step.relation is None or step.relation.notation == new.notation for step in new)


def test_another_way_of_writing_is_kept_apart() -> None:
    """Two relations are equal however they are written; a reader sees the writing."""
    notation = Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth")

    def written(text: str) -> str:
        board = Board(notation)
        step = board.rewrite("again", board.take(Premise("load", "t = S/W")), text)
        return str(board.finish(step).headline.relation)

    assert written("t = S*(1/W)") == "t = S*(1/W)"
    assert written("t = 1/W*S") == "t = 1/W*S"


def test_a_bound_on_an_old_quantity_is_a_new_question() -> None:
    """A quantity that is brought along and bounds an old one from below is part of what solve must respect."""
    notation = Notation.of("t [] total\nS [] size")
    from derivations.derivation.rules.base import Input
    from derivations.language.quantity import Quantity
    from derivations.language.relation import relation

    wide = notation.extended([Quantity("s_low", "", "smaller", at_most="S")])
    item = Input("load", relation("t = S + 1", wide))
    asked = Question.of(Solve(notation["S"].symbol), (item,), wide, notation)
    assert asked.notation == wide
