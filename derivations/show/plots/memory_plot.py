"""A plot of the memory in use on one GPU against the number of pipeline stages, weights on top of the KV cache."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_value
from derivations.numbers.value import Value, parse_value
from derivations.show.plots.drawing import LIGHT, drawing, frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure



WEIGHTS, CACHE = "stage-weights", "cache-per-gpu"
EVEN, FEWEST = "even-stages", "fewest-stages-by-context"

_FILL = {WEIGHTS: LIGHT["first"], CACHE: LIGHT["second"]}
_WIDTH, _PANEL, _ABOVE, _BELOW = 6.6, 3.0, 1.25, 0.65  # inches
_LINE = 13  # points from one line of words to the next
_APART = 0.1  # between two names beside the bars, as a part of the height
_GIGABYTE = 10**9


@dataclass(frozen=True)
class Bar:
    """What one GPU holds with so many stages, in byte/GPU."""

    stages: int
    weights: Fraction
    cache: Fraction


@dataclass(frozen=True)
class Panel:
    """What is drawn for one context: the bars, the memory of a GPU if known, and what follows in words."""

    context: Value
    bars: tuple[Bar, ...]
    memory: Fraction | None
    even: str
    fewest: str

    def __str__(self) -> str:
        """The panel in words."""
        first, last = self.bars[0], self.bars[-1]
        cache = f"stays at {size_text(first.cache)}"
        if first.cache != last.cache:
            cache = f"goes from {size_text(first.cache)} to {size_text(last.cache)}"
        room = "" if self.memory is None else f"; the memory of a GPU is {size_text(self.memory)}"
        results = "; ".join(filter(None, (self.even, self.fewest)))
        return (
            f"Context {self.context}, from {first.stages} to {last.stages} stages: the KV cache {cache}, the weights "
            f"go from {size_text(first.weights)} to {size_text(last.weights)}{room}; {results}."
        )


def size_text(number: Fraction) -> str:
    """A part of a GPU's memory for people, to three figures.

    >>> size_text(Fraction(12502500000))
    '12.5 GB/GPU'
    """
    return format_value(number, parse_value("1 byte/GPU").dimension, "byte/GPU", 3)


def memory_panels(report: EvaluatedClaim, contexts: Iterable[Value], stages: Iterable[int]) -> tuple[Panel, ...]:
    """One panel for each context, with a bar for each number of stages.

    Raises `InputError` if there is no number of stages, or if a quantity has no value; `UnknownNameError` if the
    derivation has no such steps.
    """
    numbers = tuple(stages)
    if not numbers or min(numbers) < 1:
        raise InputError("a memory plot needs numbers of stages, from one on")
    panels = []
    for context in contexts:
        seen = report.evaluation.again(report.scenario.with_values({"L": context}))
        bars = []
        for number in numbers:
            scenario = seen.scenario.with_values({"n_stages": Value.of(number, "")})
            there = report.evaluation.again(scenario)
            bars.append(Bar(number, _number(there, WEIGHTS), _number(there, CACHE)))
        memory = seen.value_of("M_gpu")
        room = None if memory is None else memory.number
        panels.append(Panel(context, tuple(bars), room, _even(report, seen), _fewest(report, seen)))
    return tuple(panels)


def memory_plot(report: EvaluatedClaim, contexts: Sequence[str | Value], stages: Iterable[int] = range(1, 9)) -> Figure:
    """Memory per GPU against stages, one panel for each context, as a matplotlib figure.

    The KV cache stands at the bottom, so that it is seen to stay level or not; the weights stand on it. A line shows
    the memory of a GPU where it is known. The figure's label holds a title and a description in words.

    Raises `InputError` if matplotlib is missing, there is no context or stage, or a quantity has no value.
    """
    read = [item if isinstance(item, Value) else parse_value(item) for item in contexts]
    panels = memory_panels(report, read, stages)
    if not panels:
        raise InputError("a memory plot needs at least one context")
    with drawing():
        figure = _drawn(panels, report.scenario.title)
    figure.set_label("\n".join((f"Memory per GPU against stages, {report.scenario.title}", *map(str, panels))))
    return figure


def _number(seen: Evaluation, step: str) -> Fraction:
    line = seen.line(step)
    if line.value is None:
        raise InputError(f"the plot needs a value for {step}: {line.result}")
    return line.value


def _even(report: EvaluatedClaim, seen: Evaluation) -> str:
    """With how many stages the KV cache is the larger part, or that stages do not decide that."""
    if report.derivation[EVEN].relation is None:
        return "stages do not change which of the two is larger"
    line = seen.line(EVEN)
    if line.value is None:
        return line.result
    return f"with {_or_more(line.value)} the KV cache takes at least as much as the weights"


def _fewest(report: EvaluatedClaim, seen: Evaluation) -> str:
    """With how many stages weights and KV cache fit, or why no number of them helps; empty for lack of numbers."""
    if report.derivation[FEWEST].relation is None:
        return str(report.derivation[FEWEST].verdict)
    line = seen.line(FEWEST)
    if line.value is not None:
        return f"with {_or_more(line.value)} it fits"
    return f"no number of stages fits: {line.outside.partition(': ')[2]}" if line.outside else ""


def _or_more(stages: Fraction) -> str:
    """The first whole number of stages from there on.

    >>> _or_more(Fraction(1, 3)), _or_more(Fraction(5, 4))
    ('1 stage or more', '2 stages or more')
    """
    whole = max(1, ceil(stages))
    return f"{whole} stage{'s' if whole > 1 else ''} or more"


def _drawn(panels: Sequence[Panel], caption: str) -> Figure:
    from matplotlib.figure import Figure

    height = _ABOVE + _PANEL * len(panels) + _BELOW
    figure = Figure(figsize=(_WIDTH, height), facecolor=LIGHT["paper"])
    places = figure.subplots(len(panels), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    tops = [bar.weights + bar.cache for panel in panels for bar in panel.bars]
    tops += [panel.memory for panel in panels if panel.memory is not None]
    for axes, panel in zip(places, panels, strict=True):
        axes.set_ylim(0, float(max(tops) / _GIGABYTE) * 1.08)
        _frame(axes, panel)
        _draw(axes, panel)
    places[-1].set_xlabel("pipeline stages", color=LIGHT["ink"])
    figure.text(0.02, 1 - 0.1 / height, textwrap.fill(caption, 72), va="top", color=LIGHT["quiet"], fontsize=9)
    figure.subplots_adjust(left=0.105, right=0.79, top=1 - _ABOVE / height, bottom=_BELOW / height, hspace=0.5)
    return figure


def _frame(axes: Any, panel: Panel) -> None:
    """Axes, and above them the context and what follows for it."""
    frame(axes, grid="y")
    axes.set_ylabel("memory in use [GB/GPU]", color=LIGHT["ink"])
    lines = [line for text in (panel.even, panel.fewest) for line in textwrap.wrap(text, 76)]
    axes.annotate("\n".join(lines), (0, 1), (0, 5), "axes fraction", "offset points", va="bottom", fontsize=9.5,
                  color=LIGHT["ink"], annotation_clip=False)
    axes.set_title(f"context {panel.context}", loc="left", fontsize=10.5, color=LIGHT["ink"], fontweight="bold",
                   pad=8 + _LINE * len(lines))


def _draw(axes: Any, panel: Panel) -> None:
    """The bars, the memory of a GPU, and beside them what is what."""
    places = [str(bar.stages) for bar in panel.bars]
    cache = [float(bar.cache / _GIGABYTE) for bar in panel.bars]
    weights = [float(bar.weights / _GIGABYTE) for bar in panel.bars]
    axes.bar(places, cache, color=_FILL[CACHE], width=0.7)
    axes.bar(places, weights, bottom=cache, color=_FILL[WEIGHTS], width=0.7)
    names = [(cache[-1] / 2, "KV cache", _FILL[CACHE]), (cache[-1] + weights[-1] / 2, "weights", _FILL[WEIGHTS])]
    if panel.memory is not None:
        memory = float(panel.memory / _GIGABYTE)
        axes.axhline(memory, color=LIGHT["ink"], linewidth=1.3, linestyle=(0, (5, 3)))
        names.append((memory, f"GPU: {size_text(panel.memory).removesuffix('/GPU')}", LIGHT["ink"]))
    highest = axes.get_ylim()[1]
    free = 0.0
    for height, words, colour in sorted(names):
        place = max(height / highest, free)
        free = place + _APART
        axes.annotate(words, (1, place), (6, 0), "axes fraction", "offset points", color=colour, va="center",
                      annotation_clip=False)
