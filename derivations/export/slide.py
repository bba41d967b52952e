"""A claim on one slide: question, answer, formula, number and condition, beside the picture, and the verdicts below."""

from __future__ import annotations

from collections.abc import Iterator

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.blocks import Block, Document, TextLine, labelled
from derivations.document.chips import chips
from derivations.document.fields import RESULT, report_document
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
    told = (block for block in report_document(report, RESULT, titled=False).blocks
            if not (isinstance(block, TextLine) and block.role == "question"))
    head, answer, verdicts = (
        write(Document.of(blocks, notation=report.derivation.notation), 1)
        for blocks in ([TextLine(question, role="title")], told, _verdicts(report))
    )
    beside = f'<div class="beside"><div>\n{answer}</div>\n{_picture(report)}</div>'
    return slides_page(question, [f'{head}{beside}\n<div class="verdicts">\n{verdicts}</div>'])


def _verdicts(report: EvaluatedClaim) -> Iterator[Block]:
    return (labelled(chip.heading, chip.words) for chip in chips(report, evidence_of(report)))


def _picture(report: EvaluatedClaim) -> str:
    try:
        figure = drawn(report)
    except (InputError, UndecidedError):
        return ""
    return f'<div class="picture">{svg_text(figure)}</div>'
