"""Quantities and notations."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Float, Integer, Rational

from derivations.errors import InputError, UnknownNameError
from derivations.language.quantity import DOMAINS, RESERVED, Notation, Quantity, bounds_of, domains_of, quantity_line


@pytest.mark.parametrize(
    ("domain", "known"),
    [
        ("positive", {"is_positive": True}),
        ("nonnegative", {"is_nonnegative": True, "is_positive": None}),
        ("fraction", {"is_positive": True}),
        ("integer", {"is_integer": True, "is_positive": True}),
        ("real", {"is_real": True, "is_positive": None, "is_nonnegative": None}),
    ],
)
def test_a_symbol_knows_its_domain_and_no_more(domain: str, known: dict[str, bool | None]) -> None:
    symbol = Quantity("x", "", "", domain).symbol
    assert {name: getattr(symbol, name) for name in known} == known
    assert domain in DOMAINS


@pytest.mark.parametrize("name", ["", "2x", "x y", "x-y", "_x", "μ", "x" * 41, *sorted(RESERVED)])
def test_names_are_letters_digits_and_underscores(name: str) -> None:
    with pytest.raises(InputError, match="cannot name a quantity"):
        Quantity(name, "", "")


def test_an_unknown_domain_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean positive") as error:
        Quantity("x", "", "", "positiv")
    assert error.value.suggestions == ("positive",)


def test_an_unknown_unit_is_an_error_at_once() -> None:
    with pytest.raises(UnknownNameError, match="unknown unit 'parsec'"):
        Quantity("x", "parsec", "")


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("W", "W"), ("kappa", r"\kappa"), ("N_total", r"N_{\mathrm{total}}"), ("L_x", "L_{x}"),
        ("mfu", r"\mathrm{mfu}"), ("M_gpu", r"M_{\mathrm{GPU}}"), ("t_kv_far", r"t_{\mathrm{KV,far}}"),
    ],
)
def test_letters_are_made_from_names(name: str, latex: str) -> None:
    assert Quantity(name, "", "").latex == latex
    assert Quantity(name, "", "", latex="Z").latex == "Z"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("W [byte/s] bandwidth", ("W", "byte/s", "positive", "bandwidth")),
        ("eta [] (fraction) decode efficiency", ("eta", "", "fraction", "decode efficiency")),
        ("x [] (per GPU) a rate", ("x", "", "positive", "(per GPU) a rate")),
        ("  n   [ token/sequence ]  ", ("n", "token/sequence", "positive", "")),
    ],
)
def test_a_line_is_read(line: str, expected: tuple[str, str, str, str]) -> None:
    found = quantity_line(line)
    assert (found.name, found.unit, found.domain, found.meaning) == expected


@pytest.mark.parametrize("line", ["W", "W byte/s", "[byte] W"])
def test_a_line_without_a_unit_in_brackets_is_an_error(line: str) -> None:
    with pytest.raises(InputError, match=r"cannot read quantity|cannot name a quantity"):
        quantity_line(line)


def test_a_notation_keeps_its_order_and_finds_by_name() -> None:
    notation = Notation.of("b [] two\n\na [] one")
    assert [quantity.name for quantity in notation] == ["b", "a"]
    assert notation.order == {"b": 0, "a": 1}
    assert notation["a"].meaning == "one"
    assert "a" in notation
    assert "c" not in notation


def test_an_unknown_quantity_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean N_total"):
        Notation.of("N_total [] x\nN_active [] y")["N_totl"]


def test_a_name_is_given_once() -> None:
    with pytest.raises(InputError, match="'a' is defined twice"):
        Notation.of("a [] one\na [] two")


def test_extending_keeps_identical_quantities_once_and_refuses_others() -> None:
    notation = Notation.of("a [] one")
    assert notation.extended(Notation.of("a [] one\nb [] two")).order == {"a": 0, "b": 1}
    with pytest.raises(InputError, match="'a' is defined twice"):
        notation.extended(Notation.of("a [s] another"))


NUMBERS = (Fraction(-2), Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2))


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("positive", (0, 0, 1, 1, 1, 1)),
        ("nonnegative", (0, 1, 1, 1, 1, 1)),
        ("fraction", (0, 0, 1, 1, 0, 0)),
        ("integer", (0, 0, 0, 1, 0, 1)),
        ("real", (1, 1, 1, 1, 1, 1)),
    ],
)
def test_what_each_domain_contains(name: str, inside: tuple[int, ...]) -> None:
    """The same for fractions and for SymPy's numbers."""
    domain = DOMAINS[name]
    for number, expected in zip(NUMBERS, inside, strict=True):
        assert domain.contains(number) is bool(expected)
        assert domain.contains(Rational(number.numerator, number.denominator)) is bool(expected)
    assert domain.contains(Integer(1))
    assert domain.contains(Float("0.5")) is bool(inside[2])


def test_symbols_carry_what_sympy_can_say() -> None:
    """The assumptions never claim more than the limits."""
    for name, domain in DOMAINS.items():
        symbol = Quantity("q", "", "quantity", domain=name).symbol
        assert bool(symbol.is_positive) is (domain.contains(1) and not domain.contains(0))
        assert bool(symbol.is_nonnegative) is (not domain.contains(-1))
        assert bool(symbol.is_integer) is domain.whole


def test_every_domain_has_words_for_a_reader() -> None:
    """They finish the sentence "L must be ..."."""
    assert all(domain.words for domain in DOMAINS.values())
    assert all(name == domain.name for name, domain in DOMAINS.items())


def test_a_notation_knows_what_stays_below_what_and_is_found_again() -> None:
    """By way of what bounds a quantity; equal notations are one key, whoever made them."""
    lines = "a [] x\nb [] y"
    below = (Quantity("part", "", "some", at_most="a"), Quantity("share", "", "few", at_most="a"))
    notation = Notation.of(lines).extended(below)
    assert notation.below("a") == below
    assert notation.below("b") == notation.below("none") == ()
    assert hash(notation) == hash(Notation.of(lines).extended(below))
    assert {notation: 1}[Notation.of(lines).extended(below)] == 1
    assert domains_of(below) == {"part": "positive", "share": "positive"}
    assert bounds_of(notation) == {"part": "a", "share": "a"}
