"""The folder of a site: its manifest lists the files of the site's own with the stamps that they were made from."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from derivations.errors import InputError
from derivations.files import write_file
from derivations.site.plan import Data, Page

MANIFEST = ".derivations-site.json"
CACHE_FOLDER = ".derivations-data"
_SCHEMA = 1
_FILE = re.compile(r"(assets/)?[^/\\\x00]+\Z")  # never a file anywhere else


@dataclass(frozen=True)
class Folder:
    """A folder of pages; `entries` has the stamp and the hash of the content of each page that is the site's own.

    A page that was begun and not finished has neither.
    """

    path: Path
    entries: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def current(self, page: Page) -> bool:
        """True if the page is there as it would be made."""
        stamp, text = self.entries.get(page.file, ("", ""))
        return stamp == page.stamp and text == _hash(self.path / page.file)

    def cached(self, data: Data) -> Any:
        """Data computed before from the same inputs; None without any."""
        try:
            found = json.loads(self._place(data.name).read_text(encoding="utf-8"))
            return found["data"] if found["stamp"] == data.stamp else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, data: Data, content: Any) -> None:
        """Keep what was computed, for the next time; raises `InputError` if it cannot be written."""
        _make(self.path / CACHE_FOLDER)
        text = json.dumps({"stamp": data.stamp, "data": content}, ensure_ascii=False)
        write_file(self._place(data.name), text, force=True)

    def _place(self, name: str) -> Path:
        return self.path / CACHE_FOLDER / f"{name}.json"

    def write(self, page: Page, content: str | bytes) -> tuple[str, str]:
        """Write a page whole or not at all; returns its entry. Raises `InputError` if it cannot be written."""
        place = self.path / page.file
        _make(place.parent)
        raw = content.encode() if isinstance(content, str) else content
        write_file(place, raw, force=True)
        return page.stamp, hashlib.sha256(raw).hexdigest()

    def refuse_foreign(self, pages: Iterable[Page]) -> None:
        """Raise `InputError` for a file in the place of a page that is not the site's own."""
        for page in pages:
            place = self.path / page.file
            if page.file not in self.entries and (place.exists() or place.is_symlink()):
                raise InputError(f"{place} is no page of this site and is not replaced: choose another folder")

    def remove(self, files: Iterable[str]) -> list[str]:
        """Remove pages of the site's own by the names of their files; returns those that were there."""
        gone = []
        for file in files:
            if file in self.entries and _FILE.match(file) and (self.path / file).is_file():
                (self.path / file).unlink()
                gone.append(file)
        return gone

    def record(self, entries: Mapping[str, tuple[str, str]]) -> None:
        """Write the manifest; raises `InputError` if it cannot be written."""
        pages = {file: {"stamp": stamp, "text": text} for file, (stamp, text) in sorted(entries.items())}
        text = json.dumps({"schema": _SCHEMA, "pages": pages}, indent=1) + "\n"
        write_file(self.path / MANIFEST, text, force=True)


def open_folder(path: Path) -> Folder:
    """The folder of a site, made if it is not there.

    Raises `InputError` for what is no folder, cannot be written, or holds files and no site.
    """
    _make(path)
    try:
        held = sorted(each.name for each in path.iterdir())
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    if held and MANIFEST not in held:
        raise InputError(f"{path} contains other files ({held[0]}) and no site: choose an empty folder or a new one")
    return Folder(path, _entries(path / MANIFEST) if held else {})


def _entries(path: Path) -> dict[str, tuple[str, str]]:
    try:
        pages = json.loads(path.read_text(encoding="utf-8"))["pages"]
        return {str(file): (str(entry["stamp"]), str(entry["text"])) for file, entry in pages.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{path} cannot be read as the list of a site's pages: choose another folder") from None


def _make(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"cannot write {path}: it is a file, and pages need a folder") from None
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def _hash(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
