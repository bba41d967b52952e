"""Output of the commands: lines as wide as the terminal, colors where somebody looks, plain data."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from derivations.document.schema import SCHEMA
from derivations.files import write_file

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

    from derivations.document.blocks import Document
    from derivations.document.shown import Found, Producer
    from derivations.writers.terminal import Style


_COLORS: dict[str, dict[str, Any]] = {
    "title": {"bold": True}, "heading": {"bold": True, "fg": "blue"}, "label": {"bold": True, "fg": "blue"},
    "name": {"bold": True}, "dim": {"dim": True}, "good": {"fg": "green"}, "bad": {"fg": "red"},
    "warning": {"fg": "red"},
}


@dataclass
class Again:
    """The screen that a command is run for once more, whose text is taken and not shown; the object of its context."""

    screen: tuple[bool, int, bool]
    encoding: str
    key: str | None = None
    text: str = ""


PRINTED = f"{__name__}.printed"  # in the meta of a context: what its command prints, where somebody collects it


def terminal() -> tuple[bool, int, bool]:
    """Whether somebody looks at the output, how many columns it has, and whether it has colors."""
    again = _again()
    if again is not None:
        return again.screen
    looks = sys.stdout.isatty()
    width = shutil.get_terminal_size((100, 24)).columns if looks else 100
    return looks, max(60, min(width, 120)), looks and "NO_COLOR" not in os.environ


def encoding() -> str:
    """That of the output."""
    again = _again()
    return sys.stdout.encoding if again is None else again.encoding


def _again() -> Again | None:
    context = click.get_current_context(silent=True)
    return None if context is None else context.find_object(Again)


def painter() -> Callable[[str, str], str]:
    """What colors a role of text where somebody looks at it, and leaves it as it is in a pipe."""
    _, _, color = terminal()

    def paint(text: str, role: str) -> str:
        return click.style(text, **_COLORS.get(role, {})) if color else text

    return paint


def screen_style(pretty: bool | None = None) -> Style:
    """The style of this terminal, or of a pipe; `pretty` asks for two-dimensional mathematics or none."""
    from derivations.writers.terminal import Style

    looks, width, _ = terminal()
    return Style(looks if pretty is None else pretty, width, painter())


def print_text(text: str) -> None:
    """Text that ends its own last line."""
    click.echo(text, nl=False)
    context = click.get_current_context(silent=True)
    if context is not None and PRINTED in context.meta:
        context.meta[PRINTED].append(text)


def print_json(data: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
    """Plain data with the number of its form, which in a list every object has."""
    told = {"schema": SCHEMA, **data} if isinstance(data, Mapping) else [{"schema": SCHEMA, **item} for item in data]
    print_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n")


def print_document(form: str, document: Document, style: Style | None = None) -> None:
    """A document as text of this terminal, or in one of `document.forms.FORMS`."""
    from derivations.document.forms import written

    print_text(written(document, form, style=style or screen_style(), level=1))


def print_in(form: str, found: Found, producer: Producer[Found], style: Style | None = None) -> None:
    """A result in a form: plain data, rows, text of this terminal, or one of `document.forms.FORMS`."""
    if form == "json":
        print_json(producer.data(found))
    elif form == "csv":
        print_text(producer.rows(found).to_csv())
    else:
        print_document(form, producer.document(found), style)


def progress(items: Sequence[Any], label: str, *, quiet: bool) -> Any:
    """A progress bar on standard error, where somebody watches."""
    hidden = quiet or not sys.stderr.isatty()
    return click.progressbar(items, label=label, file=sys.stderr, hidden=hidden)


@contextmanager
def stages(length: int, label: str, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, where somebody watches, and what tells it of so much more."""
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=quiet or not sys.stderr.isatty()) as bar:
        yield bar.update


def write_plot(plot: Path, figure: Figure, *, force: bool) -> None:
    """The figure as SVG."""
    from derivations.export.plots.drawing import svg_text

    write_file(plot, svg_text(figure), force=force)
