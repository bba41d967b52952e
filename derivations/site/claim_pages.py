"""Pages of the claims: the index, the ledger, the derivation of each, and the notation of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from derivations.lecture.shared.said import LECTURE as SOURCE
from derivations.show.html.mathematics import Letters, joined, letters_in
from derivations.site.notebook_page import with_own_names
from derivations.site.plan import CARDS, LECTURE, NOTEBOOK, PREMISES, derivation_file
from derivations.site.sheet import Sheet, letters_of_claims


def index(sheet: Sheet) -> str:
    """The claims of every chapter, each with its answer in one line, then the other pages."""
    claims, plan = [sheet.data[name] for name in sheet.plan.claims], sheet.plan
    chapters = [(chapter, list(members)) for chapter, members in groupby(claims, key=lambda claim: claim["chapter"])]
    return sheet.render(
        "index.html.j2", chapters=chapters, derivation_file=derivation_file, notebooks=plan.of_group(NOTEBOOK),
        reference=[*plan.of_group(LECTURE), *plan.of_group(CARDS)],
        told=_told(sheet, {claim["name"]: [claim["formula"], *_words(claim)] for claim in claims}),
    )


def ledger(sheet: Sheet) -> str:
    """Every claim with its conditions, its published numbers, and what was rejected or only asserted."""
    claims = [sheet.data[name] for name in sheet.plan.claims]
    counts = Counter(row["kind"] for claim in claims for row in claim["published"])
    texts = {}
    for claim in claims:
        rejects = [(item["because"], item["relation"]) for item in claim["rejects"] if item["relation"]]
        texts[claim["name"]] = [claim["formula"], *claim["conditions"], *_words(claim), *chain(*rejects)]
    return sheet.render(
        "ledger.html.j2", claims=claims, counts=list(counts.items()), lecture=SOURCE, derivation_file=derivation_file,
        told=_told(sheet, texts),
    )


def _words(claim: Mapping[str, Any]) -> list[str]:
    """The words of the verdicts on a claim."""
    return [verdict["words"] for verdict in claim["verdicts"]]


def _told(sheet: Sheet, texts: Mapping[str, Sequence[str]]) -> Letters:
    """The letters that stand in the texts of each claim, by claim, with the values that all claims agree on."""
    found = {name for claim, own in texts.items() for name in letters_in(own, sheet.data[claim]["letters"])}
    return {name: letter for name, letter in letters_of_claims(sheet).items() if name in found}


def derivation(sheet: Sheet) -> str:
    """The derivation of a claim, with links to its story and its published numbers."""
    (claim,) = sheet.page.needs
    report, measured = sheet.data[claim]["report"], sheet.data[claim]["measured"]
    picture = with_own_names(measured.get("picture", ""), "measured-")
    return sheet.render(
        "derivation.html.j2", **report, story=sheet.plan.page_of_claim(claim), told=report["letters"],
        measured=measured, picture=picture,
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
