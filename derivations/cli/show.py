"""``derive show``: a claim, derived and evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from derivations.cli.completion import step_names
from derivations.cli.options import (
    changes,
    claim_argument,
    draw_options,
    evaluated_claim,
    form_option,
    leave_contradicted,
    plot_options,
    refuse_plot,
    symbolic_option,
    tell_contradictions,
)
from derivations.cli.results import kept_result
from derivations.cli.screen import print_document, print_json, print_text, screen_style, write_plot
from derivations.errors import InputError


@click.command()
@claim_argument()
@changes
@draw_options
@symbolic_option
@click.option("--pretty/--plain", default=None, help="Two-dimensional mathematics; default on a terminal only.")
@click.option("--brief", is_flag=True, help="Only the result.")
@click.option("--full", is_flag=True, help="Every step with its reason and check, letters, tables and sources.")
@click.option("--digits", type=click.IntRange(0, 50), default=0, metavar="NUMBER",
              help="Also print the result to this many figures; --json always has all of them.")
@click.option("--branch", default="", metavar="NAME", shell_complete=step_names,
              help="Where the result waits for a choice between solutions, the one of that name as the result.")
@click.option("--step", "steps", multiple=True, metavar="NAME", shell_complete=step_names,
              help="An additional column with several values: a step or a quantity (repeatable).")
@click.option("--all-rows", is_flag=True, help="Every row of a table of many values, instead of a selection.")
@click.option("--all-cards", is_flag=True, help="Full tables over all accelerators and models.")
@plot_options
@form_option
@kept_result
def show(
    claim: str,
    pretty: bool | None,
    brief: bool,
    full: bool,
    digits: int,
    branch: str,
    steps: Sequence[str],
    all_rows: bool,
    all_cards: bool,
    plot: Path | None,
    force: bool,
    form: str,
    **options: Any,
) -> None:
    """A claim: its answer, the argument to it in a line a step, and what is said and measured of it.

    Several values of a quantity, as in --set L=8k,32k,128k or --set L=0..2k, make a table; all else is then for the
    first of them, and --plot draws the result over one that varies. --csv prints that table; of one value it prints
    the number of every step.

    \b
    derive show optimal-batch --accelerator h100 --weights int4 --set L=1k
    derive show optimal-batch --set e_kv=50% --symbol "e_kv [] (fraction) efficiency of reads" \\
        --assume kv-fetch="t_kv = kappa*B*L/(e_kv*W)"
    derive show chinchilla --assume equal-rl=share-of-rl --assume equal-inference=share-of-rl \\
        --set x_RL=30% --set eta=30%/40%      RL is 30% of training, decode has an MFU of 30%, pre-training of 40%

    Exits with 1 if what is given contradicts itself: some step then shows nothing, or numbers break a premise and
    there is no result.
    """
    if brief and full:
        raise InputError("--brief is the result alone, and --full all of it: give one")
    refuse_plot(plot, force=force)
    evaluated = evaluated_claim(claim, options, told=form not in ("json", "csv"))
    if branch:
        from derivations.study.branches import on_branch

        evaluated = on_branch(evaluated, branch)
    for asked, word in ((steps, "--step is a column"), (plot, "--plot draws a result")):
        if asked and not evaluated.study.several:
            raise InputError(f"{word} at several values: give some, as in --set NAME='1, 2 UNIT'")
    swept = None
    if evaluated.study.several:
        from derivations.study.sweep import sweep

        swept = sweep(evaluated, steps=steps)
    if plot is not None and swept is not None:
        from derivations.export.plots.curves import sweep_plot

        write_plot(plot, sweep_plot(swept), force=force)
    if form == "json":
        from derivations.document.fields import report_json

        print_json(report_json(evaluated, all_cards=all_cards, swept=swept))
    elif form == "csv":
        from derivations.document.report_tables import results_table
        from derivations.document.sweep import whole_table

        if swept is None:  # of several values each row has its own
            tell_contradictions(*evaluated.contradictions)
        print_text((results_table(evaluated) if swept is None else whole_table(swept)).to_csv())
    else:
        from derivations.document.fields import ANSWER, REPORT, SUMMARY, report_document

        swept = swept.selection if swept is not None and not all_rows else swept
        extent = ANSWER if brief else REPORT if full or all_cards else SUMMARY
        document = report_document(evaluated, extent, all_cards=all_cards, swept=swept, digits=digits)
        print_document(form, document, screen_style(pretty))
    leave_contradicted(evaluated)
