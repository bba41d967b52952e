"""Theorems: each rule gives what its lemma says, and refuses where a side condition fails."""

import copy
import json
import pickle
import subprocess
import sys
from fractions import Fraction
from random import Random

import pytest

from derivations.kernel.normal_form import Algebra
from derivations.kernel.term import MINUS_ONE, ONE, ZERO, KernelError, Proposition, Term, number
from derivations.kernel.theorem import Kernel, Theorem
from derivations.language.arithmetic import NotPlainError
from derivations.proof.form_terms import FormTerms

from .total_point import total_point

A, B, X, Y, N, BIT = (("s", name) for name in ("a", "b", "x", "y", "n", "z"))
DOMAINS = {
    "a": "positive", "b": "positive", "x": "real", "y": "nonnegative", "n": "integer", "z": "bit", "f": "fraction",
}


@pytest.fixture
def kernel() -> Kernel:
    """One over quantities of every domain."""
    return Kernel(DOMAINS, {"a": "b"})


def plus(*terms: Term) -> Term:
    return ("+", *terms)


def times(*terms: Term) -> Term:
    return ("*", *terms)


def over(one: Term, other: Term) -> Term:
    return ("*", one, ("^", other, -1))


def refused(kernel: Kernel, rule: str, *arguments: object) -> None:
    """Assert that a rule does not apply."""
    with pytest.raises(KernelError):
        getattr(kernel, rule)(*arguments)


def test_nobody_else_makes_a_theorem(kernel: Kernel) -> None:
    """No constructor, no copy, no pickle, no kind of its own, and none that is changed."""
    real = kernel.assume(("=", A, B))
    for maker in (
        lambda: Theorem(), lambda: Theorem(None, kernel, frozenset(), ("=", A, B)), lambda: Theorem.__new__(Theorem),
        lambda: copy.copy(real), lambda: copy.deepcopy(real), lambda: pickle.dumps(real),
        lambda: setattr(real, "hypotheses", frozenset()), lambda: delattr(real, "conclusion"),
        lambda: type("Other", (Theorem,), {}), lambda: real.__init__(None, kernel, frozenset(), ("=", A, B)),  # type: ignore[misc]
    ):
        with pytest.raises(KernelError):
            maker()
    with pytest.raises(TypeError):
        json.dumps(real)
    assert real.hypotheses == {("=", A, B)}


def test_theorems_of_another_kernel_are_none_of_this_one(kernel: Kernel) -> None:
    """There the same letter may have another domain."""
    other = Kernel({"x": "positive"}, {}).domain(X, 0)
    refused(kernel, "weaker", other)
    refused(kernel, "rewrite", kernel.assume(("=", X, ZERO)), other)
    refused(kernel, "combine", (">", X, ZERO), ONE, [(other, ONE)])


def test_domains_are_those_declared(kernel: Kernel) -> None:
    """Limits, and the quantity that one never exceeds."""
    assert kernel.domain(("s", "f"), 1).conclusion == (">=", ONE, ("s", "f"))
    assert kernel.domain(A, 1).conclusion == (">=", B, A)
    assert kernel.domain(N, 0).conclusion == (">=", N, ONE)
    refused(kernel, "domain", X, 0)
    refused(kernel, "domain", ("s", "unknown"), 0)
    refused(kernel, "domain", plus(A, B), 0)


@pytest.mark.parametrize(
    ("goal", "holds"),
    [
        (("=", times(plus(A, X), plus(A, X)), plus(("^", A, 2), times(number(2), A, X), ("^", X, 2))), True),
        (("=", times(plus(A, X), plus(A, X)), plus(("^", A, 2), times(A, X), ("^", X, 2))), False),
        (("=", times(A, ("^", A, -1)), ONE), True),
        (("=", times(X, ("^", X, -1)), ONE), False),  # x may be 0
        (("=", times(Y, ("^", Y, -1)), ONE), False),
        (("=", ("^", ("pow", A, number(Fraction(1, 2))), 2), A), True),
        (("=", ("^", ("pow", Y, number(Fraction(1, 2))), 2), Y), True),
        (("=", ("^", ("pow", X, number(Fraction(1, 2))), 2), X), False),  # a negative number has no root
        (("=", ("pow", ("^", X, 2), number(Fraction(1, 2))), X), False),
        (("=", ("pow", number(8), number(Fraction(1, 3))), number(2)), True),
        (("=", times(("pow", A, X), ("pow", A, B)), ("pow", A, plus(X, B))), True),
        (("=", times(("pow", X, A), ("pow", X, B)), ("pow", X, plus(A, B))), False),
        (("=", ("pow", ("pow", A, X), B), ("pow", A, times(X, B))), True),
        (("=", ("max", times(A, X), times(A, B)), times(A, ("max", B, X))), True),
        (("=", ("max", times(X, A), times(X, B)), times(X, ("max", A, B))), False),
        (("=", ("max", A, X), ("min", A, X)), False),
        (("=", ("log", times(A, B)), plus(("log", A), ("log", B))), True),
        (("=", ("log", times(X, B)), plus(("log", X), ("log", B))), False),
        (("=", ("exp", plus(A, X)), times(("exp", A), ("exp", X))), True),
        (("=", ("ceil", plus(X, N)), plus(("ceil", X), N)), True),
        (("=", ("ceil", plus(X, A)), plus(("ceil", X), A)), False),
        (("=", ("fact", plus(N, ONE)), times(plus(N, ONE), ("fact", N))), True),
        (("=", ("fact", plus(X, ONE)), times(plus(X, ONE), ("fact", X))), False),
        (("=", ("^", BIT, 2), BIT), True),
        (("=", ("^", N, 2), N), False),
        (("=", ("xor", BIT, BIT), ZERO), True),
        (("=", ("xor", N, ("xor", N, N)), N), True),
        (("=", ("xor", X, X), ZERO), False),
        (("=", ("sum", "i", ONE, N, times(A, ("s", "i"))), times(A, ("sum", "i", ONE, N, ("s", "i")))), True),
        (("=", ("sum", "i", ZERO, N, X), plus(X, ("sum", "i", ZERO, plus(N, MINUS_ONE), X))), True),
        (("=", ("sum", "i", ONE, N, ("s", "i")), times(N, N)), False),
        (("=", ("prod", "i", ONE, ZERO, X), ONE), True),
        ((">", plus(A, ("^", X, 2)), ZERO), True),
        ((">", plus(Y, ("^", X, 2)), ZERO), False),
        ((">=", plus(Y, ("^", X, 2)), ZERO), True),
        ((">=", X, ZERO), False),
        (("!=", plus(A, B), ZERO), True),
        (("!=", plus(A, times(MINUS_ONE, B)), ZERO), False),
    ],
    ids=str,
)
def test_what_holds_by_nature(kernel: Kernel, goal: Proposition, holds: bool) -> None:
    """An identity or a sign that the declared domains decide, and its wrong twin."""
    if holds:
        assert kernel.combine(goal, ONE, []).conclusion == goal
    else:
        refused(kernel, "combine", goal, ONE, [])


def test_combine_asks_for_every_sign(kernel: Kernel) -> None:
    """Multipliers of inequalities are not negative, that of the goal positive; what is strict has a strict reason."""
    strict, weak = kernel.assume((">", X, A)), kernel.assume((">=", X, A))
    goal, below = (">", times(B, X), times(A, B)), (">", times(A, B), times(B, X))
    assert kernel.combine(goal, ONE, [(strict, B)]).hypotheses == {(">", X, A)}
    refused(kernel, "combine", goal, ONE, [(weak, B)])
    refused(kernel, "combine", below, ONE, [(strict, times(MINUS_ONE, B))])
    refused(kernel, "combine", (">=", *below[1:]), ONE, [(strict, times(MINUS_ONE, B))])
    refused(kernel, "combine", below, MINUS_ONE, [(strict, B)])
    refused(kernel, "combine", (">", times(X, X), times(A, X)), ONE, [(strict, X)])
    refused(kernel, "combine", ("=", times(B, X), times(A, B)), ONE, [(weak, B)])
    refused(kernel, "combine", (">", X, A), Y, [(strict, Y)])  # both sides times zero
    assert kernel.combine((">=", times(Y, X), times(A, Y)), ONE, [(strict, Y)])
    refused(kernel, "combine", (">", times(Y, X), times(A, Y)), ONE, [(strict, Y)])
    apart = kernel.assume(("!=", Y, ZERO))
    above = kernel.stricter(kernel.domain(Y, 0), apart)
    assert kernel.combine((">", times(Y, X), times(A, Y)), ONE, [(strict, Y)], [above])


def test_an_equation_may_be_multiplied_by_anything_but_the_goal_by_zero(kernel: Kernel) -> None:
    """x y = a y gives x = a where y is not zero."""
    given = kernel.assume(("=", times(X, Y), times(A, Y)))
    refused(kernel, "combine", ("=", X, A), Y, [(given, ONE)])
    apart = kernel.assume(("!=", Y, ZERO))
    assert kernel.combine(("=", X, A), Y, [(given, ONE)], [apart]).hypotheses == {given.conclusion, apart.conclusion}


def test_what_is_divided_by_is_not_zero(kernel: Kernel) -> None:
    """x/x = 1 for every x but 0, and from x > a too."""
    goal = ("=", over(X, X), ONE)
    refused(kernel, "combine", goal, ONE, [])
    assert kernel.combine(goal, ONE, [], [kernel.assume(("!=", X, ZERO))])
    assert kernel.combine(goal, ONE, [], [kernel.assume((">", ZERO, X))])
    refused(kernel, "combine", goal, ONE, [], [kernel.assume((">=", X, ZERO))])
    refused(kernel, "combine", goal, ONE, [], [kernel.assume(("!=", plus(X, ONE), ZERO))])


def test_rewriting_puts_equals_for_equals(kernel: Kernel) -> None:
    """Everywhere outside of binders of the names it speaks of, and back again."""
    equation = kernel.assume(("=", X, plus(A, B)))
    fact = kernel.assume((">", times(X, Y), X))
    forth = kernel.rewrite(equation, fact)
    assert forth.conclusion == (">", times(plus(A, B), Y), plus(A, B))
    assert kernel.rewrite(equation, forth, fact.conclusion).conclusion == fact.conclusion
    refused(kernel, "rewrite", fact, fact)
    refused(kernel, "rewrite", equation, forth, (">", X, ZERO))
    bound = kernel.assume(("=", ("sum", "x", ONE, N, X), X))
    assert kernel.rewrite(equation, bound).conclusion == ("=", ("sum", "x", ONE, N, X), plus(A, B))
    index = kernel.assume(("=", A, ("s", "n")))
    counted = kernel.assume(("=", ("sum", "n", ONE, B, A), X))
    assert kernel.rewrite(index, counted).conclusion == counted.conclusion


def test_rewriting_takes_what_is_the_same_atom(kernel: Kernel) -> None:
    """max(b, a) for max(a, b), and no max of other things."""
    equation = kernel.assume(("=", ("max", A, B), X))
    assert kernel.rewrite(equation, kernel.assume((">", ("max", B, A), Y))).conclusion == (">", X, Y)
    assert kernel.rewrite(equation, kernel.assume((">", ("max", B, X), Y))).conclusion == (">", ("max", B, X), Y)


def test_cases_want_both_ways_round(kernel: Kernel) -> None:
    """a >= b or b >= a, with one conclusion."""
    goal = ("=", ("max", A, X), plus(X, ("max", ZERO, plus(A, times(MINUS_ONE, X)))))
    first, second = kernel.assume((">=", A, X)), kernel.assume((">=", X, A))
    one, other = kernel.extremum(("max", A, X), 0, [first]), kernel.extremum(("max", A, X), 1, [second])
    assert (one.conclusion[2], other.conclusion[2]) == (A, X)
    bound = (">=", ("max", A, X), A)
    left = kernel.combine(bound, ONE, [(one, ONE)])
    right = kernel.combine(bound, ONE, [(other, ONE), (second, ONE)])
    assert kernel.cases(left, right, A, X).hypotheses == frozenset()
    assert kernel.cases(right, left, A, X).hypotheses == {first.conclusion, second.conclusion}
    refused(kernel, "cases", left, kernel.assume(goal), A, X)
    refused(kernel, "extremum", ("max", A, X), 0, [])
    refused(kernel, "extremum", ("max", A, X), 0, [second])
    refused(kernel, "extremum", ("min", A, X), 0, [first])
    assert kernel.extremum(("min", A, X), 0, [second])


def test_weaker_and_stricter(kernel: Kernel) -> None:
    """> gives !=; >= and != give >."""
    assert kernel.weaker(kernel.assume((">", X, A))).conclusion == ("!=", X, A)
    for operator in (">=", "=", "!="):
        refused(kernel, "weaker", kernel.assume((operator, X, A)))
    weak = kernel.assume((">=", X, A))
    assert kernel.stricter(weak, kernel.assume(("!=", X, A))).conclusion == (">", X, A)
    refused(kernel, "stricter", weak, kernel.assume(("!=", X, B)))


def test_the_false_gives_anything(kernel: Kernel) -> None:
    """0 > 0 does, 1 > 0 and x > x + 1, which is not about numbers, do not before it is one."""
    assert kernel.absurd(kernel.assume((">", ZERO, ZERO)), ("=", A, B)).conclusion == ("=", A, B)
    assert kernel.absurd(kernel.assume((">", X, plus(X, ONE))), ("=", A, B))
    refused(kernel, "absurd", kernel.assume((">", ONE, ZERO)), ("=", A, B))
    refused(kernel, "absurd", kernel.assume((">", number(Fraction(1, 2)), ZERO)), ("=", A, B))
    refused(kernel, "absurd", kernel.assume((">=", ZERO, ZERO)), ("=", A, B))
    refused(kernel, "absurd", kernel.assume((">", X, A)), ("=", A, B))
    refused(kernel, "absurd", kernel.assume((">", over(X, X), number(2))), ("=", A, B))


def test_products_of_what_has_a_sign(kernel: Kernel) -> None:
    """Even powers have one anyway."""
    positive, other = kernel.assume((">", X, A)), kernel.assume((">=", B, A))
    difference, more = plus(X, times(MINUS_ONE, A)), plus(B, times(MINUS_ONE, A))
    assert kernel.product((">=", times(difference, more), ZERO), [(positive, 1), (other, 1)])
    refused(kernel, "product", (">", times(difference, more), ZERO), [(positive, 1), (other, 1)])
    refused(kernel, "product", (">=", times(difference, difference), ZERO), [(positive, 1), (other, 1)])
    apart = kernel.assume(("!=", X, ZERO))
    assert kernel.product((">", ("^", X, 2), ZERO), [(apart, 2)])
    refused(kernel, "product", (">", ("^", X, 3), ZERO), [(apart, 3)])
    refused(kernel, "product", (">", ONE, ZERO), [(apart, 0)])
    assert kernel.nonzero(("!=", X, ZERO), kernel.assume(("!=", times(X, A), ZERO)))
    refused(kernel, "nonzero", ("!=", X, ZERO), kernel.assume(("!=", plus(X, A), ZERO)))
    refused(kernel, "nonzero", ("!=", X, ZERO), kernel.assume((">=", times(X, A), ZERO)))


def test_no_product_makes_an_equation(kernel: Kernel) -> None:
    """Not even one of nothing, which is 1."""
    refused(kernel, "product", ("=", ONE, ZERO), [])
    assert kernel.product((">", ONE, ZERO), []).conclusion == (">", ONE, ZERO)
    refused(kernel, "product", (">", ZERO, ZERO), [])


def test_what_is_not_mixed_is_not_taken_apart(kernel: Kernel) -> None:
    """max(m, n) xor m is not n."""
    both = ("max", N, ("s", "m"))
    wide = Kernel({**DOMAINS, "m": "whole"}, {})
    for goal in (("=", ("xor", both, ("s", "m")), N), ("=", ("xor", ("min", *both[1:]), ("s", "m")), N)):
        refused(wide, "combine", goal, ONE, [])


def test_rounding_up(kernel: Kernel) -> None:
    """Between x and x + 1, and the least whole number from x on."""
    assert [kernel.bound(("ceil", X), place).conclusion for place in (0, 1)] == [
        (">=", ("ceil", X), X), (">", plus(X, ONE), ("ceil", X)),
    ]
    assert kernel.least_whole(kernel.assume((">=", N, X))).conclusion == (">=", N, ("ceil", X))
    refused(kernel, "least_whole", kernel.assume((">=", A, X)))
    assert kernel.least_whole(kernel.assume((">", N, plus(N, N)))).conclusion == (">=", N, plus(plus(N, N), ONE))
    refused(kernel, "least_whole", kernel.assume((">", N, X)))
    refused(kernel, "bound", plus(A, B), 0)


def test_roots_and_powers(kernel: Kernel) -> None:
    """Of what is positive, which stays so."""
    half, above, base = Fraction(-3, 2), kernel.assume((">", X, ZERO)), kernel.assume((">=", X, ZERO))
    assert kernel.root(above, half).conclusion == ("=", ("^", ("pow", X, number(half)), 2), ("^", X, -3))
    refused(kernel, "root", base, half)
    refused(kernel, "root", above, 0.5)
    refused(kernel, "root", kernel.assume((">", X, A)), half)
    assert kernel.power_positive(above, A).conclusion == (">", ("pow", X, A), ZERO)
    assert kernel.power_positive(base, A).conclusion == (">=", ("pow", X, A), ZERO)
    for op, bound in ((">", A), (">=", A), ("!=", ZERO), ("=", ZERO)):
        refused(kernel, "power_positive", kernel.assume((op, X, bound)), A)


def test_powers_of_what_is_at_most_one(kernel: Kernel) -> None:
    """At most one, where the exponent is not negative."""
    base, most, times = (kernel.assume(fact) for fact in ((">=", X, ZERO), (">", ONE, X), (">=", B, ZERO)))
    assert kernel.power_below(base, most, times).conclusion == (">=", ONE, ("pow", X, B))
    assert kernel.power_below(base, most, times).hypotheses == {(">=", X, ZERO), (">", ONE, X), (">=", B, ZERO)}
    for wrong in (
        (base, kernel.assume((">=", X, ONE)), times), (base, kernel.assume((">=", ONE, A)), times),
        (kernel.assume(("!=", X, ZERO)), most, times), (kernel.assume((">=", A, ZERO)), most, times),
        (base, most, kernel.assume((">=", ZERO, B))), (base, most, kernel.assume((">=", B, A))),
        (base, kernel.assume(("!=", ONE, X)), times), (base, most, kernel.assume(("=", B, ZERO))),
    ):
        refused(kernel, "power_below", *wrong)


def test_a_power_lies_below_what_its_logarithm_tells(kernel: Kernel) -> None:
    """1 >= b^e (1 - e log b): exp(u) is not below its tangent."""
    above = kernel.assume((">", X, ZERO))
    line = plus(ONE, ("*", number(-1), B, ("log", X)))
    assert kernel.power_tangent(above, B).conclusion == (">=", ONE, ("*", ("pow", X, B), line))
    refused(kernel, "power_tangent", kernel.assume((">=", X, ZERO)), B)
    refused(kernel, "power_tangent", kernel.assume((">", X, A)), B)


def test_positive_factors_stand_before_a_power_and_a_logarithm() -> None:
    """Before a power whatever the rest is, before a logarithm where it is not zero; of two rests none stands apart."""
    letters = {"a": "positive", "b": "positive", "x": "real", "y": "real", "e": "real"}
    kernel = Kernel(letters, {})
    a, b, x, y, e = (("s", name) for name in letters)
    apart: Term = ("*", ("pow", a, e), ("pow", x, e))
    quotient: Term = ("*", ("+", ("*", a, x), a), ("^", b, -1))
    for left, right in (
        (("pow", ("*", a, x), e), apart),
        (("pow", quotient, e), ("*", ("pow", ("+", x, ONE), e), ("pow", a, e), ("pow", ("pow", b, e), MINUS_ONE))),
        (("pow", ("*", number(-4), x), number(Fraction(1, 2))), ("*", number(2), ("pow", ("*", MINUS_ONE, x),
                                                                              number(Fraction(1, 2))))),
    ):
        assert kernel.combine(("=", left, right), ONE, ()).hypotheses == frozenset()
    for left, right in (
        (("pow", ("*", x, y), e), ("*", ("pow", x, e), ("pow", y, e))),
        (("pow", ("*", MINUS_ONE, x), e), ("*", ("pow", MINUS_ONE, e), ("pow", x, e))),
        (("pow", ("*", a, x), e), ("*", a, ("pow", x, e))),
        (("pow", ("+", a, x), e), apart),
    ):
        refused(kernel, "combine", ("=", left, right), ONE, ())
    product: Proposition = ("=", ("log", ("*", a, x)), ("+", ("log", a), ("log", x)))
    refused(kernel, "combine", product, ONE, ())
    refused(kernel, "combine", product, ONE, (), [kernel.assume(("!=", y, ZERO))])
    for known in (("!=", x, ZERO), (">", x, ZERO)):
        assert kernel.combine(product, ONE, (), [kernel.assume(known)]).hypotheses == {known}
    two: Proposition = ("=", ("log", ("*", x, y)), ("+", ("log", x), ("log", y)))
    refused(kernel, "combine", two, ONE, (), [kernel.assume((">", x, ZERO)), kernel.assume((">", y, ZERO))])


@pytest.mark.parametrize("seed", range(40))
def test_what_stands_before_a_power_is_so_at_every_point(seed: int) -> None:
    """Also where a power, or a logarithm, has no value."""
    source = Random(seed)
    letters = {"a": "positive", "b": "fraction", "x": "real", "y": "nonnegative", "e": "real"}
    a, b, x, y, e = (("s", name) for name in letters)
    base: Term = ("*", number(source.choice((2, -2, 8, Fraction(1, 4)))), source.choice((a, b)), source.choice(
        (x, y, ("+", x, MINUS_ONE), ("+", ("*", a, x), ("*", MINUS_ONE, a, y)), ("*", x, y))))
    algebra = Algebra(letters)
    form = algebra.form(base)
    for _ in range(30):
        point = total_point(source, letters, {})
        shown = FormTerms(algebra)
        power, logarithm = ("pow", base, e), ("log", base)
        for term in (power, logarithm):
            made = algebra.form(term)
            if term is logarithm and form.over and point.value(base) == 0:
                continue  # as what it needs says
            try:
                assert point.value(term) == point.value(shown.term_of_form(made))
            except NotPlainError:
                continue



def test_a_name_of_a_bound_index_is_no_quantity(kernel: Kernel) -> None:
    """Within a computation those stand for every number."""
    refused(kernel, "assume", ("=", ("s", "#1"), ZERO))
    refused(kernel, "assume", ("=", ("sum", "#1", ONE, N, ONE), ZERO))
    refused(kernel, "assume", ("=", ("app", "#1", ONE), ZERO))
    refused(kernel, "assume", ("=", ("n", True, 1), ZERO))
    refused(kernel, "assume", ("=", ("^", A, True), ZERO))
    refused(kernel, "assume", ("=", ("^", A, 1.0), ZERO))
    refused(kernel, "bound", ("max", A, B), True)
    refused(kernel, "assume", ("<", A, B))
    refused(kernel, "assume", ("=", ("n", 2, 4), A))
    refused(kernel, "assume", ("=", ("app",), A))
    refused(kernel, "combine", ("=", ("s", "unknown"), ("s", "unknown")), ONE, [])


@pytest.mark.parametrize(
    "goal",
    [
        ("=", ("fact", plus(number(2), times(number(-2), ("max", over(X, X))))), ONE),  # at x = 0 it is 2! = 2
        ("=", ("sum", "i", ONE, N, plus(over(X, X), MINUS_ONE)), ZERO),  # at x = 0 it is -n
        ("=", ("prod", "i", ONE, N, over(X, X)), ONE),
        ("=", ("ceil", over(X, X)), ONE), ("=", ("exp", over(X, X)), ("exp", ONE)),
        ("=", ("log", over(X, X)), ZERO), ("=", ("pow", A, over(X, X)), A), ("=", ("max", over(X, X)), ONE),
    ],
    ids=str,
)
def test_what_was_divided_by_is_not_forgotten(kernel: Kernel, goal: Proposition) -> None:
    """Within any other operation, and where everything cancels."""
    refused(kernel, "combine", goal, ONE, [])
    refused(kernel, "combine", (">=", *goal[1:]), ONE, [])


def test_hidden_zeros_are_seen_where_something_cancels(kernel: Kernel) -> None:
    """At x = 0 max(x/x) is 0, and not 1."""
    hidden: Term = ("max", over(X, X))
    refused(kernel, "absurd", kernel.assume(("=", hidden, ZERO)), ("=", A, B))
    refused(kernel, "nonzero", ("!=", hidden, ZERO), kernel.assume(("!=", ONE, ZERO)))
    assert kernel.nonzero(("!=", hidden, ZERO), kernel.assume(("!=", ONE, ZERO)), [kernel.assume(("!=", X, ZERO))])
    refused(kernel, "product", (">", hidden, ZERO), [])
    refused(kernel, "combine", (">", ONE, ZERO), hidden, [])


def test_nothing_used_proves_what_holds_by_nature_alone(kernel: Kernel) -> None:
    """A sum or product of no theorems is 0 or 1."""
    for goal in (("=", A, B), (">", X, ZERO), (">=", X, ZERO), ("!=", X, ZERO), (">", ZERO, ZERO), ("!=", A, A)):
        refused(kernel, "combine", goal, ONE, [])
        refused(kernel, "combine", goal, ZERO, [])
    for goal in ((">", A, ZERO), (">=", ZERO, ZERO), ("!=", number(2), ZERO)):
        refused(kernel, "product", goal, [])
    for term in (("max",), ("+",), ("*",)):
        refused(kernel, "bound", term, 0)
    assert kernel.extremum(("max", X), 0, []).conclusion == ("=", ("max", X), X)
    refused(kernel, "extremum", ("max", X, A), 0, [])


def test_nested_sums_may_count_with_one_name(kernel: Kernel) -> None:
    """The inner index is another one: it hides the outer."""
    i, j, k = ("s", "i"), ("s", "j"), ("s", "k")
    nested = ("sum", "i", ONE, N, times(i, ("sum", "i", ONE, A, i)))
    apart = ("sum", "j", ONE, N, times(j, ("sum", "k", ONE, A, k)))
    assert kernel.combine(("=", nested, apart), ONE, [])
    wrong = ("sum", "j", ONE, N, times(j, ("sum", "k", ONE, A, j)))
    refused(kernel, "combine", ("=", nested, wrong), ONE, [])
    bounds = ("sum", "i", ONE, N, ("sum", "i", ONE, i, i))
    assert kernel.combine(("=", bounds, ("sum", "j", ONE, N, ("sum", "k", ONE, j, k))), ONE, [])
    refused(kernel, "combine", ("=", bounds, ("sum", "j", ONE, N, ("sum", "k", ONE, k, k))), ONE, [])


def test_a_sum_without_a_form_leaves_nothing_behind(kernel: Kernel) -> None:
    """The sums after it have the form that they had before."""
    counted = ("sum", "i", ONE, N, times(A, ("s", "i")))
    front = times(A, ("sum", "i", ONE, N, ("s", "i")))
    assert kernel.combine(("=", counted, front), ONE, [])
    for _ in range(3):
        refused(kernel, "combine", (">=", ("sum", "i", ONE, N, ("^", plus(("s", "i"), MINUS_ONE), -1)), ZERO), ONE, [])
    assert kernel._algebra._depth == 0
    assert kernel.combine(("=", plus(counted, X), plus(front, X)), ONE, [])


def test_powers_of_sums_are_multiplied_out(kernel: Kernel) -> None:
    """Two square roots of one sum are the sum, and of numbers, too."""
    root = ("pow", plus(A, B), number(Fraction(1, 2)))
    assert kernel.combine(("=", ("^", root, 4), ("^", plus(A, B), 2)), ONE, [])
    refused(kernel, "combine", ("=", ("^", root, 4), plus(A, B)), ONE, [])
    third = ("pow", number(Fraction(2, 3)), number(Fraction(1, 3)))
    assert kernel.combine(("=", ("^", third, 7), times(number(Fraction(4, 9)), third)), ONE, [])
    refused(kernel, "combine", ("=", ("^", third, 7), times(number(Fraction(2, 3)), third)), ONE, [])


def test_rewriting_does_not_reach_below_binders_of_its_names(kernel: Kernel) -> None:
    """Neither of what is replaced nor of what comes in; elsewhere it does, by what reads so alone."""
    summed = ("sum", "i", ONE, N, times(A, ("max", A, B), ("s", "i")))
    fact = kernel.assume((">", summed, ZERO))
    inside = ("sum", "i", ONE, N, times(X, ("max", X, B), ("s", "i")))
    assert kernel.rewrite(kernel.assume(("=", A, X)), fact).conclusion == (">", inside, ZERO)
    for equation in (("=", A, ("s", "i")), ("=", times(A, ("max", A, B), ("s", "i")), X)):
        assert kernel.rewrite(kernel.assume(equation), fact).conclusion == fact.conclusion
    # the root of n^2, over n, is 1 for a quantity n, which is positive, and not for an index of that name
    size = ("pow", ("^", N, 2), number(Fraction(1, 2)))
    turned = ("sum", "n", number(-3), MINUS_ONE, ("max", B, times(A, over(size, N))))
    negative = kernel.assume((">", turned, ZERO))
    assert kernel.rewrite(kernel.assume(("=", ("max", B, A), X)), negative).conclusion == negative.conclusion
    # the same in every state outside of the sum, but not written the same
    assert kernel.rewrite(kernel.assume(("=", ("max", B, A), X)), fact).conclusion == fact.conclusion


def test_products_over_an_index_do_not_take_it_for_another(kernel: Kernel) -> None:
    """A product of f(j) over k, j being counted outside, is not that of f(k)."""
    inner = ("prod", "k", ONE, N, ("pow", ("exp", ("s", "k")), A))
    outer = ("prod", "k", ONE, N, ("pow", ("exp", ("s", "j")), A))
    left = ("sum", "i", ONE, N, ("sum", "j", ONE, N, times(inner, ("exp", times(("s", "i"), ("s", "j"))))))
    right = ("sum", "i", ONE, N, ("sum", "j", ONE, N, times(outer, ("exp", times(("s", "i"), ("s", "j"))))))
    refused(kernel, "combine", ("=", left, right), ONE, [])


def test_the_kernel_loads_no_sympy() -> None:
    """Nothing but the written tree and the standard library."""
    code = (
        "import sys, derivations.kernel.certificate, derivations.kernel.families; "
        "print(sorted(name for name in sys.modules if name.split('.')[0] in ('sympy', 'mpmath', 'derivations')))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "sympy" not in found
    rooms = {name.split(".")[1] for name in eval(found) if "." in name}
    assert rooms <= {"kernel", "language", "errors", "version"}
