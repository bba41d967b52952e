"""What a page needs beside its text: style, script and font, within the page or as files beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from derivations.render.html.font import FILE_NAME, embedded_font, font_face, math_font

STYLE, SCRIPT = "page.css", "page.js"
ASSET_NAMES = (STYLE, SCRIPT, FILE_NAME)


@dataclass(frozen=True)
class Assets:
    """What goes into the head and at the end of a page."""

    head: str
    end: str = ""


@cache
def embedded() -> Assets:
    """Everything within the page, which is then one file; raises `InputError` if the font cannot be made."""
    style = f"{font_face(embedded_font())}\n{_style()}"
    return Assets(f"<style>{style}</style>", f"<script>{_own(SCRIPT)}</script>")


def linked(folder: str = "assets") -> Assets:
    """Links to files in a folder beside the page (``../assets`` for a page one folder down); see `asset_file`."""
    return Assets(
        f'<link rel="stylesheet" href="{folder}/{STYLE}">', f'<script src="{folder}/{SCRIPT}" defer></script>'
    )


def asset_file(name: str) -> bytes:
    """One of the files that linked pages need (`ASSET_NAMES`); raises `InputError` if the font cannot be made."""
    if name == FILE_NAME:
        return math_font()
    return (f"{font_face(FILE_NAME)}\n{_style()}" if name == STYLE else _own(name)).encode()


@cache
def styled() -> Assets:
    """The style alone, with the reader's own fonts and without a script."""
    return Assets(f"<style>{_style()}</style>")


@cache
def _style() -> str:
    return _own(STYLE) + _code_colours()


def _own(name: str) -> str:
    return files("derivations.render.html").joinpath(name).read_text(encoding="utf-8")


def _code_colours() -> str:
    """Colours of code for light pages and for dark ones."""
    formatters: Any = import_module("pygments.formatters")
    light, dark = (
        "\n".join(
            rule
            for rule in formatters.HtmlFormatter(style=name).get_style_defs(".highlight").splitlines()
            if rule.startswith(".highlight .")
        )
        for name in ("xcode", "github-dark")  # the two with enough contrast on our papers
    )
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n"
