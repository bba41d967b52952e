"""Pictures that commands write beside what they print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from derivations.errors import InputError
from derivations.files import refuse_existing, write_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure



_Command = TypeVar("_Command", bound=Callable[..., Any])


def plot_options(command: _Command) -> _Command:
    """``--plot FILE.svg`` and ``--force``, as `plot` and `force`."""
    plot = click.option("--plot", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw it, too.")
    return plot(click.option("--force", is_flag=True, help="Replace an existing file.")(command))


def refuse_plot(plot: Path | None, *, force: bool) -> None:
    """Raise `InputError`, before anything is derived, for a file that no plot can be written to."""
    if plot is None:
        return
    if plot.suffix != ".svg":
        raise InputError(f"--plot {plot}: a plot is written as SVG, to a file whose name ends in .svg")
    refuse_existing(plot, force=force)


def write_plot(plot: Path, figure: Figure, *, force: bool) -> None:
    """The figure as SVG."""
    from derivations.show.plots.drawing import svg_text

    write_file(plot, svg_text(figure), force=force)
