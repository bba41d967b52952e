"""What comes with a page: style, script, font, within the page or beside it."""

import hashlib
import re
import runpy
import string
import sys
import unicodedata
from importlib.resources import files
from pathlib import Path

import pytest

from derivations.errors import InputError
from derivations.language.greek import GREEK
from derivations.language.printing import letter, mathml
from derivations.writers.html.assets import ASSET_NAMES, FAMILY, FILE_NAME, _code_colors, asset_file, embedded, linked
from derivations.writers.html.template import page

from ...woff2 import glyphs, stretched, tables

ROOT = Path(__file__).parents[3]
FONT = "b73a9359a317c071bfb96f72e510d558bc0c044fbd551cd24424d2ad3aeba42e"


def test_embedded_assets_fetch_nothing() -> None:
    """The font is the only address, and it holds the font."""
    text = page("A", "", assets=embedded())
    assert set(re.findall(r"url\(\"([^,\")]*)", text)) == {"data:font/woff2;base64"}
    assert "src=" not in text.replace("src: url", "")


def test_linked_assets_are_the_files() -> None:
    """The page names two files, the style names the font beside it, and a claim's page two more."""
    shipped = {name: asset_file(name) for name in ASSET_NAMES}
    text = page("A", "", assets=linked("../assets"))
    assert re.findall(r'(?:href|src)="\.\./assets/([^"]*)"', text) == ["page.css", "page.js"]
    assert shipped.keys() == {"page.css", "page.js", "live.js", "claim.css", FILE_NAME}
    assert f'url("{FILE_NAME}")' in shipped["page.css"].decode()


def test_the_font_is_the_one_that_is_known() -> None:
    """By its digest, which NOTICE tells, too; small enough to stand in every page."""
    font = asset_file(FILE_NAME)
    assert hashlib.sha256(font).hexdigest() == FONT
    assert FONT in (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert len(font) < 150_000


def test_the_font_keeps_its_license() -> None:
    """Named in the font and whole beside it; what pages call the font begins with no name that it reserves."""
    names = tables(asset_file(FILE_NAME))["name"].decode("utf-16-be", errors="replace")
    assert "SIL Open Font License" in names
    assert "STIX Fonts Project Authors" in names
    beside = (files("derivations.writers.html") / "font" / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in beside
    reserved = re.findall(r'with Reserved Font Name "?([^".]*)', beside)
    assert reserved == ["STIX Fonts", "TM Math"]
    assert not FAMILY.startswith(tuple(reserved))


def test_the_font_has_every_character_that_letters_and_formulas_are_written_with() -> None:
    """As they are told and, for single letters, as browsers slant them; brackets have taller variants."""
    whole = tables(asset_file(FILE_NAME))
    found = glyphs(whole["cmap"])
    told = {*GREEK, *letter._SHAPES.values(), *letter._SIGNS.values(), *letter._LETTERS.values(),
            *letter.ACCENTS.values(), *string.ascii_letters, *string.digits, *string.punctuation, "′"}
    told |= {sign for sign in Path(mathml.__file__).read_text(encoding="utf-8") if ord(sign) > 127}
    told |= {mathml._in_font(font, sign) for font in ("mathbf", "mathcal") for sign in string.ascii_uppercase}
    told |= {mathml._in_font("mathbf", sign) for sign in string.ascii_lowercase}
    slanted = {unicodedata.normalize("NFKC", chr(code)): code for code in range(0x1D434, 0x1D468) if code != 0x1D455}
    slanted |= {chr(code): code for code in (0x210E, *range(0x1D6E2, 0x1D71C))}
    assert {sign for sign in told if ord(sign) not in found} == set()
    assert {sign for sign, code in slanted.items() if code not in found} == set()
    assert {found[ord(sign)] for sign in "()[]{}|⌈⌉√∑∏"} <= stretched(whole["MATH"])


def test_the_font_has_what_is_asked_for_when_it_is_made() -> None:
    """But for code points that are no characters; what it has beyond that are forms of these."""
    asked = set(runpy.run_path(str(ROOT / "scripts" / "font.py"))["characters"]())
    missing = asked - glyphs(tables(asset_file(FILE_NAME))["cmap"]).keys()
    assert {code for code in missing if unicodedata.category(chr(code)) != "Cn"} == set()


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the error says what to install."""
    monkeypatch.setitem(sys.modules, "pygments.formatters", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[html\]'"):
        _code_colors()
