"""Markdown as HTML, formulas as MathML, which browsers set without a script and without a network."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape, unescape
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

from derivations.errors import InputError
from derivations.language.latex_reading.reader import parse_latex_expression
from derivations.language.printing.latex import to_latex
from derivations.language.printing.mathml import letters_mathml, math, sign_mathml, to_mathml, value_mathml
from derivations.show.html.letters import Letters
from derivations.show.html.prose import prose

_OPERATORS = {"=": "=", r"\ge": ">=", r"\le": "<=", "<": "<", ">": ">"}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", flags=re.DOTALL)
_UPRIGHT_LETTERS = re.compile(r"\\mathrm\{([^{}\\]*)\}")
_NUMBER = re.compile(r"-?[0-9][0-9,]*(\.[0-9]+)?")


def read_back(latex: str, letters: Letters) -> tuple[str, ...] | None:
    """The MathML of a formula of ours in pieces, the sign first in each but the first; None for any other formula."""
    return _read(latex.strip(), tuple((name, letter["latex"]) for name, letter in letters.items()))


@lru_cache(maxsize=1024)
def _read(latex: str, letters: tuple[tuple[str, str], ...]) -> tuple[str, ...] | None:
    names = dict(letters)
    signs = letters_mathml(names)
    pieces = []
    for operator, side in _sides(latex):
        shown = _side(side, names, signs)
        if shown is None:
            return None
        pieces.append(f"<mrow>{sign_mathml(operator)}{shown}</mrow>" if operator else shown)
    return tuple(pieces)


def _side(side: str, names: dict[str, str], signs: dict[str, str]) -> str | None:
    """One side: a value as it is printed for people, or an expression that prints back as it stands."""
    if (value := _value(side)) is not None:
        return value_mathml(value)
    counts = Counter(names.values())  # of two quantities of one letter a formula does not say which is meant
    by_letter = {letter: name for name, letter in names.items() if counts[letter] == 1}
    try:
        node = parse_latex_expression(side, by_letter)
    except InputError:
        return None
    return to_mathml(node, signs) if _plain(to_latex(node, names)) == _plain(side) else None


def _value(side: str) -> str | None:
    r"""The text of a value such as ``5{,}354\,\mathrm{sequence}``, or None."""
    plain = _UPRIGHT_LETTERS.sub(r"\1", side).replace("{,}", ",").replace(r"{\cdot}", "·").replace(r"\%", "%")
    number, *words = plain.split(r"\,")
    if not _NUMBER.fullmatch(number.rstrip("%")) or any(re.search(r"[\\{}]", word) for word in words):
        return None
    return " ".join((number, *words))


def _plain(latex: str) -> str:
    """LaTeX without what makes no difference to how a unit looks."""
    return _UPRIGHT_LETTERS.sub(r"\1", latex).replace(" ", "")


def _sides(latex: str) -> Iterator[tuple[str, str]]:
    """The sides of a chain, each with the relation sign before it, as our grammar has it; none before the first."""
    depth, operator, side = 0, "", ""
    for token in _TOKEN.findall(latex):
        depth += (token in ("{", r"\left")) - (token in ("}", r"\right"))
        if depth == 0 and token in _OPERATORS:
            yield operator, side.strip()
            operator, side = _OPERATORS[token], ""
        else:
            side += token
    yield operator, side.strip()


_NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_UPRIGHT = re.compile(r"\\mathrm\{([A-Za-z0-9/,. -]*)\}")
_GROUPED = re.compile(r"<mn>(\d+)</mn>((?:<mrow><mo>&#x0002C;</mo></mrow><mn>\d{3}(?:\.\d+)?</mn>)+)")
_COMMA = "<mrow><mo>&#x0002C;</mo></mrow><mn>"
_FUNCTION = re.compile(r"<mo>(max|min|exp|log|ln)</mo>")
_SIGNS = frozenset("=≥≤<>")


def mathml(latex: str, letters: Letters | None = None) -> str:
    r"""A formula in running text as MathML; where that cannot be made, the LaTeX source as it is.

    With `letters` a formula of ours is set as our relations are, with letters that tell what they are. Raises
    `InputError` if latex2mathml is missing.

    >>> mathml(r"5{,}354")
    '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline"><mrow><mn>5,354</mn></mrow></math>'
    """
    if letters and (ours := read_back(latex, letters)):
        return math(f"<mrow>{''.join(ours)}</mrow>" if len(ours) > 1 else ours[0])
    return _converted(latex, "inline") or _as_source(latex)


def display_mathml(latex: str, letters: Letters | None = None) -> str:
    r"""A formula on lines of its own; a chain such as ``a = b = c`` can break before each further sign.

    Each part that holds together is a formula in a span. `letters` are those of the page, as for `mathml`.

    >>> display_mathml(r"a = b = c").count("<span><math")
    2
    """
    if letters and (ours := read_back(latex, letters)):
        return "<wbr>".join(f"<span>{math(piece, display=True)}</span>" for piece in ours)
    markup = _converted(latex, "block")
    parts = _links(markup) if markup else [_as_source(latex)]
    return "<wbr>".join(f"<span>{part}</span>" for part in parts)


def _converted(latex: str, display: str) -> str:
    try:
        from latex2mathml.converter import convert
    except ImportError:
        raise InputError("pages need latex2mathml: pip install 'derivations[notebook]'") from None
    # Upright words become text: as letters they would be spaced, and read out, one by one.
    source = _UPRIGHT.sub(r"\\text{\1}", latex.strip())
    try:
        markup = str(convert(source, display=display))
    except Exception:  # whatever its parser meets
        return ""
    return _FUNCTION.sub(r"<mi>\1</mi>", _GROUPED.sub(_joined, markup))


def _as_source(latex: str) -> str:
    return f'<code class="latex">{escape(latex.strip())}</code>'


def _joined(match: re.Match[str]) -> str:
    """``5{,}354`` as one number, and not as two with a comma between."""
    rest = match[2].replace(_COMMA, ",").replace("</mn>", "")
    return f"<mn>{match[1]}{rest}</mn>"


def _links(markup: str) -> list[str]:
    """The links of a chain, each a formula of its own."""
    ElementTree.register_namespace("", _NAMESPACE)
    row = ElementTree.fromstring(markup)[0]
    links: list[list[ElementTree.Element]] = [[]]
    signs = 0
    for element in row:
        is_sign = element.tag.endswith("}mo") and (element.text or "") in _SIGNS
        is_gap = element.tag.endswith("}mspace") and element.get("width") == "1em"
        signs += is_sign
        if (is_sign and signs > 1) or is_gap:
            links.append([])
        links[-1].append(element)
    if len(links) == 1:
        return [_formula(links[0])]
    return [_formula(link) for link in links]


def _formula(elements: list[ElementTree.Element]) -> str:
    math = ElementTree.Element(f"{{{_NAMESPACE}}}math", {"displaystyle": "true"})
    ElementTree.SubElement(math, f"{{{_NAMESPACE}}}mrow").extend(elements)
    return ElementTree.tostring(math, encoding="unicode")


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
