"""``derive cards``: the catalog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from derivations.cli.options import catalog_files, json_option
from derivations.cli.screen import print_json, print_text, screen_style


@click.command()
@click.argument("name", required=False)
@catalog_files
@json_option
def cards(name: str | None, catalog: Sequence[Path], as_json: bool) -> None:
    """The cards of accelerators, models, prices and memory tiers, or one of them with every number and its source."""
    from derivations.sources.catalog import load_catalog

    loaded = load_catalog(*catalog)
    if name is not None:
        loaded.card(name)  # a slip in the name is told before anything is drawn
    from derivations.show.cards import card_json, card_text, cards_json, cards_text

    if as_json:
        print_json(cards_json(loaded) if name is None else card_json(loaded, name))
        return
    style = screen_style()
    print_text(cards_text(loaded, style) if name is None else card_text(loaded, name, style))
