"""``derive sensitivity``: what moves a result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from derivations.cli.options import changes, evaluated, json_option, pairs, plot_options, refuse_plot
from derivations.cli.screen import print_json, print_text, screen_style, write_plot


@click.command()
@click.argument("claim")
@click.option("--range", "ranges", multiple=True, metavar="NAME=LOW..HIGH UNIT",
              help="How far a quantity may lie to either side (repeatable); default: the claim's own ranges.")
@plot_options
@changes
@json_option
def sensitivity(
    claim: str, ranges: Sequence[str], plot: Path | None, force: bool, as_json: bool, **options: Any
) -> None:
    """What moves the result of a claim: how it follows each number, and how far it goes over ranges.

    Each range is gone through alone, and then the ends of all of them together.

    \b
    derive sensitivity chinchilla --range eta=0.2..0.5 --range t_life="30..360 day"
    """
    given = pairs(ranges, "--range", 'NAME="LOW..HIGH UNIT"')
    refuse_plot(plot, force=force)
    account = evaluated(claim, options)
    from derivations.show.sensitivity import sensitivity_json, sensitivity_text
    from derivations.study.sensitivity import sensitivity as sensitivity_of

    found = sensitivity_of(account, given)
    if plot is not None:
        from derivations.show.plots.swings import swings_plot

        write_plot(plot, swings_plot(account, found.swings), force=force)
    if as_json:
        print_json(sensitivity_json(account, found))
    else:
        print_text(sensitivity_text(account, found, screen_style()))
