"""Curves of steps: exact points, gaps where a condition fails, and words for those who do not see them."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest

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


def test_points_are_those_of_the_evaluation(as_built: Report) -> None:
    """Each point is what the report says at that value."""
    drawn = Curve(as_built, "balance-batch").line("L", CONTEXTS)
    for x, y in drawn.points[:40:13]:
        assert y == derive(LECTURE_BALANCE, values={"L": f"{x} token/sequence"}).result.in_unit


def test_a_curve_has_a_gap_where_its_condition_fails(as_built: Report) -> None:
    """Beyond the crossover context there is no balance batch, and none is drawn."""
    edge = as_built.numbers("crossover-context").in_unit
    drawn = Curve(as_built, "balance-batch").line("L", CONTEXTS)
    assert all((y is None) == (x >= edge) for x, y in drawn.points)
    assert any(y is None for _, y in drawn.points)


def test_a_curve_that_ends_within_its_range_is_drawn_as_finely(as_built: Report) -> None:
    """As many points before the end as a whole range has, so that it bends there and does not break."""
    points = Curve(as_built, "balance-batch").line("L", ("0", "40k token/sequence")).points
    drawn = [(x, y) for x, y in points if y is not None]
    assert len(drawn) == 97
    assert points[-1] == (40_000, None)
    steps = {after - before for (before, _), (after, _) in pairwise(drawn)}
    assert len(steps) == 1


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


def test_axes_may_be_logarithmic(as_built: Report) -> None:
    axes = curves_plot([Curve(as_built, "balance-batch")], "n", _tokens("1", "1000"), logarithmic="xy").axes[0]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")


def test_a_curve_without_numbers_is_left_out_beside_one_that_has_some(as_built: Report) -> None:
    """Its description says so."""
    rack = derive(LECTURE_BALANCE, values={"G": "8 GPU"})
    curves = [Curve(rack, "memory-bound"), Curve(rack, "compute-bound")]
    panel = curves_panel(curves, "B", ("1 sequence", "10 sequence"))
    assert [any(y is not None for _, y in line.points) for line in panel.lines] == [True, False]
    assert str(panel.lines[1]) == "compute-bound [ms]: no number."


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
