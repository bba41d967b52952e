"""``derive numbers``: what the lecture says in numbers, and where it is dealt with."""

from __future__ import annotations

import click

from derivations.cli.options import form_option
from derivations.cli.screen import print_in


@click.command()
@click.option("--versions", is_flag=True, help="Where retellings disagree, whom the claims follow, and why.")
@form_option
def numbers(versions: bool, form: str) -> None:
    """Every number of the lecture, when it was said, and the claims that deal with it."""
    from derivations.claims.spoken import spoken_numbers, versions_told
    from derivations.document.spoken import SPOKEN, VERSIONS

    if versions:
        print_in(form, versions_told(), VERSIONS)
    else:
        print_in(form, spoken_numbers(), SPOKEN)
