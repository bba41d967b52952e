"""``derive list``: the ledger, and what a change does to it."""

from __future__ import annotations

from typing import Any

import click

from derivations.cli.options import (
    applied,
    changes,
    chosen_budget,
    chosen_claims,
    csv_option,
    json_option,
    save_study,
    study_of_options,
)
from derivations.cli.results import kept_result
from derivations.cli.screen import print_json, print_text, progress, screen_style


@click.command("list")
@changes
@click.option("--brief", is_flag=True, help="Only the claims, no published numbers; with a change, what moved.")
@click.option("--template", is_flag=True, help="Print a file with a claim of your own to start from, for --claims.")
@json_option
@csv_option
@kept_result
def list_claims(brief: bool, template: bool, as_json: bool, as_csv: bool, **options: Any) -> None:
    """The ledger: claims, results and verdicts, and every published number beside what follows.

    With changes, the ledger before and after: which claims they move, and which they do not touch.

    \b
    derive list --assume roofline=no-overlap
    derive list --template > my_claims.py        a claim of your own: derive show my-claim --claims my_claims.py
    """
    if template:
        from derivations.show.claim_template import TEMPLATE

        print_text(TEMPLATE)
        return
    study = study_of_options(options)
    claims = chosen_claims((), options["claim_files"])
    if study:
        from derivations.show.changed_ledger import changed_ledger_csv, changed_ledger_json, changed_ledger_text
        from derivations.sources.catalog import load_catalog
        from derivations.study.ledger import fitted_study, ledger

        study = fitted_study(study, claims)
        catalog, budget = load_catalog(*options["catalog"]), chosen_budget(options)
        with progress(claims, "deriving", quiet=as_json or as_csv) as items:
            entries = ledger(claims, study, catalog, budget, lambda _: items)
        save_study(options)
        if as_json:
            print_json(changed_ledger_json(entries, study))
        elif as_csv:
            print_text(changed_ledger_csv(entries))
        else:
            print_text(changed_ledger_text(entries, study, screen_style(), brief=brief))
        return
    if not (as_json or as_csv or options["claim_files"] or options["catalog"]):
        from derivations.show.kept_ledger import kept_rows

        rows = kept_rows(claims)
        if rows is not None:
            from derivations.show.ledger_row import rows_text

            print_text(rows_text(zip(claims, rows, strict=True), screen_style(), brief=brief))
            return
    from derivations.show.ledger import ledger_csv, ledger_json, ledger_text

    with progress(claims, "deriving", quiet=as_json or as_csv) as items:
        reports = [applied(claim, study, options, told=True) for claim in items]
    if as_json:
        print_json(ledger_json(reports))
    elif as_csv:
        print_text(ledger_csv(reports))
    else:
        print_text(ledger_text(reports, screen_style(), brief=brief))
