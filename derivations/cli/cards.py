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
from derivations.files import refuse_existing, write_file


@click.command()
@click.argument("name", required=False, shell_complete=card_names)
@click.option("--full", is_flag=True, help="Tables with ridge, drain time, prices and memory tiers of every card.")
@click.option("--template", default="", metavar="KIND", shell_complete=template_names,
              help="Print a card file to fill in, every field explained: accelerator, model, prices or tier.")
@click.option("--from", "configuration", type=click.Path(path_type=Path), metavar="CONFIG.json",
              help="The card of a model, counted from its configuration as Hugging Face has it.")
@click.option("--name", "model_name", default="", metavar="NAME",
              help="With --from: what the model is called; its sizes, as in 235B-A22B, are compared with the count.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.toml",
              help="With --from: where the card is written to, and the count is printed; default: print the card.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@catalog_files
@store_option
@form_option
@kept_result
def cards(
    name: str | None, full: bool, template: str, configuration: Path | None, model_name: str, output: Path | None,
    force: bool, catalog: Sequence[Path], form: str,
) -> None:
    """An index of the cards of accelerators, models, prices and memory tiers, or one of them with every number and
    its source.

    \b
    derive cards --template accelerator > my.toml
    derive show optimal-batch --catalog my.toml --accelerator my-accelerator
    derive cards --from config.json -o my.toml          the card of a model, its parameters counted
    """
    if configuration is None and (model_name or output is not None or force):
        raise InputError("--name, -o and --force go with --from, the configuration of a model")
    if configuration is not None:
        if template or name is not None:
            raise InputError("--from makes the card of a model: leave --template and the name of a card out")
        _from_configuration(configuration, model_name, output, catalog, form, force=force)
        return
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

    print_in(form, ShownCards(loaded, name or "", full), CARDS)


def _from_configuration(
    configuration: Path, name: str, output: Path | None, catalog: Sequence[Path], form: str, *, force: bool
) -> None:
    """The card of a model printed; or written to a file, and its count printed."""
    if output is None and form != "text":
        raise InputError("--from prints a card file: give -o FILE to write it, and the count is printed in other forms")
    if output is not None:
        refuse_existing(output, force=force)
    from derivations.export.model_card import model_card, shown_count
    from derivations.sources.catalog import load_catalog
    from derivations.sources.counted_model import count_model
    from derivations.sources.model_configuration import read_configuration

    shown = shown_count(count_model(read_configuration(configuration)), load_catalog(*catalog).names, name)
    text = model_card(shown)
    if output is None:
        print_text(text)
        return
    from derivations.document.counted_model import COUNT

    if output.exists() and output.samefile(configuration):
        raise InputError(f"{output} is read for this: give another file to write")
    write_file(output, text, force=force)
    print_in(form, shown, COUNT)
    use = f"show kv-bytes --catalog {output} --model {shown.name}" if shown.counted.grows else (
        f"cards --catalog {output} {shown.name}")
    click.echo(f"wrote {output}: derive {use}", err=True)
