"""Agreement: who shows a step, which arguments no prover can confirm, and what counts as a disagreement."""

from collections.abc import Callable

import pytest

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.derivation.second_prover import Agreement, Provers, agreement
from derivations.errors import UndecidedError, UnknownNameError
from derivations.language.quantity import Notation
from derivations.proof.obligation import Obligation
from derivations.proof.verdict import Verdict, inconclusive, proven, refuted

NOTATION = Notation.of("""
    t [s] time
    u [s] longer time
    S [byte] size
    W [byte/s] rate
    x [] share
    y [] another
    p [] exponent
""")
Answering = Callable[[Callable[[Obligation], Verdict]], None]


def written(body: Callable[[Board], object]) -> Derivation:
    """What a body writes on a board."""
    board = Board(NOTATION)
    body(board)
    return board.finish()


def everything(board: Board) -> None:
    """A step of every kind, and rejects of both."""
    load = board.take(Premise("load", "t = S/W"))
    power = board.take(Premise("power", "y = x^p"))
    part = board.take(Premise("part", "u = (1 + x)*S/W"))
    board.solve("turned", load, for_="W")
    board.state("raised", "y*x = x^(p + 1)", [power])
    board.limit("small", part, "x")
    board.state("doubled", "t = 2*S/W", [load])
    waits = board.rewrite("waits", board.state("unclear", "y = 2*x", [power]), "x = y/2")
    board.rewrite("waits-too", waits, "y = x + x")
    board.reject("twice", "W = 2*S/t", [load])
    board.reject("added", "t = S + W", [load])
    board.reject("right", "W = S/t", [load])


def standings(agreement: Agreement) -> dict[str, Provers]:
    """By the name of the step."""
    return {item.step.name: item.standing for item in agreement.everything}


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Answering:
    """Another prover in the place of Z3."""

    def use(prover: Callable[[Obligation], Verdict]) -> None:
        monkeypatch.setattr("derivations.derivation.second_prover.find_prover", lambda name: prover)

    return use


def test_every_step_is_shown_by_both_by_one_by_its_own_argument_or_by_neither() -> None:
    """Symbolic exponents are not put to Z3; a limit is an argument; a reject is to be refuted."""
    found = agreement(written(everything))
    assert found.prover == "z3"
    assert standings(found) == {
        "turned": Provers.BOTH,
        "raised": Provers.FIRST,
        "small": Provers.OWN,
        "doubled": Provers.NEITHER,
        "unclear": Provers.NEITHER,
        "waits": Provers.NEITHER,
        "waits-too": Provers.NEITHER,
        "twice": Provers.BOTH,
        "added": Provers.DIMENSIONS,
        "right": Provers.NEITHER,
    }
    assert found.disagreements == ()


def test_an_obligation_that_is_not_asked_says_why() -> None:
    """And is neither confirmed nor denied."""
    raised = next(item for item in agreement(written(everything)).steps if item.step.name == "raised")
    answer = raised.answers[0]
    assert answer.second is None
    assert answer.unasked == "z3 is not asked about the exponent p"
    assert not answer.confirmed
    assert not answer.denied


def test_an_argument_beside_obligations_is_the_rules_own() -> None:
    """Induction rests on two obligations, which both prove, as they do the domain of what is named, and on itself."""
    own = Notation.of("N [] (integer) number\nj [] (integer) place\nS [] sum")
    board = Board(own)
    board.sum("places", term="j", index="j", first="1", last="N", count="N", named="S")
    (places,) = agreement(board.finish()).steps
    assert len(places.answers) == 3
    assert all(answer.confirmed for answer in places.answers)
    assert (places.standing, places.beyond) == (Provers.OWN, ("induction",))


def test_what_the_other_prover_alone_proves(answering: Answering) -> None:
    """The engine leaves it open."""
    answering(lambda obligation: proven("other"))
    derivation = written(lambda board: board.state(
        "hard", "y^p + 1 > y", [board.take(Premise("large", "x = y + 1"))]
    ))
    assert [str(step.verdict.finding) for step in derivation.steps] == ["inconclusive"]
    assert standings(agreement(derivation)) == {"hard": Provers.SECOND}


def test_one_that_proves_what_the_other_refutes_is_at_odds(answering: Answering) -> None:
    """Of steps and of rejects, in both directions; what is left open is no disagreement."""
    derivation = written(everything)
    answering(lambda obligation: refuted("does not follow"))
    assert {item.step.name for item in agreement(derivation).disagreements} == {"turned", "raised", "right", "small"}
    answering(lambda obligation: proven("other"))
    assert {item.step.name for item in agreement(derivation).disagreements} == {"doubled", "unclear", "twice"}
    answering(lambda obligation: inconclusive("tired"))
    assert agreement(derivation).disagreements == ()


def test_a_disagreement_at_one_obligation_of_several_is_enough(answering: Answering) -> None:
    """Whatever is said of the others."""
    derivation = written(everything)
    last = derivation["turned"].obligations[-1]
    answering(lambda obligation: refuted("no") if obligation == last else proven("other"))
    assert standings(agreement(derivation))["turned"] is Provers.AT_ODDS


def test_a_prover_that_gives_up_is_not_asked(answering: Answering) -> None:
    """It stops nothing."""

    def lost(obligation: Obligation) -> Verdict:
        raise UndecidedError("no form for this")

    answering(lost)
    found = standings(agreement(written(everything)))
    assert found["turned"] is found["twice"] is Provers.FIRST


def test_an_unknown_prover_is_refused() -> None:
    """With those that there are."""
    with pytest.raises(UnknownNameError, match="known: z3"):
        agreement(written(everything), "cvc5")
