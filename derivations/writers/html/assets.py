"""Style, script and mathematics font of a page, within it or as files beside it.

The font is a subset of STIX Two Math, which ``scripts/font.py`` makes.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from derivations.errors import InputError

FAMILY = "STIX Two Math subset"
FILE_NAME = "mathematics.woff2"
_FONT = "font"  # the folder of the font and its license


def font_face(address: str) -> str:
    """CSS rule that loads the font from an address relative to the style."""
    return (
        f'@font-face {{ font-family: "{FAMILY}"; src: url("{address}") format("woff2"); font-display: block; }}'
    )


def embedded_font() -> str:
    """Data address of the font."""
    return "data:font/woff2;base64," + base64.b64encode(asset_file(FILE_NAME)).decode("ascii")


STYLE, SCRIPT, LIVE, CLAIM_STYLE = "page.css", "page.js", "live.js", "claim.css"
ASSET_NAMES = (STYLE, SCRIPT, LIVE, CLAIM_STYLE, FILE_NAME)


@dataclass(frozen=True)
class Assets:
    """HTML for the head and the end of a page."""

    head: str
    end: str = ""


@cache
def embedded() -> Assets:
    """Everything within the page, which is then one file; raises `InputError` if Pygments is missing."""
    style = f"{font_face(embedded_font())}\n{_style()}"
    return Assets(f"<style>{style}</style>", f"<script>{_own(SCRIPT)}</script>")


def linked(folder: str = "assets") -> Assets:
    """Links to files in a folder beside the page (``../assets`` for a page one folder down); see `asset_file`."""
    return Assets(
        f'<link rel="stylesheet" href="{folder}/{STYLE}">', f'<script src="{folder}/{SCRIPT}" defer></script>'
    )


def asset_file(name: str) -> bytes:
    """One of the files that linked pages need (`ASSET_NAMES`); raises `InputError` if Pygments is missing."""
    if name == FILE_NAME:
        return files("derivations.writers.html").joinpath(_FONT, FILE_NAME).read_bytes()
    return (f"{font_face(FILE_NAME)}\n{_style()}" if name == STYLE else _own(name)).encode()


@cache
def styled() -> Assets:
    """The style alone, with the reader's own fonts and without a script."""
    return Assets(f"<style>{_style()}</style>")


@cache
def _style() -> str:
    return _own(STYLE) + _code_colors()


def _own(name: str) -> str:
    return files("derivations.writers.html").joinpath(name).read_text(encoding="utf-8")


def _code_colors() -> str:
    """Colors of code for light pages and for dark ones; raises `InputError` if Pygments is missing."""
    try:
        formatters: Any = import_module("pygments.formatters")
    except ImportError:
        raise InputError("pages need Pygments: pip install 'derivations[html]'") from None
    light, dark = (
        "\n".join(
            rule
            for rule in formatters.HtmlFormatter(style=name).get_style_defs(".highlight").splitlines()
            if rule.startswith(".highlight .")
        )
        for name in ("xcode", "github-dark")  # the two with enough contrast on our papers
    )
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n"
