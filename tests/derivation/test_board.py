"""The board: how steps run, wait, branch, fall back and are numbered."""

import pytest

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Alternative, Assumptions, Premise
from derivations.derivation.script import Handle
from derivations.errors import DimensionError, GrammarError, InputError, UndecidedError, UnknownNameError
from derivations.language.quantity import Notation, Quantity
from derivations.proof.verdict import Finding

from .roofline import NOTATION as ROOFLINE_NOTATION
from .roofline import derivation
from .rules.verify import means_what_it_says

NOTATION = Notation.of("""
    T [s] time
    a [s] one
    b [s] other
    c [s] third
    n [] count
    x [] unknown
    y [] other unknown
    L [] (nonnegative) context
    f [] (fraction) share
    i [] (integer) index
    N [] (integer) last index
    slope [] (real) a derivative
    L_x [] (nonnegative) edge of the context
    total [] a sum
""").extended([Quantity("R", "", "ratio", definition="a/b")])
TIME = Premise("time", "T = n*a", alternatives=(Alternative("twice", "T = 2*n*a", "measured"),))
OTHER = Premise("other", "a = x*b")
EITHER = Premise("either", "T >= max(a, b)")


def board(**premises: str) -> Board:
    """An empty board, some premises replaced."""
    return Board(NOTATION, Assumptions(premises) if premises else None)


def findings(finished: Derivation) -> dict[str, str]:
    """What was found of every step."""
    return {step.name: str(step.verdict.finding) for step in (*finished.trace, *finished.rejects)}


# --- what is believed


def test_premises_and_definitions_are_taken() -> None:
    own = board()
    own.take(TIME)
    own.define("ratio", "R")
    finished = own.finish()
    assert findings(finished) == {"time": "taken", "ratio": "taken"}
    assert [step.name for step in finished.premises] == ["time"]
    assert [step.name for step in finished.definitions] == ["ratio"]
    assert str(finished["ratio"].relation) == "R = a/b"


def test_a_quantity_without_definition_cannot_be_defined() -> None:
    with pytest.raises(InputError, match="quantity 'T' has no definition"):
        board().define("time", "T")


@pytest.mark.parametrize("text", ["T = T + a", "T = n*a + T*x"])
def test_a_circular_premise_is_an_error(text: str) -> None:
    with pytest.raises(InputError, match="premise 'time' is circular: T stands on both sides"):
        board().take(Premise("time", text))
    with pytest.raises(InputError, match="premise 'time' is circular: T stands on both sides"):
        board(time=text).take(TIME)
    with pytest.raises(InputError, match="premise 'time' is circular: T stands on both sides"):
        board(time="round").take(Premise("time", "T = n*a", alternatives=(Alternative("round", text, ""),)))


def test_a_replaced_premise_says_what_it_replaces() -> None:
    own = board(time="T = n*b")
    own.take(TIME)
    step = own.finish()["time"]
    assert (str(step.relation), step.replaces, step.because) == ("T = n*b", "T = n*a", "assumed by the reader")


def test_an_alternative_is_chosen_by_name() -> None:
    own = board(time="twice")
    own.take(TIME)
    assert str(own.finish()["time"].relation) == "T = 2*n*a"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("a = T/n", InputError, "premise 'time' defines T, not a: keep the left side of T = n\\*a"),
        ("2*T = n*a", InputError, "premise 'time' defines T, not 2\\*T"),
        ("T = n*b + x", DimensionError, "b"),
        ("T = n*", GrammarError, "the text ends where"),
        ("T = n*speed", GrammarError, "unknown quantity 'speed'"),
        ("thrice", UnknownNameError, "unknown alternative 'thrice' of premise 'time'"),
    ],
)
def test_a_replacement_that_does_not_fit_is_an_error(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        board(time=text).take(TIME)


def test_a_replacement_that_nothing_takes_is_an_error() -> None:
    own = board(tim="T = n*b")
    own.take(TIME)
    with pytest.raises(UnknownNameError, match="unknown premise 'tim'; did you mean time"):
        own.finish()


# --- names, numbers, handles


def test_two_steps_cannot_have_one_name() -> None:
    own = board()
    time = own.take(TIME)
    with pytest.raises(InputError, match="two steps are named 'time'"):
        own.solve("time", time, for_="a")
    own.reject("wrong", "T = a", against=(time,))
    with pytest.raises(InputError, match="two steps are named 'wrong'"):
        own.solve("wrong", time, for_="a")


def test_steps_are_numbered_in_order_and_rejects_apart() -> None:
    own = board()
    time = own.take(TIME)
    own.reject("wrong", "T = a", against=(time,))
    own.solve("one", time, for_="a")
    finished = own.finish()
    assert [(step.number, step.name) for step in finished.trace] == [(1, "time"), (2, "one")]
    assert [(step.number, step.name) for step in finished.rejects] == [(1, "wrong")]


def test_a_handle_is_a_name_and_says_nothing_of_its_step() -> None:
    handle = board().take(TIME)
    assert handle == Handle("time")
    assert not hasattr(handle, "relation")
    assert not hasattr(handle, "rhs")


def test_steps_are_passed_on_by_handle_only() -> None:
    own = board()
    own.take(TIME)
    with pytest.raises(InputError, match="by its handle"):
        own.solve("one", "time", for_="a")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="unknown step 'tme'; did you mean time"):
        own.solve("one", Handle("tme"), for_="a")


def test_a_reject_is_no_step_to_build_on() -> None:
    own = board()
    time = own.take(TIME)
    wrong = own.reject("wrong", "T = a", against=(time,))
    with pytest.raises(UnknownNameError, match="unknown step 'wrong'"):
        own.solve("one", wrong, for_="a")


def test_unknown_quantities_are_errors_even_where_a_step_would_wait() -> None:
    own = board()
    time = own.take(TIME)
    with pytest.raises(UnknownNameError, match="unknown quantity 'z'"):
        own.solve("one", time, for_="z")
    with pytest.raises(InputError, match="a limit goes to '0' or 'oo', not '1'"):
        own.limit("at-one", time, "n", "1")


# --- waiting


def _chain(own: Board) -> Derivation:
    """Four steps, each on the one before."""
    either = own.take(EITHER)
    edge = own.boundary("edge", either)
    first = own.solve("first", edge, for_="a")
    second = own.rewrite("second", first, "a = b")
    own.state("third", "a - b = 0", (second,))
    own.reject("wrong", "a = 2*b", against=(second,))
    slow, _ = own.split("regimes", either, ("slow", "fast"))
    own.substitute("fourth", slow, (first,))
    return own.finish("third")


def test_by_default_everything_is_shown() -> None:
    finished = _chain(board())
    assert finished.unsound == ()
    assert finished.headline.name == "third"


def test_what_depends_on_a_step_that_does_not_hold_waits() -> None:
    """Nothing is raised halfway: the rest of the body runs, and says what it waits for."""
    finished = _chain(board(either="T >= a + b"))
    assert findings(finished) == {
        "either": "taken",
        "edge": "inconclusive",
        "first": "waiting",
        "second": "waiting",
        "third": "waiting",
        "wrong": "waiting",
        "slow": "inconclusive",
        "fast": "inconclusive",
        "fourth": "waiting",
    }
    assert str(finished["first"].verdict) == "waiting for edge"
    assert str(finished["fourth"].verdict) == "waiting for slow, first"
    assert len(finished.unsound) == 8


def test_a_waiting_step_has_no_relation_and_says_why() -> None:
    step = _chain(board(either="T >= a + b"))["third"]
    assert step.relation is None
    with pytest.raises(UndecidedError, match="step 'third' has no relation: waiting for second"):
        _ = step.rhs


def test_a_wrong_fact_blocks_what_needs_it() -> None:
    own = board()
    time = own.take(TIME)
    wrong = own.state("wrong", "T = a", (time,))
    own.solve("after", wrong, for_="a")
    assert findings(own.finish()) == {"time": "taken", "wrong": "refuted", "after": "waiting"}


def test_no_finite_optimum_blocks_what_needs_one() -> None:
    own = board()
    best = own.minimise("best", own.take(Premise("cost", "y = n + R/x")), "x")
    own.state("after", "x > 0", (best,))
    finished = own.finish()
    assert findings(finished) == {"cost": "taken", "best": "refuted", "after": "waiting"}
    assert finished["best"].note == "no finite optimum: y falls for every x, however large"


def test_equations_for_different_things_are_not_equated() -> None:
    own = board()
    own.equate("never", own.take(TIME), own.take(OTHER))
    assert findings(own.finish())["never"] == "inconclusive"


# --- branches, forms that fall back, changed assumptions


def test_several_branches_are_steps_of_their_own_and_the_choice_is_open() -> None:
    own = board()
    square = own.take(Premise("square", "x^2 + y = n*x"))
    roots = own.solve("root", square, for_="x")
    own.state("after", "x > 0", (roots,))
    larger = own.state("chosen", "x <= n", (Handle("root-2"),))
    finished = own.finish(larger)
    assert findings(finished) == {
        "square": "taken", "root-1": "argued", "root-2": "argued", "root": "inconclusive", "after": "waiting",
        "chosen": "argued",
    }
    assert "2 admissible branches, choose one: root-1, root-2" in str(finished["root"].verdict)


def test_a_form_that_no_longer_follows_falls_back_and_the_rest_goes_on() -> None:
    own = board(other="a = x*b + c")
    time, other = own.take(TIME), own.take(OTHER)
    whole = own.substitute("whole", time, (other,))
    form = own.rewrite("form", whole, "T = n*b*x")
    own.solve("after", form, for_="x")
    finished = own.finish()
    assert finished["form"].fell_back
    assert finished["form"].relation == finished["whole"].relation
    assert finished["form"].verdict.finding is Finding.PROVEN
    assert not finished["form"].sound
    assert "T = n*b*x no longer follows" in finished["form"].note
    assert finished["after"].verdict.finding is Finding.PROVEN
    assert [str(condition) for condition in finished["after"].conditions] == ["c*n < T"]


def test_by_default_an_input_that_is_not_needed_is_an_error() -> None:
    own = board()
    time, other = own.take(TIME), own.take(Premise("idle", "b = c"))
    with pytest.raises(InputError, match="idle replaces nothing"):
        own.substitute("whole", time, (other,))


def test_under_changed_assumptions_an_input_that_is_not_needed_is_noted() -> None:
    own = board(time="T = n*b")
    time, other, idle = own.take(TIME), own.take(Premise("of-b", "b = c")), own.take(OTHER)
    own.substitute("whole", time, (other, idle))
    assert own.finish()["whole"].note == "not needed here: other"


def test_regimes_and_names_must_be_as_many() -> None:
    own = board()
    handles = own.split("regimes", own.take(EITHER), ("slow", "fast", "other"))
    assert [handle.name for handle in handles] == ["slow", "fast", "other"]
    assert {str(step.verdict) for step in own.finish().steps} == {"inconclusive (2 regimes for 3 names in 'regimes')"}


# --- rejects


def test_a_reject_stands_when_it_is_refuted() -> None:
    own = board()
    time = own.take(TIME)
    own.reject("factor", "T = a", against=(time,))
    own.reject("units", "T = n*x")
    own.reject("true", "T/n = a", against=(time,))
    finished = own.finish()
    assert [step.sound for step in finished.rejects] == [True, True, False]
    assert finished["units"].statement == "T = n*x"
    assert finished.unsound == (finished["true"],)


# --- every rule has its method


@pytest.mark.long
def test_every_rule_can_be_called() -> None:
    own = board()
    time, other, either = own.take(TIME), own.take(OTHER), own.take(EITHER)
    another = own.take(Premise("again", "T = n*b*x"))
    own.equate("equal", time, another)
    own.substitute("whole", time, (other,))
    own.solve("count", time, for_="n")
    own.boundary("edge", either, between=("a", "b"))
    bounded = own.solve("bounded", own.take(Premise("balance", "n*x = L*x + 1")), for_="x")
    own.isolate("edge-of-context", bounded, "L", named="L_x")
    own.sum("series", "f^i", "i", "0", "N - 1", "N", named="total")
    assert own.finish().unsound == ()
    varied = board()  # where no premise ties what is held to what varies
    context = varied.take(Premise("context", "y = n/(x + L)"))
    varied.limit("short", context, "L")
    varied.limit("long", context, "n", "0")
    varied.differentiate("steepness", context, "L", named="slope")
    assert varied.finish().unsound == ()
    varied = board()
    varied.independence("any", varied.take(Premise("ratio", "L = n*a/(n*b)")), "n")
    varied.minimise("least", varied.take(Premise("sum", "y = max(x, n/x)")), "x")
    assert varied.finish().unsound == ()


def test_what_a_rule_finds_has_a_name_of_its_own() -> None:
    """An edge, a derivative or a sum called like a quantity that is spoken of would be a statement about that one."""
    own = board()
    time = own.take(TIME)
    bounded = own.solve("bounded", own.take(Premise("balance", "n*x = L*x + 1")), for_="x")
    own.isolate("edge", bounded, "L", named="L_x")
    own.isolate("edge-again", bounded, "L", named="L_x")
    own.differentiate("slope-of-time", time, "a", named="n")
    own.sum("series", "f^i", "i", "0", "N - 1", "N", named="x")
    told = {step.name: step.verdict.reason for step in own.finish().steps[1:]}
    assert told == {
        "edge": "",
        "edge-again": "L_x already stands for something, in edge",
        "slope-of-time": "n already stands for something, in time",
        "series": "x already stands for something, in balance",
    }


def test_the_roofline_derives_under_both_readings() -> None:
    assert derivation().unsound == ()
    assert all(means_what_it_says(step.relation) for step in derivation().trace if step.relation)
    other = derivation("no-overlap")
    assert other["smallest"].verdict.reason.startswith("no finite optimum")
    assert findings(other)["head"] == "waiting"
    assert {step.verdict.finding for step in other.steps} <= {
        Finding.PROVEN, Finding.INCONCLUSIVE, Finding.WAITING, Finding.REFUTED
    }
    assert "L_x" in ROOFLINE_NOTATION


# --- the finished derivation


def test_a_derivation_finds_its_steps_and_names_the_nearest() -> None:
    finished = _chain(board())
    assert "edge" in finished
    assert "wrong" in finished
    assert "hedge" not in finished
    assert [step.name for step in finished][:2] == ["either", "edge"]
    with pytest.raises(UnknownNameError, match="did you mean edge"):
        finished["hedge"]


@pytest.mark.parametrize(("term", "first"), [("max(k, 1)", "0"), ("sqrt(k^2)", "-2"), ("0^k", "0")])
def test_a_sum_starts_where_its_terms_are_what_they_are_written_as(term: str, first: str) -> None:
    """For every k from 1, which the quantity is, SymPy makes k of max(k, 1); at 0 the term is another one."""
    own = Board(Notation.of("k [] (integer) index\nn [] (integer) count\nt [] result\nf [] (fraction) share"))
    with pytest.raises(InputError, match=r"k counts from .*, and is a whole number from 1"):
        own.sum("series", term, "k", first, "n", "n", named="t")
    assert own.sum("series", term, "k", "1", "n", "n", named="t")
    assert own.sum("from-zero", "f^k", "k", "0", "n", "n", named="t")
