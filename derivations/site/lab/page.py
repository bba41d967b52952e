"""The page of the lab: within a site, or alone with the files that it needs."""

from __future__ import annotations

from importlib.resources import files
from itertools import groupby
from pathlib import Path

from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.step import letters_data
from derivations.site.lab.answers import EXPORTS
from derivations.site.lab.engine import FILES, HEAD, LAB, SCRIPTS, Engine, open_engine
from derivations.site.sheet import Sheet
from derivations.writers.html.assets import ASSET_NAMES, Assets, asset_file, linked
from derivations.writers.html.mathematics import Letters, joined
from derivations.writers.html.template import page, piece, render

_PACKAGE = "derivations.site.lab"
_FIRST = "optimal-batch"
_FOLDER = "assets"


def lab(sheet: Sheet) -> str:
    """The body of the page in a site; raises `InputError` if the engine that the plan names is gone."""
    return body(open_engine(Path(sheet.page.source).parent))


def asset(sheet: Sheet) -> bytes:
    """A file of the lab: one of the engine's, or a script or style of the page."""
    if sheet.page.source:
        return Path(sheet.page.source).read_bytes()
    return own(sheet.page.file.rpartition("/")[2])


def own(name: str) -> bytes:
    """A script or style of the page, by the name of its file: ``lab.js``, ``lab-worker.js``, ``lab.css``."""
    return (files(_PACKAGE) / name).read_bytes()


def body(engine: Engine) -> str:
    """The page without its frame: a bench that the script fills, and the letters that it tells on hovering."""
    claims = [find_claim(name) for name in CLAIMS]
    chapters = [(chapter, list(members)) for chapter, members in groupby(claims, key=lambda claim: claim.chapter)]
    versions = ", ".join(f"{name} {version}" for name, version in engine.versions.items())
    told: Letters = joined(*(letters_data(claim.notation) for claim in claims))
    made = render("lab.html.j2", _PACKAGE, chapters=chapters, first=_FIRST, forms=EXPORTS, versions=versions)
    return made + piece("letters_data", told)


def alone(engine: Engine) -> dict[str, bytes | Path]:
    """The lab by itself: the page, which is ``lab.html``, and every file beside it, by its address.

    Raises `InputError` if the packages for pages are not installed.
    """
    shared = linked(_FOLDER)
    whole = page("The lab · Derivations", body(engine), assets=Assets(f"{shared.head}\n{HEAD}", shared.end))
    found: dict[str, bytes | Path] = {LAB: whole.encode()}
    found |= {f"{_FOLDER}/{name}": asset_file(name) for name in ASSET_NAMES}
    found |= {f"{_FOLDER}/{name}": own(name) for name in SCRIPTS}
    found |= {f"{_FOLDER}/{name}": engine.folder / name for name in FILES}
    return found
