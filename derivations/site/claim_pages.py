"""Pages of the claims: the first page, the ledger, the derivation of each, and what all share.

That is premises, by what they speak of, the notation, and the numbers and versions of the lecture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from derivations.claims.shared.said import LECTURE as SOURCE
from derivations.claims.spoken import spoken_numbers, versions_told
from derivations.site.chapters import by_chapter
from derivations.site.notebook_page import with_own_names
from derivations.site.plan import DATA, DOCUMENT, EVIDENCE, LECTURE, NOTEBOOK, PREMISES, derivation_file
from derivations.site.premise_graph import premise_graphs
from derivations.site.sheet import Sheet, letters_of_claims
from derivations.site.topics import TOPICS, topic_of
from derivations.writers.html.mathematics import joined


def index(sheet: Sheet) -> str:
    """What this is in a sentence, a picture, the claims of every chapter, then the other pages."""
    claims, plan = [sheet.data[name] for name in sheet.plan.claims], sheet.plan
    return sheet.render(
        "index.html.j2", lecture=SOURCE, chapters=by_chapter(claims), count=len(claims),
        picture=next((claim["picture"] for claim in claims if claim["picture"]), ""),
        story=next((page for page in plan.of_group(LECTURE) if page.source), None), notebooks=plan.of_group(NOTEBOOK),
        reference=[page for group in (LECTURE, EVIDENCE, DATA, DOCUMENT) for page in plan.of_group(group)],
        told=letters_of_claims(sheet),
    )


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


def premises(sheet: Sheet) -> str:
    """The pictures, and below them every premise."""
    taken = sheet.data[PREMISES]["premises"]
    told = joined(*(each["letters"] for item in taken for each in (item, *item["alternatives"])))
    topics: dict[str, list[Mapping[str, Any]]] = {topic: [] for topic in TOPICS}
    for item in taken:
        topics.setdefault(topic_of(item["name"], tuple(item["claims"])), []).append(item)
    return sheet.render(
        "premises.html.j2", premises=taken, shared=sum(len(item["claims"]) > 1 for item in taken),
        topics=[(topic, members) for topic, members in topics.items() if members],
        graphs=premise_graphs(taken, sheet.plan.claims), told=told,
    )


def numbers(sheet: Sheet) -> str:
    """A row for each of the lecture's statements with a number that the site's claims, or none at all, deal with."""
    rows = []
    for row in spoken_numbers():
        numbers = {number: claim for number, claim in row.numbers.items() if claim in sheet.plan.claims}
        if numbers or not row.claims:
            rows.append(replace(row, numbers=numbers))
    return sheet.render("numbers.html.j2", rows=rows, count=sum(len(row.numbers) for row in rows), lecture=SOURCE)


def versions(sheet: Sheet) -> str:
    """A part for each topic of the claims on which the lecture and those who retold it disagree."""
    topics = []
    for topic in versions_told():
        claims = tuple(claim for claim in topic.claims if claim in sheet.plan.claims)
        derived = tuple(item for item in topic.derived if item.claim in sheet.plan.claims)
        if claims or not topic.claims:
            topics.append(replace(topic, claims=claims, derived=derived))
    return sheet.render("versions.html.j2", topics=topics)
