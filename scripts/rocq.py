"""Let the prover Rocq (Coq) judge the claims: what the kernel proves becomes lemmas, which it proves again.

`python scripts/rocq.py [CLAIM...]` writes a file a claim to `build/rocq`, compiles those that changed with coqc, two
at a time, and has coqchk check what was compiled, many files at once, as it loads the real numbers each time; where
Coquelicot is installed also a second file with limits and slopes. The lemmas on signs and powers that every file begins
with are compiled once, and required by the files. What Rocq accepts is written to `accepted.json` in the package, from
which pages and the ledger tell it, with digests of the files: tests hold that each claim is written as it was accepted.
`--changed` leaves out the claims of which that is so, and which this version of Rocq accepted.

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
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from derivations import derive
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claims.index import CLAIMS
from derivations.rocq import accepted
from derivations.rocq.accepted import Accepted
from derivations.rocq.calculus import CalculusExport, calculus, calculus_export
from derivations.rocq.export import RocqExport, rocq_export
from derivations.rocq.written import prelude

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "rocq"
KEPT = ROOT / "derivations" / "rocq" / accepted.FILE
LIBRARY, LIMITS = "library", "library_of_limits"  # files of what the others begin with
AT_A_TIME = 2
ASSUMPTIONS = "Print Assumptions everything.\n"  # asked of many files at once
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
    allowed, changed = "--fewer" in names, "--changed" in names
    names = [name for name in names if not name.startswith("--")]
    FOLDER.mkdir(parents=True, exist_ok=True)
    before = accepted.read_accepted(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    exports: dict[str, RocqExport] = {}
    slopes: dict[str, CalculusExport] = {}
    found: dict[str, list[Future[Judged]]] = {}
    with_coquelicot = has_coquelicot()
    if not with_coquelicot:
        print("no Coquelicot here: limits and slopes are not judged (Debian: libcoq-coquelicot)", file=sys.stderr)
    entries: dict[str, Accepted] = {}
    by = version()
    with ThreadPoolExecutor(AT_A_TIME) as pool:  # the first files are judged while the next are written
        libraries: list[Future[Judged]] = []
        for name in names or CLAIMS:
            report = derive(name)
            export = rocq_export(report)
            slope = calculus_export(report) if with_coquelicot else CalculusExport("", (), ())
            entry = entry_of(report, export, slope, by)
            old = before.get(name)
            if old is not None and not with_coquelicot and old.told_digest == entry.told_digest:
                entry = replace(entry, limits=old.limits, of_limits=old.of_limits, left_out_limits=old.left_out_limits,
                                files=(*entry.files, *old.files[1:]))
            if changed and old == entry:
                continue
            exports[name], slopes[name], entries[name] = export, slope, entry
            if not libraries:
                libraries.append(pool.submit(judged, LIBRARY, prelude()))
            if not libraries[1:] and slope.lemmas:
                libraries.append(pool.submit(judged, LIMITS, f"{prelude()}{calculus()}", libraries[:1]))
            found[name] = [pool.submit(judged, name, exports[name].text, libraries[:1])]
            if slopes[name].lemmas:
                found[name].append(pool.submit(judged, f"{name}-limits", slopes[name].text, libraries))
        refused = refusals([each.result() for own in (libraries, *found.values()) for each in own], pool)
    errors = {name: told_once(refused[item.result().file] for item in (*libraries, *each))
              for name, each in found.items()}
    errors |= {name: fewer(before[name], entries[name]) for name, error in errors.items()
               if name in before and not error and not allowed}
    for name, error in errors.items():
        print(f"{name}: {told(exports[name], slopes[name])}" if not error else f"{name}: rejected\n{error}")
    accepts = {name: entries[name] for name, error in errors.items() if not error}
    kept = {name: each for name, each in before.items() if name in CLAIMS and name not in errors}
    text = accepted.accepted_text({**kept, **accepts})
    if not KEPT.exists() or KEPT.read_text(encoding="utf-8") != text:  # else `make` checks claims again
        KEPT.write_text(text, encoding="utf-8")
    if not exports:
        print("every claim stands as Rocq accepted it")
        return 0
    statements = sum(each.statements for each in accepts.values())
    of = sum(export.certified for export in exports.values())
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    limits, of_limits = (sum(getattr(each, key) for each in accepts.values()) for key in ("limits", "of_limits"))
    print(f"Rocq accepts {statements:,} of the {of:,} statements that the kernel proves, in {len(accepts)} of "
          f"{len(exports)} claims, with {limits} of {of_limits} limits and slopes; "
          f"it took {took:.0f} s of processor time")
    too_few = not names and statements < LEAST_SHARE * of  # of some claims it may be fewer
    return int(any(errors.values()) or too_few)


def has_coquelicot() -> bool:
    """True if the library that the second files need is installed."""
    folder = _run("coqc", "-where", folder=FOLDER).stdout.strip()
    return (Path(folder) / "user-contrib" / "Coquelicot").is_dir()


def version() -> str:
    """The version of Rocq, as it says it."""
    return _run("coqc", "-print-version", folder=FOLDER).stdout.split()[0]


def entry_of(report: EvaluatedClaim, export: RocqExport, slopes: CalculusExport, by: str) -> Accepted:
    """What is kept of a claim whose files are accepted."""
    texts = (export.text, *([slopes.text] if slopes.lemmas else []))
    return Accepted(
        len(export.lemmas), export.certified, *export.steps, accepted.told_digest(report.derivation),
        accepted.statements_digest_of(report.derivation), tuple(map(accepted.file_digest, texts)), by,
        {name: why for name, _, why in export.left_out}, export.apart,
        len(slopes.lemmas), len(slopes.lemmas) + len(slopes.left_out), dict(slopes.left_out),
    )


def fewer(before: Accepted, now: Accepted) -> str:
    """Why less is accepted than was; an empty text if it is not."""
    lost = [*(name for name in now.left_out if name not in before.left_out),
            *(name for name in now.left_out_limits if before.of_limits and name not in before.left_out_limits),
            *(["that the premises hold together"] if now.apart and not before.apart else [])]
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
    found = Judged(file, hashlib.sha256(text.encode()).hexdigest())
    if wrong := "".join([library.result().error for library in libraries]):
        return replace(found, error=wrong)
    stamp = found.stamp
    if stamp.exists() and stamp.read_text(encoding="utf-8") == found.digest and file.with_suffix(".vo").exists():
        return replace(found, accepted_before=True)
    stamp.unlink(missing_ok=True)
    file.write_text(on_libraries(text, name).replace(ASSUMPTIONS, "") if libraries else text, encoding="utf-8")
    return replace(found, error=compiled(file))


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
    claims = [module for module in modules if module not in (LIBRARY, LIMITS)]
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
