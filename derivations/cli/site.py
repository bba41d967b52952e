"""``derive site``: everything as pages that open from disk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from derivations.claims.index import CLAIMS
from derivations.cli.options import claims_argument, json_option
from derivations.cli.screen import print_json
from derivations.errors import InputError, UnknownNameError


@click.command()
@claims_argument
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Output folder.")
@click.option("--notebooks", type=click.Path(path_type=Path), metavar="DIR",
              help="Your own executed notebooks; default: those of the package.")
@click.option("--documents", type=click.Path(path_type=Path), metavar="DIR",
              help="Your own documents, if any; default: those of the package.")
@click.option("--engine", default=Path("build", "lab"), show_default=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Folder of the lab's engine, if it was built with 'make lab'.")
@click.option("--anew", is_flag=True,
              help="Derive the claims of pages that change anew; 'derive check' then need not.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="How many processes; default: one for each core.")
@json_option
def site(
    claims: Sequence[str], output: Path, notebooks: Path | None, documents: Path | None, engine: Path, anew: bool,
    jobs: int | None, as_json: bool,
) -> None:
    """The site: notebooks, ledger, premises, notation, cards and sources as pages that need no network.

    With names of claims, only these and the notebooks about no others. Only what changed is made again.
    Exits with 2 if pages cannot be made from what was given, with 1 if they fail for another reason; the other pages
    are kept.
    """
    for name in claims:
        if name not in CLAIMS:
            raise UnknownNameError("claim", name, CLAIMS)
    from derivations.site.packaged import DOCUMENTS, NOTEBOOKS, packaged_folder

    notebooks = packaged_folder(NOTEBOOKS) if notebooks is None else notebooks
    documents = packaged_folder(DOCUMENTS) if documents is None else documents
    if not notebooks.is_dir():
        raise InputError(f"no folder {notebooks}: name the one of the notebooks with --notebooks")
    from derivations.proof.processes import cores
    from derivations.site.build import build
    from derivations.site.lab.engine import open_engine

    lab, without = None, ""
    try:
        lab = open_engine(engine)
    except InputError as error:
        without = f"derive: the site has no lab: {error}"
    with ExitStack() as shown:
        tell = _progress(shown, quiet=as_json)
        told = documents if documents.is_dir() else None
        outcome = build(notebooks, output, jobs or cores(), tell, claims or CLAIMS, told, lab, anew=anew)
    if without and (outcome.written or outcome.removed):
        click.echo(without, err=True)
    for name, (message, _) in outcome.failed.items():
        click.echo(f"derive: {name}: {message}", err=True)
    if as_json:
        print_json({
            "index": str(output / "index.html"), "written": outcome.written, "kept": outcome.kept,
            "removed": outcome.removed, "failed": {name: message for name, (message, _) in outcome.failed.items()},
        })
    else:
        removed = f", {len(outcome.removed)} removed" if outcome.removed else ""
        click.echo(f"{output / 'index.html'}: {len(outcome.written)} written, {len(outcome.kept)} as before{removed}")
    if outcome.failed:
        raise SystemExit(2 if all(by_input for _, by_input in outcome.failed.values()) else 1)


def _progress(shown: ExitStack, *, quiet: bool) -> Callable[[str, int, int], None]:
    """Reporter of finished work: a bar where somebody watches, else a line each."""
    bars: list[Any] = []

    def bar(line: str, finished: int, total: int) -> None:
        if not bars:
            bars.append(shown.enter_context(click.progressbar(length=total, label="pages", file=sys.stderr)))
        bars[0].update(1)

    def told(line: str, finished: int, total: int) -> None:
        click.echo(f"[{finished}/{total}] {line}", err=True)

    return bar if sys.stderr.isatty() and not quiet else told
