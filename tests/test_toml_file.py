"""Small TOML files that a reader gives."""

from pathlib import Path

import pytest

from derivations import InputError
from derivations.files import read_toml_file


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("x = 'κ'\n", encoding="utf-8")
    assert read_toml_file(tmp_path / "a.toml", "a study") == {"x": "κ"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"x =", "is no TOML"),
        (b'x = "\\mathrm{n}"', "in single quotes a backslash stands for itself"),
        (b"\xff", "is no text"),
        (b"#" * 100_001, "is too large for a study"),
        (b"x = " + b"[" * 40_000, "is nested too deeply for a study"),
        (b"x = " + b"9" * 5_000, "is no TOML"),
    ],
    ids=["half", "backslash", "bytes", "large", "deep", "digits"],
)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "a.toml").write_bytes(content)
    with pytest.raises(InputError, match=told) as error:
        read_toml_file(tmp_path / "a.toml", "a study")
    assert "\n" not in str(error.value)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match="cannot read"):
            read_toml_file(place, "letters")
