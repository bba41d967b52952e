"""The template of a claim: it derives as it stands, every step proven, and a premise of it is replaced."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from derivations.claim.claim_file import claims_in
from derivations.proof.verdict import Finding
from derivations.report import derive


def test_the_template_is_a_claim_that_is_proven(tmp_path: Path, command: Any) -> None:
    """As the command prints it; its wrong statement is refuted, and a changed premise changes the number."""
    file = tmp_path / "my_claims.py"
    printed = command("list", "--template")
    file.write_text(printed.out, encoding="utf-8")
    (claim,) = claims_in(file).values()
    report = derive(claim)
    assert {step.verdict.finding for step in report.derivation.steps} == {Finding.PROVEN}
    assert report.result.value == Fraction("38.4e12") / Fraction("671e9")
    slower = derive(claim, premises={"reading": "t_read = 2*S/W_mem"})
    assert 2 * slower.result.value == report.result.value
