"""The built site: it opens from disk, every link leads somewhere, and each page says what it is for."""

import json
import re
import shutil
import unicodedata
from functools import cache
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from derivations.claim.answer import answer
from derivations.claim.premises import premises_of
from derivations.claims.index import CLAIMS, find_claim
from derivations.claims.shared.ridge import ridge_of
from derivations.claims.shared.said import LECTURE
from derivations.site.argument import argument_data
from derivations.site.build import Work, build, done
from derivations.site.chapters import chapter_title
from derivations.site.folder import CACHE_FOLDER, open_folder
from derivations.site.plan import Page, Plan, plan_site
from derivations.site.sheet import Sheet, letters_of_claims
from derivations.site.topics import topic_of
from derivations.sources.catalog import load_catalog
from derivations.writers.html.assets import FILE_NAME, asset_file
from derivations.writers.html.equation import anchor

from ..reports import plain, shipped
from ..woff2 import glyphs, tables
from .conftest import DOCUMENTS, NOTEBOOKS, Reader, Site


def text_of(markup: str) -> str:
    """What is read, without the elements."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def section(page: str, name: str) -> str:
    """A page from the heading of that id to the next one of its kind."""
    return page.partition(f'<h2 id="{name}">')[2].partition("<h2")[0]


def entry(page: str, name: str) -> str:
    """A claim in the ledger, with what is folded below its line."""
    return page.partition(f'<details class="entry" id="{name}"')[2].partition('<details class="entry"')[0]


def premise(page: str, name: str) -> str:
    """A premise on its page."""
    return page.partition(f'<h3 id="{name}">')[2].partition('<section class="premise">')[0]


def test_every_planned_page_is_there(site: Site) -> None:
    """And nothing else that a reader would see."""
    planned = {page.file for page in plan_site(NOTEBOOKS, claims=site.claims, documents=DOCUMENTS).pages}
    found = {path.relative_to(site.folder).as_posix() for path in site.folder.rglob("*") if path.is_file()}
    assert {name for name in found if not name.startswith(".")} == planned
    notebooks = {path.stem for path in NOTEBOOKS.glob("*.ipynb")} - (set(CLAIMS) - set(site.claims))
    assert {f"{name}.html" for name in notebooks if site.claims == CLAIMS or name != "the-lecture"} < planned


def test_links_lead_somewhere(site: Site) -> None:
    """Every address within the site is a file of it, and every place on a page exists."""
    broken = []

    @cache
    def places(page: str) -> set[str]:
        return {value for _, value in site.read(page).attributes("id")}

    for name in site.pages:
        for _, address in site.read(name).attributes("href", "src", "xlink:href"):
            if re.match(r"https?://", address):
                continue
            file, _, place = address.partition("#")
            target = unquote(file) or name
            there = (site.folder / target).is_file()
            if not there or (place and unquote(place) not in places(target)):
                broken.append((name, address))
    assert broken == []


def test_a_result_is_told_with_where_it_holds(site: Site) -> None:
    """On the claim's own page and in the ledger: at its boundary, beside its condition."""
    holds = find_claim("optimal-batch").derive().headline.holds
    assert holds == "at balance"
    assert f'<p class="quiet context-now">{holds}</p>' in site.pages["optimal-batch.html"]
    (under,) = re.findall("<p>(Holds if .*?)</p>", entry(site.pages["ledger.html"], "optimal-batch"))
    assert under.endswith(f", {holds}.")


def test_nothing_is_fetched_from_elsewhere(site: Site) -> None:
    """Only a link that a reader follows leaves the site; style, script, fonts and pictures are its own."""
    for name, page in site.pages.items():
        away = [(tag, value) for tag, value in site.read(name).attributes("href", "src", "srcset", "action", "data",
                                                                          "xlink:href", "poster")
                if re.match(r"(?:[a-z]+:)?//|[a-z]+:", value)]
        assert [(tag, value) for tag, value in away if tag != "a" or not re.match("https?://", value)] == [], name
        assert re.findall(r"@import|url\((?![#\"']?(?:#|data:))", page) == [], name
        assert [held for tag, held in site.read(name).elements if tag in ("iframe", "object", "embed", "base")] == []
    for path in (site.folder / "assets").iterdir():
        text = path.read_bytes().decode("utf-8", errors="ignore") if path.suffix != ".woff2" else ""
        if path.name == "minisearch.js":
            text = re.sub(r"^\s*(?:\*|//).*$", "", text, flags=re.MULTILINE)  # comments name documents
        if path.name == "live.js":
            text = text.replace('"http://www.w3.org/2000/svg"', "")  # a name, and no address
        fetched = re.findall(r"@import|https?://|url\((?!#|data:)[^)]*\)", text)
        assert fetched == (['url("mathematics.woff2")'] if path.name == "page.css" else []), path.name


def test_ids_are_unique(site: Site) -> None:
    """A place on a page is one place: also for parts of pictures and for headings of the same words."""
    for name in site.pages:
        ids = [value for _, value in site.read(name).attributes("id")]
        assert sorted(ids) == sorted(set(ids)), name


def test_all_mathematics_is_mathml(site: Site) -> None:
    """Every formula of the project's notebooks and claims converts."""
    for name, page in site.pages.items():
        assert 'class="latex"' not in page, name
        assert "$$" not in page, name
    for name in (*site.claims, "ledger", "premises", "notation"):
        assert "<math" in site.pages[f"{name}.html"]
    assert site.pages["optimal-batch.html"].count("<math") > 50


def test_the_font_has_every_character_of_formulas(site: Site) -> None:
    """And the slanted one where a letter stands alone, so that no formula mixes two fonts."""
    found = glyphs(tables(asset_file(FILE_NAME))["cmap"]).keys()
    slanted = {unicodedata.normalize("NFKC", chr(code)): code for code in (0x210E, *range(0x1D434, 0x1D468))}
    for name, page in site.pages.items():
        for formula in re.findall(r"<math.*?</math>", page, flags=re.DOTALL):
            texts = [unescape(text) for text in re.findall(r">([^<]*)<", formula)]
            alone = [unescape(text) for text in re.findall(r"<mi(?: class=[^>]*)?>([^<]*)</mi>", formula)]
            used = {ord(sign) for text in texts for sign in text if not sign.isspace()}
            used |= {slanted[text] for text in alone if text in slanted}
            assert not used - found, f"{name}: {[chr(code) for code in used - found]} in {formula}"


def test_pictures_have_words(site: Site) -> None:
    """Every picture stands in its page, with title and description."""
    for name, page in site.pages.items():
        for picture in re.findall(r"<svg .*?</svg>", page, flags=re.DOTALL):
            assert "<title" in picture, name
            assert "<desc" in picture, name
    assert "<desc>time of the multiplications in a pass [ms]: " in site.pages["optimal-batch.html"]


def test_every_page_leads_to_every_other(site: Site) -> None:
    """The navigation is the same everywhere; the current page is marked in it once, or the claim that it belongs to.

    Every step of a claim is one link away from the claim.
    """
    steps = {f"{name}-derivation.html" for name in site.claims}
    for name in site.pages:
        links = [held for tag, held in Reader(site.pages[name].partition("<main")[0]).elements if tag == "a"]
        assert set(site.pages) - steps <= {held["href"] for held in links}
        marked = [(held["href"], held["aria-current"]) for held in links if "aria-current" in held]
        assert marked == [(name, "page") if name not in steps else (name.replace("-derivation", ""), "true")]
    for name in site.claims:
        assert f"{name}-derivation.html" in {value for _, value in site.read(f"{name}.html").attributes("href")}


def test_claims_lead_to_their_neighbours(site: Site) -> None:
    """Before and after in the order of the lecture; the first has none before, the last none after."""
    around = {}
    for name in site.claims:
        links = [held for tag, held in site.read(f"{name}.html").elements
                 if tag == "a" and held.get("rel") in ("prev", "next")]
        around[name] = {held["rel"]: held["href"].removesuffix(".html") for held in links}
    order = list(site.claims)
    assert around[order[0]] == {"next": order[1]}
    assert around[order[-1]] == {"prev": order[-2]}
    for before, name, after in zip(order, order[1:], order[2:], strict=False):
        assert around[name] == {"prev": before, "next": after}


def test_tables_can_be_scrolled_or_stacked(site: Site) -> None:
    """A table stands in a box that scrolls, or has the head of each cell beside it for a narrow screen."""
    for name, page in site.pages.items():
        assert len(re.findall(r'<div [^>]*class="table"[^>]*><table', page)) == page.count("<table"), name
    stacked = Reader(entry(site.pages["ledger.html"], "optimal-batch")).elements
    assert {held["data-label"] for tag, held in stacked if tag == "td"} == {"by", "about", "follows", "from", "verdict"}


def test_index_answers_every_claim_in_a_line(site: Site) -> None:
    """Claims by chapter, each with question, answer, four verdicts and a small picture; then the other pages."""
    page = site.pages["index.html"]
    lines = dict(re.findall(r'<li class="claim-line" id="([\w-]+)"(.*?)</li>', page, flags=re.DOTALL))
    assert list(lines) == list(site.claims)
    for name, line in lines.items():
        assert f'<a href="{name}.html">{find_claim(name).question}' in unescape(line)
        assert line.count('<span class="chip ') == 4
        assert re.search(r"\d", text_of(line.partition('class="answer"')[2].partition("</p>")[0]))
    batch = text_of(lines["optimal-batch"])
    assert answer(shipped("optimal-batch")) in batch
    for part in ("Derivation : all 27 steps proven", "As said : 2 of 2", "On hardware : 190 to"):
        assert part in batch
    assert '<svg class="thumbnail"' in lines["optimal-batch"]
    assert '<svg class="balance"' in page
    chapters = [chapter_title(find_claim(name).chapter)[0] for name in site.claims]
    positions = [page.index(f'<h2 id="{anchor(chapter)}"') for chapter in dict.fromkeys(chapters)]
    assert positions == sorted(positions)
    assert "A result is only as good as its assumptions." in page.partition('id="across"')[2]
    assert len(page.encode()) < 1_500_000


def test_ledger_has_every_published_number(site: Site) -> None:
    """A line a claim; below it what was said, by whom, where, what follows, from which numbers, and the verdict.

    All of it is there without a script.
    """
    page = site.pages["ledger.html"]
    for name in site.claims:
        claim, own = find_claim(name), entry(page, name)
        line = own.partition("</summary>")[0]
        assert claim.title in unescape(line)
        assert line.count('<span class="chip ') == 4
        rows = [text_of(row) for row in re.findall(r"<tr [^>]*data-kind.*?</tr>", own, flags=re.DOTALL)]
        assert len(rows) == len(claim.published)
        for published in claim.published:
            parts = (f"{published.by} {published.where}".strip(), published.step, published.note)
            assert any(all(part in row for part in parts) for row in rows)
        assert len(claim.asserted) == len(re.findall("<li>", own.partition("not derived</summary>")[2]))
    assert "hidden" not in {name for _, held in site.read("ledger.html").elements for name in held}
    assert "otherwise off by a factor of 2.27, too small" in text_of(entry(page, "optimal-batch"))
    kinds = {value for _, value in site.read("ledger.html").attributes("data-kind")}
    assert {"follows", "differs", "otherwise", "premise", "look-up"} <= kinds


def test_notation_has_every_quantity(site: Site) -> None:
    """Each with its letter, unit, values and meaning, and the claims that use it."""
    rows = dict(re.findall(r'<tr [^>]*id="(\w+)"[^>]*>(.*?)</tr>', site.pages["notation.html"], flags=re.DOTALL))
    for name in site.claims:
        for quantity in find_claim(name).notation:
            row = text_of(rows[quantity.name])
            assert quantity.unit in row
            assert "<math" in rows[quantity.name]
    assert "nonnegative" not in site.pages["notation.html"]
    users = {name for name in site.claims if f'href="{name}.html"' in rows["kappa"]}
    assert users == {name for name in site.claims if "kappa" in (q.name for q in shipped(name).derivation.letters)}
    assert "in (0, 1]" in rows["u_read"]
    assert 'href="premises.html#full-read-part-read"' in rows["u_read"]
    assert list(rows) == sorted(rows, key=lambda name: (name.casefold(), name))


def test_premises_have_reason_source_alternatives_and_claims(site: Site) -> None:
    """By topic in words, and in a picture for each chapter with a line for each use of what claims share."""
    page = site.pages["premises.html"]
    taken = premises_of([find_claim(name) for name in site.claims])
    shared = [item for item in taken if len(item.claims) > 1]
    pictures = re.findall(r'<svg class="premises".*?</svg>', page, flags=re.DOTALL)
    assert sum(picture.count("<path") for picture in pictures) == sum(len(item.claims) for item in shared)
    for item in taken:
        own = premise(page, item.premise.name)
        assert any(f'href="#{item.premise.name}"' in picture for picture in pictures) == (item in shared)
        assert "<math" in own
        assert all(f'href="{claim}.html"' in own for claim in item.claims)
        assert item.premise.source in unescape(own)
        for choice in item.choices:
            assert f'id="{item.premise.name}-{choice.alternative.name}"' in own
            assert f"--assume {item.premise.name}={choice.alternative.name}" in own
        before = page.partition(f'<h3 id="{item.premise.name}">')[0]
        topic = before.rpartition('<details class="chapter topic" id="')[2].partition('"')[0]
        assert topic == anchor(topic_of(item.premise.name, item.claims))


def test_accelerators_are_sorted_by_their_ridge(site: Site) -> None:
    """Ridge and drain time of every card, and below every figure with its sources."""
    catalog, page = load_catalog(), site.pages["accelerators.html"]
    table = re.findall(r'<th scope="row"[^>]*><a href="#([\w.-]+)">.*?</tr>', page, flags=re.DOTALL)
    assert sorted(table) == sorted(catalog.accelerators)
    known = [max(float(value.number) for value in ridge_of(chip).values())
             for chip in map(catalog.accelerator, table) if ridge_of(chip)]
    assert known == sorted(known, reverse=True)
    for name, chip in catalog.accelerators.items():
        own = text_of(section(page, name))
        assert f"drain = {chip.drain}" in own
        for figure in chip.figures:
            for recorded in figure.recorded:
                assert f"{recorded}" in own
                assert recorded.source.title in own
    assert "unverified" in section(page, "h800")


@pytest.mark.parametrize("kind", ["models", "prices", "tiers"])
def test_other_cards_have_a_page(site: Site, kind: str) -> None:
    """With every figure and what it comes from."""
    cards, page = getattr(load_catalog(), kind), site.pages[f"{kind}.html"]
    for name, card in cards.items():
        own = text_of(section(page, name))
        assert all(figure.source.title in own for figure in card.figures)


def test_sources_say_what_rests_on_them(site: Site) -> None:
    """Every source of a card or a claim, with its address, its standing, and cards and claims that use it."""
    page = site.pages["sources.html"]
    parts = dict(re.findall(r'<section class="source" id="([\w.-]+)">(.*?)</section>', page, flags=re.DOTALL))
    catalog = load_catalog()
    for card in catalog.cards.values():
        for figure in card.figures:
            for recorded in figure.recorded:
                own = parts[recorded.source.key]
                assert f"#{card.name}" in own
                assert not recorded.source.url or f'href="{escape(recorded.source.url)}"' in own
    named = {name for name in site.claims if f'href="{name}.html"' in parts["lecture"]}
    quoting = {name for name in site.claims for scenario in shipped(name).readings.values()
               for value in scenario.values.values() if value.source == LECTURE}
    assert named
    assert named <= quoting
    assert 'href="premises.html#latent' not in page
    assert 'href="premises.html#cache-layout-latent"' in page.partition('id="cited"')[2]


def test_code_is_folded_below_what_it_shows(site: Site) -> None:
    """The mathematics of a cell comes first; its code opens on demand."""
    page = site.pages["revnet.html"]
    notebook = json.loads((NOTEBOOKS / "revnet.ipynb").read_text())
    cells = [cell for cell in page.split('<div class="cell ') if cell.startswith("code_cell")]
    told = [cell for cell in notebook["cells"] if cell["cell_type"] == "code" and not cell["metadata"].get("tags")]
    assert len(cells) == len(told)
    assert all(cell.count('<details class="code">') == 1 for cell in cells)
    shown = [cell.partition('<details class="code">')[0] for cell in cells]
    assert [cell for cell in shown if "highlight" in cell] == []
    assert all("highlight" in cell.partition('<details class="code">')[2].partition("</details>")[0] for cell in cells)


def test_headings_link_to_themselves(site: Site) -> None:
    """Each section of a notebook can be linked to."""
    headings = re.findall(r'<h[1-4] id="([^"]+)">.*?<a class="self" href="#([^"]+)"', site.pages["chinchilla.html"])
    assert len(headings) > 5
    assert all(name == unquote(link) for name, link in headings)


@pytest.mark.some(2)
@pytest.mark.parametrize("name", ["index.html", "premises.html", "chinchilla.html", "optimal-batch-derivation.html"])
def test_a_page_is_made_the_same_again(small_site: Site, name: str) -> None:
    """From the same data, in another process, to the byte."""
    plan, folder = plan_site(NOTEBOOKS, claims=small_site.claims, documents=DOCUMENTS), open_folder(small_site.folder)
    page = plan.page(name)
    data = {item.name: folder.cached(item) for item in plan.data if item.name in page.needs}
    assert done(Work(page, plan, data)) == small_site.pages[name]


@pytest.mark.long
def test_pages_are_built_the_same_again(small_site: Site, tmp_path: Path) -> None:
    """One process or two, the pages are the same to the byte; so is what is computed of a claim and of premises."""
    folder = tmp_path / "again"
    shutil.copytree(small_site.folder, folder)
    computed = [folder / CACHE_FOLDER / f"{name}.json" for name in ("kv-bytes", "premises")]
    for path in (*folder.glob("*.html"), *computed):
        path.unlink()
    outcome = build(NOTEBOOKS, folder, claims=small_site.claims, documents=DOCUMENTS)
    assert outcome.failed == {}
    assert set(outcome.written) == set(small_site.pages)
    again = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.html")}
    assert again == small_site.pages


def test_every_equation_has_an_address(site: Site) -> None:
    """Each step of a claim stands on the page of its derivation under its label in LaTeX; its notebook leads there."""
    for name in site.claims:
        derivation = shipped(name).derivation
        own = {value for _, value in site.read(f"{name}-derivation.html").attributes("id")}
        assert {f"eq:{name}:{step.name}" for step in (*derivation.trace, *derivation.rejects)} <= own
        page = site.pages[f"{name}.html"]
        assert f'<a href="{name}-derivation.html">every step</a>' in page
        assert f'href="{name}-derivation.html"' in site.pages["ledger.html"]


def test_notebooks_number_and_link_equations(site: Site) -> None:
    """On a claim's page they are numbered from 1 down the page, and what one follows from is a link to it."""
    page = site.pages["optimal-batch.html"]
    argument = page.partition('<section class="argument">')[2].partition("</section>")[0]
    numbers = [int(each) for each in re.findall(r'class="number" href="#eq:[^"]+"[^>]*>\((\d+)\)</a>', argument)]
    report = plain("optimal-batch")
    labels = argument_data(report)["labels"]
    shown = {labels[step.name] for step in report.derivation.trace if step.relation is not None}
    assert numbers == list(range(1, len(shown) + 1))
    before = argument.partition('id="eq:optimal-batch:balance-batch"')[0].rpartition('<div class="passage">')[2]
    assert '<a href="#eq:optimal-batch:batch">' in before
    assert "copy <button" in page
    for name in site.claims:
        own = {value for _, value in site.read(f"{name}.html").attributes("id")}
        assert {f"eq:{name}:{step.name}" for step in shipped(name).derivation if step.relation is not None} <= own


def test_a_claim_answers_in_one_screen(site: Site) -> None:
    """Question, answer, four chips, formula and number stand before the argument, in this order."""
    for name in site.claims:
        page = site.pages[f"{name}.html"].partition("<main")[2]
        parts = ("<h1", 'class="in-words"', 'class="chips"', 'id="live"', 'class="number-now"', 'class="argument"')
        places = [page.index(part) for part in parts]
        assert places == sorted(places), name
        chips = page.partition('class="chips"')[2].partition("</ul>")[0]
        assert chips.count("<li") == 4
        assert "{" not in page.partition('class="in-words">')[2].partition("</p>")[0]


def test_letters_are_told_once_on_each_page(site: Site) -> None:
    """What a letter is, its unit and its value, for every letter on a page of a claim or a reference page."""
    derivations = (f"{name}-derivation" for name in site.claims)
    for name in (*site.claims, *derivations, "ledger", "premises", "notation"):
        page = site.pages[f"{name}.html"]
        (told,) = re.findall(r'<script type="application/json" id="letters">(.*?)</script>', page)
        letters = json.loads(told)
        assert set(re.findall(r'data-q="([^"]+)"', page)) <= letters.keys(), name
        assert all(letter["meaning"] for letter in letters.values())
    of_claim = json.loads(re.findall(r'id="letters">(.*?)</script>', site.pages["optimal-batch.html"])[0])
    assert of_claim["C_gpu"]["value"] == "1,979 TFLOP/s per GPU"


def test_a_claim_shows_measured_points_on_its_derived_curve(small_site: Site) -> None:
    """Over the bytes that were read; knees are over nothing that grows, and only their ratios are drawn."""
    curve, ratios = "Measured points on the derived curve", "Measured over derived, row by row"
    page = small_site.pages["train-interval.html"]
    assert 0 < page.find(curve) < page.find(ratios)
    knees = small_site.pages["optimal-batch.html"]
    assert curve not in knees
    assert ratios in knees


def test_values_are_told_where_claims_agree() -> None:
    """On a page of several claims a letter has the value that all of them give it, or none."""
    letter = {"latex": "B", "unit": "", "meaning": "batch"}
    data = {
        "a": {"report": {"letters": {"B": {**letter, "value": "1"}, "L": {**letter, "value": "2"}}}},
        "b": {"report": {"letters": {"B": {**letter, "value": "1"}, "L": letter}}},
    }
    found = letters_of_claims(Sheet(Page("a.html", "", "", "", ""), Plan((), claims=("a", "b")), data))
    assert found["B"]["value"] == "1"
    assert "value" not in found["L"]
    assert "value" in data["a"]["report"]["letters"]["L"]
