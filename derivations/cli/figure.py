"""``derive figure``: a picture of a claim for a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from derivations.cli.completion import quantity_settings
from derivations.cli.options import changes, claim_argument, evaluated_claim, pairs, tell_contradictions
from derivations.errors import InputError
from derivations.files import refuse_existing, write_file

_FORMS = (".pdf", ".png", ".svg")


@click.command()
@claim_argument()
@click.option("--kind", default="", metavar="KIND",
              help="curve (the default), roofline, tornado, evidence, or sweep: the default of several values.")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE",
              help="Where to; its name ends in .pdf, .png or .svg.")
@click.option("--width", default="3.4in", metavar="WIDTH",
              help="As wide as a column, 3.4in by default; two take 7in; also in cm, mm or pt.")
@click.option("--over", default="", metavar="NAME=LOW..HIGH UNIT", shell_complete=quantity_settings,
              help="Quantity and range of a curve or a roofline.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@changes
def figure(claim: str, kind: str, output: Path, width: str, over: str, force: bool, **options: Any) -> None:
    """A picture of a claim for a paper: sized for a column, fonts embedded, legible in gray.

    \b
    derive figure optimal-batch -o batch.pdf
    derive figure optimal-batch --kind roofline -o roofline.pdf --width 7in
    derive figure cost-per-token --set B=1..4096 -o cost.pdf
    derive figure chinchilla --kind tornado -o moves.svg
    """
    if output.suffix not in _FORMS:
        raise InputError(f"-o {output}: a figure is written to a file whose name ends in {', '.join(_FORMS)}")
    refuse_existing(output, force=force)
    given = pairs((over,), "--over", 'NAME="LOW..HIGH UNIT"') if over else {}
    from derivations.export.plots.paper import figure_bytes, for_paper, inches

    inches(width)  # a slip in it is told before anything is derived
    evaluated = evaluated_claim(claim, options)
    from derivations.export.plots.kinds import drawn

    tell_contradictions(*evaluated.contradictions)
    picture = for_paper(drawn(evaluated, kind, next(iter(given.items()), None)), width)
    write_file(output, figure_bytes(picture, output.suffix.removeprefix(".")), force=force)
    click.echo(f"wrote {output}", err=True)
