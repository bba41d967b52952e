"""The processor of whatever computer runs this, measured for real: no figure is expected, only that there is one."""

from dataclasses import replace

import numpy
import pytest

from derivations.errors import InputError
from derivations.measure.held import measured_batches
from derivations.measure.libraries import find_machine
from derivations.measure.measurement import MINE, Measurement, card_toml, measure
from derivations.measure.processor import Processor, memory_size, processor_name
from derivations.sources.catalog import load_catalog

from .machines import SMALL


@pytest.fixture(scope="module")
def machine() -> Processor:
    found = Processor(numpy)
    found.size = SMALL
    return found


@pytest.fixture(scope="module")
def found(machine: Processor) -> Measurement:
    return measure(machine, SMALL, "2026-11-23")


def test_figures_are_positive_and_tell_their_method(found: Measurement) -> None:
    for rate in (found.bandwidth, *found.rates.values()):
        low, high = rate.spread
        assert 0 < low <= rate.number <= high
        assert rate.timing.repeats == 3
        assert rate.how
    assert list(found.rates) == ["fp32"]
    assert not found.link
    assert found.library.startswith("NumPy ")
    assert found.clock == "the host's clock"


def test_the_card_is_read_by_the_reader_of_all_cards(found: Measurement) -> None:
    card = load_catalog().with_accelerators(card_toml(found), "mine.toml").accelerator(MINE)
    assert card.rate("fp32").number > 0
    assert card.bandwidth.number > 0
    assert card.capacity.number == memory_size() > 0
    assert card.title == processor_name() != ""


def test_products_are_those_of_the_matrices(machine: Processor) -> None:
    """Rows of the batch, and a matrix that all of them are multiplied with."""
    assert machine.product("fp32", 3, 5, 7)().shape == (7, 3)  # type: ignore[attr-defined]


def test_every_way_to_read_reads_what_it_says(machine: Processor) -> None:
    for item in machine.reads(2**20):
        item.call()
        assert item.byte_count == pytest.approx(2**20, rel=0.1)


@pytest.mark.long
def test_a_growing_batch_is_held_against_the_card_measured_before_it(machine: Processor) -> None:
    catalog, (batches, knee) = measured_batches(load_catalog(), machine)
    assert catalog.accelerator(MINE).title == processor_name()
    assert all(row.values["time"].number > 0 for row in batches.rows)
    assert len(knee.rows) == 1


def test_a_quick_look_is_smaller_in_everything() -> None:
    quick = replace(SMALL, memory=2**20).quick
    assert (quick.memory, quick.width, quick.matrix) == (2**16, 8, 16)


def test_a_system_that_does_not_tell_its_memory_has_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A capacity is no figure to guess."""

    def silent(_: str) -> int:
        raise ValueError("unrecognized configuration name")

    monkeypatch.setattr("os.sysconf", silent, raising=False)
    with pytest.raises(InputError, match="does not tell how large its memory is"):
        Processor(numpy)


def test_without_numpy_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("torch", "cupy", "numpy"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[measure\]'"):
        find_machine()
    with pytest.raises(InputError, match="--through numpy: it is not installed"):
        find_machine("numpy")
