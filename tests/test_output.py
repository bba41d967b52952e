"""Files are written whole or not at all, and never over another without being told to."""

import os
from pathlib import Path

import pytest

from derivations.errors import InputError
from derivations.files import refuse_existing, write_file


def test_a_new_file_holds_the_text(tmp_path: Path) -> None:
    """In UTF-8, with the rights that any new file gets."""
    path = tmp_path / "a.tex"
    write_file(path, "κ·B → ∞\n")
    assert path.read_text(encoding="utf-8") == "κ·B → ∞\n"
    plain = tmp_path / "plain"
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode


def test_an_existing_file_stays_unless_forced(tmp_path: Path) -> None:
    """The message says how to replace it."""
    path = tmp_path / "a.tex"
    path.write_text("old")
    with pytest.raises(InputError, match="--force"):
        write_file(path, "new")
    assert path.read_text() == "old"
    write_file(path, "new", force=True)
    assert path.read_text() == "new"


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_is_no_file(tmp_path: Path, force: bool) -> None:
    """Not with force either."""
    with pytest.raises(InputError, match="folder"):
        write_file(tmp_path, "new", force=force)


@pytest.mark.parametrize("name", ["none/a.tex", "file/a.tex", "x" * 300])
def test_a_path_that_cannot_be_written_is_told(tmp_path: Path, name: str) -> None:
    """A folder that is missing, a file in place of one, a name that is too long."""
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot write"):
        write_file(tmp_path / name, "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_nothing_is_left_behind_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No half of a file, and no temporary one; what was there stays."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.tex"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_file(path, "new", force=True)
    assert [(item.name, item.read_text()) for item in tmp_path.iterdir()] == [("a.tex", "old")]


def test_a_file_can_be_refused_before_anything_is_computed(tmp_path: Path) -> None:
    """The same words as when it is written."""
    path = tmp_path / "a.tex"
    refuse_existing(path)
    path.touch()
    with pytest.raises(InputError, match="exists"):
        refuse_existing(path)
    refuse_existing(path, force=True)


@pytest.mark.parametrize("force", [False, True])
def test_a_device_is_never_replaced(force: bool) -> None:
    """A file in its place would break whatever else writes to it."""
    with pytest.raises(InputError, match="cannot write /dev/null: it is no file that could be replaced"):
        write_file(Path("/dev/null"), "new", force=force)
    assert not Path("/dev/null").is_file()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """What it points to is replaced."""
    target, link = tmp_path / "target.tex", tmp_path / "link.tex"
    target.write_text("old")
    link.symlink_to(target)
    write_file(link, "new", force=True)
    assert link.is_symlink()
    assert target.read_text() == "new"


@pytest.mark.parametrize("force", [False, True])
def test_a_link_that_leads_to_itself_is_told(tmp_path: Path, force: bool) -> None:
    """It points to nothing that could be replaced, and stays what it is."""
    link = tmp_path / "link.tex"
    link.symlink_to(link)
    with pytest.raises(InputError, match="links lead round in a circle"):
        write_file(link, "new", force=force)
    assert link.is_symlink()
