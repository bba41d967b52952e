"""The finder of certificates: what it finds, beside a false twin of which there is none."""

from collections.abc import Sequence

import pytest

from derivations.kernel.certificate import upholds
from derivations.kernel.statement import statement
from derivations.kernel.term import Proposition
from derivations.language.grammar import parse_relation
from derivations.proof.finder import Finder, find_certificate

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


@pytest.mark.long
def test_a_search_ends() -> None:
    """Where the work is done there is no certificate, and no error."""
    given = [f"({'+'.join(f'{k}*a*x^{k}' for k in range(1, 9))})*({name} + b)^6 >= c^{turn}" for turn, name in
             enumerate(("p", "q", "r", "v", "y", "z"), 1)]
    assert not shown("(a + b + p + q + r + v)^6 + c > (x + y + z)^7", given)


def test_what_fails_at_a_point_is_not_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """That b is ahead in max(a, b), say, where a point has the larger a: the cases are told apart at once."""
    asked: list[Proposition] = []
    direct = Finder._direct

    def recorded(self: Finder, goal: Proposition, *rest: object, **options: object) -> object:
        asked.append(goal)
        return direct(self, goal, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Finder, "_direct", recorded)
    assert shown("2*max(a, b) >= a + b", [])
    a, b = (("s", name) for name in "ab")
    assert (">=", b, a) not in asked
    asked.clear()
    assert shown("max(a, b) = a", ["a > b"])  # what does not fail at one is
    assert (">=", a, b) in asked


def test_what_is_not_zero_by_nature_takes_one_call() -> None:
    """Whatever else is given, and put into the goal itself."""
    names = tuple(DOMAINS)
    given = [parse_relation(each, names, {}) for each in ("a = b*p", "p = q + r")]
    found = find_certificate(statement(given, parse_relation("y/(a + b) = y/(b + a)", names, {}), DOMAINS, {}))
    assert found is not None
    first, *others = (found["calls"][place][0] for place in found["goals"])
    assert (first, set(others)) == ("rewrite", {"combine"})


def test_a_sign_that_nature_gives_is_in_no_certificate() -> None:
    """The kernel knows from the domain that y > 0: what is given is a multiple of the goal by it, and that is all."""
    names = tuple(DOMAINS)
    given, goal = (parse_relation(text, names, {}) for text in ("x*y > y*z", "x > z"))
    found = find_certificate(statement([given], goal, DOMAINS, {}))
    assert found is not None
    assert [rule for rule, *_ in found["calls"]] == ["assume", "combine"]


@pytest.mark.parametrize(
    ("given", "right", "wrong"),
    [
        (["a <= 1"], "a^x <= 1", "a^x <= 1/2"),
        (["d <= 1", "d > 0"], "d^(x*y) <= 1", "1 <= d^(x*y)"),
        (["x >= b + y*(1 - (p/(p + q))^z) + w"], "x >= b", "x >= b + y"),
        (["x >= (b + y*(1 - (p/(p + q))^z))/v + w"], "x >= b/v + w", "x >= (b + y)/v + w"),
        (["y = p/(p + q)"], "1 - y^z >= -z*log(y)*y^z", "1 - y^z >= -2*z*log(y)*y^z"),
    ],
)
def test_powers_with_letters_in_their_exponents(given: Sequence[str], right: str, wrong: str) -> None:
    """A power of what is at most 1 is, too; and it lies below what its logarithm tells."""
    assert shown(right, given)
    assert not shown(wrong, given)


@pytest.mark.parametrize(("goal", "given"), [("a^x <= 1", []), ("a^c <= 1", ["a <= 1"]), ("d^x <= 1", ["d <= 1"])])
def test_no_bound_of_a_power_of_what_may_be_larger(goal: str, given: Sequence[str]) -> None:
    """Nor of one with an exponent that may be negative, or of a base that may be."""
    assert not shown(goal, given)


def test_a_power_of_zero_has_a_value_where_its_exponent_is_positive() -> None:
    """0^y = 0 for y > 0; for an exponent of any sign, 0 has none."""
    assert shown("x*w^y = w^y*x", [])
    assert not shown("x*w^c = w^c*x", [])
    assert not shown("x*c^y = c^y*x", [])
