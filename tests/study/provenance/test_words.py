"""Steps in words."""

import pytest

from derivations import Report, derive
from derivations.language.grammar import parse_expression
from derivations.study.provenance.words import filled, in_order, in_words, left_of, premises_behind


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("roofline", "premise"),
        ("ridge", "definition"),
        ("balance", "where the two sides of roofline are equal"),
        ("compute-bound", "one regime of roofline"),
        ("balance-in-full", "balance, with compute-time, memory-time, weight-fetch and kv-fetch put in"),
        ("batch", "balance-in-full, solved for B"),
        ("crossover-context", "where the condition of batch ends"),
        ("balance-batch", "batch, in another form"),
        ("short-context", "the limit of batch, as L → 0"),
        ("tokens-per-pass", "follows from ridge-times-sparsity"),
        ("smallest-best-batch", "where time-per-sequence is least"),
        ("flop-per-byte", "a statement that is rejected"),
    ],
)
def test_a_step_says_what_was_done_to_what(as_built: Report, step: str, words: str) -> None:
    """The rule in words, with its inputs by name."""
    assert in_words(as_built[step]) == words


def test_a_form_that_was_given_up_says_so() -> None:
    """The note of the rule stands behind it."""
    changed = derive("optimal-batch", premises={"weight-fetch": "t_w = 2*b_w*N_total/W"})
    assert "kept" in in_words(changed["balance-batch"])


def test_premises_are_found_through_every_step_between(as_built: Report) -> None:
    """In the order of the derivation; a premise rests on none."""
    assert premises_behind(as_built.derivation, as_built["batch"]) == (
        "compute-time", "weight-fetch", "kv-fetch", "memory-time", "roofline",
    )
    assert premises_behind(as_built.derivation, as_built["roofline"]) == ()


def test_left_sides_and_quantities_in_their_order(as_built: Report) -> None:
    """As they are written, each once."""
    assert str(left_of(as_built["batch"])) == "B"
    assert left_of(as_built["tokens-per-pass"]) is None
    assert in_order(parse_expression("r*s/(n*(1 - L/L_x)) + r")) == ("r", "s", "n", "L", "L_x")


def test_numbers_are_put_in_where_they_say_more_than_the_result(as_built: Report, long_context: Report) -> None:
    """Not without a result, and not for a number that was given."""
    assert filled(as_built.numbers("sparsity")) == "671 billion parameter / (37 billion parameter)"
    assert filled(long_context.result) == ""
    said = derive("optimal-batch", as_said=True)
    assert filled(said.numbers("ridge")) == ""
