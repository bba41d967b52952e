"""Slides: one page that opens without a network, in which each fills the screen, and is a sheet where it is printed.

A slide is always laid out at one size, and shown as large as the screen has room for; what is too long for it is set
smaller, then the ends of its longest tables and listings are folded behind a button, and what is left scrolls. Without
the script they stand below each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from derivations.writers.html.assets import Assets, embedded
from derivations.writers.html.template import page

_STYLE, _SCRIPT = "slides.css", "slides.js"


def slides_page(title: str, slides: Sequence[str], end: str = "") -> str:
    """The page of slides, each the HTML of its inside; `end` stands after them, as data that the script reads.

    Raises `InputError` if the packages for pages are not installed.
    """
    own = embedded()
    assets = Assets(f"{own.head}\n<style>{_own(_STYLE)}</style>", f"{own.end}\n<script>{_own(_SCRIPT)}</script>")
    shown = "\n".join(f'<section class="slide"><div class="inside">\n{inside}\n</div></section>' for inside in slides)
    return page(title, f"{shown}\n{end}", assets=assets)


def _own(name: str) -> str:
    return files("derivations.writers.html").joinpath(name).read_text(encoding="utf-8")
