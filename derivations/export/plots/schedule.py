"""What runs when: passes that follow one another, and micro-batches that go through the stages of a pipeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import UndecidedError
from derivations.export.plots.drawing import LIGHT, drawing, frame, plain
from derivations.numbers.format import format_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WIDTH, _ROW, _AROUND = 6.0, 0.42, 1.2  # inches: of a sheet, of a lane, and above and below the lanes
_HIGH = 0.8  # of a lane
_PALE = 0.25
_ROLES = ("first", "second", "third", "ink")
_PASSES, _ROUNDS = 3, 2  # that are drawn: passes after one another, rounds through the stages after the first
_MOST = 12  # stages, or micro-batches, that can be told apart


@dataclass(frozen=True)
class Block:
    """What occupies a lane from one time to another, in words; `role` is a color, and `pale` what only waits."""

    start: Fraction
    end: Fraction
    words: str = ""
    role: str = "first"
    pale: bool = False


def schedule_plot(lanes: Mapping[str, Sequence[Block]], across: str, title: str, words: Sequence[str]) -> Figure:
    """Lanes from top to bottom over one axis of time, as a matplotlib figure whose label holds title and `words`.

    Raises `InputError` if matplotlib is missing.
    """
    with drawing(**{"font.size": 9, "axes.spines.left": False}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(_WIDTH, _AROUND + _ROW * len(lanes)), facecolor=LIGHT["paper"], layout="constrained")
        axes = figure.subplots()
        frame(axes, grid="x")
        axes.set_ylim(len(lanes) - 0.5, -0.5)
        axes.set_yticks(range(len(lanes)), list(lanes), color=LIGHT["ink"])
        axes.tick_params(axis="y", length=0)
        axes.xaxis.set_major_formatter(plain)
        for place, blocks in enumerate(lanes.values()):
            for block in blocks:
                _draw(axes, place, block)
        axes.set_xlim(0, float(max(block.end for blocks in lanes.values() for block in blocks)))
        axes.set_xlabel(across, color=LIGHT["ink"])
        figure.suptitle(title, x=0.01, ha="left", fontsize=10, fontweight="bold", color=LIGHT["ink"])
    figure.set_label("\n".join((title, *words)))
    return figure


def _draw(axes: Any, place: int, block: Block) -> None:
    start, wide = float(block.start), float(block.end - block.start)
    axes.barh(place, wide, left=start, height=_HIGH, color=LIGHT[block.role], alpha=_PALE if block.pale else 1,
              edgecolor=LIGHT["paper"], linewidth=1.2)
    axes.annotate(block.words, (start + wide / 2, place), ha="center", va="center", fontsize=8,
                  color=LIGHT["ink" if block.pale else "paper"])


def trains_plot(report: EvaluatedClaim) -> Figure:
    """Passes that follow one another, and the requests that ride them: one that just missed a start, and the mean one.

    For a report on `train-interval`. Raises `UndecidedError` where it has no interval, or no time of a request.
    """
    interval, worst, mean = (_milliseconds(report, step) for step in ("interval", "worst-time", "mean-time"))
    told = report.numbers("interval").result
    passes = [Block(place * interval, (place + 1) * interval, f"a pass: {told}") for place in range(_PASSES)]
    requests = {"just missed a start": worst, "on average": mean}
    start = max(Fraction(0), mean - interval)
    lanes = {"passes": passes} | {
        name: [Block(arrived, arrived + time - interval, "waits", "second", pale=True),
               Block(arrived + time - interval, arrived + time, "rides", "second")]
        for (name, time), arrived in zip(requests.items(), (Fraction(0), interval - start), strict=True)
    }
    words = [f"A pass takes {told}, and the next one follows.",
             *(f"A request, {name}: {format_number(time, 3)} ms." for name, time in requests.items())]
    return schedule_plot(lanes, "time [ms]", "Requests wait for the next pass, then ride it", words)


def _milliseconds(report: EvaluatedClaim, step: str) -> Fraction:
    line = report.numbers(step)
    if line.value is None:
        raise UndecidedError(f"{step} has no number: {line.result}")
    return line.value * 1000


def stages_plot(report: EvaluatedClaim) -> Figure:
    """Micro-batches on their way through the stages of a pipeline, round after round; with too few of them stages idle.

    For a report on `pipeline-kv`. Raises `UndecidedError` where it has no numbers of stages and micro-batches, or ones
    that cannot be drawn.
    """
    stages, micro = (_count(report, name) for name in ("n_stages", "n_micro"))
    period = max(stages, micro)
    last = stages + _ROUNDS * period
    lanes: dict[str, list[Block]] = {f"stage {stage + 1}": [] for stage in range(stages)}
    for stage, blocks in enumerate(lanes.values()):
        for each in range(micro):
            role = _ROLES[each % len(_ROLES)]
            blocks += [Block(Fraction(at), Fraction(at + 1), f"{each + 1}", role)
                       for at in range(each + stage, last, period)]
    idle = Fraction(period - micro, period)
    title = f"{stages} stages, {micro} micro-batches in flight; KV cache {report.numbers('cache-per-gpu').result}"
    words = [f"Micro-batch {each + 1} enters stage 1 at {each}, and again {period} later." for each in range(micro)]
    words.append(f"Once they are in flight a stage idles for {format_number(100 * idle, 2)}% of the time.")
    return schedule_plot(lanes, "time [passes of a stage]", title, words)


def _count(report: EvaluatedClaim, name: str) -> int:
    value = report.evaluation.value_of(name)
    if value is None:
        raise UndecidedError(f"{name} has no number")
    if value.number.denominator != 1 or not 1 <= value.number <= _MOST:
        raise UndecidedError(f"{name} = {value} is not drawn: that takes a whole number up to {_MOST}")
    return int(value.number)
