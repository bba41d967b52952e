r"""A notebook as a LaTeX article: its story and what its cells show, without their code unless that is asked for.

What a cell shows is taken as Markdown, which the objects of this package show themselves as, and set by pandoc. A
formula that is wider than the page is made as wide as that.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from derivations.export.cells import shown_cells
from derivations.export.pandoc import WITH_WIDTHS, converted
from derivations.language.printing.latex_lines import width
from derivations.writers.latex.text import escaped, of_character

_PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb}
\usepackage{array,booktabs,calc,etoolbox,longtable}
\AtBeginEnvironment{longtable}{\small}
\usepackage{graphicx}
\usepackage[margin=2.6cm]{geometry}
\PassOptionsToPackage{hyphens}{url}
\usepackage[hidelinks]{hyperref}
\providecommand{\tightlist}{\setlength{\itemsep}{0pt}\setlength{\parskip}{0pt}}
\setcounter{secnumdepth}{0}
\setlength{\parindent}{0pt}\setlength{\parskip}{6pt plus 2pt}
\setlength{\emergencystretch}{3em}
\makeatletter\def\verbatim@font{\ttfamily\footnotesize}\makeatother
\newsavebox{\formulabox}
\newcommand{\fitted}[1]{\sbox{\formulabox}{$\displaystyle #1$}\ifdim\wd\formulabox>0.9\linewidth
  \resizebox{0.9\linewidth}{!}{\usebox{\formulabox}}\else\usebox{\formulabox}\fi}"""
_PICTURES = {"application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg"}
_ON_A_PAGE = r"width=\linewidth,height=0.8\textheight,keepaspectratio"
_CODE_WIDTH = 92  # letters of a line of code, in the size of footnotes
_LINE = 380.0  # points that a formula may be wide
_WIDEST = 40  # letters that a column of a table counts for
_HEADING = re.compile(r"^# +(.+)\n", re.MULTILINE)
_DISPLAY = re.compile(r"\\\[\n?(.*?)\n?\\\]", re.DOTALL)
_TAG = re.compile(r"\\tag\{[^{}]*\}")
_VERBATIM = re.compile(r"(\\begin\{verbatim\}\n)(.*?)(\n\\end\{verbatim\})", re.DOTALL)
_ENVIRONMENT = re.compile(r"\s*\\begin\{(?:align|gather|multline|equation)")
_TABLE = re.compile(r"^(\|.*\|)\n\|[-:| ]+\|\n((?:\|.*\|\n?)+)", re.MULTILINE)
_CELL = re.compile(r"(?<!\\)\|")
_COLUMNS = 72  # letters of a line of Markdown from which on columns of tables are as wide as their dashes say


def notebook_latex(
    cells: Iterable[Mapping[str, Any]], name: str, *, code: bool = False
) -> tuple[str, dict[str, bytes]]:
    """The article, and the files of its pictures by name; with `code` the code of cells stands before what they show.

    Its title is the first heading of the first kind, or the name. Raises `InputError` without pandoc.
    """
    pictures: dict[str, bytes] = {}
    markdown = "\n\n".join(_told(cells, pictures, code=code))
    heading = _HEADING.search(markdown)
    title = heading[1].strip() if heading else name
    if heading:
        markdown = markdown[:heading.start()] + markdown[heading.end():]
    options = ("--no-highlight", "--shift-heading-level-by=-1", f"--columns={_COLUMNS}")
    markdown = _TABLE.sub(_with_widths, markdown)
    body = converted(markdown, "latex", *options, what="LaTeX", reading=WITH_WIDTHS).decode()
    body = _VERBATIM.sub(_broken, body)
    body = _DISPLAY.sub(_fitted, body).replace(r"\includegraphics{", rf"\includegraphics[{_ON_A_PAGE}]{{")
    lines = [
        _PREAMBLE, *_characters(body), rf"\hypersetup{{pdftitle={{{escaped(title)}}}}}", rf"\title{{{escaped(title)}}}",
        r"\author{}", r"\date{}", r"\begin{document}", r"\maketitle", body.rstrip("\n"), r"\end{document}",
    ]
    return "\n".join(lines) + "\n", pictures


def _told(cells: Iterable[Mapping[str, Any]], pictures: dict[str, bytes], *, code: bool) -> Iterator[str]:
    """The Markdown of each cell, and of all that it shows; pictures are put where they are named."""
    for cell, source in shown_cells(cells):
        if cell["cell_type"] == "markdown":
            yield cell["source"]
        elif cell["cell_type"] == "code":
            if code and source:
                yield _block(cell["source"])
            for output in cell.get("outputs", ()):
                yield _shown(output, pictures)


def _shown(output: Mapping[str, Any], pictures: dict[str, bytes]) -> str:
    data = output.get("data", {})
    for kind, ending in _PICTURES.items():
        if kind in data:
            name = f"picture-{len(pictures) + 1}.{ending}"
            pictures[name] = base64.b64decode(data[kind])
            return f"![]({name})"
    for kind in ("text/markdown", "text/latex"):
        if kind in data:
            return str(data[kind])
    said = output.get("text") or data.get("text/plain") or f"{output.get('ename', '')}: {output.get('evalue', '')}"
    return _block(said) if said.strip(": \n") else ""


def _block(text: str) -> str:
    """A text as it is typed, between fences that do not stand in it."""
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", text))])
    return "\n".join((fence, text.rstrip("\n"), fence))


def _broken(verbatim: re.Match[str]) -> str:
    """What is typed, with lines that fit on the page."""
    lines = (line[at:at + _CODE_WIDTH] for line in verbatim[2].split("\n")
             for at in range(0, max(1, len(line)), _CODE_WIDTH))
    return verbatim[1] + "\n".join(lines) + verbatim[3]


def _with_widths(table: re.Match[str]) -> str:
    """A table of Markdown whose columns say by their dashes how wide they are to be."""
    rows = [_CELL.split(line.strip())[1:-1] for line in (table[1], *table[2].rstrip("\n").split("\n"))]
    wide = [min(_WIDEST, max(3, *(len(row[place].strip()) for row in rows if place < len(row))))
            for place in range(len(rows[0]))]
    return f"{table[1]}\n|{'|'.join('-' * width for width in wide)}|\n{table[2]}"


def _fitted(display: re.Match[str]) -> str:
    r"""A displayed formula that is no wider than the page; what breaks its lines itself stays as it is."""
    formula = display[1]
    if _ENVIRONMENT.match(formula):
        return display[0]
    tags, formula = "".join(_TAG.findall(formula)), _TAG.sub("", formula).strip()
    first, *others = _members(formula)
    if len(others) > 1 and width(formula) > _LINE:
        rows = r" \\ ".join(f"&= {member}" for member in others)
        formula = rf"\begin{{aligned}}{first} {rows}\end{{aligned}}"
    return f"\\[\\fitted{{{formula}}}{tags}\\]"


def _members(formula: str) -> list[str]:
    r"""The sides of a chain of equations.

    >>> _members(r"a = \frac{b = c}{d} = 3")
    ['a', '\\frac{b = c}{d}', '3']
    """
    parts, depth = [""], 0
    for piece in re.split(r"([{}]| = )", formula):
        depth += {"{": 1, "}": -1}.get(piece, 0)
        if piece == " = " and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _characters(body: str) -> Iterator[str]:
    """What LaTeX is to set for each character beyond ASCII, in text, in mathematics and in what is typed."""
    for character in sorted({each for each in body if not each.isascii()}):
        yield rf"\DeclareUnicodeCharacter{{{ord(character):04X}}}{{{_anywhere(of_character(character))}}}"


def _anywhere(latex: str) -> str:
    """A formula between dollars in a form that stands in mathematics, too."""
    inside = latex[1:-1]
    return rf"\ensuremath{{{inside}}}" if latex == f"${inside}$" and "$" not in inside else latex
