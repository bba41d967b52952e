"""Boxes of lines: rows, fractions, parentheses, exponents and roots."""

from derivations.language.printing.pretty import Box, fraction, parenthesised, raised, root, row, word


def lines(box: Box) -> list[str]:
    return str(box).splitlines()


def test_a_row_aligns_baselines() -> None:
    """A neighbour on one line stands beside the fraction bar."""
    box = row("y = ", fraction(word("a"), word("bcd")), " + 1")
    assert lines(box) == ["     a", "y = ─── + 1", "    bcd"]
    assert box.baseline == 1


def test_a_bar_is_longer_than_the_bar_inside() -> None:
    """Which fraction is the inner one can be seen."""
    inner = fraction(word("a"), word("b"))
    assert lines(fraction(inner, word("c"))) == [" a", " ─", " b", "───", " c"]
    assert lines(fraction(word("c"), inner)) == [" c", "───", " a", " ─", " b"]


def test_tall_parentheses() -> None:
    """Parentheses take the height of what they hold."""
    assert lines(parenthesised(word("a"))) == ["(a)"]
    assert lines(parenthesised(fraction(word("a"), word("b")))) == ["⎛a⎞", "⎜─⎟", "⎝b⎠"]
    assert lines(parenthesised(raised(word("a"), word("2")))) == ["⎛ 2⎞", "⎝a ⎠"]


def test_exponents_stand_above() -> None:
    """The baseline stays that of the base."""
    box = row(raised(word("x"), word("2")), " + 1")
    assert lines(box) == [" 2", "x  + 1"]


def test_roots_grow() -> None:
    """The root sign is as tall as what stands under it."""
    assert lines(root(word("ab"))) == ["  ____", "╲╱ ab"]
    assert lines(root(fraction(word("a"), word("b")))) == ["    ___", "   ╱ a", "  ╱  ─", "╲╱   b"]


def test_accents_take_no_column() -> None:
    """A combining accent stands on the letter before it."""
    assert word("x\u0302").width == 1
    assert lines(fraction(word("x\u0302"), word("yz"))) == ["x\u0302", "──", "yz"]
