"""The reader's cache: what is kept is found again, whole, and a folder that cannot be used does no harm."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from derivations.search import cache

PLACE = ("kind", "ab", "abc.json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an empty cache."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    return tmp_path


def test_what_is_kept_is_found_again(folder: Path) -> None:
    """The last of what was kept at a place."""
    assert cache.read(*PLACE) is None
    cache.write("κ ≥ 0", *PLACE)
    cache.write("κ > 0", *PLACE)
    assert cache.read(*PLACE) == "κ > 0"
    assert [file.name for file in folder.rglob("*") if file.is_file()] == ["abc.json"]


def test_without_stores_nothing_answers_and_nothing_is_kept(folder: Path) -> None:
    """Until it is over, however it ends."""
    cache.write("kept", *PLACE)

    def inside() -> None:
        assert not cache.answering()
        assert cache.read(*PLACE) is None
        cache.write("other", *PLACE)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), cache.without_stores():
        inside()
    assert cache.answering()
    assert cache.read(*PLACE) == "kept"


def test_an_empty_name_of_a_folder_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "")
    cache.write("kept", *PLACE)
    assert cache.read(*PLACE) is None


def test_a_folder_that_cannot_be_used_is_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in its place, bytes that are no text, a folder in place of the file, a disk that is full."""
    cache.write("kept", *PLACE)
    file = folder.joinpath(*PLACE)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        cache.write("other", *PLACE)
    assert cache.read(*PLACE) == "kept"
    file.write_bytes(b"\xff\xfe")
    assert cache.read(*PLACE) is None
    file.unlink()
    file.mkdir()
    cache.write("kept", *PLACE)
    assert cache.read(*PLACE) is None
    monkeypatch.setenv(cache.VARIABLE, str(file / "none" / "file"))
    (file / "none").write_text("", encoding="utf-8")
    cache.write("kept", *PLACE)
    assert cache.read(*PLACE) is None


def test_what_is_too_large_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write("12345", *PLACE)
    monkeypatch.setattr(cache, "LARGEST", 4)
    assert cache.read(*PLACE) is None


def test_only_the_newest_files_stay(folder: Path) -> None:
    """In that folder; what lies beside it stays."""
    cache.write("other", "other", "0.json")
    for turn in range(5):
        cache.write(str(turn), "kind", f"{turn}.json")
        os.utime(folder / "kind" / f"{turn}.json", (turn, turn))
    cache.keep_newest(2, "kind")
    assert sorted(file.name for file in (folder / "kind").iterdir()) == ["3.json", "4.json"]
    assert cache.read("other", "0.json") == "other"
    cache.keep_newest(2, "none")


def test_the_digest_of_the_package_is_that_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text or name is another digest; what is compiled, and what is kept, does not count."""
    monkeypatch.setattr(cache.resources, "files", lambda _: tmp_path)
    (tmp_path / "kernel").mkdir()
    (tmp_path / "show").mkdir()
    (tmp_path / "kernel" / "theorem.py").write_text("1", encoding="utf-8")

    def digest(*rooms: str) -> str:
        forget()
        return cache.package_digest(*rooms)

    def forget() -> None:
        cache.package_digest.cache_clear()
        cache._room_digest.cache_clear()

    first, kernel = digest(), digest("kernel")
    (tmp_path / "kernel" / "__pycache__").mkdir()
    (tmp_path / "kernel" / "__pycache__" / "theorem.py").write_text("2", encoding="utf-8")
    (tmp_path / "kernel" / "kept.json").write_text("2", encoding="utf-8")
    assert (digest(), digest("kernel")) == (first, kernel)
    (tmp_path / "show" / "page.css").write_text("2", encoding="utf-8")
    assert digest() != first
    assert digest("kernel") == kernel
    (tmp_path / "kernel" / "theorem.py").rename(tmp_path / "kernel" / "theory.py")
    assert digest("kernel") != kernel
    forget()


def test_processes_that_keep_the_same_at_once(folder: Path) -> None:
    """Every reader finds one of the texts, whole."""
    program = (
        "from derivations.search import cache\n"
        "import sys\n"
        "for turn in range(40):\n"
        "    cache.write(sys.argv[1] * 50_000, 'kind', 'one.json')\n"
        "    text = cache.read('kind', 'one.json')\n"
        "    assert len(text) == 50_000 and len(set(text)) == 1, len(text)\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", program, word]) for word in "ab"]
    assert [each.wait(timeout=120) for each in running] == [0, 0]
    assert [file.name for file in (folder / "kind").iterdir()] == ["one.json"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="somebody who may write everywhere")
def test_a_read_only_folder_is_read(folder: Path) -> None:
    cache.write("kept", *PLACE)
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        cache.write("other", "other", "0.json")
        assert cache.read(*PLACE) == "kept"
    finally:
        folder.chmod(stat.S_IRWXU)
