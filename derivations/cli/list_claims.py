"""``derive list``: the claims with their verdicts, and what a change does to them."""

from __future__ import annotations

from typing import Any

import click

from derivations.cli.options import (
    applied,
    changes,
    chosen_claims,
    form_option,
    save_study,
    study_of_options,
)
from derivations.cli.results import kept_result
from derivations.cli.screen import print_document, print_in, print_text, progress
from derivations.errors import InputError


@click.command("list")
@changes
@click.option("--verdicts", is_flag=True, help="Each verdict and every published number in words.")
@click.option("--brief", is_flag=True, help="With a change, what moved alone.")
@click.option("--template", is_flag=True, help="Print a file with a claim of your own to start from, for --claims.")
@form_option
@kept_result
def list_claims(verdicts: bool, brief: bool, template: bool, form: str, **options: Any) -> None:
    """The claims: a line each with question, answer and marks for what is proven, said and measured of it.

    With --verdicts each verdict in words, and every published number beside what follows. With changes, which claims
    they move, before and after, and which they do not touch.

    \b
    derive list --assume roofline=no-overlap
    derive list --template > my_claims.py        a claim of your own: derive show my-claim --claims my_claims.py
    """
    if template:
        if form != "text":
            raise InputError("--template is a file to fill in: leave --json, --csv and --to out")
        from derivations.export.claim_template import TEMPLATE

        print_text(TEMPLATE)
        return
    study = study_of_options(options)
    claims = chosen_claims((), options["claim_files"])
    if study:
        from derivations.document.changed_ledger import CHANGED_LEDGER, ChangedLedger
        from derivations.document.shown import answer_alone
        from derivations.sources.catalog import load_catalog
        from derivations.study.ledger import fitted_study, ledger

        study = fitted_study(study, claims)
        catalog = load_catalog(*options["catalog"])
        with progress(claims, "deriving", quiet=form != "text") as items:
            entries = ledger(claims, study, catalog, options["budget"], lambda _: items)
        save_study(options)
        print_in(form, ChangedLedger(entries, study), answer_alone(CHANGED_LEDGER) if brief else CHANGED_LEDGER)
        return
    if form not in ("json", "csv") and not (options["claim_files"] or options["catalog"]):
        from derivations.document.kept_ledger import kept_rows

        rows = kept_rows(claims)
        if rows is not None:
            from derivations.document.ledger_row import rows_document

            print_document(form, rows_document(zip(claims, rows, strict=True), brief=not verdicts))
            return
    from derivations.document.ledger import LEDGER
    from derivations.document.shown import answer_alone

    with progress(claims, "deriving", quiet=form != "text") as items:
        reports = [applied(claim, study, options, told=True) for claim in items]
    print_in(form, reports, LEDGER if verdicts else answer_alone(LEDGER))
