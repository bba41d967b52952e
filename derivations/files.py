"""Files: written whole or not at all, and small TOML files that a reader gives."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from derivations.errors import InputError

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)  # bytes as they are, on Windows too


def refuse_existing(path: Path, *, force: bool = False) -> None:
    """Raise `InputError` for what cannot be written to: a folder, a device, or a file unless `force` is given.

    A place in a folder that does not exist, or that nobody may write to, cannot be written to either.
    """
    try:
        if os.path.islink(os.path.realpath(path)):
            raise InputError(f"cannot write {path}: links lead round in a circle")
        if path.is_dir():
            raise InputError(f"cannot write {path}: it is a folder")
        if path.exists() and not path.is_file():
            raise InputError(f"cannot write {path}: it is no file that could be replaced")
        if path.exists() and not force:
            raise InputError(f"{path} exists: give --force to replace it")
        if not path.parent.is_dir():
            raise InputError(f"cannot write {path}: there is no folder {path.parent}")
        if not os.access(path.parent, os.W_OK):
            raise InputError(f"cannot write {path}: Permission denied")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def write_file(path: Path, content: str | bytes, *, force: bool = False) -> None:
    """Write text or bytes, replacing an existing file only with `force`. Raises `InputError` if it cannot be written.

    The content goes to a temporary file beside the target first, so that no reader ever sees half of it.
    """
    refuse_existing(path, force=force)
    target = Path(os.path.realpath(path))  # what a link points to is replaced, and not the link
    try:
        write_whole(target, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def readers_folder(variable: str, usual: Callable[[], Path]) -> Path | None:
    """The folder of the reader's that an environment variable names, or else the usual one of the system.

    None where the variable is empty, and where the system knows no home, as for some accounts in containers.
    """
    named = os.environ.get(variable)
    if named is not None:
        return Path(named) if named else None
    try:
        folder = usual()
    except RuntimeError:
        return None
    return folder if folder.is_absolute() else None


def write_whole(target: Path, content: bytes) -> None:
    """Replace a file at once, by way of another one in its folder. Raises `OSError` if it cannot be written."""
    temporary = f"{target.parent}{os.sep}.{os.urandom(8).hex()}"
    handle = os.open(temporary, _NEW, 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.replace(temporary, target)
    except BaseException:  # Ctrl-C, too
        os.unlink(temporary)
        raise


_LARGEST = 100_000  # bytes


def read_toml_file(file: Path, purpose: str) -> dict[str, Any]:
    """The table in a small TOML file; raises `InputError`, in one line, for one that cannot be read or is too large.

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
    except UnicodeDecodeError:
        raise InputError(f"{file} is no text: for {purpose} give a TOML file") from None
    except ValueError as error:  # not TOML, a name with a null, or a number of thousands of digits
        hint = "; in single quotes a backslash stands for itself" if b"\\" in content else ""
        raise InputError(f"{file} is no TOML: {' '.join(str(error).split())}{hint}") from None
