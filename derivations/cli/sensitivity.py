"""``derive sensitivity``: what moves a result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from derivations.cli.completion import quantity_settings
from derivations.cli.options import (
    changes,
    claim_argument,
    evaluated_claim,
    form_option,
    leave_contradicted,
    pairs,
    plot_options,
    refuse_plot,
    tell_contradictions,
)
from derivations.cli.screen import print_in, write_plot


@click.command()
@claim_argument()
@click.option("--range", "ranges", multiple=True, metavar="NAME=LOW..HIGH [UNIT]", shell_complete=quantity_settings,
              help="Range of a quantity (repeatable); default: the claim's own ranges.")
@plot_options
@changes
@form_option
def sensitivity(
    claim: str, ranges: Sequence[str], plot: Path | None, force: bool, form: str, **options: Any
) -> None:
    """The sensitivity of a claim's result: how it follows each number, and how far it goes over ranges.

    Each range is swept alone, and then the ends of all of them together.

    \b
    derive sensitivity chinchilla --range eta=0.2..0.5 --range t_life="30..360 day"
    """
    given = pairs(ranges, "--range", 'NAME="LOW..HIGH UNIT"')
    refuse_plot(plot, force=force)
    evaluated = evaluated_claim(claim, options)
    from derivations.document.sensitivity import sensitivity_producer
    from derivations.study.sensitivity import sensitivity as sensitivity_of

    found = sensitivity_of(evaluated, given)
    if plot is not None:
        from derivations.export.plots.swings import swings_plot

        write_plot(plot, swings_plot(evaluated, found.swings), force=force)
    if form == "csv":
        tell_contradictions(*evaluated.contradictions)
    print_in(form, found, sensitivity_producer(evaluated))
    leave_contradicted(evaluated)
