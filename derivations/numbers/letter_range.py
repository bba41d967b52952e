"""Ranges of letters that formulas give: what has to hold of one, beyond what the form of its formula shows."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from derivations.language.quantity import Notation, Quantity
from derivations.language.tree import Call, Name, Node, Number, Power, Product, Quotient, Sum, WrittenRelation
from derivations.numbers.rounding import nearest_integer

# what `least` tells of a letter, by domain
_LEAST = {"positive": 1, "fraction": 1, "integer": 1, "nonnegative": 0, "whole": 0, "bit": 0}
# at its end a formula has the value of its limit: a pipeline of one stage has no bubbles
_CLOSED = {">": ">=", "<": "<=", ">=": ">=", "<=": "<="}
_CLOSE = Fraction(1, 10**9)  # relative: what floats make of a whole number


def ends(letter: Quantity, tree: Node, notation: Notation) -> tuple[WrittenRelation, ...]:
    """What holds of a letter that a formula gives, in its domain and up to its bound; not what the formula shows.

    An end of a domain belongs to it here. A product of positive letters is positive, whatever these are. That a number
    is whole is no relation (`not_whole`).
    """
    own, shown = Name(letter.name), (">=", 0) if least(tree, notation) >= 0 else None
    closed = ((_CLOSED[operator], end) for operator, end in letter.range.limits)
    found = [WrittenRelation(own, limit[0], Number(Fraction(limit[1]))) for limit in closed if limit != shown]
    return (*found, *([WrittenRelation(own, "<=", Name(letter.at_most))] if letter.at_most else ()))


def belongs(letter: Quantity, size: Fraction) -> bool:
    """True for a number in the domain of a letter, to which its ends belong here, too."""
    return letter.range.contains(size) or any(size == end for _, end in letter.range.limits)


def near(letter: Quantity, size: Fraction) -> tuple[Fraction, ...]:
    """What a number that a letter cannot be is told against: the ends of its domain, or the next whole number."""
    whole = (Fraction(nearest_integer(size)),) if letter.range.whole else ()
    return (*(Fraction(end) for _, end in letter.range.limits), *whole)


def not_whole(letter: Quantity) -> WrittenRelation:
    """What holds of a number that is not whole, as far as floats tell."""
    low, high = (Product((Number(1 + sign * _CLOSE), Name(letter.name))) for sign in (-1, 1))
    return WrittenRelation(Call("ceil", (low,)), ">", high)


def least(node: Node, notation: Notation) -> int:
    """1 for a formula that is positive by its form and the domains of its letters, 0 if never negative, else -1."""

    def each(parts: Iterable[Node]) -> list[int]:
        return [least(part, notation) for part in parts]

    match node:
        case Number(value):
            return (value > 0) - (value < 0)
        case Name(name) if name in notation:
            return _LEAST.get(notation[name].domain, -1)
        case Sum(terms):
            found = each(terms)
            return -1 if -1 in found else max(found)
        case Product(factors) | Call("min", factors):
            return min(each(factors))
        case Quotient(numerator, denominator) if least(denominator, notation) >= 0:
            return least(numerator, notation)
        case Power(base, _) | Call("sqrt", (base,)):
            return least(base, notation)
        case Call("exp", _):
            return 1
        case Call("max", arguments):
            return max(each(arguments))
    return -1
