"""Files that all pages of the site link: style, script, font."""

from __future__ import annotations

from importlib.resources import files

from derivations.show.html.assets import ASSET_NAMES, asset_file
from derivations.site.sheet import Sheet


def asset(sheet: Sheet) -> str | bytes:
    """A shared file; raises `InputError` if it is the font, and what makes that is not installed."""
    name = sheet.page.file.rpartition("/")[2]
    if name in ASSET_NAMES:
        return asset_file(name)
    return (files("derivations.site") / "site.css").read_text(encoding="utf-8")
