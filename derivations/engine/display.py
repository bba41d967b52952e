"""Pieces of how steps show themselves: marks for verdicts, and prose with mathematics in it.

Whole documents are the business of `derivations.render`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from derivations.engine.quantity import Notation

MARKS = {
    "taken": "", "proven": "✓", "checked": "✓", "numeric": "≈", "refuted": "✗", "inconclusive": "?", "waiting": "…",
}  # fmt: skip


def spoken(text: str, notation: Notation | None, plain: Callable[[str], str] = str) -> str:
    """Prose in which names of quantities that are no words, such as b_w or kappa, stand as mathematics.

    `plain` treats what lies between (escapes it, say).
    """
    letters = {q.name: q.latex for q in notation or () if "_" in q.name or q.latex.startswith("\\")}
    if not letters:
        return plain(text)
    pattern = re.compile(r"(?<![\w/.-])(" + "|".join(map(re.escape, letters)) + r")(?![\w-])")
    parts = pattern.split(text)
    return "".join(f"${letters[part]}$" if place % 2 else plain(part) for place, part in enumerate(parts))


def in_markdown(text: str) -> str:
    r"""Plain text for Markdown, where stars and underscores would set it in italics.

    >>> print(in_markdown("L_x is B*L"))
    L\_x is B\*L
    """
    return "".join(f"\\{c}" if c in "\\`*_<|$" else c for c in text)
