"""A result in floats: the exact engine's number, and its reasons where there is none."""

from fractions import Fraction

import pytest

from derivations import Report, UndecidedError, derive
from derivations.numbers.scenario import fitted_value
from derivations.numbers.value import parse_value
from derivations.show.float_formula import FloatFormula


@pytest.mark.parametrize(
    ("claim", "name", "values"),
    [("optimal-batch", "L", ("0", "500", "2k")), ("cost-per-token", "B", ("1", "64", "4096")),
     ("queueing", "B_cap", ("100", "1k")), ("pipeline-kv", "ep_width", ("1", "8", "64"))],
)
def test_it_is_what_the_engine_finds(claim: str, name: str, values: tuple[str, ...]) -> None:
    """At other numbers than the report's own."""
    report = derive(claim)
    formula, quantity = FloatFormula.of(report), report.derivation.notation[name]
    for text in values:
        value = fitted_value(quantity, parse_value(f"{text} {quantity.unit}"))
        exact = report.evaluation.again(report.scenario.with_values({name: value})).line(report.headline.name)
        found = formula.at({name: float(value.number)})
        assert found.number == (None if exact.value is None else pytest.approx(float(exact.value), rel=1e-12))
        assert formula.text(found) == exact.result


def test_outside_its_condition_it_says_why(as_built: Report, long_context: Report) -> None:
    """In the words of the engine."""
    found = FloatFormula.of(as_built).at({"L": float(Fraction(128_000))})
    assert found.number is None
    assert found.reason == long_context.result.result


def test_what_has_no_closed_form_is_told() -> None:
    """Nothing is compiled for it."""
    with pytest.raises(UndecidedError, match="no closed form"):
        FloatFormula.of(derive("overtraining-optimum"))
