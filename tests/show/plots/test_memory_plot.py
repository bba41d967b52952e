"""The memory plot: its bars are the derivation's relations, its words say what it shows."""

import re
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from derivations.errors import InputError, UnknownNameError
from derivations.numbers.value import parse_value
from derivations.report import Report, derive
from derivations.show.plots.drawing import svg_text
from derivations.show.plots.memory_plot import memory_panels, memory_plot

SHORT, LONG = "8k token/sequence", "32k token/sequence"


@pytest.fixture(scope="module")
def built() -> Report:
    """An H100 with DeepSeek-V3."""
    return derive("pipeline-kv")


@pytest.fixture(scope="module")
def fixed() -> Report:
    """A number of micro-batches that does not follow the stages."""
    return derive("pipeline-kv", premises={"one-per-stage": "fixed-number"}, values={"n_fixed": 4})


def panels(report: Report, *contexts: str, stages: tuple[int, ...] = (1, 2, 4)):  # type: ignore[no-untyped-def]
    """The numbers of a plot."""
    return memory_panels(report, [parse_value(context) for context in contexts], stages)


def test_bars_are_those_of_the_derivation(built: Report) -> None:
    """Each bar is what the derivation gives with that number of stages in the scenario."""
    (panel,) = panels(built, LONG)
    for bar in panel.bars:
        again = derive("pipeline-kv", values={"L": LONG, "n_stages": bar.stages})
        assert bar.weights == again.numbers("stage-weights").value
        assert bar.cache == again.result.value
    assert [bar.stages for bar in panel.bars] == [1, 2, 4]
    assert panel.memory == 80 * 10**9


def test_the_cache_is_level_and_the_weights_fall(built: Report) -> None:
    """What the picture is for."""
    (panel,) = panels(built, SHORT)
    first, second, fourth = panel.bars
    assert first.cache == second.cache == fourth.cache
    assert first.weights == 2 * second.weights == 4 * fourth.weights


def test_with_a_fixed_number_both_fall(fixed: Report) -> None:
    """And the words say that stages do not decide which is larger."""
    (panel,) = panels(fixed, SHORT)
    assert panel.bars[0].cache == 4 * panel.bars[2].cache
    assert panel.even == "stages do not change which of the two is larger"
    assert panel.fewest == "with 2 stages or more it fits"


def test_results_are_told_in_whole_stages(built: Report) -> None:
    """A stage is not divided: below one means from the first on."""
    short, long = panels(built, SHORT, LONG)
    assert short.even == "with 1 stage or more the KV cache takes at least as much as the weights"
    assert short.fewest == "with 1 stage or more it fits"
    assert long.fewest.startswith("no number of stages fits: L = 32,000 token/sequence is not below L_fit = ")
    (said,) = panels(derive("pipeline-kv", as_said=True), "200k token/sequence")
    assert said.even == "with 2 stages or more the KV cache takes at least as much as the weights"


def test_without_a_memory_nothing_is_said_about_fitting() -> None:
    """The lecturer's own numbers name no GPU."""
    (panel,) = panels(derive("pipeline-kv", as_said=True), SHORT)
    assert panel.memory is None
    assert panel.fewest == ""
    assert "fits" not in str(panel)


def test_the_description_has_the_numbers_of_both_ends(built: Report, fixed: Report) -> None:
    """For those who do not see the picture."""
    (level,), (falling,) = panels(built, SHORT), panels(fixed, SHORT)
    assert "the KV cache stays at 21.1 GB/GPU" in str(level)
    assert "the weights go from 21 GB/GPU to 5.24 GB/GPU; the memory of a GPU is 80 GB/GPU" in str(level)
    assert "the KV cache goes from 84.3 GB/GPU to 21.1 GB/GPU" in str(falling)


def test_the_picture_names_its_parts(built: Report) -> None:
    """Words stay words; title and description are in it."""
    svg = svg_text(memory_plot(built, (SHORT, LONG)))
    root = ElementTree.fromstring(svg)
    words = ["".join(item.itertext()).strip() for item in root.iter("{http://www.w3.org/2000/svg}text")]
    for word in ("weights", "KV cache", "GPU: 80 GB", "context 8,000 token/sequence", "pipeline stages"):
        assert word in words
    assert "<title>Memory per GPU against stages, as built: NVIDIA H100 SXM" in svg
    assert svg.count("Context ") == 2


def test_the_names_beside_the_bars_stand_apart(built: Report) -> None:
    """However thin a part is, no name covers another."""
    for contexts in ((SHORT, LONG), ("1 token/sequence", "200k token/sequence")):
        for axes in memory_plot(built, contexts).axes:
            beside = sorted(item.xy[1] for item in axes.texts if item.xy[0] == 1)
            assert len(beside) == 3
            assert all(above - below > 0.09 for below, above in pairwise(beside))


def test_the_same_plot_is_the_same_text(built: Report) -> None:
    """So that a stored picture changes only with its numbers."""
    first, second = (svg_text(memory_plot(built, (SHORT,), (1, 2))) for _ in range(2))
    assert first == second
    assert re.search(r"<desc>Context 8,000", first)


@pytest.mark.parametrize("stages", [(), (0, 1)])
def test_stages_begin_with_one(built: Report, stages: tuple[int, ...]) -> None:
    """Nothing runs on no stage."""
    with pytest.raises(InputError, match="from one on"):
        panels(built, SHORT, stages=stages)


def test_what_cannot_be_drawn_is_refused(built: Report) -> None:
    """No context, a missing number, or another claim."""
    with pytest.raises(InputError, match="at least one context"):
        memory_plot(built, ())
    without = derive("pipeline-kv", premises={"one-per-stage": "fixed-number"})
    with pytest.raises(InputError, match="needs a value for cache-per-gpu"):
        memory_plot(without, (SHORT,))
    with pytest.raises(UnknownNameError):
        memory_plot(derive("optimal-batch"), (SHORT,))


def test_a_third_of_a_stage_is_one_stage(built: Report) -> None:
    """The number behind the words is not rounded."""
    assert built.numbers("fewest-stages").value is not None
    assert built.numbers("fewest-stages").value < Fraction(1, 2)  # type: ignore[operator]
    assert panels(built, SHORT)[0].fewest == "with 1 stage or more it fits"
