"""What is made again: what shows something that changed, and nothing where only words for programmers changed."""

from __future__ import annotations

import json
import runpy
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.claims.index import CLAIMS
from derivations.export.plots.picture import svg
from derivations.site.inputs import Package

ROOT = Path(__file__).parent.parent
KERNEL, PRINTER = "kernel/normal_form.py", "writers/terminal.py"
BATCH, PASSES, CARDS = "claims/lecture/optimal_batch.py", "claims/shared/passes.py", "sources/data/models.toml"
REVIEW, CERTIFICATES = "claim/reviews/optimal-batch.json", "proof/certificates/revnet.json"
DOCSTRING = b'"""Something else.'


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    """The names of the script."""
    return runpy.run_path(str(ROOT / "scripts" / "fresh.py"))


@pytest.fixture(scope="module")
def whole() -> Package:
    """A part of the package as it stands: claims, and a few modules beside them."""
    files = Package.read().files
    few = ("claims/", "rocq/accepted.json", KERNEL, PRINTER, CARDS, REVIEW, CERTIFICATES)
    return Package({name: content for name, content in files.items() if name.startswith(few)})


def with_comment(content: bytes) -> bytes:
    return content + b"# a comment\n"


def with_docstring(content: bytes) -> bytes:
    assert content.startswith(b'"""')
    return DOCSTRING + content[3:]


def with_code(content: bytes) -> bytes:
    return content + b"ANOTHER = 1\n"


Change = Callable[[bytes], bytes]


def stamps(script: dict[str, Any], package: Package) -> dict[str, str]:
    """What things are made from: the engine, with and without docstrings, three sets of claims, the ledger."""
    found = script["Sources"](package)
    return {"engine": found.engine(), "documents": found.engine(docstrings=True),
            "optimal-batch": found.claims(["optimal-batch"]), "chinchilla": found.claims(["chinchilla"]),
            "all": found.claims(CLAIMS), "ledger": str(found.ledger())}


@pytest.mark.parametrize(
    ("file", "change", "changed"),
    [
        (KERNEL, with_comment, set()), (PRINTER, with_comment, set()),
        (PRINTER, with_docstring, {"documents"}), (KERNEL, with_code, {"engine", "documents", "ledger"}),
        (PRINTER, with_code, {"engine", "documents", "ledger"}),
        (CARDS, with_comment, {"engine", "documents", "ledger"}),
        (BATCH, with_code, {"optimal-batch", "all", "ledger"}),
        (PASSES, with_code, {"optimal-batch", "chinchilla", "all", "ledger"}),
        (REVIEW, with_code, {"ledger"}), (CERTIFICATES, with_code, {"ledger"}),
    ],
)
def test_what_is_behind_changes_with_what_is_shown(
    script: dict[str, Any], whole: Package, file: str, change: Change, changed: set[str]
) -> None:
    """A comment is behind nothing, a docstring behind documents alone, a claim behind what names it."""
    before = stamps(script, whole)
    after = stamps(script, Package({**whole.files, file: change(whole.files[file])}))
    assert {name for name, stamp in after.items() if stamp != before[name]} == changed


def test_a_notebook_is_behind_the_claims_that_it_names(script: dict[str, Any], tmp_path: Path) -> None:
    """One that goes through claims without their names is behind all."""

    def named(code: str) -> tuple[str, ...]:
        file = tmp_path / "a.ipynb"
        cells = [{"cell_type": "markdown", "source": ["`ledger`"]}, {"cell_type": "code", "source": [code]}]
        file.write_text(json.dumps({"cells": cells}), encoding="utf-8")
        found: tuple[str, ...] = script["claims_in"](file)
        return found

    assert named('derive("revnet"), derive("kv-bytes")') == ("kv-bytes", "revnet")
    assert named("1 + 1") == ()
    assert named("for name in CLAIMS: derive(name)") == CLAIMS
    assert named("ledger(claims, study)") == CLAIMS


def test_it_remembers_what_a_thing_was_made_from(script: dict[str, Any], tmp_path: Path) -> None:
    """Over processes; a memory that cannot be read is none."""
    file, one, other = tmp_path / "made.json", script["Stamp"]("engine", "1"), script["Stamp"]("engine", "2")
    memory = script["Memory"](file)
    assert not memory.knows("a", one)
    memory.keep("a", one)
    assert script["Memory"](file).knows("a", one)
    assert not script["Memory"](file).knows("a", other)
    for broken in ("{", "[]", '{"engine": 1}'):
        file.write_text(broken, encoding="utf-8")
        assert not script["Memory"](file).knows("a", one)


def test_the_memory_of_another_engine_is_a_line(script: dict[str, Any], tmp_path: Path) -> None:
    """So that what is committed of it changes little; what was not made again is still that of the engine before."""
    file, stamp = tmp_path / "made.json", script["Stamp"]
    for engine in ("old", "new"):
        memory = script["Memory"](file)
        for name in ("a", "b"):
            memory.keep(name, stamp(engine, name))
        assert json.loads(file.read_text(encoding="utf-8")) == {engine: {"a": "a", "b": "b"}}
    memory.keep("a", stamp("newest", "a"))
    assert json.loads(file.read_text(encoding="utf-8")) == {"newest": {"a": "a"}, "new": {"b": "b"}}


@pytest.mark.parametrize("file", [KERNEL, BATCH, CARDS, REVIEW, CERTIFICATES])
def test_that_claims_are_fresh_is_remembered_of_the_very_package(
    script: dict[str, Any], whole: Package, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is asked once; with another byte in the kernel, in a claim or a certificate, each is asked again."""
    asked: list[str] = []

    def is_fresh(name: str) -> bool:
        asked.append(name)
        return name != "revnet"

    stale = script["stale_claims"]
    monkeypatch.setitem(stale.__globals__, "FRESH", tmp_path / "build" / "fresh.json")
    monkeypatch.setitem(stale.__globals__, "is_fresh", is_fresh)
    for package, times in ((whole, 1), (Package(dict(whole.files)), 1),
                           (Package({**whole.files, file: with_comment(whole.files[file])}), 2), (whole, 3)):
        assert stale(package) == ["revnet"]
        assert asked == [*CLAIMS] * times
    (tmp_path / "build" / "fresh.json").write_text("{", encoding="utf-8")
    assert stale(whole) == ["revnet"]
    assert len(asked) == 4 * len(CLAIMS)


def test_a_file_is_written_only_where_its_text_changes(script: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "folder" / "a.json"
    assert list(script["written"](file, "one")) == [file]
    before = file.stat().st_mtime_ns
    assert list(script["written"](file, "one")) == []
    assert file.stat().st_mtime_ns == before
    file.write_bytes(b"\xff\xfe")
    assert list(script["written"](file, "two")) == [file]
    assert file.read_text(encoding="utf-8") == "two"


def test_a_claim_that_there_is_not_is_told_before_anything_is_made(
    script: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert script["main"](["optimal-bach"]) == 2
    assert capsys.readouterr() == ("", "fresh: unknown claim 'optimal-bach'; did you mean optimal-batch?\n")


def shown(place: float, width: float = 2.0) -> dict[str, Any]:
    """What a notebook shows of a figure with one panel and one line."""
    from matplotlib.figure import Figure

    figure = Figure((width, 2.0), label="A line")
    panel = figure.add_axes((place, 0.2, 0.7, 0.7))
    panel.plot([1, 2, 3], [place, 1, 2], marker="o")
    return svg(figure, png=True)._repr_mimebundle_()


def test_a_picture_is_made_again_by_what_can_be_seen_and_not_by_a_last_digit(script: dict[str, Any]) -> None:
    """Another machine's floats move nothing; a line that moves a tenth of a point, other words and dots do."""
    kept, moved = shown(0.2), shown(0.2 + 2e-8)
    same = script["same_picture"]
    assert kept["image/svg+xml"] != moved["image/svg+xml"]
    assert script["content_of_pdf"](b64decode(kept["application/pdf"])).count(" l\n") > 3
    assert same(kept, moved)
    assert not same(kept, shown(0.201))
    assert not same(kept, shown(0.2, width=2.1))
    assert not same(kept, {**kept, "text/plain": "<picture: Another>"})
    assert not same(kept, {name: data for name, data in kept.items() if name != "image/png"})
    assert not same({"text/plain": "1"}, {"text/plain": "1"})
