"""The named alternatives of a claim, known without deriving it."""

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, derive
from derivations.lecture.index import CLAIMS, find_claim
from derivations.study.judge.formula import alternatives_of

from ..branches import NOTATION


@pytest.mark.parametrize("name", CLAIMS)
def test_each_can_be_assumed(name: str) -> None:
    """Those that are named are those that a derivation takes."""
    found = [(premise.name, choice.name) for premise, choice in alternatives_of(find_claim(name))]
    assert found
    assert len(set(found)) == len(found)
    premise, choice = found[0]
    assert derive(name, premises={premise: choice})[premise].replaces


class Noting(Board):
    """A board that keeps the premises that are taken."""

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation)
        self.taken: list[Premise] = []

    def take(self, premise: Premise) -> Handle:
        """The same, and kept."""
        self.taken.append(premise)
        return super().take(premise)


@pytest.mark.parametrize("name", ["feistel", "revnet", "differential", "speculative-decoding", "optimal-batch"])
def test_none_is_missed(name: str) -> None:
    """Those of every premise that a derivation takes, also after steps of several results."""
    claim = find_claim(name)
    board = Noting(claim.notation)
    claim.body(board)
    told = [(premise.name, choice.name) for premise in board.taken for choice in premise.alternatives]
    assert {(premise.name, choice.name) for premise, choice in alternatives_of(claim)} == set(told)


def test_a_body_that_looks_at_more_than_handles_is_followed_as_far_as_it_gets() -> None:
    """What is wrong with it, its derivation tells."""

    def curious(board: Board) -> Handle:
        raise RuntimeError(str(board.finish("x")["y"]))

    assert alternatives_of(Claim("curious", NOTATION, curious)) == ()
