"""Markdown as HTML, formulas as MathML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from importlib import import_module
from typing import Any

from derivations.render.html.from_latex import display_mathml, mathml
from derivations.render.html.letters import Letters
from derivations.render.html.prose import prose

# the head of a column that is one letter: not every screen reader finds words in mathematics
_LETTER_HEAD = re.compile(
    r'(<th(?: [^>]*)?><math><m[a-z]+ class="q" data-q="([^"]*)"(?:(?!</?t[hd]|<math).)*</math>)</th>'
)
_NOTEBOOK_LINK = re.compile(r'(<a href="[\w./-]+)\.ipynb(?=["#])')


def markdown_html(source: str, letters: Letters | None = None, *, plain: bool = False) -> str:
    """Markdown as HTML, formulas as MathML; a link to another notebook goes to its page.

    In formulas of ours the `letters` of the page tell what they are. With `plain` formulas are also found where they
    stand as plain text, as in what reports and tables print of themselves.
    """
    filters: Any = import_module("nbconvert.filters.markdown_mistune")

    class Renderer(filters.IPythonRenderer):  # type: ignore[misc]
        def block_math(self, body: str) -> str:
            return f'<span class="formula"><span class="set">{display_mathml(body, letters)}</span></span>'

        def inline_math(self, body: str) -> str:
            return mathml(body, letters)

        def latex_environment(self, name: str, body: str) -> str:
            return self.block_math(rf"\begin{{{name}}}{body}\end{{{name}}}")

        def text(self, text: str) -> str:
            return prose(unescape(text), letters) if plain and letters else str(super().text(text))

        def render_tokens(self, tokens: Iterable[dict[str, Any]], state: Any) -> str:
            return str(super().render_tokens(_merged(tokens), state))

    html = str(filters.MarkdownWithMath(renderer=Renderer(escape=False)).render(source))
    html = _LETTER_HEAD.sub(r'\1<span class="unseen">\2</span></th>', _NOTEBOOK_LINK.sub(r"\1.html", html))
    # a group and no region: regions of one page must have different names
    box = '<div class="table" role="group" aria-label="Table" tabindex="0">'
    return html.replace("<table>", f"{box}<table>").replace("</table>", "</table></div>")


def _merged(tokens: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Pieces of text that stand side by side as one, so that no formula is cut in two."""
    before: dict[str, Any] | None = None
    for token in tokens:
        if before is not None and before["type"] == token["type"] == "text":
            before = {**before, "raw": before["raw"] + token["raw"]}
            continue
        if before is not None:
            yield before
        before = token
    if before is not None:
        yield before
