"""``derive cards``: the catalog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from derivations.cli.completion import card_names, template_names
from derivations.cli.options import catalog_files, csv_option, json_option, store_option
from derivations.cli.results import kept_result
from derivations.cli.screen import print_json, print_text, screen_style
from derivations.errors import InputError


@click.command()
@click.argument("name", required=False, shell_complete=card_names)
@click.option("--template", default="", metavar="KIND", shell_complete=template_names,
              help="Print a card file to fill in, every field explained: accelerator, model, prices or tier.")
@catalog_files
@store_option
@json_option
@csv_option
@kept_result
def cards(name: str | None, template: str, catalog: Sequence[Path], as_json: bool, as_csv: bool) -> None:
    """The cards of accelerators, models, prices and memory tiers, or one of them with every number and its source.

    \b
    derive cards --template accelerator > my.toml
    derive show optimal-batch --catalog my.toml --accelerator my-accelerator
    """
    if template and (name is not None or as_json or as_csv):
        raise InputError("--template is a file to fill in: leave the name of a card, --json and --csv out")
    from derivations.sources.catalog import load_catalog

    loaded = load_catalog(*catalog)
    if template:
        from derivations.show.card_template import card_template

        print_text(card_template(template, load_catalog()))
        return
    if name is not None:
        loaded.card(name)  # a slip in the name is told before anything is drawn
    from derivations.show.cards import card_json, card_text, cards_csv, cards_json, cards_text

    if as_json:
        print_json(cards_json(loaded) if name is None else card_json(loaded, name))
        return
    if as_csv:
        print_text(cards_csv(loaded, name or ""))
        return
    style = screen_style()
    print_text(cards_text(loaded, style) if name is None else card_text(loaded, name, style))
