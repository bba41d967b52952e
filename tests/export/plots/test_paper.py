"""Figures for papers: their width, their fonts, their shades, and what each kind shows."""

import re

import pytest
from matplotlib.colors import to_rgb

from derivations import InputError, Report, UndecidedError, UnknownNameError, derive
from derivations.export.plots.drawing import LIGHT
from derivations.export.plots.kinds import KINDS, drawn
from derivations.export.plots.paper import FORMATS, SHADES, figure_bytes, for_paper, inches

from ...lecture_balance import LECTURE_BALANCE


@pytest.fixture(scope="module")
def as_built() -> Report:
    """The balance on the blackboard."""
    return derive(LECTURE_BALANCE)


@pytest.fixture(scope="module")
def long_context() -> Report:
    """The same at a context of 128k, where nothing balances."""
    return derive(LECTURE_BALANCE, values={"L": "128k token/sequence"})


@pytest.fixture(scope="module")
def chinchilla() -> Report:
    """The claim that has ranges."""
    return derive("chinchilla", as_said=True)


def test_a_width_has_a_unit() -> None:
    """Inches, centimeters, millimeters or points."""
    assert inches("7in") == 7
    assert inches("8.5 cm") == pytest.approx(inches("85mm"))
    assert inches("246pt") == pytest.approx(3.4, rel=0.01)
    for wrong in ("3.4", "wide", "-3in", "1in", "100in", "3.4 inch"):
        with pytest.raises(InputError, match=r"wide|a width is a number"):
            inches(wrong)


@pytest.mark.long
def test_a_figure_is_as_wide_as_a_column(as_built: Report) -> None:
    """Its letters are small, and the heading is left to a caption."""
    figure = as_built.figure()
    assert figure.get_size_inches()[0] == pytest.approx(3.4)
    assert as_built.figure(width="7in").get_size_inches()[0] == 7
    assert figure.get_suptitle() == ""
    (axes,) = figure.axes
    assert axes.xaxis.label.get_fontsize() == 8
    context = as_built.derivation.notation["L"].called
    assert axes.get_xlabel().replace("\n", " ") == f"{context} [tokens per sequence]"


@pytest.mark.long
@pytest.mark.parametrize(("form", "begin"), [*zip(FORMATS, (b"%PDF", b"\x89PNG", b"<?xml"), strict=True)])
def test_a_file_carries_its_letters(as_built: Report, form: str, begin: bytes) -> None:
    """Fonts in a PDF, shapes in an SVG; the same file whenever it is drawn."""
    drawn = as_built.figure()
    content = figure_bytes(drawn, form)
    assert content.startswith(begin)
    assert figure_bytes(as_built.figure(), form) == content
    if form == "pdf":
        assert b"/FontFile2" in content
        assert b"/Type3" not in content
    if form == "svg":
        assert b"<text" not in content
    with pytest.raises(UnknownNameError, match="unknown form of figure 'eps'"):
        figure_bytes(drawn, "eps")


def test_colors_are_apart_in_gray() -> None:
    """As a printer without colors weighs them."""
    grays = sorted(sum(weight * part for weight, part in zip((0.299, 0.587, 0.114), to_rgb(color), strict=True))
                   for color in (SHADES[LIGHT["first"]], SHADES[LIGHT["second"]]))
    assert grays[1] - grays[0] > 0.3


@pytest.mark.long
def test_bars_of_a_tornado_take_the_shades_and_the_words_fit(chinchilla: Report) -> None:
    """Both ends stand beside each bar still."""
    (axes,) = chinchilla.figure("tornado").axes
    assert {line.get_color() for line in axes.lines} >= {SHADES[LIGHT["first"]], SHADES[LIGHT["second"]]}
    assert {"18.5 million", "247 million"} <= {text.get_text() for text in axes.texts}
    assert max(len(line) for label in axes.get_yticklabels() for line in label.get_text().splitlines()) < 24


@pytest.mark.long
def test_what_stands_beside_bars_stands_within_the_picture(chinchilla: Report) -> None:
    """Beside no name of a quantity, and beyond no edge."""
    figure = chinchilla.figure("tornado")
    figure.draw_without_rendering()
    (axes,) = figure.axes
    inside = axes.get_window_extent()
    for text in axes.texts:
        told = text.get_window_extent()
        assert inside.x0 <= told.x0 < told.x1 <= figure.bbox.x1, text.get_text()


@pytest.mark.long
def test_numbers_stand_along_an_axis_of_less_than_a_decade() -> None:
    """Ratios from 0.7 to 1.6 have more than the one."""
    figure = derive("pass-time").figure("evidence")
    figure.draw_without_rendering()
    for axes in figure.axes:
        low, high = axes.get_ylim()
        assert sum(low <= place <= high for place in axes.get_yticks()) >= 3


@pytest.mark.long
def test_a_roofline_is_the_larger_of_its_times() -> None:
    """Over the batch, each at every point."""
    figure = derive("roofline").figure("roofline", over={"B": "1..1000 sequence"})
    *times, bound = (line.get_ydata() for line in figure.axes[0].lines)
    assert len(times) == 2
    assert [max(pair) for pair in zip(*times, strict=True)] == pytest.approx(list(bound))


def test_a_sweep_has_a_point_for_each_value(as_built: Report) -> None:
    """And is not drawn without several."""
    swept = derive(LECTURE_BALANCE, values={"L": "0,1k,2k token/sequence"}).figure("sweep")
    assert list(swept.axes[0].lines[0].get_xdata()) == [0, 1000, 2000]
    with pytest.raises(InputError, match="a sweep is over several values"):
        as_built.figure("sweep")


@pytest.mark.long
def test_evidence_has_a_legend_that_fits() -> None:
    """In as many columns as a narrow figure has room for."""
    figure = derive("train-interval").figure("evidence")
    assert figure.axes
    assert all(legend.get_texts()[0].get_fontsize() == 7 for legend in figure.legends)


def test_a_picture_that_there_is_not_is_refused(as_built: Report, chinchilla: Report) -> None:
    """With the kinds that there are, or the reason."""
    with pytest.raises(UnknownNameError, match="unknown kind of figure 'pie'"):
        as_built.figure("pie")
    with pytest.raises(InputError, match="takes no roofline"):
        chinchilla.figure("roofline")
    with pytest.raises(InputError, match="not drawn over one quantity"):
        chinchilla.figure("tornado", over={"eta": "0.1..0.5"})
    with pytest.raises(InputError, match="over one quantity"):
        as_built.figure(over={"L": "0..1k token/sequence", "B": "1..2 sequence"})
    with pytest.raises((InputError, UndecidedError)):
        as_built.figure("roofline", over={"nothing": "1..2"})


@pytest.mark.long
def test_every_kind_is_told_in_words(chinchilla: Report) -> None:
    """The label of a figure says what it shows, also on paper."""
    assert KINDS == ("curve", "roofline", "tornado", "sweep", "evidence")
    picture = drawn(chinchilla, "tornado")
    assert for_paper(picture).get_label() == picture.get_label()
    assert re.match("What moves ", str(picture.get_label()))


@pytest.mark.long
def test_a_curve_shows_where_it_stands_and_where_it_ends(as_built: Report) -> None:
    """The scenario is a point, at a scale where it can be read; the edge of the condition has its name."""
    figure = as_built.figure(over={"L": "0..4k"})
    (axes,) = figure.axes
    assert axes.get_ylim()[1] < 10 * 3738
    words = {text.get_text() for text in axes.texts}
    assert words == {"3,738 sequences", "L_x = 2,554 tokens per sequence"}
    assert "At the mark: 3,738 sequences." in figure.get_label()


@pytest.mark.long
def test_without_a_number_there_is_no_mark(long_context: Report) -> None:
    """The curve is drawn all the same, up to its edge."""
    (axes,) = long_context.figure(over={"L": "0..4k"}).axes
    assert [text.get_text() for text in axes.texts] == ["L_x = 2,554 tokens per sequence"]


@pytest.mark.long
def test_a_roofline_of_a_balance_goes_beyond_it_and_marks_it() -> None:
    """With its times where something is put in the place of the larger of two; then there is no balance to mark."""
    report = derive("optimal-batch")
    *_, bound, mark = report.figure("roofline").axes[0].lines
    balance = report.result.in_unit
    assert balance is not None
    assert list(mark.get_xdata()) == [pytest.approx(float(balance), rel=1e-3)] * 2
    assert bound.get_xdata()[-1] == pytest.approx(float(2 * balance))
    serial = derive("optimal-batch", premises={"roofline": "no-overlap"})
    *times, bound = (line.get_ydata() for line in serial.figure("roofline").axes[0].lines)
    assert [sum(pair) for pair in zip(*times, strict=True)] == pytest.approx(list(bound))
    with pytest.raises(UndecidedError, match="has no relation"):
        serial.figure("curve", over={"L": "0..1k token/sequence"})


@pytest.mark.long
def test_a_picture_is_drawn_on_given_axes(as_built: Report) -> None:
    """As the same lines in the reader's own figure, which keeps its size and its other panels."""
    import matplotlib.figure

    figure = matplotlib.figure.Figure(figsize=(9, 4))
    left, right = figure.subplots(1, 2)
    assert as_built.figure("roofline", ax=right) is figure
    alone = as_built.figure("roofline").axes[0]
    assert [list(line.get_xdata()) for line in right.lines] == [list(line.get_xdata()) for line in alone.lines]
    assert len(right.get_legend().get_texts()) == 3
    assert right.get_xlabel() == "batch [sequences]"
    assert not left.lines
    assert tuple(figure.get_size_inches()) == (9, 4)
    as_built.figure(over={"L": "0..2k token/sequence"}, ax=left)
    assert left.lines
    assert left.get_legend() is None


@pytest.mark.long
def test_evidence_takes_one_of_the_axes_for_each_test() -> None:
    """And a tornado none."""
    import matplotlib.figure

    report = derive("pass-time")
    panels = len(report.figure("evidence").axes)
    figure = matplotlib.figure.Figure()
    grid = figure.subplots(panels, 1, squeeze=False)
    report.figure("evidence", ax=grid)
    assert all(axes.lines for axes in grid.flat)
    with pytest.raises(InputError, match=f"{panels} panels?, so give as many axes, and not {panels + 1}"):
        report.figure("evidence", ax=[*grid.flat, grid.flat[0]])
    with pytest.raises(InputError, match="a tornado is a figure of its own"):
        report.figure("tornado", ax=grid.flat[0])
