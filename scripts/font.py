"""Make the mathematics font of pages again: a subset of STIX Two Math, compressed.

`python scripts/font.py STIXTwoMath-Regular.ttf` writes `derivations/writers/html/font/mathematics.woff2`. The font is
`fonts/static_ttf/STIXTwoMath-Regular.ttf` of release 2.11 of https://github.com/stipub/stixfonts; the package
ziamath brings the same file. The script needs fonttools and brotli, which no extra names, as nothing else needs these:
`pip install fonttools==4.68.0 brotli==1.2.1` makes the file of the package, byte for byte. A test holds its digest.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

FONT = Path(__file__).parent.parent / "derivations" / "writers" / "html" / "font" / "mathematics.woff2"
SOURCE = "8f42cb183a85043a4dc3f8e41ac3821eb27bf178d68ace929ba439523622323c"  # the SHA-256 of the whole font
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




def characters() -> Iterator[int]:
    """The code points that the subset is asked for; the whole font lacks those that are no characters."""
    return (code for low, high in _CHARACTERS for code in range(low, high + 1))


def subset(whole: bytes) -> bytes:
    """The subset of a font as WOFF2, with the variants that stretch and the names of the license."""
    cutting: Any = import_module("fontTools.subset")
    fonts: Any = import_module("fontTools.ttLib")
    options = cutting.Options(
        flavor="woff2", hinting=False, layout_features=["ssty", "dtls", "flac"], name_IDs=_LICENSE_NAMES,
        notdef_outline=True, recalc_timestamp=False, glyph_names=False, legacy_kern=False,
    )
    font = fonts.TTFont(BytesIO(whole), recalcTimestamp=False)
    cut = cutting.Subsetter(options)
    cut.populate(unicodes=list(characters()))
    cut.subset(font)
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def main(words: list[str]) -> None:
    """Write the file from the font that the command names."""
    if len(words) != 1:
        raise SystemExit("usage: python scripts/font.py STIXTwoMath-Regular.ttf")
    whole = Path(words[0]).read_bytes()
    if hashlib.sha256(whole).hexdigest() != SOURCE:
        raise SystemExit(f"{words[0]} is not the font of release 2.11")
    FONT.write_bytes(subset(whole))


if __name__ == "__main__":
    main(sys.argv[1:])
