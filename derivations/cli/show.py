"""``derive show``: a claim, derived and evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from derivations.cli.options import changes, evaluated, json_option, plot_options, refuse_plot, symbolic_option
from derivations.cli.screen import print_json, screen_style, write_plot
from derivations.errors import InputError


@click.command()
@click.argument("claim")
@changes
@symbolic_option
@click.option("--pretty/--plain", default=None, help="Two-dimensional mathematics; default on a terminal only.")
@click.option("--brief", is_flag=True, help="The result alone.")
@click.option("--step", "steps", multiple=True, metavar="NAME",
              help="A further column beside several values: a step or a quantity (repeatable).")
@click.option("--all-cards", is_flag=True, help="Tables over all accelerators and models in full.")
@plot_options
@json_option
def show(
    claim: str,
    pretty: bool | None,
    brief: bool,
    steps: Sequence[str],
    all_cards: bool,
    plot: Path | None,
    force: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """A claim: its result, premises, steps, numbers, and what was published about it.

    Several values of a quantity, as in --set L="8k,32k,128k token/sequence", make a table; all else is then for the
    first of them, and --plot draws the result over one that varies.
    """
    refuse_plot(plot, force=force)
    account = evaluated(claim, options)
    for asked, word in ((steps, "--step is a column"), (plot, "--plot draws a result")):
        if asked and not account.study.several:
            raise InputError(f"{word} at several values: give some, as in --set NAME='1,2 UNIT'")
    from derivations.study.sweep import sweep

    swept = sweep(account, steps=steps) if account.study.several else None
    if plot is not None and swept is not None:
        from derivations.show.plots.curves import sweep_plot

        write_plot(plot, sweep_plot(swept), force=force)
    if as_json:
        from derivations.show.json import report_json

        print_json(report_json(account, all_cards=all_cards, swept=swept))
        return
    from derivations.show.report import report_text

    text = report_text(account, screen_style(pretty), brief=brief, all_cards=all_cards, swept=swept)
    click.echo(text, nl=False)
