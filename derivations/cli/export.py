"""``derive export``: a claim to paste into a writeup."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from derivations.cli.options import changes, json_option, report_of, symbolic_option
from derivations.errors import UnknownNameError
from derivations.output import refuse_existing, write_file


@click.command()
@click.argument("claim")
@click.option("--to", "form", required=True, metavar="latex|markdown", help="What to write.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to; default: print.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@changes
@symbolic_option
@json_option
def export(claim: str, form: str, output: Path | None, force: bool, as_json: bool, **options: Any) -> None:
    """A claim as LaTeX or Markdown, to paste into a writeup."""
    forms = {"latex": "to_latex", "markdown": "to_markdown"}
    if form not in forms:
        raise UnknownNameError("format", form, forms)
    if output is not None:
        refuse_existing(output, force=force)
    text: str = getattr(report_of(claim, options), forms[form])()
    if as_json:
        text = json.dumps({"claim": claim, "format": form, "text": text}, indent=2, ensure_ascii=False) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text, force=force)
