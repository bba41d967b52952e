"""Reports: all of a derivation with its numbers, what was published beside it, its letters and its sources.

It is told once, the answer first; every form writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import Comparison
from derivations.document.answer import changes, opening, origin_lines, over_ranges, result, standing
from derivations.document.argument import Argument, Selection
from derivations.document.blocks import EMPTY, Block, Document, TextLine, titled
from derivations.document.grids import wide_grids
from derivations.document.parts import Bibliography, Letters
from derivations.document.report_tables import basis_of, report_tables
from derivations.document.selection import selection
from derivations.document.sweep import VALUES, sweep_of
from derivations.document.warning import warning_lines
from derivations.document.words import Cited
from derivations.errors import DerivationsError
from derivations.numbers.value import Value
from derivations.study.provenance.documents import documents_of
from derivations.study.sweep import Sweep
from derivations.study.verdicts import told_statements
from derivations.version import __version__

_ROLES = {True: "good", False: "bad", None: "dim"}


def report_document(
    report: EvaluatedClaim,
    steps: str = "all",
    *,
    bare: bool = False,
    titled: bool = True,
    appended: bool = True,
    all_cards: bool = False,
    swept: Sweep | None = None,
    digits: int = 0,
) -> Document:
    """The report, the answer first; of the steps all, or with ``key`` those that matter most.

    A `bare` one is premises and steps alone. `titled` is with the title of the claim, `appended` with its letters and
    sources. Tables over very many cards are only named, unless `all_cards`. Of several values the answer is a table:
    `swept`, where it was made before. With `digits` the number of the result stands there with so many figures, too.

    Raises `UnknownNameError` for another choice of steps.
    """
    chosen, name = selection(report, steps), report.claim.name
    warned = list(warning_lines(report.contradictions))
    if bare:
        blocks: list[Block] = [*warned, *_argument(chosen, name, headings=False)]
    else:
        swept = sweep_of(report) if swept is None else swept
        blocks = [
            *warned, *opening(report, titled=titled), *changes(report), *over_ranges(report),
            *result(report, swept, digits=digits), *standing(report), *_numbers(report), *_argument(chosen, name),
            *(_tables(report, () if all_cards else wide_grids(report)) if steps == "all" else ()),
            *(_appendix(report, chosen) if appended else ()),
        ]
    comments = (f"{name}: {report.claim.title}", f"derived by derivations {__version__}: {report.verdict}")
    return Document.of(blocks, notation=report.derivation.notation, comments=comments)


def appendix_document(report: EvaluatedClaim, steps: str = "all") -> Document:
    """The letters and the sources alone, of a writeup that shows so much of the steps."""
    return Document.of(_appendix(report, selection(report, steps)), notation=report.derivation.notation)


def _numbers(report: EvaluatedClaim) -> Iterator[Block]:
    """Where the numbers of the result are from."""
    try:
        lines = list(origin_lines(report.result))
    except DerivationsError:
        return
    if lines:
        yield from (EMPTY, TextLine("Numbers", role="heading"), *lines)


def _argument(chosen: Selection, claim: str, *, headings: bool = True) -> Iterator[Argument]:
    """Premises, steps, and what is rejected."""
    part, rejects = chosen.part, chosen.rejects if headings else ()
    for heading, steps in (("Premises", part.premises), ("Derivation", part.argument), ("Rejected", rejects)):
        if steps:
            yield Argument(heading if headings else "", steps, chosen, claim)


def _tables(report: EvaluatedClaim, named: Iterable[str]) -> Iterator[Block]:
    """Tables, and what was said; the grids of the kinds `named` are told by their titles."""
    for kind, table in report_tables(report, without={VALUES, *named}):
        if kind == "published":
            yield from (EMPTY, TextLine(table.title, role="heading"), *_published(report))
        else:
            yield from titled(table)
    for kind, grid in wide_grids(report).items():
        if kind in named:
            yield from (EMPTY, TextLine(f"{grid.title}: over all cards with `--all-cards`"))
    if report.claim.asserted:
        yield from (EMPTY, TextLine("Said, and not derived here", role="heading"))
        yield from (TextLine(line, depth=1, hang=2) for line in report.asserted())


def _published(report: EvaluatedClaim) -> Iterator[TextLine]:
    """What was said, statement by statement, what follows, and what would with other numbers."""
    for statement in told_statements(report):
        row, said = statement.said, statement.said.published
        by = Cited(f"{said.by}, {said.where}")
        yield TextLine((f"{said.step}: {row.said} ({said.rounding}). ", by), depth=1, hang=4)
        yield TextLine(f"{row.mark} {followed_text(row, report)}", depth=3, hang=2, role=_ROLES[row.follows])
        for other in statement.otherwise:
            step = "" if other.published.step == said.step else f"{other.published.step} "
            yield TextLine(f"otherwise {step}{followed_text(other, report)}", depth=4, hang=2, role="dim")


def followed_text(row: Comparison, report: EvaluatedClaim) -> str:
    """The number derived for a published one, from which numbers, the verdict and the note."""
    note = f"; {row.published.note}" if row.published.note else ""
    return f"{row.derived_text} from {basis_of(row, report)}: {row.verdict}{note}"


def _appendix(report: EvaluatedClaim, chosen: Selection) -> Iterator[Block]:
    """The letters in what is shown, with their values, and every document behind it."""
    letters = tuple(chosen.part.letters)
    if letters:
        yield Letters(letters, {q.name: found for q in letters if (found := _value(report, q.name)) is not None})
    yield Bibliography(tuple(documents_of(report)))


def _value(report: EvaluatedClaim, name: str) -> Value | None:
    """The value of a quantity; None for one that has none, or of which numbers disagree under changed premises."""
    try:
        return report.evaluation.value_of(name)
    except DerivationsError:
        return None
