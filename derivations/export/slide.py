"""A claim on one slide: question, answer, formula, number and condition, beside the picture, and the verdicts below."""

from __future__ import annotations

from collections.abc import Iterator

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.answer import changes, opening, result
from derivations.document.blocks import Block, Document, TextLine, labelled, warning_lines
from derivations.document.chips import chips
from derivations.document.sweep import sweep_of
from derivations.errors import InputError, UndecidedError
from derivations.export.plots.drawing import svg_text
from derivations.export.plots.kinds import drawn
from derivations.study.evidence import evidence_of
from derivations.writers.html.document import write
from derivations.writers.html.slides import slides_page


def slide_html(report: EvaluatedClaim) -> str:
    """The slide as a page that opens without a network, and prints on one sheet.

    A claim without a picture, or without one under what is changed, is told in words alone. Raises `InputError` if the
    packages for pages are not installed.
    """
    question = report.claim.question or report.claim.title
    head, told, verdicts = (
        write(Document.of(blocks, notation=report.derivation.notation), 1)
        for blocks in ([TextLine(question, role="title")], _told(report), _verdicts(report))
    )
    beside = f'<div class="beside"><div>\n{told}</div>\n{_picture(report)}</div>'
    return slides_page(question, [f'{head}{beside}\n<div class="verdicts">\n{verdicts}</div>'])


def _told(report: EvaluatedClaim) -> Iterator[Block]:
    """The answer, what was changed, and the result with its number and condition; of several values it is a table."""
    yield from warning_lines(report.contradictions)
    for block in opening(report, titled=False):
        if not (isinstance(block, TextLine) and block.role == "question"):
            yield block
    yield from changes(report)
    yield from result(report, sweep_of(report), brief=True)


def _verdicts(report: EvaluatedClaim) -> Iterator[Block]:
    return (labelled(chip.heading, chip.words) for chip in chips(report, evidence_of(report)))


def _picture(report: EvaluatedClaim) -> str:
    try:
        figure = drawn(report)
    except (InputError, UndecidedError):
        return ""
    return f'<div class="picture">{svg_text(figure)}</div>'
