"""Obligations: what they are about."""

from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove

NOTATION = Notation.of("a [] x\nb [] y\nt [token] z").extended(
    [Quantity("k", "", "few", at_most="m"), Quantity("m", "", "more", at_most="n"), Quantity("n", "", "many")]
)


def of(goal: str, *texts: str) -> Obligation:
    """``given ⊢ goal``."""
    return Obligation(relation(goal, NOTATION), tuple(relation(text, NOTATION) for text in texts))


def test_bounds_belong_to_the_question_however_long_their_chain() -> None:
    assert [quantity.name for quantity in of("k > a").quantities] == ["a", "k", "m", "n"]


def test_each_quantity_is_listed_once_and_units_are_not() -> None:
    names = [quantity.name for quantity in of("t > 1[token]", "t > 2[token]", "a < b").quantities]
    assert sorted(names) == ["a", "b", "t"]


def test_what_it_claims_apart_from_its_purpose_is_what_makes_it_equal() -> None:
    first = Obligation(relation("a < b", NOTATION), (), "it follows")
    assert first == Obligation(relation("a < b", NOTATION), (), "it follows")
    assert str(of("a < b", "a = b/2", "b < 1")) == "a = b/2; b < 1 ⊢ a < b"
    assert str(of("a < b")) == "⊢ a < b"


def test_quantities_of_other_domains_make_another_obligation() -> None:
    """Symbols do not tell a fraction from a positive number, and what is shown of one is not shown of the other."""
    made = [Obligation(relation("d <= 1", notation), (relation("r = d", notation),))
            for notation in (Notation.of(f"d [] d\nr [] {domain}r") for domain in ("", "(fraction) "))]
    assert made[0] != made[1]
    assert [prove(each).holds for each in reversed(made)] == [True, False]
