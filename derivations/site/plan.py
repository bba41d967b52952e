"""The pages of the site as plain values: what each is made from, and a stamp of all that; made without SymPy.

What pages share, such as their style, is a file of the plan like a page.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from derivations.errors import InputError, UnknownNameError
from derivations.lecture.index import CLAIMS, module_of
from derivations.show.html.assets import ASSET_NAMES
from derivations.site.inputs import Package, stamp_of, versions_stamp
from derivations.site.notebooks import notebooks_in

INDEX, CLAIM, DERIVATION, NOTEBOOK = "index", "claim", "derivation", "notebook"
LECTURE, CARDS, ASSET = "lecture", "cards", "asset"
PREMISES = "premises"
_HERE = "derivations.site"
_ENGINE = ("sympy", "mpmath", "latex2mathml")
_PAGES = ("jinja2", "markdown-it-py", "pygments", "nbformat", *_ENGINE)
_FONT = ("ziamath", "fonttools", "brotli", "pygments")
# what every page uses, beside the pages
ASSETS = "assets"
STYLE = f"{ASSETS}/site.css"
_ASSETS = (STYLE, *(f"{ASSETS}/{name}" for name in ASSET_NAMES))
_ALL_DATA = (*CLAIMS, PREMISES)
# file, title, label in the navigation, group, what makes the page, and the data that it is made from
_REFERENCE = (
    ("ledger", "The ledger: what was said, and what follows", "Ledger", LECTURE, "claim_pages:ledger", tuple(CLAIMS)),
    ("numbers", "Every number of the lecture", "Numbers", LECTURE, "lecture_pages:numbers", ()),
    ("versions", "Who says what", "Versions", LECTURE, "lecture_pages:versions", tuple(CLAIMS)),
    ("premises", "What is taken for granted", "Premises", LECTURE, "premises_page:premises", (PREMISES,)),
    ("notation", "The letters and what they stand for", "Notation", LECTURE, "claim_pages:notation", _ALL_DATA),
    ("sources", "Sources", "Sources", LECTURE, "catalog_pages:sources", _ALL_DATA),
    ("accelerators", "Accelerators", "Accelerators", CARDS, "catalog_pages:cards", ()),
    ("models", "Models", "Models", CARDS, "catalog_pages:cards", ()),
    ("prices", "Prices", "Prices", CARDS, "catalog_pages:cards", ()),
    ("tiers", "Memory tiers", "Memory tiers", CARDS, "catalog_pages:cards", ()),
)


@dataclass(frozen=True)
class Data:
    """Data behind several pages, computed once: a claim, or all premises.

    `maker` names the function that makes it with its module, as in ``derivations.site.data:of_claim``; data of the same
    stamp are the same.
    """

    name: str
    maker: str
    stamp: str


@dataclass(frozen=True)
class Page:
    """A page: its file, how it is called, and the function and the data that make it.

    `group` says where the navigation has it; `notebook` is the file of a page that shows one, `lead` its first
    paragraph in Markdown. A page of the same stamp is the same page.
    """

    file: str
    title: str
    label: str
    group: str
    maker: str
    needs: tuple[str, ...] = ()
    notebook: str = ""
    lead: str = ""
    stamp: str = ""


@dataclass(frozen=True)
class Plan:
    """Every page in reading order, and the data behind them."""

    pages: tuple[Page, ...]
    data: tuple[Data, ...] = field(default=())

    def page(self, file: str) -> Page:
        """The page in that file; raises `UnknownNameError` if there is none."""
        for page in self.pages:
            if page.file == file:
                return page
        raise UnknownNameError("page", file, [page.file for page in self.pages])

    def of_group(self, group: str) -> tuple[Page, ...]:
        """The pages of a group, in reading order."""
        return tuple(page for page in self.pages if page.group == group)

    def page_of_claim(self, claim: str) -> Page | None:
        """The page of a claim's notebook, if it has one."""
        return next((page for page in self.of_group(CLAIM) if page.file == f"{claim}.html"), None)


def plan_site(folder: Path, package: Package | None = None) -> Plan:
    """The plan of the site with the notebooks of a folder: the index, claims in their order, other notebooks, the rest.

    What each claim is derived in has a page, whether or not it has a notebook.

    Raises `InputError` if the folder has no notebooks, or one that is named like another page.
    """
    package = Package.read() if package is None else package
    notebooks = {path.stem: path for path in notebooks_in(folder)}
    reference = {name: Page(f"{name}.html", title, label, group, f"{_HERE}.{maker}", needs)
                 for name, title, label, group, maker, needs in _REFERENCE}
    derivations = [_derivation_page(name, notebooks.get(name)) for name in CLAIMS]
    taken = {"index.html", *(page.file for page in (*reference.values(), *derivations))}
    for name in notebooks:
        if f"{name}.html" in taken:
            raise InputError(f"{notebooks[name]}: the site has a page of that name; rename the notebook")
    order = [name for name in CLAIMS if name in notebooks]
    order += [name for name in notebooks if name not in CLAIMS]
    index = Page("index.html", "Derivations", "All claims", INDEX, f"{_HERE}.claim_pages:index", tuple(CLAIMS))
    bare = [index, *(_notebook_page(notebooks[name]) for name in order), *derivations, *reference.values()]
    bare += [Page(file, file, file, ASSET, f"{_HERE}.assets:asset") for file in _ASSETS]
    modules = {name: (module_of(name),) for name in CLAIMS}
    data = [Data(name, f"{_HERE}.data:of_claim", package.stamp(f"{_HERE}.data", *modules[name])) for name in CLAIMS]
    everything = (module for (module,) in modules.values())
    data.append(Data(PREMISES, f"{_HERE}.data:of_premises", package.stamp(f"{_HERE}.data", *everything)))
    return _stamped(bare, data, package)


def _stamped(pages: Iterable[Page], data: Iterable[Data], package: Package) -> Plan:
    """The plan, each stamp of everything that its page or its data is made from."""
    pages, python = tuple(pages), sys.version.split()[0]
    data = tuple(replace(item, stamp=stamp_of(item.stamp, versions_stamp(*_ENGINE), python)) for item in data)
    behind = {item.name: item.stamp for item in data}
    navigation = repr([(page.file, page.title, page.label, page.group) for page in pages if page.group != ASSET])
    leads = repr([page.lead for page in pages])
    versions = {group: versions_stamp(*packages) for group, packages in ((ASSET, _FONT), ("", _PAGES))}
    stamped = []
    for page in pages:
        own = Path(page.notebook).read_bytes() if page.notebook else b""
        needed = [behind[name] for name in page.needs]
        around = {INDEX: navigation + leads, ASSET: ""}.get(page.group, navigation)
        stamp = stamp_of(package.stamp(page.maker.partition(":")[0]), own, repr(needed), around,
                         versions.get(page.group, versions[""]), python)
        stamped.append(replace(page, stamp=stamp))
    return Plan(tuple(stamped), data)


def _notebook_page(path: Path) -> Page:
    title, lead = title_and_lead(path.read_bytes(), path.stem)
    group = CLAIM if path.stem in CLAIMS else NOTEBOOK
    label = path.stem if path.stem in CLAIMS else path.stem.replace("-", " ").capitalize()
    needs = (path.stem,) if group == CLAIM else ()
    return Page(f"{path.stem}.html", title, label, group, f"{_HERE}.notebook_page:notebook", needs, str(path), lead)


def derivation_file(claim: str) -> str:
    """The file of the page with every step of a claim."""
    return f"{claim}-derivation.html"


def _derivation_page(claim: str, notebook: Path | None) -> Page:
    title = title_and_lead(notebook.read_bytes(), claim)[0] if notebook else claim
    maker = f"{_HERE}.claim_pages:derivation"
    return Page(derivation_file(claim), f"{title} Every step", title, DERIVATION, maker, (claim,))


def title_and_lead(notebook: bytes, otherwise: str) -> tuple[str, str]:
    """The first heading of a notebook and the paragraph below it, in Markdown; `otherwise` and nothing without them.

    What cannot be read is left to whoever makes the page to complain about.
    """
    try:
        cells: Any = json.loads(notebook)["cells"]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    except (ValueError, KeyError, TypeError):
        return otherwise, ""
    for text in texts:
        if found := re.search(r"^# +(.+)$", text, flags=re.MULTILINE):
            return found[1].strip(), text[found.end() :].strip().partition("\n\n")[0]
    return otherwise, ""
