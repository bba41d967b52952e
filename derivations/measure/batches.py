"""A growing batch through one matrix product: the smallest thing that has a balance batch, timed and told as a table.

The matrix stands for the weights of a dense model on one GPU: all of it is read in every pass, and each sequence of the
batch multiplies all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from derivations.measure.machine import Machine, Size
from derivations.measure.measurement import MINE
from derivations.measure.timing import Timing, timed
from derivations.sources.toml_text import quoted

BATCH_CLAIM = "optimal-batch"
BATCHES = (
    1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 320, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144,
)
_BEYOND = 4  # times the ridge: how far a batch grows
_BELOW = 4  # under this part of the ridge a time counts to the floor
_ABOVE = 2  # from this multiple of the ridge on a time counts to the slope
_MICRO = 1e6
_NANO = 1e9


@dataclass(frozen=True)
class BatchTimes:
    """The times of products of a growing batch with one square matrix of `width`, in a number format.

    `ridge` [token] is the batch at which the machine's card has reading and arithmetic take equally long.
    """

    number_format: str
    width: int
    ridge: Fraction
    times: Mapping[int, Timing]

    @property
    def floor(self) -> float:
        """The median time [s] of batches far below the ridge, or that of a batch of one."""
        small = [time.median for batch, time in self.times.items() if batch * _BELOW <= self.ridge]
        return median(small or [self.times[min(self.times)].median])

    @property
    def slope(self) -> float:
        """The median time for each token [s] of batches above the ridge, or that of the largest batch."""
        large = [time.median / batch for batch, time in self.times.items() if batch >= _ABOVE * self.ridge]
        return median(large or [self.times[max(self.times)].median / max(self.times)])


def measure_batches(machine: Machine, number_format: str, size: Size, ridge: Fraction) -> BatchTimes:
    """The times of a growing batch, up to several times the ridge of the machine's card."""
    times = {
        batch: timed(machine, machine.product(number_format, batch, size.matrix, size.matrix), size)
        for batch in _growing(ridge)
    }
    return BatchTimes(number_format, size.matrix, ridge, times)


def _growing(ridge: Fraction) -> Iterator[int]:
    """The batches, the first beyond several times the ridge as the last."""
    for batch in BATCHES:
        yield batch
        if batch >= _BEYOND * ridge:
            return


def batches_table(found: BatchTimes, library: str, date: str, card: str = MINE) -> str:
    """The times as a measured table that holds them against the roofline of ``optimal-batch``, point by point."""
    head = _header(
        "A growing batch through one matrix product, on this machine",
        "Products of a batch of rows with one square matrix, medians of repeats after a warm-up, with empty caches. "
        "The matrix stands for a dense model on one GPU, without context; the rates on the card are measured, too.",
        library, date, card, found, {"repeats": "[] repeats", "batch": "[sequence] rows multiplied with the matrix"},
        {"time": "[us] median time", "shortest": "[us] shortest time", "longest": "[us] longest time"},
        {"B": "batch", "N_total": "matrix", "N_active": "matrix", "G": "1[GPU]", "L": "0[token/sequence]",
         "kappa": "1[byte/token]"},
        {"title": "time of one product over its batch, on this machine", "measured": "time", "derived": "roofline",
         "bound": "within",
         "because": "where nothing overlaps, a pass takes up to twice as long: what is further off, the roofline has "
                    "no word for"},
        ("factor = 2", 'terms = { "arithmetic (t_c)" = "t_c", "weights (t_w)" = "t_w" }'),
    )
    rows = [f"{time.repeats},{batch},{found.width**2},{_in(time.median, _MICRO)},{_in(time.least, _MICRO)},"
            f"{_in(time.greatest, _MICRO)}" for batch, time in found.times.items()]
    return "\n".join([*head, "repeats,batch,matrix,time,shortest,longest", *rows]) + "\n"


def knee_table(found: BatchTimes, library: str, date: str, card: str = MINE) -> str:
    """The knee of the same times as a measured table that holds it against the ridge of ``optimal-batch``."""
    head = _header(
        "Batch at which the product goes over from reading its weights to arithmetic, on this machine",
        f"The floor is the median time of batches up to 1/{_BELOW} of the ridge, the slope the median time per token "
        f"from {_ABOVE} times the ridge on; the knee is where these two straight lines meet.",
        library, date, card, found, {},
        {"floor": "[us] time at small batches", "slope": "[ns/token] time for each token at large batches",
         "knee": "[token] tokens of the batch where the two lines meet"},
        {},
        {"title": "knee of one product, on this machine", "measured": "knee", "derived": "ridge", "bound": "about",
         "because": "300 is told to one significant figure: up to a quarter off, it is the same figure"},
        ("factor = 1.25",),
    )
    row = f"{found.width**2},{_in(found.floor, _MICRO)},{_in(found.slope, _NANO)},{_in(found.floor / found.slope, 1)}"
    return "\n".join([*head, "matrix,floor,slope,knee", row]) + "\n"


def _header(
    title: str, how: str, library: str, date: str, card: str, found: BatchTimes, conditions: Mapping[str, str],
    measured: Mapping[str, str], given: Mapping[str, str], prediction: Mapping[str, str], more: tuple[str, ...],
) -> Iterator[str]:
    """The header of a measured table, in comment lines."""
    tables = {
        "[source]": {"title": f"Measured on this machine through {library}", "date": date,
                     "license": "the reader's own", "status": "own"},
        "[cards]": {"accelerator": card, "compute": found.number_format},
        "[conditions]": {**conditions, "matrix": "[parameter] numbers in the matrix"},
        "[measured]": measured,
        "[given]": {"n": "1[token/sequence]", **given},
        "[[prediction]]": {"claim": BATCH_CLAIM, **prediction},
    }
    yield from (f"# title = {quoted(title)}", f"# how = {quoted(how)}")
    for name, entries in tables.items():
        yield from ("#", f"# {name}", *(f"# {key} = {quoted(text)}" for key, text in entries.items()))
    yield from (f"# {line}" for line in more)


def _in(seconds: float, scale: float) -> str:
    return f"{seconds * scale:.4f}"
