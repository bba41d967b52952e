"""Attention on latents and on heads: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

# DeepSeek-V3: heads, latent, positional key, key and value of a head, layers; attention and cache in numbers of 2 bytes
HEADS, LATENT, ROPE, KEY, VALUE, LAYERS, BYTES = 128, 512, 64, 128, 128, 61, 2
CONTEXT = 4096
PAIR_ON_LATENTS = 2 * HEADS * (2 * LATENT + ROPE)
PAIR_ON_HEADS = 2 * HEADS * (KEY + ROPE + VALUE)
THROUGH = 2 * HEADS * LATENT * (KEY + VALUE)
WRONG = ("four-for-each-number", "decode-expands", "always-bound-by-memory")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("latent-attention")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step in base units: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return value


def work(new: int, context: int) -> tuple[int, int]:
    """The arithmetic of a layer: on latents, and with the context expanded."""
    return new * (context * PAIR_ON_LATENTS + THROUGH), new * context * PAIR_ON_HEADS + context * THROUGH


@pytest.mark.parametrize(("context", "reading"), [(CONTEXT, ""), (512, "short-context")])
def test_expanding_pays_from_the_crossing_on(report: Report, context: int, reading: str) -> None:
    """One new token fewer takes less on the latents, one more takes less expanded."""
    crossing = number(report, "expand-from", reading)
    below, above = (work(new, context) for new in (int(crossing) - 1, int(crossing) + 1))
    assert below[0] < below[1]
    assert above[0] > above[1]


def test_at_an_endless_context_it_is_so_many_tokens(report: Report) -> None:
    assert number(report, "endless-in-widths") == Fraction(LATENT * (KEY + VALUE), 2 * LATENT - KEY - VALUE)
    assert number(report, "expand-from", "short-context") == 128


def test_a_pair_of_tokens_in_all_layers(report: Report) -> None:
    """17.0 MFLOP on latents against 5.0 on heads."""
    latents, heads = number(report, "pair-of-all-layers"), number(report, "expanded-pair-of-all-layers")
    assert (latents, heads) == (LAYERS * PAIR_ON_LATENTS, LAYERS * PAIR_ON_HEADS)
    assert (round(latents / 10**6, 1), round(heads / 10**6, 1)) == (17, 5)
    assert number(report, "more-expensive-in-widths") == Fraction(PAIR_ON_LATENTS, PAIR_ON_HEADS)


def test_the_arithmetic_of_a_pair_is_that_of_the_card(report: Report) -> None:
    """Which claims of the lecture take as an alternative."""
    roofline = derive("roofline")
    assert roofline.scenario.values["f_attn"].number == number(report, "pair-of-all-layers")


def test_the_cache_is_smaller_by_far(report: Report) -> None:
    assert number(report, "cache-saved") == Fraction(HEADS * (KEY + ROPE + VALUE), LATENT + ROPE)


def test_intensity_and_the_heads_that_balance_it(report: Report) -> None:
    """At as many heads as balance the intensity is the ridge of the card."""
    intensity = Fraction(PAIR_ON_LATENTS, BYTES * (LATENT + ROPE))
    assert number(report, "intensity") == intensity
    assert number(report, "intensity", "one-draft") == 2 * intensity
    ridge = Fraction(865 * 10**12) / (Fraction("3.35") * 10**12)
    assert number(report, "heads-at-balance", "h800-throttled") == HEADS * ridge / intensity
    assert number(report, "intensity", "h800-throttled") < ridge < number(report, "intensity", "one-draft")


def test_what_was_published(report: Report) -> None:
    """The cache of a request comes out; the condition on heads is off, as it takes values as wide as keys."""
    request, heads = report.published
    assert request.follows
    assert heads.follows is False
    assert heads.ratio is not None
    assert 1 < number(report, "heads-at-balance", "h800-throttled") / 128 < Fraction(11, 10)


def test_expanded_keys_and_values_leave_nothing_to_gain() -> None:
    """If all heads are stored, no number of new tokens takes as much on the latents: there is no crossing."""
    stored = derive("latent-attention", premises={"expanded": "already-expanded"})
    assert stored["expand-from"].relation is None


@pytest.mark.long
def test_shared_heads_make_decode_bound_by_memory(report: Report) -> None:
    """Tensor parallelism divides the arithmetic and not the reads."""
    shared = derive("latent-attention", premises={"time-of-pairs": "heads-shared"}, values={"n_shared": "8"})
    assert number(shared, "heads-at-balance") == 8 * number(report, "heads-at-balance")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
