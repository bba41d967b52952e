"""Make the certificates of the built-in claims anew, and the reviews that rest on them: one file a claim of each.

`python scripts/proofs.py` writes the files in `derivations/search/proofs/` and `derivations/claim/reviews/`, of all
claims or of those that are named; tests hold them against the claims, the kernel and the sources. Nothing that was
found before is taken over: what is kept is what a fresh search finds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from derivations import Derivation, derive
from derivations.claim import kept_review
from derivations.claim.review import published_count
from derivations.kernel.certificate import Certificate
from derivations.lecture.index import CLAIMS, find_claim
from derivations.search import cache, proof_store
from derivations.search.finder import find_certificate
from derivations.search.kernel_statements import statements_behind
from derivations.search.record import record
from derivations.search.transcription import transcribed
from derivations.study.verdicts import slow_verdicts

PACKAGE = Path(__file__).parent.parent / "derivations"
PROOFS, REVIEWS = PACKAGE / "search" / proof_store.SHIPPED, PACKAGE / "claim" / kept_review.SHIPPED


def certificates(derivation: Derivation) -> Iterator[tuple[str, Certificate]]:
    """The certificates of a derivation with the digest of what they prove; one that was kept meanwhile is the same."""
    for _, statement in statements_behind(derivation):
        found = proof_store.kept(statement) or find_certificate(statement)
        if found is not None:
            yield proof_store.digest(statement), found


def content(derivation: Derivation) -> str:
    """The file of certificates: one a line."""
    lines = [f'  {json.dumps(key)}: {json.dumps(found, separators=(",", ":"))}'
             for key, found in sorted(dict(certificates(derivation)).items())]
    inside = ",\n".join(lines)
    return f'{{"kernel": "{cache.package_digest("kernel")}", "certificates": {{\n{inside}\n}}}}\n'


def main(named: Sequence[str] = ()) -> int:
    """Write the files of the claims that are named, or of all, in the place of those that are there."""
    for name in named:
        find_claim(name)  # a misspelled one is an error before anything is gone
    for folder in (PROOFS, REVIEWS):
        folder.mkdir(exist_ok=True)
        for file in folder.glob("*.json"):
            if not named or file.stem in named:
                file.unlink()
    for claim in named or CLAIMS:
        report = derive(claim)
        (PROOFS / f"{claim}.json").write_text(content(report.derivation), encoding="utf-8")
        told = transcribed(report.derivation), published_count(report.published)
        text = kept_review.review_text(*told, record(report.derivation), slow_verdicts(report))
        (REVIEWS / f"{claim}.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
