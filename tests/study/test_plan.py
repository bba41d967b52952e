"""Plans: each number is a step of a claim, the batch is the smaller of two bounds; what cannot be served says so."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from derivations import derive, plan
from derivations.claim.claim import Cards
from derivations.document.plan import answer
from derivations.errors import DerivationsError, InputError, UnknownNameError
from derivations.sources.catalog import load_catalog
from derivations.sources.efficiencies import efficiencies
from derivations.sources.fits import packaged_fit
from derivations.study.plan import FREE, Plan
from derivations.study.plan_asked import asked
from derivations.study.plan_systems import MEMORY, SPEED, STEPS

CATALOG = load_catalog()
PREMISES = {"weight-fetch": "touched-experts"}


@pytest.fixture(scope="module")
def large() -> Plan:
    """DeepSeek-V3 on 64 H200s, at 20 tokens per second."""
    return plan("deepseek-v3", "h200", 64, context="8k", speed="20 token/s")


def test_numbers_are_those_of_the_claims(large: Plan) -> None:
    """The same steps, derived under the settings that the plan names."""
    best = large.best
    assert best is not None
    assert best.chosen is not None
    values = {"G": best.gpus, "B": best.chosen.batch, "L": 7500, "L_in": 7000, "L_out": 1000}
    report = derive("pass-time", accelerator="h200", model="deepseek-v3", values=values, premises=PREMISES)
    for number, line in (("time", best.chosen.time), ("speed", best.chosen.speed), ("cost", best.chosen.cost),
                         ("throughput", best.chosen.throughput)):
        assert report.numbers(STEPS[number][1]).value == line.value
    room = derive("replicas", accelerator="h200", model="deepseek-v3", premises={"filled": "part-held-back"},
                  values={"G": best.gpus, "L_mean": 7500, FREE: "9/10"})
    assert room.numbers("batch-that-fits").value == best.room.value


def test_energy_is_that_of_its_claim(large: Plan) -> None:
    """The limit of the boards, and the power of the site, for as long as the pass takes; the same pass throughout."""
    assert large.best is not None
    chosen = large.best.chosen
    assert chosen is not None
    seconds = Fraction(large.best.gpus, chosen.batch) * (chosen.time.value or 0)
    energy, site = chosen.energy.value or Fraction(0), chosen.site_energy.value or Fraction(0)
    for found, expected in ((energy, 700 * seconds), (site, 1730 * seconds), (energy, 700 / chosen.numbers[1])):
        assert abs(found / expected - 1) < Fraction(1, 10**12)  # a power is no fraction


@pytest.mark.long
def test_energy_has_premises_of_its_own() -> None:
    """They change the energy and nothing else; a card that does not say what it draws leaves the energy open."""
    work = {"P_still": "100 W/GPU", "e_op": "0.5 pJ/FLOP", "e_byte": "80 pJ/byte"}
    plain = plan("llama-3.1-70b", "h100", 4)
    changed = plan("llama-3.1-70b", "h100", 4, premises={"drawn": "by-work"}, values=work)
    assert plain.best is not None
    assert changed.best is not None
    before, after = plain.best.chosen, changed.best.chosen
    assert before is not None
    assert after is not None
    assert before.numbers == after.numbers
    assert 0 < (after.energy.value or 0) < (before.energy.value or 0)
    assert "up to" in str(plain)
    assert "up to" not in str(changed).partition("binds")[0].partition("Answer")[2]
    fitted = {"e_flop": "0.5", "e_read": "0.6", "e_link": "0.3", "t_prod": "10 us"}
    silent = plan("llama-3.1-70b", "mi300x", 4, values=fitted)
    assert "Energy on the boards: needs P_gpu (power that the board of a GPU is limited to): give" in str(silent)


def test_memory_in_plain_fractions(large: Plan) -> None:
    """Nine tenths of 8 x 141 GB less 671 GB of weights, over 70,272 bytes a token and 7,500 tokens."""
    assert large.best is not None
    free = Fraction(9, 10) * 8 * 141 * 10**9
    assert large.best.room.value == (free - 671 * 10**9) / (70_272 * 7500)


@pytest.mark.some(1)
@pytest.mark.parametrize(("cards", "asked_for", "sequences"), [
    (("gemma-4-31b", "h100", 1), {"context": "2k", "output": "1k", "speed": "1 token/s"}, 19),
    (("llama-4-maverick", "h200", 8), {"context": "8k", "compute": "fp8", "speed": "1 token/s"}, 493),
])
def test_windows_and_chunks_count_in_memory(
    cards: tuple[str, str, int], asked_for: dict[str, str], sequences: int
) -> None:
    """With all memory: 18 GB over 61 + 839 MB of a sequence; 728 GB over 1.47 GB, below the length of a chunk."""
    best = plan(*cards, **asked_for, values={FREE: 1}).best  # type: ignore[arg-type]
    assert best is not None
    assert best.chosen is not None
    assert int(best.room.value or 0) == best.chosen.batch == sequences
    assert best.binds == MEMORY


@pytest.mark.long
def test_a_reserve_is_held_back_and_named() -> None:
    """A tenth unless the reader says otherwise, with what it is for; a reader's own part, and none at all."""
    words: dict[str, str] = {"context": "2k", "output": "1k", "speed": "1 token/s"}
    held = (10 * 4 * 512 * 1500 + 50 * 2 * 16 * 256 * 1024) * 2
    for free, told in ((None, "Weights and KV cache may fill 90% of the memory (x_free, vLLM's default)"),
                       ("0.8", "Weights and KV cache may fill 80% of the memory"),
                       (1, "All of the memory is for weights and caches")):
        found = plan("gemma-4-31b", "h100", 1, **words, values={} if free is None else {FREE: free})
        room = found.systems[0].room.value or 0
        assert room == max(0, (Fraction(free or "0.9") * 80 - 62) * 10**9) / held
        assert told in " ".join(str(found).split())


def test_a_reserve_that_leaves_the_weights_no_room_serves_nothing() -> None:
    """62 GB of weights in three quarters of 80 GB."""
    found = plan("gemma-4-31b", "h100", 1, context="2k", output="1k", values={FREE: "3/4"})
    assert found.best is None
    assert "do not fit" in found.systems[0].why_not


def test_the_speed_binds_a_batch_that_could_not_be_larger(large: Plan) -> None:
    """One sequence more, and each is slower than what was asked for."""
    best = large.best
    assert best is not None
    assert best.chosen is not None
    assert best.binds == SPEED
    assert best.fast is not None
    assert best.chosen.batch == best.fast
    slower = derive("pass-time", accelerator="h200", model="deepseek-v3", premises=PREMISES,
                    values={"G": 8, "B": best.fast + 1, "L": 7500, "L_in": 7000, "L_out": 1000})
    asked_for = Fraction(20)
    assert (best.chosen.speed.value or 0) >= asked_for > (slower.numbers("speed").value or 0)


@pytest.mark.long
def test_memory_binds_where_nobody_is_in_a_hurry() -> None:
    found = plan("deepseek-v3", "h200", 8, context="8k", speed="1 token/s")
    best = found.best
    assert best is not None
    assert best.chosen is not None
    assert best.room.value is not None
    assert best.binds == MEMORY
    assert best.chosen.batch == int(best.room.value)


def test_sizes_end_with_the_scale_up_domain(large: Plan) -> None:
    """The exchange is derived for its links: 64 GPUs are eight systems of eight."""
    assert [(system.gpus, system.copies) for system in large.systems] == [(1, 64), (2, 32), (4, 16), (8, 8)]


def test_what_does_not_fit_says_so(large: Plan) -> None:
    """671 GB of weights on four H200s."""
    assert all("do not fit" in system.why_not for system in large.systems if system.gpus < 8)
    alone = plan("deepseek-v3", "h200", 2)
    assert alone.best is None
    assert not alone.front
    assert "No size of system serves this" in str(alone)


def test_a_speed_beyond_a_lone_sequence_says_how_fast_that_is() -> None:
    found = plan("deepseek-v3", "h200", 8, speed="500 token/s")
    assert found.best is None
    assert found.systems[-1].why_not.startswith("a sequence alone in its pass gets")
    assert found.front  # there is a front all the same


def test_no_point_of_the_front_is_beaten(large: Plan) -> None:
    """Faster is dearer: along the front throughput falls as speed grows."""
    numbers = [point.numbers for point in large.front]
    assert numbers == sorted(numbers)
    assert [through for _, through in numbers] == sorted((through for _, through in numbers), reverse=True)


def test_the_times_of_a_pass_add_up(large: Plan) -> None:
    """Under the premises that stand: the slower of arithmetic and weights, and everything else beside it."""
    best = large.best
    assert best is not None
    assert best.chosen is not None
    times = {name: value.number for name, value in best.terms.items()}
    slower = max(times.pop("arithmetic"), times.pop("weights"))
    assert slower + sum(times.values()) == best.chosen.time.value


def test_measured_rows_near_the_context_stand_beside(large: Plan) -> None:
    """Of the same model on the same GPU; they judge nothing where efficiencies were fitted to them."""
    beside = large.beside
    assert beside.points
    assert all(point.row.cards["model"] == "deepseek-v3" for point in beside.points)
    assert all(Fraction(2, 3) <= point.row.values["context"].number / 7500 <= Fraction(3, 2)
               for point in beside.points)
    assert not beside.held_out
    assert beside.error is None  # dense models are among those that judge this GPU
    assert beside.judged_on == ()
    assert beside.unseen == packaged_fit().gpus["h200"].without["deepseek-v3"]
    told = " ".join(str(large).split())
    assert "on 45 rows of this model, held out from the fit to the other models of this GPU" in told
    assert "off by 11.4% in the median, 90th percentile 19.2%" in told
    assert "on 23 rows of qwen3-235b, with experts as this model" in told


@pytest.mark.long
@pytest.mark.parametrize(("model", "accelerator", "quoted"), [
    ("deepseek-v3", "b200", {"deepseek-v3"}),
    pytest.param("kimi-k2", "b200", {"deepseek-v3"}, marks=pytest.mark.long),
    pytest.param("deepseek-v3", "h100", {"qwen3-235b"}, marks=pytest.mark.long),
    pytest.param("llama-3.1-405b", "h200", {"llama-3.1-70b", "llama-3.1-8b"}, marks=pytest.mark.long),
    ("qwen3-32b", "h100", {"qwen3-32b", "llama-3.1-70b", "llama-3.1-8b"}),
])
def test_the_error_that_is_quoted_is_of_models_of_the_same_kind(model: str, accelerator: str, quoted: set[str]) -> None:
    """A dense model on a B200 judges the fit of the package, and says nothing of one with experts."""
    beside = plan(model, accelerator, 16).beside
    fit = packaged_fit().gpus[accelerator]
    own = {model: beside.unseen} if beside.unseen else {}
    assert {**own, **beside.alike} == {name: fit.without[name] for name in quoted}
    kinds = {CATALOG.model(name).experts is None for name in fit.judged_on}
    same = kinds == {CATALOG.model(model).experts is None}
    assert (beside.error, beside.judged_on) == ((fit.judged, fit.judged_on) if same else (None, ()))


@pytest.mark.long
def test_where_no_model_of_the_kind_was_held_out_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = packaged_fit()
    own = stored.gpus["b200"]
    dense = replace(own, without={"llama-3.1-70b": own.without["llama-3.1-70b"]})
    monkeypatch.setattr("derivations.study.plan_measured.packaged_fit", lambda: replace(stored, gpus={"b200": dense}))
    found = plan("kimi-k2", "b200", 16)
    assert (found.beside.error, found.beside.unseen, found.beside.alike) == (None, None, {})
    told = " ".join(str(found).split())
    assert "no row of a model with experts on this GPU was held out from a fit" in told
    assert "llama" not in told


@pytest.mark.long
def test_the_forecast_lands_within_its_error_on_rows_held_out() -> None:
    """At every measured batch of a model that nothing was fitted to, on eight GPUs: in the median within the error."""
    found = plan("llama-3.1-70b", "h200", 8, context="1843.2 token/sequence", output="921.6 token/sequence",
                 cache="fp8", compute="fp8")
    beside = found.beside
    rows = [point for point in beside.points
            if point.gpus == 8 and point.row.values["prompt"].number == point.row.values["output"].number]
    assert beside.held_out
    assert len(rows) >= 3
    front = derive("pass-time", accelerator="h200", model="llama-3.1-70b", cache="fp8", compute="fp8",
                   values={"G": 8, "L": "1382.4", "L_in": "921.6", "L_out": "921.6"})
    misses = []
    for point in rows:
        forecast = front.with_values({"B": point.batch}).numbers("speed").value or 0
        misses.append(abs(float(forecast / point.speed.number) - 1))
    assert sorted(misses)[len(misses) // 2] <= float(packaged_fit().gpus["h200"].judged.ninth)


@pytest.mark.parametrize(("words", "told"), [
    ({"gpus": 0}, "a plan needs a GPU at least"),
    ({"speed": 0}, "must be"),
    ({"output": "9k"}, "leaves no prompt"),
    ({"context": "8 GB"}, "token/sequence"),
    ({"values": {"B": 3}}, "B is what a plan asks for or finds"),
    ({"values": {"L_mean": 3, "zz": 1}}, "unknown quantity 'zz'"),
    ({"values": {"p_gpu": "2, 3"}}, "one value of p_gpu"),
    ({"accelerator": "h2000"}, "did you mean h200"),
    ({"model": "deepseek"}, "unknown model"),
    ({"premises": {"no-such": "x"}}, "no-such"),
])
def test_what_cannot_be_planned_is_one_line(words: dict[str, object], told: str) -> None:
    with pytest.raises(DerivationsError) as refused:
        plan(**words)  # type: ignore[arg-type]
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.long
def test_a_gpu_without_efficiencies_is_planned_with_the_ends_of_the_others() -> None:
    """The worst of them, and beside it the best; the answer names both, and where they are from."""
    found = plan("llama-3.1-70b", "mi300x", 4)
    assert found.at_best is not None
    for letter, (worst, best) in {"e_read": (min, max), "e_flop": (min, max), "t_prod": (max, min)}.items():
        fitted = [efficiencies(name)[letter].number for name in packaged_fit().gpus]
        assert found.asked.values[letter].number == worst(fitted)
        assert found.at_best.asked.values[letter].number == best(fitted)
    assert found.best is not None
    assert found.at_best.best is not None
    assert found.best.chosen is not None
    assert found.at_best.best.chosen is not None
    assert found.best.chosen.numbers[1] < found.at_best.best.chosen.numbers[1]
    told = next(line for line in answer(found) if line.startswith("No efficiencies were fitted"))
    assert "e_read" in told
    assert f"each with a batch of {found.at_best.best.chosen.batch} sequences" in told
    assert plan("llama-3.1-70b", "h200", 4).at_best is None


@pytest.mark.long
@pytest.mark.parametrize("name", [*CATALOG.models, *CATALOG.accelerators])
def test_every_packaged_card_is_planned_for(name: str) -> None:
    """Every model on H200s, and a model on all accelerators; a size without room says so."""
    model, chip = (name, "h200") if name in CATALOG.models else ("llama-3.1-8b", name)
    found = plan(model, chip, 16)
    assert all(system.chosen is not None or system.why_not for system in found.systems)


@pytest.mark.long
def test_a_reader_s_efficiencies_make_a_plan_for_any_card() -> None:
    values = {"e_flop": "0.6", "e_read": "0.7", "e_link": "0.3", "t_prod": "10 us"}
    found = plan("llama-3.1-70b", "mi300x", 8, values=values, cache="fp8")
    assert found.best is not None
    assert found.at_best is None


@pytest.mark.long
def test_a_card_with_another_number_holds_more() -> None:
    """A variant of a card goes to every claim that has the letter."""
    usual, larger = (plan("deepseek-v3", name, 8) for name in ("h200", "h200:M_gpu=200 GB/GPU"))
    assert (larger.systems[-1].room.value or 0) > (usual.systems[-1].room.value or 0)


def test_asked_refuses_what_is_not_read() -> None:
    with pytest.raises(UnknownNameError):
        asked(Cards("h200"), 8, values={"speeed": 1})
    with pytest.raises(InputError):
        asked(Cards("h200"), 8, context="many")
