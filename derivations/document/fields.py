"""Fields of a report: all that is said of an evaluated claim, each field once, as blocks for people and as plain data.

A field is a row of `FIELDS`: every form writes its blocks, in the order of the rows, and plain data have its keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.answer import argument_lines, changes, next_lines, opening, over_ranges, result, standing
from derivations.document.blocks import Block, Document, warning_lines
from derivations.document.schema import SCHEMA
from derivations.document.verdicts import accepted_json, verdicts_of
from derivations.version import __version__

if TYPE_CHECKING:
    from derivations.study.sweep import Sweep

# how much is shown: the result, that without verdicts, the argument to it in a line a step, or all; of all without
# letters and sources, or these alone; and premises and steps alone
ANSWER, RESULT, SUMMARY, REPORT, FRAGMENT, APPENDIX, STEPS = (
    "answer", "result", "summary", "report", "fragment", "appendix", "steps")
_IN_FULL = (REPORT, FRAGMENT)
_WITH_RESULT = (ANSWER, RESULT, SUMMARY, *_IN_FULL)


@dataclass(frozen=True)
class View:
    """A report, and how much of it is asked for.

    Of the `steps` all are shown, or with ``key`` those that matter most. Of several values the answer is a table:
    `swept`. With `digits` the number of the result stands there with so many figures, too. Without `titled` the title
    of the claim is left out; tables over very many cards are only named, unless `all_cards`.
    """

    report: EvaluatedClaim
    extent: str = REPORT
    steps: str = "all"
    swept: Sweep | None = None
    digits: int = 0
    titled: bool = True
    all_cards: bool = False

    @property
    def in_full(self) -> bool:
        """True where more is asked for than an answer."""
        return self.extent in _IN_FULL


@dataclass(frozen=True)
class Field:
    """Something that a report says: its blocks, shown in the extents `within`, and its plain data by their keys."""

    within: tuple[str, ...]
    blocks: Callable[[View], Iterable[Block]]
    data: Callable[[View], dict[str, Any]] = lambda _: {}


def report_document(
    report: EvaluatedClaim,
    extent: str = REPORT,
    *,
    steps: str = "all",
    swept: Sweep | None = None,
    digits: int = 0,
    titled: bool = True,
    all_cards: bool = False,
) -> Document:
    """The report, the answer first, or what an `extent` has of it; the words are those of `View`.

    Raises `UnknownNameError` for another choice of steps.
    """
    view = View(report, extent, steps, _swept(report, swept), digits, titled, all_cards)
    comments = () if extent in (ANSWER, RESULT, SUMMARY, APPENDIX) else (
        f"{report.claim.name}: {report.claim.title}", f"derived by derivations {__version__}: {report.verdict}")
    blocks = (field.blocks(view) for field in FIELDS if extent in field.within)
    return Document.of(*blocks, notation=report.derivation.notation, comments=comments)


def report_json(report: EvaluatedClaim, *, all_cards: bool = False, swept: Sweep | None = None) -> dict[str, Any]:
    """Everything that `derive show` shows; tables over very many cards only with `all_cards`.

    `swept` is the table of several values where it was made before; all but that is for the first of them.
    """
    view = View(report, swept=_swept(report, swept), all_cards=all_cards)
    fields = (field.data(view) for field in FIELDS)
    return {"schema": SCHEMA, "claim": report.claim.name} | {key: data for each in fields for key, data in each.items()}


def _swept(report: EvaluatedClaim, swept: Sweep | None) -> Sweep | None:
    if swept is not None or not report.study.several:
        return swept
    from derivations.document.sweep import sweep_of

    return sweep_of(report)


def _question(view: View) -> dict[str, Any]:
    claim = view.report.claim
    return {"title": claim.title, "chapter": claim.chapter, "question": claim.question}


def _changes(view: View) -> dict[str, Any]:
    report = view.report
    return {"study": report.study.title or None, "assumptions": dict(report.derivation.assumptions.premises)}


def _range(view: View) -> dict[str, Any]:
    if not view.report.study.ranges:
        return {"range": None}
    from derivations.document.spread import spread_json

    return {"range": spread_json(view.report)}


def _standing(view: View) -> dict[str, Any]:
    return {**verdicts_of(view.report).as_data(), **accepted_json(view.report)}


def _later(name: str) -> Callable[[View], Any]:
    """What `document.report` has under a name; no answer needs that module."""
    return lambda view: getattr(import_module("derivations.document.report"), name)(view)


FIELDS = (
    Field((*_WITH_RESULT, STEPS), lambda view: warning_lines(view.report.contradictions),
          lambda view: {"contradictions": list(view.report.contradictions)}),
    Field(_WITH_RESULT, lambda view: opening(view.report, titled=view.titled), _question),
    Field(_WITH_RESULT, lambda view: changes(view.report), _changes),
    Field(_WITH_RESULT, lambda view: over_ranges(view.report, brief=view.extent in (ANSWER, RESULT)), _range),
    Field(_WITH_RESULT, lambda view: result(view.report, view.swept, brief=not view.in_full, digits=view.digits),
          _later("result_data")),
    Field((ANSWER, *_IN_FULL), lambda view: standing(view.report, measured=view.in_full), _standing),
    Field(_IN_FULL, _later("number_lines"), _later("numbers_data")),
    Field((*_IN_FULL, STEPS), _later("argument_parts"), _later("argument_data")),
    Field((SUMMARY,), lambda view: argument_lines(view.report)),
    Field((SUMMARY,), lambda view: standing(view.report, measured=False)),
    Field((SUMMARY,), lambda view: next_lines(view.report)),
    Field(_IN_FULL, _later("table_blocks"), _later("tables_data")),
    Field((REPORT, APPENDIX), _later("letters_and_sources"), _later("notation_data")),
)
