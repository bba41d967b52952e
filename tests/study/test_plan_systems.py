"""Systems of a plan: stages of a pipeline, prompts, users and prices, each held to arithmetic done by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derivations import derive, plan
from derivations.claim.feasibility import misfits
from derivations.document.plan import answer
from derivations.errors import InputError
from derivations.sources.efficiencies import efficiencies
from derivations.study.plan import Plan
from derivations.study.plan_systems import System

FITTED = {name: value.number for name, value in efficiencies("h100").items()}
WEIGHTS = 2 * Fraction("405.9e9")  # bytes, two for each parameter
OF_A_TOKEN = 2 * 8 * 128 * 126 * 2  # bytes of cache: keys and values, heads, width, layers, two bytes each
STAGED = ("llama-3.1-405b", "h100")


@pytest.fixture(scope="module")
def staged() -> Plan:
    """Llama 3.1 405B at 128k on 2 x 8 H100 and on 4 x 8, for readers in no hurry."""
    return plan(*STAGED, 32, context="128k", speed="5 token/s", first_token="60 s", price="$2.5/h").found


def _system(found: Plan, gpus: int) -> System:
    return next(each for each in found.systems if each.gpus == gpus)


def _seconds(micro: int, stages: int) -> Fraction:
    """A token on all stages: each term of the pass on 8 GPUs, with 127 tokens of prompt for each that is new, and hops.

    Weights 2 x 405.9 GB / (8 x 3.35 TB/s), a cache of 516,096 B for each of 127,500 tokens, 2 FLOP for each parameter
    and prompt token at 8 x 989 TFLOP/s, and 4 x 126 x 7/8 x 16,384 x 2 B of 128 tokens at 450 GB/s; a hop is 16,384 x
    2 B of 128 tokens over 8 links of 50 GB/s, three switches of 150 ns and two cards of 1 us.
    """
    gaps = 126 * 6 * FITTED["t_prod"]
    weights = WEIGHTS / (8 * Fraction("3.35e12"))
    cache = micro * OF_A_TOKEN * 127_500 / (8 * Fraction("3.35e12"))
    prompts = WEIGHTS * micro * 127 / (8 * Fraction("989e12"))
    exchange = Fraction(4 * 126 * 7, 8) * 16_384 * 2 * 128 * micro / Fraction("450e9")
    hop = Fraction(16_384 * 2 * 128 * micro) / (8 * Fraction("50e9")) + 3 * Fraction("150e-9") + 2 * Fraction("1e-6")
    return (gaps + (weights + cache) / FITTED["e_read"] + prompts / FITTED["e_flop"] + exchange / FITTED["e_link"]
            + stages * hop)


def test_a_pipeline_holds_what_no_domain_does(staged: Plan) -> None:
    """Nine tenths of 16 x 80 GB less 811.8 GB, over 65.8 GB of a sequence: 5 sequences, so 2 in each of 2 stages."""
    assert [(each.gpus, each.stages) for each in staged.systems] == [(1, 1), (2, 1), (4, 1), (8, 1), (16, 2), (32, 4)]
    assert all("do not fit" in each.why_not for each in staged.systems if each.stages == 1)
    two = _system(staged, 16)
    assert two.room.value == (Fraction(9, 10) * 16 * 80 * 10**9 - WEIGHTS) / (OF_A_TOKEN * 127_500)
    assert int(two.room.value or 0) == 5
    assert two.chosen is not None
    assert (two.held, two.chosen.batch, two.chosen.micro, two.copies) == (4, 4, 2, 2)


def test_pipelining_does_not_divide_the_cache(staged: Plan) -> None:
    """A GPU holds 50.7 GB of weights and 8.2 GB of cache for each sequence of a micro-batch, not half of that.

    Of its 72 GB two sequences leave some and three would not. Were the cache divided by the stages, too, five would
    fit: the claim about memory finds 91.9 GB for those.
    """
    chosen = _system(staged, 16).chosen
    assert chosen is not None
    shape = {"n_stages": 2, "ep_width": 8, "L": 127_500}
    held = [derive("pipeline-kv", accelerator="h100", model="llama-3.1-405b",
                   values={**shape, "b_micro": micro}).numbers("memory-per-gpu").value
            for micro in (chosen.micro, chosen.micro + 1, 5)]
    most = Fraction(9, 10) * 80 * 10**9
    assert held[0] is not None
    assert held[1] is not None
    assert held[0] == WEIGHTS / 16 + Fraction(chosen.micro * OF_A_TOKEN * 127_500, 8)
    assert held[0] <= most < held[1]
    divided = WEIGHTS / 16 + Fraction(5 * OF_A_TOKEN * 127_500, 16)  # the wrong rule, under which five fit
    assert divided < most < (held[2] or 0)
    assert chosen.micro < 5


@pytest.mark.parametrize(("gpus", "stages"), [(16, 2), (32, 4)])
def test_a_token_goes_through_all_stages(staged: Plan, gpus: int, stages: int) -> None:
    """Its time is that of all layers on one domain, and the hops; a wrong twin would divide it by the stages."""
    found = _system(staged, gpus)
    chosen, alone = found.chosen, found.alone
    assert chosen is not None
    assert alone is not None
    assert chosen.time.value == _seconds(chosen.micro, stages)
    assert alone.time.value == _seconds(1, stages)
    assert chosen.speed.value == 1 / _seconds(chosen.micro, stages)


def test_throughput_rent_and_energy_count_all_stages(staged: Plan) -> None:
    """Four sequences get a token in each round, from 16 GPUs at 2.5 dollars an hour and 700 W."""
    chosen = _system(staged, 16).chosen
    assert chosen is not None
    seconds = chosen.time.value or Fraction(0)
    assert chosen.throughput.value == 4 / (16 * seconds)
    assert chosen.cost.value == Fraction(5, 2) / 3600 * 16 * seconds / 4
    assert abs((chosen.energy.value or 0) / (700 * 16 * seconds / 4) - 1) < Fraction(1, 10**12)
    terms = {name: value.number for name, value in _system(staged, 16).terms.items()}
    assert max(terms.pop("arithmetic"), terms.pop("weights")) + sum(terms.values()) == seconds


def test_what_a_pipeline_leaves_out_is_said(staged: Plan) -> None:
    """Also that 126 layers do not divide by four, where that is the answer."""
    told = " ".join(" ".join(answer(staged)).split())
    assert "32 GPUs in 4 stages of 8" in told
    assert "a GPU has fewer weights and not less of the cache" in told
    assert "no row that the efficiencies were fitted to has stages or crosses domains" in told
    assert "126 layers do not divide evenly by 4" in told
    assert staged.best is not None
    assert staged.best.stages == 4


@pytest.mark.long
def test_the_claims_tell_the_same_under_the_settings_of_a_command(staged: Plan) -> None:
    """The premise `through-stages`, with the hop of its own claim; memory there is that of all stages."""
    chosen = _system(staged, 16).chosen
    assert chosen is not None
    values = {name: chosen.given[name].number for name in ("G", "L", "L_in", "L_out", "B", "n_stages")}
    hop = derive("pipeline-latency", accelerator="h100", model="llama-3.1-405b",
                 values={"n": 128, "b_micro": 2, "ep_width": 8, "n_stages": 2}).numbers("hand-over").value
    report = derive("pass-time", accelerator="h100", model="llama-3.1-405b", premises={"kernels": "through-stages"},
                    values={**values, "t_hop": f"{hop} s"})
    assert report.numbers("pass-in-full").value == chosen.time.value
    assert misfits(report.claim, report.scenario, report.evaluation) == ()
    single = report.with_values({"n_stages": 1})
    assert misfits(single.claim, single.scenario, single.evaluation)


@pytest.mark.long
def test_a_domain_that_holds_the_model_has_no_stages() -> None:
    """More GPUs are more systems; a number of a hop is refused there."""
    found = plan("llama-3.1-8b", "h100", 32)
    assert {each.stages for each in found.systems} == {1}
    with pytest.raises(InputError, match="of the hop between stages"):
        plan("llama-3.1-8b", "h100", 32, values={"t_card": "2 us"})


@pytest.mark.long
def test_other_kernels_leave_no_pipeline() -> None:
    """It is a premise in the same place, and says so."""
    found = plan(*STAGED, 16, context="128k", premises={"kernels": "all-hidden"})
    assert "kernels is changed" in found.systems[-1].why_not


@pytest.mark.long
def test_a_short_context_does_not_leave_a_model_without_room() -> None:
    """405B at 2k on 16 H100: whether a pass takes as long as its reads is a premise of another step of that claim."""
    found = plan(*STAGED, 16, context="2k")
    two = found.systems[-1]
    assert two.stages == 2
    assert two.held > 100
    assert two.chosen is not None


# --- prompts

def test_the_first_token_takes_a_pass_of_the_prompt(staged: Plan) -> None:
    """127,000 tokens alone: 2 FLOP for each parameter, attention over half of the prompt in the mean, and the exchange.

    Attention is 4 x 126 x 128 x 128 FLOP for each pair of tokens: scores and sums of 128 heads of width 128.
    """
    tokens = 127_000
    work = WEIGHTS * tokens + 4 * 126 * 128 * 128 * tokens * Fraction(tokens, 2)
    seconds = (126 * 6 * FITTED["t_prod"] + work / (8 * Fraction("989e12")) / FITTED["e_flop"]
               + Fraction(OF_A_TOKEN * tokens, 2) / (8 * Fraction("3.35e12")) / FITTED["e_read"]
               + Fraction(4 * 126 * 7, 8) * 16_384 * 2 * tokens / Fraction("450e9") / FITTED["e_link"]
               + 2 * (Fraction(16_384 * 2 * tokens) / (8 * Fraction("50e9")) + Fraction("2.45e-6")))
    first = _system(staged, 16).first_token
    assert first is not None
    assert first.value == seconds


@pytest.mark.long
def test_a_first_token_that_comes_too_late_leaves_a_size_out() -> None:
    """Two H100 take longer for a prompt of Llama 3.1 70B than four; each says how long."""
    found = plan("llama-3.1-70b", "h100", 8, first_token="600 ms")
    late = _system(found, 2)
    assert late.chosen is None
    assert late.why_not.endswith("until its first token")
    assert late.first_token is not None
    assert (late.first_token.value or 0) > Fraction(6, 10)
    assert found.best is not None
    assert "On top come the pass that runs when it arrives" in " ".join(str(found).split())


@pytest.mark.long
def test_what_is_found_in_a_cache_is_not_computed() -> None:
    """Half of a prompt of 7,000 tokens: as many prompt tokens in a pass as without the cache at half the length."""
    found = plan("llama-3.1-8b", "h100", 1, cached="50%", first_token="1 s")
    plain = plan("llama-3.1-8b", "h100", 1, first_token="1 s")
    assert found.behind.computed.number == 3500
    before, after = plain.systems[0].terms["prompts"], found.systems[0].terms["prompts"]
    assert plain.best is not None
    assert found.best is not None
    assert plain.best.chosen is not None
    assert found.best.chosen is not None
    assert after.number / found.best.chosen.batch == before.number / plain.best.chosen.batch / 2
    assert (found.best.first_token.value or 0) < (plain.best.first_token.value or 0)  # type: ignore[union-attr]
    assert found.best.room.value == plain.best.room.value  # a cache that is found is held all the same


# --- users and prices

@pytest.mark.long
def test_users_take_as_many_systems_as_batches() -> None:
    """A thousand readers over the batch of a system, rounded up; fewer GPUs in all before more throughput."""
    found = plan("llama-3.1-8b", "h100", users=1000)
    for each in found.systems:
        assert each.chosen is not None
        assert each.copies == -(-1000 // each.chosen.batch)
    best = found.best
    assert best is not None
    assert best.copies * best.gpus == min(each.copies * each.gpus for each in found.systems)
    assert f"For 1,000 users it takes {best.copies * best.gpus} GPU" in " ".join(str(found).split())


@pytest.mark.long
def test_too_few_gpus_for_the_users_say_how_many_it_takes() -> None:
    found = plan("llama-3.1-8b", "h100", 1, users=1000)
    assert found.best is None
    told = " ".join(str(found).split())
    batch = plan("llama-3.1-8b", "h100", 1).best.chosen.batch  # type: ignore[union-attr]
    assert f"1,000 users take {-(-1000 // batch)} systems with up to {batch} on each" in told
    assert [each.options for each in found.remedies][:2] == [f"--gpus {-(-1000 // batch)}", f"--users {batch}"]


def test_a_blended_price_spreads_the_rent_over_all_tokens() -> None:
    """Seven tokens of input and one of output: an eighth of the rent of a token of output."""
    found = plan("llama-3.1-8b", "h100", 1, price="$4/h")
    assert found.best is not None
    assert found.best.chosen is not None
    cost = found.best.chosen.cost.value or Fraction(0)
    assert found.blended == cost / 8
    assert found.rent.number == Fraction(4, 3600)
    assert cost == found.rent.number / (found.best.chosen.throughput.value or 1)
    told = " ".join(str(found).split())
    assert "at 4 dollars per GPU-hour (as given)" in told
    assert "with 7 input tokens to each output token" in told


@pytest.mark.long
def test_without_prompts_there_is_no_blended_price() -> None:
    """Others compute them, so that the rent here does not pay for them."""
    found = plan("llama-3.1-8b", "h100", 1, premises={"steady": "prompts-elsewhere"})
    assert found.blended is None
    assert "blended" not in str(found)


@pytest.mark.parametrize(("words", "told"), [
    ({"users": 0}, "a plan needs a user at least"),
    ({"first_token": "500"}, 'write "500 ms" or "500 s"'),
    ({"first_token": "5 GB"}, "a time, as 500 ms"),
    ({"first_token": "0 s"}, "above zero"),
    ({"cached": "100%"}, "below 100%"),
    ({"cached": "5 s"}, "a fraction, as 60%"),
    ({"price": "€2/h"}, "no rent in dollars"),
    ({"price": "2", "values": {"p_gpu": 3}}, "given twice"),
    ({"values": {"t_hop": "1 us"}}, "t_hop is what a plan asks for or finds"),
])
def test_what_cannot_be_asked_is_one_line(words: dict[str, object], told: str) -> None:
    with pytest.raises(InputError) as refused:
        plan("llama-3.1-8b", "h100", **words)  # type: ignore[arg-type]
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)
