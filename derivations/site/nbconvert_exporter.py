"""The exporter that nbconvert finds by its name: ``jupyter nbconvert --to derivations NOTEBOOK``, whosever it is."""

from __future__ import annotations

import re
from typing import Any

from nbconvert.exporters import Exporter

from derivations.site.notebook_page import PageState, cells, known_of
from derivations.writers.html.assets import embedded
from derivations.writers.html.template import page, piece, render

_HEADING = re.compile(r"^#\s+(.+)$", re.MULTILINE)


class PageExporter(Exporter):
    """A notebook as one page that opens without a network: formulas as MathML, steps as equations, code folded below.

    It is the page that the site has of a notebook, with style, script and font within. With ``--execute`` the notebook
    runs first, as with any exporter.
    """

    file_extension = ".html"
    output_mimetype = "text/html"
    export_from_notebook = "Page of derivations"

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """The page, and what nbconvert knows of it."""
        nb, resources = super().from_notebook_node(nb, resources, **options)
        name = str(resources.get("metadata", {}).get("name") or "notebook")
        content = [dict(cell) for cell in nb.cells]
        state = PageState(name, *known_of(content))
        body = render("notebook.html.j2", "derivations.site", cells=list(cells(content, state)))
        return page(_title(content, name), body + piece("letters_data", state.letters), assets=embedded()), resources


def _title(content: list[dict[str, Any]], name: str) -> str:
    """The first heading of the first kind, or the name of the file."""
    texts = (cell["source"] for cell in content if cell["cell_type"] == "markdown")
    return next((found[1].strip() for found in map(_HEADING.search, texts) if found), name)
