"""Points at which premises hold: exact, in every domain, with functions where premises speak of them."""

from fractions import Fraction

from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.statement import Statement
from derivations.kernel.term import ONE, ZERO, Term, number
from derivations.rocq.point import find_point

X, Y, Z, K = (("s", name) for name in "xyzk")


def statement(*given: tuple[str, Term, Term], **domains: str) -> Statement:
    return Statement(given, (), domains, {})


def test_every_premise_holds_at_it() -> None:
    """Definitions, an inequality, and a power with a whole exponent."""
    facts = statement(("=", X, ("*", Y, ("pow", Z, Y))), (">", X, number(3)), x="positive", y="positive", z="integer")
    found = find_point(facts, [])
    assert found is not None
    assert all(ExactPoint(found.values).holds(fact) for fact in facts.given)
    assert found.values["z"].denominator == 1


def test_a_power_is_a_product_of_few_factors_there() -> None:
    """Rocq multiplies out a dozen: 2^40 is a number as well, and the point at which it would stand is passed over."""
    def of(times: int) -> Statement:
        return statement(("=", X, ("pow", number(2), Y)), ("=", Y, number(times)), x="positive", y="positive")

    few = find_point(of(12), [])
    assert few is not None
    assert few.values == {"x": Fraction(2**12), "y": Fraction(12)}
    assert find_point(of(40), []) is None


def test_there_is_none_where_premises_contradict_each_other() -> None:
    assert find_point(statement(("=", X, ("*", number(-1), Y)), x="positive", y="positive"), []) is None


def test_a_function_is_constant_or_a_power() -> None:
    """f(k + 1) = 2 f(k) with f(0) = 1 has no constant one."""
    at: Term = ("app", "f", ("+", K, ONE))
    doubled: Term = ("*", number(2), ("app", "f", K))
    doubles = statement(("=", at, doubled), ("=", ("app", "f", ZERO), ONE), f="positive", k="whole")
    found = find_point(doubles, ["f"])
    assert found is not None
    assert found.base == {"f": Fraction(2)}
    same = find_point(statement(("=", at, ("app", "f", K)), f="positive", k="whole"), ["f"])
    assert same is not None
    assert same.constant["f"] > 0


def test_a_function_is_a_line_where_it_grows_by_as_much_each_time() -> None:
    """f(k + 1) = f(k) + 3 with f(0) = 0: no constant and no power."""
    grown: Term = ("+", ("app", "f", K), number(3))
    grows = statement(("=", ("app", "f", ("+", K, ONE)), grown), ("=", ("app", "f", ZERO), ZERO), f="real", k="whole")
    found = find_point(grows, ["f"])
    assert found is not None
    assert found.line == {"f": (Fraction(0), Fraction(3))}
    held = statement(*grows.given, f="fraction", k="whole")  # no line stays in there
    assert find_point(held, ["f"]) is None


def test_a_quantity_on_both_sides_is_what_balances_them() -> None:
    """x = (1 - x)/4 at 1/5, which is none of the numbers that are tried."""
    share: Term = ("*", ("n", 1, 4), ("+", ONE, ("*", number(-1), X)))
    found = find_point(statement(("=", X, share), x="fraction"), [])
    assert found is not None
    assert found.values == {"x": Fraction(1, 5)}
    assert find_point(statement(("=", X, ("+", X, ONE)), x="real"), []) is None


def test_logarithms_have_a_quotient() -> None:
    ratio: Term = ("*", ("log", X), ("^", ("log", Y), -1))
    facts = statement(("=", Z, ratio), ("!=", ("log", Y), ZERO), x="positive", y="positive", z="positive")
    found = find_point(facts, [])
    assert found is not None
    assert found.values["y"] ** int(found.values["z"]) == found.values["x"]
