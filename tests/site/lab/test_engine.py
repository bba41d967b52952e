"""The folder of the engine, the page beside it, and the server: what is not there is said in one line."""

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from derivations.claims.index import CLAIMS
from derivations.errors import InputError
from derivations.site.build import Work, done
from derivations.site.inputs import Package
from derivations.site.lab.engine import FILES, LAB, MANIFEST, POLICY, SCRIPTS, digest, open_engine, packed
from derivations.site.plan import plan_site

from ...conftest import Outcome
from ..conftest import NOTEBOOKS
from .conftest import served


def test_an_engine_is_opened(empty_engine: Path) -> None:
    """With the versions of what it holds."""
    assert open_engine(empty_engine).versions == {"pyodide": "1.2.3"}


@pytest.mark.parametrize(("spoil", "told"), [
    (lambda folder: (folder / MANIFEST).unlink(), "no engine for the lab in"),
    (lambda folder: (folder / MANIFEST).write_text("[]"), "cannot be read"),
    (lambda folder: (folder / MANIFEST).write_text("{"), "cannot be read"),
    (lambda folder: (folder / FILES[0]).unlink(), f"lacks {FILES[0]}"),
    (lambda folder: (folder / MANIFEST).write_text(json.dumps({"sources": "1", "versions": {}})), "other sources"),
])
def test_what_is_no_engine_is_refused(empty_engine: Path, spoil: Callable[[Path], object], told: str) -> None:
    """And the line says how to come by one."""
    spoil(empty_engine)
    with pytest.raises(InputError, match=told) as refused:
        open_engine(empty_engine)
    assert "make lab" in str(refused.value)


def test_what_is_packed() -> None:
    """All that the answers import, with the certificates; no command, no page, no measuring."""
    package = Package.read()
    files = packed(package)
    of_pages = (".css", ".js", ".j2", ".woff2", "OFL.txt")
    assert set(package.files_behind("derivations.site.lab.answers")) - set(files) == {
        name for name in package.files_behind("derivations.site.lab.answers") if name.endswith(of_pages)
    }
    assert any(name.startswith("proof/certificates/") for name in files)
    assert not any(name.startswith(("cli/", "measure/", "site/build")) for name in files)
    changed = Package({**package.files, "errors.py": b""})
    assert digest(packed(changed)) != digest(files)


def test_the_policy_names_nobody() -> None:
    """The page asks the place that it comes from, and runs no script that stands in it."""
    assert "http" not in POLICY
    assert "unsafe-inline" not in POLICY
    assert "'unsafe-eval'" not in POLICY
    assert POLICY.startswith("default-src 'none'; ")


def test_the_page_alone(empty_engine: Path) -> None:
    """Served on this machine: the page with its policy, every file, and nothing else to nobody else."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with served(open_engine(empty_engine)) as address:
        base = address.removesuffix(LAB)
        with direct.open(base) as reply:
            text = reply.read().decode()
            assert reply.headers["Content-Security-Policy"] == POLICY
        assert f'content="{POLICY}"' in text
        assert "derive lab" in text
        assert all(f'value="{claim}"' in text for claim in CLAIMS)
        assert " style=" not in text
        assert " onclick=" not in text
        for name in (*FILES, *SCRIPTS):
            with direct.open(f"{base}assets/{name}") as reply:
                assert reply.read()
        for path, host, code in (
            ("assets/../../pyproject.toml", "127.0.0.1", 404), ("lab", "127.0.0.1", 404),
            ("", "elsewhere.example", 403),
        ):
            with pytest.raises(urllib.error.HTTPError) as refused:
                direct.open(urllib.request.Request(f"{base}{path}", headers={"Host": host}))
            assert refused.value.code == code
            refused.value.close()


@pytest.mark.long
def test_the_site_has_the_lab_where_there_is_an_engine(empty_engine: Path) -> None:
    """A page in the navigation with its policy, and the files beside it; without an engine neither."""
    plan = plan_site(NOTEBOOKS, engine=open_engine(empty_engine))
    files = {page.file for page in plan.pages}
    assert {LAB, *(f"assets/{name}" for name in (*FILES, *SCRIPTS))} <= files
    assert LAB not in {page.file for page in plan_site(NOTEBOOKS).pages}
    made = done(Work(plan.page(LAB), plan))
    assert f'content="{POLICY}"' in made
    assert f'href="{LAB}" aria-current="page"' in made
    assert done(Work(plan.page("assets/engine.zip"), plan)) == b"engine.zip"
    stamps = {page.file: page.stamp for page in plan.pages}
    (empty_engine / "engine.zip").write_bytes(b"another")
    again = {page.file: page.stamp for page in plan_site(NOTEBOOKS, engine=open_engine(empty_engine)).pages}
    assert {file for file in files if again[file] != stamps[file]} == {"assets/engine.zip"}


def test_the_command_without_an_engine(command: Callable[..., Outcome], tmp_path: Path) -> None:
    """One line, and before that a slip in the name of the claim."""
    command("lab", "--engine", str(tmp_path)).refused("make lab")
    command("lab", "optimal-bath", "--engine", str(tmp_path)).refused("did you mean optimal-batch?")


def test_a_port_that_is_taken(command: Callable[..., Outcome], empty_engine: Path) -> None:
    """Is named in the line."""
    with served(open_engine(empty_engine)) as address:
        port = address.rpartition(":")[2].partition("/")[0]
        command("lab", "--engine", str(empty_engine), "--no-open", "--port", port).refused(f"port {port}")
