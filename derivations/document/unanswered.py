"""What has no answer, told in a sentence: a number in running text, and a part of a notebook."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.blocks import CONTRADICTED, Document, TextLine
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.language.display import listed
from derivations.proof.verdict import Finding
from derivations.study.step_changes import why_not


@dataclass(frozen=True)
class Unanswered:
    """What a part of a notebook asked of a claim, which has no answer: the error that says so."""

    evaluated: EvaluatedClaim
    error: str

    @property
    def words(self) -> str:
        """The error, and the steps of the derivation that fail, on which others wait."""
        failed: dict[str, list[str]] = {}
        for step in self.evaluated.derivation.steps:
            if not step.verdict.holds and step.verdict.finding is not Finding.WAITING:
                failed.setdefault(str(step.verdict), []).append(step.name)
        behind = "; ".join(f"{listed(names)} {'is' if len(names) == 1 else 'are'} {verdict}"
                           for verdict, names in failed.items())
        named = f" In {self.evaluated.claim.name} {behind}." if failed else ""
        return f"No answer with what is changed: {self.error}.{named}"


def number_alone(evaluated: EvaluatedClaim) -> str:
    """The result where no sentence of the claim is known to hold: its number, of what, and what it contradicts."""
    told = number_in_words(evaluated, evaluated.headline.name)
    if told.startswith(("no ", "none: ")):
        return f"**{told}**"
    quantity, broken = evaluated.result.quantity, evaluated.contradictions
    of_what = f" ({quantity.meaning})" if quantity is not None and quantity.meaning else ""
    return f"**{told}**{of_what}{f'; but {CONTRADICTED}: ' if broken else ''}{'; '.join(broken)}"


def number_in_words(evaluated: EvaluatedClaim, name: str) -> str:
    """The number of a step with its unit, or that there is none, and why."""
    step = evaluated.derivation[name]
    if step.relation is None or not step.verdict.holds:
        return f"none: {why_not(evaluated.derivation, step)}"
    line = evaluated.numbers(name)
    return line.result if line.value is not None or line.result.startswith("no ") else f"none: {line.result}"


@dataclass(frozen=True, repr=False)
class Told:
    """A sentence of a notebook with its numbers, which shows itself as the Markdown that it is."""

    text: str

    def _repr_markdown_(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def show(shown: object) -> None:
    """Display in a notebook, and print elsewhere."""
    ipython = sys.modules.get("IPython")  # which a notebook has imported
    if ipython is None or ipython.get_ipython() is None:
        print(str(shown).rstrip())
    else:
        ipython.display.display(shown)


def _document(found: Unanswered) -> Document:
    return Document.of(TextLine(found.words), notation=found.evaluated.derivation.notation)


def _data(found: Unanswered) -> dict[str, Any]:
    return {"claim": found.evaluated.claim.name, "why_not": found.words}


def _rows(found: Unanswered) -> Table:
    return Table("No answer", ("claim", "why not"), ((found.evaluated.claim.name, found.words),))


UNANSWERED = Producer(_document, _data, _rows)
