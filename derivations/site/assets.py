"""Files that all pages of the site link: style, scripts, font."""

from __future__ import annotations

from importlib.resources import files

from derivations.site.sheet import Sheet
from derivations.writers.html.assets import ASSET_NAMES, asset_file

# MiniSearch 7.2.0 is the file of its npm package, unchanged, with its license beside it
_FILES = {
    "site.css": "site.css", "site.js": "site.js", "minisearch.js": "vendor/minisearch.js",
    "minisearch-LICENSE.txt": "vendor/minisearch-LICENSE.txt",
}


def asset(sheet: Sheet) -> str | bytes:
    """A shared file; raises `InputError` if it is the font, and what makes that is not installed."""
    name = sheet.page.file.rpartition("/")[2]
    if name in ASSET_NAMES:
        return asset_file(name)
    return (files("derivations.site") / _FILES[name]).read_bytes()
