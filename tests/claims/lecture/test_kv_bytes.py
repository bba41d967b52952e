"""The bytes of a price step come out of the tool, and again out of plain fractions."""

import json
from fractions import Fraction

import pytest

from derivations import Claim, Handle, Report, derive
from derivations.claim.claim import Grid
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claims.lecture.kv_bytes import CLAIM, kv_bytes
from derivations.derivation.board import Board
from derivations.document import report_tables as tables
from derivations.document.grids import grid_table
from derivations.document.table import Table
from derivations.proof.verdict import Finding

from ..caches import BANDWIDTH, FP8, GRIDS, LATENT, LATENT_WORK, PEAK
from ..numbers import agreeing, value

NAME = "kv-bytes"
WEIGHTS_ALONE = 2 * Fraction(37 * 10**9) * BANDWIDTH["h200"] / FP8["h200"] / 200_000


# --- the numbers that the claim is known by


def test_as_said_it_is_1667_byte_with_a_byte_for_each_weight(said: Report) -> None:
    """100e9 parameters of one byte over 300 tokens times 200,000."""
    assert value(said) == Fraction(100 * 10**9, 300 * 200_000)
    assert said.result.result == "1,667 bytes per token"
    assert said.scenario.values["b_w"].number == 1


@pytest.mark.parametrize(
    ("reading", "step", "shown"),
    [
        ("fp4-weights", "kv-bytes", Fraction(2500, 3)),
        ("bf16-weights", "kv-bytes", Fraction(10_000, 3)),
        ("flop-per-byte", "kv-bytes-by-intensity", Fraction(10_000, 3)),
        ("as-said", "dense-read", Fraction(2 * 8 * 128)),
        ("sixteen-bit-cache", "dense-read", Fraction(2 * 8 * 128 * 2)),
        ("two-bytes-one-vector", "dense-read", Fraction(8 * 128 * 2)),
        ("blog-layout", "dense-read", Fraction(60 * 4 * 128 * 2 * 2)),
        ("as-said", "over-the-step", Fraction(2048 * 300 * 200_000, 100 * 10**9)),
        ("half-more", "context-paid-for", Fraction(300_000)),
        ("half-more-with-weights", "context-paid-for", Fraction(400_000)),
        ("card-picture", "context-covered", Fraction("2.06")),
    ],
)
def test_each_reading_has_its_number(said: Report, reading: str, step: str, shown: Fraction) -> None:
    """833, 1,667 or 3,333 by the weights; 2,048 or 4,096 by the cache; 300k or 400k by the weight fetch."""
    assert value(said, step, reading) == shown


def test_a_window_of_a_million_would_cost_five_times_as_much() -> None:
    """Or three times, with the weights half of compute at the step."""
    for share, times in ((Fraction(1), 5), (Fraction(1, 2), 3)):
        report = derive("kv-bytes", values={"u_kv": str(share), "premium_out": str(times - 1)})
        assert value(report, "context-paid-for") == 1_000_000


def test_as_built_it_is_83_kilobytes_most_of_them_for_the_arithmetic_of_attention(built: Report) -> None:
    """37e9 active parameters on an H200 in fp8, 61 layers of 576 numbers of 16 bits; attention in bf16."""
    implied = WEIGHTS_ALONE + LATENT_WORK * BANDWIDTH["h200"] / PEAK["h200"]
    assert value(built) == implied
    assert round(implied) == 83_357
    assert round(WEIGHTS_ALONE) == 897
    assert "compared with 70 kB" in built.answer
    assert "92 times as long for attention as for the weights" in built.answer
    assert value(built, "dense-read") == value(built, "bytes-read") == LATENT
    assert value(built, "over-the-step") == value(built, "read-over-the-step") == LATENT / implied
    assert round(float(value(built, "over-the-step")), 3) == 0.843


def test_without_attention_as_he_has_it_deepseek_v3_has_78_times_as_much() -> None:
    """In the lecture's form, of the same cards."""
    said = derive("kv-bytes", values={"f_attn": 0})
    assert value(said) == WEIGHTS_ALONE
    assert round(value(said, "over-the-step")) == 78


def test_the_ratio_to_the_step_depends_on_no_format_that_weights_and_cache_share() -> None:
    """Half the bytes on both sides, the arithmetic of attention left out."""
    half, whole = (
        derive("kv-bytes", accelerator="h100", values={"f_attn": 0}, **formats)  # type: ignore[arg-type]
        for formats in ({"compute": "fp8", "cache": "fp8", "weights": "fp8"}, {"compute": "bf16"})
    )
    slower = Fraction(1979, 989) / 2  # the fp8 rate is not quite twice the other
    assert value(half, "over-the-step") == value(whole, "over-the-step") * slower


# --- limits


@pytest.mark.parametrize("power", [5, 7, 9])
def test_large_batches_tend_to_the_limit(power: int) -> None:
    """What is missing is the balance batch over the batch, exactly."""
    batch = 10**power
    report = derive("kv-bytes", values={"B": f"{batch} sequence"})
    balance = FP8["h200"] / BANDWIDTH["h200"] / 2 * Fraction(671, 37)  # 8-bit weights: r tokens per pass
    missing = 1 - value(report, "kv-bytes-of-batch") / value(report, "kv-bytes")
    assert missing == balance / batch / (1 + value(report, "attention-over-weights"))
    assert value(report, "read-at-balance-in-full") == value(report, "kv-bytes-of-batch")


def test_the_cache_of_the_step_steps_there(built: Report) -> None:
    """The bytes that a step implies, given back, cross at that step."""
    implied = derive("kv-bytes", values={"kappa_stored": f"{value(built)} byte/token"})
    assert value(implied, "step-of-cache") == value(implied, "crossover-context") == 200_000


def test_a_small_batch_has_no_step(built: Report) -> None:
    """Below the balance batch the weight fetch alone takes longer than compute."""
    line = derive("kv-bytes", values={"B": "30 sequence"}).numbers("kv-bytes-of-batch")
    assert line.value is None
    assert line.result.startswith("no crossing: ")
    assert value(built) > 0


# --- the derivation


def test_the_result_is_the_formula_on_the_blackboard_with_a_size_of_weights(built: Report) -> None:
    """Without the context there is none."""
    assert str(built.headline.relation) == "kappa = b_w*n*N_active*(1 + y_attn)/(r*L)"
    assert [str(condition) for condition in built.headline.conditions] == ["0 < L"]
    assert built["large-batch"].rule == built["read-large-batch"].rule == "limit"


def test_no_weights_stand_in_the_bytes_but_through_the_ridge(built: Report) -> None:
    """In compute and bandwidth the size of a weight is not to be seen."""
    relation = built["large-batch"].relation
    assert relation is not None
    assert "b_w" not in {symbol.name for symbol in relation.symbols}
    fp4 = built.with_cards("h200", compute="fp8", weights="fp4")
    assert value(fp4) == value(built)


def test_every_reject_is_refuted(built: Report) -> None:
    """The crossing against the weights by a point; the others by a point or their dimensions."""
    rejects = {step.name: step for step in built.derivation.rejects}
    assert set(rejects) == {
        "against-the-weights", "context-left-out", "context-in-the-numerator", "no-size-of-weights", "two-is-a-size",
    }
    assert all(step.verdict.finding is Finding.REFUTED for step in rejects.values())
    assert "kappa is byte/token but n*N_active/(r*L) is parameter/token" in rejects["no-size-of-weights"].verdict.reason
    assert "byte/sequence" in rejects["context-left-out"].verdict.reason


def test_the_point_against_the_weights_is_at_the_step(built: Report) -> None:
    """Put back by hand: reads take as long as computing, and the fetch of the cache is not that of the weights."""
    point = {k: Fraction(str(v)) for k, v in built["against-the-weights"].verdict.counterexample.items()}
    weights, cache = point["b_w"] * point["N_total"], point["kappa"] * point["B"] * point["L"]
    each = point["phi"] * point["N_active"] / point["C"] + point["f_attn"] * point["L"] / point["C_attn"]
    assert weights + cache == point["n"] * point["B"] * each * point["W"]
    assert cache != weights


TWINS: dict[str, tuple[str, tuple[str, ...]]] = {
    "kv-bytes": ("kappa = 2*b_w*n*N_active/(r*L)", ("large-batch", "ridge")),
    "weights-size-cancels": ("b_w/r = phi/(2*I)", ("ridge", "intensity")),
    "crossover-is-the-step": ("kappa*L = 2*kappa*L_x", ("large-batch", "crossover-context")),
    "read-at-balance": ("kappa_read = t_c*W/(B*L)", ("bytes-read", "balance", "memory-time")),
    "kv-bytes-read": ("kappa_read = n*b_w*N_active/(r*L)", ("read-large-batch", "ridge")),
    "premium-of-context": ("premium_out = y_far - 1", ("premium-by-time", "longest-read", "balance", "memory-time")),
}


@pytest.mark.some(1)
@pytest.mark.parametrize("name", TWINS)
def test_a_wrong_twin_of_each_statement_is_refuted(name: str) -> None:
    """The prover does not bless what it is asked to."""
    twin, using = TWINS[name]

    def body(board: Board) -> Handle:
        result = kv_bytes(board)
        board.state("twin", twin, tuple(Handle(step) for step in using), because="wrong on purpose")
        return result

    derivation = Claim("twins", CLAIM.notation, body).derive()
    assert derivation["twin"].verdict.finding is Finding.REFUTED


# --- changed premises


@pytest.mark.long
def test_latent_layout_is_what_deepseek_stores(built: Report) -> None:
    """One vector for all heads: 576 numbers in each of 61 layers, derived from the layout this time."""
    latent = derive("kv-bytes", premises={"cache-layout": "latent"})
    assert str(latent["bytes-of-layout"].relation) == "kappa = n_own*(d_latent + d_rope)*b_kv"
    assert value(latent, "bytes-of-layout") == LATENT == value(built, "dense-read")


def test_the_layout_of_a_grouped_model_gives_the_bytes_on_its_card(built: Report) -> None:
    """80 layers, 8 heads, 128 wide, keys and values, two bytes."""
    report = built.with_cards("h100", "llama-3.1-70b")
    assert value(report, "bytes-of-layout") == value(report, "dense-read") == 80 * 2 * 8 * 128 * 2


@pytest.mark.long
def test_sparse_reading_gives_the_lecturers_way_out() -> None:
    """Reading a part lets as many more be stored: at a fifth, Llama 3.1 405B would cross at half the step."""
    half = {"L": "100k token/sequence"}
    part = 1 / value(derive("kv-bytes", model="llama-3.1-405b", values=half), "over-the-step")
    assert part < 1
    sparse = derive("kv-bytes", model="llama-3.1-405b", premises={"dense-read": "sparse-read"},
                    values={"x_kv": f"{part}", **half})
    assert value(sparse, "crossover-context") == 100_000
    assert value(sparse, "bytes-read") == value(sparse)
    assert sparse.verdict.startswith("follows from the changed premises")


@pytest.mark.long
def test_as_said_without_attention_the_result_is_that_of_the_weights() -> None:
    """The result is kept in a form that follows from the lecture's own premise."""
    said = derive("kv-bytes", premises={"arithmetic-time": "weights-alone"})
    assert said.headline.fell_back
    assert "in another form" in said.verdict
    assert str(said.headline.relation) == "kappa = phi*n*N_active*W/(L*C)"
    assert value(said) == WEIGHTS_ALONE


@pytest.mark.long
def test_a_square_root_of_the_context_moves_the_step_to_millions() -> None:
    """A premise as a reader would type it, after "square root" in the lecture."""
    root = derive("kv-bytes", premises={"kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"})
    said = {"arithmetic-time": "weights-alone"}
    root, dense = (derive("kv-bytes", premises={**said, **each}) for each in (
        {"kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"}, {}))
    assert value(root, "crossover-context") == value(dense, "crossover-context") ** 2
    assert root.headline.fell_back


@pytest.mark.long
def test_weights_read_only_where_active_change_nothing_at_a_large_batch() -> None:
    """The weight fetch drops out, whichever it is."""
    active = derive("kv-bytes", premises={"weight-fetch": "t_w = b_w*N_active/W"})
    assert value(active) == value(derive("kv-bytes"))
    assert str(active.headline.relation) == "kappa = b_w*n*N_active*(1 + y_attn)/(r*L)"


def test_without_overlap_there_is_no_crossing_to_speak_of() -> None:
    """Two times that add up are never the larger of two; the architecture's bytes stand all the same."""
    serial = derive("kv-bytes", premises={"roofline": "no-overlap"})
    assert serial.verdict.startswith("not derived: ")
    assert value(serial, "dense-read") == LATENT


def test_a_price_twice_the_cost_no_longer_gives_the_premium() -> None:
    """It is said so, and what rests on it waits."""
    dear = derive("kv-bytes", premises={"price-by-time": "p_long = 2*p_short*t_far/t_c"})
    assert dear["premium-of-context"].verdict.finding is Finding.REFUTED
    assert dear["context-paid-for"].verdict.finding is Finding.WAITING


# --- what was published


def test_what_should_reproduce_does(said: Report) -> None:
    """1,667 read out, two kilobytes, 1.7 kB on the card, the ranges of summaries, and 50% on output."""
    expected = [row for row in said.published if agreeing(row)]
    assert {row.published.step for row in expected} == {"kv-bytes", "dense-read", "price-step"}


def test_what_is_said_of_around_two_kilobytes_is_held_against_that(said: Report) -> None:
    """'Exactly this number', 2 x 8 x 128 bytes, are the two kilobytes just named, not the 1,667 bytes before them."""
    own = [item for item in said.statements if item.kind == "conclusion"]
    (item,) = (item for item in own if item.said.published.step == "dense-read")
    assert (item.said.published.value, item.said.derived, item.follows) == ("2 kB/token", Fraction("2.048"), True)


def test_known_conflicts_are_off_by_the_printed_factor(said: Report) -> None:
    """Each with the speaker, the place and a note that says why."""
    known = [row for row in said.published if not agreeing(row)]
    factors = {(row.published.step, row.published.reading): row.ratio for row in known}
    said_bytes = 1667
    assert factors == {
        ("kv-bytes", "fp4-weights"): Fraction(2500, 3) / said_bytes,
        ("kv-bytes", "bf16-weights"): Fraction(10_000, 3) / said_bytes,
        ("kv-bytes-by-intensity", "flop-per-byte"): Fraction(10_000, 3) / said_bytes,
        ("dense-read", "sixteen-bit-cache"): Fraction(4096, 2000),
        ("dense-read", "blog-layout"): Fraction(122_880, 1200),
        ("input-price-step", "gemini-3.1-pro-prices"): 2,
        ("context-covered", "card-picture"): Fraction("2.06") / Fraction("2.85"),
    }
    for row in known:
        assert row.published.by
        assert row.published.where
        assert row.published.note


def test_the_verdict_counts_what_does_not_follow(built: Report) -> None:
    """And carries the condition."""
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven; holds only if 0 < L, at balance, as B → ∞"


def test_every_number_of_a_reading_says_where_it_comes_from(said: Report) -> None:
    """Who and where, or who alone, without a loose end."""
    for scenario in said.readings.values():
        for number in scenario.values.values():
            assert number.origin
            assert not number.origin.endswith((", ", ","))


# --- what is shown


def test_a_row_without_any_number_is_left_out(built: Report) -> None:
    """Price lists say nothing about bytes, and stand in a table of their own."""
    titles = [row[0] for row in built.table("compared").rows]
    assert not any("list prices" in title for title in titles)
    assert titles[-1] == built.reference.title


def test_wide_tables_are_made_only_when_asked_for(built: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """They take longest; without the word for it they are only named."""
    made = []

    def recorded(report: EvaluatedClaim, grid: Grid) -> Table:
        made.append(grid)
        return grid_table(report, grid)

    monkeypatch.setattr(tables, "grid_table", recorded)
    text = str(built)
    assert [grid in made for grid in GRIDS] == [True, True, False, False, False]
    assert text.count("--all-cards") >= 1


@pytest.mark.long
def test_json_is_complete(built: Report) -> None:
    """Every step, reject and table can be written and read back."""
    record = json.loads(json.dumps(built.to_json()))
    text = json.dumps(record)
    for step in (*built.derivation, *built.derivation.rejects):
        assert step.name in text
    assert text.count("kappa_read") > 2


def test_latex_has_every_step(built: Report) -> None:
    """As formulas, with the letters of this claim."""
    text = built.to_latex()
    for letter in (r"\kappa_{\mathrm{stored}}", r"\kappa_{\mathrm{read}}", r"L_{\mathrm{far}}", r"\pi_{\mathrm{in}}"):
        assert letter in text
