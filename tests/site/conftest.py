"""The site of the project, built once for all tests that read it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest

from derivations.site.build import build

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


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
    """A built site: its folder, and the text of each page by the name of its file."""

    folder: Path
    pages: Mapping[str, str]
    readers: dict[str, Reader] = field(default_factory=dict)

    def read(self, name: str) -> Reader:
        """A page, taken apart."""
        if name not in self.readers:
            self.readers[name] = Reader(self.pages[name])
        return self.readers[name]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site with the project's own notebooks, made by two processes."""
    folder = tmp_path_factory.mktemp("built") / "site"
    outcome = build(NOTEBOOKS, folder, jobs=2)
    assert outcome.failed == {}
    return Site(folder, {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.html")})
