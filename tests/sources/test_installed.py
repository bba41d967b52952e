"""Cards and measured tables of other packages are found by their names, and what is wrong with one is a line."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from derivations import InputError, derive, load_catalog, use
from derivations.errors import CardError, UnknownNameError
from derivations.sources.catalog import has_read_packages
from derivations.sources.installed import CARDS, MEASURED, brought_names

from .installed import example, forget, put

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages, with the example that the documents show."""
    with example(tmp_path, monkeypatch) as folder:
        yield folder


def test_the_example_brings_one_of_each(package: Path, command: Command) -> None:
    """A claim, a card and a table, in Python and on a terminal."""
    assert derive("disk-read").in_words() == "35.71 min"
    report = derive("train-interval", accelerator="acme-x1")
    assert "Acme X1" in report.scenario.title
    assert report.in_words() == "32 ms"
    with use(accelerator="acme-x1"):
        assert derive("train-interval").in_words() == "32 ms"
    assert "5 TB/s" in command("cards", "acme-x1").out
    done = command("evidence", "latency-floor", "--measured", "acme-passes")
    assert (done.code, "a pass against the time to read all weights once" in done.out) == (0, True)


def test_its_card_stands_in_no_table(package: Path) -> None:
    """What is built from all cards is the same on every machine."""
    catalog = load_catalog()
    assert catalog.card("acme-x1").title == catalog.accelerator("acme-x1").title == "Acme X1"
    assert "acme-x1" not in catalog.names
    assert (brought_names(CARDS), brought_names(MEASURED)) == (("acme-x1",), ("acme-passes",))


def test_a_card_is_of_its_kind(package: Path) -> None:
    """An accelerator is no model, and the nearest name may be one of a package."""
    with pytest.raises(UnknownNameError, match="unknown model 'acme-x1'"):
        load_catalog().model("acme-x1")
    with pytest.raises(UnknownNameError, match="unknown accelerator 'acme-x2'; did you mean acme-x1"):
        load_catalog().accelerator("acme-x2")


def test_a_card_of_a_given_file_comes_before_it(package: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = (package / "acme_derivations" / "cards.toml").read_text(encoding="utf-8")
    file.write_text(text.replace("Acme X1", "My own"), encoding="utf-8")
    assert load_catalog(file).accelerator("acme-x1").title == "My own"


def test_an_answer_that_rests_on_it_is_not_kept(package: Path) -> None:
    """As no key knows of its file; to ask for a name that nobody has reads none."""
    with pytest.raises(UnknownNameError):
        load_catalog().accelerator("acme-x2")
    assert not has_read_packages()
    load_catalog().accelerator("acme-x1")
    assert has_read_packages()


@pytest.mark.parametrize(
    ("value", "told"),
    [("acme_nowhere:CARDS", "the package other (acme_nowhere:CARDS): ModuleNotFoundError: No module named 'acme_nowh"),
     ("acme_derivations:Path", "the package other (acme_derivations:Path) is no path of a file"),
     ("acme_derivations:__name__", "the package other (acme_derivations:__name__) is no path of a file"),
     ("acme_derivations:CARDS", "cards.toml: the file of the card wrong has no card of that name"),
     ("acme_derivations:PASSES", "passes.csv")],
)
def test_what_is_wrong_with_one_is_a_line(package: Path, command: Command, value: str, told: str) -> None:
    put(package, "other", {CARDS: {"wrong": value}})
    forget()
    with pytest.raises((InputError, CardError)) as caught:
        load_catalog().accelerator("wrong")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    command("show", "train-interval", "--accelerator", "wrong").refused(told)


def test_one_that_two_packages_bring_is_refused(package: Path) -> None:
    put(package, "other", {CARDS: {"acme-x1": "acme_derivations:CARDS"}})
    forget()
    with pytest.raises(InputError, match="several packages bring a card 'acme-x1': the package acme-derivations, the"):
        load_catalog().accelerator("acme-x1")
