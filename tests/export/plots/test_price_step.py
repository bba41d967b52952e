"""The cache per token that a step in a price implies."""

import pytest

from derivations import UndecidedError, derive, price_step_plot


@pytest.mark.long
def test_at_the_step_the_lines_are_what_follows() -> None:
    """On the cards, by the card of the model, and as said; in bytes or in a multiple of them."""
    report, said = derive("kv-bytes"), derive("kv-bytes", as_said=True)
    implied, stored, spoken, mark = price_step_plot(report).axes[0].lines
    step = float(report.scenario.values["L"].number)
    assert list(mark.get_xdata()) == [step, step]
    at = min(range(len(implied.get_xdata())), key=lambda place: abs(implied.get_xdata()[place] - step))
    unit = implied.get_ydata()[at] / float(report["kv-bytes"].value)
    for line, value in ((implied, report["kv-bytes"].value), (stored, report["dense-read"].value),
                        (spoken, said["kv-bytes"].value)):
        assert line.get_ydata()[at] == pytest.approx(float(value) * unit, rel=0.05)
    assert unit == pytest.approx(1e-3, rel=0.01)


def test_without_a_balance_nothing_is_implied() -> None:
    with pytest.raises(UndecidedError, match="has no relation"):
        price_step_plot(derive("kv-bytes", premises={"roofline": "no-overlap"}))
