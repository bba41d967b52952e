"""Building: only what changed is made, each page whole or not at all, and nobody else's files are touched."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import derivations.site.build as building
from derivations.errors import InputError
from derivations.site.build import Built, build
from derivations.site.folder import CACHE_FOLDER, MANIFEST
from derivations.site.plan import Data, Page, Plan
from derivations.site.sheet import Sheet

INDEX = Page("index.html", "Derivations", "All", "index", "toy_page:body", ("facts",), stamp="1")
OTHER = Page("other.html", "Other", "Other", "lecture", "toy_page:body", (), stamp="1")
FACTS = Data("facts", "toy_data:data", "1", ("facts",))
PLAN = Plan((INDEX, OTHER), (FACTS,))


class Toys:
    """Pages and data made of words, with a count of how often each was made."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.wrong: dict[str, BaseException] = {}

    def body(self, sheet: Sheet) -> str:
        return f"<h1>{self._make(sheet.page.file)}</h1><p>{dict(sheet.data)}</p>"

    def data(self, name: str) -> dict[str, int]:
        return {self._make(name): 42}

    def _make(self, name: str) -> str:
        self.made.append(name)
        if name in self.wrong:
            raise self.wrong[name]
        return name


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Toys:
    """What makes the pages of the small plans."""
    toys = Toys()
    page, data = ModuleType("toy_page"), ModuleType("toy_data")
    page.body, data.data = toys.body, toys.data  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "toy_page", page)
    monkeypatch.setitem(sys.modules, "toy_data", data)
    return toys


@pytest.fixture
def built(toys: Toys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Built]:
    """A build of a small plan into ``out``."""

    def run(plan: Plan = PLAN) -> Built:
        monkeypatch.setattr(building, "plan_site", lambda *_, **__: plan)
        toys.made.clear()
        return build(tmp_path, tmp_path / "out")

    return run


def test_a_second_run_makes_nothing(built: Callable[..., Built], toys: Toys, tmp_path: Path) -> None:
    """The first makes data and pages, in the order in which they are needed; the second finds them as they would be."""
    first = built()
    assert (first.written, first.kept, first.failed) == (["index.html", "other.html"], [], {})
    assert toys.made == ["facts", "index.html", "other.html"]
    assert "{'facts': {'facts': 42}}" in (tmp_path / "out" / "index.html").read_text()
    second = built()
    assert (second.written, second.kept, toys.made) == ([], ["index.html", "other.html"], [])


def test_only_what_changed_is_made(built: Callable[..., Built], toys: Toys) -> None:
    """A page of another stamp is made again from the data of before; data of another stamp is computed again."""
    built()
    index = replace(INDEX, stamp="2")
    assert built(Plan((index, OTHER), (FACTS,))).written == ["index.html"]
    assert toys.made == ["index.html"]
    changed = Plan((replace(INDEX, stamp="3"), OTHER), (replace(FACTS, stamp="2"),))
    assert built(changed).written == ["index.html"]
    assert toys.made == ["facts", "index.html"]


@pytest.mark.parametrize(
    "harm", [Path.unlink, lambda path: path.write_text("by hand"), lambda path: path.write_text("")]
)
def test_a_page_that_was_harmed_is_made_again(
    built: Callable[..., Built], tmp_path: Path, harm: Callable[[Path], object]
) -> None:
    """A page is what was written, or it is written again."""
    built()
    before = (tmp_path / "out" / "other.html").read_text()
    harm(tmp_path / "out" / "other.html")
    assert built().written == ["other.html"]
    assert (tmp_path / "out" / "other.html").read_text() == before


@pytest.mark.parametrize("text", ["", "{", "[]", '{"stamp": "1"}'])
def test_data_that_was_harmed_is_computed_again(
    built: Callable[..., Built], toys: Toys, tmp_path: Path, text: str
) -> None:
    """What cannot be read is as good as absent."""
    built()
    (tmp_path / "out" / CACHE_FOLDER / "facts.json").write_text(text)
    (tmp_path / "out" / "index.html").unlink()
    assert built().failed == {}
    assert toys.made == ["facts", "index.html"]


def test_pages_that_are_no_longer_planned_go_and_others_files_stay(
    built: Callable[..., Built], tmp_path: Path
) -> None:
    """Only what the site itself wrote is ever removed."""
    built()
    (tmp_path / "out" / "notes.html").write_text("mine")
    outcome = built(Plan((INDEX,), (FACTS,)))
    assert outcome.removed == ["other.html"]
    assert {path.name for path in (tmp_path / "out").glob("*.html")} == {"index.html", "notes.html"}
    assert built(Plan((INDEX,), (FACTS,))).removed == []


def test_a_list_of_pages_cannot_name_files_elsewhere(built: Callable[..., Built], tmp_path: Path) -> None:
    """Whatever the list in the folder says, nothing outside it is removed."""
    built()
    (tmp_path / "mine.html").write_text("mine")
    manifest = tmp_path / "out" / MANIFEST
    listed = json.loads(manifest.read_text())
    for name in ("../mine.html", "assets/../../mine.html", str(tmp_path / "mine.html")):
        listed["pages"][name] = listed["pages"]["index.html"]
    manifest.write_text(json.dumps(listed))
    assert built().removed == []
    assert (tmp_path / "mine.html").read_text() == "mine"


def test_a_foreign_file_in_the_place_of_a_page_is_not_replaced(
    built: Callable[..., Built], toys: Toys, tmp_path: Path
) -> None:
    """The site refuses before it makes anything."""
    built()
    (tmp_path / "out" / "new.html").write_text("mine")
    with pytest.raises(InputError, match=r"new\.html is no page of this site and is not replaced"):
        built(Plan((*PLAN.pages, replace(OTHER, file="new.html")), (FACTS,)))
    assert toys.made == []
    assert (tmp_path / "out" / "new.html").read_text() == "mine"


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda out: (out.mkdir(), (out / "photo.jpg").touch()), r"out contains other files \(photo\.jpg\) and"),
        (lambda out: out.touch(), r"cannot write .*out: it is a file, and pages need a folder"),
        (lambda out: (out.mkdir(), (out / MANIFEST).write_text("?")), r"cannot be read as the list of a site's pages"),
        (lambda out: (out.mkdir(), (out / MANIFEST).write_text("[]")), r"cannot be read as the list of a site's pages"),
    ],
)
def test_a_folder_that_is_no_site_is_refused(
    built: Callable[..., Built], toys: Toys, tmp_path: Path, prepare: Callable[[Path], object], message: str
) -> None:
    """Before anything is made, and leaving everything as it is."""
    prepare(tmp_path / "out")
    with pytest.raises(InputError, match=message):
        built()
    assert toys.made == []


def test_an_empty_folder_is_taken(built: Callable[..., Built], tmp_path: Path) -> None:
    """As one that is not there yet."""
    (tmp_path / "out").mkdir()
    assert built().failed == {}


def test_a_page_that_fails_leaves_the_others(built: Callable[..., Built], toys: Toys, tmp_path: Path) -> None:
    """It is named with the reason, what is there from before stays, and the next run tries again."""
    built()
    before = (tmp_path / "out" / "other.html").read_text()
    toys.wrong["other.html"] = InputError("no such\nthing")
    changed = Plan((replace(INDEX, stamp="2"), replace(OTHER, stamp="2")), (FACTS,))
    outcome = built(changed)
    assert outcome.failed == {"other.html": ("no such thing", True)}
    assert outcome.written == ["index.html"]
    assert (tmp_path / "out" / "other.html").read_text() == before
    toys.wrong.clear()
    assert built(changed).written == ["other.html"]


def test_pages_made_from_data_that_fails_are_told(built: Callable[..., Built], toys: Toys) -> None:
    """Each with what it lacks; an error that nobody foresaw is told from one of the user's making."""
    toys.wrong["facts"] = ZeroDivisionError("division by zero")
    outcome = built()
    assert outcome.failed == {
        "facts": ("ZeroDivisionError: division by zero", False), "index.html": ("not made, as facts failed", False),
    }
    assert outcome.written == ["other.html"]


def test_a_run_that_was_broken_off_goes_on(built: Callable[..., Built], toys: Toys, tmp_path: Path) -> None:
    """What was made before the interruption is kept, and the folder is still known as a site."""
    toys.wrong["other.html"] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        built()
    toys.wrong.clear()
    assert built().written == ["other.html"]
    assert toys.made == ["other.html"]
    assert not [path for path in (tmp_path / "out").iterdir() if path.name.startswith(".other")]
