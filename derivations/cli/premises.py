"""``derive premises``: what is taken for granted, and what may stand in its place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from derivations.cli.options import (
    catalog_files,
    chosen_claims,
    claim_argument,
    claim_files,
    form_option,
    refuse_unknown,
    store_option,
)
from derivations.cli.results import kept_result
from derivations.cli.screen import print_in
from derivations.errors import UnknownNameError


@click.command()
@claim_argument(required=False)
@click.option("--full", is_flag=True, help="With reasons, sources, and the quantities that alternatives bring.")
@catalog_files
@claim_files
@store_option
@form_option
@kept_result
def premises(
    claim: str | None, full: bool, catalog: Sequence[Path], claim_files: Sequence[Path], form: str
) -> None:
    """The premises of a claim, or of all claims, with their named alternatives: what --assume may replace."""
    if claim is not None:
        refuse_unknown((claim,), claim_files)
    everything = chosen_claims((), claim_files)
    chosen = [item for item in everything if claim in (None, item.name)]
    if claim is not None and not chosen:
        raise UnknownNameError("claim", claim, [item.name for item in everything])
    from derivations.claim.premises import premises_of
    from derivations.document.premises import PREMISES, TakenPremises
    from derivations.document.shown import answer_alone
    from derivations.sources.catalog import load_catalog

    found = premises_of(chosen, everything, load_catalog(*catalog))
    print_in(form, TakenPremises(chosen, found), PREMISES if full else answer_alone(PREMISES))
