"""Let the prover Rocq (Coq) judge the claims: what the kernel proves becomes lemmas, which it proves again.

`python scripts/rocq.py [CLAIM...]` writes a file a claim to `build/rocq`, compiles those that changed with coqc, two
at a time, and has coqchk check what was compiled; where Coquelicot is installed also a second file with limits and
slopes. The lemmas on signs and powers that every file begins with are compiled once, and required by the files. What
Rocq accepts is written to `accepted.toml` in the package, from which pages and the ledger tell it.

It fails if a file is rejected, for then two judges disagree on what the kernel calls proven; if a lemma rests on more
than the axioms of the real numbers; if coqchk refuses; if too few of the statements have a lemma; and if a claim has
fewer than the file says, which `--fewer` allows.
"""

from __future__ import annotations

import hashlib
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from derivations import derive
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.lecture.index import CLAIMS
from derivations.show.rocq import accepted
from derivations.show.rocq.accepted import Accepted
from derivations.show.rocq.calculus import CalculusExport, calculus, calculus_export
from derivations.show.rocq.export import RocqExport, rocq_export
from derivations.show.rocq.written import prelude

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "rocq"
KEPT = ROOT / "derivations" / "show" / "rocq" / accepted.FILE
LIBRARY, LIMITS = "library", "library_of_limits"  # files of what the others begin with
AT_A_TIME = 2
LEAST_SHARE = 0.99  # of the statements that the kernel proves
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
    allowed, names = "--fewer" in names, [name for name in names if name != "--fewer"]
    FOLDER.mkdir(parents=True, exist_ok=True)
    before = accepted.read_accepted(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    exports: dict[str, RocqExport] = {}
    slopes: dict[str, CalculusExport] = {}
    found: dict[str, list[Future[str]]] = {}
    with_coquelicot = has_coquelicot()
    if not with_coquelicot:
        print("no Coquelicot here: limits and slopes are not judged (Debian: libcoq-coquelicot)", file=sys.stderr)
    entries: dict[str, Accepted] = {}
    with ThreadPoolExecutor(AT_A_TIME) as pool:  # the first files are judged while the next are written
        libraries = [pool.submit(judged, LIBRARY, prelude())]
        if with_coquelicot:
            libraries.append(pool.submit(judged, LIMITS, f"{prelude()}{calculus()}", tuple(libraries)))
        for name in names or CLAIMS:
            report = derive(name)
            exports[name] = rocq_export(report)
            slopes[name] = calculus_export(report) if with_coquelicot else CalculusExport("", (), ())
            entries[name] = entry(report, exports[name], slopes[name])
            if not with_coquelicot and name in before and before[name].told_digest == entries[name].told_digest:
                entries[name] = replace(entries[name], limits=before[name].limits, of_limits=before[name].of_limits,
                                        left_out_limits=before[name].left_out_limits)
            found[name] = [pool.submit(judged, name, exports[name].text, libraries[:1])]
            if slopes[name].lemmas:
                found[name].append(pool.submit(judged, f"{name}-limits", slopes[name].text, libraries))
    errors = {name: "\n".join(filter(None, (item.result() for item in each))) for name, each in found.items()}
    errors |= {name: fewer(before[name], entries[name]) for name, error in errors.items()
               if name in before and not error and not allowed}
    for name, error in errors.items():
        print(f"{name}: {told(exports[name], slopes[name])}" if not error else f"{name}: rejected\n{error}")
    accepts = {name: entries[name] for name, error in errors.items() if not error}
    kept = {name: each for name, each in before.items() if name in CLAIMS and name not in errors}
    KEPT.write_text(accepted.accepted_text({**kept, **accepts}), encoding="utf-8")
    statements = sum(each.statements for each in accepts.values())
    of = sum(export.certified for export in exports.values())
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    limits, of_limits = (sum(getattr(each, key) for each in accepts.values()) for key in ("limits", "of_limits"))
    print(f"Rocq accepts {statements:,} of the {of:,} statements that the kernel proves, in {len(accepts)} of "
          f"{len(exports)} claims, with {limits} of {of_limits} limits and slopes; "
          f"it took {took:.0f} s of processor time")
    return int(any(errors.values()) or statements < LEAST_SHARE * of)


def has_coquelicot() -> bool:
    """True if the library that the second files need is installed."""
    folder = _run("coqc", "-where", folder=FOLDER).stdout.strip()
    return (Path(folder) / "user-contrib" / "Coquelicot").is_dir()


def entry(report: EvaluatedClaim, export: RocqExport, slopes: CalculusExport) -> Accepted:
    """What is kept of a claim whose files are accepted."""
    return Accepted(
        len(export.lemmas), export.certified, *export.steps, accepted.told_digest(report.derivation),
        accepted.statements_digest_of(report.derivation), {name: why for name, _, why in export.left_out}, export.apart,
        len(slopes.lemmas), len(slopes.lemmas) + len(slopes.left_out), dict(slopes.left_out),
    )


def fewer(before: Accepted, now: Accepted) -> str:
    """Why less is accepted than was; an empty text if it is not."""
    lost = [*(name for name in now.left_out if name not in before.left_out),
            *(name for name in now.left_out_limits if before.of_limits and name not in before.left_out_limits),
            *(["that the premises hold together"] if now.apart and not before.apart else [])]
    return f"accepted before, and not now: {', '.join(lost)} (--fewer if that is so)" if lost else ""


def judged(name: str, text: str, libraries: Sequence[Future[str]] = ()) -> str:
    """What is wrong with a file, or with a library it rests on, or an empty text.

    A file that was accepted is not judged again.
    """
    if wrong := "".join([library.result() for library in libraries]):
        return wrong
    file = FOLDER / f"{name.replace('-', '_')}.v"
    stamp = file.with_suffix(".accepted")
    digest = hashlib.sha256(text.encode()).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == digest and file.with_suffix(".vo").exists():
        return ""
    stamp.unlink(missing_ok=True)
    file.write_text(on_libraries(text, name) if libraries else text, encoding="utf-8")
    error = compiled(file)
    if not error:
        stamp.write_text(digest, encoding="utf-8")
    return error


def on_libraries(text: str, name: str) -> str:
    """A file that requires what it begins with instead of saying it; what that opens is opened here, too."""
    for library, begin in ((LIBRARY, prelude()), (LIMITS, calculus())):
        if library == name:
            continue
        opened = [line for line in begin.splitlines() if line.startswith(("From ", "Open "))]
        required = "\n".join((*opened, f"Require Import {library}.", ""))
        text = text.replace(begin, required, 1)
    return text


def compiled(file: Path) -> str:
    """What coqc and coqchk have against a file, or an empty text."""
    made = _run("coqc", "-q", file.name, folder=file.parent)
    if made.returncode:
        return made.stdout + made.stderr or f"coqc ended with {made.returncode}, and said nothing"
    more = axioms(made.stdout) - AXIOMS
    if more:
        return f"it rests on {', '.join(sorted(more))}"
    checked = _run("coqchk", "-silent", "-norec", file.stem, folder=file.parent)
    if checked.returncode:
        return checked.stdout + checked.stderr or f"coqchk ended with {checked.returncode}, and said nothing"
    return ""


def axioms(printed: str) -> set[str]:
    """The axioms that `Print Assumptions` names."""
    return set(_AXIOM.findall(printed.partition("Axioms:")[2]))


def _run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def told(export: RocqExport, slopes: CalculusExport) -> str:
    """One line of a claim that is accepted, and one for each statement, limit or slope that it leaves out."""
    lines = [f"{len(export.lemmas)} of {export.certified}"]
    lines += [f"  without {name}: {why}" for name, _, why in export.left_out]
    lines += [f"  with {len(slopes.lemmas)} limits and slopes"] * bool(slopes.lemmas)
    lines += [f"  without {name} as a limit or slope: {why}" for name, why in slopes.left_out]
    lines += [f"  nothing shows that its premises hold together: {export.apart}"] * bool(export.apart)
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
