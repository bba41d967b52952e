"""Make what is committed and is made: certificates, reviews, what Rocq accepts, notebooks, documents, in that order.

`python scripts/fresh.py` makes what no longer answers what its claim asks, and what would now be shown otherwise;
`python scripts/fresh.py NAME...` makes all of these claims. A file is written only where its text changes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from derivations import Derivation, derive
from derivations.claim import kept_review
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.kernel_statements import statements_behind
from derivations.kernel.certificate import Certificate
from derivations.proof import proof_store
from derivations.proof.finder import find_certificate
from derivations.study.verdicts import numbers_to_keep

PACKAGE = Path(__file__).parent.parent / "derivations"
CERTIFICATES, REVIEWS = PACKAGE / "proof" / proof_store.SHIPPED, PACKAGE / "claim" / kept_review.SHIPPED


def certificates(derivation: Derivation) -> Iterator[tuple[str, Certificate]]:
    """The certificates of a derivation with the digest of what they prove; one that was kept meanwhile is the same."""
    for _, statement in statements_behind(derivation):
        found = proof_store.kept(statement) or find_certificate(statement)
        if found is not None:
            yield proof_store.digest(statement), found


def is_fresh(name: str) -> bool:
    """True if what is shipped of a claim answers what it asks, in steps and in numbers."""
    claim = find_claim(name)
    found = kept_review.kept(claim)
    return found is not None and not kept_review.why_not_kept(claim) and bool(found.numbers)


def make_claim(name: str) -> list[Path]:
    """Derive a claim and write its certificates and its review; the files that changed."""
    report = derive(name)
    review = kept_review.review_text(report.claim, report.derivation, numbers_to_keep(report))
    proofs = proof_store.file_text(dict(certificates(report.derivation)))
    return [file for folder, text in ((CERTIFICATES, proofs), (REVIEWS, review))
            if written(file := folder / f"{name}.json", text)]


def written(file: Path, text: str) -> bool:
    """Write a file if its text changes; True if it does."""
    if file.exists() and file.read_text(encoding="utf-8", errors="replace") == text:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return True


def main(named: Sequence[str] = ()) -> int:
    """Make what is to be made, and name what changed."""
    for name in named:
        find_claim(name)  # a misspelled one is an error before anything is made
    for name in named or CLAIMS:
        if named or not is_fresh(name):
            for file in make_claim(name):
                print(file.relative_to(PACKAGE.parent), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
