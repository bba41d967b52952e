"""Documents: the same lines, formulas and tables on a terminal and in Markdown."""

from dataclasses import replace

import pytest

from derivations import Notation, relation
from derivations.document.blocks import EMPTY, GAP, Document, Section, TextLine, headed
from derivations.document.forms import written
from derivations.document.table import Table
from derivations.language.display import plural
from derivations.writers.terminal import Style, lines_of, table_lines, text_of

NOTATION = Notation.of("T [s] time\nt_w [s] weights\nn [] (integer) count")
BOUND = relation("T >= n*t_w", NOTATION)
PAINTED = Style(width=40, paint=lambda text, role: f"<{role}>{text}</>")


def test_a_line_has_words_a_relation_and_conditions() -> None:
    """As one could type them."""
    line = TextLine("now:", BOUND, (relation("n > 1", NOTATION),))
    assert line.text == "now: T >= n*t_w if n > 1"
    assert written(Document.of(line), "markdown") == r"now: $T \ge n\,t_{w}$ if $n > 1$" "\n"
    assert TextLine(conditions=line.conditions).text == "if n > 1"


def test_a_line_goes_on_below_further_in() -> None:
    """At the width of the terminal, unless it stays whole."""
    words = TextLine("one two three four five six seven eight nine", depth=1, hang=4)
    assert text_of([words], Style(width=40)) == "  one two three four five six seven\n      eight nine\n"
    assert text_of([replace(words, whole=True)], Style(width=40)) == f"  {words.words}\n"
    deep = replace(words, depth=15)
    assert all(len(line.split()) > 1 for line in lines_of([deep], Style(width=40))), "text keeps some columns"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (TextLine("all of it", depth=1, role="bad"), "<bad>  all of it</>"),
        (headed("Result", ", as built"), "<heading>Result</>, as built"),
        (TextLine("or r", depth=1, role="name", named="r"), "  or <name>r</>"),
        (TextLine("under", role="dim", branch="├─ "), "├─ <dim>under</>"),
    ],
)
def test_a_role_is_painted(line: TextLine, shown: str) -> None:
    """On all of a line, on what is named in it, and not on the tree before it."""
    assert list(lines_of([line], PAINTED)) == [shown]


def test_a_displayed_relation_is_drawn_where_there_is_room() -> None:
    """In two dimensions on a wide terminal, in one line elsewhere; so is the gap before it."""
    line = TextLine(relation=relation("T = t_w/n", NOTATION), depth=1, display=True)
    assert len(list(lines_of([GAP, line], Style(pretty=True)))) == 4
    assert list(lines_of([GAP, line], Style())) == ["  T = t_w/n"]
    long = TextLine(relation=relation("T = t_w/n + " + " + ".join(["n*t_w"] * 9), NOTATION), hang=2, display=True)
    assert list(lines_of([long], Style(pretty=True, width=60))) == list(lines_of([long], Style(width=60)))


def test_a_section_has_a_heading_a_table_and_lines() -> None:
    """In this order, in both media."""
    lines = (TextLine("first", depth=1), TextLine("second", depth=2))
    section = Section("A *word*", lines, Table("t", ("a",), (("1",),)))
    assert text_of(section.blocks) == "\nA *word*\n  a\n  1\n  first\n    second\n"
    assert written(Document.of(section.blocks), "markdown", level=1) == (
        "## A \\*word\\*\n\n| a |\n| --- |\n| 1 |\n\n- first\n  - second\n"
    )


def test_an_empty_line_is_empty() -> None:
    """Without blanks at its end."""
    assert text_of([TextLine("a"), EMPTY, TextLine("b")]) == "a\n\nb\n"


def test_tables_wrap_where_the_screen_ends() -> None:
    """Every word is still there."""
    words = ("one two three four five six", "seven eight nine ten")
    lines = table_lines(Table("title", ("a", "b"), (words, ("x", "y"))), Style(width=24))
    assert max(map(len, lines)) <= 24
    assert sorted(" ".join(lines).split()) == sorted(" ".join(("a", "b", *words, "x", "y")).split())


def test_a_table_that_goes_on_below_repeats_all_that_says_what_a_row_is_about() -> None:
    """Two quantities vary, so that one of them alone would not do."""
    rows = tuple((str(a), str(b), "x" * 20, "y" * 20) for a in (1, 2) for b in (3, 4))
    lines = table_lines(Table("title", ("a", "b", "first", "second"), rows, keys=2), Style(width=40))
    below = lines[lines.index("") + 1 :]
    assert below[0].split() == ["a", "b", "second"]
    assert [line.split()[:2] for line in below[1:]] == [list(row[:2]) for row in rows]


def test_one_of_a_kind_is_singular() -> None:
    """And none are many."""
    assert [plural(count, "step") for count in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
