"""Terms: what is read once is known by its identity, and what does not change stays what it was."""

import pytest

from derivations.kernel.term import LARGEST, ONE, KernelError, ReadTerms, Term, put_for_name

X, Y = ("s", "x"), ("s", "y")


def test_what_equals_a_term_is_none_for_that() -> None:
    """True and 1.0 equal 1 to Python, and have the same hash."""
    read = ReadTerms()
    assert read.size(ONE) == 1
    for other in (("n", True, 1), ("n", 1.0, 1)):
        assert other == ONE
        with pytest.raises(KernelError, match="no number"):
            read.size(other)


def test_a_part_counts_as_often_as_it_stands_there() -> None:
    """Also where it was read before; so a few lines write a term that is too large."""
    read = ReadTerms()
    term: Term = ("+", X, Y)
    assert read.size(term) == 3
    assert read.size(("*", term, term)) == 7
    for _ in range(LARGEST.bit_length()):
        term = ("+", term, term)
    with pytest.raises(KernelError, match="too large"):
        read.size(term)


def test_a_name_of_a_bound_index_is_for_the_algebra_alone() -> None:
    with pytest.raises(KernelError, match="no quantity"):
        ReadTerms().size(("s", "#1"))
    assert ReadTerms(refused="").size(("s", "#1")) == 1


def test_what_a_name_does_not_stand_in_stays_the_same_term() -> None:
    """So that it is not read, nor its form made, once more."""
    kept: Term = ("*", Y, ONE)
    assert put_for_name(kept, "x", ONE) is kept
    changed = put_for_name(("+", X, kept), "x", ONE)
    assert changed == ("+", ONE, kept)
    assert changed[2] is kept
