"""``derive evidence``: what is measured beside what is derived."""

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
    machine_options,
    plot_options,
    refuse_plot,
    refuse_unknown,
)
from derivations.cli.screen import print_in, progress, write_plot
from derivations.errors import InputError
from derivations.measure.batches import BATCH_CLAIM
from derivations.measure.libraries import find_machine


@click.command()
@claim_argument(required=False)
@click.option("--measured", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
              help="Your own table, or one of another package by its name, instead of the packaged ones (repeatable).")
@click.option("--measure", "measure_now", is_flag=True,
              help="Time a growing batch on this machine, and compare it with optimal-batch on its card.")
@machine_options
@click.option("--full", is_flag=True, help="Each test with its rows, how they were measured, and sources.")
@click.option("--all", "every_row", is_flag=True, help="Show every row of long tables.")
@plot_options
@catalog_files
@claim_files
@form_option
def evidence(
    claim: str | None, measured: Sequence[Path], measure_now: bool, through: str | None, quick: bool, full: bool,
    every_row: bool, plot: Path | None, force: bool, catalog: Sequence[Path], claim_files: Sequence[Path], form: str,
) -> None:
    """What is measured beside what a claim derives for the same conditions, and what would falsify it.

    A line for each test of a claim; with --full, --all or a table of your own, its rows. Without a claim one line for
    each quantity that is measured, and the claims about which none is.

    \b
    derive evidence roofline --full
    derive evidence latency-floor --measured mine.csv
    derive evidence optimal-batch --measure
    """
    if plot is not None and claim is None:
        raise InputError("--plot draws the evidence about one claim: name it")
    refuse_plot(plot, force=force)
    if claim is not None:
        refuse_unknown((claim,), claim_files)
    if measure_now and (claim != BATCH_CLAIM or measured):
        raise InputError(f"--measure times a growing batch, which {BATCH_CLAIM} speaks of: name it, and no table")
    if (through or quick) and not measure_now:
        raise InputError("--through and --quick say how --measure does it: give it, too")
    from derivations.claim.kept_review import kept_derivation
    from derivations.claims.index import CLAIMS
    from derivations.document.evidence import EVIDENCE, Rows, ShownEvidence
    from derivations.sources.catalog import load_catalog
    from derivations.sources.measured import named_table, packaged_tables, read_measured
    from derivations.study.evidence import evidence as evidence_of
    from derivations.study.evidence import named_claims

    cards = load_catalog(*catalog)
    if measure_now:
        from derivations.measure.held import measured_batches

        cards, tables = measured_batches(cards, find_machine(through or ""), quick=quick)
    else:
        tables = tuple(read_measured(named_table(path), cards) for path in measured) or packaged_tables(cards)
    chosen = chosen_claims((claim,) if claim else named_claims(tables), claim_files)
    with progress(chosen, "deriving", quiet=form != "text") as items:
        found = [evidence_of(item, tables, cards, None if claim_files else kept_derivation(item)) for item in items]
    others = () if measured or claim else tuple(name for name in CLAIMS if name not in {item.name for item in chosen})
    rows = Rows.ALL if every_row else Rows.FEW if full or measure_now or measured else Rows.NONE
    shown = ShownEvidence(chosen, found, bool(claim), others, rows)
    if plot is not None:
        from derivations.export.plots.evidence import curve_plot

        write_plot(plot, curve_plot(shown.items), force=force)
    print_in(form, shown, EVIDENCE)
