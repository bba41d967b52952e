"""Lemmas for Rocq: what the kernel proves of powers and signs, and that the judge tells what a file rests on."""

import runpy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from derivations.kernel.statement import Statement
from derivations.kernel.term import ONE, ZERO, Term, number
from derivations.proof.finder import find_certificate
from derivations.rocq.lemma import lemma
from derivations.rocq.written import library

from ..programs import coqc

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def judge() -> dict[str, Any]:
    """The script that has Rocq judge files."""
    coqc()
    return runpy.run_path(str(ROOT / "scripts" / "rocq.py"))


@pytest.mark.long
def test_of_files_that_are_looked_at_together_the_one_that_rests_on_more_is_named(
    judge: dict[str, Any], tmp_path: Path
) -> None:
    """Also by a lemma whose proof is left out; coqchk refuses what is no compiled file."""
    every = "Lemma everything : True.\nProof. pose proof own. exact I.\nQed.\n"
    texts = {"good": "Lemma own : True.\nProof. exact I.\nQed.\n", "taken": "Axiom own : 0 = 1.\n",
             "left_out": "Lemma own : 0 = 1.\nAdmitted.\n"}
    files = {name: tmp_path / f"{name}.v" for name in texts}
    for name, text in texts.items():
        files[name].write_text(text + every, encoding="utf-8")
        assert judge["compiled"](files[name]) == ""
    assert judge["checked"]([files["good"]]) == {files["good"]: ""}
    assert judge["checked"](list(files.values())) == {
        files["good"]: "", files["taken"]: "it rests on taken.own", files["left_out"]: "it rests on left_out.own"}
    for end in (".vo", ".v"):
        files["good"].with_suffix(end).write_bytes(b"")
    assert judge["checked"]([files["good"]])[files["good"]]


B, K, N, X, Y = (("s", name) for name in "bknxy")
MINUS: Term = ("*", number(-1), B)
LEFT: Term = ("+", ONE, ("*", number(-1), ("*", X, ("^", Y, -1))))
WHOLE: Term = ("*", N, ("*", ONE, ("^", N, -1)))
SUM: Term = ("+", X, ("*", K, B))
ALIKE = {
    "a power of what is below zero, with a sum for an exponent": Statement(
        (), ((frozenset(), ("=", ("pow", MINUS, ("+", K, number(2))), ("*", ("pow", MINUS, K), ("^", B, 2)))),),
        {"b": "fraction", "k": "whole"}, {},
    ),
    "a sign of what is divided by something that a premise tells the sign of": Statement(
        ((">", Y, X), ("!=", LEFT, ZERO), ("!=", Y, ZERO)), ((frozenset(), (">=", ("*", B, ("^", LEFT, -1)), B)),),
        {"b": "positive", "x": "nonnegative", "y": "positive"}, {},
    ),
    "a power with an exponent that is one, divided by a fraction with a whole number from 1 in it": Statement(
        (("!=", N, ZERO), (">", X, ZERO)),
        ((frozenset(), ("=", ("*", ("pow", X, WHOLE), SUM, ("^", ("*", Y, SUM, ("^", N, -1)), -1)),
                        ("*", X, N, ("^", Y, -1)))),),
        {"b": "nonnegative", "k": "integer", "n": "positive", "x": "positive", "y": "positive"}, {},
    ),
    "a root to a whole power that is written as any other": Statement(
        (), ((frozenset(), ("=", X, ("pow", ("pow", X, number(Fraction(1, 2))), number(2)))),), {"x": "positive"}, {},
    ),
    "the sign of a power times what is zero or more": Statement(
        (), ((frozenset(), (">=", ("*", B, ("pow", X, Y)), ZERO)),),
        {"b": "nonnegative", "x": "positive", "y": "positive"}, {},
    ),
}


@pytest.mark.long
def test_rocq_accepts_powers_and_signs_of_each_kind(judge: dict[str, Any], tmp_path: Path) -> None:
    texts = [library()]
    for turn, (what, statement) in enumerate(ALIKE.items()):
        certificate = find_certificate(statement)
        assert certificate is not None, what
        texts.append(lemma(f"kind_{turn}", statement, certificate))
    file = tmp_path / "kinds.v"
    file.write_text("\n".join(texts), encoding="utf-8")
    assert judge["compiled"](file) == ""
