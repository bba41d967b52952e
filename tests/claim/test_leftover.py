"""What a premise leaves out: told where it matters beside what is kept, and nowhere else."""

from dataclasses import replace
from fractions import Fraction

import pytest

from derivations import derive, load_catalog
from derivations.claim.claim import Cards
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.kept_review import kept_derivation
from derivations.claim.leftover import Leftover
from derivations.claim.study import study_of
from derivations.claims.index import find_claim
from derivations.claims.shared.passes import take_pass
from derivations.derivation.board import Board
from derivations.derivation.script import Handle
from derivations.study.application import apply

WORDS = "arithmetic-time leaves out the arithmetic of attention, "


def left(report: EvaluatedClaim) -> tuple[Leftover, ...]:
    """What matters in the scenario of a report."""
    return report.leftovers_in(report.evaluation)


LARGE = {"L": "1k token/sequence", "B": "4,000 sequence"}


def test_the_share_is_that_of_two_times() -> None:
    """By hand, DeepSeek-V3 on an H200: 61 layers of 128 heads, 2 x (576 + 512) FLOP in each, at the rate of bf16.

    Against 70,272 bytes at 4.8 TB/s.
    """
    (found,) = left(derive("pass-time", values=LARGE))
    arithmetic = Fraction(61 * 128 * 2 * (576 + 512), 989 * 10**12)
    assert found.share == arithmetic / Fraction(61 * 576 * 2, 4_800 * 10**9)
    assert str(found) == f"{WORDS}117% of the KV fetch"


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("claim", "changes"),
    [("pass-time", {"values": {"L": 0, "B": "4,000 sequence"}}),  # no context
     ("pass-time", {"values": LARGE, "model": "llama-3.1-70b"}),  # 4%
     ("pass-time", {"values": LARGE, "premises": {"arithmetic-time": "with-attention"}}),
     ("roofline", {}),  # its compute time counts it
     ("pass-time", {"values": {"L": "1k token/sequence", "B": "16 sequence"}})],  # the weights take longer
)
def test_where_it_does_not_matter_nothing_is_said(claim: str, changes: dict[str, object]) -> None:
    report = derive(claim, **changes)  # type: ignore[arg-type]
    assert left(report) == ()
    assert not any(WORDS in line for line in report.contradictions)


def on(claim: str, model: str, **values: str) -> EvaluatedClaim:
    """A claim as it is shipped, on its accelerator with another model."""
    found = find_claim(claim)
    study = study_of(cards=Cards(model=model), values=values)
    return apply(found, study, load_catalog(), derived=kept_derivation(found))


WINDOWS = "kv-fetch leaves out the reads of windows, and of the state of linear layers, "


def test_windows_are_read_beside_the_growing_cache() -> None:
    """By hand, Llama 4 Maverick at 8,000 tokens: 36 layers read a chunk of up to 8,192, 12 read the whole context."""
    (found,) = left(on("optimal-batch", "llama-4-maverick"))
    assert found.share == Fraction(36, 12)
    assert str(found) == f"{WINDOWS}300% of the KV fetch"


def test_windows_do_no_harm_where_the_pass_waits_for_the_weights() -> None:
    """By hand, Gemma 4 31B: 50 layers of 16 heads, 256 wide, keep 1,024 tokens; 10 of 4 heads, 512 wide, keep all.

    Keys are values in the latter, so that one vector is stored.
    """
    (found,) = left(on("number-formats", "gemma-4-31b"))
    assert found.share == Fraction(50 * 2 * 16 * 256 * 1024, 10 * 4 * 512 * 2048)
    assert left(on("number-formats", "gemma-4-31b", B="1 sequence")) == ()


def test_what_holds_for_any_batch_has_no_such_excuse() -> None:
    """Nor is a wall looked at where it is not: windows are held against the reads there."""
    assert [str(found) for found in left(on("roofline", "gemma-4-31b", B="1 sequence", L="8k token/sequence"))] == [
        f"{WINDOWS}256% of the KV fetch"]
    assert [str(found) for found in left(on("context-wall", "llama-4-maverick"))] == [
        f"{WINDOWS}300% of the KV fetch at the wall"]


def test_where_windows_are_read_or_nothing_is_they_are_not_left_out() -> None:
    """The memory wall reads all that a sequence holds, and an empty pass reads no sequence."""
    assert left(on("memory-wall", "gemma-4-31b")) == ()
    assert not any(found.premise.name == "kv-fetch" for found in left(on("latency-floor", "gemma-4-31b")))


def test_in_a_limit_no_batch_does_no_harm() -> None:
    """The utilization of a large batch does not rest on the batch that the scenario happens to have."""
    counted = find_claim("roofline")

    def left_out(board: Board) -> Handle:
        times = take_pass(board)
        reads = board.define("reads-leave", "mfu_reads")
        spelled = board.substitute("in-full", reads, times.times)
        return board.limit("of-a-large-batch", spelled, "B", "oo")

    other = replace(counted, body=left_out, published=(), grids=(), compared=(), answer="", asserted=())
    (found,) = left(derive(other))
    assert found.left_out.what == "the arithmetic of attention"


def test_it_counts_like_a_premise_that_is_broken() -> None:
    """It is told first, with how to count it; the answer says nothing, and such deployments are left out."""
    report = derive("pass-time", values=LARGE)
    text = " ".join(str(report).split())
    assert text.startswith(f"Warning: these numbers contradict the premises: {WORDS}117% of the KV fetch")
    assert "`--assume arithmetic-time=with-attention` counts the arithmetic of attention" in text
    assert report.answer == ""
    assert "because arithmetic-time leaves out terms that matter there" in str(derive("prefill-decode-pools").verdicts)


def test_counted_at_its_own_rate_the_kv_fetch_ends_later() -> None:
    """Attention computes in bf16, at half the rate of fp8: on a rack of GB200 the crossover context is 7,445."""
    rack = derive("prefill-decode-pools", model="deepseek-v3", compute="fp8", cache="bf16", accelerator="gb200",
                  premises={"arithmetic-time": "with-attention"})
    assert round(rack["crossover-context"].value) == 7445
