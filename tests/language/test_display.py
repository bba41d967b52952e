"""Prose with mathematics in it, and text that Markdown must not read."""

from __future__ import annotations

from derivations.language.display import MARKS, in_markdown, markdown_prose
from derivations.language.quantity import Notation
from derivations.proof.verdict import Finding

NOTATION = Notation.of("b_w [byte] weight\nkappa [byte] cache\nC [FLOP] compute")


def test_names_become_mathematics() -> None:
    """Names that are no words, and single letters, are set as mathematics; words stay."""
    assert markdown_prose("where C b_w is, and kappa", NOTATION) == r"where $C$ $b_{w}$ is, and $\kappa$"


def test_parts_of_words_stay() -> None:
    """A name inside another word or a path is no name."""
    assert markdown_prose("b_w2 and x.b_w and sub-kappa", NOTATION) == "b_w2 and x.b_w and sub-kappa"


def test_the_rest_is_treated() -> None:
    """What lies between is escaped as the target needs it."""
    assert markdown_prose("10% b_w", NOTATION, lambda text: text.replace("%", "\\%")) == r"10\% $b_{w}$"
    assert markdown_prose("10%", None, lambda text: text.replace("%", "\\%")) == r"10\%"


def test_markdown_signs_are_escaped() -> None:
    """Stars, underscores and bars are text."""
    assert in_markdown("a*b_c|d") == r"a\*b\_c\|d"
    assert in_markdown("&check;") == r"\&check;"


def test_every_finding_has_a_mark() -> None:
    """No verdict is without a sign, though that of a premise is empty."""
    assert set(MARKS) == {str(finding) for finding in Finding}
