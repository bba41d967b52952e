"""Markdown as HTML, formulas as MathML, which browsers set without a script and without a network."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib import import_module
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from derivations.errors import InputError
from derivations.language.printing.mathml import math, to_mathml
from derivations.language.tree import Name
from derivations.writers.html.mathematics import Letters, formula_pieces, prose, signs_of, unbroken

Formulas = Mapping[str, str]
_NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_UPRIGHT = re.compile(r"\\mathrm\{([A-Za-z0-9/,. -]*)\}")
_GROUPED = re.compile(r"<mn>(\d+)</mn>((?:<mrow><mo>&#x0002C;</mo></mrow><mn>\d{3}(?:\.\d+)?</mn>)+)")
_COMMA = "<mrow><mo>&#x0002C;</mo></mrow><mn>"
_FUNCTION = re.compile(r"<mo>(max|min|exp|log|ln)</mo>")
_ALIGNED = re.compile(r"\\begin\{(aligned|align\*?|split|gathered)\}(.*)\\end\{\1\}", flags=re.DOTALL)
_CONTINUES = re.compile(r"^&\s*(?:\\quad\s*)?(?:\{\}\s*)?")  # how a line begins that goes on with the one above
_MARK = re.compile(r"(?<!\\)&")
_SIGNS = frozenset("=≥≤<>")
_NUMBER = re.compile(r"(?=.{1,28}$)-?[\d.,/]+%?(?: [A-Za-z/]+){0,4}")


def mathml(latex: str, letters: Letters | None = None, formulas: Formulas | None = None) -> str:
    r"""A formula in running text as MathML; where that cannot be made, the LaTeX source as it is.

    A letter of `letters`, and a relation of `formulas` (its text in the grammar, by its LaTeX), is set with letters
    that tell what they are. Raises `InputError` if latex2mathml is missing.

    >>> mathml(r"5{,}354")
    '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline"><mrow><mn>5,354</mn></mrow></math>'
    """
    if ours := _known(latex, letters or {}, formulas or {}):
        return math(f"<mrow>{''.join(ours)}</mrow>" if len(ours) > 1 else ours[0])
    return _converted(latex, "inline") or _as_source(latex)


def display_mathml(latex: str, letters: Letters | None = None, formulas: Formulas | None = None) -> str:
    r"""A formula on lines of its own; a chain such as ``a = b = c`` can break before each further sign.

    Each part that holds together is a formula in a span. `letters` and `formulas` are as for `mathml`.

    >>> display_mathml(r"a = b = c").count("<span><math")
    2
    """
    if ours := _known(latex, letters or {}, formulas or {}):
        return "<wbr>".join(f"<span>{math(piece, display=True)}</span>" for piece in ours)
    return "<br>".join("<wbr>".join(f"<span>{part}</span>" for part in _parts(row)) for row in _rows(latex))


def _rows(latex: str) -> list[str]:
    r"""The formulas of an ``aligned``, each with the lines that go on with it: where it breaks the page decides.

    >>> _rows(r"\begin{aligned}a &= b \\ &= c \\ d &= e\end{aligned}")
    ['a = b = c', 'd = e']
    """
    aligned = _ALIGNED.fullmatch(latex.strip())
    if aligned is None:
        return [latex]
    rows: list[str] = []
    for line in aligned[2].split(r"\\"):
        text = line.strip()
        if rows and text.startswith("&"):
            rows[-1] += f" {_CONTINUES.sub('', text)}"
        else:
            rows.append(text)
    return [_MARK.sub("", row) for row in rows]


def _parts(latex: str) -> list[str]:
    markup = _converted(latex, "block")
    try:
        return _links(markup) if markup else [_as_source(latex)]
    except ElementTree.ParseError:  # what the converter does not know it passes on as it is
        return [_as_source(latex)]


def _known(latex: str, letters: Letters, formulas: Formulas) -> Sequence[str]:
    """The MathML of a formula of which the page has the data, in pieces; none of any other formula."""
    name = _letter_of(latex, letters)
    if name:
        return (to_mathml(Name(name), signs_of(letters)),)
    text = formulas.get(latex.strip())
    return formula_pieces(text, letters) if text else ()


def _letter_of(latex: str, letters: Letters) -> str:
    """Name of the quantity with that letter; empty for no letter, and for one that two quantities share."""
    names = [name for name, letter in letters.items() if letter["latex"] == latex.strip()]
    return names[0] if len(names) == 1 else ""


def _converted(latex: str, display: str) -> str:
    try:
        from latex2mathml.converter import convert
    except ImportError:
        raise InputError("pages need latex2mathml: pip install 'derivations[html]'") from None
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
    return [_element(link) for link in links]


def _element(elements: list[ElementTree.Element]) -> str:
    math = ElementTree.Element(f"{{{_NAMESPACE}}}math", {"displaystyle": "true"})
    ElementTree.SubElement(math, f"{{{_NAMESPACE}}}mrow").extend(elements)
    return ElementTree.tostring(math, encoding="unicode")


_NOTEBOOK = re.compile(r"^([\w./-]+)\.ipynb(?=#|\Z)")
_DOLLARS = re.compile(
    r"\$\$(?P<display>.+?)\$\$|\$(?![\s$])(?P<inline>(?:\\.|[^$\\])+?)(?<!\s)\$(?![\d$])", flags=re.DOTALL
)
CODE = '<pre tabindex="0" role="group" aria-label="Code or output">'  # the keyboard reaches what is too wide


@dataclass
class Headings:
    """The headings of a page so far, so that one whose words come again gets a number; `below` goes below its title."""

    counts: Counter[str] = field(default_factory=Counter)
    below: str = ""

    def place(self, words: str) -> str:
        """The anchor of the next heading."""
        place = words.replace(" ", "-")
        self.counts[place] += 1
        return place if self.counts[place] == 1 else f"{place}-{self.counts[place]}"


def markdown_html(
    source: str, letters: Letters | None = None, *, formulas: Formulas | None = None, plain: bool = False,
    headings: Headings | None = None,
) -> str:
    """Markdown as HTML, formulas as MathML; a link to another notebook goes to its page.

    `letters` and `formulas` are those that the page has the data of. With `plain` formulas are also found where they
    stand as plain text, as in what reports and tables print of themselves. `headings` are those of the page so far.
    Raises `InputError` if markdown-it-py is not installed.
    """
    env = {
        "letters": letters or {}, "formulas": formulas or {}, "plain": plain,
        "headings": headings or Headings(),
    }
    return str(_parser().render(source, env))


def self_link(place: str) -> str:
    """A heading's link to itself, behind its words."""
    return f'<a class="self" href="#{quote(place)}" aria-label="Link to this part">#</a>'


@cache
def _parser() -> Any:
    """CommonMark with tables and formulas between dollars."""
    try:
        markdown_it: Any = import_module("markdown_it")
    except ImportError:
        raise InputError("pages need markdown-it-py: pip install 'derivations[html]'") from None
    parser = markdown_it.MarkdownIt("commonmark").enable("table")
    parser.inline.ruler.before("escape", "formula", _read_formula)
    parser.block.ruler.before("fence", "display", _read_display, {"alt": ["paragraph", "blockquote", "list"]})
    rules = {
        "text": _text, "formula": _formula, "fence": _fence, "heading_open": _heading_open,
        "heading_close": _heading_close, "table_open": _table_open, "table_close": _table_close,
        "th_close": _th_close, "td_open": _td_open, "link_open": _link_open,
    }
    for name, rule in rules.items():
        parser.add_render_rule(name, rule)
    return parser


def _read_formula(state: Any, silent: bool) -> bool:
    """A formula between dollars in a line; no space stands inside beside them, and no digit after the last."""
    found = _DOLLARS.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content, token.markup = found["display"] or found["inline"], "$$" if found["display"] else "$"
    state.pos = found.end()
    return True


def _read_display(state: Any, start: int, end: int, silent: bool) -> bool:
    """A formula on lines of its own as one paragraph, whatever its lines begin with."""
    found = _DOLLARS.match(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[end - 1])
    if found is None or not found["display"]:
        return False
    last = start + found[0].count("\n")
    if state.src[found.end() : state.eMarks[last]].strip():
        return False
    if not silent:
        state.push("paragraph_open", "p", 1)
        token = state.push("inline", "", 0)
        token.content, token.children = found[0], []
        state.push("paragraph_close", "p", -1)
        state.line = last + 1
    return True


_Tokens = Sequence[Any]
_Env = MutableMapping[str, Any]


def _text(_: object, tokens: _Tokens, at: int, options: object, env: _Env) -> str:
    content = tokens[at].content
    return prose(content, env["letters"]) if env["plain"] and env["letters"] else unbroken(escape(content, quote=False))


def _formula(_: object, tokens: _Tokens, at: int, options: object, env: _Env) -> str:
    token, letters, formulas = tokens[at], env["letters"], env["formulas"]
    if token.markup == "$":
        return mathml(token.content, letters, formulas)
    shown = display_mathml(token.content, letters, formulas)
    return f'<span class="formula"><span class="set">{shown}</span></span>'


def _fence(_: object, tokens: _Tokens, at: int, options: object, env: _Env) -> str:
    return highlighted(tokens[at].content, tokens[at].info.strip())


def _heading_open(_: object, tokens: _Tokens, at: int, options: object, env: _Env) -> str:
    place = env["headings"].place("".join(child.content for child in tokens[at + 1].children))
    tokens[at + 2].meta["place"] = place
    return f'<{tokens[at].tag} id="{escape(place)}">'


def _heading_close(_: object, tokens: _Tokens, at: int, options: object, env: _Env) -> str:
    headings, below = env["headings"], ""
    if tokens[at].tag == "h1":
        below, headings.below = headings.below, ""
    return f" {self_link(tokens[at].meta['place'])}</{tokens[at].tag}>\n{below}"


def _table_open(*_: object) -> str:
    # a group and no region: regions of one page must have different names
    return '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n'


def _table_close(*_: object) -> str:
    return "</table></div>\n"


def _th_close(_: object, tokens: _Tokens, at: int, options: object, env: _Env) -> str:
    """End of a head of a column: one letter goes with its name, as not every screen reader finds words in formulas."""
    children, name = tokens[at - 1].children, ""
    if len(children) == 1 and children[0].type == "formula":
        name = _letter_of(children[0].content, env["letters"])
    elif len(children) == 1 and env["plain"] and children[0].content in env["letters"]:
        name = children[0].content
    return f'<span class="unseen">{escape(name)}</span></th>\n' if name else "</th>\n"


def _td_open(_: object, tokens: _Tokens, at: int, *rest: object) -> str:
    """A number with its unit stays on one line where there is room."""
    return '<td class="value">' if _NUMBER.fullmatch(tokens[at + 1].content) else "<td>"


def _link_open(renderer: Any, tokens: _Tokens, at: int, options: object, env: _Env) -> str:
    tokens[at].attrs["href"] = _NOTEBOOK.sub(r"\1.html", tokens[at].attrs["href"], count=1)
    return str(renderer.renderToken(tokens, at, options, env))


def highlighted(code: str, language: str) -> str:
    """Code in the colors of its language, as far as that is known; what is too wide the keyboard reaches to scroll."""
    pygments: Any = import_module("pygments")
    formatters: Any = import_module("pygments.formatters")
    lexers: Any = import_module("pygments.lexers")
    try:
        lexer = lexers.get_lexer_by_name(language) if language else None
    except ValueError:  # no language that is known
        lexer = None
    if lexer is None:
        return f"{CODE}<code>{escape(code, quote=False)}</code></pre>\n"
    shown = pygments.highlight(code, lexer, formatters.HtmlFormatter())
    return str(shown).replace("<pre>", CODE, 1)
