"""The interval between passes: its numbers out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive, load_catalog
from derivations.derivation.derivation import Derivation
from derivations.language.relation import relation
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding

from ..numbers import value
from ..trains import ACTIVE, ATTENTION_PEAK, BANDWIDTH, CACHE, GIGA, GPUS, MEMORY, MILLI, PAIR, PEAK, TERA, TOTAL

CLAIM = "train-interval"
CARDS = tuple(load_catalog().accelerators)


@pytest.fixture(scope="module")
def rack() -> Report:
    """A rack of GB200, on which there is room beside the weights."""
    return derive("train-interval", accelerator="gb200", compute="fp8", cache="fp8")


@pytest.fixture(scope="module")
def wide() -> Report:
    """The same with the cache in bf16, as it is kept unless something else is said."""
    return derive("train-interval", accelerator="gb200", compute="fp8")


# --- the numbers that the claim is known by


def test_as_said_the_interval_is_14_4_milliseconds(said: Report) -> None:
    """288 GB at 20 TB/s, which he calls about 15."""
    assert value(said) == Fraction(288 * GIGA, 20 * TERA)
    assert said.result.result == "14.4 ms"
    assert said.result.exact


@pytest.mark.parametrize("name", CARDS)
def test_on_every_card_it_is_capacity_over_bandwidth(built: Report, name: str) -> None:
    """Exactly, from the figures on the card and nothing else."""
    card = load_catalog().accelerator(name)
    capacity, bandwidth = card.capacity.as_value("").number, card.bandwidth.as_value("").number
    report = built.with_cards(name)
    assert value(report) == Fraction(capacity) / Fraction(bandwidth)
    assert value(report, "worst-time") == 2 * Fraction(capacity) / Fraction(bandwidth)
    assert set(report.result.leaves) == {"M_gpu", "W_gpu"}


@pytest.mark.parametrize(
    ("name", "capacity", "bandwidth"),
    [
        ("a100-40", 40 * GIGA, "1.555"), ("a100-80", 80 * GIGA, "2.039"), ("h100", 80 * GIGA, "3.35"),
        ("h200", 141 * GIGA, "4.8"), ("b200", 180 * GIGA, "7.7"), ("gb200", 186 * GIGA, "8"),
        ("b300", 270 * GIGA, "7.75"), ("rubin", 288 * GIGA, "22"), ("tpu-v4", 32 * 2**30, "1.2"),
        ("tpu-v5p", 95 * 2**30, "2.765"), ("mi300x", 192 * GIGA, "5.3"),
    ],
)
def test_cards_as_their_sheets_have_them(built: Report, name: str, capacity: int, bandwidth: str) -> None:
    """Typed again, so that a slip in a card does not check itself; some makers count in GiB."""
    assert value(built.with_cards(name)) == Fraction(capacity) / (Fraction(bandwidth) * TERA)


def test_no_single_number_of_milliseconds_holds_on_all_cards(built: Report) -> None:
    """Some cards are at 20 ms to one figure, most are not, and the longest time is three times the shortest."""
    times = {name: value(built.with_cards(name)) for name in CARDS}
    near = {name for name, time in times.items() if 15 * MILLI <= time <= 25 * MILLI}
    assert near == {"h100", "h100-nvl", "h800", "b200", "gb200", "mi300a", "mi455x", "tpu-v5e", "tpu-v6e"}
    assert len(near) < len(times) / 2
    assert min(times, key=times.__getitem__) == "rubin"
    assert max(times.values()) / min(times.values()) > Fraction(29, 10)


def test_worst_time_is_two_intervals_and_the_mean_one_and_a_half(built: Report, said: Report) -> None:
    """A wait of an interval, or of half of one, and a ride."""
    for report in (built, said):
        assert value(report, "worst-time") == 2 * value(report)
        assert value(report, "mean-time") == Fraction(3, 2) * value(report)
    assert value(built, "worst-time", "twenty-milliseconds") == 40 * MILLI
    assert value(built, "mean-time", "twenty-milliseconds") == 30 * MILLI


@pytest.mark.parametrize("count", [1, 2, 3, 10, 1000])
def test_the_mean_of_some_requests_is_the_mean_of_their_times(count: int) -> None:
    """Each waits its share of the interval and rides one pass: added up one by one."""
    report = derive("train-interval", values={"N_req": count})
    interval = Fraction(141 * GIGA) / (Fraction("4.8") * TERA)
    times = [Fraction(place, count) * interval + interval for place in range(1, count + 1)]
    assert value(report, "mean-of-some") == sum(times) / count
    assert value(report, "places") == sum(range(1, count + 1))


def test_tokens_a_second_with_each_interval(built: Report) -> None:
    """2,000 sequences at 64, 50 and 69.4 passes a second: only the first are 128,000."""
    readings = ("sixty-four-a-second", "twenty-milliseconds", "as-said")
    rates = {name: value(built, "throughput", name) for name in readings}
    assert rates == {
        "sixty-four-a-second": 2000 * 64,
        "twenty-milliseconds": 2000 * 50,
        "as-said": 2000 / Fraction("0.0144"),
    }
    assert value(built, "passes-per-second", "as-said") == 1 / Fraction("0.0144")
    for name, rate in rates.items():
        assert value(built, "batch-times-passes", name) == rate


def test_the_share_of_500_million_is_one_in_3906_and_a_quarter(built: Report) -> None:
    """Not one in a thousand; that would be 128 million tokens a second."""
    share = value(built, "share", "later-traffic")
    assert share == Fraction(128_000, 500_000_000)
    assert 1 / share == Fraction(15625, 4)
    assert value(built, "traffic-of-share", "sixty-four-a-second") == 128 * 10**6


@pytest.mark.parametrize(
    ("month", "tokens", "millions"),
    [("may-2025", 480, 185), ("june-2025", 980, 378), ("october-2025", 1300, 502), ("may-2026", 3200, 1235)],
)
def test_what_google_announced_as_tokens_a_second(built: Report, month: str, tokens: int, millions: int) -> None:
    """Trillions of tokens in a month of 30 days."""
    traffic = value(built, "announced-traffic", f"announced-in-{month}")
    assert traffic == Fraction(tokens * TERA, 30 * 24 * 3600)
    assert round(traffic / 10**6) == millions
    assert value(built, "share", f"announced-in-{month}") == 128_000 / traffic


def test_twice_the_memory_in_about_30_milliseconds(said: Report) -> None:
    """30 over 14.4."""
    assert value(said, "times-read") == value(said, "times-the-drain-time") == Fraction(30) / Fraction("14.4")


def test_bytes_that_a_rack_reads_in_20_milliseconds(rack: Report) -> None:
    """11.52 TB of its 13.39 TB."""
    assert value(rack, "bytes-in-interval") == GPUS * BANDWIDTH * 20 * MILLI == Fraction("11.52") * TERA
    assert value(rack, "times-read") == Fraction("11.52") * TERA / (GPUS * MEMORY)


def test_a_batch_of_2000_and_a_pass_that_reads_all_memory_go_together_but_not_at_balance() -> None:
    """With the cache in bf16, at 90,512 tokens; the arithmetic of that pass is done earlier."""
    context, cache = 90_512, 61 * (512 + 64) * 2
    pass_ = derive("roofline", accelerator="gb200", compute="fp8", cache="bf16",
                   values={"B": "2000 sequence", "L": f"{context} token/sequence"})
    reads = Fraction(671 * 10**9 + 2000 * context * cache) / (GPUS * BANDWIDTH)
    assert value(pass_, "memory-bound") == reads
    assert round(reads / MILLI, 2) == round(Fraction(MEMORY) / BANDWIDTH / MILLI, 2) == Fraction("23.25")
    assert not pass_.contradictions  # it fits into the memory, and just so
    assert pass_.numbers("compute-bound").value is None  # at balance both regimes have a number


def test_the_weights_alone_take_a_millisecond_or_two(built: Report, rack: Report) -> None:
    """Half a byte, one byte, and a trillion parameters at one byte, over 576 TB/s."""
    all_bandwidth = GPUS * BANDWIDTH
    assert value(rack, "weights-alone") == value(built, "weights-alone", "blackwell-rack")
    found = [
        value(built, "weights-alone", name)
        for name in ("blackwell-rack-fp4", "blackwell-rack", "trillion-in-a-terabyte")
    ]
    assert found == [Fraction(TOTAL, 2 * all_bandwidth), Fraction(TOTAL, all_bandwidth), Fraction(TERA, all_bandwidth)]
    assert [round(float(time / MILLI), 1) for time in found] == [0.6, 1.2, 1.7]


def test_the_interval_is_the_bound_times_how_many_times_the_weights_fit(rack: Report) -> None:
    """So that a pass of 20 ms is a matter of capacity and not of weights."""
    assert value(rack, "as-many-as-fit") == value(rack) == Fraction(MEMORY, BANDWIDTH)
    assert value(rack) / value(rack, "weights-alone") == Fraction(GPUS * MEMORY, TOTAL)
    assert value(rack, "no-faster") == value(rack, "weights-alone") < value(rack)


# --- where all memory is read in a pass that balances


def test_the_one_context_and_batch_at_which_a_pass_reads_all_memory_and_balances(wide: Report) -> None:
    """By hand: L = L_kv v/(1 - x v) and B = r M/(b_w n N_active) (1 - x v), v of the memory left, x of attention."""
    memory, compute, bandwidth = GPUS * MEMORY, GPUS * PEAK, GPUS * BANDWIDTH
    ridge = Fraction(compute, bandwidth) / 2
    reads = Fraction(2 * ACTIVE * bandwidth, compute * 2 * CACHE)
    left, own = 1 - Fraction(TOTAL, memory), Fraction(PAIR, ATTENTION_PEAK) / Fraction(2 * CACHE, BANDWIDTH)
    assert value(wide, "ridge") == ridge
    assert value(wide, "kv-context") == reads
    assert value(wide, "attention-over-its-reads") == own
    assert value(wide, "meeting-context") == reads * left / (1 - own * left)
    assert value(wide, "meeting-batch") == ridge * memory / ACTIVE * (1 - own * left)
    assert (round(value(wide, "meeting-context")), round(value(wide, "meeting-batch"))) == (6038, 29_982)


def test_there_all_times_are_equal_and_the_memory_is_full(wide: Report) -> None:
    """The two numbers solve the two equations that they stand for."""
    batch, context = value(wide, "meeting-batch"), value(wide, "meeting-context")
    products, scores = 2 * batch * ACTIVE / (GPUS * PEAK), batch * context * PAIR / (GPUS * ATTENTION_PEAK)
    stored = TOTAL + 2 * CACHE * batch * context
    assert stored == GPUS * MEMORY
    assert products + scores == stored / (GPUS * BANDWIDTH) == value(wide)


def test_that_batch_is_below_the_short_context_one_times_how_many_times_the_weights_fit(wide: Report) -> None:
    """Of 20 times the balance batch without a context, which 20 ms were said of, attention takes three quarters."""
    short = Fraction(PEAK, BANDWIDTH) / 2 * Fraction(TOTAL, ACTIVE)
    assert value(wide, "larger-than-balance") == value(wide, "batch-for-both") == value(wide, "meeting-batch")
    assert round(Fraction(GPUS * MEMORY, TOTAL)) == 20
    assert round(value(wide, "meeting-batch") / short, 1) == Fraction("5.3")


def test_as_on_the_blackboard_it_is_20_times_the_balance_batch() -> None:
    """Attention left out: 113,000 sequences, and the forms that count it no longer stand."""
    said = derive("train-interval", accelerator="gb200", premises={"arithmetic-time": "weights-alone"})
    memory, ridge = GPUS * MEMORY, Fraction(PEAK, BANDWIDTH) / 2
    assert value(said, "batch-for-both") == ridge * memory / ACTIVE
    assert round(value(said, "batch-for-both"), -3) == 113_000
    reads = Fraction(2 * ACTIVE * BANDWIDTH, PEAK * 2 * CACHE)
    assert value(said, "context-for-both") == reads * (1 - Fraction(TOTAL, memory))
    assert said["meeting-batch"].fell_back
    assert said["meeting-context"].fell_back
    assert said["larger-than-balance"].verdict.finding is Finding.REFUTED


def test_it_is_the_balance_batch_of_the_first_claim_at_that_context(wide: Report) -> None:
    """Two claims, one roofline."""
    context = wide.numbers("meeting-context").value
    assert context is not None
    other = derive("optimal-batch", accelerator="gb200", values={"L": f"{context} token/sequence"})
    assert other.result.value == value(wide, "meeting-batch")


def test_where_attention_takes_longer_than_all_reads_no_batch_does_both(rack: Report) -> None:
    """With its cache in fp8 and a rack full of it, attention multiplies 1.5 times as long as all memory takes."""
    left, own = 1 - Fraction(TOTAL, GPUS * MEMORY), Fraction(PAIR, ATTENTION_PEAK) / Fraction(CACHE, BANDWIDTH)
    assert left * own > Fraction("1.4")
    for step in ("meeting-context", "meeting-batch"):
        line = rack.numbers(step)
        assert line.value is None
        assert line.outside.endswith("is not below n*b_w*N_total*W*f_attn + kappa*C_attn*M")


@pytest.mark.parametrize("step", ["meeting-context", "meeting-batch", "larger-than-balance"])
def test_where_the_weights_do_not_fit_it_says_so(built: Report, step: str) -> None:
    """1,342 GB of weights on eight GPUs with 640 GB: no number, and the reason."""
    small = built.with_cards("h100", compute="bf16")
    line = small.numbers(step)
    assert line.value is None
    assert line.outside.endswith("b_w*N_total = 1.342 TB is above M = 640 GB")
    assert value(small, "weights-alone") > value(small)


# --- the derivation


def test_every_default_step_is_proven(built: Report) -> None:
    """Not merely computed by SymPy, and none in a form that was given up."""
    assert len(built.derivation.steps) > 25
    for step in built.derivation.steps:
        assert step.verdict.shown, step
        assert step.verdict.checked_by
        assert not step.fell_back
    assert built.derivation.unsound == ()


def test_the_main_line_and_its_conditions(built: Report) -> None:
    """The interval holds without a condition; what needs the weights to fit says so."""
    relations = {
        "interval": "T = M_gpu/W_gpu",
        "at-most-two": "t_sys <= 2*T",
        "worst-time": "t_sys = 2*T",
        "mean-time": "t_mean = 3*T/2",
        "throughput": "X_sys = n*B/T",
        "no-faster": "T >= t_w",
        "meeting-context": "L = L_kv*(1 - b_w*N_total/M)/(1 - x_pair*(1 - b_w*N_total/M))",
        "meeting-batch": "B = r*M/(b_w*n*N_active)*(1 - x_pair*(1 - b_w*N_total/M))",
    }
    assert {name: str(built[name].relation) for name in relations} == relations
    assert built.headline.name == "interval"
    assert built.headline.conditions == ()
    for name in ("meeting-context", "meeting-batch", "larger-than-balance"):
        assert [str(condition) for condition in built[name].conditions] == [
            "b_w*N_total <= M", "n*W*f_attn*M < n*b_w*N_total*W*f_attn + kappa*C_attn*M"]


def test_the_number_of_gpus_cancels(built: Report) -> None:
    """Out of the interval, though not out of the batch."""
    many = derive("train-interval", values={"G": "16 GPU"})
    assert value(many) == value(built)
    assert many.idle == ("G",)
    assert value(many, "meeting-batch") > 0


def test_every_premise_step_and_definition_says_why(built: Report) -> None:
    """A premise without a reason and a source could not be weighed."""
    assert all(step.because and step.source for step in built.derivation.premises)
    assert all(step.because for step in (*built.derivation.definitions, *built.derivation.steps))


def test_every_reject_is_refuted(built: Report) -> None:
    """A wrong statement that stood would be a hole."""
    assert {step.name for step in built.derivation.rejects} == {
        "all-of-it-is-waiting", "weights-take-the-interval", "both-at-short-context",
    }
    for step in built.derivation.rejects:
        assert step.verdict.finding is Finding.REFUTED
        assert step.because


def test_the_points_that_refute_are_machines_that_could_exist(built: Report) -> None:
    """Put back by hand: the weights fit, and the statement is wrong all the same."""

    def point(name: str) -> dict[str, Fraction]:
        return {key: Fraction(str(number)) for key, number in built[name].verdict.counterexample.items()}

    weights = point("weights-take-the-interval")
    assert weights["t_w"] == weights["b_w"] * weights["N_total"] / weights["W"]
    assert weights["b_w"] * weights["N_total"] <= weights["M"]
    assert weights["t_w"] != weights["M"] / weights["W"]
    both = point("both-at-short-context")
    assert both["N_active"] <= both["N_total"]
    work = both["phi"] * both["N_active"] / both["C"] + both["f_attn"] * both["L"] / both["C_attn"]
    assert both["n"] * both["B"] * work == both["M"] / both["W"]
    assert both["B"] != both["r"] * both["s"] / both["n"]


@pytest.mark.parametrize(
    ("step", "wrong"),
    [
        ("interval", "T = W_gpu*M_gpu*1[s^2*GPU^2/byte^2]"),
        ("interval", "T = 2*M_gpu/W_gpu"),
        ("at-most-two", "t_sys <= T"),
        ("at-most-two", "t_sys < 2*T"),
        ("no-faster", "T <= t_w"),
        ("no-faster", "T = t_w"),
        ("times-the-drain-time", "n_reads = T/t_given"),
        ("as-many-as-fit", "T = t_w*(b_w*N_total/M)"),
        ("throughput", "X_sys = B*T*n*1[1/s^2]"),
        ("batch-times-passes", "X_sys = n*B/f_pass*1[1/s^2]"),
        ("traffic-of-share", "X_all = X_sys*u_sys"),
        ("meeting-context", "L = L_kv*(1 + b_w*N_total/M)/(1 - x_pair*(1 - b_w*N_total/M))"),
        ("meeting-context", "L = L_kv*(1 - b_w*N_total/M)"),
        ("meeting-batch", "B = r*M/(b_w*n*N_active)"),
        ("larger-than-balance", "B = (r*s/n)*(M/(b_w*N_total))"),
    ],
)
def test_a_wrong_twin_of_each_statement_is_refuted(built: Report, step: str, wrong: str) -> None:
    """With the inputs of the right statement, and a point that holds them all."""
    derivation = built.derivation
    verdict = prove(twin(derivation, step, wrong))
    assert verdict.finding is Finding.REFUTED
    assert verdict.counterexample


def twin(derivation: Derivation, step: str, wrong: str) -> Obligation:
    """That a wrong statement follows from what the right one was derived from."""
    inputs = [derivation[name] for name in derivation[step].inputs]
    given = [item for each in inputs for item in (each.relation, *each.conditions) if item is not None]
    return Obligation(relation(wrong, derivation.notation), tuple(given))
