"""The premises as a page: by what they speak of, each with reason, source and alternatives; and who shares which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.site.plan import PREMISES
from derivations.site.premise_graph import premise_graphs
from derivations.site.sheet import Sheet
from derivations.site.topics import TOPICS, topic_of
from derivations.writers.html.mathematics import joined


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
