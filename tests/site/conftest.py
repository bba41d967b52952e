"""Sites, each built once for all tests that read it: of a few claims, and in the long run of the whole project."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest

from derivations.claims.index import CLAIMS
from derivations.site.build import build

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
DOCUMENTS = NOTEBOOKS.parent / "docs"
MADE = NOTEBOOKS.parent / "build" / "site"  # by `make site`, if it was
# the claims of a small site: those that a notebook about several leads to
SOME = ("optimal-batch", "train-interval", "pipeline-kv", "chinchilla", "kv-bytes", "revnet")


class Reader(HTMLParser):
    """What a page has: elements with their attributes, in order, and ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def attributes(self, *names: str) -> list[tuple[str, str]]:
        """Element and value of each of these attributes."""
        return [(tag, held[name]) for tag, held in self.elements for name in names if name in held]


@dataclass(frozen=True)
class Site:
    """A built site: its folder, its claims, and the text of each page by the name of its file."""

    folder: Path
    claims: tuple[str, ...]
    pages: Mapping[str, str]
    readers: dict[str, Reader] = field(default_factory=dict)

    def read(self, name: str) -> Reader:
        """A page, taken apart."""
        if name not in self.readers:
            self.readers[name] = Reader(self.pages[name])
        return self.readers[name]


def _built(folder: Path, claims: tuple[str, ...], jobs: int) -> Site:
    """The site of these claims with the project's own notebooks, made by so many processes."""
    outcome = build(NOTEBOOKS, folder, jobs=jobs, claims=claims, documents=DOCUMENTS)
    assert outcome.failed == {}
    return Site(folder, claims, {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.html")})


def _begun(folder: Path, claims: tuple[str, ...], jobs: int) -> Site:
    """A site from what `make site` made, where there is that: what is not as it would be made now is made again."""
    if MADE.is_dir():
        shutil.copytree(MADE, folder)
    return _built(folder, claims, jobs)


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of a few claims, made here, where they are derived for other tests, too."""
    return _begun(tmp_path_factory.mktemp("small") / "site", SOME, jobs=1)


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of all claims."""
    return _begun(tmp_path_factory.mktemp("whole") / "site", CLAIMS, jobs=2)


@pytest.fixture(scope="session", params=["small_site", pytest.param("whole_site", marks=pytest.mark.long)])
def site(request: pytest.FixtureRequest) -> Site:
    """The small one, and in the long run the whole one."""
    found: Site = request.getfixturevalue(request.param)
    return found
