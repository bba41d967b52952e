"""The finder of certificates: what it finds, beside a false twin of which there is none."""

from collections.abc import Sequence

import pytest

from derivations.kernel.certificate import upholds
from derivations.kernel.statement import statement
from derivations.language.grammar import parse_relation
from derivations.search.finder import find_certificate

DOMAINS = {
    **dict.fromkeys(("a", "b", "p", "q", "r", "v", "x", "y", "z"), "positive"), "w": "nonnegative", "n": "integer",
    "c": "real", "d": "real",
}


def shown(goal: str, given: Sequence[str]) -> bool:
    """Whether a certificate is found; each that is found is replayed."""
    names = tuple(DOMAINS)
    asked = statement(
        [parse_relation(each, names, {}) for each in given], parse_relation(goal, names, {}), DOMAINS, {}
    )
    found = find_certificate(asked)
    assert found is None or upholds(found, asked)
    return found is not None


@pytest.mark.parametrize(
    ("given", "right", "wrong"),
    [
        (["a*x^p = b"], "x = (b/a)^(1/p)", "x = (b/a)^p"),  # a power with any exponent, turned round
        (["a*x^(p + q) = b"], "x = (b/a)^(1/(p + q))", "x = (b/a)^(1/p + 1/q)"),
        (["y = (c/d)^(1/(1 + 1 + 1))", "z = y^3", "c/d > 0"], "z = c/d", "z = d/c"),  # a root as it is written
        (["x = (p/(p + q))^(p/(p + q))*(p/(p + q))^(q/(p + q))"], "x = p/(p + q)", "x = q/(p + q)"),
        (["y = 1/((1 + d)*(2 - d)^2)"], "y = 1/(4 - 3*d^2 + d^3)", "y = 1/(4 + d^3)"),
        (["y = 1/((1 + d)*(2 - d)^2)"], "(2 - d)*y = 1/(2 + d - d^2)", "(2 - d)*y = 1/(2 - d^2)"),
        # an inequality with what is below the line negative, and one below it that is only not zero
        (["x > 1", "v > 1"], "(x - 1)/(1 - x*v) < 0", "(x - 1)/(1 - x*v) > 0"),
        (["1 - y = (w + a*(n - 1))/(n + a*(n - 1))"], "y <= 1", "y >= 1"),
        # the goal's own quantities stay, and what is positive only by a product stays so
        (["x > 1", "v > 1", "x*(v - 1)/(x - 1) = w*b/a", "a >= w*b*(p - 1)/p", "v = y/z"], "w > 0", "w > 1"),
    ],
)
def test_what_is_found(given: list[str], right: str, wrong: str) -> None:
    """And what is not so is not."""
    assert shown(right, given)
    assert not shown(wrong, given)


def test_a_search_ends() -> None:
    """Where the work is done there is no certificate, and no error."""
    given = [f"({'+'.join(f'{k}*a*x^{k}' for k in range(1, 9))})*({name} + b)^6 >= c^{turn}" for turn, name in
             enumerate(("p", "q", "r", "v", "y", "z"), 1)]
    assert not shown("(a + b + p + q + r + v)^6 + c > (x + y + z)^7", given)
