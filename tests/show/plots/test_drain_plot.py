"""The plot of the interval on every card: dots are the derivation's results, words say what is drawn."""

import re
import sys
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from derivations import Report, derive, parse_value
from derivations.errors import InputError, UnknownNameError
from derivations.show.plots.drain_plot import drain_plot, drain_times
from derivations.show.plots.drawing import COLOURS, svg_text

TWENTY, ONE_FIGURE = parse_value("20 ms"), "one significant figure"


@pytest.fixture(scope="module")
def interval() -> Report:
    """The claim as built."""
    return derive("train-interval")


@pytest.fixture(scope="module")
def picture(interval: Report) -> str:
    """The plot as SVG."""
    return svg_text(drain_plot(interval, TWENTY))


def words(svg: str) -> list[str]:
    """The labels of a picture."""
    return [
        "".join(element.itertext()).strip()
        for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]


def test_dots_are_the_results_on_each_card(interval: Report) -> None:
    """Every accelerator of the catalog, in its order, with the number that the claim gives there."""
    drains = drain_times(interval, TWENTY, ONE_FIGURE)
    cards = interval.catalog.accelerators
    assert [drain.title for drain in drains] == [card.title for card in cards.values()]
    assert [drain.time for drain in drains] == [interval.with_cards(name).result.value for name in cards]


def test_a_dot_is_full_exactly_where_the_rounding_word_says_so(interval: Report) -> None:
    """15 ms to 25 ms are 20 ms to one figure."""
    drains = drain_times(interval, TWENTY, ONE_FIGURE)
    assert [drain.as_said for drain in drains] == [
        Fraction(15, 1000) <= drain.time <= Fraction(25, 1000) for drain in drains
    ]
    assert {drain.as_said for drain in drains} == {True, False}
    assert sum(drain.as_said for drain in drain_times(interval, TWENTY, "exact")) == 0


def test_a_changed_premise_moves_the_dots(interval: Report) -> None:
    """With half of the memory read every time is half as long."""
    half = derive("train-interval", premises={"full-read": "part-read"}, values={"u_read": "1/2"})
    whole = drain_times(interval, TWENTY, ONE_FIGURE)
    assert [2 * drain.time for drain in drain_times(half, TWENTY, ONE_FIGURE)] == [drain.time for drain in whole]


def test_labels_name_makers_cards_and_times(interval: Report, picture: str) -> None:
    """Makers apart, each card with its number, and the line with what was said."""
    labels = words(picture)
    for label in ("NVIDIA", "AMD", "Google", "GB200 NVL72", "23.3 ms", "said: 20 ms", "time of one forward pass [ms]"):
        assert label in labels
    assert len([label for label in labels if re.fullmatch(r"[\d.]+ ms", label)]) == len(interval.catalog.accelerators)


def test_picture_has_a_text_alternative(interval: Report, picture: str) -> None:
    """Title and description hold every number, in order of size."""
    root = ElementTree.fromstring(picture)
    space = {"svg": "http://www.w3.org/2000/svg"}
    title, description = root.find("svg:title", space), root.find("svg:desc", space)
    assert title is not None
    assert title.text == "Time of one forward pass on every accelerator, beside the 20 ms that were said"
    assert description is not None
    told = [float(number) for number in re.findall(r"([\d.]+) ms[,.]", str(description.text))]
    assert told == sorted(told)
    assert len(told) == len(interval.catalog.accelerators)
    full = sum(drain.as_said for drain in drain_times(interval, TWENTY, ONE_FIGURE))
    assert str(description.text).startswith(f"{full} of {len(told)} are 20 ms (one significant figure).")


def test_picture_is_the_same_each_time(interval: Report, picture: str) -> None:
    """No date, no random names, whatever a reader's matplotlib configuration says."""
    import matplotlib

    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black"}):
        assert svg_text(drain_plot(interval, "20 ms")) == picture


def test_every_colour_has_a_twin_for_dark_pages(picture: str) -> None:
    """No colour is drawn that does not change with the page."""
    drawn = set(re.findall(r'style="[^"]*?(?:fill|stroke): (#[0-9a-f]{6})', picture))
    assert drawn <= {light for light, _ in COLOURS.values()} | {"#000000"}


def test_what_was_said_must_be_a_time(interval: Report) -> None:
    """Another kind of number has no place on the axis."""
    with pytest.raises(InputError, match="cannot stand beside a result in s"):
        drain_plot(interval, "20 byte")


def test_an_unknown_rounding_word_is_refused(interval: Report) -> None:
    """The words are a closed table."""
    with pytest.raises(UnknownNameError, match="rounding word"):
        drain_plot(interval, TWENTY, "roughly")


def test_a_result_without_a_value_is_told() -> None:
    """A quantity that an alternative brings needs a number first."""
    part = derive("train-interval", premises={"full-read": "part-read"})
    with pytest.raises(InputError, match=r"NVIDIA A100 SXM 40 GB the result has no value: needs u_read"):
        drain_times(part, TWENTY, ONE_FIGURE)


def test_a_result_that_is_not_derived_is_told() -> None:
    """Without a result there is nothing to draw."""
    waiting = derive("optimal-batch", premises={"roofline": "no-overlap"})
    with pytest.raises(InputError, match="nothing to draw"):
        drain_times(waiting, TWENTY, ONE_FIGURE)


def test_missing_matplotlib_says_what_to_install(interval: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib the error names the extra."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[notebook\]'"):
        drain_plot(interval, TWENTY)
