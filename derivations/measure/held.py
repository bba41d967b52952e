"""A growing batch, timed on a machine, as measured tables beside the card that they are held against."""

from __future__ import annotations

from datetime import date

from derivations.claim.composition import widest
from derivations.claims.shared.ridge import ridge_of
from derivations.errors import UnknownNameError
from derivations.measure.batches import batches_table, knee_table, measure_batches
from derivations.measure.machine import Machine
from derivations.measure.measurement import MINE, card_toml, measure, plain
from derivations.sources.card import Accelerator
from derivations.sources.catalog import Catalog
from derivations.sources.measured import MeasuredTable, measured_table


def measured_batches(
    catalog: Catalog, machine: Machine, *, quick: bool = False
) -> tuple[Catalog, tuple[MeasuredTable, ...]]:
    """The times of a growing batch and their knee, and the catalog with the card of the machine.

    That is the card called `MINE` if it is of this machine, and else one that is measured now, and not kept. Raises
    `InputError` for a machine without products of matrices, or a name that another card of the catalog has.
    """
    size, today = machine.size.quick if quick else machine.size, date.today().isoformat()
    card = _own(catalog)
    if card is None or card.title != plain(machine.title):
        catalog = catalog.with_accelerators(card_toml(measure(machine, size, today)), "the card measured now")
        card = catalog.accelerator(MINE)
    number_format = widest(card)
    found = measure_batches(machine, number_format, size, ridge_of(card)[number_format].number)
    texts = {"batches.csv": batches_table, "knee.csv": knee_table}
    tables = (measured_table(text(found, plain(machine.library), today), file, catalog) for file, text in texts.items())
    return catalog, tuple(tables)


def _own(catalog: Catalog) -> Accelerator | None:
    try:
        return catalog.accelerator(MINE)
    except UnknownNameError:
        return None
