"""A step's mark: a tick is for what stands as its author meant it."""

from __future__ import annotations

import pytest

from derivations import derive
from derivations.claim.claim import Claim
from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.derivation.script import Handle
from derivations.derivation.step import Step, step_data
from derivations.language.quantity import Notation
from derivations.writers.html.template import equation_block

from ..document.texts import why_text

NOTATION = Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth")


def written(board: Board) -> Handle:
    """Steps that stand, a form that is given up, and statements that are to be rejected."""
    load = board.take(Premise("load", "t = S/W", because="every byte crosses once"))
    turned = board.solve("turned", load, for_="W")
    board.rewrite("kept", turned, "W = S/t", because="the same")
    board.reject("refuted", "W = 2*S/t", [turned], because="twice as fast")
    board.reject("stands", "W*t = S", [turned], because="is right")
    return board.rewrite("given-up", turned, "W = S/(2*t)", because="half")


CLAIM = Claim("loads", NOTATION, written)


@pytest.mark.parametrize(
    ("name", "mark", "standing"),
    [
        ("load", "", "taken"),
        ("turned", "✓", "proven (positive coefficients, normal form)"),
        ("kept", "✓", "proven (normal form)"),
        ("refuted", "✗", "refuted (does not follow)"),
        ("stands", "!", "not refuted: proven (normal form)"),
        ("given-up", "!", "its form was given up: proven (normal form)"),
    ],
)
def test_no_tick_for_what_is_not_as_it_was_meant(name: str, mark: str, standing: str) -> None:
    report = derive(CLAIM)
    step: Step = report.derivation[name]
    assert (step.mark, step.standing) == (mark, standing)
    others = {"✓", "✗", "!"} - {mark}
    block = equation_block(step_data(step), name)
    assert not any(f">{other}</span>" in block for other in others)
    assert not any(f"{other} *" in step.to_markdown() for other in others)
    for text in (report.to_text(), report.to_markdown()):
        assert mark == "" or f"{mark} {'*' if '**' in text else ''}{standing}".replace("*", "") in text.replace("*", "")


def test_where_a_number_comes_from_has_no_tick_for_a_form_given_up() -> None:
    report = derive(CLAIM, values={"S": "2 byte", "t": "1 s"})
    assert "! its form was given up: proven (normal form)" in why_text(report, "given-up")
    assert "✓ proven (normal form)" in why_text(report, "kept")
