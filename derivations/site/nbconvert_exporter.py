"""The exporters that nbconvert finds by their names: ``jupyter nbconvert --to derivations NOTEBOOK``, whosever it is.

``derivations`` is a page, ``derivations-latex`` an article and ``derivations-pdf`` that article set.
"""

from __future__ import annotations

import re
from typing import Any

from nbconvert.exporters import Exporter
from traitlets import Bool

from derivations.export.latex.article import pdf
from derivations.export.latex.notebook import notebook_latex
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
        name = _name(resources)
        content = [dict(cell) for cell in nb.cells]
        state = PageState(name, *known_of(content))
        body = render("notebook.html.j2", "derivations.site", cells=list(cells(content, state)))
        return page(_title(content, name), body + piece("letters_data", state.letters), assets=embedded()), resources


def _title(content: list[dict[str, Any]], name: str) -> str:
    """The first heading of the first kind, or the name of the file."""
    texts = (cell["source"] for cell in content if cell["cell_type"] == "markdown")
    return next((found[1].strip() for found in map(_HEADING.search, texts) if found), name)


class LatexExporter(Exporter):
    """A notebook as a LaTeX article with its pictures beside it, which pdflatex sets.

    ``--LatexExporter.code=True`` puts the code of each cell before what it shows.
    """

    file_extension = ".tex"
    output_mimetype = "text/latex"
    export_from_notebook = "LaTeX of derivations"
    code = Bool(False, help="Whether the code of cells is shown.").tag(config=True)

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[Any, Any]:
        """The article, and what nbconvert knows of it, with the files of pictures."""
        nb, resources = super().from_notebook_node(nb, resources, **options)
        article, pictures = notebook_latex([dict(cell) for cell in nb.cells], _name(resources), code=self.code)
        resources["outputs"] = pictures
        return article, resources


class PdfExporter(LatexExporter):
    """The same, set by pdflatex."""

    file_extension = ".pdf"
    output_mimetype = "application/pdf"
    export_from_notebook = "PDF of derivations"

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[Any, Any]:
        """The bytes of the PDF, and what nbconvert knows of it."""
        article, resources = super().from_notebook_node(nb, resources, **options)
        return pdf(article, resources.pop("outputs")), resources


def _name(resources: Any) -> str:
    return str(resources.get("metadata", {}).get("name") or "notebook")
