"""``derive check``: whether the claims stand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from derivations.cli.options import chosen_claims, claim_files, json_option, refuse_unknown
from derivations.cli.screen import print_json, print_text, progress, screen_style
from derivations.search.provers import PROVERS, find_prover, refuse_unknown_prover


@click.command()
@click.argument("claims", nargs=-1, metavar="[CLAIM]...")
@click.option("--prover", metavar="|".join(PROVERS), help="Put every step to a second, independent prover as well.")
@claim_files
@json_option
def check(claims: Sequence[str], prover: str | None, claim_files: Sequence[Path], as_json: bool) -> None:
    """Derive and check claims, all of them by default.

    Exits with 1 if a step is not shown, a rejected statement is not refuted, or a published number that should
    reproduce does not; with --prover also if one prover proves what the other refutes.
    """
    if prover is not None:
        refuse_unknown_prover(prover)
        refuse_unknown(claims, claim_files)
        find_prover(prover)  # one that is not installed is told before anything is derived
    chosen = chosen_claims(claims, claim_files)
    from derivations.claim.review import review
    from derivations.claim.study import Study
    from derivations.search.second_prover import agreement
    from derivations.show.agreement import agreement_json, agreement_text
    from derivations.sources.catalog import load_catalog
    from derivations.study.application import apply

    reviews, agreements = [], []
    with progress(chosen, "checking", quiet=as_json) as items:
        for claim in items:
            account = apply(claim, Study(), load_catalog())
            reviews.append(review(claim.name, account.derivation, account.published))
            agreements.append(None if prover is None else agreement(account.derivation, prover))
    if as_json:
        print_json([
            item.as_data() | ({} if found is None else {"prover": agreement_json(found)})
            for item, found in zip(reviews, agreements, strict=True)
        ])
    else:
        style = screen_style()
        for item, found in zip(reviews, agreements, strict=True):
            if found is None:
                click.echo(style.paint(item.summary, "bad" if item.problems else "good"))
            else:
                print_text(agreement_text(item.claim, found, style))
            for problem in item.problems:
                click.echo(f"  {problem}")
    if any(item.problems for item in reviews) or any(found and found.disagreements for found in agreements):
        raise SystemExit(1)
