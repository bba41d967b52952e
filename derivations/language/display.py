"""Pieces of how steps show themselves: the mark of each verdict, and prose with mathematics in it."""

from __future__ import annotations

from collections.abc import Callable

from derivations.language.printing.latex import RELATIONS, to_latex
from derivations.language.prose import Limit, Tree, pieces
from derivations.language.quantity import Notation
from derivations.language.tree import Node, WrittenRelation

MARKS = {
    "taken": "", "proven": "✓", "checked": "✓", "numeric": "≈", "refuted": "✗", "inconclusive": "?", "waiting": "…",
}


def spoken(text: str, notation: Notation | None, plain: Callable[[str], str] = str) -> str:
    r"""Prose in which formulas, and names of quantities that are no words (b_w, kappa), stand as mathematics.

    `plain` treats what lies between (escapes it, say).

    >>> from derivations.language.quantity import Notation
    >>> notation = Notation.of("T [s] time\nt_w [s] weights\nn [] count")
    >>> print(spoken("T >= n*t_w no longer follows, as t_w grows", notation))
    $T \ge n\,t_{w}$ no longer follows, as $t_{w}$ grows
    """
    letters = {quantity.name: quantity.latex for quantity in notation or ()}
    return "".join(
        plain(piece) if isinstance(piece, str) else f"${tree_latex(piece.tree, lambda side: to_latex(side, letters))}$"
        for piece in pieces(text, letters, notation.functions if notation else {})
    )


def tree_latex(tree: Tree, side: Callable[[Node], str]) -> str:
    r"""The LaTeX of what stands as a formula in prose; `side` writes an expression.

    >>> from derivations.language.tree import Name
    >>> print(tree_latex(Limit(Name("L"), None), lambda node: to_latex(node, {})))
    L \to \infty
    """
    match tree:
        case WrittenRelation(left, operator, right):
            return f"{side(left)} {RELATIONS[operator]} {side(right)}"
        case Limit(left, to):
            return rf"{side(left)} \to " + (side(to) if to else r"\infty")
    return side(tree)


def sentence(text: str) -> str:
    """With a capital letter first."""
    return text[:1].upper() + text[1:]


def in_markdown(text: str) -> str:
    r"""Plain text for Markdown, where stars and underscores would set it in italics.

    >>> print(in_markdown("L_x is B*L"))
    L\_x is B\*L
    """
    return "".join(f"\\{c}" if c in "\\`*_<|$" else c for c in text)
