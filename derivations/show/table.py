"""Tables: a title, a head and rows of cells, which each renderer draws in its own way."""

from __future__ import annotations

from dataclasses import dataclass, field

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError
from derivations.language.display import in_markdown
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.numbers_line import NumbersLine

NOTHING = "—"


@dataclass(frozen=True)
class Table:
    """A title, a head and rows of cells; the first `keys` cells of a row say what it is about."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: int = field(default=1, repr=False)

    def to_markdown(self) -> str:
        """The table in GitHub's Markdown, without its title."""
        return "\n".join([_markdown_row(self.head), "|" + " --- |" * len(self.head), *map(_markdown_row, self.rows)])

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


def heading(step: str, report: EvaluatedClaim) -> str:
    """What a column shows: the left side of the step's relation, and the name of the step if that is another."""
    own = report.derivation[step]
    left = own.unknown or (step if own.relation is None else own.relation.written_left)
    return step if left == step else f"{left} ({step})"


def line_or_none(evaluation: Evaluation, step: str) -> NumbersLine | None:
    """The numbers line of a step; None where it has no relation, does not stand, or is not part of the derivation."""
    try:
        return evaluation.line(step)
    except DerivationsError:
        return None


def _markdown_row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(in_markdown(cell.replace("\n", " ")) for cell in cells) + " |"
