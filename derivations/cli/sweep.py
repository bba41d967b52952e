"""``derive sweep``: a result over any number of points, summed up or written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from derivations.cli.completion import claim_names, premise_settings, step_names
from derivations.cli.options import (
    applied,
    changes,
    chosen_claims,
    draw_options,
    form_option,
    pairs,
    refuse_unknown,
    study_of_options,
)
from derivations.cli.screen import print_in, stages
from derivations.errors import InputError

if TYPE_CHECKING:
    from derivations.study.sweep_plan import SweepPlan

_CARDS = ("accelerator", "model")


@click.command()
@click.argument("claim", shell_complete=claim_names)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="Output with every point; its name ends in .zarr, .parquet or .csv.")
@click.option("--force", is_flag=True, help="Replace existing output, once the sweep is complete.")
@click.option("--resume", is_flag=True, help="Continue an interrupted sweep.")
@click.option("--step", "steps", multiple=True, metavar="NAME", shell_complete=step_names,
              help="An additional variable: a step or a quantity (repeatable).")
@click.option("--also-assume", multiple=True, metavar="PREMISE=RELATION", shell_complete=premise_settings,
              help="A changed premise to sweep over, in addition to the default premises (repeatable).")
@changes
@draw_options
@form_option
def sweep(
    claim: str, output: Path | None, force: bool, resume: bool, steps: Sequence[str], also_assume: Sequence[str],
    form: str, **options: Any,
) -> None:
    """A result over ranges of quantities, cards and premises: any number of points, in flat memory.

    Each --set with several values or a range is a dimension; so are several cards, as in --accelerator h100,h200.
    Beside the result stand the regime (which branch of a max), the reason where a condition fails, and the
    contradiction where weights and caches do not fit into memory; of a result that comes whole, as GPUs do, the whole
    number to take, and what is minimized there. Without -o a summary is printed, also as --csv;
    derive figure CLAIM --set B=1..4096 -o FILE.pdf draws it.

    \b
    derive sweep cost-per-token --set B=1..4096 --set L=0..2k
    derive sweep optimal-batch --set B=1..4096 --set L=0..2k -o batch.parquet
    derive sweep cost-per-token --set "B=1..100k step 1" --set "L=0..9999 step 1" -o cost.zarr
    """
    if output is not None and output.suffix in (".pdf", ".png", ".svg"):
        raise InputError(f"-o {output}: derive figure {claim} --set NAME=LOW..HIGH -o {output} draws a sweep")
    if resume and output is None:
        raise InputError("--resume goes on with a file: name it with -o")
    if output is not None and form != "text":
        option = f"--{form}" if form in ("json", "csv") else "--to"
        raise InputError(f"-o writes every point, and {option} prints a summary: leave one of them out")
    refuse_unknown((claim,), options["claim_files"])
    if output is not None:
        from derivations.study.sweep import wanted

        wanted("numpy")
        from derivations.study.sweep_store import refuse_output

        refuse_output(output, force=force, resume=resume)
    plan = _plan(claim, steps, also_assume, options)
    if output is not None:
        from derivations.study.sweep_store import write_sweep

        with stages(plan.points, f"sweeping {claim}") as told:
            points = write_sweep(plan, output, force=force, resume=resume, progress=told)
        click.echo(f"wrote {output}: {points:,} points", err=True)
        return
    from derivations.document.sweep_summary import SWEEP_SUMMARY
    from derivations.study.sweep_summary import sweep_summary

    print_in(form, sweep_summary(plan), SWEEP_SUMMARY)


def _plan(claim: str, steps: Sequence[str], also_assume: Sequence[str], options: dict[str, Any]) -> SweepPlan:
    """The plan of what was typed: what has several values is swept, the rest is a change as in every command."""
    settings = pairs(options["settings"], "--set", 'NAME="VALUE UNIT"')
    over: dict[str, Any] = {name: text for name, text in settings.items() if _is_several(name, text)}
    cards = {kind: [name.strip() for name in options[kind].split(",")] for kind in _CARDS
             if "," in options[kind] and ":" not in options[kind]}
    plain = {**options, **dict.fromkeys(cards, ""),
             "settings": [f"{name}={text}" for name, text in settings.items() if name not in over]}
    study = study_of_options(plain)
    for name, values in study.several.items():
        over.setdefault(name, list(values))
    study = replace(study, values={name: values[:1] for name, values in study.values.items() if name not in over})
    evaluated = applied(chosen_claims((claim,), options["claim_files"])[0], study, options, told=True)
    from derivations.study.sweep import wanted

    wanted("numpy")
    from derivations.study.sweep_plan import sweep_plan

    premises = ["", *also_assume] if also_assume else None
    return sweep_plan(evaluated, over, **cards, premises=premises, steps=steps)


def _is_several(name: str, text: str) -> bool:
    """True for a text with several values, or one that is drawn; ranges are not listed."""
    if ".." in text:
        return True
    from derivations.numbers.value import parse_values, read_range

    try:
        between = read_range(text)
        return between.spread is not None if between is not None else len(parse_values(text)) > 1
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
