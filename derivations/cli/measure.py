"""``derive measure``: the reader's own machine, measured and kept as a card."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from derivations.cli.options import form_option, machine_options
from derivations.cli.screen import print_in, print_text
from derivations.files import refuse_existing, write_file
from derivations.measure.libraries import find_machine


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.toml", help="Also write the card here.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@machine_options
@form_option
def measure(
    output: Path | None, force: bool, through: str | None, quick: bool, form: str
) -> None:
    """Measure this machine and keep its card: memory bandwidth, matrix products by number format, the link to the host.

    An NVIDIA GPU through PyTorch or CuPy where there is one, else the processor through NumPy. The card is called
    mine, and is kept in the configuration folder (DERIVATIONS_CONFIG names another), from where every command has it.

    \b
    derive measure -o mine.toml
    derive show optimal-batch --accelerator mine
    derive evidence optimal-batch --measure
    """
    from derivations.measure.measurement import MINE, card_toml
    from derivations.measure.measurement import measure as measured
    from derivations.sources.kept_cards import kept_folder, place_to_keep

    if output is not None:
        refuse_existing(output, force=force)
    folder = kept_folder()
    kept = None if folder is None else place_to_keep(folder, MINE)
    machine = find_machine(through or "")
    found = measured(machine, machine.size.quick if quick else machine.size, date.today().isoformat())
    text = card_toml(found)
    if output is not None:
        write_file(output, text, force=force)
    if kept is not None:
        write_file(kept, text, force=True)
    from derivations.document.cards import CARDS, ShownCards
    from derivations.sources.catalog import load_catalog

    catalog = load_catalog().with_accelerators(text, str(output or kept or MINE))
    print_in(form, ShownCards(catalog, MINE), CARDS)
    if form != "text":
        return
    for name, words in found.missing.items():
        print_text(f"{name} is missing: {words}\n")
    if kept is not None:
        print_text(f"Kept in {kept}: --accelerator {MINE} finds it.\n")
