"""Sums and products of functions of their index."""

from derivations.language.functions import has_terms_of_functions
from derivations.language.quantity import Quantity
from derivations.language.relation import relation
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.uninterpreted import has_sequences, in_one_form, written_out
from derivations.proof.verdict import Finding, Verdict

from .functions import NOTATION, question


def test_only_functions_of_an_index_that_counts_make_a_sequence() -> None:
    assert has_sequences(question("r = sum(x(i), i, 0, n)"))
    assert has_sequences(question("r = 1 | r = product(f(i, x(i)), i, 0, n)"))
    assert not has_sequences(question("r = sum(i*h(s), i, 0, n)"))
    assert not has_sequences(question("r = sum(i^2, i, 0, n) + x(k)"))
    assert has_terms_of_functions(relation("r = sum(sum(x(i*k), i, 0, k), k, 0, n)", NOTATION).rhs)


def test_one_form_has_a_single_upper_limit() -> None:
    one = in_one_form(question("sum(s*x(i), i, 0, n + 2) = sum(x(i), i, 0, n)"))
    assert one.goal.lhs == relation("r = s*(sum(x(i), i, 0, n) + x(n + 1) + x(n + 2))", NOTATION).rhs


def test_small_numbers_in_the_limits_are_those_of_the_domain() -> None:
    found = list(written_out(question("sum(x(i), i, 1, n) = sum(x(i), i, 1, k)")))
    assert [tuple(map(int, values.values())) for values, _ in found][:4] == [(0, 0), (0, 1), (1, 0), (0, 2)]
    assert not any(has_sequences(plain) for _, plain in found)


def test_a_range_that_rests_on_what_is_no_whole_number_is_not_written_out() -> None:
    assert not list(written_out(question("sum(x(i), i, 1, ceil(p)) = 0")))


def test_the_counterexample_says_how_many_terms_there_are() -> None:
    found = prove(question("sum(x(i), i, 0, n) = sum(x(i), i, 0, n + 1)"))
    assert found.finding is Finding.REFUTED
    assert "n" in found.counterexample
    assert any(name.startswith("x(") for name in found.counterexample)


def test_small_numbers_keep_below_what_bounds_them() -> None:
    """Written out, a number of terms is no quantity any more, whose bound would be looked up."""
    wide = NOTATION.extended([Quantity("few", "", "number of terms", "whole", at_most="n")])

    def found(text: str) -> Verdict:
        return prove(Obligation(relation(text, wide), ()))

    assert found("sum(pos(i), i, 1, few) <= sum(pos(i), i, 1, n)").finding is not Finding.REFUTED
    point = found("sum(x(i), i, 1, few) = sum(x(i), i, 1, n)").counterexample
    assert point["few"] < point["n"]
    assert found("few + sum(x(i), i, 0, few) <= sum(x(i), i, 0, few) + n").finding is Finding.PROVEN


def test_a_sum_put_into_one_of_the_same_index_keeps_its_own() -> None:
    """SymPy would put the last number of one in for the index of both."""
    given = "s = sum(x(i), i, 0, n) | r = product(1 + s*x(i), i, 0, n)"
    assert prove(question(f"r*(1 + s*x(n + 1)) = product(1 + s*x(i), i, 0, n + 1) | {given}")).holds
    assert prove(question(f"r = product(1 + s*x(i), i, 0, n + 1) | {given}")).finding is Finding.REFUTED
