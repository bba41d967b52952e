"""``derive check``: whether the claims stand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from derivations.cli.options import chosen_claims, claim_files, json_option
from derivations.cli.screen import print_json, progress, screen_style


@click.command()
@click.argument("claims", nargs=-1, metavar="[CLAIM]...")
@claim_files
@json_option
def check(claims: Sequence[str], claim_files: Sequence[Path], as_json: bool) -> None:
    """Derive and check claims, all of them by default.

    Exits with 1 if a step is not shown, a rejected statement is not refuted, or a published number that should
    reproduce does not.
    """
    chosen = chosen_claims(claims, claim_files)
    from derivations.claims.review import review
    from derivations.report import derive as derive_claim

    reviews = []
    with progress(chosen, "checking", quiet=as_json) as items:
        for claim in items:
            report = derive_claim(claim)
            reviews.append(review(claim.name, report.derivation, report.published))
    if as_json:
        print_json([item.as_data() for item in reviews])
    else:
        style = screen_style()
        for item in reviews:
            click.echo(style.paint(item.summary, "bad" if item.problems else "good"))
            for problem in item.problems:
                click.echo(f"  {problem}")
    if any(item.problems for item in reviews):
        raise SystemExit(1)
