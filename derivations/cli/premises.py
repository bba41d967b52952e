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
    csv_option,
    json_option,
    refuse_unknown,
    store_option,
)
from derivations.cli.results import kept_result
from derivations.cli.screen import print_json, print_text, screen_style
from derivations.errors import InputError, UnknownNameError


@click.command()
@claim_argument(required=False)
@click.option("--markdown", is_flag=True, help="Print Markdown with LaTeX mathematics.")
@catalog_files
@claim_files
@store_option
@json_option
@csv_option
@kept_result
def premises(
    claim: str | None, markdown: bool, catalog: Sequence[Path], claim_files: Sequence[Path], as_json: bool, as_csv: bool
) -> None:
    """The premises of a claim, or of all claims, with their named alternatives and the quantities these bring."""
    if markdown and as_json:
        raise InputError("--markdown and --json: leave one of them out")
    if markdown and as_csv:
        raise InputError("--markdown and --csv: leave one of them out")
    if claim is not None:
        refuse_unknown((claim,), claim_files)
    everything = chosen_claims((), claim_files)
    chosen = [item for item in everything if claim in (None, item.name)]
    if claim is not None and not chosen:
        raise UnknownNameError("claim", claim, [item.name for item in everything])
    from derivations.claim.premises import premises_of
    from derivations.show.premises import premises_json, premises_markdown, premises_table, premises_text
    from derivations.sources.catalog import load_catalog

    found = premises_of(chosen, everything, load_catalog(*catalog))
    if as_json:
        print_json(premises_json(chosen, found))
    elif as_csv:
        print_text(premises_table(found).to_csv())
    elif markdown:
        print_text(premises_markdown(chosen, found))
    else:
        print_text(premises_text(chosen, found, screen_style()))
