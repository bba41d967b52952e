"""Let the prover Rocq (Coq) judge the claims: the argument of each, from premises to its result, is one theorem.

`python scripts/rocq.py [CLAIM...]` writes a file a claim to `build/rocq`, compiles those that changed with coqc, two
at a time, and has coqchk check what was compiled, many files at once, as it loads the real numbers each time. What
every file begins with is compiled once, and required by the files. What Rocq accepts is written to `accepted.json` in
the package, from which pages and the ledger tell it, with a digest of the file: tests hold that each claim is written
as it was accepted. `--changed` leaves out the claims of which that is so, and which this version of Rocq accepted.

It fails if a file is rejected, for then two judges disagree on what the kernel calls proven; if a lemma rests on more
than the axioms of the real numbers; if coqchk refuses; if too few claims have their result as a theorem; and if a claim
has less than the file says, which `--fewer` allows.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from derivations import derive
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claims.index import CLAIMS
from derivations.rocq import accepted
from derivations.rocq.accepted import Accepted
from derivations.rocq.claim_file import ASSUMPTIONS, ClaimFile, claim_file
from derivations.rocq.written import library

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "rocq"
KEPT = ROOT / "derivations" / "rocq" / accepted.FILE
LIBRARY = "library"  # the file of what the others begin with
AT_A_TIME = 2
MOST_WITHOUT = 3  # claims whose result is no theorem
AXIOMS = {  # those of the real numbers, as the standard library has them
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec", "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
}
_AXIOM = re.compile(r"^([\w.]+)(?: :|$)", re.MULTILINE)


def main(names: Sequence[str]) -> int:
    """Judge the claims; 1 if anything is rejected."""
    if shutil.which("coqc") is None or shutil.which("coqchk") is None:
        print("no coqc here: make system installs it (Debian: coq)", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not has_coquelicot():
        print("no Coquelicot here: make system installs it (Debian: libcoq-coquelicot)", file=sys.stderr)
        return 1
    allowed, changed = "--fewer" in names, "--changed" in names
    names = [name for name in names if not name.startswith("--")]
    before = accepted.read_accepted(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    files: dict[str, ClaimFile] = {}
    found: dict[str, Future[Judged]] = {}
    entries: dict[str, Accepted] = {}
    by = version()
    with ThreadPoolExecutor(AT_A_TIME) as pool:  # the first files are judged while the next are written
        libraries: list[Future[Judged]] = []
        for name in names or CLAIMS:
            report = derive(name)
            file = claim_file(report.derivation, report.reference.numbers, f"The claim {name}")
            entry = entry_of(report, file, by)
            if changed and before.get(name) == entry:
                continue
            files[name], entries[name] = file, entry
            if not libraries:
                libraries.append(pool.submit(judged, LIBRARY, library()))
            found[name] = pool.submit(judged, name, file.text, libraries)
        refused = refusals([each.result() for each in (*libraries, *found.values())], pool)
    errors = {name: told_once(refused[item.result().file] for item in (*libraries, each))
              for name, each in found.items()}
    errors |= {name: fewer(before[name], entries[name]) for name, error in errors.items()
               if name in before and not error and not allowed}
    for name, error in errors.items():
        print(f"{name}: {told(entries[name])}" if not error else f"{name}: rejected\n{error}")
    accepts = {name: entries[name] for name, error in errors.items() if not error}
    kept = {name: each for name, each in before.items() if name in CLAIMS and name not in errors}
    text = accepted.accepted_text({**kept, **accepts})
    if not KEPT.exists() or KEPT.read_text(encoding="utf-8") != text:  # else `make` checks claims again
        KEPT.write_text(text, encoding="utf-8")
    if not files:
        print("every claim stands as Rocq accepted it")
        return 0
    results = sum(each.result for each in accepts.values())
    lines, of_lines = (sum(getattr(each, key) for each in accepts.values()) for key in ("lines", "of_lines"))
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    print(f"Rocq accepts the result of {results} of {len(files)} claims as a theorem from its premises, and "
          f"{lines:,} of {of_lines:,} lines; it took {took:.0f} s of processor time")
    too_few = not names and results < len(CLAIMS) - MOST_WITHOUT  # of some claims it may be fewer
    return int(any(errors.values()) or too_few)


def has_coquelicot() -> bool:
    """True if the library of limits that files need is installed."""
    folder = _run("coqc", "-where", folder=FOLDER).stdout.strip()
    return (Path(folder) / "user-contrib" / "Coquelicot").is_dir()


def version() -> str:
    """The version of Rocq, as it says it."""
    return _run("coqc", "-print-version", folder=FOLDER).stdout.split()[0]


def entry_of(report: EvaluatedClaim, file: ClaimFile, by: str) -> Accepted:
    """What is kept of a claim whose file is accepted."""
    return Accepted(
        file.result, len(file.premises), len(file.lines), file.of_lines, accepted.told_digest(report.derivation),
        accepted.statements_digest_of(report.derivation), accepted.file_digest(file.text), by, dict(file.missing),
        dict(file.unseen),
    )


def fewer(before: Accepted, now: Accepted) -> str:
    """Why less is accepted than was; an empty text if it is not."""
    lost = [*(["its result"] if before.result and not now.result else []),
            *(name for name in now.missing if name not in before.missing),
            *(f"a state for {name}" for name in now.unseen if name not in before.unseen)]
    return f"accepted before, and not now: {', '.join(lost)} (--fewer if that is so)" if lost else ""


@dataclass(frozen=True)
class Judged:
    """A file as coqc left it: what is wrong with it, or with a library it rests on; whether coqchk is to look at it."""

    file: Path
    digest: str
    error: str = ""
    accepted_before: bool = False

    @property
    def stamp(self) -> Path:
        """Where the digest of the text stands that was accepted last."""
        return self.file.with_suffix(".accepted")


def judged(name: str, text: str, libraries: Sequence[Future[Judged]] = ()) -> Judged:
    """A file, compiled; one that was accepted is not judged again."""
    file = FOLDER / f"{name.replace('-', '_')}.v"
    found = Judged(file, accepted.file_digest(text))
    if wrong := "".join([library.result().error for library in libraries]):
        return replace(found, error=wrong)
    stamp = found.stamp
    if stamp.exists() and stamp.read_text(encoding="utf-8") == found.digest and file.with_suffix(".vo").exists():
        return replace(found, accepted_before=True)
    stamp.unlink(missing_ok=True)
    if libraries:
        text = on_library(text)
    if not stands(file, text, [library.result().file for library in libraries]):
        file.write_text(text, encoding="utf-8")
        found = replace(found, error=compiled(file))
    return found


def stands(file: Path, text: str, libraries: Sequence[Path]) -> bool:
    """True if a file with this text is compiled already, as where coqc was stopped before all were looked at."""
    made = file.with_suffix(".vo")
    if not made.exists() or not file.exists() or file.read_text(encoding="utf-8") != text:
        return False
    return all(made.stat().st_mtime > each.stat().st_mtime
               for each in (file, *(library.with_suffix(".vo") for library in libraries)))


def refusals(found: Sequence[Judged], pool: ThreadPoolExecutor) -> dict[Path, str]:
    """What is wrong with each file, in the end; those with which nothing is are stamped."""
    errors = {each.file: each.error for each in found}
    new = [each for each in found if not each.error and not each.accepted_before]
    shares = [[each.file for each in new[place::AT_A_TIME]] for place in range(AT_A_TIME)]
    for each in pool.map(checked, filter(None, shares)):
        errors |= each
    for each in new:
        if not errors[each.file]:
            each.stamp.write_text(each.digest, encoding="utf-8")
    return errors


def on_library(text: str) -> str:
    """A file that requires what it begins with instead of saying it; what that opens is opened here, too."""
    opened = [line for line in library().splitlines() if line.startswith(("From ", "Open "))]
    required = "\n".join((*opened, f"Require Import {LIBRARY}.", ""))
    return text.replace(library(), required, 1).replace(ASSUMPTIONS, "")


def compiled(file: Path) -> str:
    """What coqc has against a file, or an empty text."""
    return refusal(_run("coqc", "-q", file.name, folder=file.parent))


def checked(files: Sequence[Path]) -> dict[Path, str]:
    """What is against each of some compiled files of a folder, or empty texts: coqchk refuses it, it rests on too much.

    They are looked at together, and one by one only if something is against them.
    """
    error = _checked_together(files)
    if error and len(files) > 1:
        return {file: own for each in files for file, own in checked([each]).items()}
    return dict.fromkeys(files, error)


def _checked_together(files: Sequence[Path]) -> str:
    modules = [file.stem for file in files]
    claims = [module for module in modules if module != LIBRARY]
    folder = files[0].parent
    if claims:
        every = " ".join(f"pose proof {module}.everything." for module in claims)
        file = folder / f"all_of_{claims[0]}.v"
        file.write_text(f"Require {' '.join(claims)}.\nLemma everything : True.\nProof.\n{every} exact I.\nQed.\n"
                        f"{ASSUMPTIONS}", encoding="utf-8")
        made = _run("coqc", "-q", file.name, folder=folder)
        if wrong := refusal(made):
            return wrong
        if more := axioms(made.stdout) - AXIOMS:
            return f"it rests on {', '.join(sorted(more))}"
    each = (word for module in modules for word in ("-norec", module))
    return refusal(_run("coqchk", "-silent", *each, folder=folder))


def refusal(ended: subprocess.CompletedProcess[str]) -> str:
    """Why a program refused, or an empty text if it did not."""
    if not ended.returncode:
        return ""
    return ended.stdout + ended.stderr or f"{ended.args[0]} ended with {ended.returncode}, and said nothing"


def told_once(texts: Iterable[str]) -> str:
    """Texts below each other, each once."""
    return "\n".join(dict.fromkeys(filter(None, texts)))


def axioms(printed: str) -> set[str]:
    """The axioms that `Print Assumptions` names."""
    return set(_AXIOM.findall(printed.partition("Axioms:")[2]))


def _run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def told(entry: Accepted) -> str:
    """One line of a claim that is accepted, and one for each line that is missing, or for which no state is found."""
    return "\n  ".join([entry.words, *entry.items])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
