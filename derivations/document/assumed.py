"""What a notebook assumes, as a line or a list under its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derivations.document.answer import changed_numbers
from derivations.document.blocks import Block, Document, TextLine
from derivations.document.data import selected
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.language.relation import relation_source
from derivations.study.assumed import Assumed


def assumed_document(found: Assumed) -> Document:
    """The changes, one a line, under a heading that says where they are from; empty where there are none."""
    return Document.of(_blocks(found))


def assumed_json(found: Assumed) -> dict[str, Any]:
    """The changes as plain data."""
    study = found.study
    return {
        "file": found.file,
        **selected(study.cards, "accelerator model compute weights cache"),
        "values": {name: value.typed for name, value in study.first.items()},
        "premises": {name: relation_source(item) for name, item in study.premises.items()},
    }


def assumed_table(found: Assumed) -> Table:
    """The same as rows."""
    told = assumed_json(found)
    rows = [(key, item) for key, item in told.items() if item and isinstance(item, str)]
    rows += [(name, item) for key in ("values", "premises") for name, item in told[key].items()]
    return Table("Changed", ("what", "to"), tuple(rows))


def _blocks(found: Assumed) -> Iterator[Block]:
    if not found.study:
        return
    yield TextLine("Changed in all that follows, where a cell does not say otherwise", role="heading")
    if found.file:
        yield TextLine(f"by {found.file}", depth=1, hang=2)
    for name, item in found.study.premises.items():
        yield TextLine(f"premise {name}: {relation_source(item)}", depth=1, hang=2)
    for words in changed_numbers(found.study, found.catalog):
        yield TextLine(words, depth=1, hang=2)
    yield TextLine("Text between cells tells of the argument as it stands without the change; cells tell what follows.")


ASSUMED = Producer(assumed_document, assumed_json, assumed_table)
