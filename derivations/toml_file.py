"""Small TOML files that a reader gives: studies, letters."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from derivations.errors import InputError

_LARGEST = 100_000  # bytes


def read_toml_file(file: Path, purpose: str) -> dict[str, Any]:
    """What is in a file; raises `InputError`, in one line, for one that cannot be read or is too large for its purpose.

    `purpose` is a word for what the file is to be ("a study").
    """
    content = b""
    try:
        with file.open("rb") as stream:
            content = stream.read(_LARGEST + 1)  # a device may have no end
        if len(content) > _LARGEST:
            raise InputError(f"{file} is too large for {purpose}")
        return tomllib.loads(content.decode("utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from None
    except RecursionError:
        raise InputError(f"{file} is nested too deeply for {purpose}") from None
    except ValueError as error:  # not TOML, not UTF-8, a name with a null, or a number of thousands of digits
        hint = "; in single quotes a backslash stands for itself" if b"\\" in content else ""
        raise InputError(f"{file} is no TOML: {' '.join(str(error).split())}{hint}") from None
