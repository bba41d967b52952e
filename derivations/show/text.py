"""A report, or a part of it, as plain text: what a terminal shows, one line for each formula."""

from __future__ import annotations

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.show.report_text import report_text
from derivations.show.selection import headline_relation, selection


def report_plain(report: EvaluatedClaim, steps: str = "all", *, all_cards: bool = False) -> str:
    """The report as text; with `steps` ``key`` the premises and steps that matter most.

    With ``result`` it is the formula alone, in the grammar of formulas and on one line, for a pipe. Tables over very
    many cards are only named unless `all_cards`. Raises `UnknownNameError` for another choice, and `UndecidedError` for
    a formula that there is not.
    """
    chosen = selection(report, steps)
    if steps == "result":
        return f"{headline_relation(report)}\n"
    return report_text(report, all_cards=all_cards, part=chosen.part)
