"""The plan: what each page is made from, found without importing any of it."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from derivations.claims.index import CLAIMS, module_of
from derivations.errors import InputError, UnknownNameError
from derivations.proof.cache import Store
from derivations.site.inputs import Package, stamp_of
from derivations.site.plan import ASSET, PREMISES, SEARCH, Data, Page, Plan, plan_site, title_and_lead

from .conftest import NOTEBOOKS, SOME, Site

# a program that makes pieces of the site, from the data of a site that is there, and prints what each loaded
LOADS = """
import json, os, sys
import jinja2, matplotlib.pyplot, nbformat, sympy  # shared by the processes below, which start without any of ours
wanted, (notebooks, folder, *claims) = sys.argv[1].split(","), sys.argv[2:]
for last in wanted:
    if not os.fork():
        break
    os.wait()
else:
    raise SystemExit
from pathlib import Path
from derivations.site.build import Failure, Work, done
from derivations.site.folder import open_folder
from derivations.site.plan import plan_site
plan, folder = plan_site(Path(notebooks), claims=claims), open_folder(Path(folder))
found = {item.name: item for item in plan.data}
item = (found | {page.file: page for page in plan.pages})[last]
data = {name: folder.cached(found[name]) for name in getattr(item, "needs", ())}
result = done(Work(item, plan, data))
assert not isinstance(result, Failure), result
print(json.dumps([last, [name for name in set(sys.modules) if name.split(".")[0] == "derivations"]]), flush=True)
"""
MADE = ("revnet", PREMISES, "kv-bytes.html", "accelerators.html", "notation.html")


def notebook(heading: str = "# A page") -> str:
    """A notebook with some words."""
    source = [f"{heading}\n", "\n", "Some *words*.\n\nMore."]
    cell = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": source}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def stamps(plan: Plan) -> dict[str, str]:
    """The stamp of each page and of all data, by name."""
    return {page.file: page.stamp for page in plan.pages} | {item.name: item.stamp for item in plan.data}


def maker_module(item: Page | Data) -> str:
    """The module of what makes a page or data."""
    return item.maker.partition(":")[0]


def small_package(**changed: str) -> Package:
    """A package of some modules, as text."""
    texts = {
        "__init__.py": "if TYPE_CHECKING:\n    from derivations.b import x\n\n",
        "a.py": "from derivations.b import x\n",
        "b.py": "def late():\n    from derivations.part import (\n        c,\n    )\n", "part/__init__.py": "",
        "part/c.py": 'open("data")\n', "part/d.py": "import derivations.a\n", "part/data/x.toml": "1",
        "part/y.css": "2",
    }
    return Package({name: text.encode() for name, text in (texts | changed).items()})


def test_what_a_module_imports_is_found() -> None:
    """Also late and in brackets, with the packages around it; not what is imported for types alone."""
    package = small_package()
    assert package.behind(["derivations.a"]) == {
        "derivations", "derivations.a", "derivations.b", "derivations.part", "derivations.part.c",
    }
    files = ("__init__.py", "part/__init__.py", "part/c.py", "part/data/x.toml")
    assert package.files_behind("derivations.part.c") == files
    assert package.behind(["derivations"]) == {"derivations"}


@pytest.mark.parametrize(
    ("changed", "moves"),
    [("a.py", True), ("b.py", True), ("part/c.py", True), ("part/data/x.toml", True), ("part/d.py", False),
     ("part/y.css", False)],
)
def test_a_stamp_moves_with_what_is_behind_it(changed: str, moves: bool) -> None:
    """And with nothing else."""
    text = 'another = open("data")\n' if changed == "part/c.py" else "another = 1\n"
    before, after = small_package(), small_package(**{changed: text})
    assert (before.stamp("derivations.a") != after.stamp("derivations.a")) == moves


@pytest.mark.parametrize(("changed", "moves"), [
    ('"""Words for programmers."""\nfrom derivations.b import x  # and more\n', False),
    ("from derivations.b import x\n\n\n\n", False), ("from derivations.b import x, y\n", True), ("= no Python", True),
])
def test_a_comment_and_a_docstring_are_behind_nothing(changed: str, moves: bool) -> None:
    before, after = small_package(), small_package(**{"a.py": changed})
    assert (before.stamp("derivations.a") != after.stamp("derivations.a")) == moves


def test_what_a_page_shows_as_it_is_written_is_behind_it_with_its_comments() -> None:
    """The source of a claim."""
    place = "claims/lecture/a.py"
    before, after = (small_package(**{place: f"a = 1{more}"}) for more in ("", "  # one"))
    assert before.stamp("derivations.claims.lecture.a") != after.stamp("derivations.claims.lecture.a")


@pytest.mark.parametrize("kept", [None, "", "{", "[]", "7"])
def test_what_is_kept_of_modules_may_be_anything(kept: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found anew."""
    found = small_package().stamp("derivations.a")
    monkeypatch.setattr(Store, "read", lambda *_: kept)
    assert small_package().stamp("derivations.a") == found


@pytest.fixture(scope="module")
def loaded_by(small_site: Site) -> dict[str, set[str]]:
    """The modules that are in fact loaded when these are made."""
    words = [sys.executable, "-c", LOADS, ",".join(MADE), str(NOTEBOOKS), str(small_site.folder), *SOME]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return {name: set(modules) for name, modules in map(json.loads, done.stdout.splitlines())}


@pytest.mark.long
@pytest.mark.parametrize("name", MADE)
def test_everything_that_a_page_loads_is_behind_its_stamp(name: str, loaded_by: dict[str, set[str]]) -> None:
    """The modules that are loaded when it is made are among those that its stamp is made from."""
    package, plan = Package.read(), plan_site(NOTEBOOKS, claims=SOME)
    made_from = [item for item in plan.data if item.name == name] or [plan.page(name)]
    names = {name, *getattr(made_from[0], "needs", ())}
    roots = [maker_module(item) for item in (*made_from, *plan.data) if item in made_from or item.name in names]
    roots += [module_of(claim) for claim in SOME if claim in names or PREMISES in names]
    around = package.behind(["derivations.site.build"])  # what finds and runs the work
    loaded = loaded_by[name] & package.modules.keys()
    assert maker_module(made_from[0]) in loaded
    assert loaded <= around | package.behind(roots)


@pytest.mark.long
def test_every_data_file_is_behind_some_page() -> None:
    """Cards, templates and styles: no change of them goes unseen. What is for commands alone is behind none."""
    package, plan = Package.read(), plan_site(NOTEBOOKS)
    modules = [maker_module(item) for item in (*plan.pages, *plan.data)] + [module_of(name) for name in CLAIMS]
    modules.append("derivations.site.lab.page")  # planned where there is an engine
    data = {name for name in package.files if not name.endswith(".py") and name != "py.typed"}
    # the last two travel in a wheel, and are pages
    apart = ("claim/reviews/", "document/ledger.json", "rocq/", "writers/typst/", "docs/", "notebooks/")
    data = {name for name in data if not name.startswith(apart)}
    assert data <= set(package.files_behind(*modules))


@pytest.mark.long
def test_a_changed_notebook_changes_its_own_page_alone(tmp_path: Path) -> None:
    """Unless its first words change, which the index shows, or its title, which every page shows."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.ipynb").write_text(notebook())
    before = stamps(plan_site(tmp_path))
    (tmp_path / "b.ipynb").write_text(notebook().replace("More", "Less"))
    after = stamps(plan_site(tmp_path))
    assert {name for name in before if before[name] != after[name]} == {"b.html"}
    (tmp_path / "b.ipynb").write_text(notebook().replace("Some", "Other"))
    led = stamps(plan_site(tmp_path))
    shown = {"index.html", SEARCH[1]}
    assert {name for name in before if before[name] != led[name]} == {"b.html", *shown}
    (tmp_path / "b.ipynb").write_text(notebook("# Another"))
    plan = plan_site(tmp_path)
    renamed, assets = stamps(plan), {page.file for page in plan.of_group(ASSET)}
    assert {name for name in before if before[name] == renamed[name]} == {*CLAIMS, PREMISES, *assets}


@pytest.mark.long
def test_a_changed_claim_changes_what_rests_on_it(tmp_path: Path) -> None:
    """Its own data and the pages made from those, and not the data of a claim that does not import it."""
    (tmp_path / "a.ipynb").write_text(notebook())
    package = Package.read()
    file = package.modules[module_of("chinchilla")]
    edited = replace(package, files={**package.files, file: package.files[file] + b"# more\n"})
    before, after = (stamps(plan_site(tmp_path, each)) for each in (package, edited))
    changed = {name for name in before if before[name] != after[name]}
    names = ("index", "ledger", "versions", "notation", "premises", "sources", "chinchilla-derivation")
    pages = {f"{name}.html" for name in names}
    assert changed == {"chinchilla", PREMISES, SEARCH[1], *pages}


@pytest.mark.parametrize(("file", "changed"), [
    ("kernel/normal_form.py", set[str]()), ("document/ledger.json", set[str]()),
    ("claim/reviews/chinchilla.json", {"chinchilla"}), ("proof/certificates/chinchilla.json", {"chinchilla"}),
])
def test_what_is_kept_of_a_claim_is_behind_its_own_data_alone(
    tmp_path: Path, file: str, changed: set[str]
) -> None:
    """Rows of a ledger are held to what claims come to, and shown on no page; nor is a comment."""
    (tmp_path / "a.ipynb").write_text(notebook())
    package = Package.read()
    edited = replace(package, files={**package.files, file: package.files[file] + b"# more\n"})
    before, after = (stamps(plan_site(tmp_path, each)) for each in (package, edited))
    assert {name for name in CLAIMS if before[name] != after[name]} == changed
    assert (before != after) is bool(changed)


def test_claims_come_first_and_in_order(tmp_path: Path) -> None:
    """Then the other notebooks, then what there is to look up."""
    for name in ("zebra", "kv-bytes", "optimal-batch", "apple"):
        (tmp_path / f"{name}.ipynb").write_text(notebook(f"# {name}"))
    files = [page.file for page in plan_site(tmp_path).pages]
    steps = [f"{name}-derivation.html" for name in CLAIMS]
    first = ["index.html", "optimal-batch.html", "kv-bytes.html", "apple.html", "zebra.html", *steps, "numbers.html"]
    assert files[: len(first)] == first


def test_a_site_of_some_claims_has_their_notebooks() -> None:
    """And of those about several claims what leads to none that is left out."""
    plan = plan_site(NOTEBOOKS, claims=("chinchilla",))
    files = {page.file for page in plan.pages}
    assert {"chinchilla.html", "chinchilla-derivation.html", "audit-a-write-up.html", "ledger.html"} <= files
    assert not files & {"optimal-batch.html", "optimal-batch-derivation.html", "the-lecture.html"}
    assert [item.name for item in plan.data] == ["chinchilla", PREMISES]
    assert "change-an-assumption.html" in {page.file for page in plan_site(NOTEBOOKS, claims=SOME).pages}


def test_titles_and_leads() -> None:
    """From the first heading; a file that is no notebook is called by its name, and complained about later."""
    assert title_and_lead(notebook().encode(), "x") == ("A page", "Some *words*.")
    assert title_and_lead(b'{"cells": []}', "x") == ("x", "")
    for broken in (b"{", b"[]", b'{"cells": [1]}', b"\xff"):
        assert title_and_lead(broken, "x") == ("x", "")


def test_a_notebook_cannot_take_the_place_of_a_page(tmp_path: Path) -> None:
    """Nor can there be a site without notebooks, or a page that is not planned."""
    with pytest.raises(InputError, match="no notebooks in"):
        plan_site(tmp_path)
    for name in ("ledger", "index", "kv-bytes-derivation"):
        (tmp_path / f"{name}.ipynb").write_text(notebook())
        with pytest.raises(InputError, match=rf"{name}\.ipynb: the site has a page of that name"):
            plan_site(tmp_path)
        (tmp_path / f"{name}.ipynb").unlink()
    with pytest.raises(UnknownNameError, match=r"did you mean index\.html"):
        Plan(plan_site(NOTEBOOKS).pages).page("indx.html")


def test_stamps_tell_parts_from_each_other() -> None:
    """What moves from one part to the next is another stamp."""
    assert stamp_of("ab", "c") != stamp_of("a", "bc")
    assert stamp_of("ab", b"c") == stamp_of(b"ab", "c")
