"""Markdown as HTML, formulas as MathML."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from derivations.render.html.from_latex import display_mathml, mathml
from derivations.render.html.letters import Letters

_NOTEBOOK_LINK = re.compile(r'(<a href="[\w./-]+)\.ipynb(?=["#])')


def markdown_html(source: str, letters: Letters | None = None) -> str:
    """Markdown as HTML, formulas as MathML; a link to another notebook goes to its page.

    In formulas of ours the `letters` of the page tell what they are.
    """
    filters: Any = import_module("nbconvert.filters.markdown_mistune")

    class Renderer(filters.IPythonRenderer):  # type: ignore[misc]
        def block_math(self, body: str) -> str:
            return f'<span class="formula"><span class="set">{display_mathml(body, letters)}</span></span>'

        def inline_math(self, body: str) -> str:
            return mathml(body, letters)

        def latex_environment(self, name: str, body: str) -> str:
            return self.block_math(rf"\begin{{{name}}}{body}\end{{{name}}}")

    html = str(filters.MarkdownWithMath(renderer=Renderer(escape=False)).render(source))
    html = _NOTEBOOK_LINK.sub(r"\1.html", html)
    # a group and no region: regions of one page must have different names
    box = '<div class="table" role="group" aria-label="Table" tabindex="0">'
    return html.replace("<table>", f"{box}<table>").replace("</table>", "</table></div>")
