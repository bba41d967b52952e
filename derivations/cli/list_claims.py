"""``derive list``: the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from derivations.cli.options import chosen_claims, claim_files, json_option
from derivations.cli.screen import print_json, print_lines, progress, screen_style


@click.command("list")
@click.option("--brief", is_flag=True, help="The claims alone, without the published numbers.")
@claim_files
@json_option
def list_claims(brief: bool, claim_files: Sequence[Path], as_json: bool) -> None:
    """The ledger: claims, results and verdicts, and every published number beside what follows."""
    claims = chosen_claims((), claim_files)
    from derivations.report import derive as derive_claim

    with progress(claims, "deriving", quiet=as_json) as items:
        reports = [derive_claim(claim) for claim in items]
    from derivations.render.ledger import ledger_json, ledger_lines

    if as_json:
        print_json(ledger_json(reports))
    else:
        print_lines(ledger_lines(reports, screen_style(), brief=brief))
