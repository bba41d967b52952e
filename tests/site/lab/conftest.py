"""Engines for tests: one of files that say nothing, and that which `make lab` builds, served, in a browser."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from derivations.site.lab.engine import FILES, MANIFEST, Engine, digest, open_engine, packed
from derivations.site.lab.page import alone
from derivations.site.lab.server import address_of, lab_server

ROOT = Path(__file__).parents[3]
BUILT = ROOT / "build" / "lab"


@pytest.fixture
def empty_engine(tmp_path: Path) -> Path:
    """A folder that looks as an engine does."""
    for name in FILES:
        (tmp_path / name).write_bytes(name.encode())
    manifest = {"sources": digest(packed()), "versions": {"pyodide": "1.2.3"}}
    (tmp_path / MANIFEST).write_text(json.dumps(manifest))
    return tmp_path


@contextmanager
def served(engine: Engine) -> Iterator[str]:
    """The address of the lab, while it is served."""
    with lab_server(alone(engine)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield address_of(server)
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def lab_address() -> Iterator[str]:
    """The lab with the engine of `make lab`, made now as far as something changed, and served."""
    subprocess.run([sys.executable, str(ROOT / "scripts" / "lab" / "build.py"), str(BUILT)], check=True)
    with served(open_engine(BUILT)) as address:
        yield address
