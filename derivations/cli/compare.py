"""``derive compare``: what a change did to a claim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from derivations.cli.options import (
    applied,
    changes,
    chosen_claims,
    claim_argument,
    form_option,
    leave_contradicted,
    refuse_unknown,
    study_of_options,
    tell_contradictions,
)
from derivations.cli.screen import print_in, screen_style
from derivations.errors import InputError


@click.command()
@claim_argument()
@changes
@click.option("--from", "start", type=click.Path(path_type=Path), metavar="FILE",
              help="A study to compare with instead of the defaults; the changes given are not applied to it.")
@click.option("--brief", is_flag=True, help="Without the steps and the other results.")
@form_option
def compare(claim: str, start: Path | None, brief: bool, form: str, **options: Any) -> None:
    """A claim before and after changes: its result, then premises, numbers, steps and verdicts.

    \b
    derive compare optimal-batch --set L=1k --assume arithmetic-time=weights-alone --save-study mine.toml
    derive compare optimal-batch --study mine.toml
    """
    refuse_unknown((claim,), options["claim_files"])
    study = study_of_options(options)
    if not study:
        raise InputError("nothing is changed: give --assume, --set, a card or a study")
    from derivations.claim.study import Study, read_study
    from derivations.study.ledger import refuse_several

    base = Study() if start is None else read_study(start)
    for item in (base, study):
        refuse_several(item)
    chosen = chosen_claims((claim,), options["claim_files"])[0]
    from derivations.document.difference import BRIEF, DIFFERENCE
    from derivations.study.difference import Difference

    old, new = (applied(chosen, item, options) for item in (base, study))
    difference = Difference.between(new, old)
    if form == "csv":
        tell_contradictions(*new.contradictions)
    print_in(form, difference, BRIEF if brief else DIFFERENCE, screen_style(False))
    leave_contradicted(new)
