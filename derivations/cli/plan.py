"""``derive plan``: what a number of GPUs can serve of a model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from derivations.cli.completion import accelerator_names, model_names, premise_settings, quantity_settings
from derivations.cli.options import catalog_files, form_option, number_formats, pairs, plot_options, refuse_plot
from derivations.cli.screen import print_in, write_plot


@click.command()
@click.option("--model", default="deepseek-v3", metavar="CARD", shell_complete=model_names,
              help="Model card; default deepseek-v3.")
@click.option("--accelerator", default="h200", metavar="CARD", shell_complete=accelerator_names,
              help="Accelerator card; default h200.")
@click.option("--gpus", type=int, metavar="N",
              help="Total number of GPUs; default 8, or with --users as many as it takes.")
@click.option("--users", type=int, metavar="N", help="People who read at that speed at the same time.")
@click.option("--context", default="8k", metavar="TOKENS", help="Longest context of a sequence; default 8k.")
@click.option("--output", default="1k", metavar="TOKENS", help="Generated part of the context; default 1k.")
@click.option("--speed", default="20", metavar="SPEED",
              help="New tokens per second of a sequence, at least; default 20.")
@click.option("--first-token", default="", metavar="TIME",
              help='Longest time to compute a prompt: "500 ms". The prompt is the context less the output.')
@click.option("--cached", default="", metavar="PART", help="Part of each prompt whose KV cache is found: 60%.")
@click.option("--price", default="", metavar="PRICE",
              help='Rent of a GPU: "$2.5/h", "2.5 $/GPU-hour"; default the lecture\'s 2 dollars.')
@number_formats
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE [UNIT]", shell_complete=quantity_settings,
              help="Value a quantity of these claims: e_read=0.8, x_free=0.95 (repeatable).")
@click.option("--assume", "assumptions", multiple=True, metavar="PREMISE=RELATION", shell_complete=premise_settings,
              help="Replace a premise of pass-time or energy, as derive show does (repeatable).")
@plot_options
@catalog_files
@form_option
def plan(
    model: str, accelerator: str, gpus: int | None, users: int | None, context: str, output: str, speed: str,
    first_token: str, cached: str, price: str, compute: str, weights: str, cache: str, settings: Sequence[str],
    assumptions: Sequence[str], plot: Path | None, force: bool, catalog: Sequence[Path], form: str,
) -> None:
    """What GPUs can serve of a model: batch, speed, throughput, cost and energy, what binds, and what is measured.

    Nothing new is assumed: memory, balance, time and energy of a pass are those of the claims replicas, optimal-batch,
    pass-time and energy, and each number names the command that shows its derivation. Where no scale-up domain holds
    the model, several are planned as stages of a pipeline. --csv and --plot give the front of throughput against speed.
    Exits with 1 if no size of system serves what is asked for, and says what would.

    \b
    derive plan --model deepseek-v3 --accelerator h200 --gpus 64 --context 8k --speed "20 token/s"
    derive plan --model llama-3.1-70b --accelerator h100 --cache fp8 --plot front.svg
    derive plan --model llama-3.1-70b --accelerator h100 --users 1000 --first-token "1 s" --price "$2.5/h"
    """
    values = pairs(settings, "--set", 'NAME="VALUE UNIT"')
    premises = pairs(assumptions, "--assume", 'PREMISE="RELATION"')
    refuse_plot(plot, force=force)
    from derivations.claim.claim import Cards
    from derivations.document.plan import PLAN
    from derivations.sources.catalog import load_catalog
    from derivations.study.plan import plan as plan_of
    from derivations.study.plan_asked import asked

    cards = Cards(accelerator, model, compute, weights, cache)
    wanted = asked(cards, gpus, context=context, output=output, speed=speed, premises=premises, values=values,
                   users=users, first_token=first_token, cached=cached, price=price)
    found = plan_of(wanted, load_catalog(*catalog))
    if plot is not None:
        from derivations.export.plots.front import front_plot

        write_plot(plot, front_plot(found), force=force)
    print_in(form, found, PLAN)
    if found.best is None:
        raise SystemExit(1)
