"""A review finds what makes a claim fall: an unproven step, a reject that stands, a number that does not follow."""

from collections.abc import Callable

from derivations import Board, Handle, Premise, Published, Report, derive
from derivations.claim.review import Review, review

from .small import BANDWIDTH, LOAD, bandwidth, claim

Body = Callable[[Board], Handle | str | None]


def reviewed(*published: Published, body: Body = bandwidth) -> Review:
    """The review of the small claim."""
    report = derive(claim(*published, body=body))
    return review("cold-start", report.derivation, report.published)


def test_the_built_in_claim_has_no_problems(as_built: Report) -> None:
    """Every step proven, every reject refuted, every number that should reproduce does."""
    found = review("optimal-batch", as_built.derivation, as_built.published)
    assert found.problems == ()
    assert found.steps == found.proven == len(as_built.derivation.steps)
    assert found.rejects == 3
    assert found.reproduced == found.expected == sum(row.published.reproduces for row in as_built.published)
    assert "ok" in found.summary


def test_a_claim_that_stands() -> None:
    """One step, one number."""
    found = reviewed(BANDWIDTH)
    assert (found.steps, found.proven, found.expected, found.reproduced, found.problems) == (1, 1, 1, 1, ())


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


def test_a_published_number_that_does_not_reproduce_is_a_problem() -> None:
    """With what was said, by whom, and the factor."""
    found = reviewed(BANDWIDTH, Published("bandwidth", "14 GB/s", "somebody else", "p. 6", "exact"))
    assert (found.expected, found.reproduced) == (2, 1)
    (problem,) = found.problems
    for part in ("14 GB/s", "bandwidth", "somebody else", "factor of 2, too large"):
        assert part in problem


def test_a_number_that_is_known_not_to_follow_is_none() -> None:
    """It is not expected to."""
    found = reviewed(BANDWIDTH, Published("bandwidth", "14 GB/s", "a blog", "p. 6", "exact", reproduces=False))
    assert found.problems == ()
    assert found.expected == 1


def test_a_number_for_which_values_are_missing_is_a_problem() -> None:
    """Nothing passes for want of data."""
    found = reviewed(Published("bandwidth", "7 GB/s", "somebody", "p. 5", "exact", "as-built"))
    assert len(found.problems) == 1
    assert "needs S, t" in found.problems[0]


def test_a_review_as_plain_data() -> None:
    """What `derive check --json` prints."""
    data = reviewed(BANDWIDTH).as_data()
    assert data == {
        "claim": "cold-start", "ok": True, "steps": 1, "proven": 1, "rejects_refuted": 0, "reproduced": 1,
        "should_reproduce": 1, "problems": [],
    }
