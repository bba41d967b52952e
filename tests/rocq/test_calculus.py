"""The second file for Rocq: slopes and limits by their definition, and nothing false."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from derivations import derive
from derivations.rocq.calculus import CalculusExport, calculus_export

from ..programs import coqc

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def export() -> CalculusExport:
    return calculus_export(derive("optimal-batch"))


@pytest.fixture(scope="module")
def judge() -> dict[str, Any]:
    """The script that has Rocq judge files."""
    coqc()
    found = runpy.run_path(str(ROOT / "scripts" / "rocq.py"))
    found["FOLDER"].mkdir(parents=True, exist_ok=True)
    if not found["has_coquelicot"]():
        pytest.skip("no Coquelicot here")
    return found


def test_a_limit_is_said_by_its_definition(export: CalculusExport) -> None:
    assert export.lemmas
    assert not export.left_out
    assert re.search(r"  filterlim \(fun \w+ : R => .+\) \(at_right 0\) \(locally .+\)\.\nProof", export.text)
    assert not re.search(r"\b(Admitted|Axiom|Parameter|Variable|Hypothesis|admit)\b", export.text)


@pytest.mark.long
def test_a_slope_is_said_by_its_definition_and_the_rest_is_named() -> None:
    found = calculus_export(derive("chinchilla"))
    own = found.text.partition("Lemma step_")[2]
    assert len(re.findall(r"^  is_derive \(fun \w+ : R => ", own, re.MULTILINE)) == len(found.lemmas)
    functions = calculus_export(derive("differential"))
    assert all(f"without {name}: {why}" in functions.text for name, why in functions.left_out)


def test_a_limit_of_what_nothing_else_stands_in_speaks_of_no_quantity() -> None:
    found = calculus_export(derive("context-wall"))
    assert "Lemma step_part_seen_of_many :\n  is_lim (fun " in found.text
    assert "forall ( : R)" not in found.text


@pytest.mark.long
def test_rocq_accepts_a_limit_and_rejects_another(
    export: CalculusExport, judge: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "claim.v").write_text(export.text, encoding="utf-8")
    assert judge["compiled"](tmp_path / "claim.v") == ""
    changed, times = re.subn(r"\(locally (.+)\)\.\nProof", r"(locally (2 * (\1))).\nProof", export.text, count=1)
    assert times
    (tmp_path / "changed.v").write_text(changed, encoding="utf-8")
    assert judge["compiled"](tmp_path / "changed.v")
