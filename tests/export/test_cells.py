"""Cells as they are shown: tags are obeyed once for pages and papers, and slides begin at headings."""

from typing import Any

import pytest

from derivations.export.cells import FOLDED, NO_SOURCE, REMOVED, shown_cells, slide_types, slides


def text(source: str, **metadata: Any) -> dict[str, Any]:
    """A cell of Markdown."""
    return {"cell_type": "markdown", "source": source, "metadata": metadata}


def code(source: str = "1", **metadata: Any) -> dict[str, Any]:
    """A cell of code."""
    return {"cell_type": "code", "source": source, "metadata": metadata, "outputs": []}


def test_tags_take_away_a_cell_or_its_source() -> None:
    """And nothing else does, nor a cell without metadata."""
    cells = (code(tags=[REMOVED]), code("2", tags=[NO_SOURCE]), code("3", tags=["parameters"]),
             {"cell_type": "raw", "source": "4"})
    assert [(shown.cell["source"], shown.source) for shown in shown_cells(cells)] == [
        ("2", False), ("3", True), ("4", True)]


def test_a_slide_begins_at_a_heading() -> None:
    """Words begin one below it, code goes on, and headings of a lower kind are words."""
    cells = [text("# A question"), code(tags=[REMOVED]), code("2"), text("## The argument\n\nWords."), code("4"),
             code("5"), text("More."), text("### Of it"), code("8"), text(""), text("## Limits")]
    assert [*slide_types(cells)] == ["slide", "skip", "-", "slide", "-", "-", "subslide", "subslide", "-", "-", "slide"]
    assert [[cells.index(cell) for cell in each] for each in slides(cells)] == [
        [0, 2], [3, 4, 5], [6], [7, 8, 9], [10]]


def test_what_is_folded_is_no_slide() -> None:
    """Up to the next heading of the first two kinds."""
    cells = [text("# A question"), text("## Behind it", **{FOLDED: True}), code(), text("Words."), text("## Then")]
    assert [*slide_types(cells)] == ["slide", "skip", "skip", "skip", "slide"]


@pytest.mark.parametrize(("said", "count"), [("slide", 2), ("fragment", 1), ("skip", 1), ("notes", 1), ("unknown", 1)])
def test_what_a_cell_says_of_itself_counts(said: str, count: int) -> None:
    """By the words that JupyterLab writes; another word is none."""
    cells = [text("# A question"), code(slideshow={"slide_type": said})]
    assert len(slides(cells)) == count
    assert sum(map(len, slides(cells))) == (1 if said in ("skip", "notes") else 2)


def test_without_a_heading_there_is_one_slide() -> None:
    assert [len(each) for each in slides([code(), code()])] == [2]
    assert slides([]) == []
