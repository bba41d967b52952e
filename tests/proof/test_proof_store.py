"""The proof store: what is kept is replayed, and never believed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from derivations.claims.index import CLAIMS
from derivations.derivation.kernel_statements import statements_behind
from derivations.kernel.statement import Statement, statement
from derivations.language.grammar import parse_relation
from derivations.proof import cache, proof_store
from derivations.proof.certified import certificate_of
from derivations.proof.finder import find_certificate

from ..reports import FEW, plain

DOMAINS = dict.fromkeys(("p", "q", "r"), "positive")


def asked(goal: str, *given: str) -> Statement:
    names = tuple(DOMAINS)
    return statement([parse_relation(each, names, {}) for each in given], parse_relation(goal, names, {}), DOMAINS, {})


TRUE, FALSE = asked("p*q/r = r", "p*q = r^2"), asked("p*q/r = 2*r", "p*q = r^2")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an empty cache."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    return tmp_path


def entry(folder: Path) -> Path:
    (file,) = folder.rglob("*.json")
    return file


def test_what_is_found_is_kept(folder: Path) -> None:
    """One file for a statement, which the kernel replays."""
    assert proof_store.kept(TRUE) is None
    assert certificate_of(TRUE) is not None
    assert entry(folder).stem == proof_store.digest(TRUE)
    assert proof_store.kept(TRUE) is not None
    assert not [file for file in folder.rglob("*") if file.is_file() and file.suffix != ".json"]


def test_a_digest_is_that_of_what_is_said() -> None:
    """Whatever the order of what is given; another goal, premise or domain is another statement."""
    one, other = asked("p = q", "p = r", "q = r"), asked("p = q", "q = r", "p = r")
    assert proof_store.digest(one) == proof_store.digest(other)
    assert len({proof_store.digest(each) for each in (TRUE, FALSE, one, asked("p = q", "p = r"))}) == 4
    real = statement([], parse_relation("p = p", ("p",), {}), {"p": "real"}, {})
    assert proof_store.digest(real) != proof_store.digest(asked("p = p"))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"goals": [0]}', '{"goals": [0], "terms": [], "calls": [["assume"]]}', "[" * 100_000,
     '{"goals": [0], "terms": [["s", "p"]], "calls": [["root", {"t": 0}, "1e999999999", 0]]}'],
)
def test_a_bad_entry_is_none(folder: Path, text: str) -> None:
    """It costs time, and is found anew."""
    assert certificate_of(TRUE) is not None
    entry(folder).write_text(text, encoding="utf-8")
    assert proof_store.kept(TRUE) is None
    assert certificate_of(TRUE) is not None


def test_a_tampered_entry_proves_nothing(folder: Path) -> None:
    """The certificate of another statement under the name of this one."""
    certificate = find_certificate(TRUE)
    assert certificate is not None
    proof_store.keep(FALSE, certificate)
    assert entry(folder).stem == proof_store.digest(FALSE)
    assert proof_store.kept(FALSE) is None
    assert certificate_of(FALSE) is None


def test_a_folder_that_cannot_be_written_is_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in its place, or none wanted at all."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in (str(tmp_path / "file"), ""):
        monkeypatch.setenv(cache.VARIABLE, place)
        assert certificate_of(TRUE) is not None
        assert proof_store.kept(TRUE) is None


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in FEW else pytest.mark.long) for name in CLAIMS])
def test_the_certificates_of_a_claim_are_shipped(name: str) -> None:
    """All that can be found, for every statement that its steps rest on."""
    missing = [
        wanted for _, wanted in statements_behind(plain(name).derivation)
        if proof_store.digest(wanted) not in proof_store.shipped() and find_certificate(wanted) is not None
    ]
    assert missing == []


@pytest.mark.long
def test_every_shipped_one_is_found_by_its_line() -> None:
    """The files are JSON, and are not read as such before a certificate is asked for."""
    folder = Path(proof_store.__file__).parent / proof_store.SHIPPED
    told = [json.loads(file.read_text(encoding="utf-8"))for file in sorted(folder.glob("*.json"))]
    wanted = {key: certificate for each in told for key, certificate in each.items()}
    assert {key: json.loads(line) for key, line in proof_store.shipped().items()} == wanted


def test_a_file_leads_back_to_its_certificates() -> None:
    """Each on a line of its own, in the order of what they prove."""
    certificate = find_certificate(TRUE)
    assert certificate is not None
    text = proof_store.file_text({"b": certificate, "a": certificate})
    assert list(json.loads(text)) == ["a", "b"]
    assert json.loads(text)["a"] == json.loads(json.dumps(certificate))
    assert text.count("\n") == 4


@pytest.mark.parametrize("content", [bytes(range(256)), b"\xff{}\n", b'{\n  "ab": {"goals": [0]', b""])
def test_a_shipped_file_that_cannot_be_read_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    """Random bytes, no text, one cut short: what it had is found anew, and it is named."""
    place = tmp_path / "proof" / proof_store.SHIPPED
    place.mkdir(parents=True)
    (place / "broken.json").write_bytes(content)
    (place / "whole.json").write_text(proof_store.file_text({"ab": {"goals": [0]}}), encoding="utf-8")
    stores = (proof_store._shipped_texts, proof_store.shipped)
    for store in stores:
        store.cache_clear()
    monkeypatch.setattr(proof_store.resources, "files", lambda _: tmp_path)
    try:
        assert proof_store.unreadable() == ("certificates/broken.json",)
        assert {key: json.loads(line) for key, line in proof_store.shipped().items()} == {"ab": {"goals": [0]}}
    finally:
        for store in stores:
            store.cache_clear()


KILLED = """
import os, sys, time
sys.path.append(os.getcwd())
from derivations.proof import certified
from tests.proof.test_proof_store import TRUE

def begun(*written):
    if sys.argv[1] == "fdopen":
        os.write(written[0], b'{"calls": [["assume"')
    print("writing", flush=True)
    time.sleep(600)

setattr(os, sys.argv[1], begun)
certified.certificate_of(TRUE)
"""


@pytest.mark.some(1)
@pytest.mark.parametrize("place", ["fdopen", "replace"])  # half of the text is written; all of it, under another name
def test_a_writer_that_is_killed_leaves_a_store_that_works(folder: Path, place: str) -> None:
    """The next reader finds nothing, and then what it keeps itself."""
    root = Path(__file__).parents[2]
    writer = subprocess.Popen([sys.executable, "-c", KILLED, place], stdout=subprocess.PIPE, text=True, cwd=root)
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "writing\n"
    finally:
        writer.kill()
        writer.communicate()
    assert [file for file in folder.rglob("*") if file.is_file()]  # what it left behind
    assert proof_store.kept(TRUE) is None
    assert certificate_of(TRUE) is not None
    assert proof_store.kept(TRUE) is not None
