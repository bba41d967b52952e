"""The reader's cache: what is kept is found again, whole, and a folder that cannot be used does no harm."""

import errno
import io
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from derivations.proof import cache

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


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES, errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("fails", ["open", "mkdir", "write"])
def test_what_the_system_refuses_is_no_harm(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fails: str, code: int
) -> None:
    """Read-only, not ours, full, beyond what we may take: when a file or folder is made, and when it is written to."""
    cache.write("kept", *PLACE)

    class Full(io.BytesIO):
        def write(self, _: object) -> int:
            raise OSError(code, os.strerror(code))

    def refused(*_: object, **__: object) -> Full:
        if fails == "write":
            return Full()
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(*{"open": (os, "open"), "mkdir": (Path, "mkdir"), "write": (os, "fdopen")}[fails], refused)
        cache.write("other", "elsewhere" if fails == "mkdir" else PLACE[0], *PLACE[1:])
    assert cache.read(*PLACE) == "kept"
    assert [file.name for file in folder.rglob("*") if file.is_file()] == ["abc.json"]


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


def test_folders_are_no_files_that_stay(folder: Path) -> None:
    """However new they are: the newest file stays in its folder, and a folder that is empty then goes."""
    for turn in range(3):
        cache.write(str(turn), "kind", f"{turn}", f"{turn}.json")
        os.utime(folder / "kind" / f"{turn}" / f"{turn}.json", (turn, turn))
    cache.write("with it", "kind", "2", "3.json")
    os.utime(folder / "kind" / "2" / "3.json", (3, 3))
    cache.keep_newest(1, "kind")
    assert [file.name for file in (folder / "kind").rglob("*")] == ["2", "3.json"]
    assert cache.read("kind", "2", "3.json") == "with it"


def test_a_store_has_texts_by_their_keys(folder: Path) -> None:
    """All of them, or the newest, in folders of their first letter."""
    everything, newest = cache.Store("all"), cache.Store("some", 1)
    for place, key in enumerate((cache.digest("a"), cache.digest("b"))):
        for store in (everything, newest):
            assert store.read(key) is None
            store.write(key, str(place))
            assert store.read(key) == str(place)
            (file,) = (folder / store.folder).rglob(f"{key}.json")
            os.utime(file, (place, place))
    assert everything.all_keys() == sorted(map(cache.digest, "ab"))
    assert len(newest.all_keys()) == 1
    with cache.without_stores():
        assert everything.all_keys() == []


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
        "from derivations.proof import cache\n"
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


def test_an_account_without_a_home_has_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As some in containers: nothing is kept, and no folder called ~ is made where the command runs."""
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)

    def no_home(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    for usual in (no_home, lambda *_, **__: Path("~/.cache/derivations")):
        monkeypatch.setattr(cache, "user_cache_path", usual)
        cache.write("kept", *PLACE)
        assert cache.read(*PLACE) is None
    assert not list(tmp_path.iterdir())


def test_a_write_that_is_interrupted_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By Ctrl-C: what was kept before stays."""
    cache.write("kept", *PLACE)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            cache.write("other", *PLACE)
    assert cache.read(*PLACE) == "kept"
    assert [file.name for file in folder.rglob("*") if file.is_file()] == ["abc.json"]


@pytest.mark.skipif(os.name != "posix", reason="other signals")
def test_a_process_that_is_killed_in_the_middle_does_no_harm(folder: Path) -> None:
    """The text that was kept stays, and what is kept next is found, however far the killed one had come."""
    cache.write("kept", *PLACE)
    program = (
        "import os, signal\n"
        "from derivations.proof import cache\n"
        "os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"cache.write('other', *{PLACE!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL
    assert cache.read(*PLACE) == "kept"
    cache.write("next", *PLACE)
    assert cache.read(*PLACE) == "next"
    cache.keep_newest(1, PLACE[0])
    assert sum(file.is_file() for file in folder.rglob("*")) == 1
