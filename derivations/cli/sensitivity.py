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
    csv_option,
    evaluated_claim,
    json_option,
    leave_contradicted,
    pairs,
    plot_options,
    refuse_plot,
    tell_contradictions,
)
from derivations.cli.screen import print_json, print_text, screen_style, write_plot


@click.command()
@claim_argument()
@click.option("--range", "ranges", multiple=True, metavar="NAME=LOW..HIGH [UNIT]", shell_complete=quantity_settings,
              help="Range of a quantity (repeatable); default: the claim's own ranges.")
@plot_options
@changes
@json_option
@csv_option
def sensitivity(
    claim: str, ranges: Sequence[str], plot: Path | None, force: bool, as_json: bool, as_csv: bool, **options: Any
) -> None:
    """The sensitivity of a claim's result: how it follows each number, and how far it goes over ranges.

    Each range is swept alone, and then the ends of all of them together.

    \b
    derive sensitivity chinchilla --range eta=0.2..0.5 --range t_life="30..360 day"
    """
    given = pairs(ranges, "--range", 'NAME="LOW..HIGH UNIT"')
    refuse_plot(plot, force=force)
    evaluated = evaluated_claim(claim, options)
    from derivations.show.sensitivity import sensitivity_json, sensitivity_table, sensitivity_text
    from derivations.study.sensitivity import sensitivity as sensitivity_of

    found = sensitivity_of(evaluated, given)
    if plot is not None:
        from derivations.show.plots.swings import swings_plot

        write_plot(plot, swings_plot(evaluated, found.swings), force=force)
    if as_json:
        print_json(sensitivity_json(evaluated, found))
    elif as_csv:
        tell_contradictions(*evaluated.contradictions)
        print_text(sensitivity_table(evaluated, found).to_csv())
    else:
        print_text(sensitivity_text(evaluated, found, screen_style()))
    leave_contradicted(evaluated)
