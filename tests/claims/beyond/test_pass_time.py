"""The time of a pass with what a roofline leaves out: out of the tool, and again out of plain fractions."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding
from derivations.sources.fits import packaged_fit

BATCH, PROMPT, OUTPUT, GPUS = 64, 1024, 1024, 8
CONTEXT = PROMPT + OUTPUT // 2
PERFECT = {"e_flop": "1", "e_read": "1", "e_link": "1"}
BARE = {"exchange": "no-exchange", "overhead": "no-overhead"}


def pass_on_h100(batch: int = BATCH, gpus: int = GPUS) -> dict[str, Fraction]:
    """The parts of a pass of Llama 3.1 70B in fp8, from the data sheet, the layout and the fit."""
    own = packaged_fit().gpus["h100"].values
    total, layers, width = Fraction(706 * 10**8), 80, 8192
    rate, bandwidth, link = Fraction(1979 * 10**12 * gpus), Fraction("3.35") * 10**12 * gpus, Fraction(450 * 10**9)
    multiplied = 2 * total * batch / rate / own["e_flop"]
    tokens = batch + Fraction(batch * PROMPT, OUTPUT)
    return {
        "gaps": layers * 6 * own["t_prod"],
        "products": max(multiplied, total / bandwidth / own["e_read"]),
        "cache": Fraction(2 * layers * 8 * 128) * batch * CONTEXT / bandwidth / own["e_read"],
        "prompts": multiplied * PROMPT / OUTPUT,
        "exchange": 4 * layers * (1 - Fraction(1, gpus)) * width * 2 * tokens / link / own["e_link"],
    }


def on_h100(batch: int = BATCH, premises: Mapping[str, str] | None = None, **values: str) -> Report:
    """The same out of the tool."""
    return derive("pass-time", accelerator="h100", model="llama-3.1-70b", compute="fp8", cache="fp8",
                  premises=premises or {}, values={"B": f"{batch} sequence", **values})


@pytest.fixture(scope="module")
def report() -> Report:
    return on_h100()


def number(report: Report, step: str) -> Fraction:
    """The number of a step in base units."""
    value = report.numbers(step).value
    assert value is not None
    return value


def close(found: Fraction, expected: Fraction) -> bool:
    return abs(found / expected - 1) < Fraction(1, 10**12)


def test_a_pass_takes_as_long_as_all_its_parts(report: Report) -> None:
    """Overhead, products, cache, prompts and exchange, one after another."""
    assert close(number(report, "pass-in-full"), sum(pass_on_h100().values(), Fraction(0)))


def test_one_gpu_exchanges_nothing() -> None:
    alone = on_h100(8, G="1 GPU")
    assert close(number(alone, "pass-in-full"), sum(pass_on_h100(8, 1).values(), Fraction(0)))
    assert pass_on_h100(8, 1)["exchange"] == 0


@pytest.mark.parametrize(
    ("premises", "left_out"),
    [
        ({"exchange": "no-exchange"}, ["exchange"]),
        ({"overhead": "no-overhead"}, ["gaps"]),
        ({"steady": "prompts-elsewhere", "exchange": "no-exchange"}, ["exchange", "prompts"]),
    ],
)
def test_each_premise_can_be_left(premises: dict[str, str], left_out: list[str]) -> None:
    """Then its part is gone, and the others are as they were."""
    parts = {name: part for name, part in pass_on_h100().items() if name not in left_out}
    assert close(number(on_h100(premises=premises), "pass-in-full"), sum(parts.values(), Fraction(0)))


@pytest.mark.long
def test_between_hidden_and_not_hidden_lie_the_others() -> None:
    """All hidden is shortest, nothing hidden longest; half hidden is half way from the sum to the larger side."""
    alone = {**BARE, "steady": "prompts-elsewhere"}
    values = {"all-hidden": {}, "partly-hidden": {"x_hid": "50%"}, "nothing-hidden": {}}
    times = {name: number(on_h100(premises={**alone, "kernels": name}, **given), "pass-in-full")
             for name, given in values.items()}
    assert times["all-hidden"] < times["partly-hidden"] < times["nothing-hidden"]
    assert close(times["partly-hidden"], (times["all-hidden"] + times["nothing-hidden"]) / 2)


def test_without_all_that_is_added_the_bound_is_reached() -> None:
    """Perfect kernels, no overhead, no exchange: weights once, and for each sequence its cache and its prompt."""
    bare = on_h100(premises=BARE, **PERFECT)
    assert close(number(bare, "pass-in-full"), number(bare, "never-faster"))


def test_throughput_lies_on_a_line_over_speed() -> None:
    """At any batch that is bound by its reads: the part of the highest speed and that of the highest throughput add up
    to one.
    """
    for batch in (1, 16, BATCH):
        at = on_h100(batch)
        speed = number(at, "speed") / number(at, "top-speed")
        assert close(number(at, "throughput") / number(at, "top-throughput") + speed, Fraction(1))
        assert close(number(at, "cost") * (1 - speed), number(at, "cost-at-top"))


def test_the_line_ends_where_arithmetic_binds() -> None:
    """Then the steps of the line have no number."""
    assert on_h100(4096).numbers("front").value is None


@pytest.mark.long
def test_the_line_is_not_straight_where_small_batches_leave_experts_unread() -> None:
    report = derive("pass-time", premises={"weight-fetch": "touched-experts"})
    assert report["base-without-batch"].verdict.finding is Finding.REFUTED


WRONG = ("roofline-as-forecast", "prompts-upside-down", "speed-times-throughput", "half-the-time")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED


def test_nothing_was_said_about_it(report: Report) -> None:
    assert report.claim.published == ()
    assert "as-said" not in report.readings
