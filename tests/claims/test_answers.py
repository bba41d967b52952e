"""Answers under changed numbers: a sentence is told only where every part of it is true, and another one elsewhere."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest

from derivations import CLAIMS, load_catalog
from derivations.claim.answer import answer, named_in, sentences
from derivations.claim.claim import Cards
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import study_of
from derivations.claims.index import find_claim
from derivations.errors import DerivationsError, InputError
from derivations.language.unit import parse_unit
from derivations.study.application import apply

from ..reports import FEW, few, few_rows, plain

# a claim, what is changed of it, and how its answer begins then
CHANGED = (
    ("replicas", {"n_models": "3"},
     "About 2,400 systems for each of 3 models that share 500 million tokens per second, so one of them serves "
     "about 1/2,400 of the traffic of its model."),
    ("replicas", {"X_all": "5,000 token/s"}, "One: a system generates 14 times the traffic"),
    ("chinchilla", {"k_chin": "10 token/parameter"},
     "About 260 trillion tokens, 260 times what a rule of 10 tokens per parameter calls for, if pre-training, "
     "RL and inference cost the same."),
    ("chinchilla", {"eta": "1/2"},
     "About 170 trillion tokens, 86 times what Chinchilla's rule calls for, if pre-training, RL and inference "
     "cost the same."),
    ("overtraining-optimum", {"k_chin": "10 token/parameter"},
     "About 71 trillion tokens for 100 billion parameters: 71 times what a rule of 10 tokens per parameter"),
    ("routing-imbalance", {"B": "1 sequence"},
     "At 1 sequence an expert has only about 0.031 tokens on average, too few"),
    ("routing-imbalance", {"B": "400 sequence"}, "By chance alone, up to about 93% more at 400 sequences"),
    ("checkpoint-interval", {"t_save": "10 h"},
     "After about every 3 h of work, but the run hardly advances: saves and failures leave about 1.4%"),
    ("expert-parallelism", {"n_racks": "1"}, "No slower: all experts are in one rack"),
    ("expert-parallelism", {"W_out": "5 TB/s/GPU"},
     "No slower: what leaves one of 2 racks takes about 0.09 times as long as all would inside one"),
    ("revnet", {"n_layers": "1"}, "None with 1 layer: activations take no less memory"),
    ("batch-discount", {"u_load": "1"}, "None: at full load there is no idle capacity."),
    ("draft-length", {"B": "2,560 sequence"}, "None by the roofline"),
    ("speculative-decoding", {"n_ver": "1"}, "Not at all with 1 token in a pass"),
    ("speculative-decoding", {"x_draft": "2"},
     "It does not: it is about 0.617 times as fast while the pass is memory-bound and verifies 2 tokens"),
    ("speculative-decoding", {"x_draft": "0.83"}, "Hardly: about 1.01 times as fast"),
    ("bubbles", {"n_stages": "1"}, "None with one stage"),
    ("bubbles", {"n_mb": "1"}, "About 75% of the time with 4 stages and 1 micro-batch; "),
    ("pipeline-latency", {"n_stages": "1"}, "Neither: one stage is no pipeline."),
    ("pipeline-latency", {"b_act": "100 byte"},
     "Later: the hops of 4 stages add about 2.2 ms to the 3.9 ms that a token takes without them."),
    ("pipeline-kv", {"L": "0 token/sequence"}, "Only memory for weights: without context there is no KV cache."),
    ("pipeline-bandwidth", {"W_out": "500 GB/s/GPU"}, "No: with any layer in a stage"),
    ("feistel", {"n_rounds": "1"}, "By computing the round functions again: undoing 1 round takes 1 call, "),
    ("differential", {"n_deep": "1"},
     "After two rounds and 1 more, half of the bits have flipped to within 1/170,000, while a net of 1 residual "
     "layer amplifies a small change by a factor of about 1.1."),
    ("scale-up", {"W_next": "800 GB/s/GPU"},
     "About 1.5 times faster, a factor of 9 from the domain and 0.17 from memory; "),
    ("scale-up", {"N_total": "6.71e9 parameter"},
     "About 15 times faster, a factor of 9 from the wider domain and 1.7 from faster memory; with 72 GPUs "
     "instead of 8 a user gets about the same speed."),
    ("fast-mode", {"v_fast": "25"},
     "Batches 150 times smaller, for 6 times the price and 25 times the speed."),
    ("cost-per-token", {"n": "100 token/sequence"},
     "With 1 sequence in a pass, without context, about 37 times the floor if all weights are read; a larger "
     "batch"),
    ("cost-per-token", {"B": "20,000 sequence"}, "With 20,000 sequences in a pass, without context, about the floor"),
    ("optimal-batch", {"L": "100e6 token/sequence"},
     "About 0.55 sequences at 100 million tokens of context, and fewer beyond: attention computes 1.17 times as "
     "long as it reads; memory does not hold a single one."),
    ("price-tier", {"p_long": "1 USD/Mtoken"}, "For nothing: output above 200,000 tokens costs no more than below."),
    ("moe-quality", {"n_experts": "1"},
     "By a law that was fitted to small models with one expert for a token: hardly a larger one"),
    ("moe-quality", {"rt_b": "1"}, "By the law with other constants than were fitted"),
    ("context-wall", {"L": "1e6 token/sequence"},
     "Beyond about 7,400 tokens of context reading the KV cache takes longer than the arithmetic, at any batch, "
     "and the cost per token grows with it; 1 million tokens would take about 70 GB of KV cache, part of the "
     "memory of one GPU."),
    ("dollar-per-token", {"p_gpu": "20 USD/h/GPU"},
     "About 5.2 dollars per million tokens, including the input that comes with it, without a profit: "),
    ("prefill-decode-pools", {"L_in": "1 token/sequence"},
     "About 1/16,000 GPUs on prefill for each on decode, where a sequence gets about 54 tokens per second, "
     "hardly more"),
    ("latent-attention", {"L_past": "1 token/sequence"},
     "On keys and values from about 0.99 new tokens on, over a past of 1 token, also in decode"),
    ("cache-price", {"t_keep_long": "36 s"},
     "If it is reused about every 20 min or more often, with a hold time of 5 min; with one of 36 s up to a gap "
     "of about 48 s."),
    ("energy", {"P_site": "500 W/GPU"}, "About 3.4 J per token on the boards for 64 sequences"),
    ("training-mfu", {"x_again": "0.3"},
     "About 34%: the efficiency of the kernels, reduced by a pipeline that idles 12% of the time and by "
     "computing 30% of the arithmetic again."),
    ("sharding-plan", {"G_train": "2 GPU"}, "All of 2 GPUs for data parallelism"),
    ("sharding-plan", {"W_up": "45 GB/s/GPU"}, "About 240 ways for data and 2.2 for tensor parallelism with 512 GPUs."),
    ("number-formats", {"b_wide": "4 byte/parameter"},
     "About 7.8 times fewer bytes than weights of 4 bytes per parameter"),
    ("number-formats", {"phi": "200 FLOP/parameter/token"},
     "About 3.9 times fewer bytes than 16-bit weights, but a pass is hardly faster"),
    ("cheapest-training", {"D_inf": "1e11 token"},
     "About 29 billion parameters and 1.6 trillion tokens: nearly the model that is cheapest to train"),
)

# the same on other cards
ON_CARDS = (
    ("latency-floor", "tpu-v5e", "",
     "About 6.8 ms: the time to read 1.3 TB of weights once with 256 GPUs, and to start the all-reduces"),
    ("tensor-parallel", "mi355x", "",
     "All there are: with 8 GPUs a token takes 4.71 ms, and neither with one more nor with one fewer would it "
     "take less."),
    ("tensor-parallel", "", "llama-3.1-8b",
     "About 6.9 GPUs in one domain, with a token every 1.59 ms, where it takes 1.6 ms with 8 GPUs"),
    ("tensor-parallel", "mi300a", "",
     "All 4 GPUs of a domain, by reads of weights and starts of all-reduces; how long a token then takes is open"),
    ("tensor-parallel", "mi455x", "",
     "About 4.9 GPUs of the 72 GPUs in one domain, by reads of weights and starts of all-reduces; how long"),
    ("cost-per-token", "", "gpt-3", "With 1 sequence in a pass, without context, about 220 times the floor"),
    ("scale-up", "b200", "", "About 9.4 times faster, a factor of 9 from the domain and 1 from memory"),
    ("scale-up", "", "gemma-4-31b",
     "About 15 times faster, a factor of 9 from the wider domain and 1.7 from faster memory."),
)

# one thing in the plural, a number below zero, none of something that is told, a place that nothing fills
ILL = re.compile(r"(?<![\d.,/])1 (?!times\b)[a-z][a-z-]*s\b|(?<!\S)-\d|(?<![\d.,/])0 GPUs|[{}]|\b(?:nan|inf)\b")


def seen(name: str, values: Mapping[str, str], cards: Cards = Cards()) -> EvaluatedClaim:  # noqa: B008 -- frozen
    """A claim with other numbers."""
    derived = plain(name).derivation
    return apply(find_claim(name), study_of(values=values, cards=cards), load_catalog(), derived=derived)


@pytest.mark.parametrize(("name", "values", "told"), few_rows(CHANGED, [row for row in CHANGED if row[0] in FEW]))
def test_what_is_told_is_true_under_a_change(name: str, values: dict[str, str], told: str) -> None:
    """Where a sentence would not be, another one stands for it."""
    assert answer(seen(name, values)).startswith(told)
    assert not answer(plain(name)).startswith(told)


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "accelerator", "model", "told"), ON_CARDS)
def test_what_is_told_is_true_on_other_cards(name: str, accelerator: str, model: str, told: str) -> None:
    assert answer(seen(name, {}, Cards(accelerator, model))).startswith(told)


def asked_for(report: EvaluatedClaim) -> Iterator[str]:
    """The quantities that the numbers of a claim's sentences rest on."""
    for name in dict.fromkeys(name for each in sentences(report.claim) for name in named_in(each.text)):
        if name in report.derivation:
            yield from report.evaluation.line(name).leaves
        elif name in report.scenario.values:
            yield name


def extremes(report: EvaluatedClaim) -> Iterator[tuple[str, str]]:
    """Each of these letters at a hundredth and a hundredfold, and what has no unit at 1 and 2."""
    notation = report.derivation.notation
    for name in sorted(set(asked_for(report)) & set(notation.names)):
        unit = notation[name].unit
        number = report.evaluation.value_of(name)
        assert number is not None
        size = number.number/parse_unit(unit).factor
        for factor in (Fraction(1, 100), 100):
            yield name, f"{float(size*factor)!r} {unit}".strip()
        if not unit:
            yield from ((name, "1"), (name, "2"))


@pytest.mark.parametrize("name", few(CLAIMS, ("bubbles",)))
def test_no_answer_is_ill_worded_at_extreme_numbers(name: str) -> None:
    """One of something is no plural, and nothing that is told is less than nothing."""
    told = []
    for letter, text in extremes(plain(name)):
        try:
            told.append(answer(seen(name, {letter: text})))
        except (InputError, DerivationsError):  # no number for such a quantity
            continue
    for card in load_catalog().models:
        try:
            told.append(answer(seen(name, {}, Cards(model=card))))
        except InputError:
            continue
    assert any(told)
    assert [text for text in told if ILL.search(text)] == []
