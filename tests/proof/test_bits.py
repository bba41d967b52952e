"""Bits, by cases."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.bits import METHOD
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding

from .functions import question

LETTERS = ("a", "b", "c", "d")
FEW = Notation.of("\n".join(f"{letter} [] (bit) a bit" for letter in LETTERS))
MANY = Notation.of("\n".join(f"bit_{place} [] (bit) a bit" for place in range(12)))


def test_the_counterexample_names_the_bits_and_the_values_of_the_function() -> None:
    found = prove(question("b = xor(c, F(b)) | c = xor(b, F(a))"))
    assert set(found.counterexample) == {"a", "b", "c", "F(0)", "F(1)"}
    bits = {name: int(value) for name, value in found.counterexample.items()}
    assert bits["a"] != bits["b"]
    assert bits["F(0)"] != bits["F(1)"]
    assert bits["c"] == bits["b"] ^ bits[f"F({bits['a']})"]


def test_it_is_told_that_cases_were_looked_at() -> None:
    assert METHOD in prove(question("a^2 = a")).checked_by


@pytest.mark.parametrize(("count", "finding"), [(10, Finding.PROVEN), (12, Finding.INCONCLUSIVE)])
def test_more_than_a_thousand_cases_are_not_tried(count: int, finding: Finding) -> None:
    goal = relation(" + ".join(f"bit_{place}" for place in range(count)) + f" <= {count}", MANY)
    assert prove(Obligation(goal, ())).finding is finding


def test_equations_leave_fewer_bits_to_choose() -> None:
    given = tuple(relation(f"bit_{place} = xor(bit_{place + 1}, 1)", MANY) for place in range(10))
    assert prove(Obligation(relation("bit_0 = bit_10", MANY), given)).finding is Finding.PROVEN


parts = st.lists(st.sampled_from([*LETTERS, "0", "1"]), min_size=2, max_size=5)
sides = parts.map(lambda found: f"xor({', '.join(found)})")


def _value(text: str, bits: dict[str, int]) -> int:
    total = 0
    for part in text.removeprefix("xor(").removesuffix(")").split(", "):
        total ^= bits.get(part, 0) if part in bits else int(part)
    return total


@given(sides, sides, sides, sides)
def test_the_verdict_is_that_of_a_table_of_all_values(left: str, right: str, one: str, other: str) -> None:
    """With one equation given: proven, refuted, or a contradiction where no values satisfy it."""
    tables = [dict(zip(LETTERS, values, strict=True)) for values in product((0, 1), repeat=len(LETTERS))]
    possible = [bits for bits in tables if _value(one, bits) == _value(other, bits)]
    holds = all(_value(left, bits) == _value(right, bits) for bits in possible)
    obligation = Obligation(relation(f"{left} = {right}", FEW), (relation(f"{one} = {other}", FEW),))
    expected = (Finding.PROVEN if holds else Finding.REFUTED) if possible else Finding.INCONCLUSIVE
    assert prove(obligation).finding is expected
