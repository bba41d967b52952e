"""Elimination: equations used up, domains kept as facts."""

import pytest

from derivations.language.grammar import parse_expression
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation
from derivations.language.to_sympy import to_sympy
from derivations.proof.elimination import Fact, defined_facts, eliminate, fact_of, truth
from derivations.proof.obligation import Obligation

NOTATION = Notation.of("""
    a [] x
    b [] x
    c [] x
    d [] x
    L [] (nonnegative) x
    f [] (fraction) x
    n [] (integer) x
    x [] (real) x
""").extended([Quantity("k", "", "few", "integer", at_most="m"), Quantity("m", "", "many", "integer")])


def used(*texts: str) -> dict[str, str]:
    """What was substituted, as text."""
    given = tuple(relation(text, NOTATION) for text in texts)
    found = eliminate(given, Obligation(given[0], given).quantities)
    return {symbol.name: str(value) for symbol, value in found.substitution.items()}


def facts(*texts: str) -> set[str]:
    """The facts that are left, as text."""
    given = tuple(relation(text, NOTATION) for text in texts)
    found = eliminate(given, Obligation(given[0], given).quantities)
    return {f"{fact.expression} {'>' if fact.strict else '>='} 0" for fact in found.facts}


def contradictory(*texts: str) -> bool:
    """Whether what is given was seen to be impossible."""
    given = tuple(relation(text, NOTATION) for text in texts)
    return eliminate(given, Obligation(given[0], given).quantities).contradictory


def test_an_equation_for_a_symbol_removes_it() -> None:
    assert used("a = b*c") == {"a": "b*c"}
    assert used("b*c = a") == {"a": "b*c"}


def test_equations_are_used_one_into_the_other() -> None:
    assert used("a = b*c", "b = c + d") == {"a": "c*(c + d)", "b": "c + d"}


def test_a_symbol_is_removed_where_its_factor_cannot_vanish() -> None:
    assert set(used("(a + b)*x = (c - d)^2*a^2 - b^2")) == {"x"}
    assert used("(a - b)*x = L^2 - a*b*c^2") == {}


def test_a_symbol_inside_a_max_or_a_root_is_not_removed() -> None:
    assert "a" not in used("max(a, b)*c + a*d = a^2*b")
    assert "a" not in used("sqrt(a + b) + a*f = b^2*a^2")


def test_units_are_not_removed() -> None:
    """A base unit is the number one, and no quantity."""
    notation = Notation.of("t [token] x\ns [] y")
    given = (relation("1[token]*s = t*s^2", notation),)
    found = eliminate(given, Obligation(given[0], given).quantities)
    assert all(not symbol.name.startswith("[") for symbol in found.substitution)


def test_what_the_domain_of_a_removed_symbol_says_stays_behind() -> None:
    assert facts("a = b - c") == {"b - c > 0"}
    assert facts("L = b - c") == {"b - c >= 0"}
    assert facts("f = a") == {"1 - a >= 0"}
    assert facts("x = b - c") == set()


def test_domains_are_facts_beyond_what_a_symbol_knows() -> None:
    assert facts("f < a") == {"1 - f >= 0", "a - f > 0"}
    assert facts("n < a") == {"n - 1 >= 0", "a - n > 0"}
    assert "-k + m >= 0" in facts("k < a")


def test_where_a_relation_has_no_value_it_says_nothing() -> None:
    assert "L > 0" in facts("x = a/L")
    assert "a - b >= 0" in facts("x = sqrt(a - b)")
    assert "a - b > 0" in facts("x = 1/sqrt(a - b)")
    assert defined_facts(to_sympy(parse_expression("a/b + b^-2"), NOTATION)) == ()


@pytest.mark.parametrize(
    "texts",
    [("a = -b",), ("a = b", "b = 2*a"), ("a < a - b",), ("a < a",), ("f = 1 + a",), ("a + b = 0",), ("a + L = 0",)],
)
def test_what_cannot_be_is_seen(texts: tuple[str, ...]) -> None:
    assert contradictory(*texts)


@pytest.mark.parametrize("texts", [("L = 0*a",), ("a = b", "b = a"), ("a <= a",), ("f <= 1",), ("x = -a",)])
def test_what_can_be_is_no_contradiction(texts: tuple[str, ...]) -> None:
    assert not contradictory(*texts)


def test_inequalities_become_facts_with_their_strictness() -> None:
    a, b = NOTATION["a"].symbol, NOTATION["b"].symbol
    assert fact_of(relation("a < b", NOTATION)) == Fact(b - a, strict=True)
    assert fact_of(relation("a >= b", NOTATION)) == Fact(a - b, strict=False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a > 0", True), ("L > 0", None), ("L >= 0", True), ("a < 0", False), ("L < 0", False), ("a > b", None)],
)
def test_facts_that_are_always_or_never_true(text: str, expected: bool | None) -> None:
    assert truth(fact_of(relation(text, NOTATION))) is expected
