"""Documents as GitHub Markdown, mathematics as LaTeX between dollars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derivations.language.display import in_markdown, markdown_prose
from derivations.show.document import Section, TextLine


def sections_markdown(sections: Iterable[Section], heading: str) -> Iterator[str]:
    """The blocks of sections; `heading` is what a heading is set with, as in ``## {}``."""
    for section in sections:
        yield heading.format(in_markdown(section.heading))
        if section.table is not None:
            yield section.table.to_markdown()
        if section.lines:
            yield bullets(section.lines)


def bullets(lines: Iterable[TextLine]) -> str:
    """Lines as one list, those that stand further in below the one before."""
    listed = list(lines)
    least = min((line.depth for line in listed), default=0)
    return "\n".join(f"{'  ' * (line.depth - least)}- {line_markdown(line)}" for line in listed)


def line_markdown(line: TextLine) -> str:
    """A line of text with its formula and the conditions."""
    notation = None if line.relation is None else line.relation.notation
    relation = "" if line.relation is None else f"${line.relation.latex}$"
    under = f"if {conditions_markdown(line)}" if line.conditions else ""
    return " ".join(filter(None, (markdown_prose(line.words, notation, in_markdown), relation, under)))


def conditions_markdown(line: TextLine) -> str:
    """The conditions as formulas."""
    return " and ".join(f"${condition.latex}$" for condition in line.conditions)
