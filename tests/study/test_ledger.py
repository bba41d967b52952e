"""The ledger under a change: which claims it concerns, what moves, and what is refused because it concerns none."""

from collections.abc import Iterator, Sequence

import pytest

from derivations import Alternative, Board, Claim, Handle, InputError, Notation, Premise, Said, UnknownNameError
from derivations import load_catalog as catalog
from derivations.claim.claim import Cards
from derivations.claim.outline import outline
from derivations.claim.study import Study, study_of
from derivations.claims.index import CLAIMS, find_claim
from derivations.sources.catalog import Catalog
from derivations.study.ledger import KEPT, MOVED, UNTOUCHED, Entry, ledger, study_for

from ..claim.small import LOAD, NOTATION, claim

DEFAULTS = {"S": Said("140 GB", "somebody", "p. 4"), "t": Said("20 s", "somebody", "p. 3")}
WEARS = Premise("wear", "n_wear = x*n_new", alternatives=(
    Alternative("none", "n_wear = n_spare", quantities=Notation.of("n_spare [] spare disks").quantities, because="new"),
))
DISKS = NOTATION.extended(Notation.of("n_wear [] worn disks\nn_new [] new disks").quantities)


def beside(board: Board) -> Handle:
    """Its result does not rest on the load."""
    board.take(LOAD)
    return board.take(WEARS)


def timed(board: Board) -> Handle:
    """Another quantity by the name of the size."""
    return board.take(Premise("waiting", "t = S"))


SOLVED = Claim("solved", NOTATION, claim().body, defaults=DEFAULTS)
BESIDE = Claim("beside", DISKS, beside, defaults={"S": DEFAULTS["S"], "n_new": Said("8", "somebody", "p. 6")})
OTHER = Claim("other", Notation.of("t [s] time\nS [s] delay"), timed)
CLAIMS_HERE = (SOLVED, BESIDE, OTHER)


@pytest.fixture(scope="module")
def cards() -> Catalog:
    """The cards that come with the package."""
    return catalog()


def entries(study: Study, cards: Catalog) -> dict[str, Entry]:
    """The entries of the three claims, by name."""
    return {item.claim.name: item for item in ledger(CLAIMS_HERE, study, cards)}


def test_a_shared_premise_moves_every_claim_that_rests_on_it(cards: Catalog) -> None:
    """Where the result rests on it, it moves; where it is only taken, it does not; the others are left alone."""
    found = entries(study_of(premises={"load": "t = 2*S/W"}), cards)
    assert {name: item.standing for name, item in found.items()} == {
        "solved": MOVED, "beside": KEPT, "other": UNTOUCHED,
    }
    assert found["solved"].difference is not None
    assert found["solved"].difference.result.ratio == 2
    assert found["beside"].takes == ("load",)
    assert found["other"].after is None


def test_a_value_goes_to_the_claims_in_which_it_measures_the_same(cards: Catalog) -> None:
    """A size and a delay may have one name."""
    found = entries(study_of(values={"S": "70 GB"}), cards)
    assert {name: item.takes for name, item in found.items()} == {"solved": ("S",), "beside": ("S",), "other": ()}
    assert found["solved"].difference is not None
    assert found["solved"].difference.result.ratio is not None
    assert 2 * found["solved"].difference.result.ratio == 1
    assert found["beside"].standing == KEPT
    delay = entries(study_of(values={"S": "3 s"}), cards)
    assert {name: item.takes for name, item in delay.items()} == {"solved": (), "beside": (), "other": ("S",)}


def test_a_change_to_what_is_there_touches_nothing(cards: Catalog) -> None:
    """The same size once more."""
    found = entries(study_of(values={"S": "140 GB"}), cards)
    assert {item.standing for item in found.values()} == {UNTOUCHED}


def test_a_value_that_a_changed_premise_leaves_without_use_goes_to_the_others(cards: Catalog) -> None:
    """The size drops out of one claim, and another one keeps it."""
    named = Claim("named", NOTATION, lambda board: board.take(Premise("size", "S = t*W")))
    study = study_of(premises={"load": "t = W/1[byte/s^2]"}, values={"S": "70 GB"})
    found = {item.claim.name: item for item in ledger((SOLVED, named), study, cards)}
    assert found["solved"].takes == ("load",)
    assert found["named"].after is not None
    assert set(found["named"].after.given) == {"S"}
    with pytest.raises(InputError, match="no claim uses S under these premises"):
        ledger((SOLVED,), study, cards)


def test_a_result_that_is_a_premise_moves_with_its_formula(cards: Catalog) -> None:
    """Also where it has no number to move."""
    taken = Claim("taken", NOTATION, lambda board: board.take(LOAD))
    (found,) = ledger((taken,), study_of(premises={"load": "t = 2*S/W"}), cards)
    assert found.difference is not None
    assert found.difference.result.new.value is None
    assert found.standing == MOVED


def test_what_an_alternative_brings_can_be_valued(cards: Catalog) -> None:
    """Under the alternative, and only there."""
    found = entries(study_of(premises={"wear": "none"}, values={"n_spare": "4"}), cards)
    assert found["beside"].takes == ("wear", "n_spare")
    assert found["beside"].standing == MOVED
    with pytest.raises(InputError, match="no claim uses n_spare under these premises"):
        entries(study_of(values={"n_spare": "4"}), cards)


@pytest.mark.parametrize(
    ("study", "told"),
    [
        (study_of(premises={"laod": "t = 2*S/W"}), "unknown premise 'laod'; did you mean load?"),
        (study_of(values={"n_nwe": "4"}), "unknown quantity 'n_nwe'; did you mean n_new"),
        (study_of(values={"S": "3 byte/s"}), "but 3 bytes per second is byte/s"),
        (study_of(symbols="y_own [] mine"), "no changed premise names the symbol 'y_own'"),
        (study_of(symbols="y_own [] mine", values={"y_own": 2}, premises={"load": "t = 2*S/W"}), "symbol 'y_own'"),
        (study_of(values={"S": "3; 4 GB"}), "S has 2 values: give one value each"),
        (study_of(cards=Cards("h200")), "no claim takes anything from cards"),
        (study_of(as_said=True), "no claim has the lecturer's own numbers"),
        (study_of(premises={"wear": "nun"}), "beside: unknown alternative 'nun'"),
        (study_of(premises={"load": "W = 2*S/t"}), "solved: "),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_concerns_no_claim_is_refused(study: Study, told: str, cards: Catalog) -> None:
    """With the nearest name where there is one, and with the claim that cannot make a change."""
    with pytest.raises(InputError) as caught:
        ledger(CLAIMS_HERE, study, cards)
    assert told in str(caught.value)
    assert isinstance(caught.value, UnknownNameError) == str(caught.value).startswith("unknown")


def test_the_claims_are_passed_on_one_by_one(cards: Catalog) -> None:
    """So that a reader sees how far it is."""
    seen: list[str] = []

    def watched(claims: Sequence[Claim]) -> Iterator[Claim]:
        for item in claims:
            seen.append(item.name)
            yield item

    ledger(CLAIMS_HERE, study_of(premises={"load": "t = 2*S/W"}), cards, watch=watched)
    assert seen == ["solved", "beside", "other"]


MIXED = study_of(
    cards=Cards("h200"),
    premises={"roofline": "no-overlap", "one-per-stage": "fixed-number", "weight-fetch": "t_w = x_own*b_w*N_total/W"},
    values={"eta": "50%", "n_fixed": 64, "L": "8k token/sequence", "x_own": 2},
    symbols="x_own [] my factor",
)


@pytest.mark.parametrize(
    ("name", "premises", "values"),
    [
        ("optimal-batch", {"roofline", "weight-fetch"}, {"L", "x_own"}),
        ("train-interval", {"roofline", "weight-fetch"}, {"L", "x_own"}),
        ("pipeline-kv", {"one-per-stage"}, {"L", "n_fixed"}),
        ("chinchilla", set(), {"eta"}),
        ("kv-bytes", {"roofline", "weight-fetch"}, {"L", "x_own"}),
    ],
)
def test_the_part_of_a_study_that_concerns_a_claim(name: str, premises: set[str], values: set[str]) -> None:
    """Premises that it takes, values that it or a changed premise uses, symbols that a changed premise names."""
    part = study_for(find_claim(name), MIXED)
    assert (set(part.premises), set(part.values)) == (premises, values)
    assert bool(part.quantities) == ("weight-fetch" in premises)
    assert part.cards == Cards("h200")


@pytest.mark.parametrize("name", [*CLAIMS])
def test_nothing_of_a_study_about_something_else_concerns_a_claim(name: str) -> None:
    """And all of one about its own premises does."""
    chosen = find_claim(name)
    assert not study_for(chosen, study_of(title="elsewhere", premises={"load": "t = 2*S/W"}))
    own = {premise: f"nothing = {premise}" for premise in outline(chosen).premises}
    assert study_for(chosen, Study(premises=own)).premises == own


def test_premises_may_be_relations_of_the_engine_or_of_sympy() -> None:
    """The symbols that they name are known either way."""
    from sympy import Eq, symbols

    from derivations import relation

    t, size, rate, own = symbols("t S W y_own")
    notation = NOTATION.extended(Notation.of("y_own [] mine").quantities)
    for given in ("t = y_own*S/W", relation("t = y_own*S/W", notation), Eq(t, own * size / rate)):
        study = study_of(premises={"load": given}, symbols="y_own [] mine", values={"y_own": 2})
        part = study_for(SOLVED, study)
        assert [quantity.name for quantity in part.quantities] == ["y_own"]
        assert "y_own" in part.values


def test_a_value_is_left_out_where_there_is_one(cards: Catalog) -> None:
    """A claim that has no number of it is left alone."""
    found = entries(study_of(without="t"), cards)
    assert {name: item.standing for name, item in found.items()} == {
        "solved": MOVED, "beside": UNTOUCHED, "other": UNTOUCHED,
    }
    assert found["solved"].after is not None
    assert found["solved"].after.result.missing == ("t",)
    with pytest.raises(InputError, match="no claim has a value of 'x' to leave out"):
        entries(study_of(without="x"), cards)


def test_a_value_that_a_changed_premise_leaves_without_use_need_not_be_left_out(cards: Catalog) -> None:
    """Where another claim still uses it; where none does, there is nothing to leave out."""
    study = study_of(premises={"load": "t = W/1[byte/s^2]"}, without="S")
    named = Claim("named", NOTATION, lambda board: board.take(Premise("size", "S = t*W")), defaults=DEFAULTS)
    found = {item.claim.name: item for item in ledger((SOLVED, named), study, cards)}
    assert found["solved"].takes == ("load",)
    assert found["named"].after is not None
    assert "S" not in found["named"].after.scenario.values
    with pytest.raises(InputError, match="no claim has a value of 'S' to leave out"):
        ledger((SOLVED,), study, cards)


def test_a_claim_that_nothing_concerns_is_not_derived_for_its_name_alone(cards: Catalog) -> None:
    """What is told of it is that it is not touched; it is derived where more is asked."""
    derived = []

    def body(board: Board) -> Handle:
        derived.append(board)
        return board.take(Premise("pause", "d = 3[s]"))

    apart = Claim("apart", Notation.of("d [s] a pause"), body)
    found = ledger((SOLVED, apart), study_of(values={"S": "70 GB"}), cards)[1]
    looked_through = len(derived)  # to see what it takes
    assert (found.claim, found.standing, found.takes) == (apart, UNTOUCHED, ())
    assert found.before.verdict
    assert len(derived) == looked_through + 1
