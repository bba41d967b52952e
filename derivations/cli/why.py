"""``derive why``: where a number comes from."""

from __future__ import annotations

from typing import Any

import click

from derivations.cli.completion import claim_names, origin_names, step_names
from derivations.cli.options import (
    applied,
    changes,
    chosen_claims,
    form_option,
    leave_contradicted,
    refuse_unknown,
    study_of_options,
    tell_contradictions,
)
from derivations.cli.results import kept_result
from derivations.cli.screen import print_in
from derivations.errors import InputError


@click.command()
@click.argument("quantity", shell_complete=origin_names)
@click.option("--claim", default="", metavar="CLAIM", shell_complete=claim_names,
              help="In which claim; default: whose result it is.")
@click.option("--branch", default="", metavar="NAME", shell_complete=step_names,
              help="Of several admissible branches of a solution the one of that name; default: all of them.")
@click.option("--full", is_flag=True, help="With reasons, checks, numbers put in, other sources and addresses.")
@changes
@form_option
@kept_result
def why(quantity: str, claim: str, branch: str, full: bool, form: str, **options: Any) -> None:
    """The origin of the number of a quantity or a step: the formula, what enters it, and so on down to the sources."""
    if claim:
        refuse_unknown((claim,), options["claim_files"])
    from derivations.claim.study import refuse_ranges

    study = study_of_options(options)
    refuse_ranges(study, "why")
    if study.several:
        raise InputError(f"why is about one number: give one value of {' and '.join(study.several)}")
    everything = chosen_claims((), options["claim_files"])
    from derivations.claim.outline import choose, outline

    named = next((item for item in everything if item.name == quantity), None)
    if named is not None and not claim:  # a claim stands for its result
        claim, quantity = named.name, outline(named).result
    brought = [item.name for item in study.quantities]
    chosen, also = choose(quantity, everything, claim, study.premises, brought)
    from derivations.document.shown import answer_alone
    from derivations.document.why import WHY, Asked

    evaluated = applied(chosen, study, options)
    asked = Asked.of(evaluated, quantity, also, branch)
    if form == "csv":
        tell_contradictions(*evaluated.contradictions)
    print_in(form, asked, WHY if full else answer_alone(WHY))
    leave_contradicted(evaluated)
