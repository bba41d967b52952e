"""Steps of a report are numbers where the report has some."""

import pytest

from derivations import Report, UndecidedError
from derivations.claim.numbered_step import NumberedStep


def test_a_step_of_a_report_has_a_number_and_its_unit(as_built: Report) -> None:
    """In the quantity's own unit, as the numbers line has it."""
    step = as_built["balance-batch"]
    assert step.value == as_built.result.in_unit
    assert (step.unit, as_built.result.unit) == ("sequence", "sequence")
    assert float(step) == float(as_built.result) == float(step.value)


def test_it_is_the_step_of_the_derivation_still(as_built: Report) -> None:
    """Equal from either side, and printed alike."""
    step, own = as_built["balance-batch"], as_built.derivation["balance-batch"]
    assert step == own
    assert own == step
    assert str(step) == str(own)
    assert step != as_built["grouped"]
    assert step != "balance-batch"


def test_a_step_without_a_number_says_why(long_context: Report) -> None:
    """A condition fails there."""
    step = long_context[long_context.headline.name]
    for ask in (lambda: step.value, lambda: float(step), lambda: float(long_context.result)):
        with pytest.raises(UndecidedError, match="has no number: no balance"):
            ask()


def test_a_step_without_its_report_has_no_numbers(as_built: Report) -> None:
    """As when its fields are copied."""
    alone = NumberedStep.of(as_built["grouped"], None)  # type: ignore[arg-type]
    with pytest.raises(UndecidedError, match="taken out of its report"):
        float(alone)
