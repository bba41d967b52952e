"""Plain data behind the pages: a claim derived, and the premises of all claims.

One derivation serves every page: that which is shipped, where the kernel replays it, or one made anew. Texts are plain
text, and relations stand in the grammar, so that pages need no SymPy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from derivations.claim.answer import answer
from derivations.claim.claim import AS_SAID
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.kept_review import kept, kept_derivation
from derivations.claim.premises import OfferedAlternative, TakenPremise, premises_of
from derivations.claim.published import Comparison, ComparisonOutcome
from derivations.claim.study import Study
from derivations.claims.index import find_claim
from derivations.claims.spoken import Derived, derived_by
from derivations.derivation.step import letters_data
from derivations.document.answer import result, standing
from derivations.document.blocks import Document
from derivations.document.chips import QUIET, Chip, chips
from derivations.document.data import each, selected
from derivations.document.evidence import evidence_blocks, outcome, row_of_test
from derivations.document.fields import report_document
from derivations.document.report_tables import basis_of
from derivations.document.shipped_claim import agrees, checked_claim
from derivations.export.live import live_data
from derivations.export.page import letters_of
from derivations.export.panel import number_told, panel_data
from derivations.export.plots.balance import CLAIM as BALANCE
from derivations.export.plots.balance import balance_picture
from derivations.export.plots.drawing import svg_text
from derivations.export.plots.evidence import curve_plot, curves, evidence_plot
from derivations.export.plots.thumbnail import thumbnail
from derivations.export.source_code import source_of
from derivations.language.display import sentence
from derivations.numbers.source import Source
from derivations.site.argument import argument_data
from derivations.sources.catalog import load_catalog
from derivations.study.application import apply
from derivations.study.evidence import Evidence, evidence_of
from derivations.writers.html.document import write


def of_claim(name: str) -> dict[str, Any]:
    """The data of the claim of that name; raises `DerivationsError` where it cannot be derived.

    It is derived where what is shipped of it answers another question, or is not what the kernel replays.
    """
    claim = find_claim(name)
    return claim_data(apply(claim, Study(), load_catalog(), derived=kept_derivation(claim)))


def of_claim_anew(name: str) -> dict[str, Any]:
    """The same, of the claim derived anew; that what is shipped of it is what it comes to need not be found again then.

    Where that was found before, it is not derived once more.
    """
    found = kept(find_claim(name))
    if found is not None and agrees(found):
        return of_claim(name)
    return claim_data(checked_claim(find_claim(name)).evaluated)


def of_premises(*names: str) -> dict[str, Any]:
    """The premises of the named claims, in reading order, with their alternatives and the claims that take them.

    `place` is a name of each alone: claims may begin with different relations of one premise.
    """
    found, met = [_premise(item) for item in premises_of([find_claim(name) for name in names])], Counter[str]()
    for item in found:
        met[item["name"]] += 1
        item["place"] = item["name"] if met[item["name"]] == 1 else f"{item['name']} {met[item['name']]}"
    return {"premises": found}


def claim_data(report: EvaluatedClaim) -> dict[str, Any]:
    """The claim with its answer, what was published, its letters, its derivation and its sources, for JSON."""
    claim, derivation = report.claim, report.derivation
    tests, document = evidence_of(report), report_document(report)
    shown = chips(report, tests)
    return {
        **selected(claim, "name title chapter question"),
        "answer": answer(report),
        "thumbnail": thumbnail(report, live_data(report)),
        "picture": balance_picture(report) if claim.name == BALANCE else "",
        "chips": each(shown, "heading words tone detail"),
        "result": write(_result(report), 3),
        "number": number_told(report, report.headline.name),
        "published": [
            _published(row, report, row is not item.said) for item in report.statements
            for row in (item.said, *item.otherwise)
        ],
        "asserted": list(report.asserted()),
        "used": list(derivation.letters.names),
        "letters": letters_data(derivation.notation),
        "notation": list(_quantities(report)),
        "sources": list(_sources(report)),
        "derived": {item.place: _derived(item, report) for item in derived_by(claim.name)},
        "measured": _measured(tests, report, shown[-1]),
        **panel_data(report),
        "argument": argument_data(report),
        "code": _code(report),
        "report": {"html": write(document, 1), "letters": letters_of(document)},
    }


def _result(report: EvaluatedClaim) -> Document:
    """The result and the verdicts, under the title of the claim."""
    return Document.of(result(report, None, brief=True), standing(report), notation=report.derivation.notation)


def _code(report: EvaluatedClaim) -> dict[str, Any]:
    """The source of the function that derives a claim, and its name."""
    found: dict[str, Any] = selected(source_of(report.claim), "name text lines")
    return found


def _measured(found: Sequence[Evidence], report: EvaluatedClaim, chip: Chip) -> dict[str, Any]:
    """What is measured about a claim, test by test, with pictures; where nothing is, what would decide it."""
    claim, notation = report.claim, report.derivation.notation
    tests = [{**selected(item.prediction, "title alternative"), "row": row_of_test(item)} for item in found]
    told = Document.of(evidence_blocks(claim, found, every_source=True), notation=notation)
    own = [item for item in found if not item.prediction.alternative]
    drawn = any(item.counted for item in own)  # else there is no picture
    pictures = {"curves": svg_text(curve_plot(found)) if any(map(curves, own)) else "",
                "picture": svg_text(evidence_plot(found)) if drawn else ""}
    so = outcome(claim, found) if chip.tone == QUIET else chip.words
    return {"tests": tests, "standing": sentence(so), "in_words": write(told, 3), "whole": write(told, 2),
            **pictures}


def _derived(item: Derived, report: EvaluatedClaim) -> str:
    """A number that settles, or does not settle, what is told in several versions."""
    scenario = report.readings[item.reading or AS_SAID] if AS_SAID in report.readings else report.scenario
    return report.evaluation.again(scenario).line(item.step).result


def _quantities(report: EvaluatedClaim) -> Iterator[dict[str, Any]]:
    """The quantities of a claim, each with the relation that defines it, where one does."""
    defined = {step.relation.written_left: str(step.relation)
               for step in reversed(report.derivation.definitions) if step.relation is not None}
    for quantity in report.derivation.notation:
        yield {**selected(quantity, _QUANTITY), "definition": defined.get(quantity.name, "")}


_QUANTITY = "name unit domain=range.words at_most meaning"


def _published(row: Comparison, report: EvaluatedClaim, otherwise: bool) -> dict[str, Any]:
    return {
        **selected(row, "step=published.step said by=published.by where=published.where rounding=published.rounding"),
        "basis": basis_of(row, report),
        "derived": row.derived_text,
        "verdict": f"otherwise {row.verdict}" if otherwise else row.verdict,
        "mark": "" if otherwise else row.mark,
        "kind": "otherwise" if otherwise else _kind(row),
        **selected(row.published, "note said_as=kind"),
    }


def _kind(row: Comparison) -> str:
    """Class of a verdict in the ledger's choice of rows."""
    return row.published.kind if row.outcome is ComparisonOutcome.APART else str(row.outcome)


def _sources(report: EvaluatedClaim) -> Iterator[dict[str, Any]]:
    """The sources of the numbers of all readings, with the quantities of the claim that each gives a number."""
    found: dict[Source, dict[str, None]] = {}
    letters = report.derivation.letters.names
    for scenario in report.readings.values():
        for source, given in scenario.sources(letters).items():
            found.setdefault(source, {}).update(dict.fromkeys(given))
    for source, valued in found.items():
        yield {**selected(source, "key title url date standing"), "quantities": list(valued)}


def _premise(item: TakenPremise) -> dict[str, Any]:
    used = {symbol.name for symbol in item.relation.symbols}
    return {
        **selected(item, "name=premise.name relation because=premise.because source=premise.source claims"),
        "used": [quantity.name for quantity in item.relation.notation if quantity.name in used],
        "letters": letters_data(item.relation.notation),
        "alternatives": [_choice(choice) for choice in item.choices],
    }


def _choice(choice: OfferedAlternative) -> dict[str, Any]:
    return {
        **selected(choice, "name=alternative.name relation because=alternative.because source=alternative.source"),
        "letters": letters_data(choice.relation.notation),
        "brings": [{**selected(brought.quantity, _QUANTITY), "definition": ""} for brought in choice.brings],
    }
