"""The front of a plan: throughput against speed for each size of system, with measured rows beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.errors import InputError
from derivations.export.plots.panels import Line, Panel, panels_plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from derivations.study.plan import Plan

_SPEED, _THROUGHPUT = "token/s/sequence", "token/s/GPU"


def front_plot(plan: Plan) -> Figure:
    """Throughput per GPU against the speed of a sequence, a line for each size of system, as a matplotlib figure.

    The speed that is asked for is an upright line, measured rows near the plan's context are points. Raises
    `InputError` where no size holds the model.
    """
    lines = []
    for system in plan.systems:
        if system.front:
            points = [(point.speed.in_unit or 0, point.throughput.in_unit) for point in system.front]
            lines.append(Line(f"derived, {system.gpus} GPUs", points, _THROUGHPUT, marker="o"))
    if not lines:
        raise InputError("no size of system holds the model and a sequence: there is no front to draw")
    if plan.beside.points:
        measured = sorted((point.speed.in_unit(_SPEED), point.throughput.in_unit(_THROUGHPUT))
                          for point in plan.beside.points)
        lines.append(Line("measured, at a context near this one", measured, _THROUGHPUT, marker="s", joined=False,
                          role="ink"))
    speed = plan.asked.speed
    panel = Panel(
        lines, f"speed of a sequence [{_SPEED}]", f"throughput [{_THROUGHPUT}]",
        title=f"asked for: {speed}", marks={"asked for": speed.in_unit(_SPEED)}, logarithmic="xy",
    )
    return panels_plot([panel], f"Throughput against speed: {plan.title}")
