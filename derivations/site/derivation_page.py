"""A claim's whole derivation as a page: every premise, step and reject with its check, and every table."""

from __future__ import annotations

from derivations.site.frame import Sheet
from derivations.site.pieces import below_title, file_link


def body(sheet: Sheet) -> str:
    """What the claim's derivation says, and where its story and its published numbers stand."""
    (claim,) = sheet.page.needs
    page = sheet.plan.page_of_claim(claim)
    links = [] if page is None else [file_link(page.file, "the story, with pictures and changed premises")]
    links.append(file_link("ledger.html", "what was said", claim))
    return below_title(sheet.data[claim]["derivation"], " · ".join(links))
