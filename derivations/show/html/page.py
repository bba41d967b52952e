"""A report as one HTML file that needs nothing beside it: mathematics, style, script and font are all within."""

from __future__ import annotations

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.language.printing.mathml import letters_mathml, relation_mathml
from derivations.show.html.assets import embedded
from derivations.show.html.report_data import report_data
from derivations.show.html.template import page, render
from derivations.show.selection import headline_relation
from derivations.version import __version__


def report_html(report: EvaluatedClaim, *, steps: str = "all") -> str:
    """The report as a page; with `steps` ``result`` the formula alone, as a ``<math>`` element to put into a page.

    Raises `UnknownNameError` for another choice of steps, `UndecidedError` where the result is to stand alone and does
    not stand, and `InputError` if the packages for pages are not installed.
    """
    if steps == "result":
        return _formula(report)
    body = render("report.html.j2", **report_data(report, steps), version=__version__)
    return page(report.claim.title, body, assets=embedded())


def _formula(report: EvaluatedClaim) -> str:
    relation = headline_relation(report)
    letters = letters_mathml({q.name: q.latex for q in report.derivation.letters})
    return f'<math display="block">{relation_mathml(relation.written, letters)}</math>\n'
