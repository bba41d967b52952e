"""The deployment must fit in memory: said of every claim that takes cards, first, and in every medium."""

from fractions import Fraction
from pathlib import Path

import pytest

from derivations import Report, derive, plan
from derivations.claim.feasibility import occupancy
from derivations.errors import InputError

from ..reports import few, plain

GB = 10**9
CACHE = 61 * 576 * 2  # bytes of a token of DeepSeek-V3
SMALL = {"accelerator": "h100", "compute": "bf16"}
WORDS = "the weights take 1.342 TB, and 8 GPUs (card h100) have 640 GB"


@pytest.fixture(scope="module")
def small() -> Report:
    """A claim without memory in its premises, on a node that its model does not fit into."""
    return derive("optimal-batch", **SMALL)


@pytest.mark.some(1)
@pytest.mark.parametrize("name", few())
def test_every_claim_stands_on_a_deployment_that_satisfies_all_of_it(name: str) -> None:
    """Where a premise leaves something out, it does not matter there."""
    assert not plain(name).contradictions


def test_on_one_node_it_is_deepseek_v3_in_fp8_on_eight_h200() -> None:
    report = derive("optimal-batch")
    held = occupancy(report.claim, report.scenario, report.evaluation)
    assert held is not None
    assert (held.weights, held.memory, held.gpus, held.fits) == (671 * GB, 8 * 141 * GB, 8, True)


@pytest.mark.long
def test_the_warning_stands_in_the_first_line_of_every_medium(small: Report) -> None:
    assert WORDS in " ".join(str(small).split("\n\n")[0].split())
    assert str(small).startswith("Warning: ")
    assert small.to_markdown().startswith("> **Warning:** ")
    latex = small.to_latex()
    assert latex.index(r"\textbf{Warning:}") < latex.index(r"\paragraph*{")
    page = small.to_html()
    assert page.index("<strong>Warning:</strong>") < page.index("<h1>")
    data = small.to_json()
    assert WORDS in data["contradictions"][0]
    assert list(data).index("contradictions") < list(data).index("result")


@pytest.mark.some(1)
@pytest.mark.parametrize("name", ["latency-floor", "cost-per-token", "replicas", "roofline", "context-wall"])
def test_it_is_said_of_claims_that_have_no_such_premise(name: str) -> None:
    first = derive(name, **SMALL).contradictions[0]
    assert first.startswith("the deployment must fit in memory, but the weights take 1.342 TB")


def test_the_cache_of_the_batch_in_flight_counts() -> None:
    """Of a batch that is given, as many sequences as run; 32 contexts of 200,000 tokens fit beside the weights."""
    full = derive("roofline", values={"B": "100 sequence"})
    held = occupancy(full.claim, full.scenario, full.evaluation)
    assert held is not None
    assert held.caches == 100 * 200_000 * CACHE > 457 * GB
    assert "and the KV cache of" in full.contradictions[0]


@pytest.mark.parametrize("context", [1000, 8000])
def test_of_a_balance_batch_no_more_runs_than_memory_holds(context: int) -> None:
    """At 8,000 tokens it has 1.362 TB of caches beside the weights, which the claim itself says; 812 sequences fit."""
    report = derive("optimal-batch", values={"L": context})
    held, batch = occupancy(report.claim, report.scenario, report.evaluation), report.result.value
    assert held is not None
    assert batch is not None
    assert held.batch == min(batch, Fraction(457 * GB, context * CACHE))
    assert held.fits
    assert not report.contradictions


@pytest.mark.parametrize(("batch", "fits"), [(6503, True), (6504, False)])
def test_a_batch_that_is_given_runs_whatever_the_balance_is(batch: int, fits: bool) -> None:
    """457 GB over 70.272 MB are 6,503.3 sequences of 1,000 tokens; the balance batch is 3,501."""
    report = derive("optimal-batch", values={"L": 1000, "B": batch})
    held = occupancy(report.claim, report.scenario, report.evaluation)
    assert held is not None
    assert (held.batch, held.fits) == (batch, fits)
    assert any(f"the KV cache of {batch:,} sequences" in line for line in report.contradictions) is not fits


def test_windows_count_beside_the_growing_cache() -> None:
    """100 sequences of Gemma 4 31B at 2,000 tokens: 82 MB of growing cache and 839 MB of windows each, 154 GB of 80."""
    report = derive("roofline", accelerator="h100", model="gemma-4-31b", values={"B": 100, "L": 2000, "G": 1})
    held = occupancy(report.claim, report.scenario, report.evaluation)
    assert held is not None
    growing, windows = 10 * 4 * 512 * 2 * 2000, 50 * 2 * 16 * 256 * 2 * 1024
    assert (held.caches, held.beside) == (100 * (growing + windows), 100 * windows)
    assert round((held.weights + held.caches) / GB) == 154
    assert "takes 92.08 GB, windows and state included" in report.contradictions[0]


def test_a_window_that_is_not_full_holds_the_tokens_that_there_are() -> None:
    """Llama 4 Maverick below the length of its chunks: 493 sequences fit on eight H200, 494 do not."""
    cards = {"accelerator": "h200", "model": "llama-4-maverick", "compute": "fp8"}
    for batch, contradicts in ((493, False), (494, True)):
        report = derive("roofline", **cards, values={"B": batch, "L": 7500})  # type: ignore[arg-type]
        assert any("must fit in memory" in told for told in report.contradictions) is contradicts


LINEAR = """
[models.hybrid]
title = "A model with linear layers"
total = { number = 80e9, unit = "parameter" }
layers = 48
[models.hybrid.attention]
"""
STATE = 36 * 32 * 128 * 128 * 4  # heads, keys and values of linear layers, in fp32
STATED = f'linear_layers = 36, state = {{ number = {STATE}, unit = "byte/sequence" }}'.replace(", state", "\nstate")


@pytest.mark.long
def test_the_state_of_linear_layers_counts_as_far_as_the_card_gives_it(tmp_path: Path) -> None:
    """75 MB of state beside 49 MB of growing cache at 2,000 tokens, as in Qwen3-Next; without it the cache alone."""
    cards = tmp_path / "hybrid.toml"
    values = {"B": "1,000 sequence", "L": "2k token/sequence", "G": "2 GPU"}
    for linear, state in ((STATED, STATE), ("linear_layers = 36", 0)):
        cards.write_text(f"{LINEAR}kv_vectors = 2\nkv_heads = 2\nhead_dim = 256\n{linear}\n")
        report = derive("roofline", accelerator="h200", model="hybrid", catalog=cards, values=values)
        held = occupancy(report.claim, report.scenario, report.evaluation)
        assert held is not None
        assert (held.caches, held.beside) == (1000 * (12 * 2 * 2 * 256 * 2 * 2000 + state), 1000 * state)
        assert held.fits is (state == 0)
        room = derive("replicas", accelerator="h200", model="hybrid", catalog=cards,
                      values={"G": 2, "L_mean": 20_000}).numbers("batch-that-fits").value
        assert room == Fraction(122 * GB, 12 * 2 * 2 * 256 * 2 * 20_000 + state)


@pytest.mark.long
def test_a_model_without_a_growing_cache_holds_its_state(tmp_path: Path) -> None:
    """Its card says so, and gives no bytes of a token; a claim that divides by these asks for them."""
    cards = tmp_path / "hybrid.toml"
    cards.write_text(f"{LINEAR}cached_layers = 0\n{STATED}\n")
    values = {"b_micro": "2,000 sequence", "L": "2k token/sequence", "G": "2 GPU"}
    report = derive("memory-wall", accelerator="h200", model="hybrid", catalog=cards, values=values)
    held = occupancy(report.claim, report.scenario, report.evaluation)
    assert held is not None
    assert held.caches == held.beside == 2000 * STATE
    assert "kappa" in report.numbers("fitting-batch").result
    with pytest.raises(InputError, match="no layer with a growing cache"):
        plan("hybrid", "h200", 2, catalog=cards)


def test_without_windows_nothing_is_counted_beside() -> None:
    """And the words say nothing of them."""
    report = derive("roofline", values={"B": "33 sequence"})
    held = occupancy(report.claim, report.scenario, report.evaluation)
    assert held is not None
    assert held.beside == 0
    assert "windows" not in report.contradictions[0]


def test_what_fits_just_fits() -> None:
    """As many contexts of 200,000 tokens as the default of the claim has, and one more."""
    room = Fraction(8 * 141 * GB - 671 * GB, 200_000 * CACHE)
    assert room // 1 == derive("roofline").scenario.values["B"].number
    assert derive("roofline", values={"B": "33 sequence"}).contradictions


def test_more_gpus_hold_it() -> None:
    """The reader's own number of GPUs, which cancels from the batch."""
    assert not derive("optimal-batch", **SMALL, values={"G": "32 GPU"}).contradictions


def test_stages_of_a_pipeline_share_the_weights() -> None:
    """One stage of 64 A100 does not hold what four of them do."""
    values = {"n_stages": 1, "L": "100k token/sequence"}
    assert derive("pipeline-kv", values=values, accelerator="a100-40").contradictions


def test_without_the_numbers_for_it_nothing_is_said() -> None:
    """As the lecturer has it, the memory of a GPU is not given."""
    report = derive("optimal-batch", as_said=True)
    assert occupancy(report.claim, report.scenario, report.evaluation) is None
    assert not report.contradictions
