"""``derive notebook``: the notebook of a claim, or one of your own, under your assumptions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from derivations.cli.completion import claim_names
from derivations.cli.export import beside
from derivations.cli.options import changes, chosen_claims, save_study, study_of_options
from derivations.errors import InputError
from derivations.files import refuse_existing, write_file

_ENDING = ".ipynb"


@click.command()
@click.argument("source", metavar="CLAIM|FILE.ipynb", shell_complete=claim_names)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE.ipynb",
              help="Output file.")
@click.option("--execute", is_flag=True, help="Run it, too, where it is written to, and store what its cells show.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@changes
def notebook(source: str, output: Path, execute: bool, force: bool, **options: Any) -> None:
    """A notebook with your changes in its cell of parameters, so that all of it is derived under them.

    Of a claim it is the notebook that tells it; a file is one that you have, from here or your own.

    \b
    derive notebook optimal-batch --accelerator h100 --set L=32k --execute -o batch.ipynb
    derive notebook kv-bytes --study study.toml -o kv-bytes.ipynb
    derive notebook batch.ipynb --assume roofline=no-overlap --execute -o serial.ipynb
    """
    if output.suffix != _ENDING:
        raise InputError(f"-o {output} is no name of a notebook: end it in {_ENDING}")
    if options["claim_files"]:
        raise InputError("a claim of your own has no notebook yet: derive export makes one, with --to ipynb")
    refuse_existing(output, force=force)
    path = Path(source) if source.endswith(_ENDING) else _told_in(source)
    from derivations.site.notebooks import executed_text, stored_notebook

    stored = stored_notebook(path)
    given = _given(source, output.parent, options)
    from derivations.export.notebook import assuming

    try:
        text = json.dumps(assuming(stored, given), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    if execute:
        text = executed_text(text, path.name, output.parent)
    save_study(options)
    write_file(output, text, force=force)
    click.echo(f"wrote {output}", err=True)


def _told_in(name: str) -> Path:
    """The notebook of a built-in claim, or another by its name; raises `InputError` for one that there is not."""
    from derivations.site.packaged import NOTEBOOKS, packaged_folder

    path = packaged_folder(NOTEBOOKS) / f"{name}{_ENDING}"
    if "/" in name or not path.is_file():
        chosen_claims((name,), ())
        raise InputError(f"there is no {path}: install the whole package, or name a notebook")
    return path


def _given(source: str, folder: Path, options: dict[str, Any]) -> dict[str, str]:
    """What is changed, as arguments of `use`; raises `InputError` for what these cannot say, or concerns no claim."""
    study = study_of_options(options)
    from derivations.export.call import assumed_arguments, not_assumed, paths_text
    from derivations.sources.catalog import load_catalog
    from derivations.study.assumed import assume, forget

    unsaid = not_assumed(study)
    if unsaid:
        other = f": derive export {source} --to ipynb makes one that has it" if not source.endswith(_ENDING) else ""
        raise InputError(f"a whole notebook cannot assume {unsaid}{other}")
    if options["budget"] is not None:
        raise InputError("--budget is for one derivation: a notebook has none of its own")
    load_catalog(*options["catalog"])
    assumed, before = assume(study, options["catalog"])
    forget(before)
    cards = [beside(path, folder) for path in options["catalog"]]
    files = {"catalog": paths_text(cards)} if cards else {}
    return {**assumed_arguments(assumed.study), **files}
