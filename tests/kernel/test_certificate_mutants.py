"""Certificates and goals of the built-in claims with something changed: what is false at a point is never accepted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from derivations.claims.index import CLAIMS
from derivations.kernel.certificate import upholds

from .certificate_mutants import Proof, mutant, proof_of, reaches_the_last_rule, shipped_proofs
from .exact_points import points_of, refuting


def proofs(share: int) -> Iterator[tuple[str, Proof]]:
    """One in so many of the certificates of each claim, and what each proves."""
    for name in CLAIMS:
        for turn, (statement, certificate) in enumerate(shipped_proofs(name)):
            if turn % share == 0:
                yield f"{name} {turn}", proof_of(certificate, statement)


def attacked(wanted: int, share: int) -> None:
    """Assert that no mutant is accepted that is false at a point, and that the mutants are worth something."""
    base = [(name, proof, list(points_of(proof.statement, 0))) for name, proof in proofs(share)]
    assert sum(bool(points) for _, _, points in base) > 0.8 * len(base)
    made = reached = false = accepted = 0
    for turn in range(-(-wanted // len(base))):
        for name, proof, points in base[: wanted - made]:
            changed = mutant(proof, Random(f"{name} {turn}"))
            upheld = upholds(changed.certificate, changed.statement)
            point = refuting(changed.statement, points)
            if upheld and point is None:  # other points are looked for
                point = refuting(changed.statement, list(points_of(changed.statement, turn)))
            assert not (upheld and point), (name, changed.statement, point)
            made += 1
            reached += upheld or reaches_the_last_rule(changed)
            false += point is not None
            accepted += upheld
    assert made == wanted
    assert reached >= 0.45 * wanted  # the others are refused on the way
    assert false >= wanted / 3
    assert 0 < accepted < wanted / 4  # a change of what is not used, or of the goal to another true one


@pytest.mark.long
def test_what_the_certificates_show_holds_at_points() -> None:
    """The statements themselves are not refuted: else the points would be none."""
    for name, proof in proofs(20):
        assert upholds(proof.certificate, proof.statement), name
        for point in points_of(proof.statement, 1):
            assert point.refutes(proof.statement) is not True, name


@pytest.mark.long
def test_mutants_are_not_accepted_where_they_are_false() -> None:
    """Some, from every claim."""
    attacked(200, 8)


@pytest.mark.long
def test_ten_thousand_mutants_are_not_accepted_where_they_are_false() -> None:
    """Of every certificate."""
    attacked(10_000, 1)
