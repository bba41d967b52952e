"""A report as one HTML file that needs nothing beside it: mathematics, style, script and font are all within."""

from __future__ import annotations

from html import escape

from derivations import __version__
from derivations.claims.account import Account
from derivations.engine.written.mathml import letters_mathml, relation_mathml
from derivations.render.html.assets import embedded
from derivations.render.html.shell import page
from derivations.writeup.page_body import report_body
from derivations.writeup.selection import headline_relation


def report_html(report: Account, *, steps: str = "all") -> str:
    """The report as a page; with `steps` ``result`` the formula alone, as a ``<math>`` element to put into a page.

    Raises `UnknownNameError` for another choice of steps, `UndecidedError` where the result is to stand alone and does
    not stand, and `InputError` if the packages for pages are not installed.
    """
    if steps == "result":
        return _formula(report)
    made = f'<footer><p class="quiet">Made by derivations {escape(__version__)}.</p></footer>'
    return page(report.claim.title, f"{report_body(report, steps)}\n{made}", assets=embedded())


def _formula(report: Account) -> str:
    relation = headline_relation(report)
    letters = letters_mathml({q.name: q.latex for q in report.derivation.letters})
    return f'<math display="block">{relation_mathml(relation.written, letters)}</math>\n'
