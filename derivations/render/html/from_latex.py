"""LaTeX formulas as MathML, which browsers set without a script and without a network."""

from __future__ import annotations

import re
from html import escape
from xml.etree import ElementTree

from derivations.engine.written.mathml import math
from derivations.errors import InputError
from derivations.render.html.letters import Letters
from derivations.render.html.read_back import read_back

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
