"""A missing value is named, with the cards that have it."""

from dataclasses import replace

import pytest

from derivations import InputError, derive
from derivations.claims.index import find_claim
from derivations.claims.shared.rounds import LEFT_NEXT, RIGHT_NEXT, undo_rounds
from derivations.derivation.board import Board
from derivations.derivation.script import Handle
from derivations.study.missing_values import refuse_missing


def test_a_result_with_a_number_lacks_nothing() -> None:
    refuse_missing(derive("optimal-batch"))


@pytest.mark.long
def test_a_quantity_that_some_cards_have_is_named_with_them() -> None:
    """A dense model has no experts; all that is wanting is told at once."""
    report = derive("optimal-batch", model="llama-3.1-70b", premises={"weight-fetch": "touched-experts"})
    with pytest.raises(InputError, match=r"^no number for B in optimal-batch: .*k_active .*deepseek-v3, ") as told:
        refuse_missing(report)
    assert "\n" not in str(told.value)
    assert str(told.value).count("take a model") == 1


@pytest.mark.long
def test_a_quantity_that_no_card_has_is_the_readers_to_give() -> None:
    report = derive("optimal-batch", premises={"kv-fetch": "top-k"})
    with pytest.raises(InputError, match=r'give --set L_top="... token/sequence"$'):
        refuse_missing(report)


def test_a_value_that_was_left_out_can_be_given_again() -> None:
    report = derive("optimal-batch", without="C_gpu")
    with pytest.raises(InputError, match=r"C_gpu .* take an accelerator whose card has it: "):
        refuse_missing(report)


def test_what_has_no_formula_lacks_no_number() -> None:
    """Nothing that a reader could give would help."""
    refuse_missing(derive("optimal-batch", premises={"roofline": "no-overlap"}))


def test_a_result_about_any_function_lacks_nothing() -> None:
    """No value could give it a number, so that none is asked for, whatever else was changed."""

    def undone(board: Board) -> Handle:
        return undo_rounds(board, (board.take(LEFT_NEXT), board.take(RIGHT_NEXT)))

    report = derive(replace(find_claim("feistel"), name="undone", body=undone, result="plain-left"))
    refuse_missing(report)
    assert list(report.result.missing) == ["left"]
