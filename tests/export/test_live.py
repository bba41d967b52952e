"""The live part of a page as data: which claims have one, what moves, and that its functions are the engine's."""

from fractions import Fraction

import pytest

from derivations import Board, Claim, Notation, Premise, derive
from derivations.claim.composition import DOMAIN
from derivations.claim.feasibility import NO_ROOM
from derivations.claims.index import CLAIMS
from derivations.derivation.script import Handle
from derivations.errors import InputError, UndecidedError
from derivations.export.call import study_for_script
from derivations.export.live import live_data, live_script, roots_told, still_because
from derivations.language.tree import names
from derivations.study.live_function import live_function, live_whole

from ..reports import few, plain

STILL: set[str] = set()  # a claim of which no page could move anything


@pytest.mark.parametrize("name", few())
def test_almost_every_result_moves(name: str) -> None:
    """With a slider for everything that the result rests on and a claim or a card has a number for."""
    data = live_data(plain(name))
    assert bool(data) == (name not in STILL)
    assert bool(still_because(plain(name))) == (name in STILL)
    if data:
        given = live_function(plain(name)).given
        assert {letter for letter, item in data["letters"].items() if item["moves"]} <= given <= data["letters"].keys()
        assert any(letter["moves"] for letter in data["letters"].values())
        assert data["over"] in data["letters"]


@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch",)))
def test_sliders_reach_around_the_value_within_the_domain(name: str) -> None:
    """Low ends below, high ends above what is given; nothing outside of what a quantity can be."""
    report = plain(name)
    letters = live_data(report).get("letters", {})
    assert all(name in report.derivation.notation or not item["moves"] for name, item in letters.items())
    for letter, item in letters.items():
        assert item["low"] <= item["value"] <= item["high"]
        assert item["low"] < item["high"]
        if letter not in report.derivation.notation:  # memory, of which no formula of the claim speaks
            continue
        domain = report.derivation.notation[letter].range
        assert domain.contains(Fraction(item["low"])) or item["low"] == 0
        assert domain.contains(Fraction(item["high"]))


RACK = Notation.of("m [byte] memory\nm_gpu [byte/GPU] memory of one\nG [GPU] GPUs\nw [byte] weights\nx [] share")


def filled(board: Board) -> Handle:
    """The share of the memory that weights take."""
    memory = board.take(Premise("memory", "m = G*m_gpu"))
    return board.substitute("share", board.take(Premise("weights", "x = w/m")), (memory,))


@pytest.mark.parametrize(("over", "drawn"), [("", "m_gpu"), ("w", "w"), ("G", "G")])
def test_a_claim_says_what_its_picture_is_over(over: str, drawn: str) -> None:
    """Without its word that is the first number of its own."""
    values = {"m_gpu": "80 GB/GPU", "G": "8 GPU", "w": "100 GB"}
    data = live_data(derive(Claim("rack", RACK, filled, defaults=values, over=over)))
    assert data["over"] == drawn
    assert data["letters"]["G"]["low"] == 1  # a tenth of it would be less than one
    with pytest.raises(InputError, match="n_gpu"):
        Claim("rack", RACK, filled, over="n_gpu")


@pytest.mark.parametrize("name", ["memory-wall", "queueing"])
def test_a_picture_is_over_what_moves_the_result(name: str) -> None:
    """Or over what its condition says more about; a context that a condition alone rests on gives a level line."""
    found, data = live_function(plain(name)), live_data(plain(name))
    assert data["over"] in found.behind_formula
    assert found.behind_formula <= found.given | found.definitions.keys()


def test_a_root_comes_after_what_it_rests_on() -> None:
    """And before what rests on it: an acceptance chance hangs on one root, and the equation of another one on that."""
    found = live_function(plain("draft-length"))
    order = list(found.definitions)
    assert order.index("w_miss") < order.index("x_accept") < order.index("n_turn")
    assert found.roots.keys() == {"w_miss", "n_turn"}
    assert not found.given & found.roots.keys()
    assert not any(root.once for root in found.roots.values())


@pytest.mark.parametrize(("name", "unknown"), [("checkpoint-interval", "t_work"), ("overtraining-optimum", "D_pre")])
def test_one_root_at_most_is_shown(name: str, unknown: str) -> None:
    """Where one side less the other rises, or falls, with the unknown; the page says so."""
    assert live_function(plain(name)).roots[unknown].once
    (told,) = roots_told(plain(name))
    assert told["name"] == unknown
    assert unknown in told["relation"]
    assert told["how"].endswith("so there is at most one root")


@pytest.mark.long
def test_terms_of_both_sides_are_left_out_of_a_root() -> None:
    """A loss floor on both sides would hide the small terms beside it."""
    (root,) = live_function(plain("cheapest-training")).roots.values()
    assert "loss_floor" in names(root.equation.left) & names(root.equation.right)
    assert not any("loss_floor" in names(side) for side in root.sides)


def test_whole_numbers_are_functions_of_their_own() -> None:
    """Of a minimum that of what is minimized, with what it alone rests on as it is; of a bound that of the bound."""
    least, bound = live_whole(plain("tensor-parallel")), live_whole(plain("replicas"))
    assert least is not None
    assert bound is not None
    assert (least.operator, bound.operator) == ("", ">=")
    assert "G" in least.function.given
    letters = live_data(plain("tensor-parallel"))["letters"]
    alone = least.given - live_function(plain("tensor-parallel")).given
    assert alone
    assert not any(letters[name]["moves"] for name in alone)
    assert live_whole(plain("optimal-batch")) is None
    assert "whole" not in live_data(plain("optimal-batch"))


def test_a_card_without_a_number_of_the_neighbors_can_be_chosen() -> None:
    """As many cards as the result itself has a choice of; what one has no number for is none."""
    options = live_data(plain("tensor-parallel"))["choices"]["accelerator"]["options"]
    assert all(option["values"].keys() == options[0]["values"].keys() for option in options)
    assert all(option["values"]["W_gpu"] is not None for option in options)


@pytest.mark.long
def test_what_cancels_in_a_condition_needs_no_number() -> None:
    """The number of GPUs in two times that are compared: the ratio stands, and no size of a side is told."""
    found = live_function(plain("speculative-decoding"))
    assert found.free == {"G"}
    assert "G" not in found.given
    layouts = [item["layout"] for item in live_data(plain("speculative-decoding"))["conditions"]]
    assert [layout is None for layout in layouts] == [item in found.as_ratio for item in found.conditions]
    assert len(found.as_ratio) == 2


def test_cards_bring_their_values() -> None:
    """Each accelerator in each of its formats, each model with its cache, and the one that the page is read for."""
    report = plain("optimal-batch")
    choices = live_data(report)["choices"]
    for choice in choices.values():
        now = next(option for option in choice["options"] if option["name"] == choice["now"])
        for letter, number in now["values"].items():
            own = report.scenario.values[DOMAIN if letter == "G" else letter]
            assert float(own.number) == number
    chips = {option["name"]: option["values"] for option in choices["accelerator"]["options"]}
    assert chips["b200 fp4"]["C_gpu"] > chips["b200 bf16"]["C_gpu"]
    assert chips["b200 fp4"]["b_w"] < chips["b200 bf16"]["b_w"]


def test_what_is_tied_to_no_value_has_no_chain() -> None:
    """A result on which something without a value would matter is not given to a script."""
    report = derive("optimal-batch", without="N_active")
    with pytest.raises(UndecidedError, match="N_active has no value"):
        live_function(report)
    assert live_data(report) == {}
    assert "`derive show optimal-batch --set NAME=VALUE`" in still_because(report)


def test_a_letter_that_is_left_out_and_has_no_number_moves_nothing() -> None:
    """As said there is no card that would have one."""
    assert "L" in live_data(derive("pipeline-kv", as_said=True))["letters"]


def test_what_a_report_changes_goes_along() -> None:
    """To the command and the call that are copied; on the page of a claim there is none."""
    assert "study" not in live_data(plain("optimal-batch"))
    report = derive("optimal-batch", accelerator="h100", premises={"roofline": "no-overlap"}, values={"L": "1k"})
    said = derive("pipeline-kv", as_said=True, values={"L": "1k"})
    assert study_for_script(report) == {
        "cards": {"accelerator": "h100"}, "values": {"L": "1000 token/sequence"},
        "words": "--assume roofline=no-overlap", "python": ['premises={"roofline": "no-overlap"}']}
    assert live_data(said)["study"]["words"] == "--as-said"


def test_the_script_holds_no_markup() -> None:
    """Nothing in it could end the element that it stands in."""
    script = live_script(live_data(plain("optimal-batch")))
    assert "</" not in script
    assert script.startswith("const LIVE = {")


def test_the_chosen_card_has_the_format_of_the_scenario() -> None:
    """Also where another format brings the same numbers: the memory of an H200 is the same in fp8 and in bf16."""
    report = plain("train-interval")
    assert "NVIDIA H200 SXM (fp8)" in report.scenario.title
    assert live_data(report)["choices"]["accelerator"]["now"] == "h200 fp8"


def test_the_picture_of_energy_is_over_the_batch() -> None:
    """Which the claim asks about, and gives a range of; not over the new tokens of a pass, which comes first."""
    found = live_data(derive("energy"))
    assert found["over"] == "B"
    assert (found["letters"]["B"]["low"], found["letters"]["B"]["high"]) == (1, 512)


def test_a_model_chosen_on_a_page_brings_its_windows_and_state() -> None:
    """Nothing of the result rests on them; whether weights and caches fit does."""
    data = live_data(plain("cost-per-token"))
    gemma = next(each for each in data["choices"]["model"]["options"] if each["name"] == "gemma-4-31b bf16")
    beside = {"kappa_win": 50 * 2 * 16 * 256 * 2, "L_win": 1024, "K_state": 0}
    assert {name: gemma["values"][name] for name in beside} == beside
    holds = next(item for item in data["broken"] if set(beside) <= set(item["given"]))
    assert holds["words"] == NO_ROOM
    assert all(f"v.{name}" in holds["code"] for name in beside)


def test_what_numbers_contradict_is_asked_as_sweeps_ask_it() -> None:
    """A premise leaves no number, and is told with both of its own; memory is told beside the number."""
    broken = live_data(plain("cache-price"))["broken"]
    dearer = next(item for item in broken if item["step"] == "longer-dearer")
    assert dearer["names"] == ["x_write_long", "x_write"]
    assert dearer["given"] == ["q_short", "q_write", "q_write_long"]
    batch = live_data(plain("optimal-batch"))
    told = [(item["words"], item["step"], item["names"], item["binds"]) for item in batch["broken"]]
    windows = "kv-fetch leaves out the reads of windows, and of the state of linear layers"
    bound = ("N_active exceeds N_total", "N_active", ["N_active", "N_total"], False)
    assert told == [(NO_ROOM, "", [], False), bound, (windows, "", [], False), ("it holds", "", ["B_room"], True)]
    assert {"M_gpu", "G"} <= batch["letters"].keys()
    pools = live_data(plain("prefill-decode-pools"))
    assert {NO_ROOM, "arithmetic-time leaves out the arithmetic of attention"} <= {
        item["words"] for item in pools["broken"] if not item["step"]}
    assert {"M_gpu", "G", "f_attn", "x_attn"} <= pools["letters"].keys()
    assert "LIVE.breaks = [" in live_script(batch)
