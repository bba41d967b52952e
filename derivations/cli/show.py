"""``derive show``: a claim, derived and evaluated."""

from __future__ import annotations

from typing import Any

import click

from derivations.cli.options import changes, json_option, report_of, symbolic_option
from derivations.cli.screen import print_json, screen_style


@click.command()
@click.argument("claim")
@changes
@symbolic_option
@click.option("--pretty/--plain", default=None, help="Two-dimensional mathematics; default on a terminal only.")
@click.option("--brief", is_flag=True, help="The result alone.")
@click.option("--all-cards", is_flag=True, help="Tables over all accelerators and models in full.")
@json_option
def show(
    claim: str, pretty: bool | None, brief: bool, all_cards: bool, as_json: bool, **options: Any
) -> None:
    """A claim: its result, premises, steps, numbers, and what was published about it."""
    report = report_of(claim, options)
    if as_json:
        print_json(report.to_json(all_cards=all_cards))
        return
    from derivations.render.terminal import report_text

    click.echo(report_text(report, screen_style(pretty), brief=brief, all_cards=all_cards), nl=False)
