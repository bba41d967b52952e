"""Curves of steps: exact points, gaps where a condition fails, and words for those who do not see them."""

import math
import re
from fractions import Fraction
from itertools import pairwise

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from derivations import Curve, InputError, Report, UnknownNameError, curves_panel, curves_plot, derive, parse_value
from derivations.export.plots.curves import sweep_plot
from derivations.export.plots.drawing import svg_text
from derivations.study.sweep import Sweep, sweep

from ...lecture_balance import LECTURE_BALANCE


@pytest.fixture(scope="module")
def as_built() -> Report:
    """The balance on the blackboard."""
    return derive(LECTURE_BALANCE)


@pytest.fixture(scope="module")
def as_said() -> Report:
    """The same with the lecturer's own numbers."""
    return derive(LECTURE_BALANCE, as_said=True)

CONTEXTS = ("0 token/sequence", "6k token/sequence")


@pytest.mark.long
def test_points_are_those_of_the_evaluation(as_built: Report) -> None:
    """Each point is what the report says at that value."""
    drawn = Curve(as_built, "balance-batch").line("L", CONTEXTS)
    for x, y in drawn.points[:40:13]:
        assert y == derive(LECTURE_BALANCE, values={"L": f"{x} token/sequence"}).result.in_unit


@pytest.mark.long
def test_a_curve_has_a_gap_where_its_condition_fails(as_built: Report) -> None:
    """Beyond the crossover context there is no balance batch, and none is drawn."""
    edge = as_built.numbers("crossover-context").in_unit
    drawn = Curve(as_built, "balance-batch").line("L", CONTEXTS)
    assert all((y is None) == (x >= edge) for x, y in drawn.points)
    assert any(y is None for _, y in drawn.points)


@pytest.mark.long
def test_a_curve_that_ends_within_its_range_is_drawn_as_finely(as_built: Report) -> None:
    """As many points before the end as a whole range has, so that it bends there and does not break."""
    points = Curve(as_built, "balance-batch").line("L", ("0", "40k token/sequence")).points
    drawn = [(x, y) for x, y in points if y is not None]
    assert len(drawn) == 97
    assert points[-1] == (40_000, None)
    steps = {after - before for (before, _), (after, _) in pairwise(drawn)}
    assert len(steps) == 1


@pytest.mark.long
def test_a_geometric_range_has_even_ratios_and_both_ends(as_built: Report) -> None:
    xs = [x for x, _ in Curve(as_built, "balance-batch").line("n", _tokens("1", "1000"), geometric=True).points]
    assert (xs[0], xs[-1]) == (1, 1000)
    ratios = [float(after / before) for before, after in pairwise(xs)]
    assert max(ratios) - min(ratios) < 1e-4


@pytest.mark.long
def test_the_figure_says_what_it_shows(as_built: Report, as_said: Report) -> None:
    """In a title and in words, as SVG; the same text each time."""
    curves = [Curve(as_built, "balance-batch", "DeepSeek-V3"), Curve(as_said, "balance-batch", "as said")]
    marks = {"four drafted": "4 token/sequence"}
    made = [svg_text(curves_plot(curves, "n", _tokens("1", "8"), marks=marks, title="Batches")) for _ in range(2)]
    assert made[0] == made[1]
    assert "<title>Batches</title>" in made[0]
    assert "DeepSeek-V3 [sequences]: 3,738 at 1" in made[0]
    assert "as said [sequences]: 2,400 at 1" in made[0]
    assert ">four drafted<" in made[0]


@pytest.mark.long
def test_axes_may_be_logarithmic(as_built: Report) -> None:
    axes = curves_plot([Curve(as_built, "balance-batch")], "n", _tokens("1", "1000"), logarithmic="xy").axes[0]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")


@pytest.mark.long
def test_a_curve_without_numbers_is_left_out_beside_one_that_has_some(as_built: Report) -> None:
    """Its description says so."""
    rack = derive(LECTURE_BALANCE, values={"G": "8 GPU"})
    curves = [Curve(rack, "memory-bound"), Curve(rack, "compute-bound")]
    panel = curves_panel(curves, "B", ("1 sequence", "10 sequence"))
    assert [any(y is not None for _, y in line.points) for line in panel.lines] == [True, False]
    assert str(panel.lines[1]) == "compute-bound [ms]: no number."


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"curves": []}, "at least one curve"),
        ({"between": ("5 token/sequence", "1 token/sequence")}, "no range"),
        ({"between": ("5 s", "9 s")}, "n "),
        ({"logarithmic": "z"}, "axes are called x and y"),
        ({"over": "L", "between": ("0 token/sequence", "1 token/sequence"), "logarithmic": "x"}, "begins above zero"),
        ({"over": "L", "between": ("100k token/sequence", "200k token/sequence")}, "no numbers"),
    ],
)
def test_what_cannot_be_drawn_is_refused(as_built: Report, change: dict[str, object], says: str) -> None:
    """In one line."""
    asked = {"curves": [Curve(as_built, "balance-batch")], "over": "n", "between": _tokens("1", "8"), **change}
    with pytest.raises(InputError, match=says):
        curves_plot(**asked)  # type: ignore[arg-type]


def test_one_axis_holds_one_unit(as_built: Report) -> None:
    with pytest.raises(InputError, match="one axis holds one unit"):
        curves_plot([Curve(as_built, "balance-batch"), Curve(as_built, "ridge")], "n", _tokens("1", "8"))


def test_an_unknown_name_is_told(as_built: Report) -> None:
    with pytest.raises(UnknownNameError):
        curves_plot([Curve(as_built, "no-such-step")], "n", _tokens("1", "8"))


@pytest.fixture(scope="module")
def report() -> Report:
    """Out of order, and with a context in the middle of the list that is beyond the crossover."""
    return derive(LECTURE_BALANCE, values={"L": "2k, 128k, 100, 1k token/sequence"})


@pytest.fixture(scope="module")
def swept(report: Report) -> Sweep:
    """Its table."""
    return sweep(report)


def test_points_of_a_sweep_are_its_rows_in_order(swept: Sweep) -> None:
    """A row without a number breaks the line, and stands as a cross at the foot."""
    (axes,) = sweep_plot(swept).axes
    line, crosses = axes.lines
    wanted = {float(row.values["L"].number): row.cells[0].number for row in swept.rows}
    points = dict(zip(map(float, line.get_xdata()), map(float, line.get_ydata()), strict=True))
    assert list(points) == sorted(wanted)
    for x, number in wanted.items():
        assert math.isnan(points[x]) if number is None else points[x] == float(number)
    assert list(crosses.get_xdata()) == [128_000]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "linear")


def test_axes_of_a_sweep_are_named_with_their_units(report: Report, swept: Sweep) -> None:
    """By what they mean."""
    (axes,) = sweep_plot(swept).axes
    assert axes.get_xlabel().endswith("[tokens per sequence]")
    assert axes.get_ylabel().replace("\n", " ") == f"{report.derivation.notation['B'].called} [sequences]"


def test_every_point_of_a_sweep_is_told_in_words(swept: Sweep) -> None:
    """In order, with the reason where there is no number."""
    title, *lines = sweep_plot(swept).get_label().splitlines()
    assert title.startswith("B (balance-batch) for each L")
    assert lines[:2] == [
        "L = 100 tokens per sequence: 3,891 sequences.", "L = 1,000 tokens per sequence: 6,144 sequences.",
    ]
    assert lines[-1].startswith("L = 128,000 tokens per sequence: no balance")


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"L": "1k, 2k token/sequence", "n": "1, 2 token/sequence"}, "over one quantity, and 2 vary"),
        ({"L": "1k, 128k token/sequence"}, r"two numbers of B \(balance-batch\)"),
    ],
)
def test_a_sweep_that_is_no_line_is_refused(values: dict[str, str], told: str) -> None:
    """Two quantities, or a single number."""
    found = derive(LECTURE_BALANCE, values=values)
    with pytest.raises(InputError, match=told):
        sweep_plot(sweep(found))


def _cut(figure: Figure) -> list[str]:
    """Words of a figure of which a part lies beyond its sheet; numbers along an axis may, where none is drawn."""
    figure.draw_without_rendering()
    sheet = figure.bbox
    return [text.get_text() for text in figure.findobj(Text)
            if re.search("[a-z]{2}", text.get_text()) and (box := text.get_window_extent())
            and not (sheet.x0 <= box.x0 and box.x1 <= sheet.x1 and sheet.y0 <= box.y0 and box.y1 <= sheet.y1)]


@pytest.mark.long
def test_no_word_is_cut_however_long(as_built: Report) -> None:
    """Title, both axes, a mark and a note are broken where the sheet ends."""
    long = "what is said of it in more words than there is room for on a line " * 2
    figure = curves_plot([Curve(as_built, "balance-batch")], "n", _tokens("1", "8"), title=long, vertical=long,
                         marks={long: "4 token/sequence", "another": f"none: {long}"}, here=True)
    assert _cut(figure) == []
    assert figure.axes[0].yaxis.label.get_text().split() == f"{long} [sequences]".split()


@pytest.mark.long
def test_every_curve_is_marked_where_its_scenario_is(as_built: Report, as_said: Report) -> None:
    """With its own number, in the picture and in words; the labels lie in the panel and on no line's mark."""
    curves = [Curve(as_built, "balance-batch", "as built"), Curve(as_said, "balance-batch", "as said")]
    figure = curves_plot(curves, "n", _tokens("1", "8"), here=True)
    figure.draw_without_rendering()
    (axes,) = figure.axes
    told = [report.result.result for report in (as_built, as_said)]
    assert [text.get_text() for text in axes.texts] == told
    assert f"At the mark: {'; '.join(told)}." in figure.get_label()
    one, other = (text.get_window_extent() for text in axes.texts)
    assert not one.overlaps(other)
    panel = axes.get_window_extent()
    assert all(panel.x0 <= box.x0 and panel.y0 <= box.y0 for box in (one, other))


@pytest.mark.long
def test_a_mark_without_a_number_is_left_out_and_told(as_built: Report) -> None:
    """As `in_words` tells it; what is no number otherwise is refused as ever."""
    curves, over = [Curve(as_built, "balance-batch")], _tokens("1", "8")
    none = derive(LECTURE_BALANCE, premises={"roofline": "no-overlap"}).in_words()
    assert none.startswith("none: ")
    figure = curves_plot(curves, "n", over, marks={none: none, "four": "4 token/sequence"})
    assert [text.get_text() for text in figure.axes[0].texts] == ["four"]
    assert f"Not marked: {none.removeprefix('none: ')}." in figure.get_label()
    assert "Best is not marked: no balance." in curves_plot(curves, "n", over, marks={"best": "no balance"}).get_label()
    with pytest.raises(InputError):
        curves_plot(curves, "n", over, marks={"best": "never"})


@pytest.mark.long
def test_an_axis_is_named_by_a_letter_where_its_meaning_leans_on_another() -> None:
    """As "the same with one more" does."""
    report = derive("draft-length")
    panel = curves_panel([Curve(report, "one-draft-more")], "n_ver", ("2", "8"))
    assert panel.up == "m_next"


def _tokens(low: str, high: str) -> tuple[str, str]:
    assert Fraction(low) < Fraction(high)
    return f"{low} token/sequence", f"{high} token/sequence"


def test_an_axis_is_in_the_prefix_of_its_greatest_number() -> None:
    """Milliseconds for a pass, whose numbers and description follow; a count stays in its unit."""
    report = derive(LECTURE_BALANCE).with_values({"G": parse_value("8 GPU")})
    panel = curves_panel([Curve(report, "arithmetic-time", "arithmetic")], "B", ("1 sequence", "4k sequence"))
    assert panel.up.endswith(" [ms]")
    seconds = Curve(report, "arithmetic-time").line("B", ("1 sequence", "4k sequence")).points[-1][1]
    assert seconds is not None
    assert panel.lines[0].points[-1] == (4000, 1000 * seconds)
    assert panel.across == f"{report.derivation.notation['B'].called} [sequences]"
