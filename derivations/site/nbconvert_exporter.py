"""The exporters that nbconvert finds by their names: ``jupyter nbconvert --to derivations NOTEBOOK``, whosever it is.

``derivations`` is a page, ``derivations-slides`` its slides, ``derivations-latex`` an article and ``derivations-pdf``
that article set.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from nbconvert.exporters import Exporter
from nbconvert.preprocessors import Preprocessor
from traitlets import Bool

from derivations.export.cells import slide_types, slides
from derivations.export.latex.article import pdf
from derivations.export.latex.notebook import notebook_latex
from derivations.site.notebook_page import PageState, cells, known_of
from derivations.writers.html.assets import embedded
from derivations.writers.html.slides import slides_page
from derivations.writers.html.template import page, piece, render

_HEADED = re.compile(r"##?\s+(.+)")
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


class SlidesExporter(Exporter):
    """A notebook as slides that open without a network: one for each heading, and for each paragraph below it.

    What cells show is on them, and no code. Where a cell says of itself what it is among slides, as JupyterLab lets
    it, that counts.
    """

    file_extension = ".slides.html"
    output_mimetype = "text/html"
    export_from_notebook = "Slides of derivations"

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """The page of slides, and what nbconvert knows of it."""
        nb, resources = super().from_notebook_node(nb, resources, **options)
        name = _name(resources)
        content = [dict(cell) for cell in nb.cells]
        state = PageState(name, *known_of(content))
        inside, section = [], ""
        for each in slides(content):
            shown = [{**cell, "code": ""} for cell in cells(each, state) if any(cell["shown"])]
            found = _HEADED.match(each[0]["source"]) if each[0]["cell_type"] == "markdown" else None
            section = found[1].strip() if found else section
            where = f'<p class="where">{escape(section)}</p>\n' if section and not found else ""
            if shown:
                inside.append(where + render("notebook.html.j2", "derivations.site", cells=shown))
        return slides_page(_title(content, name), inside, piece("letters_data", state.letters)), resources


class SlideTypes(Preprocessor):
    """What each cell is among slides, written where nbconvert's own slides look for it, by the rule of ours.

    ``--to slides --SlidesExporter.preprocessors=derivations.site.nbconvert_exporter.SlideTypes``
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """The notebook with this in its metadata."""
        for cell, kind in zip(nb.cells, slide_types(nb.cells), strict=True):
            cell.metadata["slideshow"] = {"slide_type": kind}
        return nb, resources


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
