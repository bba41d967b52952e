"""What the search finds: every claim, step, letter, premise, card and source, by an address that is there."""

import hashlib
import json
from collections import Counter
from importlib.resources import files
from urllib.parse import unquote

import pytest

from derivations.claim.premises import premises_of
from derivations.claims.index import find_claim
from derivations.sources.catalog import load_catalog

from ..reports import plain
from .conftest import Site

MINISEARCH = "03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03"  # dist/umd/index.js of 7.2.0


@pytest.fixture
def entries(small_site: Site) -> list[dict[str, str]]:
    """The entries of the small site."""
    text = (small_site.folder / "assets" / "search-index.js").read_text(encoding="utf-8")
    found: list[dict[str, str]] = json.loads(text.removeprefix("window.SEARCHED = ").removesuffix(";\n"))
    return found


@pytest.mark.long
def test_everything_is_found(entries: list[dict[str, str]], small_site: Site) -> None:
    """Each of its kind, as many as there are."""
    count = Counter(entry["kind"] for entry in entries)
    claims = small_site.claims
    assert count["claim"] == len(claims)
    derivations = [plain(name).derivation for name in claims]
    assert count["step"] == sum(len(each.trace) + len(each.rejects) for each in derivations)
    assert count["letter"] == len({letter.name for name in claims for letter in find_claim(name).notation})
    taken = premises_of([find_claim(name) for name in claims])
    assert (count["premise"], count["alternative"]) == (len(taken), sum(len(item.choices) for item in taken))
    assert count["card"] == len(load_catalog().cards)
    assert min(count["source"], count["page"], count["said"]) > 5


@pytest.mark.long
def test_addresses_are_there(entries: list[dict[str, str]], small_site: Site) -> None:
    """The page of an entry exists, and the place on it."""
    for entry in entries:
        file, _, place = entry["at"].partition("#")
        ids = {value for _, value in small_site.read(file).attributes("id")}
        assert not place or unquote(place) in ids, entry


def test_the_library_is_the_file_of_its_package() -> None:
    """Unchanged, with its license beside it."""
    vendored = files("derivations.site") / "vendor"
    assert hashlib.sha256((vendored / "minisearch.js").read_bytes()).hexdigest() == MINISEARCH
    assert "Permission is hereby granted" in (vendored / "minisearch-LICENSE.txt").read_text(encoding="utf-8")


def test_no_text_ends_the_script(small_site: Site) -> None:
    """A sign that could is written as a number."""
    assert "<" not in (small_site.folder / "assets" / "search-index.js").read_text(encoding="utf-8")
