"""Steps as plain data: all that a page shows of them, as a notebook stores it."""

import json

import pytest

from derivations import Notation, Premise, Report, derive
from derivations.derivation.board import Board
from derivations.derivation.step import SCHEMA, STEP_TYPE, step_data
from derivations.language.grammar import parse_relation
from derivations.language.printing.text import relation_text
from derivations.numbers.numbers_line import NUMBERS_TYPE
from derivations.writers.html.template import equation_block

from ..lecture_balance import LECTURE_BALANCE


@pytest.fixture(scope="module")
def as_built() -> Report:
    """The balance on the blackboard."""
    return derive(LECTURE_BALANCE)


@pytest.fixture(scope="module")
def long_context() -> Report:
    """The same at a context of 128k, where nothing balances."""
    return derive(LECTURE_BALANCE, values={"L": "128k token/sequence"})


def test_a_notebook_stores_text_markdown_and_data(as_built: Report) -> None:
    """The three say the same, and the data survives JSON."""
    step = as_built["balance-batch"]
    bundle = step._repr_mimebundle_()
    assert bundle["text/plain"] == str(step)
    assert bundle["text/markdown"] == step.to_markdown()
    data = json.loads(json.dumps(bundle[STEP_TYPE]))
    assert (data["schema"], data["name"], data["label"], data["rule"]) == (SCHEMA, "balance-batch", "16", "rewrite")
    assert data["relation"] == "B = r*s/(n*(1 - L/L_x))"
    assert data["conditions"] == [{"relation": "L < L_x", "latex": r"L < L_{\times}"}]
    assert (data["context"], data["supposes"], data["along"]) == ("at balance", ["balance"], "")
    assert data["verdict"]["finding"] == "proven"
    assert data["letters"]["L_x"]["latex"] == r"L_{\times}"


def test_letters_are_those_that_occur(as_built: Report) -> None:
    """No more, and none is missing, in the order of the notation."""
    data = as_built["sparsity"]._repr_mimebundle_()[STEP_TYPE]
    assert list(data["letters"]) == ["s", "N_total", "N_active"]


def test_relations_read_back_as_they_were_written(as_built: Report) -> None:
    """A page reads the tree from the text, so that the text must lead to it."""
    for step in as_built.derivation:
        assert step.relation is not None
        read = parse_relation(step._repr_mimebundle_()[STEP_TYPE]["relation"])
        assert read == step.relation.written
        assert relation_text(read) == str(step.relation)


def test_a_reject_without_a_relation_keeps_its_statement(as_built: Report) -> None:
    """What is wrong in its dimensions is no relation, and is shown all the same."""
    data = as_built["flop-per-byte"]._repr_mimebundle_()[STEP_TYPE]
    assert (data["relation"], data["latex"], data["statement"]) == (None, None, "B = (C/W)*s/n")
    assert data["verdict"]["finding"] == "refuted"
    assert data["letters"] == {}


def test_numbers_lines_are_data_too(as_built: Report) -> None:
    """The formula, the form that is filled in, and the values in it."""
    data = json.loads(json.dumps(as_built.result._repr_mimebundle_()[NUMBERS_TYPE]))
    assert data["result"] == "3,738 sequences"
    assert data["reason"] is None
    assert data["filled"] == "r*s/(n*(1 - L/L_x))"
    assert data["values"]["r"] == "206.1 token"
    assert data["latex"] == as_built.result.latex
    assert {"r", "C_gpu"} <= data["letters"].keys()


def test_numbers_lines_without_a_number_say_why(long_context: Report) -> None:
    """Beyond the crossover there is no balance."""
    data = long_context.result._repr_mimebundle_()[NUMBERS_TYPE]
    assert data["result"] is None
    assert "L_x" in data["reason"]


def test_what_a_sum_counts_with_has_its_letter() -> None:
    """A page sets it like any other, though it is no quantity of the relation."""
    notation = Notation.of("S [] sum\nk_x [] (integer) what counts\nn [] (integer) how many\nm [] not there")
    board = Board(notation)
    board.take(Premise("added", "S = sum(k_x^2, k_x, 0, n)"))
    assert list(step_data(board.finish()["added"])["letters"]) == ["S", "k_x", "n"]


def test_the_letters_of_a_derivative_that_holds_something_are_told() -> None:
    """The cost is in no relation of the step, and in its note."""
    notation = Notation.of("cost [] cost\np [] price\nN [] size\nD [] data\nk [] constant\nslope [] slope\nq [] other")
    board = Board(notation)
    cost = board.take(Premise("cost", "cost = p*N*D"))
    board.take(Premise("data", "D = k/N^3"))
    board.differentiate("varied", cost, "N", "slope", holding=("D",))
    data = step_data(board.finish()["varied"])
    assert data["note"] == "(∂cost/∂N)_D, at fixed D"
    assert set(data["letters"]) == {"slope", "p", "D", "cost", "N"}
    block = equation_block(data, "varied")
    assert "<mfrac>" in block
    assert "(∂cost" not in block
