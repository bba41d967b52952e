"""What was changed, and where the numbers come from, as lists for a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from html import escape

from derivations.claims.account import Account
from derivations.engine.written.mathml import math, to_mathml, value_mathml
from derivations.engine.written.nodes import Name
from derivations.origins.origin import standing_words
from derivations.render.html.equation import relation_display
from derivations.render.html.letters import Letters, letters_of
from derivations.render.html.links import outside_link
from derivations.render.html.prose import prose
from derivations.values.numbers import NumbersLine
from derivations.values.source import Source
from derivations.values.value import Value


def changes_list(report: Account, letters: Letters) -> Iterator[str]:
    """What the reader changed: premises with what they replace, numbers, cards; nothing where nothing was."""
    items = []
    for name in report.derivation.assumptions.premises:
        step = report.derivation[name]
        now = relation_display(str(step.relation), letters) if step.relation is not None else ""
        before = f"in place of {relation_display(step.replaces, letters)}" if step.replaces else ""
        items.append(f"<strong>{escape(name)}</strong>: {now}{before}")
    signs = letters_of(letters)
    for name, values in report.study.values.items():
        told = ", ".join(math(value_mathml(str(value))) for value in values)
        items.append(f"{math(to_mathml(Name(name), signs))} = {told}")
    cards = report.study.cards
    for item in fields(cards):
        if chosen := getattr(cards, item.name):
            items.append(f"{escape(item.name)}: {escape(chosen)}")
    if report.study.as_said:
        items.append("the lecturer's own numbers")
    if report.study.without:
        left_out = ", ".join(math(to_mathml(Name(name), signs)) for name in report.study.without)
        items.append(f"without the numbers of {left_out}")
    if items:
        yield f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def origins_list(line: NumbersLine, letters: Letters) -> Iterator[str]:
    """Every given number that a result rests on, with its origin, its meaning and its source as a link."""
    signs = letters_of(letters)
    items = [
        f"<li>{math(f'<mrow>{to_mathml(Name(name), signs)}<mo>=</mo>{value_mathml(str(value))}</mrow>')}: "
        f"{_origin(value, letters)}</li>"
        for name, value in line.leaves.items()
    ]
    if items:
        yield f'<ul class="sources">{"".join(items)}</ul>'


def _origin(value: Value, letters: Letters) -> str:
    parts = [prose(value.origin, letters)]
    if value.meaning:
        parts.append(prose(value.meaning, letters))
    if value.source is not None:
        parts.append(source_link(value.source))
    return "; ".join(parts)


def source_link(source: Source) -> str:
    """A source with its address, its date, and how far it can be trusted."""
    title = outside_link(source.url, escape(source.title))
    date = f", {escape(source.date)}" if source.date else ""
    return f'{title}{date} <span class="quiet">({escape(standing_words(source))})</span>'
