"""Who says what: where the lecture and those who retold it disagree, which version is followed, and why."""

from __future__ import annotations

from html import escape

from derivations.language.display import sentence
from derivations.lecture.spoken import Topic, versions_told
from derivations.site.frame import Sheet
from derivations.site.pieces import anchor, heading, listed, plural

_LEAD = (
    "The lecture, its practice cards, and those who retold it do not always say the same. Each version stands here "
    "with who gave it, which one the claims follow, and why. What is derived comes from the claims."
)


def body(sheet: Sheet) -> str:
    """A part for each topic."""
    topics = versions_told()
    parts = ["<h1>Who says what</h1>", f"<p>{plural(len(topics), 'topic')}. {_LEAD}</p>"]
    for topic in topics:
        parts += [heading(2, escape(sentence(topic.topic)), anchor(topic.topic)), _part(sheet, topic)]
    return "\n".join(parts)


def _part(sheet: Sheet, topic: Topic) -> str:
    told = listed(f"<strong>{escape(item.says)}</strong>: {escape(item.by)}" for item in topic.versions)
    derived = "; ".join(
        f'{escape(sheet.data[item.claim]["derived"][item.place])} '
        f'<span class="quiet">({sheet.claim_link(item.claim)}, <code>{escape(item.place)}</code>)</span>'
        for item in topic.derived
    )
    follows = f"<p>Derived: {derived}.</p>" if derived else ""
    claims = ", ".join(sheet.claim_link(claim) for claim in topic.claims)
    return (
        f"{told}\n<p>Followed here: {escape(topic.follow)}; {escape(topic.why)}.</p>\n{follows}\n"
        f'<p class="quiet">Claims: {claims}.</p>'
    )
