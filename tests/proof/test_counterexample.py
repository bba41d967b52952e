"""Counterexamples: exact, inside every domain, and checked back in all that was given."""

import pytest
from sympy import Integer, Rational

from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation
from derivations.proof import counterexample
from derivations.proof.counterexample import find_counterexample, holds_at
from derivations.proof.obligation import Obligation

NOTATION = Notation.of("""
    a [] x
    b [] x
    c [] x
    L [] (nonnegative) x
    M [] (nonnegative) x
    x [] (real) x
    y [] (real) x
    f [] (fraction) x
    n [] (integer) x
    p [] exponent
    t [token] with a unit
""").extended([Quantity("k", "", "few", "integer", at_most="m"), Quantity("m", "", "many", "integer", at_most="n")])


def search(goal: str, *given: str) -> dict[str, object] | None:
    """A counterexample to ``given ⊢ goal``."""
    return find_counterexample(
        Obligation(relation(goal, NOTATION), tuple(relation(text, NOTATION) for text in given))
    )


def at(text: str, **values: object) -> bool | None:
    """Whether a relation holds at a point."""
    return holds_at(relation(text, NOTATION), {NOTATION[name].symbol: value for name, value in values.items()})


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("a = b", ()),
        ("a <= b", ("a*c <= b*c + c",)),
        ("a/b = b/a", ("a < b",)),
        ("L > 0", ()),
        ("L/(L + M) < 1", ()),
        ("x > 0", ()),
        ("x^2 > 0", ()),
        ("f < 1", ()),
        ("n > 1", ()),
        ("k < m", ()),
        ("x^p >= 0", ()),
        ("sqrt(x^2) = x", ()),
        ("max(a, b) = a", ("a < 2*b",)),
        ("sqrt(a + b) = sqrt(a) + sqrt(b)", ()),
        ("a = b", ("a^2 = b^2 + c*L",)),
        ("t > 2[token]", ("t > 1[token]",)),
    ],
)
def test_points_satisfy_what_is_given_and_not_the_goal(goal: str, given: tuple[str, ...]) -> None:
    point = search(goal, *given)
    assert point is not None
    assert not at(goal, **point)
    assert all(at(text, **point) for text in given)
    for name, value in point.items():
        domain = NOTATION[name].domain
        assert value >= 0 or domain == "real"
        assert value > 0 or domain in ("real", "nonnegative")
        assert domain != "fraction" or value <= 1
        assert domain != "integer" or isinstance(value, Integer)


@pytest.mark.some(4)
@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("a + b > a", ()),
        ("f <= 1", ()),
        ("k <= n", ()),
        ("a < c", ("a < b", "b < c")),
        ("1/(1 + 1/L) > 0", ()),
        ("sqrt(x*y) = sqrt(x)*sqrt(y)", ()),
        ("log(x) = log(x*a) - log(a)", ()),
        ("exp(-100*a) > exp(-200*a)*exp(-100*a)", ()),
        ("a/L > 0", ()),
        ("a = 2*a", ("b < b - c",)),
        pytest.param("(sqrt(a + b + 2*sqrt(a*b)) - sqrt(a) - sqrt(b))*exp(c) = 0", (), marks=pytest.mark.long),
        # zero, and c is positive
        pytest.param("a = b", ("c = sqrt(a + b + 2*sqrt(a*b)) - sqrt(a) - sqrt(b)",), marks=pytest.mark.long),
    ],
)
def test_what_is_true_is_not_refuted(goal: str, given: tuple[str, ...]) -> None:
    """Where a part has no value, and where only rounding speaks, nothing is refuted."""
    assert search(goal, *given) is None


def test_the_same_question_has_the_same_answer() -> None:
    assert search("a = b", "a < c") == search("a = b", "a < c")


def test_only_quantities_in_question_are_named() -> None:
    point = search("a = b", "k < m")
    assert point is not None
    assert set(point) == {"a", "b", "k", "m"}


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("a = b", {"a": 2, "b": 2}, True),
        ("a >= b", {"a": 2, "b": 3}, False),
        ("a/L > 0", {"a": 1, "L": 0}, None),
        ("a/(a - b) > 0", {"a": 1, "b": 1}, None),
        ("1/(1 + 1/L) > 0", {"L": 0}, None),
        ("L/(1 + L) >= 0", {"L": 0}, True),
        ("max(1/L, a) > 0", {"a": 1, "L": 0}, None),
        ("sqrt(x) >= 0", {"x": -1}, None),
        ("sqrt(x)*sqrt(y) = 1", {"x": -1, "y": -1}, None),
        ("sqrt(x*y) = 1", {"x": -1, "y": -1}, True),
        ("sqrt(L) = 0", {"L": 0}, True),
        ("L^p = 0", {"L": 0, "p": Rational(1, 2)}, True),
        ("x^p < 0", {"x": -1, "p": 3}, True),
        ("x^p < 0", {"x": -1, "p": Rational(1, 2)}, None),
        ("log(x) > 0", {"x": -2}, None),
        ("log(L) < 0", {"L": 0}, None),
        ("a = b", {"a": 1}, None),
        ("sqrt(a)*sqrt(b) = sqrt(a*b)", {"a": 2, "b": 3}, True),
        ("sqrt(a) + sqrt(b) > sqrt(a + b + 2*sqrt(a*b))", {"a": 2, "b": 3}, False),
        ("(sqrt(a + b + 2*sqrt(a*b)) - sqrt(a) - sqrt(b))*exp(c) = 0", {"a": 6, "b": 5, "c": 3}, True),
        ("(log(a^2 + 2*a*b + b^2) - 2*log(a + b))*sqrt(c) = 0", {"a": 6, "b": 5, "c": 3}, True),
        ("(sqrt(a + 1/b) - sqrt(a))*sqrt(c) = 0", {"a": 6, "b": 10**20, "c": 3}, False),
        ("exp(-a) > exp(-2*a)", {"a": 1000}, True),
        ("exp(-a) = 2*exp(-a)", {"a": 1000}, False),
        ("t = 3[token]", {"t": 3}, True),
    ],
)
def test_relations_at_a_point(text: str, values: dict[str, object], expected: bool | None) -> None:
    """None where a side has no value, or a quantity none."""
    exact = {name: Rational(value) for name, value in values.items()}
    assert at(text, **exact) is expected


def test_a_root_and_a_fraction_close_to_it_are_not_taken_for_equal() -> None:
    """What digits cannot tell apart is left open, in what is given as in the goal."""
    close = "1259921049894873164767210607278228350570/1000000000000000000000000000000000000000"  # in 39 digits
    assert at(f"2^(1/3)*a > {close}*a", a=Rational(6)) is None
    assert at(f"2^(1/3) = {close}") is None
    assert at("2^(1/3)*4^(1/3) = 2") is True


@pytest.mark.parametrize("goal", ["sqrt(x)^2 >= 0", "y*(x/y) = max(x, 0)*x/max(x, 0)", "log(x) - log(x) = x - x"])
def test_where_it_has_no_value_as_written_it_fails_nowhere(goal: str) -> None:
    """SymPy makes x of sqrt(x)^2, which at -1 would be a point against what is true wherever it says anything."""
    assert search(goal) is None


def test_what_is_written_with_a_quotient_that_cancels_needs_its_denominator() -> None:
    assert at("a*(x/y) = x*(a/y)", a=Integer(1), x=Integer(1), y=Integer(0)) is None
    assert at("x*y/y > 0", x=Integer(1), y=Integer(0)) is None
    assert at("x*y/y > 0", x=Integer(1), y=Integer(2)) is True
    assert at("sqrt(x)*sqrt(x) < 0", x=Integer(-1)) is None
    assert at("sum(k*x/x, k, 1, 3) > x", x=Integer(2)) is True


def test_two_terms_that_are_no_real_numbers_make_none_inside_a_sum() -> None:
    """sqrt(-1) sqrt(-2) is no value, though SymPy says -sqrt(2)."""
    assert search("sum(sqrt(k - 2)*sqrt(k - 3), k, 1, n) = 0") is None
    assert at("sum(sqrt(k - 2)*sqrt(k - 3), k, 1, n) < 0", n=Integer(1)) is None
    assert at("sum(sqrt(k - 2)*sqrt(k - 3), k, 3, n) > 1", n=Integer(4)) is True


@pytest.mark.long
def test_a_power_whose_exponent_is_a_quotient_of_logarithms_is_no_algebraic_number() -> None:
    """An exponent without a denominator bounds no degree, and nobody asks for a minimal polynomial."""
    tied = ("b = a^(-p) - 1", "c = log(1 + b)/log(1/a)", "a < 1")
    assert search("a^c = 1/(1 + b)", *tied) is None


def test_a_power_of_too_many_digits_is_no_point() -> None:
    """Nor does it take long: a point is passed over where a power has more digits than can be written out."""
    assert at("b^a > 0", a=Integer(10) ** 30, b=Rational(192, 193)) is None
    assert at("b^a > 0", a=Integer(1000), b=Rational(192, 193)) is True
    assert at("b^a = 1", a=Integer(10) ** 30, b=Integer(1)) is True


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("a = b", ("a^2 = b^2 + c*L",)), ("L/(L + M) < 1", ("L > M",)), ("x > 0", ("1/x > a",)), ("k < m", ("n > 2",)),
        ("sqrt(a) = b", ("max(a, b) = a",)), ("x^p >= 0", ()), ("t > 2[token]", ("t > 1[token]",)),
    ],
)
def test_points_that_fractions_rule_out_refute_nothing(
    goal: str, given: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same point is found without them, which only spare the longer way."""
    ruled_out, asked = counterexample._ruled_out, []
    item = Obligation(relation(goal, NOTATION), tuple(relation(text, NOTATION) for text in given))

    def listened(*words: object) -> bool:
        asked.append(ruled_out(*words))  # type: ignore[arg-type]
        assert not (asked[-1] and counterexample._contradicts(item, words[1]))  # type: ignore[arg-type]
        return asked[-1]

    monkeypatch.setattr(counterexample, "_ruled_out", listened)
    found = find_counterexample(item)
    monkeypatch.setattr(counterexample, "_ruled_out", lambda *words: False)
    assert found == find_counterexample(item)
    assert asked
