"""Warnings of what the numbers of a claim break, before any of them: too little memory, premises that do not hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derivations.document.blocks import EMPTY, Block, TextLine

WORDS = "these numbers contradict the premises"


def warnings(contradictions: Iterable[str]) -> list[str]:
    """A sentence for each contradiction."""
    return [f"Warning: {WORDS}: {text}" for text in contradictions]


def warning_lines(contradictions: Iterable[str]) -> Iterator[Block]:
    """The first lines of an answer, one for each contradiction, and an empty line behind them."""
    told = [TextLine(text, hang=4, role="warning") for text in warnings(contradictions)]
    yield from told
    if told:
        yield EMPTY
