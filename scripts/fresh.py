"""Make what is committed and is made: certificates, reviews, what Rocq accepts, the ledger, notebooks, documents.

`python scripts/fresh.py` makes what no longer answers what its claim asks, and what would now be shown otherwise;
`python scripts/fresh.py NAME...` makes everything of these claims. A file is written only where its text changes, and
is named then.

A certificate and a review say themselves what they answer (`claim/asked.py`). What shows claims says nothing of the
kind, as it would change with every line of code: it is made again where something behind it is another than when it was
last made, which `scripts/made.json` remembers. Comments and, but for documents, docstrings are behind nothing. The
record is committed, so that a clean checkout makes nothing again; that it is honest, a long test finds by running
notebooks.
"""

from __future__ import annotations

import ast
import functools
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from base64 import b64decode
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from derivations import Derivation, InputError, derive
from derivations.claim import kept_review
from derivations.claim.study import Study
from derivations.claims.index import CLAIMS, find_claim, module_of
from derivations.derivation.kernel_statements import statements_behind
from derivations.document import kept_ledger
from derivations.document.ledger import ledger_row
from derivations.files import write_whole
from derivations.kernel.certificate import Certificate
from derivations.language.display import plural
from derivations.proof import cache, proof_store
from derivations.proof.finder import find_certificate
from derivations.site.inputs import Package, stamp_of, versions_stamp, without_docstrings
from derivations.site.notebooks import notebook_text, notebooks_in, read_notebook, run_cells
from derivations.sources.catalog import load_catalog
from derivations.study.application import apply
from derivations.study.verdicts import NUMBERS, numbers_to_keep

ROOT = Path(__file__).parent.parent
PACKAGE, NOTEBOOKS = ROOT / "derivations", ROOT / "notebooks"
CERTIFICATES, REVIEWS = PACKAGE / "proof" / proof_store.SHIPPED, PACKAGE / "claim" / kept_review.SHIPPED
SCRIPTS = ROOT / "scripts"
REMEMBERED = SCRIPTS / "made.json"
ENGINES, FRESH = (ROOT / "build" / f"{name}.json" for name in ("engines", "fresh"))
AT_A_TIME = 2  # notebooks
_OF_CLAIMS = ("claims/lecture/", "claims/beyond/", "claims/shared/")
_ACCEPTED, _LEDGER = "rocq/accepted.json", "/".join(kept_ledger.PLACE)
_MADE = (f"claim/{kept_review.SHIPPED}/", f"proof/{proof_store.SHIPPED}/", _ACCEPTED, _LEDGER)
_SHOWN_WITH = ("sympy", "mpmath", "matplotlib", "numpy", "latex2mathml", "ipython")
_ALL_CLAIMS = re.compile(r"\b(CLAIMS|LECTURE|ledger|plan)\b")  # in a notebook that goes through claims it does not name
_SVG = "image/svg+xml"
_STREAM = re.compile(rb"/FlateDecode.*?stream\n(.*?)\nendstream", re.DOTALL)
_COORDINATE = re.compile(r"-?\d+\.\d+")
_ALMOST = 1e-5  # of a point, of which matplotlib writes six decimals


# --- claims


def certificates(derivation: Derivation) -> Iterator[tuple[str, Certificate]]:
    """The certificates of a derivation with the digest of what they prove; one that is upheld stays as it is."""
    for _, statement in statements_behind(derivation):
        found = proof_store.kept(statement) or find_certificate(statement)
        if found is not None:
            yield proof_store.digest(statement), found


def is_fresh(name: str) -> bool:
    """True if what is shipped of a claim answers what it asks, in steps and in numbers."""
    claim = find_claim(name)
    found = kept_review.kept(claim)
    return found is not None and not kept_review.why_not_kept(claim) and found.numbers.keys() == set(NUMBERS)


def stale_claims(package: Package) -> list[str]:
    """The claims to be made again; it takes seconds, so that of the very package that stands it is kept in `build`.

    With anything else in it, be it the kernel or a certificate, each is asked again.
    """
    asked = stamp_of(*_asked_of(package.files))
    found = remembered(FRESH, asked, lambda: {"stale": " ".join(name for name in CLAIMS if not is_fresh(name))})
    return found["stale"].split()


def make_claim(name: str) -> Iterator[Path]:
    """Derive a claim and write its certificates and its review; the files that changed."""
    report = derive(name)
    review = kept_review.review_text(report.claim, report.derivation, numbers_to_keep(report))
    proofs = proof_store.file_text(dict(certificates(report.derivation)))
    for folder, text in ((CERTIFICATES, proofs), (REVIEWS, review)):
        yield from written(folder / f"{name}.json", text)


def _asked_of(files: Mapping[str, bytes]) -> Iterator[str | bytes]:
    """What an answer about these files rests on: the files, this script, and what runs it."""
    yield from (sys.version, versions_stamp(*_SHOWN_WITH), Path(__file__).read_bytes())
    yield from chain.from_iterable(files.items())


def remembered(file: Path, asked: str, find: Callable[[], dict[str, str]]) -> dict[str, str]:
    """What was found before for the same question, which a file keeps; else what is found now."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads(file.read_text(encoding="utf-8"))
        if kept["asked"] == asked:
            return dict(kept["found"])
    found = find()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, json.dumps({"asked": asked, "found": found}).encode())
    return found


# --- what shows claims


class Stamp(NamedTuple):
    """What a thing is made from: the engine, which all share, and what is its own."""

    engine: str
    own: str


class Memory:
    """The stamps of what was behind each thing when it was last made, those of one engine together.

    A change of the engine that changes nothing that is shown is then one line of the file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            self._stamps = {name: Stamp(engine, own) for engine in found for name, own in found[engine].items()}
        except (OSError, ValueError, AttributeError, TypeError):
            self._stamps = {}

    def knows(self, name: str, stamp: Stamp) -> bool:
        """True if it was made from this."""
        return self._stamps.get(name) == stamp

    def keep(self, name: str, stamp: Stamp) -> None:
        """Remember what it was made from."""
        self._stamps[name] = stamp
        found: dict[str, dict[str, str]] = {}
        for each, (engine, own) in sorted(self._stamps.items()):
            found.setdefault(engine, {})[each] = own
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._file, f"{json.dumps(found, indent=1)}\n".encode())


class Sources:
    """The package by what is behind a notebook, a document or a file for Rocq."""

    def __init__(self, package: Package | None = None) -> None:
        self._package, self._stands = (Package.read(PACKAGE), True) if package is None else (package, False)
        self._versions = versions_stamp(*_SHOWN_WITH)

    def engine(self, *, docstrings: bool = False) -> str:
        """A stamp of the package without its claims and what is made of them."""
        return self._engines["with docstrings" if docstrings else "without"]

    @functools.cached_property
    def _engines(self) -> dict[str, str]:
        """Both stamps of the engine. They take seconds, so those of the very files that stand are kept in `build`."""
        files = {name: content for name, content in self._package.files.items()
                 if not name.startswith((*_OF_CLAIMS, *_MADE))}
        if not self._stands:
            return self._stamped(files)
        return remembered(ENGINES, stamp_of(*_asked_of(files)), lambda: self._stamped(files))

    def _stamped(self, files: Mapping[str, bytes]) -> dict[str, str]:
        said = [(name, *(meanings(content) if name.endswith(".py") else (content, content)))
                for name, content in files.items()]
        return {kind: stamp_of(self._versions, *(part for name, *each in said for part in (name, each[place])))
                for place, kind in enumerate(("with docstrings", "without"))}

    def ledger(self) -> Stamp:
        """A stamp of all that the ledger tells, and of the ledger."""
        made = [part for name, content in self._package.files.items() if name.startswith(_MADE)
                for part in (name, content)]
        return Stamp(self.engine(), stamp_of(self.claims(CLAIMS), *made))

    def shown(self, names: Collection[str]) -> str:
        """A stamp of these claims, and of what Rocq accepts of them."""
        entries = json.loads(self._package.files[_ACCEPTED])
        return stamp_of(self.claims(names), *(f"{name} {entries.get(name)}" for name in names))

    def claims(self, names: Iterable[str]) -> str:
        """A stamp of the modules of these claims, with those that they share."""
        behind = self._package.behind(map(module_of, names))
        files = sorted(file for module in behind if (file := self._package.modules[module]).startswith(_OF_CLAIMS))
        return stamp_of(*(part for file in files for part in (file, self._package.files[file])))


def meanings(source: bytes) -> tuple[str, str]:
    """A module without comments, and one without docstrings, too."""
    tree = ast.parse(source)
    return ast.dump(tree), without_docstrings(tree)


def make_ledger(memory: Memory, sources: Sources) -> Iterator[Path]:
    """Write the rows of all claims as the reviews have them."""
    if memory.knows(kept_ledger.PLACE[-1], sources.ledger()):
        return
    claims = [find_claim(name) for name in CLAIMS]
    rows = [(claim, ledger_row(apply(claim, Study(), load_catalog(), derived=kept_review.kept_derivation(claim))))
            for claim in claims]
    yield from written(PACKAGE / _LEDGER, kept_ledger.ledger_file(rows))
    memory.keep(kept_ledger.PLACE[-1], Sources().ledger())


def make_rocq(memory: Memory, sources: Sources, named: Sequence[str]) -> Iterator[Path]:
    """Have Rocq judge the claims that are written otherwise than it accepted them."""
    engine, script = sources.engine(), SCRIPTS / "rocq.py"
    stamps = {name: Stamp(engine, stamp_of(sources.claims([name]), script.read_bytes())) for name in named or CLAIMS}
    stale = [name for name, stamp in stamps.items() if named or not memory.knows(f"{name}.v", stamp)]
    if not stale:
        return
    if shutil.which("coqc") is None:
        print("no coqc here: what Rocq accepts is left as it is (make system)", file=sys.stderr)
        return
    accepted = PACKAGE / _ACCEPTED
    before = accepted.read_bytes()
    if subprocess.run([sys.executable, str(script), "--changed", *stale], check=False).returncode:
        raise SystemExit("what Rocq rejects is not made fresh")
    if accepted.read_bytes() != before:
        yield accepted
    for name in stale:
        memory.keep(f"{name}.v", stamps[name])


def make_notebooks(memory: Memory, sources: Sources, named: Sequence[str]) -> Iterator[Path]:
    """Run the notebooks behind which something changed, some at a time."""
    engine = sources.engine()

    def stamp(path: Path) -> Stamp:
        return Stamp(engine, stamp_of(sources.shown(claims_in(path)), path.read_bytes()))

    stamps = {path: stamp(path) for path in notebooks_in(NOTEBOOKS)}
    stale = [path for path, each in stamps.items() if path.stem in named or not memory.knows(path.name, each)]
    if named:
        stale = [path for path in stale if set(claims_in(path)) & set(named)]
    if not stale:
        return
    for module in ("matplotlib.pyplot", "IPython.core.interactiveshell", "derivations.export.plots.curves"):
        importlib.import_module(module)  # once, for all processes
    with ProcessPoolExecutor(AT_A_TIME, mp_context=get_context("fork")) as pool:
        for path, text in zip(stale, pool.map(run_again, stale), strict=True):
            yield from written(path, text)
            memory.keep(path.name, stamp(path))


def claims_in(notebook: Path) -> tuple[str, ...]:
    """The claims that a notebook names, or all where it goes through them."""
    code = "".join("".join(cell["source"]) for cell in json.loads(notebook.read_bytes())["cells"]
                   if cell["cell_type"] == "code")
    return CLAIMS if _ALL_CLAIMS.search(code) else tuple(name for name in CLAIMS if f'"{name}"' in code)


def run_again(path: Path) -> str:
    """The text of a notebook that is run now, in a fork of a process that has derived the claims that it names."""
    for name in claims_in(path):
        derive(name)
    before = read_notebook(path)
    after = run_cells(before, path.name)
    for old, new in zip(before.cells, after.cells, strict=True):
        for kept, made in zip(old.get("outputs", ()), new.get("outputs", ()), strict=False):
            if same_picture(kept.get("data", {}), made.get("data", {})):
                made.data = kept.data
    return notebook_text(after)


def same_picture(kept: Mapping[str, str], made: Mapping[str, str]) -> bool:
    """True for two outputs that show the same picture, but for what the last digit of a machine's floats moves."""
    if _SVG not in made or kept.keys() != made.keys():
        return False
    sizes = [b64decode(each.get("image/png", ""))[16:24] for each in (kept, made)]  # in dots
    drawn = [content_of_pdf(b64decode(each.get("application/pdf", ""))) for each in (kept, made)]
    return kept["text/plain"] == made["text/plain"] and sizes[0] == sizes[1] and all(
        almost_same(*each) for each in ((kept[_SVG], made[_SVG]), drawn))


def content_of_pdf(file: bytes) -> str:
    """What a PDF draws, and its fonts."""
    return "".join(zlib.decompressobj().decompress(each).decode("latin-1") for each in _STREAM.findall(file))


def almost_same(first: str, second: str) -> bool:
    """True for two texts whose words are the same, and whose numbers are almost.

    >>> almost_same("M 12.345678 9", "M 12.345679 9"), almost_same("M 12.345678 9", "M 12.3457 9")
    (True, False)
    """
    words, others = (_COORDINATE.split(text) for text in (first, second))
    return first == second or (words == others and all(
        abs(float(one) - float(other)) < _ALMOST
        for one, other in zip(_COORDINATE.findall(first), _COORDINATE.findall(second), strict=True)))


def make_documents(memory: Memory, sources: Sources) -> Iterator[Path]:
    """Fill the derived parts of documents, draw the picture, and list whose figures the package holds."""
    sys.path.insert(0, str(SCRIPTS))
    documents, notice = (importlib.import_module(name) for name in ("documents", "notice"))
    examples = [part for file in sorted(documents.EXAMPLES.rglob("*")) if file.is_file()
                for part in (file.name, file.read_bytes())]
    engine = sources.engine(docstrings=True)
    behind = stamp_of(sources.shown(CLAIMS), *examples,
                      *((SCRIPTS / f"{name}.py").read_bytes() for name in ("documents", "notice")))
    makers: dict[Path, Callable[[str], str]] = {
        documents.PICTURE: lambda _: documents.picture(), notice.NOTICE: lambda _: notice.notice(),
        **dict.fromkeys(documents.DOCUMENTS, documents.filled),
    }
    for path, make in makers.items():
        text = path.read_text(encoding="utf-8")
        if not memory.knows(path.name, Stamp(engine, stamp_of(behind, text))):
            new = make(text)
            new = text if path == documents.PICTURE and almost_same(text, new) else new
            yield from written(path, new)
            memory.keep(path.name, Stamp(engine, stamp_of(behind, new)))


def written(file: Path, text: str) -> Iterator[Path]:
    """Write a file if its text changes, which is then all that comes."""
    if not file.exists() or file.read_text(encoding="utf-8", errors="replace") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
        yield file


def main(named: Sequence[str] = ()) -> int:
    """Make what is to be made, and name what changed."""
    try:
        for name in named:
            find_claim(name)  # a misspelled one is an error before anything is made
    except InputError as error:
        print(f"fresh: {error}", file=sys.stderr)
        return 2
    os.environ[cache.VARIABLE] = ""  # what only this machine keeps is not what is shipped
    changed = 0
    for file in made(named):
        changed += 1
        print(f"made {file.relative_to(ROOT)}", flush=True)
    print(f"made: {plural(changed, 'file')}" if changed else "nothing to make: all is fresh")
    return 0


def made(named: Sequence[str]) -> Iterator[Path]:
    """The files that changed, one after the other."""
    for name in named or stale_claims(Package.read(PACKAGE)):
        yield from make_claim(name)
    memory, before = Memory(REMEMBERED), REMEMBERED.read_bytes() if REMEMBERED.exists() else b""
    yield from make_rocq(memory, Sources(), named)
    sources = Sources()  # with what Rocq accepts now
    yield from make_ledger(memory, sources)
    yield from make_notebooks(memory, sources, named)
    yield from make_documents(memory, sources)
    if REMEMBERED.exists() and REMEMBERED.read_bytes() != before:
        yield REMEMBERED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
