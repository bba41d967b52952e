"""``derive numbers``: what the lecture says in numbers, and where it is dealt with."""

from __future__ import annotations

from dataclasses import asdict

import click

from derivations.cli.options import csv_option, json_option
from derivations.cli.screen import print_json, print_text, screen_style


@click.command()
@click.option("--versions", is_flag=True, help="Where retellings disagree, whom the claims follow, and why.")
@json_option
@csv_option
def numbers(versions: bool, as_json: bool, as_csv: bool) -> None:
    """Every number of the lecture, when it was said, and the claims that deal with it."""
    from derivations.claims.spoken import spoken_numbers, versions_told
    from derivations.show.spoken import spoken_table, spoken_text, versions_table, versions_text

    if as_json:
        found = versions_told() if versions else spoken_numbers()
        print_json({"versions" if versions else "numbers": [asdict(item) for item in found]})
    elif as_csv:
        table = versions_table(versions_told()) if versions else spoken_table(spoken_numbers())
        print_text(table.to_csv())
    else:
        style = screen_style()
        print_text(versions_text(versions_told(), style) if versions else spoken_text(spoken_numbers(), style))
