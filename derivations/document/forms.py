"""Forms in which documents are written: a row of the table below, and a module, for each.

What is shown does not import what writes it: a form is looked up when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from derivations.document.blocks import Document



class Form(NamedTuple):
    """A form: what it is called, what its files end in, and the module whose `write` gives it."""

    title: str
    ending: str
    module: str


TEXT = "text"
WRITERS = {
    TEXT: Form("Plain text", "txt", "derivations.writers.terminal"),
    "markdown": Form("Markdown", "md", "derivations.writers.markdown"),
    "html": Form("HTML", "html", "derivations.writers.html.document"),
    "latex": Form("LaTeX", "tex", "derivations.writers.latex.document"),
    "typst": Form("Typst", "typ", "derivations.writers.typst.document"),
}
FORMS = tuple(form for form in WRITERS if form != TEXT)
ENDINGS = {form.ending: name for name, form in WRITERS.items()}  # other names of forms


def writer(form: str) -> Any:
    """The module that writes a form."""
    return import_module(WRITERS[form].module)


def written(document: Document, form: str = TEXT, *, style: object = None, level: int = 0) -> str:
    """A document in a form: text in a `style` (`terminal.Style`), or one of `FORMS`, its title a heading of a `level`
    from 1 on, or bold.
    """
    if form == TEXT and style is not None:
        text: str = writer(form).write(document, level, style)
    else:
        text = writer(form).write(document, level)
    return text
