"""``derive solve``: a result turned round for a quantity that stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from derivations.cli.options import changes, evaluated, json_option, pairs
from derivations.cli.screen import print_json, print_text, screen_style
from derivations.errors import UndecidedError


@click.command()
@click.argument("claim")
@click.option("--for", "for_", required=True, metavar="QUANTITY", help="What to solve for.")
@click.option(
    "--given", multiple=True, metavar="NAME=VALUE UNIT", help="Value a quantity, the former result say (repeatable)."
)
@changes
@click.option("--brief", is_flag=True, help="The answer alone.")
@json_option
def solve(claim: str, for_: str, given: Sequence[str], brief: bool, as_json: bool, **options: Any) -> None:
    """The result of a claim turned round: which value of a quantity goes with a given result.

    \b
    derive solve optimal-batch --for L --given B="10,000 sequence"
    """
    values = pairs(given, "--given", 'NAME="VALUE UNIT"')
    account = evaluated(claim, {**options, "symbolic": True})
    from derivations.show.inversion import inversion_json, inversion_text
    from derivations.study.inversion import inverted, no_solution_reason, solutions

    found = inverted(account, for_, values)
    if not any(step.verdict.holds for step in solutions(found)):
        raise UndecidedError(f"no solution for {for_} was found: {no_solution_reason(found)}")
    if as_json:
        print_json(inversion_json(account, found, for_))
    else:
        print_text(inversion_text(account, found, for_, screen_style(), brief=brief))
