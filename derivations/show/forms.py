"""Forms in which documents are written: one module for each, and one line of the table below."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from derivations.show.document import Document
    from derivations.show.terminal import Style

FORMS = {  # the module whose `write` gives it
    "markdown": "derivations.show.markdown",
    "html": "derivations.show.html.document",
    "latex": "derivations.show.latex.document",
    "typst": "derivations.show.typst.document",
}
TEXT = "text"
ENDINGS = {"md": "markdown", "tex": "latex", "typ": "typst", "txt": TEXT}  # of files, as other names of forms


def written(document: Document, form: str = TEXT, *, style: Style | None = None, level: int = 0) -> str:
    """A document in a form: text in a `style`, or one of `FORMS`, its title a heading of a `level` from 1 on, or bold.
    """
    if form == TEXT:
        from derivations.show.terminal import PLAIN, text_of

        return text_of(document.blocks, PLAIN if style is None else style)
    text: str = import_module(FORMS[form]).write(document, level)
    return text
