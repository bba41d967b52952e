"""Obligations freed of functions: every applied function becomes a quantity of its own.

Nothing is known of a function but that equal arguments give equal values. So f(x) and f(y) become one quantity where
what is given makes x and y equal, and two that have nothing to do with each other elsewhere. What is then proven of all
numbers holds for every function; a point that refutes is a counterexample once functions are found that go through it
(`concrete`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count

from sympy import Expr, Symbol

from derivations.engine.elimination import linear_parts, put_in
from derivations.engine.literal import is_unit
from derivations.engine.normal_form import field_of, plainly
from derivations.engine.obligation import Obligation
from derivations.engine.opaque import Applied, applications
from derivations.engine.quantity import Notation, Quantity
from derivations.engine.relation import Relation
from derivations.engine.sequences import in_one_form
from derivations.engine.sign import Sign, polynomial_sign
from derivations.engine.xor_form import alone, solved
from derivations.errors import UndecidedError

_ROUNDS = 12  # of rewriting; what is left then is sound, and perhaps not as short as it could be
_LONGEST_STEM = 30


@dataclass(frozen=True)
class Term:
    """The quantity that stands for a call, an applied function; in `arguments` such quantities stand, too."""

    symbol: Symbol
    call: Expr
    function: Symbol
    arguments: tuple[Expr, ...]


@dataclass(frozen=True)
class Freed:
    """An obligation without functions, what its new quantities stand for, and every quantity of both."""

    obligation: Obligation
    terms: tuple[Term, ...]
    quantities: tuple[Quantity, ...]


def has_functions(obligation: Obligation) -> bool:
    """True if a function is applied in the obligation."""
    return any(quantity.is_function for quantity in obligation.quantities)


def freed(obligation: Obligation) -> Freed:
    """The obligation without functions, but for those of an index that a sum or product counts (`sequences`).

    Raises `UndecidedError` where the normal form does not cover an argument.
    """
    plain = _freed(solved(in_one_form(obligation)), obligation.quantities)
    return replace(plain, obligation=solved(plain.obligation))


def apart(obligation: Obligation) -> Freed:
    """The same, with a quantity for every call, whatever is given."""
    return _with_rules(in_one_form(obligation), obligation.quantities, {})


@lru_cache(maxsize=1024)
def _freed(obligation: Obligation, quantities: tuple[Quantity, ...]) -> Freed:
    return _with_rules(obligation, quantities, _rewriting(obligation.given))


def _with_rules(obligation: Obligation, quantities: tuple[Quantity, ...], rules: Mapping[Expr, Expr]) -> Freed:
    notation, by_key = obligation.notation, dict[Expr, Symbol]()
    mapping, terms = dict[Expr, Symbol](), list[Term]()
    made: list[Quantity] = []
    for call in applications(*obligation.sides):
        key = call.at(plainly(_rewritten(argument, rules)) for argument in call.arguments)
        if key not in by_key:
            made.append(_quantity(notation[call.function.name], notation, made))
            by_key[key] = made[-1].symbol
        mapping[call] = by_key[key]
        terms.append(Term(by_key[key], call, call.function, tuple(put_in(each, mapping) for each in call.arguments)))
    wide = notation.extended(made)
    *given, goal = (_without(item, mapping, wide) for item in obligation.relations)
    plain = tuple(quantity for quantity in quantities if not quantity.is_function)
    return Freed(Obligation(goal, tuple(given), obligation.says), tuple(dict.fromkeys(terms)), (*plain, *made))


def _without(item: Relation, mapping: Mapping[Expr, Symbol], notation: Notation) -> Relation:
    left, right = (put_in(side, mapping) for side in (item.lhs, item.rhs))
    return Relation(left, item.operator, right, notation, item.written)


def _quantity(function: Quantity, notation: Notation, made: Iterable[Quantity]) -> Quantity:
    taken = {quantity.name for quantity in made}
    free = (f"{function.name[:_LONGEST_STEM]}_value_{turn}" for turn in count(1))
    name = next(name for name in free if name not in notation and name not in taken)
    return replace(function, name=name, latex="", of=(), derivative="", meaning=f"a value of {function.name}")


def _rewriting(given: Iterable[Relation]) -> dict[Expr, Expr]:
    """What may stand for what, by the equations that are given: symbols, and functions of some arguments."""
    rules: dict[Expr, Expr] = {}
    pending = [(item.lhs, item.rhs) for item in given if item.is_equation]
    progress = True
    while pending and progress:
        progress = False
        for equation in list(pending):
            left, right = (_rewritten(side, rules) for side in equation)
            try:
                found = None if left == right else _alone(left, right) or alone(left, right) or _linear(left, right)
            except UndecidedError:
                continue
            if found is None:
                continue
            pending.remove(equation)
            progress = True
            old, new = found
            rules = {key: _rewritten(value, {old: new}) for key, value in rules.items()}
            rules[old] = new
    return rules


def _rewritten(expression: Expr, rules: Mapping[Expr, Expr]) -> Expr:
    """The expression with what the rules say put in, as often as that changes it."""
    for _ in range(_ROUNDS):
        new = put_in(expression, rules)
        plain = {call: call.at(map(plainly, call.arguments)) for call in applications(new) if not _are_plain(call)}
        new = put_in(new, plain)
        if new == expression:
            break
        expression = new
    return expression


def _are_plain(call: Applied) -> bool:
    return all(argument.is_Atom for argument in call.arguments)


def _alone(left: Expr, right: Expr) -> tuple[Expr, Expr] | None:
    """A side that is a symbol or an applied function, and not in the other side: the longer one, if both are."""
    found = []
    for side, other in ((left, right), (right, left)):
        is_one = (isinstance(side, Symbol) and not is_unit(side)) or isinstance(side, Applied)
        if is_one and not other.has(side):
            found.append((side, other))
    return max(found, key=lambda pair: pair[0].count_ops(), default=None)


def _linear(left: Expr, right: Expr) -> tuple[Expr, Expr] | None:
    """A symbol or an applied function that an equation is linear in, with a factor that cannot vanish."""
    own = field_of(left - right)
    numerator = own.numerator(own.elements[0])
    for symbol in numerator.ring.symbols:
        generator = own.generators.get(symbol)
        if generator is None or generator.root != 1 or generator.relation is not None or is_unit(symbol):
            continue
        if numerator.degree(numerator.ring(symbol)) != 1:
            continue
        source = generator.expression
        others = [each.expression for key, each in own.generators.items() if key != symbol]
        if not isinstance(source, Symbol | Applied) or any(other.has(source) for other in others):
            continue
        coefficient, rest = linear_parts(numerator, symbol)
        if polynomial_sign(coefficient, own, thorough=False) in (Sign.POSITIVE, Sign.NEGATIVE):
            value = -own.back(rest) / own.back(coefficient)
            return None if value.has(source) else (source, value)
    return None
