"""Pictures of the claim about KV bytes: their words tell what their dots show, and the dots are the derivation's."""

import re
from fractions import Fraction

import pytest

from derivations import InputError, Report, derive
from derivations.claim.composition import widest
from derivations.show.plots.dots import Mark, Row, Series, dot_plot
from derivations.show.plots.drawing import svg_text
from derivations.show.plots.kv_plots import bytes_plot, crossover_plot


@pytest.fixture(scope="module")
def report() -> Report:
    """The claim on its default cards."""
    return derive("kv-bytes")


def test_crossings_are_told_in_words(report: Report) -> None:
    """Every model once, the numbers without and with attention, the step, and the range over accelerators."""
    label = str(crossover_plot(report).get_label())
    assert "the step in the price: 200,000." in label
    assert label.count("with the arithmetic of attention") == len(report.catalog.models)
    line = next(line for line in label.splitlines() if line.startswith("DeepSeek-V3:"))
    crossings = [
        report.with_cards(name).numbers("crossover-context").value
        for name, chip in report.catalog.accelerators.items()
        if widest(chip) in chip.compute
    ]
    low, high = (round(each(number for number in crossings if number is not None)) for each in (min, max))
    for number in ("3,567", "19,703", f"elsewhere {low:,} to {high:,}"):
        assert number in line


def test_what_never_crosses_and_what_crosses_inside_windows_is_told_apart(report: Report) -> None:
    """On an H200, DeepSeek-V3 never; Gemma before its windows are full."""
    lines = {line.partition(":")[0]: line for line in str(crossover_plot(report, "h200").get_label()).splitlines()}
    assert "with the arithmetic of attention never" in lines["DeepSeek-V3"]
    assert "before 1,024" in lines["Gemma 4 31B"]
    assert "never" not in lines["Gemma 4 31B"]


def test_bytes_are_told_in_words(report: Report) -> None:
    """Stored, read and implied, beside what was said."""
    said = derive("kv-bytes", as_said=True).result.value
    assert said is not None
    label = str(bytes_plot(report, said).get_label())
    assert "as said: 1,667." in label
    line = next(line for line in label.splitlines() if line.startswith("DeepSeek-V4-Pro:"))
    for number in ("stored 9,848", "read, on average 2,365", "1,660"):
        assert number in line


def test_pictures_are_the_same_text_each_time_and_have_titles(report: Report) -> None:
    """With a description for those who do not see it."""
    first, second = (svg_text(crossover_plot(report)) for _ in range(2))
    assert first == second
    assert "<title>Where models cross, NVIDIA H100 SXM (bf16)</title>" in first
    assert "<desc>the step in the price" in first
    for title in ("DeepSeek-V3", "Llama 3.1 405B", "the step in the price", "other accelerators"):
        assert f">{title}</text>" in first


def test_no_colour_of_light_pages_is_fixed_on_a_shape_that_is_drawn_by_reference(report: Report) -> None:
    """On a dark page each place has its own colour, and the shape has none."""
    svg = svg_text(crossover_plot(report))
    shapes = re.findall(r"<defs>\s*<path [^>]*>", svg)
    places = re.findall(r"<use [^>]*>", svg)
    assert shapes
    assert not any("stroke: #" in shape for shape in shapes)
    assert all("stroke: #" in place for place in places)


def test_a_dot_plot_needs_rows() -> None:
    """An empty picture says nothing."""
    with pytest.raises(InputError, match="at least one row"):
        dot_plot([], [Series("a", "ink")], Mark(Fraction(1), "one"), "x", "t", "c")


def test_a_row_tells_all_that_it_shows() -> None:
    """Numbers, upper ends, what is never reached, and the range."""
    row = Row("thing", {"a": Fraction(3)}, {"b": Fraction(4)}, ("c",), (Fraction(1), Fraction(9)))
    assert str(row) == "thing: a 3, b before 4, c never, elsewhere 1 to 9"
