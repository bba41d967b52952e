"""The name of the numbers behind a result."""

import pytest

from derivations import derive


@pytest.mark.long
def test_a_result_without_hardware_is_not_called_as_built() -> None:
    """It says whose numbers it rests on: a price list, or the claim's own; with a card behind it, the scenario."""
    assert derive("fast-mode").basis == "Claude Opus 4.6 and 4.7 and the claim's own numbers"
    assert derive("bubbles").basis == "the claim's own numbers"
    report = derive("optimal-batch")
    assert report.basis == report.scenario.title
    changed = derive("bubbles", values={"n_stages": "8"})
    assert changed.basis == changed.scenario.title
