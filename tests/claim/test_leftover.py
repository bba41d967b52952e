"""What a premise leaves out: told where it matters beside what is kept, and nowhere else."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.claim.leftover import Leftover

WORDS = "compute-time leaves out the arithmetic of attention, "


def left(report: Report) -> tuple[Leftover, ...]:
    """What matters in the scenario of a report."""
    return report.leftovers_in(report.evaluation)


def test_the_share_is_that_of_two_times() -> None:
    """By hand, DeepSeek-V3 on an H200: 61 layers of 128 heads, 2 x (576 + 512) FLOP in each, at the rate of bf16.

    Against 70,272 bytes at 4.8 TB/s.
    """
    (found,) = left(derive("optimal-batch", values={"L": "1k token/sequence"}))
    arithmetic = Fraction(61 * 128 * 2 * (576 + 512), 989 * 10**12)
    assert found.share == arithmetic / Fraction(61 * 576 * 2, 4_800 * 10**9)
    assert str(found) == f"{WORDS}117% of the KV fetch"


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("claim", "changes"),
    [("optimal-batch", {}),  # no context
     ("optimal-batch", {"values": {"L": "1k token/sequence"}, "model": "llama-3.1-70b"}),  # 4%
     ("optimal-batch", {"values": {"L": "1k token/sequence"}, "premises": {"compute-time": "with-attention"}}),
     ("cost-per-token", {"values": {"L": "1k token/sequence", "B": "16 sequence"}})],  # the weights take longer
)
def test_where_it_does_not_matter_nothing_is_said(claim: str, changes: dict[str, object]) -> None:
    report = derive(claim, **changes)  # type: ignore[arg-type]
    assert left(report) == ()
    assert not any(WORDS in line for line in report.contradictions)


def test_in_a_limit_no_batch_does_no_harm() -> None:
    """The utilization of a large batch does not rest on the batch that the scenario happens to have."""
    (found,) = left(derive("roofline"))
    assert found.left_out.what == "the arithmetic of attention"


def test_it_counts_like_a_premise_that_is_broken() -> None:
    """It is told first, with how to count it; the answer says nothing, and such deployments are left out."""
    report = derive("optimal-batch", values={"L": "1k token/sequence"})
    text = " ".join(str(report).split())
    assert text.startswith(f"Warning: these numbers contradict the premises: {WORDS}117% of the KV fetch")
    assert "`--assume compute-time=with-attention` counts the arithmetic of attention" in text
    assert "a ridge of" not in text
    roofline = str(derive("roofline").verdicts)
    assert "as compute-time leaves out what matters there" in roofline


def test_counted_at_its_own_rate_the_batch_falls_on_an_h200_and_ends_on_a_gb200() -> None:
    """Attention computes in bf16, at half the rate of fp8."""
    counted = {"compute-time": "with-attention"}
    batches = [derive("optimal-batch", values={"L": f"{context} token/sequence"}, premises=counted)["batch"].value
               for context in ("1k", "2k", "8k", "128k")]
    assert [round(batch) for batch in batches] == [3501, 3291, 2422, 386]
    rack = derive("optimal-batch", accelerator="gb200", premises=counted)["crossover-context"]
    assert round(rack.value) == 7445
