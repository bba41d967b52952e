"""Contexts: where a step holds, what holds together, and what is refused in a sentence that names both lines."""

from __future__ import annotations

from copy import deepcopy

import pytest

from derivations import Board, Derivation, Handle, Notation, Premise, Quantity
from derivations.derivation.premise import Alternative, Assumptions
from derivations.derivation.recheck import recheck, upheld
from derivations.derivation.transcription import transcribed

NOTATION = Notation.of("x [] x\na [] a\nb [] b\ny [] y\nz [] z")


def test_steps_at_a_boundary_say_so() -> None:
    """That two arguments of a max are equal does not follow from the max; steps that rest on it name it."""
    board = Board(NOTATION)
    roofline = board.take(Premise("roofline", "y = max(a*x, b + x)"))
    balance = board.boundary("balance", roofline)
    board.rewrite("turned", balance, "b = (a - 1)*x", because="no more than another form")
    board.state("apart", "y >= a*x", (roofline,))
    derivation = board.finish()
    assert derivation["turned"].within == ("balance",)
    assert derivation["balance"].within == ("balance",)
    assert derivation["apart"].within == ()
    assert "at balance" in derivation["turned"].to_markdown()
    assert "at balance" not in derivation["balance"].to_markdown()


def test_an_edge_is_a_quantity_of_its_own() -> None:
    """Where a condition ends is no longer at the boundary that it came from."""
    board = Board(NOTATION)
    roofline = board.take(Premise("roofline", "y = max(a*x, b + z*x)"))
    batch = board.solve("batch", board.boundary("balance", roofline), for_="x")
    board.isolate("edge", batch, of="z", named="y")
    derivation = board.finish()
    assert derivation["batch"].within == ("balance",)
    assert derivation["edge"].within == ()


def test_a_letter_that_a_replaced_premise_brings_is_known_where_something_is_supposed() -> None:
    """Also where the supposition was made before the premise was taken: one letter more, and the step stands."""
    part = Quantity("x_part", "", "a part", "fraction")
    brings = Alternative("in-part", "z = (a + b)/x_part", because="a part", quantities=(part,))
    board = Board(NOTATION, Assumptions(premises={"late": "in-part"}))
    roofline = board.take(Premise("roofline", "y = max(a*x, b)"))
    balance = board.boundary("balance", roofline)
    board.take(Premise("late", "z = a + b", alternatives=(brings,)))
    board.take(Premise("bound", "z >= 2*b"))
    batch = board.solve("batch", balance, for_="x")
    assert board.finish()[batch.name].verdict.shown


def test_two_branches_never_hold_together() -> None:
    """Each root solves the equation; a step that uses both would prove that they are equal."""
    board = Board(NOTATION)
    roots = board.take(Premise("roots", "(x - a)*(x - b) = 0"))
    board.solve("root", roots, for_="x")
    first, second = Handle("root-1"), Handle("root-2")
    board.equate("both", first, second)
    board.state("hence", "a = b", (first, second))
    board.state("alone", "y + x > 0", (first,))
    derivation = board.finish()
    assert derivation["root-1"].verdict.holds
    assert derivation["root-2"].verdict.holds
    for name in ("both", "hence"):
        assert derivation[name].verdict.finding == "inconclusive"
        assert "two branches of one solution" in derivation[name].verdict.reason
    assert derivation["alone"].within == ("root-1",)
    assert derivation["root"].verdict.reason == "2 admissible branches, choose one: root-1, root-2"


def test_a_reject_needs_something_to_be_held_against() -> None:
    """A formula for a quantity that nothing given determines is not refuted by failing to follow."""
    board = Board(NOTATION)
    taken = board.take(Premise("taken", "y = a*b"))
    board.reject("idle", "a = b")
    board.reject("elsewhere", "z = a", against=(taken,))
    board.reject("wrong", "y = a/b", against=(taken,))
    derivation = board.finish()
    assert not derivation["idle"].sound
    assert not derivation["elsewhere"].sound
    assert derivation["wrong"].sound


def test_two_limits_of_one_line_do_not_meet() -> None:
    """`a = b` followed from the value at the one end and at the other."""
    board = Board(NOTATION)
    line = board.take(Premise("line", "y = (a + b*x)/(1 + x)"))
    low, high = board.limit("low", line, "x"), board.limit("high", line, "x", "oo")
    board.equate("same", low, high)
    board.state("beside", "a = b", (low, line))
    derivation = board.finish()
    assert derivation["same"].verdict.reason == "low is said as x → 0, high as x → ∞: no state is both"
    assert derivation["beside"].verdict.reason == "line speaks of x, which has gone to 0 in low"


def test_a_line_after_a_limit_says_so() -> None:
    """And the limit itself says it in its note."""
    board = Board(NOTATION)
    low = board.limit("low", board.take(Premise("line", "y = a + b*x")), "x")
    board.solve("turned", low, for_="a")
    derivation = board.finish()
    assert (derivation["low"].where, derivation["low"].note) == ("", "as x → 0")
    assert derivation["turned"].where == "as x → 0"
    assert "as x → 0" in derivation["turned"].to_markdown()


def test_what_goes_to_a_limit_is_another_letter_there() -> None:
    """A positive letter may go to 0, which contradicts nothing that is said of it elsewhere."""
    board = Board(NOTATION)
    low = board.limit("low", board.take(Premise("line", "y = a*x")), "x")
    board.state("positive", "y > 0", (low,))
    board.state("zero", "y + b = b", (low,))
    derivation = board.finish()
    assert str(derivation["low"].relation) == "y = 0"
    assert not derivation["positive"].verdict.holds
    assert derivation["zero"].verdict.finding == "proven"


def test_still_and_closed_lines_stand_beside_a_limit() -> None:
    """Letters that keep their values on the way, and an equation by which another one goes to a limit as well."""
    board = Board(Notation.of("x [] x\na [] a\nb [] b\ny [] y\nz [] z\nu [] u\nw [] w"))
    low = board.limit("low", board.take(Premise("line", "y = a + b*x")), "x")
    still, closed = board.take(Premise("still", "w = a/b")), board.take(Premise("closed", "z = u/y"))
    board.state("with-still", "y = w*b", (low, still))
    board.state("with-closed", "z = u/a", (low, closed))
    board.state("without", "z*y = u", (low, board.state("turned", "z*y = u", (closed,))))
    derivation = board.finish()
    assert derivation["with-still"].verdict.finding == derivation["with-closed"].verdict.finding == "proven"
    assert derivation["with-closed"].where == "as x → 0"
    limit = derivation["with-closed"].context.limit
    assert limit is not None
    assert set(limit.moving) == {"y", "z"}
    assert "which moves as x → 0: take its limit too" in derivation["without"].verdict.reason


def test_families_are_taken_before_a_limit() -> None:
    """A limit of a limit, and a slope of one, are refused."""
    board = Board(NOTATION)
    low = board.limit("low", board.take(Premise("line", "y = a + b*x + z")), "x")
    board.limit("again", low, "z")
    derivation = board.finish()
    assert derivation["again"].verdict.reason == (
        "low is said as x → 0: take what limit finds before the limit")


def test_a_letter_that_is_gone_is_not_spoken_of() -> None:
    """x is no state's x in a limit, so that x > 0 is nothing that follows there."""
    board = Board(NOTATION)
    low = board.limit("low", board.take(Premise("line", "y = a + x")), "x")
    board.state("gone", "x > 0", (low,))
    assert board.finish()["gone"].verdict.reason == "x > 0 speaks of x, which is gone as x → 0"


def test_a_bound_that_no_state_passes_is_a_plain_line() -> None:
    """Its limit is what it comes closest to, for every x."""
    board = Board(NOTATION)
    bound = board.take(Premise("bound", "y >= a + b*x"))
    least = board.limit("least", bound, "x")
    board.state("beside", "y >= a", (least, bound))
    derivation = board.finish()
    assert not derivation["least"].context
    assert derivation["least"].note == "for every x: the bound as x → 0"
    assert derivation["beside"].verdict.finding == "proven"


def test_a_bound_that_is_said_of_some_states_is_one_of_these_or_of_the_limit() -> None:
    """``y >= a`` was told of every state, though it is so where a + b/x is the smaller: at x = 1/10 y may be 1/5."""
    board = Board(NOTATION)
    smaller = board.take(Premise("smaller", "y >= min(a + b/x, z*x)"))
    falling, _ = board.split("sides", smaller, ("falling", "rising"))
    far = board.limit("far", falling, "x", "oo")
    board.state("there", "y + b >= a + b", (far,))
    board.state("everywhere", "y >= a", (smaller,))
    derivation = board.finish()
    assert str(derivation["far"].relation) == "y >= a"
    assert derivation["far"].holds == "as x → ∞"
    assert derivation["there"].holds == "as x → ∞"
    assert derivation["everywhere"].verdict.finding == "refuted"


def test_a_bound_keeps_a_condition_that_does_not_go() -> None:
    """Then it holds in every state that meets it."""
    board = Board(NOTATION)
    smaller = board.take(Premise("smaller", "y >= min(a, z) + b/x"))
    lesser, _ = board.split("sides", smaller, ("lesser", "greater"))
    board.limit("far", lesser, "x", "oo")
    found = board.finish()["far"]
    assert (str(found.relation), found.holds, [str(each) for each in found.conditions]) == ("y >= a", "", ["z >= a"])


def test_what_a_limit_is_positive_by_is_no_condition_that_goes() -> None:
    """That y goes to something positive if s is not 0 did away with that condition: s^2 > 0 was proven of every s."""
    board = Board(NOTATION.extended(Quantity(name, "", "of either sign", "real") for name in "rs"))
    line, other = board.take(Premise("line", "y = s^2 + x")), board.take(Premise("other", "s*r = a - b"))
    turned = board.solve("turned", other, "r")
    plain = board.limit("plain", line, "x")
    sure = board.limit("sure", board.state("both", "y = s^2 + x", (line, turned)), "x")
    for name, condition in (("weak", "s^2 >= 0"), ("idle", "b > 0"), ("own", "y > 0")):
        board.state(f"not-0-{name}", "s^2 > 0", (board.rewrite(name, sure, "y = s^2", (plain,), condition=condition),))
    board.state("not-0", "s^2 > 0", (plain,))
    derivation = board.finish()
    found = {name: [str(each) for each in derivation[f"not-0-{name}"].conditions] for name in ("weak", "idle", "own")}
    assert found == {"weak": ["0 < s^2"], "idle": ["0 < s^2"], "own": ["y > 0"]}
    assert derivation["weak"].fell_back
    assert derivation["not-0"].verdict.finding == "refuted"


def test_one_letter_is_chosen_once() -> None:
    """Two least values, and two numbers rounded up, are two choices; of two letters they stand together."""
    board = Board(NOTATION)
    first, second = board.take(Premise("first", "y = a/x + b*x")), board.take(Premise("second", "z = b/x + a*x"))
    cheapest, soonest = board.minimise("cheapest", first, "x"), board.minimise("soonest", second, "x")
    board.equate("both", cheapest, soonest)
    board.state("one", "x^2 = a/b", (cheapest,))
    derivation = board.finish()
    assert derivation["both"].verdict.reason == (
        "x is chosen twice, at cheapest and at soonest: no reason that both are one")
    assert derivation["one"].where == "at cheapest"


def test_a_number_that_is_rounded_up_is_a_choice() -> None:
    """`ceil(x) = ceil(z)` followed from two bounds on one number."""
    board = Board(Notation.of("n [] (integer) n\nx [] x\nz [] z"))
    bounds = [board.take(Premise(f"at-least-{each}", f"n >= {each}")) for each in "xz"]
    rounded = [board.round_up(name, bound) for name, bound in zip(("rx", "rz"), bounds, strict=True)]
    board.equate("both", *rounded)
    derivation = board.finish()
    assert "n is chosen twice" in derivation["both"].verdict.reason
    assert list(map(str, derivation["rx"].conditions)) == ["ceil(x) >= z"]


def test_what_is_supposed_is_told_where_it_is_used() -> None:
    """An assumption of one part of an argument; what contradicts it is no state's."""
    board = Board(NOTATION)
    line = board.take(Premise("line", "y = max(a, b)/a"))
    more = board.suppose(Premise("more", "y > 1"))
    board.state("used", "y + z > 1 + z", (more,))
    board.state("apart", "y >= 1", (line,))
    even = board.boundary("even", line)
    board.state("against", "y > a/b", (more, even))
    derivation = board.finish()
    assert (derivation["used"].where, derivation["apart"].where) == ("where more", "")
    assert derivation["against"].verdict.reason == "no state is where more, at even: supposition more fails"
    assert derivation.premises == (derivation["line"], derivation["more"])


def test_a_supposition_that_no_state_satisfies_is_refused() -> None:
    """Before anything is derived from it."""
    board = Board(NOTATION)
    board.take(Premise("taken", "a > b"))
    board.suppose(Premise("supposed", "a < b"))
    step = board.finish()["supposed"]
    assert step.relation is None
    assert "no state is where supposed" in step.verdict.reason


def test_premises_without_a_state_prove_nothing() -> None:
    """They say so themselves, whichever comes last."""
    board = Board(NOTATION)
    first = board.take(Premise("first", "a > b + 1"))
    board.state("early", "a > b", (first,))
    second = board.take(Premise("second", "a < b"))
    board.state("late", "x = 2*x", (first, second))
    derivation = board.finish()
    assert "contradicts itself" in derivation["late"].verdict.reason
    assert "contradicts itself" in derivation["early"].verdict.reason


def _story() -> Derivation:
    """A derivation with a boundary, a least value, a limit, and lines that rest on them."""
    board = Board(Notation.of("x [] x\na [] a\nb [] b\ny [] y\nz [] z\nu [] u"))
    line = board.take(Premise("line", "y = a/x + b*x"))
    board.state("square", "x^2 = a/b", (board.minimise("best", line, "x"),))
    low = board.limit("low", board.take(Premise("other", "z = a + b*u")), "u")
    board.solve("turned", low, for_="a")
    return board.finish()


def test_contexts_are_stored_and_found_again() -> None:
    """In a file of a derivation, which is checked again, and in a transcript."""
    derivation = _story()
    stored = Derivation.from_json(derivation.to_json())
    assert [step.context for step in stored] == [step.context for step in derivation]
    assert upheld(recheck(stored))
    transcript = transcribed(derivation)
    assert [step.context for step in transcript.steps[: len(stored.trace)]] == [step.context for step in stored]
    assert transcript.upheld()


@pytest.mark.parametrize("name", ["square", "turned"])
def test_a_context_that_is_left_out_is_found(name: str) -> None:
    """A file that tells a line as one of every state lies."""
    derivation = _story()
    loaded = deepcopy(derivation.to_json())
    step = next(each for each in loaded["trace"] if each["name"] == name)
    step["context"] = [[], []]
    checked = Derivation.from_json(loaded).checked()
    assert checked[name].verdict.finding == "inconclusive"
    assert checked[name].verdict.reason == "other suppositions"


def test_what_is_strict_on_the_way_may_end_equal() -> None:
    """y < a + x leaves y = a, and y < a*x leaves y going to 0."""
    board = Board(NOTATION)
    first = board.limit("first", board.take(Premise("below", "y < a + x")), "x")
    board.state("strict", "y < a", (first,))
    derivation = board.finish()
    assert str(derivation["first"].relation) == "y <= a"
    assert not derivation["strict"].verdict.holds


def test_a_point_at_the_edge_refutes_nothing_in_a_limit() -> None:
    """b < z < c on the way; in the limit z may be either of them, and no state is that point."""
    board = Board(Notation.of("x [] x\na [] a\nb [] b\ny [] y\nz [] z\nc [] c\nf [] (fraction) f"))
    high = board.limit("high", board.take(Premise("falls", "y = a/(1 + x)")), "x", "oo")
    beside = board.take(Premise("sum", "z = y + b")), board.take(Premise("below", "z < c"))
    board.state("between", "b < c", (high, *beside))
    low = board.limit("low", board.take(Premise("share", "f = a/((1 + x)*b)")), "x")
    board.state("no-more", "f <= 1", (low,))
    board.state("equal", "f = b", (low,))
    derivation = board.finish()
    assert derivation["between"].verdict.finding == "inconclusive"
    assert (derivation["no-more"].verdict.finding, list(map(str, derivation["no-more"].conditions))) == (
        "proven", ["a <= b"])
    assert "at the edge of what is given" in derivation["between"].verdict.reason
    assert derivation["equal"].verdict.finding == "refuted"


def test_what_has_no_value_in_a_limit_is_not_used_there() -> None:
    """Neither to show nor to refute: w = y/z where both go to 0."""
    board = Board(Notation.of("x [] x\na [] a\nb [] b\ny [] y\nz [] z\nw [] w"))
    lines = [board.take(Premise(name, text)) for name, text in
             (("first", "y = a*x"), ("second", "z = b*x^2"), ("third", "w = y/z"))]
    limits = [board.limit(f"low-{step.name}", step, "x") for step in lines[:2]]
    board.state("product", "w*z = y", (*limits, lines[2]))
    assert board.finish()["product"].verdict.reason == "nothing shows that z is not 0 in the limit"


def test_inequalities_are_held_against_lines_beside_a_limit() -> None:
    """w*x >= c lets no w keep its value as x → 0, and z <= y lets no z keep its own where y goes to 0."""
    board = Board(Notation.of("x [] x\na [] a\nc [] c\ny [] y\nz [] z\nw [] w\nn [] (integer) n\nu [] u"))
    low = board.limit("low", board.take(Premise("line", "y = a*x + c")), "x")
    board.take(Premise("grows", "w*x >= c"))
    share = board.take(Premise("share", "z = y/w"))
    board.state("beside", "z > 0", (low, share))
    derivation = board.finish()
    told = "low and share are not said of one family: premise grows does not let x go to 0"
    assert derivation["beside"].verdict.reason == f"{told} while the other letters are held"


def test_what_is_held_on_purpose_leaves_open_what_it_ties() -> None:
    """With b = c*x and b held, c moves."""
    board = Board(Notation.of("x [] x\na [] a\nb [] b\nc [] c\ny [] y\nt [] t"))
    line, tie = board.take(Premise("line", "y = a*x + b")), board.take(Premise("tie", "b = c*x"))
    low = board.limit("low", line, "x", holding=("b",))
    share = board.take(Premise("share", "t = b/c"))
    board.state("beside", "t > 0", (low, share))
    derivation = board.finish()
    assert tie.name in derivation
    assert "c may move while b is held, by premise tie" in derivation["beside"].verdict.reason


def test_what_holds_for_every_index_is_read_at_one_and_refutes_nothing() -> None:
    """A point at which it fails for other indices is none that satisfies it."""
    board = Board(Notation((*Notation.of("r [] (real) ratio\nk [] (whole) index\nn [] (integer) one index"),
                            Quantity("g", "", "terms", "real", of=("index",)))))
    start, following = board.take(Premise("start", "g(0) = 1")), board.take(Premise("next", "g(k + 1) = g(k)*r"))
    (powers,) = board.induct("powers", ["g(k) = r^k"], "k", (start, following))
    board.state("at-0", "g(0) = 1", (powers,))
    board.instance("here", powers, "k", "0")
    board.state("wrong", "g(k) = 2*r^k", (powers,))
    derivation = board.finish()
    assert derivation["here"].verdict.shown
    for name in ("at-0", "wrong"):
        assert derivation[name].verdict.finding == "inconclusive"
        assert "powers holds for every k from 0 on: take the instance that is meant" in derivation[name].verdict.reason


def test_what_follows_at_other_indices_contradicts_nothing_here() -> None:
    """That g(n) is 7 may be meant of one n: with other lines it need not be a contradiction."""
    board = Board(Notation((*Notation.of("k [] (whole) index\nn [] (integer) one index"),
                            Quantity("g", "", "terms", "real", of=("index",)))))
    start, following = board.take(Premise("start", "g(0) = 0")), board.take(Premise("next", "g(k + 1) = g(k) + 1"))
    end = board.take(Premise("end", "g(n) = 7"))
    (counted,) = board.induct("counted", ["g(k) = k"], "k", (start, following))
    one = board.instance("one", following, "k", "n")
    board.state("never", "1 = 2", (one, end, counted))
    derivation = board.finish()
    assert not derivation.contradictory
    assert derivation["never"].verdict.finding == "inconclusive"


def test_letters_of_a_statement_keep_their_values_in_a_limit() -> None:
    """That u is a + x leaves neither of them its value where u goes to 0."""
    board = Board(Notation.of("u [] u\na [] a\nx [] x\nd [] d"))
    board.take(Premise("sum", "u = a + x"))
    limit = board.limit("gone", board.take(Premise("same", "u = d")), "d")
    nothing = board.state("nothing", "u = 7*u", (limit,))
    board.state("between", "7*u < a + x", (nothing,))
    derivation = board.finish()
    assert derivation["nothing"].verdict.shown
    assert derivation["between"].verdict.finding == "inconclusive"
    told = "nothing and what is stated are not said of one family: d cannot vary while a, x are held, by premise same"
    assert told in derivation["between"].verdict.reason
