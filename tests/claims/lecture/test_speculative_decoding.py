"""Drafts verified in one pass: the numbers of the tool, and again in plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value
from ..proofs import holds

CLAIM = "speculative-decoding"
PEAK, BANDWIDTH = 1979 * 10**12, Fraction("4.8") * 10**12  # H200, fp8
TOTAL, ACTIVE = 671 * 10**9, 37 * 10**9
CACHE = 61 * (512 + 64) * 2  # bytes per token
MODULE = Fraction(14, 671)


def put_out(accept: Fraction, tokens: int) -> Fraction:
    """One, and each draft if all before it were accepted."""
    return sum((accept**place for place in range(tokens)), Fraction(0))


def gain(accept: Fraction, tokens: int, batch: int, context: int, draft: Fraction = MODULE) -> Fraction:
    """Tokens a second with drafts over those without, from the times of both passes."""
    memory = (TOTAL + CACHE * batch * context) / BANDWIDTH
    attention = 61 * 128 * 2 * (576 + 512)  # for a pair of tokens, in bf16
    one = Fraction(2 * batch * ACTIVE, PEAK) + Fraction(attention * batch * context, 989 * 10**12)
    plain = max(one, memory)
    whole = max(tokens * one, memory) + draft * (tokens - 1) * plain
    return put_out(accept, tokens) * plain / whole


def test_the_speed_up_of_the_report_follows(said: Report, built: Report) -> None:
    """One draft, accepted in 85% of the cases, and 2% of a pass to make it."""
    assert value(said) == Fraction(185, 100) / (1 + MODULE)
    assert value(built) == value(said)
    assert round(float(value(said)), 3) == 1.812


@pytest.mark.parametrize(("accept", "tokens"), [("0.85", 1), ("0.85", 2), ("0.5", 4), ("0.9", 8), ("1/3", 5)], ids=str)
def test_the_closed_form_is_the_sum(accept: str, tokens: int) -> None:
    """Term by term."""
    report = derive(CLAIM, values={"x_accept": accept, "n_ver": str(tokens)})
    assert value(report, "tokens-put-out") == put_out(Fraction(accept), tokens)


@pytest.mark.parametrize("batch", [1, 256, 2000, 4000, 20_000])
@pytest.mark.parametrize("tokens", [2, 4, 8])
def test_the_speed_up_agrees_with_both_times(batch: int, tokens: int) -> None:
    """Below, between and beyond the two balance batches."""
    report = derive(CLAIM, values={"B": f"{batch} sequence", "n_ver": str(tokens), "L": "1k token/sequence"})
    assert value(report, "speed-up") == gain(Fraction("0.85"), tokens, batch, 1000)


def test_each_reading_agrees_with_both_times(built: Report) -> None:
    """Acceptance, drafts, batch and context of each."""
    for name, (accept, tokens, batch, context, draft) in {
        "ninety": ("0.9", 2, 256, 1000, MODULE), "free-drafts": ("0.85", 2, 256, 1000, Fraction(0)),
        "four-tokens": ("0.85", 4, 256, 1000, MODULE), "eight-tokens": ("0.85", 8, 256, 1000, MODULE),
        "large-batch": ("0.85", 2, 16_384, 0, MODULE), "large-batch-eight": ("0.85", 8, 16_384, 0, MODULE),
    }.items():
        assert value(built, "speed-up", name) == gain(Fraction(accept), tokens, batch, context, draft), name


def test_no_speed_up_is_claimed_where_compute_is_the_bound(built: Report) -> None:
    """The result says that its condition fails, and the other regime has the number."""
    seen = built.evaluation.again(built.readings["large-batch"])
    assert seen.line(built.headline.name).value is None
    assert seen.line(built.headline.name).result.startswith("the pass is not memory-bound")
    assert value(built, "compute-bound-speed-up", "large-batch") < 1


def test_the_balance_batch_falls_as_tokens_are_verified(said: Report, built: Report) -> None:
    """2,400 over two; on an H200 the balance batch of the claim optimal-batch without a context over two."""
    assert value(said, "balance-with-drafts") == Fraction(300 * 8, 2)
    assert value(built, "balance-with-drafts") == Fraction(1979) / Fraction("4.8") / 2 * Fraction(671, 37) / 2
    short = derive("optimal-batch", values={"L": "0 token/sequence"})
    assert value(built, "balance-with-drafts") == value(short) / 2


def test_one_read_of_the_cache_serves_a_round(built: Report) -> None:
    """Bytes of the context over the tokens put out."""
    assert value(built, "cache-read-per-token") == CACHE * 1000 / Fraction("1.85")


def test_drafting_pays_exactly_where_it_adds_more_than_it_takes(built: Report) -> None:
    """For one draft: where it is accepted more often than it costs."""
    fact, put = str(built["memory-bound-gain"].relation), str(built["tokens-put-out"].relation)
    given = (fact, put, "n_ver = 2", "x_accept < 1")
    assert holds(built, "y_spec > 1", *given, "x_accept > x_draft") is Finding.PROVEN
    assert holds(built, "y_spec < 1", *given, "x_accept < x_draft") is Finding.PROVEN


def test_plain_decode_is_the_case_without_drafts() -> None:
    """One token verified: one put out, and no speed-up."""
    report = derive(CLAIM, values={"n_ver": "1"})
    assert value(report) == value(report, "speed-up") == value(report, "tokens-put-out") == 1


@pytest.mark.parametrize("accept", [Fraction(1, 10), Fraction(1, 2), Fraction(99, 100)])
def test_what_is_put_out_never_exceeds_what_is_verified(accept: Fraction) -> None:
    """The premise kept-or-lost holds for the closed form, with something lost from the second token on."""
    for tokens in range(1, 30):
        assert (put_out(accept, tokens) < tokens) is (tokens > 1)


def test_every_default_step_is_proven_and_every_reject_refuted(built: Report) -> None:
    """None in a form that was given up."""
    assert all(step.verdict.shown and not step.fell_back for step in built.derivation.steps)
    assert [step.name for step in built.derivation.rejects] == ["all-put-out", "always-gained"]
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)


def test_published_numbers_stand_as_expected(built: Report) -> None:
    """1.8 at the lower end of the acceptance, not at the upper one, and not in a large batch."""
    rows = [(row.published.step, row.published.reading, agreeing(row)) for row in built.published]
    assert rows == [
        ("speed-up", "as-built", True), ("speed-up", "ninety", False), ("memory-bound-speed-up", "as-said", True),
        ("speed-up", "free-drafts", True), ("speed-up", "large-batch", False),
    ]


def test_drafts_made_together_cost_one_step() -> None:
    """Under the other premise about the round."""
    report = derive(CLAIM, premises={"round-time": "drafted-together"}, values={"n_ver": "4"})
    assert value(report, "speed-up") == put_out(Fraction("0.85"), 4) / (1 + MODULE)
    assert "follows from the changed premises" in report.verdict


def test_the_answer_counts_the_tokens_that_are_verified() -> None:
    """It once said one drafted token whatever was asked."""
    assert "verifies 4 tokens, if a drafted one is accepted 85% of the time" in derive(
        "speculative-decoding", values={"n_ver": "4"}).answer


@pytest.mark.parametrize(("tokens", "draft", "gained"), [(5, "0.5", "1.667"), (2, "0", "2"), (4, "1", "1")])
def test_where_every_draft_is_accepted_the_limit_of_the_form_is_told(tokens: int, draft: str, gained: str) -> None:
    """As many tokens as are verified: 5 over 1 + 4 x 0.5. The pass is memory-bound, and nothing is broken."""
    sure = derive(CLAIM, values={"x_accept": "100%", "n_ver": str(tokens), "x_draft": draft})
    line = sure.numbers("memory-bound-speed-up")
    assert line.value is None
    ended = "this form does not apply: x_accept = 1 is not below 1"
    assert line.result == f"{ended}; as x_accept goes to it, y_spec goes to {gained}"
    assert not sure.contradictions


def test_a_pass_that_is_not_memory_bound_is_told_as_that() -> None:
    """Not as the end of a closed form, at which it stands, too."""
    late = derive(CLAIM, values={"x_accept": "100%", "n_ver": "100"}).numbers("memory-bound-speed-up")
    assert late.result.startswith("the pass is not memory-bound: t_c is above t_m, ")
