"""Pages of the claims: the ledger, the derivation of each, and the notation of all."""

from __future__ import annotations

from collections import Counter
from typing import Any

from derivations.claims.shared.said import LECTURE as SOURCE
from derivations.site.chapters import by_chapter
from derivations.site.notebook_page import with_own_names
from derivations.site.plan import PREMISES, derivation_file
from derivations.site.sheet import Sheet, letters_of_claims
from derivations.writers.html.mathematics import joined


def ledger(sheet: Sheet) -> str:
    """Every claim with its conditions, its published numbers, and what was rejected or only asserted."""
    claims = [sheet.data[name] for name in sheet.plan.claims]
    kinds = Counter(row["kind"] for claim in claims for row in claim["published"])
    # conclusions first, those that follow and those that do not, then what there is most of
    counts = sorted(kinds.items(), key=lambda item: (item[0] not in ("follows", "differs"), -item[1]))
    return sheet.render(
        "ledger.html.j2", claims=claims, chapters=by_chapter(claims), counts=counts, lecture=SOURCE,
        derivation_file=derivation_file, told=letters_of_claims(sheet),
    )


def derivation(sheet: Sheet) -> str:
    """The derivation of a claim, with links to its story and its published numbers."""
    (claim,) = sheet.page.needs
    report, measured = sheet.data[claim]["report"], sheet.data[claim]["measured"]
    picture = with_own_names(measured.get("picture", ""), "measured-")
    return sheet.render(
        "derivation.html.j2", name=claim, report=report["html"], letters=report["letters"],
        story=sheet.plan.page_of_claim(claim), told=report["letters"], measured=measured, picture=picture,
    )


def notation(sheet: Sheet) -> str:
    """Every quantity of the claims and of the alternatives of their premises, by name."""
    quantities: dict[str, dict[str, Any]] = {}
    claims: dict[str, list[str]] = {}
    choices: dict[str, list[tuple[str, str]]] = {}
    for name in sheet.plan.claims:
        claim = sheet.data[name]
        for item in claim["notation"]:
            known = quantities.get(item["name"])
            if known is None or (item["definition"] and not known["definition"]):
                quantities[item["name"]] = {**item, "letters": claim["letters"]}
            if item["name"] in claim["used"]:
                claims.setdefault(item["name"], []).append(name)
    brought = []
    for premise in sheet.data[PREMISES]["premises"]:
        for choice in premise["alternatives"]:
            brought.append(choice["letters"])
            for item in choice["brings"]:
                quantities.setdefault(item["name"], {**item, "letters": choice["letters"]})
                choices.setdefault(item["name"], []).append((premise["name"], choice["name"]))
    shown = [
        {**quantities[name], "claims": claims.get(name, []), "choices": choices.get(name, [])}
        for name in sorted(quantities, key=lambda name: (name.casefold(), name))
    ]
    own = (sheet.data[name]["letters"] for name in sheet.plan.claims)  # indices, too, which only definitions name
    told = joined(letters_of_claims(sheet), *brought, *own)
    return sheet.render("notation.html.j2", quantities=shown, told=told)
