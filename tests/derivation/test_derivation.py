"""A finished derivation is asked about its steps."""

from derivations import Report


def test_premises_are_found_through_every_step_between(as_built: Report) -> None:
    """In the order of the derivation; a premise rests on none."""
    assert as_built.derivation.premises_behind(as_built["batch"]) == (
        "arithmetic-time", "weight-fetch", "kv-fetch", "memory-time", "roofline",
    )
    assert as_built.derivation.premises_behind(as_built["roofline"]) == ()


def test_the_subject_of_a_step_is_the_quantity_on_its_left(as_built: Report) -> None:
    """None where something else stands there."""
    assert str(as_built["batch"].subject) == "B"
    assert as_built["tokens-per-pass"].subject is None
