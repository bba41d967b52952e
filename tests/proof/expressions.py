"""Random written trees for the properties of the prover."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from derivations.errors import InputError
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_written
from derivations.language.tree import Call, Name, Negative, Node, Number, Power, Product, Quotient, Sum, WrittenRelation

NOTATION = Notation.of("""
    a [] positive
    b [] positive
    c [] positive
    L [] (nonnegative) may be zero
    M [] (nonnegative) may be zero
    x [] (real) any sign
    f [] (fraction) a share
    k [] (integer) a count
""")

names: st.SearchStrategy[Node] = st.sampled_from([quantity.name for quantity in NOTATION]).map(Name)
positive_names: st.SearchStrategy[Node] = st.sampled_from("abc").map(Name)
numbers: st.SearchStrategy[Node] = st.integers(0, 4).map(lambda number: Number(Fraction(number)))


def _pairs(kind: type[Sum] | type[Product], parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.tuples(parts, parts).map(kind)


def trees(leaves: st.SearchStrategy[Node], *, calls: bool = True, size: int = 7) -> st.SearchStrategy[Node]:
    """Sums, differences, products, quotients and small powers; with `calls`, also max, min and square roots."""

    def wider(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        options = [
            _pairs(Sum, parts),
            st.tuples(parts, parts.map(Negative)).map(Sum),
            _pairs(Product, parts),
            st.builds(Quotient, parts, parts),
            st.builds(Power, parts, st.sampled_from([2, 3]).map(lambda number: Number(Fraction(number)))),
        ]
        if calls:
            options += [
                st.builds(Call, st.sampled_from(["max", "min"]), st.tuples(parts, parts)),
                st.builds(Call, st.just("sqrt"), st.tuples(parts)),
            ]
        return st.one_of(options)

    return st.recursive(leaves, wider, max_leaves=size)


def relations(
    sides: st.SearchStrategy[Node], operators: tuple[str, ...] = ("=", "<", "<=", ">", ">=")
) -> st.SearchStrategy[Relation | None]:
    """Relations between two trees, None where SymPy finds that a side has no value."""
    return st.builds(_relation, sides, st.sampled_from(operators), sides)


def _relation(left: Node, operator: str, right: Node) -> Relation | None:
    try:
        return from_written(WrittenRelation(left, operator, right), NOTATION)
    except InputError:
        return None
