"""Forms in which documents are written: a module for each, of which the table below has the name.

What is shown does not import what writes it: a form is looked up when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from derivations.document.blocks import Document

TEXT = "text"
WRITERS = {  # of each form the module whose `write` gives it
    TEXT: "derivations.writers.terminal",
    "markdown": "derivations.writers.markdown",
    "html": "derivations.writers.html.document",
    "latex": "derivations.writers.latex.document",
    "typst": "derivations.writers.typst.document",
}
FORMS = tuple(form for form in WRITERS if form != TEXT)
ENDINGS = {"md": "markdown", "tex": "latex", "typ": "typst", "txt": TEXT}  # of files, as other names of forms


def writer(form: str) -> Any:
    """The module that writes a form."""
    return import_module(WRITERS[form])


def written(document: Document, form: str = TEXT, *, style: object = None, level: int = 0) -> str:
    """A document in a form: text in a `style` (`terminal.Style`), or one of `FORMS`, its title a heading of a `level`
    from 1 on, or bold.
    """
    if form == TEXT and style is not None:
        text: str = writer(form).write(document, level, style)
    else:
        text = writer(form).write(document, level)
    return text
