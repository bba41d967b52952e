"""What a notebook says, apart from how it looks: outputs as text, without what differs from run to run."""

import json
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

from derivations.sources.catalog import load_catalog

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{4,}")
_HEADING = re.compile(r"^#+ .*$", flags=re.MULTILINE)
_CODE = re.compile(r"```.*?```|`[^`]*`", flags=re.DOTALL)
_TIME = re.compile(r"\b\d:\d\d:\d\d\b")
_NAME = re.compile(r"\b[A-Z][\w.-]*\d[\w.-]*")
_NUMBER = re.compile(r"\S*\d\S*|\b(?:hundred|thousand|million|billion|trillion)s?\b")


def meaning(cell: Any) -> list[tuple[str, ...]]:
    """The outputs of a code cell as comparable tuples, in order."""
    said: list[tuple[str, ...]] = []
    for output in cell.get("outputs", ()):
        if output["output_type"] == "stream":
            said.append(("stream", output["name"], _plain(output["text"])))
        elif output["output_type"] == "error":
            said.append(("error", output["ename"], output["evalue"]))
        else:
            said += [_shown(kind, content) for kind, content in sorted(output["data"].items())]
    return said


def differences(stored: Any, fresh: Any) -> list[str]:
    """Where two notebooks say different things, one line for each cell."""
    found = []
    if len(stored.cells) != len(fresh.cells):
        found.append(f"{len(stored.cells)} cells stored, {len(fresh.cells)} executed")
    for place, (before, after) in enumerate(zip(stored.cells, fresh.cells, strict=False), 1):
        cell = f"cell {place} ({before['id']})"
        if before["source"] != after["source"]:
            found.append(f"{cell}: another source")
        elif meaning(before) != meaning(after):
            found.append(f"{cell}: {_first_difference(str(meaning(before)), str(meaning(after)))}")
    return found


def _first_difference(before: str, after: str) -> str:
    same = next((i for i, pair in enumerate(zip(before, after, strict=False)) if len(set(pair)) > 1), len(before))
    start = max(0, same - 60)
    return f"stored …{before[start : same + 60]}…, now …{after[start : same + 60]}…"


def svg_words(svg: str) -> tuple[str, ...]:
    """Title, description and labels of a picture, in order."""
    return tuple(
        " ".join("".join(element.itertext()).split())
        for element in ElementTree.fromstring(svg).iter()
        if element.tag.rpartition("}")[2] in ("title", "desc", "text")
    )


def typed_numbers(markdown: str) -> list[str]:
    """Numbers in prose that nobody computed.

    Headings, code, times of the lecture (0:19:16) and names (H100, DeepSeek-V3, the titles of cards) may have digits.
    """
    for title in _titles():
        markdown = markdown.replace(title, "")
    for allowed in (_HEADING, _CODE, _TIME, _NAME):
        markdown = allowed.sub("", markdown)
    return _NUMBER.findall(markdown)


@cache
def _titles() -> list[str]:
    """The names of cards, the longest first: one may go on from another."""
    catalog = load_catalog()
    titles = [card.title for card in (*catalog.accelerators.values(), *catalog.models.values())]
    return sorted(titles, key=len, reverse=True)


def _shown(kind: str, content: Any) -> tuple[str, ...]:
    if kind == "image/svg+xml":
        return (kind, *svg_words(content))
    if kind.startswith("image/") or kind == "application/pdf":
        return (kind,)
    if kind.endswith("+json"):
        return (kind, json.dumps(content, sort_keys=True, ensure_ascii=False))
    return (kind, _plain(content if isinstance(content, str) else str(content)))


def _plain(text: str) -> str:
    return _ADDRESS.sub("0x…", text).strip()
