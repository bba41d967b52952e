"""What pipelining saves under changed premises."""

import json
from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.errors import InputError, UndecidedError
from derivations.proof.verdict import Finding

from ..numbers import value
from ..pipelines import BATCH, MEMORY, V3_CACHE, V3_TOTAL, WIDTH, text

CLAIM = "pipeline-kv"


@pytest.fixture(scope="module")
def fixed() -> Report:
    """A number of micro-batches that does not follow the stages."""
    return derive(CLAIM, premises={"one-per-stage": "fixed-number"}, values={"n_fixed": 4})


# --- changed premises


def test_with_a_fixed_number_of_micro_batches_the_claim_does_not_hold(fixed: Report) -> None:
    """The KV cache falls with the stages as the weights do."""
    assert fixed.verdict == "does not hold: m_kv changes with n_stages (cache-without-stages)"
    assert fixed["cache-without-stages"].verdict.finding is Finding.REFUTED
    assert fixed["cache-without-stages"].verdict.counterexample
    assert text(fixed, "cache-per-gpu") == "m_kv = kappa*n_fixed*b_micro*L/(ep_width*n_stages)"
    assert text(fixed, "many-stages") == "m_gpu = 0"
    assert value(fixed, "cache-per-gpu") == Fraction(V3_CACHE * 8000 * BATCH * 4, WIDTH * 4)


def test_with_a_fixed_number_no_number_of_stages_makes_both_equal(fixed: Report) -> None:
    """Both fall alike, and the step says that the stages cancel."""
    reason = fixed["even-stages"].verdict.reason
    assert reason.startswith("n_stages cancels from ")
    assert fixed["any-width"].verdict.finding is Finding.WAITING


def test_with_a_fixed_number_enough_stages_always_fit(fixed: Report) -> None:
    """Then pipelining makes room for the KV cache as well."""
    assert fixed["fewest-stages"].conditions == ()
    expected = Fraction(V3_CACHE * 8000 * BATCH * 4 + V3_TOTAL, WIDTH * MEMORY)
    assert value(fixed, "fewest-stages") == expected


def test_the_report_of_the_refuted_claim_can_be_read(fixed: Report) -> None:
    """Nothing on the way to the text raises, and the reason stands in it."""
    assert fixed.swings == ()
    with pytest.raises(UndecidedError, match="cache-without-stages is refuted"):  # nothing moves what does not stand
        fixed.table("swings")
    assert "n_stages cancels from" in str(fixed)
    assert r"m\_kv changes with n\_stages" in fixed.to_markdown()
    json.dumps(fixed.to_json())


@pytest.mark.long
def test_several_micro_batches_for_each_stage_change_the_size_and_not_the_claim() -> None:
    """Twice as many under way, twice the cache, half the stages."""
    report = derive(CLAIM, premises={"one-per-stage": "several-per-stage"}, values={"n_each": 2})
    assert report.verdict.startswith("follows from the changed premises")
    assert report["cache-without-stages"].verdict.shown
    assert value(report) == 2 * Fraction(V3_CACHE * 8000 * BATCH, WIDTH)
    assert value(report, "even-stages") == Fraction(V3_TOTAL, 2 * V3_CACHE * 8000 * BATCH)


@pytest.mark.long
def test_one_micro_batch_too_many_and_the_cache_falls_a_little(built: Report) -> None:
    """A premise that a reader types: P + 1 under way. Not independent, but the limit is the same."""
    report = derive(CLAIM, premises={"one-per-stage": "n_micro = n_stages + 1"})
    assert report.verdict.startswith("does not hold: m_kv changes with n_stages")
    assert value(report, "many-stages") == value(built)
    assert value(report, "cache-per-gpu") == value(built) * Fraction(5, 4)


@pytest.mark.long
def test_a_cache_of_all_layers_on_every_stage_grows_with_the_stages(built: Report) -> None:
    """Another premise that a reader types."""
    report = derive(CLAIM, premises={"stage-cache": "m_kv = kappa*B*L/ep_width"})
    assert report["whole-system"].verdict.finding is Finding.REFUTED
    assert report.verdict.startswith("does not hold: m_kv changes with n_stages")
    assert value(report, "cache-per-gpu") == 4 * value(built)


@pytest.mark.long
def test_copies_of_the_cache_make_it_larger_and_the_stages_still_cancel(built: Report) -> None:
    """What is not cut as far as the weights: the width no longer cancels against it by itself."""
    report = derive(CLAIM, premises={"stage-cache": "with-copies"}, values={"n_copies": 8})
    assert report["cache-without-stages"].verdict.shown
    assert value(report) == 8 * value(built)
    assert "whole-system" in report.verdict


def test_memory_holds_what_is_stored_where_that_is_more_than_is_read() -> None:
    """Sparse attention reads less than it keeps."""
    report = derive(CLAIM, premises={"stage-cache": "as-stored"}, values={"kappa_stored": "4 kB/token"})
    assert value(report) == Fraction(4000 * 8000 * BATCH, WIDTH)


@pytest.mark.long
def test_a_balance_batch_with_the_context_counted_leaves_less_to_the_stages() -> None:
    """L_one/L - 1 stages, and none where there is no balance."""
    premises = {"balanced-micro-batch": "with-context"}
    report = derive(CLAIM, premises=premises, values={"L": "1k token/sequence"})
    expected = value(report, "one-stage-context") / 1000 - 1
    assert value(report, "even-stages-at-balance") == expected
    beyond = derive(CLAIM, premises=premises).numbers("even-stages-at-balance")
    assert beyond.value is None
    assert "L = 8,000 tokens per sequence is not below L_one = 1,685 tokens per sequence" in beyond.result


def test_a_premise_that_there_is_not_is_refused() -> None:
    """With the nearest name."""
    with pytest.raises(InputError, match="one-per-stage"):
        derive(CLAIM, premises={"one-per-stages": "fixed-number"})
