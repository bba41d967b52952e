"""Fit the efficiencies of GPUs anew to the measured rows of the package, and store them.

`python scripts/fits.py` writes `derivations/sources/data/fits.toml`; it needs SciPy (`pip install 'derivations[fit]'`).
A test holds the file against a fresh fit.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from derivations.claims.index import find_claim
from derivations.sources.catalog import load_catalog
from derivations.sources.efficiencies import FITS
from derivations.sources.fits import packaged_fit
from derivations.sources.measured import packaged_tables
from derivations.study.fit import fit, fit_text

FILE = Path(__file__).parent.parent / "derivations" / "sources" / "data" / FITS
CLAIM, TABLE = "pass-time", "serving"


def main() -> None:
    """Write the file, unless another day is all that changes."""
    cards = load_catalog()
    table = next(each for each in packaged_tables(cards) if each.name == TABLE)
    found, kept = fit(find_claim(CLAIM), table, cards, date.today().isoformat()), packaged_fit()
    if fit_text(replace(found, made=kept.made)) != fit_text(kept):
        FILE.write_text(fit_text(found), encoding="utf-8")


if __name__ == "__main__":
    main()
