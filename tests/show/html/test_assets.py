"""What comes with a page: style, script, font, within the page or beside it."""

import hashlib
import re
import sys
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from derivations.errors import InputError
from derivations.show.html.assets import ASSET_NAMES, FILE_NAME, asset_file, embedded, linked, math_font
from derivations.show.html.template import page


def test_embedded_assets_fetch_nothing() -> None:
    """The font is the only address, and it holds the font."""
    text = page("A", "", assets=embedded())
    assert set(re.findall(r"url\(\"([^,\")]*)", text)) == {"data:font/woff2;base64"}
    assert "src=" not in text.replace("src: url", "")


def test_linked_assets_are_the_files() -> None:
    """The page names two files, the style names the font beside it, and a claim's page two more."""
    files = {name: asset_file(name) for name in ASSET_NAMES}
    text = page("A", "", assets=linked("../assets"))
    assert re.findall(r'(?:href|src)="\.\./assets/([^"]*)"', text) == ["page.css", "page.js"]
    assert files.keys() == {"page.css", "page.js", "live.js", "claim.css", FILE_NAME}
    assert f'url("{FILE_NAME}")' in files["page.css"].decode()


@pytest.mark.full
def test_font_is_small_the_same_every_time_and_keeps_its_licence() -> None:
    """All that stretches is in it, and the licence that it stands under."""
    first = math_font()
    math_font.cache_clear()
    assert hashlib.sha256(first).digest() == hashlib.sha256(math_font()).digest()
    assert len(first) < 150_000
    font = TTFont(BytesIO(first))
    assert {"MATH", "name", "cmap"} <= set(font.keys())
    assert "SIL Open Font License" in str(font["name"].getDebugName(13))
    assert "STIX Fonts Project Authors" in str(font["name"].getDebugName(0))
    stretched = font["MATH"].table.MathVariants
    assert font.getBestCmap()[ord("(")] in stretched.VertGlyphCoverage.glyphs
    assert {ord("𝐵"), ord("ϕ"), 0x1D719, 0x210E, ord("≥"), ord("×")} <= font.getBestCmap().keys()


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the error says what to install."""
    math_font.cache_clear()
    monkeypatch.setitem(sys.modules, "brotli", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[html\]'"):
        math_font()
