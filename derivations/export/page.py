"""A report as one HTML file that needs nothing beside it: mathematics, style, script and font are all within."""

from __future__ import annotations

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.blocks import Document
from derivations.document.fields import report_document
from derivations.document.parts import Letters as LettersPart
from derivations.document.selection import headline_relation
from derivations.language.printing.mathml import letters_mathml, relation_mathml
from derivations.version import __version__
from derivations.writers.html.assets import embedded
from derivations.writers.html.document import page_letters, write
from derivations.writers.html.mathematics import Letters
from derivations.writers.html.template import page, piece


def report_html(report: EvaluatedClaim, *, steps: str = "all") -> str:
    """The report as a page; with `steps` ``result`` the formula alone, as a ``<math>`` element to put into a page.

    Raises `UnknownNameError` for another choice of steps, `UndecidedError` where the result is to stand alone and does
    not stand, and `InputError` if the packages for pages are not installed.
    """
    if steps == "result":
        return _formula(report)
    document = report_document(report, steps=steps)
    foot = f'<footer><p class="quiet">Made by derivations {__version__}.</p></footer>'
    body = "\n".join((write(document, 1), piece("letters_data", letters_of(document)), foot))
    return page(report.claim.title, body, assets=embedded())


def letters_of(document: Document) -> Letters:
    """The letters that a report lists, as its page has them."""
    return next((page_letters(part) for part in document.blocks if isinstance(part, LettersPart)), {})


def _formula(report: EvaluatedClaim) -> str:
    relation = headline_relation(report)
    letters = letters_mathml({q.name: q.latex for q in report.derivation.letters})
    return f'<math display="block">{relation_mathml(relation.written, letters)}</math>\n'
