"""``derive solve``: a result turned round for a quantity that stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from derivations.cli.completion import quantity_names, quantity_settings
from derivations.cli.options import (
    applied,
    changes,
    chosen_claims,
    claim_argument,
    form_option,
    pairs,
    refuse_given_twice,
    refuse_unknown,
    study_of_options,
    tell_billions,
    tell_contradictions,
)
from derivations.cli.screen import print_in
from derivations.errors import UndecidedError

if TYPE_CHECKING:
    from derivations.claim.evaluated_claim import EvaluatedClaim


@click.command()
@claim_argument()
@click.option("--for", "for_", required=True, metavar="QUANTITY", shell_complete=quantity_names,
              help="Quantity to solve for.")
@click.option(
    "--given", multiple=True, metavar="NAME=VALUE [UNIT]", shell_complete=quantity_settings,
    help="Value for the former result, or for another quantity of the claim (repeatable).",
)
@changes
@click.option("--brief", is_flag=True, help="Only the answer.")
@form_option
def solve(
    claim: str, for_: str, given: Sequence[str], brief: bool, form: str, **options: Any
) -> None:
    """The result of a claim, inverted: which value of a quantity goes with a given result.

    What is given is that result, or another quantity of the claim: then the step that defines it is inverted.
    The value that cards or the claim give for the quantity asked for is set aside, and so are the values behind what
    is given by --given or --set; both are named. If another claim derives what is given, that claim is solved instead,
    and named. Behind a minimum or an equation without a closed form, values are searched for numerically in a range
    that is named, and others are not excluded. Exits with 1 if none is found.

    \b
    derive solve optimal-batch --for L --given B=2k
    derive solve cost-per-token --for L --given y_cost=2
    derive solve prefill-decode --for L --given y_price=5      output at five times the price of input
    derive solve context-wall --for L --given y_far_cost=2     context at which decode costs double
    derive solve checkpoint-interval --for t_save --given x_useful=95%
    derive solve cost-per-token --for L --given cost_tok="0.04 USD/Mtoken" --set B=4096
    """
    values = pairs(given, "--given", 'NAME="VALUE UNIT"')
    refuse_unknown((claim,), options["claim_files"])
    study = study_of_options(options)
    refuse_given_twice(study, values)
    from derivations.document.inversion import BY_NUMBERS, INVERSE, Inverse
    from derivations.document.shown import answer_alone
    from derivations.study.aim import SpokenElsewhereError, aimed
    from derivations.study.inversion import finds_none, solved
    from derivations.study.inversion_by_numbers import InversionByNumbers

    def asked(name: str) -> tuple[EvaluatedClaim, EvaluatedClaim]:
        # what is given goes before what stands behind it, so it is laid over the claim as it is without it
        bare = applied(chosen_claims((name,), options["claim_files"])[0], replace(study, values={}), options)
        return bare, aimed(bare, for_, values or study.values)

    try:
        bare, evaluated = asked(claim)
    except SpokenElsewhereError as error:
        click.echo(f"derive: {error.nothing_here}; {error.claim} does, and is solved instead", err=True)
        bare, evaluated = asked(error.claim)
    found = solved(evaluated, for_, {**study.values, **values}, by_itself=bare)
    if isinstance(found, InversionByNumbers):
        if not found.found and not found.beside:
            raise UndecidedError(found.words)
        print_in(form, found, answer_alone(BY_NUMBERS) if brief else BY_NUMBERS)
        return
    tell_billions(found)
    if form == "csv":
        tell_contradictions(*found.contradictions)
    print_in(form, Inverse(evaluated, found, for_), answer_alone(INVERSE) if brief else INVERSE)
    if finds_none(found):
        raise SystemExit(1)
