"""Cards that a reader keeps: TOML files in the configuration folder, each with the accelerator of the file's name.

They are found by that name wherever a card is asked for, and stand in no table over all cards, so that what is built
from the packaged cards is the same on every machine.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from platformdirs import user_config_path

from derivations.errors import InputError
from derivations.files import readers_folder, refuse_existing

VARIABLE = "DERIVATIONS_CONFIG"  # names the configuration folder; empty for none
CARD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}\Z")
_ENDING = ".toml"


def kept_folder() -> Path | None:
    """The folder of the cards that the reader keeps, which need not exist; None where there is to be none."""
    folder = readers_folder(VARIABLE, _usual)
    return None if folder is None else folder / "cards"


def _usual() -> Path:
    return user_config_path("derivations", appauthor=False)


def card_file(folder: Path, name: str) -> Path:
    """The file of the kept card of that name."""
    return folder / f"{name}{_ENDING}"


def kept_file(folder: Path | None, name: str) -> Path | None:
    """The file of the kept card of that name; None if none is kept."""
    if folder is None or not CARD_NAME.match(name):
        return None
    file = card_file(folder, name)
    return file if os.path.isfile(file) else None


def place_to_keep(folder: Path, name: str) -> Path:
    """The file that a card of that name is to be kept in, in a folder that is made if there is none.

    Raises `InputError` if nothing can be written there.
    """
    file = card_file(folder, name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {file}: {error.strerror}; {VARIABLE} names another folder") from None
    refuse_existing(file, force=True)
    return file


def kept_names(folder: Path | None) -> tuple[str, ...]:
    """The names of the cards that are kept, in alphabetical order."""
    try:
        entries = sorted(os.listdir(folder)) if folder is not None else []
    except OSError:  # there is no such folder, or it is not for us to read
        return ()
    names = (entry.removesuffix(_ENDING) for entry in entries if entry.endswith(_ENDING))
    return tuple(name for name in names if kept_file(folder, name))
