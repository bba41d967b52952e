"""Pages of the claims: the index, the ledger, the derivation of each, and the notation of all."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

from derivations.lecture.index import CLAIMS
from derivations.lecture.shared.said import LECTURE as SOURCE
from derivations.show.html.mathematics import joined
from derivations.site.plan import CARDS, LECTURE, NOTEBOOK, PREMISES, derivation_file
from derivations.site.sheet import Sheet, letters_of_claims


def index(sheet: Sheet) -> str:
    """The claims of every chapter, each with its answer in one line, then the other pages."""
    claims, plan = [sheet.data[name] for name in CLAIMS], sheet.plan
    chapters = [(chapter, list(members)) for chapter, members in groupby(claims, key=lambda claim: claim["chapter"])]
    return sheet.render(
        "index.html.j2", chapters=chapters, derivation_file=derivation_file, notebooks=plan.of_group(NOTEBOOK),
        reference=[*plan.of_group(LECTURE), *plan.of_group(CARDS)], told=letters_of_claims(sheet.data, CLAIMS),
    )


def ledger(sheet: Sheet) -> str:
    """Every claim with its conditions, its published numbers, and what was rejected or only asserted."""
    claims = [sheet.data[name] for name in CLAIMS]
    counts = Counter(row["kind"] for claim in claims for row in claim["published"])
    return sheet.render(
        "ledger.html.j2", claims=claims, counts=list(counts.items()), lecture=SOURCE, derivation_file=derivation_file,
        told=letters_of_claims(sheet.data, CLAIMS),
    )


def derivation(sheet: Sheet) -> str:
    """The derivation of a claim, with links to its story and its published numbers."""
    (claim,) = sheet.page.needs
    report = sheet.data[claim]["report"]
    return sheet.render(
        "derivation.html.j2", **report, story=sheet.plan.page_of_claim(claim), told=report["letters"],
    )


def notation(sheet: Sheet) -> str:
    """Every quantity of the claims and of the alternatives of their premises, by name."""
    quantities: dict[str, dict[str, Any]] = {}
    claims: dict[str, list[str]] = {}
    choices: dict[str, list[tuple[str, str]]] = {}
    for name in CLAIMS:
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
    told = joined(letters_of_claims(sheet.data, CLAIMS), *brought)
    return sheet.render("notation.html.j2", quantities=shown, told=told)
