"""A report, or a part of it, as plain text: what a terminal shows, one line for each formula."""

from __future__ import annotations

from derivations.claims.account import Account
from derivations.render.terminal import report_text
from derivations.writeup.selection import headline_relation, selection


def report_plain(report: Account, steps: str = "all", *, all_cards: bool = False) -> str:
    """The report as text; with `steps` ``key`` the premises and steps that matter most.

    With ``result`` it is the formula alone, in the grammar of formulas and on one line, for a pipe. Tables over very
    many cards are only named unless `all_cards`. Raises `UnknownNameError` for another choice, and `UndecidedError` for
    a formula that there is not.
    """
    chosen = selection(report, steps)
    if steps == "result":
        return f"{headline_relation(report)}\n"
    return report_text(report, all_cards=all_cards, part=chosen.part)
