"""A derivation as a document of its own: the fragment, a table of its letters, and the documents behind it."""

from __future__ import annotations

from derivations.claims.account import Account
from derivations.engine.quantity import Quantity
from derivations.origins.documents import documents_of
from derivations.writeup.bibliography import bibliography, cited_by
from derivations.writeup.latex import fragment
from derivations.writeup.latex_steps import Cite
from derivations.writeup.latex_text import escaped, listed
from derivations.writeup.selection import Selection, selection

_PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage{amsmath}
\usepackage{array,longtable}
\PassOptionsToPackage{hyphens}{url}
\usepackage[hidelinks]{hyperref}
\setlength{\emergencystretch}{3em}"""
_LEFT = r">{\raggedright\arraybackslash}"


def article(report: Account, *, steps: str = "all", style: str = "align") -> str:
    """A whole LaTeX document, which pdflatex sets as it is.

    `steps` and `style` are those of `fragment`; raises what it raises.
    """
    sources, notation = documents_of(report), report.derivation.notation
    lines = [
        _PREAMBLE,
        rf"\title{{{escaped(report.claim.title)}}}",
        r"\author{}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        *_body(report, steps, style, cited_by(sources, notation)),
        "",
        *_notation(selection(report, steps)),
        *bibliography(sources),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _body(report: Account, steps: str, style: str, cite: Cite) -> list[str]:
    """The fragment; a formula alone becomes a display, with its conditions."""
    text = fragment(report, steps=steps, style=style, cite=cite, titled=False).rstrip("\n")
    if steps != "result":
        return [text]
    conditions = listed([f"${condition.latex}$" for condition in report.headline.conditions] or [""])
    display = [text] if text.startswith("$") else [r"\[", text, r"\]"]
    return [*display, *([f"It holds if {conditions}."] if report.headline.conditions else [])]


def _notation(chosen: Selection) -> list[str]:
    """A table of the letters in what is shown: letter, unit, meaning."""
    shown = (relation for step in chosen.trace for relation in (step.relation, *step.conditions) if relation)
    used = {symbol.name for relation in shown for symbol in relation.symbols}
    rows = [_row(quantity) for quantity in chosen.derivation.letters if quantity.name in used]
    return [
        r"\section*{Notation}",
        rf"\begin{{longtable}}{{@{{}}l{_LEFT}p{{0.28\linewidth}}{_LEFT}p{{0.48\linewidth}}@{{}}}}",
        r"letter & unit & meaning \\ \hline \noalign{\smallskip} \endhead",
        *rows,
        r"\end{longtable}",
        "",
    ]


def _row(quantity: Quantity) -> str:
    unit = escaped(quantity.unit).replace("/", r"/\allowbreak ") if quantity.unit else "a pure number"
    return rf"${quantity.latex}$ & {unit} & {escaped(quantity.meaning)} \\"
