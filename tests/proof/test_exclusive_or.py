"""Exclusive ors of whole numbers: linear equations, one binary digit at a time."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import UndecidedError
from derivations.language.functions import BitwiseExclusiveOr, ExclusiveOr
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.exclusive_or import alone, solved
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding

from .functions import NOTATION, question

LETTERS = ("m", "q", "w", "z")
ROWS = Notation.of("\n".join(f"{letter} [] (whole) a row of bits" for letter in LETTERS))
WIDTH = 3


def test_every_equation_is_solved_for_what_the_others_do_not_name() -> None:
    found = solved(question("m = 0 | xor(m, q) = xor(q, w, 4) | xor(m, R(q)) = w"))
    solutions = {str(item.lhs): item.rhs for item in found.given}
    assert set(solutions) == {"m", "R(q)"} or set(solutions) == {"w", "R(q)"}
    assert solutions["R(q)"] == 4


def test_the_longest_part_is_alone_so_that_it_is_in_none_of_the_others() -> None:
    item = relation("xor(m, R(m)) = w", NOTATION)
    part, value = alone(item.lhs, item.rhs) or (None, None)
    assert part == relation("m = R(m)", NOTATION).rhs
    assert value == BitwiseExclusiveOr(NOTATION["m"].symbol, NOTATION["w"].symbol)


def test_what_is_no_whole_number_is_left_as_it_is() -> None:
    item = relation("r = xor(m, q)", NOTATION)
    assert alone(item.lhs, item.rhs) is None


def test_a_sum_with_one_that_is_wide_is_wide() -> None:
    a, m, q = (NOTATION[name].symbol for name in "amq")
    assert ExclusiveOr(a, BitwiseExclusiveOr(m, q)) == BitwiseExclusiveOr(a, m, q)
    with pytest.raises(UndecidedError, match="no polynomial"):
        BitwiseExclusiveOr(m, q).polynomial()
    with pytest.raises(ValueError, match="exclusive or of -1"):
        BitwiseExclusiveOr(m, -1)


parts = st.lists(st.one_of(st.sampled_from(LETTERS), st.integers(0, 2**WIDTH - 1).map(str)), min_size=2, max_size=4)
sides = parts.map(lambda found: f"xor({', '.join(found)})")


def _digit(text: str, place: int, bits: dict[str, int]) -> int:
    total = 0
    for part in text.removeprefix("xor(").removesuffix(")").split(", "):
        total ^= bits[part] if part in bits else int(part) >> place & 1
    return total


@given(sides, sides, st.lists(st.tuples(sides, sides), max_size=2))
def test_the_verdict_is_that_of_tables_for_every_digit(left: str, right: str, given: list[tuple[str, str]]) -> None:
    holds, possible = True, True
    for place in range(WIDTH + 1):
        tables = [dict(zip(LETTERS, values, strict=True)) for values in product((0, 1), repeat=len(LETTERS))]
        left_over = [bits for bits in tables if all(_digit(a, place, bits) == _digit(b, place, bits) for a, b in given)]
        possible = possible and bool(left_over)
        holds = holds and all(_digit(left, place, bits) == _digit(right, place, bits) for bits in left_over)
    obligation = Obligation(
        relation(f"{left} = {right}", ROWS), tuple(relation(f"{one} = {other}", ROWS) for one, other in given)
    )
    expected = (Finding.PROVEN if holds else Finding.REFUTED) if possible else Finding.INCONCLUSIVE
    assert prove(obligation).finding is expected


@pytest.mark.parametrize("line", ["a = b | xor(a, b) = 3", "a = 0 | xor(a, b) = 1/2"])
def test_an_exclusive_or_of_bits_that_is_no_bit_contradicts_itself(line: str) -> None:
    assert "contradicts itself" in str(prove(question(line)))
