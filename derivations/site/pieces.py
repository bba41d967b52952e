"""Pieces of HTML that pages are put together from. Cells and texts are HTML already; `escape` comes before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from urllib.parse import quote

STANDING_MARKS = {"verified": "", "secondary": "second-hand", "unverified": "unverified"}


def anchor(text: str) -> str:
    """A text as the name of a place on a page, the same for the same text."""
    return "".join(character if character.isalnum() or character in "-_." else "-" for character in text)


def file_link(name: str, text: str, place: str = "", *, here: bool = False) -> str:
    """A link to another page of the site, `text` as HTML; `here` marks the page that is shown."""
    target = quote(name) + (f"#{quote(place)}" if place else "")
    mark = ' aria-current="page"' if here else ""
    return f'<a href="{target}"{mark}>{text}</a>'


def heading(level: int, text: str, place: str) -> str:
    """A heading that links to itself, `text` as HTML."""
    return f'<h{level} id="{place}">{text} {self_link(place)}</h{level}>'


def below_title(page: str, links: str) -> str:
    """A page with a line of links below its title."""
    return page.replace("</h1>", f'</h1>\n<p class="quiet">{links}</p>', 1)


def self_link(place: str) -> str:
    """What leads to a heading, behind its words."""
    return f'<a class="self" href="#{quote(place)}" aria-label="Link to this part">#</a>'


def table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], *, stacked: bool = False,
    attributes: Iterable[Mapping[str, str]] = (),
) -> str:
    """A table that a narrow screen can scroll or, if it is `stacked`, shows row below row with the heads beside.

    The first cell of a row is its head. `attributes` are those of the rows, in order.
    """
    given = list(attributes)
    role = {name: f' role="{name}"' if stacked else "" for name in ("table", "row", "cell", "rowheader")}
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = []
    for place, row in enumerate(rows):
        extra = given[place] if place < len(given) else {}
        marks = "".join(f' {name}="{escape(value)}"' for name, value in extra.items())
        first = f'<th scope="row"{role["rowheader"]}>{row[0]}</th>'
        others = "".join(
            f'<td{role["cell"]}{_label(title) if stacked else ""}>{cell}</td>'
            for title, cell in zip(head[1:], row[1:], strict=True)
        )
        body.append(f"<tr{role['row']}{marks}>{first}{others}</tr>")
    label = escape(caption)
    return (
        f'<div class="table" role="region" tabindex="0" aria-label="{label}">'
        f'<table{" class=stacked" if stacked else ""}{role["table"]}><caption>{label}</caption>'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n" + "\n".join(body) + "\n</tbody></table></div>"
    )


def listed(items: Iterable[str], kind: str = "") -> str:
    """A list, or nothing where there is nothing in it."""
    inner = "\n".join(f"<li>{item}</li>" for item in items)
    return f"<ul{f' class={kind}' if kind else ''}>\n{inner}\n</ul>" if inner else ""


def standing_note(standing: str) -> str:
    """How far a source can be trusted, where it is not the primary one; else nothing."""
    words = STANDING_MARKS.get(standing, standing)
    return f' <span class="unsure">{escape(words)}</span>' if words else ""


def plural(count: int, word: str) -> str:
    """A count with its word."""
    many = f"{word[:-1]}ies" if word.endswith("ty") else f"{word}s"
    return f"{count} {word if count == 1 else many}"


def _label(title: str) -> str:
    return f' data-label="{escape(title)}"' if title else ""
