"""Restrictions: what is so of a power between 0 and 1 by what is so at both ends."""

import pytest
from sympy import Expr, Symbol

from derivations.derivation.restrictions import Restriction
from derivations.proof.elimination import Fact

a, q, e = (Symbol(name, positive=True) for name in "aqe")
power = q**e


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        (a - a * power, True), (1 + a * (2 - power) / (1 + a), True), (a * power - 2 * a, False),
        # not of the first degree: above zero at both ends, and below in between
        (2 * (2 * power - 1) ** 2 - 1, False), ((2 * power - 1) * (4 * power - 2) - 1, False),
        (a + (a - 20 * a * power) * (1 - power) ** 2, False),
    ],
)
def test_what_holds_at_both_ends_holds_between_them_in_the_first_degree_alone(expression: Expr, holds: bool) -> None:
    """Where the power stands twice in a product, or under another one, the ends say nothing."""
    found = Restriction("it", expression, strict=False)
    assert found.holds((Fact(1 - q, strict=False),)) is holds
    assert not found.holds(()) or not expression.has(power)
