"""The reader's cache: small texts by the content of what they answer, in files written whole or not at all.

What cannot be read or written is as if it were not there, so that a folder that is full, read-only or shared with other
processes costs time and does no harm.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from derivations.files import readers_folder, write_whole

VARIABLE = "DERIVATIONS_CACHE"  # names the folder of the cache; empty for none
LARGEST = 4_000_000  # bytes of a file that is read
_ENDINGS = (".py", ".toml", ".csv", ".css", ".js", ".j2", "accepted.json")  # without what is kept of claims
_WITHOUT: ContextVar[bool] = ContextVar("without any store", default=False)


@contextmanager
def without_stores() -> Iterator[None]:
    """Within it nothing that is kept answers, neither what is shipped nor the cache, and nothing is kept."""
    token = _WITHOUT.set(True)
    try:
        yield
    finally:
        _WITHOUT.reset(token)


def answering() -> bool:
    """False where no store is to answer."""
    return not _WITHOUT.get()


def read(*place: str) -> str | None:
    """The text at a place of the cache; None if there is none that can be read, or if no store is to answer."""
    file = _file(place)
    try:
        if file is None or file.stat().st_size > LARGEST:
            return None
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def write(text: str, *place: str) -> None:
    """Keep a text at a place of the cache, if that can be written."""
    file = _file(place)
    if file is None:
        return
    content = text.encode()
    with suppress(OSError):
        try:
            write_whole(file, content)
        except FileNotFoundError:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, content)


@dataclass(frozen=True)
class Store:
    """A folder of the cache: texts by their keys, each the digest of all that its text answers; the newest `most` stay.

    A key that names who might answer, and not what is asked, would make all anew that he changes.
    """

    folder: str
    most: int = 0  # of 0, all

    def read(self, key: str) -> str | None:
        """The text of that key, if there is one."""
        return read(*self._place(key))

    def write(self, key: str, text: str) -> None:
        """Keep a text, if that can be written."""
        write(text, *self._place(key))
        if self.most:
            keep_newest(self.most, self.folder)

    def all_keys(self) -> list[str]:
        """The keys of all texts."""
        folder = _file((self.folder,))
        try:
            return [] if folder is None else sorted(file.stem for file in folder.rglob("*.json") if file.is_file())
        except OSError:
            return []

    def _place(self, key: str) -> tuple[str, ...]:
        return self.folder, key[0], f"{key}.json"


def keep_newest(count: int, *place: str) -> None:
    """Take away all but the newest files of a folder of the cache, and folders that are empty then.

    Another process may be doing the same.
    """
    folder = _file(place)
    if folder is None:
        return
    with suppress(OSError):
        # folders are not counted: one is as new as the last change in it, which may be newer than every file
        files = sorted((file for file in folder.rglob("*") if not file.is_dir()), key=_modified)
        for file in files[:-count] if len(files) > count else ():
            with suppress(OSError):
                file.unlink()
                if file.parent != folder:
                    file.parent.rmdir()


def _modified(file: Path) -> float:
    with suppress(OSError):
        return file.stat().st_mtime
    return 0.0


def _file(place: Iterable[str]) -> Path | None:
    """A place in the cache; None where there is to be no cache."""
    folder = readers_folder(VARIABLE, _usual) if answering() else None
    return None if folder is None else folder.joinpath(*place)


def _usual() -> Path:
    return user_cache_path("derivations", appauthor=False)


def digest(data: Any) -> str:
    """The SHA-256 of plain data, whatever the order of its keys; what JSON has no form for counts as its text."""
    return digest_of_bytes(json.dumps(data, sort_keys=True, default=str).encode())


def digest_of_bytes(content: bytes) -> str:
    """The SHA-256 of bytes."""
    return hashlib.sha256(content).hexdigest()


@lru_cache(maxsize=8)
def package_digest(*rooms: str) -> str:
    """The digest of all files of the package, or of these rooms alone: their names and what they say."""
    named = rooms or [item.name for item in resources.files("derivations").iterdir()]
    return digest(sorted((room, found) for room in named if (found := _room_digest(room))))


@lru_cache(maxsize=64)
def _room_digest(room: str) -> str:
    """The digest of a room, or of a module beside the rooms, which is read once; empty for one without a source."""
    found = sorted(_digests([resources.files("derivations") / room]))
    return digest(found) if found else ""


def _digests(folders: Iterable[Traversable], above: str = "") -> Iterator[tuple[str, str]]:
    for item in folders:
        name = f"{above}/{item.name}"
        if item.is_dir():
            if item.name != "__pycache__":
                yield from _digests(item.iterdir(), name)
        elif item.name.endswith(_ENDINGS):
            yield name, digest_of_bytes(item.read_bytes())
