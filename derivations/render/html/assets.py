"""What a page needs beside its text: style, script and font, within the page or as files beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from derivations.render.html.font import FILE_NAME, embedded_font, font_face, math_font

STYLE, SCRIPT = "page.css", "page.js"


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
    """Links to files in a folder beside the page (``../assets`` for a page one folder down); see `asset_files`."""
    return Assets(
        f'<link rel="stylesheet" href="{folder}/{STYLE}">', f'<script src="{folder}/{SCRIPT}" defer></script>'
    )


def asset_files() -> dict[str, bytes]:
    """The files that linked pages need, by name; raises `InputError` if the font cannot be made."""
    style = f"{font_face(FILE_NAME)}\n{_style()}"
    return {STYLE: style.encode(), SCRIPT: _own(SCRIPT).encode(), FILE_NAME: math_font()}


@cache
def styled() -> Assets:
    """The style alone, with the reader's own fonts and without a script."""
    return Assets(f"<style>{_style()}</style>")


@cache
def _style() -> str:
    return _own(STYLE) + _code_colours()


def _own(name: str) -> str:
    return files("derivations.render.html").joinpath(name).read_text(encoding="utf-8")


def data_element(name: str, data: Any) -> str:
    """Data for the script in an element of that id; nothing in the data can end the element."""
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _code_colours() -> str:
    """Colours of code for light pages and for dark ones."""
    formatters: Any = import_module("pygments.formatters")
    light, dark = (
        "\n".join(
            rule
            for rule in formatters.HtmlFormatter(style=name).get_style_defs(".highlight").splitlines()
            if rule.startswith(".highlight .")
        )
        for name in ("default", "github-dark")
    )
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n"
