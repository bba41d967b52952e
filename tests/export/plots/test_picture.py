"""Pictures of notebooks: in each form that a notebook is converted to, the same ones every time, and in words."""

from base64 import b64decode
from typing import Any

import pytest

from derivations import Line, Panel, panels_plot, svg
from derivations.export.plots.drawing import svg_text


def drawn() -> Any:
    """A small figure."""
    return panels_plot([Panel([Line("rising", [(0, 1), (2, 3)])], "x", "y")], "A title")


@pytest.mark.long
def test_a_notebook_shows_it_in_every_form() -> None:
    """As SVG on a page, as PDF in LaTeX, which has no SVG, and in words elsewhere."""
    shown = svg(drawn())._repr_mimebundle_()
    assert shown["image/svg+xml"] == svg_text(drawn())
    assert b64decode(shown["application/pdf"]).startswith(b"%PDF-")
    assert shown["text/plain"] == "<picture: A title>"
    assert svg(drawn())._repr_mimebundle_() == shown


@pytest.mark.long
def test_it_says_nothing_of_the_day_and_the_program_that_drew_it() -> None:
    """So that a notebook that runs again is the same file."""
    pdf = svg(drawn()).pdf
    for word in (b"CreationDate", b"Creator", b"Producer"):
        assert word not in pdf


@pytest.mark.long
def test_dots_are_for_those_who_ask() -> None:
    """JupyterLab shows no SVG of a notebook that nobody has trusted yet, and falls back to them."""
    assert "image/png" not in svg(drawn())._repr_mimebundle_()
    dots = b64decode(svg(drawn(), png=True)._repr_mimebundle_()["image/png"])
    assert dots.startswith(b"\x89PNG")
    assert int.from_bytes(dots[16:20], "big") == 100 * drawn().get_figwidth()
