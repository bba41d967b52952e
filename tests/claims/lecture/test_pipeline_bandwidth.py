"""When the network between racks keeps up: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value
from ..pipelines import text

CLAIM = "pipeline-bandwidth"
FAR = {"destinations": "distinct-gpus"}


def test_the_ratio_is_that_of_the_blackboard(built: Report) -> None:
    """Tokens, GPUs and the size of an activation cancel."""
    assert text(built, "times-ratio") == "y_pipe = 1/y_net*k_active*l_stage*2"
    for step in ("any-micro-batch", "any-width", "any-activation"):
        assert built[step].verdict.shown


@pytest.mark.parametrize(
    ("reading", "experts", "layers"),
    [("as-said", 32, 1), ("sixteen-experts", 16, 1), ("eight-experts", 8, 1), ("dense", 1, 1),
     ("quarter-of-a-hundred", 8, 25)],
)
def test_the_numbers_as_said(said: Report, reading: str, experts: int, layers: int) -> None:
    """An eighth, times experts, times layers, times two."""
    assert value(said, "times-ratio", reading) == Fraction(experts * layers * 2, 8)
    assert value(said, "enough-layers", reading) == Fraction(8, 2 * experts)
    assert value(said, "sends-needed", reading) == 8


def test_the_numbers_as_built(built: Report) -> None:
    """A GB200 with 900 and 50 GB/s, and DeepSeek-V3 with 8 experts."""
    assert value(built) == Fraction(50, 900) * 8 * 2
    assert value(built, "enough-layers") == Fraction(9, 8)
    assert value(built, "enough-layers", "hopper-node") == Fraction(9, 16)


def test_on_a_blackwell_rack_one_layer_is_not_enough(built: Report) -> None:
    """The network ratio of 18 that 400 Gbit/s links give."""
    assert value(built, "network-ratio", "blackwell-rack") == 18
    assert value(built, "times-ratio", "blackwell-rack") == Fraction(8, 9)
    assert value(built, "enough-layers", "blackwell-rack") == Fraction(9, 8)


def test_the_ratio_counts_bytes_over_bandwidth(built: Report) -> None:
    """Once more from bytes: 1,000 tokens of 7,168 bytes on 72 GPUs."""
    tokens, size, gpus = 1000, 7168, 72
    up = Fraction(2 * 8 * size * tokens, gpus * 900 * 10**9)
    out = Fraction(size * tokens, gpus * 50 * 10**9)
    assert value(built) == up / out


def test_what_rests_on_equal_times_says_so(built: Report) -> None:
    assert built["enough-layers"].within == ("even-networks",)
    assert built["times-ratio"].within == ()


def test_the_condition_holds_where_the_scale_up_network_binds(built: Report) -> None:
    """The product of the three is at least the bandwidth ratio."""
    assert text(built, "product-at-least") == "2*k_active*l_stage >= y_net"
    assert [str(item) for item in built["product-at-least"].conditions] == ["t_out <= t_up"]


# --- changed premises


@pytest.mark.long
@pytest.mark.parametrize(("card", "gpus", "ratio"), [("h100", 8, 9), ("gb200", 72, 18), ("a100-80", 8, 12)])
def test_distinct_gpus_are_fewer_than_experts(card: str, gpus: int, ratio: int) -> None:
    """Those other than the token's own, each hit unless all 8 experts lie elsewhere."""
    report = derive(CLAIM, accelerator=card, premises=FAR)
    hit = (gpus - 1) * (1 - Fraction(gpus - 1, gpus) ** 8)
    assert hit < 8
    assert value(report) == 2 * hit / ratio
    assert value(report, "enough-layers") == ratio / (2 * hit)
    assert report.verdict.startswith("follows from the changed premises")


def test_distinct_gpus_are_the_mean_over_all_routings() -> None:
    """Counted out for two experts on four GPUs: every pair of places, the token on the first GPU."""
    places = [(a, b) for a in range(4) for b in range(4)]
    mean = Fraction(sum(len({a, b} - {0}) for a, b in places), len(places))
    assert mean == 3 * (1 - Fraction(3, 4) ** 2)
    values = {"G": "4 GPU", "k_active": 2, "W_up": "100 GB/s/GPU", "W_out": "100 GB/s/GPU"}
    assert value(derive(CLAIM, premises=FAR, values=values)) == 2 * mean


def test_without_the_way_back_half_is_left(built: Report) -> None:
    report = derive(CLAIM, premises={"expert-sends": "one-way"})
    assert value(report) == value(built) / 2
    assert report["times-ratio"].fell_back


def test_two_hand_overs_need_twice_the_sends(built: Report) -> None:
    """A premise that a reader types."""
    report = derive(CLAIM, premises={"hand-over": "n_out = 2"})
    assert value(report) == value(built) / 2
    assert value(report, "enough-layers") == 2 * value(built, "enough-layers")


# --- what was said


def test_what_is_published(built: Report) -> None:
    """Six follow, and three do not: the ratio of 8 and one layer on a Blackwell rack, and one layer without experts."""
    rows = {(row.published.step, row.published.reading): row for row in built.published}
    assert {key for key, row in rows.items() if not agreeing(row)} == {
        ("network-ratio", "blackwell-rack"), ("enough-layers", "blackwell-rack"), ("enough-layers", "dense"),
    }
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"


@pytest.mark.parametrize("name", ["eight-on-the-wrong-side", "way-back-forgotten"])
def test_every_reject_is_refuted(built: Report, name: str) -> None:
    """At a point where the statement and the ratio differ, put back by hand."""
    step = built[name]
    assert step.verdict.finding is Finding.REFUTED
    point = {key: Fraction(str(number)) for key, number in step.verdict.counterexample.items()}
    right = 2 * point["k_active"] * point["l_stage"] / point["y_net"]
    assert point["y_pipe"] == right
    product = point["k_active"] * point["l_stage"]
    wrong = {"eight-on-the-wrong-side": point["y_net"] * product, "way-back-forgotten": product / point["y_net"]}
    assert right != wrong[name]


def test_a_card_without_a_network_has_no_number() -> None:
    """And says what is lacking."""
    assert "W_" in derive(CLAIM, accelerator="mi455x").result.result


def test_hardly_is_said_of_few_layers_only() -> None:
    """Eight experts of a token and a ratio of 18 take 1.13 layers; one expert of a token takes nine."""
    assert derive("pipeline-bandwidth").answer.startswith("Hardly: with 1.13 layers per stage")
    one = derive("pipeline-bandwidth", values={"k_active": "1"})
    assert one.answer.startswith("Unless a stage has 9 layers or more, sending between racks takes longer")
