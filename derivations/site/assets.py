"""What all pages of the site share: files beside them, which the shell of a page links."""

from __future__ import annotations

from importlib.resources import files

from derivations.site.frame import Sheet


def body(sheet: Sheet) -> str:
    """The text of a shared file, as it lies in this package."""
    name = sheet.page.file.rpartition("/")[2]
    return files("derivations.site").joinpath("template", name).read_text(encoding="utf-8")
