"""Style, script and mathematics font of a page, within it or as files beside it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from derivations.errors import InputError

FAMILY = "STIX Two Math subset"
FILE_NAME = "mathematics.woff2"
_MISSING = "pages need a mathematics font: pip install 'derivations[html]'"
_LICENSE_NAMES = [0, 1, 2, 4, 5, 6, 7, 13, 14]  # copyright, names, trademark, license and where it can be read
_CHARACTERS = (
    (0x20, 0x7E), (0xA0, 0xA0), (0xA7, 0xB9), (0xD7, 0xD7), (0xF7, 0xF7), (0x131, 0x131), (0x237, 0x237),
    (0x2C6, 0x2DD), (0x300, 0x30C), (0x338, 0x338), (0x391, 0x3A9), (0x3B1, 0x3C9), (0x3D1, 0x3D1), (0x3D5, 0x3D6),
    (0x3F0, 0x3F1), (0x3F5, 0x3F5), (0x2013, 0x2014), (0x2020, 0x2022), (0x2026, 0x2026), (0x2032, 0x2037),
    (0x203E, 0x203E), (0x2057, 0x2057), (0x2061, 0x2064), (0x20D6, 0x20D7), (0x210B, 0x210B), (0x210E, 0x2110),
    (0x2112, 0x2113), (0x211B, 0x211B), (0x211D, 0x211D), (0x212C, 0x212C), (0x2130, 0x2133), (0x2190, 0x2194),
    (0x21D0, 0x21D4), (0x2200, 0x2209), (0x220F, 0x2213), (0x2215, 0x221A), (0x221D, 0x221E), (0x2225, 0x222B),
    (0x2243, 0x224D), (0x2260, 0x2265), (0x226A, 0x226B), (0x2282, 0x2287), (0x2295, 0x2297), (0x22A5, 0x22A5),
    (0x22C5, 0x22C6), (0x22EE, 0x22F1), (0x2308, 0x230B), (0x23B4, 0x23B5), (0x23DC, 0x23DF), (0x27E8, 0x27E9),
    (0x1D400, 0x1D433), (0x1D49C, 0x1D4B5),  # bold, and script capitals
    (0x1D434, 0x1D467),  # italic Latin, which browsers take for single letters
    (0x1D6A4, 0x1D6A5), (0x1D6E2, 0x1D71B),  # italic Greek
)


@cache
def math_font() -> bytes:
    """The subset as WOFF2, the same bytes every time; raises `InputError` if what makes it is not installed."""
    try:
        subset: Any = import_module("fontTools.subset")
        fonts: Any = import_module("fontTools.ttLib")
        import_module("brotli")
    except ImportError:
        raise InputError(_MISSING) from None
    options = subset.Options(
        flavor="woff2", hinting=False, layout_features=["ssty", "dtls", "flac"], name_IDs=_LICENSE_NAMES,
        notdef_outline=True, recalc_timestamp=False, glyph_names=False, legacy_kern=False,
    )
    font = fonts.TTFont(_font_file(), recalcTimestamp=False)
    cut = subset.Subsetter(options)
    cut.populate(unicodes=[code for low, high in _CHARACTERS for code in range(low, high + 1)])
    cut.subset(font)
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def font_face(address: str) -> str:
    """CSS rule that loads the font from an address relative to the style."""
    return (
        f'@font-face {{ font-family: "{FAMILY}"; src: url("{address}") format("woff2"); font-display: block; }}'
    )


def embedded_font() -> str:
    """Data address of the font."""
    return "data:font/woff2;base64," + base64.b64encode(math_font()).decode("ascii")


def _font_file() -> Path:
    """Path of the font in `ziamath`, which is not imported for that."""
    found = find_spec("ziamath")
    for folder in (found.submodule_search_locations or ()) if found else ():
        path = Path(folder) / "fonts" / "STIXTwoMath-Regular.ttf"
        if path.is_file():
            return path
    raise InputError(_MISSING)


STYLE, SCRIPT, LIVE, CLAIM_STYLE = "page.css", "page.js", "live.js", "claim.css"
ASSET_NAMES = (STYLE, SCRIPT, LIVE, CLAIM_STYLE, FILE_NAME)


@dataclass(frozen=True)
class Assets:
    """HTML for the head and the end of a page."""

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
    return _own(STYLE) + _code_colors()


def _own(name: str) -> str:
    return files("derivations.show.html").joinpath(name).read_text(encoding="utf-8")


def _code_colors() -> str:
    """Colors of code for light pages and for dark ones."""
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
