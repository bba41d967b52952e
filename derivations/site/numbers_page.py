"""Every number of the lecture as a page: what was said, when, and the claims that deal with it."""

from __future__ import annotations

from html import escape

from derivations.lecture.said import LECTURE
from derivations.lecture.spoken import Spoken, spoken_numbers
from derivations.show.html.shell import outside_link
from derivations.site.frame import Sheet
from derivations.site.pieces import file_link, plural, table

_HEAD = ("said", "when", "claims")


def body(sheet: Sheet) -> str:
    """A row for each of the lecture's statements with a number, in its order."""
    rows = spoken_numbers()
    numbers = sum(len(row.numbers) for row in rows)
    lead = (
        f"{plural(numbers, 'number')}, in the order of {outside_link(LECTURE.url, 'the lecture')}. Each is derived, "
        "compared, or called an assertion in the claims beside it."
    )
    return "\n".join([
        "<h1>Every number of the lecture</h1>", f"<p>{lead}</p>",
        table("Numbers of the lecture", _HEAD, (_row(sheet, row) for row in rows), stacked=True),
    ])


def _row(sheet: Sheet, row: Spoken) -> tuple[str, str, str]:
    links = ", ".join(
        f'{sheet.claim_link(claim)} <span class="quiet">({file_link("ledger.html", "ledger", claim)})</span>'
        for claim in row.claims
    )
    reason = f'<span class="quiet">no quantitative claim: {escape(row.reason)}</span>'
    return escape(row.said), escape(row.time), links or reason
