"""Draws: the spread of a result is that of its formula on the numbers that are drawn."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from derivations import derive
from derivations.errors import InputError
from derivations.study.difference import result_side
from derivations.study.drawn_numbers import Draws
from derivations.study.draws import drawn, drawn_ratio

LENGTH, RATE = "4k to 16k token/sequence (90%)", "4.8 TB/s +- 10%"


def test_a_result_is_the_formula_on_what_is_drawn() -> None:
    """The train interval is memory over bandwidth: the same quotient by hand, on the same numbers."""
    report = derive("train-interval", values={"W_gpu": RATE, "M_gpu": "141 GB +- 1%"}, draws=20_000, seed=3)
    found, notation = drawn(report), report.derivation.notation
    by_hand = [Draws(notation[name], value, 20_000, 3)[:] * float(notation[name].parsed_unit.factor)
               for name, value in report.study.ranges.items()]
    quotient = by_hand[1] / by_hand[0]
    assert found.some == 1
    np.testing.assert_allclose(found.numbers * float(found.factor), quotient, rtol=1e-12)
    assert abs(float(found.at[2]) / np.median(quotient) - 1) < 1e-3
    assert (found.at[0], found.at[-1]) == tuple(sorted((found.at[0], found.at[-1])))


def test_the_width_is_shared_among_what_is_drawn() -> None:
    found = drawn(derive("train-interval", values={"W_gpu": RATE, "M_gpu": "141 GB +- 1%"}))
    bandwidth, memory = found.shares
    assert (bandwidth.name, memory.name) == ("W_gpu", "M_gpu")
    assert bandwidth.alone is not None
    assert memory.alone is not None
    assert bandwidth.alone > Fraction(9, 10) > Fraction(2, 10) > memory.alone
    assert memory.left == bandwidth.alone
    assert drawn(derive("train-interval", values={"W_gpu": RATE})).shares == ()


def test_draws_that_contradict_a_premise_have_no_result_and_are_counted() -> None:
    """Eight GPUs hold the weights from some 84 GB on."""
    found = drawn(derive("train-interval", values={"M_gpu": "80 GB +- 5%"}))
    (share,) = found.broken.values()
    memory = Draws(found.line.quantity, found.values["M_gpu"], 1)  # type: ignore[arg-type]
    assert memory.beyond == 0
    assert found.some == 1 - share
    assert Fraction(8, 10) < share < Fraction(9, 10)
    assert found.at[0] > Fraction(17, 1000)


def test_draws_without_a_number_say_why() -> None:
    found = drawn(derive("optimal-batch", accelerator="gb200", values={"L": "8k +- 2k"}))
    (why,) = found.without
    assert why.startswith("no balance: ")
    assert found.some == 1 - sum(found.without.values()) - sum(found.broken.values())


def test_what_the_domain_cuts_off_is_told() -> None:
    found = drawn(derive("optimal-batch", values={"L": "4k +- 4k"}))
    assert Fraction(15, 100) < found.beyond["L"] < Fraction(17, 100)


def test_the_same_seed_is_the_same_result_and_another_one_is_near() -> None:
    values = {"L": LENGTH}
    first, again, other = (drawn(derive("optimal-batch", values=values, seed=seed)) for seed in (0, 0, 1))
    assert first.at == again.at != other.at
    assert all(abs(before / after - 1) < Fraction(2, 100) for before, after in zip(first.at, other.at, strict=True))


def test_two_results_are_compared_draw_by_draw() -> None:
    """Twice the parameters read from the same bandwidth: the ratio is one number, although each side is spread."""
    low, high = (drawn(derive("train-interval", values={"W_gpu": RATE, "M_gpu": memory}))
                 for memory in ("141 GB", "282 GB"))
    ratio = drawn_ratio(low, high)
    assert ratio is not None
    assert ratio.larger == 1
    assert float(ratio.at[0]) == pytest.approx(2)
    assert float(ratio.at[-1]) == pytest.approx(2)
    half = drawn_ratio(low.at[2], low)
    assert half is not None
    assert abs(half.larger - Fraction(1, 2)) < Fraction(1, 100)


def test_a_result_that_nothing_drawn_is_behind_stays_one_number() -> None:
    assert result_side(derive("train-interval", values={"L": LENGTH})).drawn is None


@pytest.mark.parametrize(("values", "why"), [
    ({"L": "8k"}, "nothing is drawn: say how likely a number is"),
    ({"L": LENGTH, "W_gpu": "4 TB/s to 5 TB/s"}, "W_gpu = 4 to 5 TB/s per GPU does not say how likely its numbers are"),
    ({"L": LENGTH, "n": "1; 2"}, "derive sweep goes over both"),
])
def test_what_cannot_be_drawn_is_refused_in_a_line(values: dict[str, str], why: str) -> None:
    with pytest.raises(InputError) as raised:
        drawn(derive("optimal-batch", values=values))
    assert why in str(raised.value)
    assert "\n" not in str(raised.value)
