"""Write NOTICE: what stands in the package, or in what it makes, under terms of others.

`make fresh` writes the file; a test compares it with what would be written. Figures are listed by the
license of the document that they were taken from, as the measured tables and the simulators' errors say it.
"""

from __future__ import annotations

import hashlib
import textwrap
from pathlib import Path

from derivations import load_catalog, packaged_tables
from derivations.sources.fits import simulators
from derivations.writers.html.assets import FILE_NAME, asset_file

NOTICE = Path(__file__).parent.parent / "NOTICE"
_WIDTH = 100

HEAD = """
derivations
Copyright (c) 2026 The derivations authors

Code, derivations, notebooks and documents are under the MIT license (LICENSE). The style and the scripts of pages
(derivations/writers/html/*.css, *.js, derivations/site/*.css, *.js) are our own and under the same license.

Search. Sites search with MiniSearch 7.2.0, Copyright 2022 Luca Ongaro, MIT license (beside it), unchanged from the npm
package minisearch: derivations/site/vendor/minisearch.js.

Lab. What `make lab` builds holds Pyodide (Mozilla Public License 2.0), CPython (PSF License), SymPy and mpmath
(BSD-3-Clause) and platformdirs (MIT); none of it is in the package.
"""
FONTS = """
Fonts. derivations/writers/html/font/mathematics.woff2, which stands in pages, too, is a subset of STIX Two Math 2.11
(https://github.com/stipub/stixfonts), made by scripts/font.py: Copyright 2001-2020 The STIX Fonts Project Authors, SIL
Open Font License 1.1 (OFL.txt beside it; the license is named in the font, too). Its SHA-256 is {digest}. Figures
embed DejaVu Sans, which Matplotlib brings, under the Bitstream Vera license; typeset documents embed the fonts of the
reader's own TeX or Typst.
"""
CARDS = """
Cards. The figures of accelerators, models, prices and memory tiers (derivations/sources/data/*.toml) are facts that
were taken from data sheets, configuration files and price lists; each names its document. Names of products are
trademarks of their owners.
"""
MEASURED = """
Measurements (derivations/sources/data/measured/*.csv, simulators.toml). Figures were taken from these documents, with
what each says about a license:
"""


def notice() -> str:
    """The text of the file."""
    said: dict[str, dict[str, str]] = {}
    for table in packaged_tables(load_catalog()):
        for row in table.rows:
            said.setdefault(row.source.license, {})[row.source.title] = row.source.url
    for simulator in simulators():
        said.setdefault(simulator.license, {})[simulator.source] = simulator.url
    fonts = FONTS.format(digest=hashlib.sha256(asset_file(FILE_NAME)).hexdigest())
    lines = [_paragraph(text) for text in (HEAD, fonts, CARDS, MEASURED)]
    for license_name in sorted(said, key=str.lower):
        documents = [_listed(title, url) for title, url in sorted(said[license_name].items())]
        lines.append("\n".join([license_name, *documents]))
    return "\n\n".join(lines) + "\n"


def _paragraph(text: str) -> str:
    title, newline, rest = text.strip().partition("\n\n")
    if newline:
        return f"{title}\n\n{_paragraph(rest)}"
    return title if title.startswith("derivations\n") else textwrap.fill(" ".join(title.split()), _WIDTH)


def _listed(title: str, url: str) -> str:
    told = textwrap.wrap(title, _WIDTH - 4)
    return "\n".join([f"  - {told[0]}", *(f"    {line}" for line in told[1:]), *([f"    {url}"] if url else [])])
