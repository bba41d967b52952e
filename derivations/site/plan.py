"""The pages of the site as plain values: what each is made from, and a stamp of all that; made without SymPy.

What pages share, such as their style, is a file of the plan like a page.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from derivations.claims.index import CLAIMS, module_of
from derivations.errors import InputError, UnknownNameError
from derivations.site.inputs import Package, stamp_of, versions_stamp
from derivations.site.lab.engine import FILES, HEAD, LAB, MANIFEST, SCRIPTS, Engine
from derivations.site.notebooks import notebooks_in
from derivations.writers.html.assets import ASSET_NAMES

# where the navigation has a page; what stands aside is a button beside the menus
INDEX, CLAIM, DERIVATION, NOTEBOOK = "index", "claim", "derivation", "notebook"
LECTURE, EVIDENCE, DATA, DOCUMENT, ASIDE = "lecture", "evidence", "data", "document", "aside"
ASSET, SEARCHED = "asset", "searched"  # files that pages share: as they are, and made from data
PREMISES = "premises"
_HERE = "derivations.site"
_ENGINE = ("sympy", "mpmath", "latex2mathml")
_PAGES = ("jinja2", "markdown-it-py", "pygments", *_ENGINE)
_TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)
_LEADS_TO = re.compile(r"\]\((?:\.\./notebooks/)?([\w-]+)\.ipynb")
_SHARED = ("pygments",)  # whose colors are in the style
# what the package ships of each claim in files of their own, and of all in one, which no page shows
_KEPT, _ROWS = ("claim/reviews", "proof/certificates"), "document/ledger.json"
# what every page uses, beside the pages
ASSETS = "assets"
STYLE, SCRIPT = f"{ASSETS}/site.css", f"{ASSETS}/site.js"
SEARCH = (f"{ASSETS}/minisearch.js", f"{ASSETS}/search-index.js")  # the library, and what it searches
# the documents in the order in which somebody reads them; others come after
_READING_ORDER = ("tutorial", "how-to", "why", "commands", "formulas", "files", "python", "claims")
_TOLD = "the-lecture"  # the notebook that tells all of it
_ASSETS = (
    STYLE, SCRIPT, SEARCH[0], f"{ASSETS}/minisearch-LICENSE.txt", *(f"{ASSETS}/{name}" for name in ASSET_NAMES),
)
# file, title, label in the navigation, group, what makes the page, and the data of all claims that it is made from
_EACH, _ALL = "each claim", "each claim and the premises"
_REFERENCE = (
    ("numbers", "Every number of the lecture", "Numbers", LECTURE, "claim_pages:numbers", ""),
    ("versions", "Who says what", "Versions", LECTURE, "claim_pages:versions", _EACH),
    ("ledger", "The ledger: what was said, and what follows", "Ledger", EVIDENCE, "claim_pages:ledger", _EACH),
    ("premises", "What is taken for granted", "Premises", EVIDENCE, "claim_pages:premises", PREMISES),
    ("sources", "Sources", "Sources", EVIDENCE, "catalog_pages:sources", _ALL),
    ("accelerators", "Accelerators", "Accelerators", DATA, "catalog_pages:cards", ""),
    ("models", "Models", "Models", DATA, "catalog_pages:cards", ""),
    ("prices", "Prices", "Prices", DATA, "catalog_pages:cards", ""),
    ("tiers", "Memory tiers", "Memory tiers", DATA, "catalog_pages:cards", ""),
    ("notation", "The letters and what they stand for", "Notation", DATA, "claim_pages:notation", _ALL),
)


@dataclass(frozen=True)
class Data:
    """Data behind several pages, computed once: a claim, or the premises of all `claims`.

    `maker` names the function that makes it from these with its module, as in ``derivations.site.data:of_claim``; data
    of the same stamp are the same.
    """

    name: str
    maker: str
    stamp: str
    claims: tuple[str, ...]


@dataclass(frozen=True)
class Page:
    """A page: its file, how it is called, and the function and the data that make it.

    `group` says where the navigation has it; `source` is the file of a page that shows a notebook or a document, `lead`
    the first paragraph of a notebook in Markdown, `head` what its head has beside that of all pages, as HTML. A page of
    the same stamp is the same page.
    """

    file: str
    title: str
    label: str
    group: str
    maker: str
    needs: tuple[str, ...] = ()
    source: str = ""
    lead: str = ""
    stamp: str = ""
    head: str = ""

    @property
    def is_page(self) -> bool:
        """True for what a reader opens; False for a file that pages share."""
        return self.group not in (ASSET, SEARCHED)


@dataclass(frozen=True)
class Plan:
    """Every page in reading order, the data behind them, and the claims that they are about, in their order."""

    pages: tuple[Page, ...]
    data: tuple[Data, ...] = ()
    claims: tuple[str, ...] = CLAIMS

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


def plan_site(
    folder: Path, package: Package | None = None, claims: Collection[str] = CLAIMS, documents: Path | None = None,
    engine: Engine | None = None, *, anew: bool = False,
) -> Plan:
    """The plan of the site with the notebooks of a folder: the index, claims in their order, other notebooks, the rest.

    What each claim is derived in has a page, whether or not it has a notebook. Of some `claims` alone it has the
    notebooks and documents that are about no other. With an `engine` for browsers it has the lab. Claims behind pages
    that are to be made are derived `anew` for them.

    Raises `InputError` if the folder has no notebooks, or one that is named like another page.
    """
    package = Package.read() if package is None else package
    claims = tuple(name for name in CLAIMS if name in claims)
    notebooks = {path.stem: path for path in notebooks_in(folder) if not _others(path, claims)}
    needed = {"": (), _EACH: claims, PREMISES: (PREMISES,), _ALL: (*claims, PREMISES)}
    reference = {name: Page(f"{name}.html", title, label, group, f"{_HERE}.{maker}", needed[needs])
                 for name, title, label, group, maker, needs in _REFERENCE}
    derivations = [_derivation_page(name, notebooks.get(name)) for name in claims]
    taken = {"index.html", LAB, *(page.file for page in (*reference.values(), *derivations))}
    for name in notebooks:
        if f"{name}.html" in taken:
            raise InputError(f"{notebooks[name]}: the site has a page of that name; rename the notebook")
    order = [name for name in claims if name in notebooks]
    order += [name for name in notebooks if name not in claims]
    index = Page("index.html", "Derivations", "All claims", INDEX, f"{_HERE}.claim_pages:index", claims)
    bare = [index, *(_notebook_page(notebooks[name]) for name in order), *derivations, *reference.values()]
    if documents is not None:
        bare += _document_pages(documents, claims, {page.file for page in bare})
    bare += [Page(file, file, file, ASSET, f"{_HERE}.assets:asset") for file in _ASSETS]
    bare.append(Page(SEARCH[1], "search", "search", SEARCHED, f"{_HERE}.search_index:search_index", needed[_ALL]))
    bare += [] if engine is None else _lab_pages(engine)
    data = [_data(name, "of_claim_anew" if anew else "of_claim", (name,), package) for name in claims]
    data.append(_data(PREMISES, "of_premises", claims, package))
    return _stamped(Plan(tuple(bare), tuple(data), claims), package)


def _lab_pages(engine: Engine) -> list[Page]:
    """The page of the lab, its scripts, and the files of the engine."""
    maker = f"{_HERE}.lab.page"
    sources = {**dict.fromkeys(SCRIPTS, ""), **{name: str(engine.folder / name) for name in FILES}}
    files = {f"{ASSETS}/{name}": source for name, source in sources.items()}
    return [
        Page(LAB, "The lab", "Lab", ASIDE, f"{maker}:lab", source=str(engine.folder / MANIFEST), head=HEAD),
        *(Page(file, file, file, ASSET, f"{maker}:asset", source=source) for file, source in files.items()),
    ]


def _others(path: Path, claims: Collection[str]) -> set[str]:
    """The built-in claims beside `claims` that a notebook or document is about: its own, or those that it leads to."""
    others = {name for name in CLAIMS if name not in claims}
    if not others or path.stem in CLAIMS:
        return others & {path.stem}
    return others & set(_LEADS_TO.findall(path.read_text(encoding="utf-8", errors="replace")))


def _data(name: str, maker: str, claims: tuple[str, ...], package: Package) -> Data:
    stamp = package.stamp(f"{_HERE}.data", *map(module_of, claims), but=_of_others(claims))
    return Data(name, f"{_HERE}.data:{maker}", stamp, claims)


def _of_others(claims: Collection[str]) -> frozenset[str]:
    """The files of the package that say nothing of these claims: what is kept of others, and the rows of all."""
    return frozenset(f"{folder}/{name}.json" for folder in _KEPT for name in CLAIMS if name not in claims) | {_ROWS}


def _stamped(plan: Plan, package: Package) -> Plan:
    """The plan, each stamp of everything that its page or its data is made from."""
    pages, python = plan.pages, sys.version.split()[0]
    data = tuple(replace(item, stamp=stamp_of(item.stamp, versions_stamp(*_ENGINE), python)) for item in plan.data)
    behind = {item.name: item.stamp for item in data}
    navigation = repr([(page.file, page.title, page.label, page.group) for page in pages if page.is_page])
    leads = repr([page.lead for page in pages])
    versions = {group: versions_stamp(*packages) for group, packages in ((ASSET, _SHARED), ("", _PAGES))}
    of_none = _of_others(())
    makers = {module: package.stamp(module, but=of_none) for module in {_module_of_maker(page.maker) for page in pages}}
    stamped = []
    for page in pages:
        own = Path(page.source).read_bytes() if page.source else b""
        needed = [behind[name] for name in page.needs]
        around = {INDEX: navigation + leads, SEARCHED: navigation + leads, ASSET: ""}.get(page.group, navigation)
        stamp = stamp_of(makers[_module_of_maker(page.maker)], own, repr(needed), around,
                         versions.get(page.group, versions[""]), python)
        stamped.append(replace(page, stamp=stamp))
    return Plan(tuple(stamped), data, plan.claims)


def _module_of_maker(maker: str) -> str:
    return maker.partition(":")[0]


def _document_pages(folder: Path, claims: Collection[str], taken: Collection[str]) -> list[Page]:
    """The pages of the Markdown files of a folder that lead to no claims but these.

    Raises `InputError` for one that is named like another page.
    """
    def place(path: Path) -> tuple[int, str]:
        known = path.stem in _READING_ORDER
        return _READING_ORDER.index(path.stem) if known else len(_READING_ORDER), path.stem

    pages = []
    for path in sorted((path for path in folder.glob("*.md") if not _others(path, claims)), key=place):
        title = _TITLE.search(path.read_text(encoding="utf-8"))
        name = title[1].strip() if title else path.stem
        if f"{path.stem}.html" in taken:
            raise InputError(f"{path}: the site has a page of that name; rename the document")
        maker = f"{_HERE}.document_page:document"
        pages.append(Page(f"{path.stem}.html", name, name, DOCUMENT, maker, source=str(path)))
    return pages


def _notebook_page(path: Path) -> Page:
    title, lead = title_and_lead(path.read_bytes(), path.stem)
    group = CLAIM if path.stem in CLAIMS else LECTURE if path.stem == _TOLD else NOTEBOOK
    label = path.stem if path.stem in CLAIMS else path.stem.replace("-", " ").capitalize()
    needs = (path.stem,) if group == CLAIM else ()
    maker = f"{_HERE}.claim_page:claim" if group == CLAIM else f"{_HERE}.notebook_page:notebook"
    return Page(f"{path.stem}.html", title, label, group, maker, needs, str(path), lead)


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
        if found := _TITLE.search(text):
            return found[1].strip(), text[found.end() :].strip().partition("\n\n")[0]
    return otherwise, ""
