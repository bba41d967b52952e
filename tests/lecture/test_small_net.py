"""The small net: what its layers do to a small change is what the derivative says."""

from math import hypot, tanh

import pytest

from derivations.errors import InputError
from derivations.lecture.small_net import WIDTH, Net, magnification, magnified, small_net

ONES = tuple(1.0 for _ in range(WIDTH))
RAMP = tuple(place / WIDTH for place in range(WIDTH))


def diagonal(weight: float, depth: int, *, residual: bool) -> Net:
    """Every number has a layer of its own: tanh of itself times a weight."""
    rows = tuple(tuple(weight if row == column else 0.0 for column in range(WIDTH)) for row in range(WIDTH))
    return Net((rows,) * depth, residual)


@pytest.mark.parametrize("residual", [True, False])
def test_slopes_of_layers_multiply(residual: bool) -> None:
    """At zero the slope of tanh is one: a power of 1 + w with residuals, and of w without, as the claim derives."""
    net = diagonal(0.1, 6, residual=residual)
    factor = 1.1 if residual else 0.1
    near_zero = tuple(1e-4 for _ in range(WIDTH))
    for depth, grown in enumerate(magnified(net, near_zero, ONES)):
        assert grown == pytest.approx(factor**depth, rel=1e-4)


def test_a_layer_by_hand() -> None:
    """One layer of a full matrix."""
    net = small_net(depth=1, gain=0.5, seed=3, residual=True)
    (rows,) = net.layers
    by_hand = [v + tanh(sum(w * u for w, u in zip(row, RAMP, strict=True))) for v, row in zip(RAMP, rows, strict=True)]
    assert net.states(RAMP)[1] == pytest.approx(by_hand)


def test_the_same_seed_is_the_same_net() -> None:
    first, again, other = (small_net(depth=2, gain=0.5, seed=seed, residual=True) for seed in (1, 1, 2))
    assert first == again != other


def test_the_gain_is_the_size_of_the_sums() -> None:
    """Rows have a length close to the gain."""
    rows = [row for layer in small_net(depth=8, gain=0.3, seed=1, residual=True).layers for row in layer]
    assert sum(hypot(*row) for row in rows) / len(rows) == pytest.approx(0.3, rel=0.05)


def test_residuals_keep_a_change_that_layers_alone_lose() -> None:
    """Within a decade with residuals; without them about half a decade is lost in each layer of gain 0.3."""
    with_residuals, without = (
        magnification(small_net(depth=12, gain=0.3, seed=1, residual=residual), pairs=10, seed=2)[-1]
        for residual in (True, False)
    )
    assert abs(with_residuals.mean) < 1
    assert without.mean < -5


def test_large_weights_make_an_avalanche() -> None:
    """A change grows by more than a decade, far beyond its spread."""
    last = magnification(small_net(depth=16, gain=4, seed=1, residual=False), pairs=10, seed=2)[-1]
    assert last.mean > 1
    assert last.mean > 2 * last.deviation


def test_before_the_first_layer_nothing_has_grown() -> None:
    first = magnification(small_net(depth=2, gain=0.3, seed=1, residual=True), pairs=5, seed=2)[0]
    assert (first.mean, first.deviation) == (0, 0)


def test_an_input_of_another_width_is_refused() -> None:
    with pytest.raises(InputError, match=f"{WIDTH} numbers"):
        small_net(depth=1, gain=1, seed=1, residual=True).states((1.0,))
