"""The roofline plot: its curves are the derivation's relations, its words say what it shows."""

import re
import sys
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from derivations.errors import InputError, UnknownNameError
from derivations.numbers.value import parse_value
from derivations.report import Report, derive
from derivations.show.plots.drawing import COLOURS, svg_text
from derivations.show.plots.roofline import TIMES, roofline_panels
from derivations.show.plots.roofline_plot import roofline_plot

SHORT, LONG, GPUS = "1k token/sequence", "4k token/sequence", "72 GPU"


@pytest.fixture(scope="module")
def rack() -> Report:
    """The claim on the lecture's rack."""
    return derive("optimal-batch", accelerator="gb200")


@pytest.fixture(scope="module")
def picture(rack: Report) -> str:
    """A context with a balance over one without."""
    return svg_text(roofline_plot(rack, (SHORT, LONG), GPUS))


def words(svg: str) -> list[str]:
    """The labels of a picture."""
    return [
        "".join(element.itertext()).strip()
        for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]


def panels(report: Report, *contexts: str, batches: tuple[int, int] | None = None):  # type: ignore[no-untyped-def]
    """The numbers of a plot."""
    return roofline_panels(report, [parse_value(context) for context in contexts], parse_value(GPUS), batches)


def test_times_are_those_of_the_derivation(rack: Report) -> None:
    """Each point of each curve is what the derivation gives with that batch in the scenario."""
    (panel,) = panels(rack, SHORT, batches=(0, 1200))
    given = {"L": parse_value(SHORT), "G": parse_value(GPUS), "B": parse_value("600 sequence")}
    again = derive("optimal-batch", accelerator="gb200", values=given)
    for curve in panel.times:
        assert dict(curve.points)[Fraction(600)] == again.numbers(curve.step).value
    assert [curve.step for curve in panel.times] == list(TIMES)


def test_bound_is_the_larger_time(rack: Report) -> None:
    """The bound follows the memory time up to the balance and the compute time from there on."""
    (panel,) = panels(rack, SHORT)
    compute, memory, _ = (dict(curve.points) for curve in panel.times)
    assert [stretch.regime for stretch in panel.bound] == ["memory-bound", "compute-bound"]
    assert [stretch.step for stretch in panel.bound] == ["memory-time", "compute-time"]
    drawn = [point for stretch in panel.bound for point in stretch.points]
    assert all(time == max(compute[batch], memory[batch]) for batch, time in drawn)
    assert {batch for batch, _ in drawn} == set(compute)


def test_balance_is_where_the_two_meet(rack: Report) -> None:
    """The balance is the claim's result, and a point of both curves."""
    (panel,) = panels(rack, SHORT)
    expected = derive("optimal-batch", accelerator="gb200", values={"L": SHORT}).result.value
    assert panel.balance is not None
    batch, time = panel.balance
    assert batch == expected
    assert all(dict(curve.points)[batch] == time for curve in panel.times[:2])
    assert panel.bound[0].points[-1] == panel.bound[1].points[0] == panel.balance


def test_beyond_the_crossover_there_is_one_regime_and_a_reason(rack: Report) -> None:
    """Where no balance exists the bound is the memory time throughout, and the reason is the derivation's own."""
    _, panel = panels(rack, SHORT, LONG)
    assert panel.balance is None
    assert [stretch.regime for stretch in panel.bound] == ["memory-bound"]
    assert panel.why_not == derive("optimal-batch", accelerator="gb200", values={"L": LONG}).result.result
    assert panel.why_not.startswith("no balance: ")


def test_number_of_gpus_only_scales_time(rack: Report) -> None:
    """Twice the GPUs halve every time and leave the balance batch."""
    one, two = (
        roofline_panels(rack, [parse_value(SHORT)], parse_value(f"{number} GPU"), (0, 12_000))[0] for number in (1, 2)
    )
    assert one.balance is not None
    assert two.balance == (one.balance[0], one.balance[1] / 2)
    assert one.times[0].points[-1][1] == 2 * two.times[0].points[-1][1]


def test_changed_premise_changes_the_bound() -> None:
    """Without overlap the bound is the sum of the two times, and there is no balance to mark."""
    serial = derive("optimal-batch", accelerator="gb200", premises={"roofline": "no-overlap"})
    (panel,) = panels(serial, SHORT, batches=(0, 12_000))
    compute, memory, _ = (curve.points for curve in panel.times)
    assert [point[1] for point in panel.bound[0].points] == [
        a[1] + b[1] for a, b in zip(compute, memory, strict=True)
    ]
    assert panel.balance is None
    assert "no finite optimum" in panel.why_not


def test_range_covers_the_balance_twice(rack: Report) -> None:
    """Without a range the plot goes to a round number beyond twice the largest balance."""
    first, _ = panels(rack, SHORT, LONG)
    assert first.balance is not None
    last = first.times[0].points[-1][0]
    assert 2 * first.balance[0] <= last <= Fraction(5, 2) * first.balance[0]


def test_labels_are_the_fields_terms(picture: str) -> None:
    """Axes have units, lines are named where they end, and the balance has its numbers."""
    labels = words(picture)
    assert "time of one forward pass [ms]" in labels
    assert "batch: sequences that share a pass [sequence]" in labels
    for label in ("compute time", "memory time", "weight fetch", "memory-bound", "compute-bound"):
        assert label in labels
    assert "8,059 sequence" in labels
    assert any(label.startswith("no balance: L = 4,000") for label in labels)


def test_picture_has_a_text_alternative(picture: str) -> None:
    """Title and description say in words what is drawn."""
    root = ElementTree.fromstring(picture)
    space = {"svg": "http://www.w3.org/2000/svg"}
    title, description = root.find("svg:title", space), root.find("svg:desc", space)
    assert title is not None
    assert "NVIDIA GB200" in str(title.text)
    assert description is not None
    assert "memory-bound, then compute-bound; balance at 8,059 sequence" in str(description.text)
    assert root.get("role") == "img"


def test_picture_is_the_same_each_time(rack: Report, picture: str) -> None:
    """No date, no random names."""
    assert svg_text(roofline_plot(rack, (SHORT, LONG), GPUS)) == picture
    assert "Matplotlib" not in picture


def test_picture_ignores_settings_of_the_reader(rack: Report, picture: str) -> None:
    """Whatever a matplotlib configuration says, the picture is the same, and the configuration is left alone."""
    import matplotlib

    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black", "svg.fonttype": "path"}):
        assert svg_text(roofline_plot(rack, (SHORT, LONG), GPUS)) == picture
        assert matplotlib.rcParams["font.size"] == 30


def test_every_colour_has_a_twin_for_dark_pages(picture: str) -> None:
    """No colour is drawn that does not change with the page, and each is legible on its paper."""
    drawn = set(re.findall(r'style="[^"]*?(?:fill|stroke): (#[0-9a-f]{6})', picture))
    assert drawn <= {light for light, _ in COLOURS.values()} | {"#000000"}
    for role, pair in COLOURS.items():
        for colour, paper in zip(pair, COLOURS["paper"], strict=True):
            assert role in ("paper", "rule") or contrast(colour, paper) >= 4.5


def test_missing_matplotlib_says_what_to_install(rack: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib the error names the extra."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[notebook\]'"):
        roofline_plot(rack, (SHORT,), GPUS)


@pytest.mark.parametrize(
    ("contexts", "gpus", "batches", "message"),
    [
        ((LONG,), GPUS, None, "give batches="),
        ((SHORT,), GPUS, (5, 5), "from a smaller to a larger number"),
        ((SHORT,), "72", None, "is GPU, but 72 is a pure number"),
        (("1k token",), GPUS, None, "but 1,000 token is"),
        ((), GPUS, None, "at least one context|no balance"),
    ],
)
def test_wrong_input_is_refused(
    rack: Report, contexts: tuple[str, ...], gpus: str, batches: tuple[int, int] | None, message: str
) -> None:
    """Nothing to draw, an empty range and wrong units are told in words."""
    with pytest.raises(InputError, match=message):
        roofline_plot(rack, contexts, gpus, batches)


def test_values_that_are_missing_are_named() -> None:
    """The lecturer's own numbers have no hardware in them, so that times cannot be drawn."""
    with pytest.raises(InputError, match="the plot needs values for"):
        roofline_plot(derive("optimal-batch", as_said=True), (SHORT,), GPUS, (0, 1000))


def test_claim_without_a_roofline_is_refused() -> None:
    """A claim without the times of a pass has no such plot."""
    from derivations import Claim, Notation, Premise

    notation = Notation.of("B [sequence] batch\nL [token/sequence] context\nG [GPU] GPUs\nx [token] tokens")
    own = Claim("own", notation, lambda board: board.take(Premise("tokens", "x = B*L")))
    with pytest.raises(UnknownNameError, match="unknown step"):
        roofline_plot(derive(own), (SHORT,), GPUS, (0, 10))


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, as accessibility guidelines measure it."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
