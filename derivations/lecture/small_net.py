"""A small net with weights drawn by chance, to see what its layers do to a small change of the input.

It is not trained, and computes nothing useful. Everything follows from a seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, hypot, log10, sqrt, tanh
from random import Random
from statistics import fmean, pstdev

from derivations.errors import InputError
from derivations.lecture.small_cipher import Spread

WIDTH = 24
SMALL = 1e-7  # size of a change beside that of what is changed

Vector = tuple[float, ...]


@dataclass(frozen=True)
class Net:
    """Layers, each with a matrix of weights: tanh of the weighted sums, added to what came in if it is `residual`."""

    layers: tuple[tuple[Vector, ...], ...]
    residual: bool

    def states(self, values: Vector) -> tuple[Vector, ...]:
        """The input and what each layer makes of it. Raises `InputError` for an input of another width."""
        if len(values) != WIDTH:
            raise InputError(f"an input has {WIDTH} numbers")
        found = [values]
        for layer in self.layers:
            added = tuple(tanh(fsum(w * v for w, v in zip(row, values, strict=True))) for row in layer)
            values = tuple(v + a for v, a in zip(values, added, strict=True)) if self.residual else added
            found.append(values)
        return tuple(found)


def small_net(depth: int, gain: float, seed: int, *, residual: bool) -> Net:
    """A net of so many layers; `gain` is the size of the weighted sums beside that of what is summed.

    >>> net = small_net(depth=3, gain=0.5, seed=1, residual=True)
    >>> len(net.states((1.0,) * WIDTH))
    4
    """
    random = Random(seed)
    size = gain / sqrt(WIDTH)
    layers = tuple(
        tuple(tuple(random.gauss(0, size) for _ in range(WIDTH)) for _ in range(WIDTH)) for _ in range(depth)
    )
    return Net(layers, residual)


def magnified(net: Net, values: Vector, change: Vector) -> tuple[float, ...]:
    """After no layer, one layer and so on: how large a small change of the input is there, over what it was."""
    size = SMALL * hypot(*values) / hypot(*change)
    moved = tuple(v + size * c for v, c in zip(values, change, strict=True))
    pairs = zip(net.states(values), net.states(moved), strict=True)
    found = [hypot(*(b - a for a, b in zip(one, other, strict=True))) for one, other in pairs]
    return tuple(each / found[0] for each in found)


def magnification(net: Net, pairs: int, seed: int) -> tuple[Spread, ...]:
    """The decades by which a small change has grown after each number of layers, over inputs drawn by chance."""
    random = Random(seed)

    def drawn() -> Vector:
        return tuple(random.gauss(0, 1) for _ in range(WIDTH))

    runs = [magnified(net, drawn(), drawn()) for _ in range(pairs)]
    decades = ([log10(each) for each in after] for after in zip(*runs, strict=True))
    return tuple(Spread(fmean(each), pstdev(each)) for each in decades)
