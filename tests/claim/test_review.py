"""A review finds what makes a claim fall: an unproven step, a reject that stands; and counts what follows as said."""

from collections.abc import Callable

from derivations import Board, Handle, Premise, Published, Report, derive
from derivations.claim.claim import Kind
from derivations.claim.review import Review, review

from .small import BANDWIDTH, LOAD, bandwidth, claim

Body = Callable[[Board], Handle | str | None]


def reviewed(*published: Published, body: Body = bandwidth) -> Review:
    """The review of the small claim."""
    report = derive(claim(*published, body=body))
    return review("cold-start", report.derivation, report.published)


def test_the_built_in_claim_has_no_problems(as_built: Report) -> None:
    """Every step proven or argued, every reject refuted, and both of its conclusions follow."""
    found = review("optimal-batch", as_built.derivation, as_built.published)
    assert found.problems == ()
    assert found.steps == found.proven + found.argued == len(as_built.derivation.steps)
    assert found.rejects == 4
    assert (found.follow, found.conclusions) == (2, 2)
    assert "ok" in found.summary


def test_a_claim_that_stands() -> None:
    """One step, one number."""
    found = reviewed(BANDWIDTH)
    assert (found.steps, found.proven, found.conclusions, found.follow, found.problems) == (1, 1, 1, 1, ())


def test_a_refuted_step_is_a_problem() -> None:
    """Named with its verdict, and counted as not proven."""

    def body(board: Board) -> Handle:
        load = board.take(LOAD)
        board.state("doubled", "t = 2*S/W", [load])
        return board.solve("bandwidth", load, for_="W")

    found = reviewed(BANDWIDTH, body=body)
    assert found.steps - found.proven == 1
    (problem,) = found.problems
    assert "doubled" in problem
    assert "refuted" in problem


def test_a_step_that_is_not_decided_is_a_problem_and_so_is_what_waits_for_it() -> None:
    """Both are named."""

    def body(board: Board) -> Handle:
        size = board.boundary("size", board.take(Premise("load", "t = S/W")))
        return board.rewrite("same", size, "S = t*W", because="wishful")

    found = reviewed(body=body)
    assert len(found.problems) == 2
    assert "size" in found.problems[0]
    assert "same" in found.problems[1]


def test_a_form_that_was_given_up_is_a_problem() -> None:
    """The step goes on with what it had, and the review says that the author's form is gone."""

    def body(board: Board) -> Handle:
        found = board.solve("bandwidth", board.take(LOAD), for_="W")
        return board.rewrite("wrong", found, "W = 2*S/t", because="a slip")

    (problem,) = reviewed(body=body).problems
    assert "wrong" in problem
    assert "given up" in problem


def test_a_reject_that_stands_is_a_problem() -> None:
    """The statement was meant to be wrong, and follows."""

    def body(board: Board) -> Handle:
        load = board.take(LOAD)
        board.reject("turned", "W = S/t", [load])
        return board.solve("bandwidth", load, for_="W")

    found = reviewed(body=body)
    assert found.rejects == 0
    (problem,) = found.problems
    assert problem.startswith("reject turned")


def test_a_published_number_that_does_not_follow_is_counted_and_no_problem() -> None:
    """Whether somebody was right is no failure of the derivation."""
    found = reviewed(BANDWIDTH, Published("bandwidth", "14 GB/s", "somebody else", "p. 6", "exact"))
    assert (found.conclusions, found.follow, found.problems) == (2, 1, ())
    assert "1 of 2 conclusions follows" in found.summary


def test_what_is_retold_or_looked_up_is_not_counted() -> None:
    kinds: tuple[Kind, ...] = ("retelling", "look-up")
    others = [Published("bandwidth", "14 GB/s", "a blog", "p. 6", "exact", kind=kind) for kind in kinds]
    assert reviewed(BANDWIDTH, *others).conclusions == 1


def test_a_review_as_plain_data() -> None:
    """What `derive check --json` prints."""
    data = reviewed(BANDWIDTH).as_data()
    assert data == {
        "claim": "cold-start", "ok": True, "steps": 1, "proven": 1, "argued": 0, "certificates_replayed": 3,
        "rejects_refuted": 0, "conclusions": 1, "conclusions_that_follow": 1, "problems": [],
    }
