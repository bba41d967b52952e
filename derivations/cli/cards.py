"""``derive cards``: the catalog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from derivations.cli.completion import card_names, template_names
from derivations.cli.options import catalog_files, form_option, store_option
from derivations.cli.results import kept_result
from derivations.cli.screen import print_in, print_text
from derivations.errors import InputError


@click.command()
@click.argument("name", required=False, shell_complete=card_names)
@click.option("--template", default="", metavar="KIND", shell_complete=template_names,
              help="Print a card file to fill in, every field explained: accelerator, model, prices or tier.")
@catalog_files
@store_option
@form_option
@kept_result
def cards(name: str | None, template: str, catalog: Sequence[Path], form: str) -> None:
    """The cards of accelerators, models, prices and memory tiers, or one of them with every number and its source.

    \b
    derive cards --template accelerator > my.toml
    derive show optimal-batch --catalog my.toml --accelerator my-accelerator
    """
    if template and (name is not None or form != "text"):
        raise InputError("--template is a file to fill in: leave the name of a card, --json, --csv and --to out")
    from derivations.sources.catalog import load_catalog

    loaded = load_catalog(*catalog)
    if template:
        from derivations.export.card_template import card_template

        print_text(card_template(template, load_catalog()))
        return
    if name is not None:
        loaded.card(name)  # a slip in the name is told before anything is drawn
    from derivations.document.cards import CARDS, ShownCards

    print_in(form, ShownCards(loaded, name or ""), CARDS)
