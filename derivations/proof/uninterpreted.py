"""Uninterpreted functions: every applied function becomes a quantity of its own, sums over sequences among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, islice, product

from sympy import Expr, Integer, Symbol

from derivations.errors import UndecidedError
from derivations.language.counting import SERIES, series_parts
from derivations.language.functions import Applied, applications, has_terms_of_functions
from derivations.language.literal import is_unit
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation, from_sides
from derivations.proof.budget import remembered
from derivations.proof.elimination import linear_parts, put_in
from derivations.proof.exclusive_or import alone, solved
from derivations.proof.normal_form import field_of, plainly
from derivations.proof.obligation import Obligation
from derivations.proof.series import aligned
from derivations.proof.sign import Sign, polynomial_sign

_SMALL = tuple(map(Integer, range(5)))
_MOST_TRIED = 12


def has_sequences(obligation: Obligation) -> bool:
    """True if a sum or product counts the argument of a function."""
    return any(map(has_terms_of_functions, obligation.sides))


def in_one_form(obligation: Obligation) -> Obligation:
    """The same with what does not change with an index in front of the sum, and limits that differ brought together.

    An obligation without sequences stays as it is.
    """
    if not has_sequences(obligation):
        return obligation
    return _with_sides(obligation, aligned(obligation.sides, field_of))


def written_out(obligation: Obligation) -> Iterator[tuple[dict[Symbol, Expr], Obligation]]:
    """The obligation at small numbers in the limits of its sums, term by term, and these numbers; a few of them."""
    limits = {
        symbol
        for side in obligation.sides
        for series in side.atoms(*SERIES)
        for limit in series_parts(series)[2:]
        for symbol in limit.free_symbols & side.free_symbols
    }
    counts = sorted(limits, key=lambda symbol: symbol.sort_key())
    domains = [obligation.notation[symbol.name].range for symbol in counts]
    if not all(domain.whole for domain in domains):
        return
    bounded = _bounds(obligation, limits)
    if bounded:
        obligation = replace(obligation, given=(*obligation.given, *bounded))
    tried = product(*([number for number in _SMALL if domain.contains(number)] for domain in domains))
    for numbers in islice(sorted(tried, key=sum), _MOST_TRIED):
        values = dict(zip(counts, numbers, strict=True))
        plain = in_one_form(_with_sides(obligation, [side.xreplace(values) for side in obligation.sides]))
        if not has_sequences(plain):
            # lemma: what fails at some numbers does not hold for all
            yield values, plain


def _bounds(obligation: Obligation, numbers: set[Symbol]) -> tuple[Relation, ...]:
    """That quantities do not exceed what bounds them, where one of the two is to be a number and no quantity."""
    notation = obligation.notation
    pairs = [(each.symbol, notation[each.at_most].symbol) for each in obligation.quantities if each.at_most]
    return tuple(from_sides(low, "<=", high, notation) for low, high in pairs if numbers & {low, high})


def _with_sides(obligation: Obligation, sides: list[Expr]) -> Obligation:
    pairs = zip(obligation.relations, sides[::2], sides[1::2], strict=True)
    *given, goal = (item.with_sides(left, right) for item, left, right in pairs)
    return Obligation(goal, tuple(given), obligation.says)


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


@remembered(maxsize=1024)
def _freed(obligation: Obligation, quantities: tuple[Quantity, ...]) -> Freed:
    return _with_rules(obligation, quantities, _rewriting(obligation.given))


def _with_rules(obligation: Obligation, quantities: tuple[Quantity, ...], rules: Mapping[Expr, Expr]) -> Freed:
    notation, by_key = obligation.notation, dict[Expr, Symbol]()
    mapping, terms = dict[Expr, Symbol](), list[Term]()
    made: list[Quantity] = []
    for call in applications(*obligation.sides):
        # lemma (congruence): x = y implies f(x) = f(y), so that calls of arguments that are equal where what is given
        # holds have one symbol; what follows for every value of the symbols follows for the values of the functions
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
    """The rewriting rules that the given equations make, for symbols, and for functions of some arguments."""
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
            # lemma: where an equation holds, its one side may stand for the other, in arguments of functions, too
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
            # lemma: n/d = 0 implies n = 0, and a x + b = 0 with a never 0 implies x = -b/a
            value = -own.back(rest) / own.back(coefficient)
            return None if value.has(source) else (source, value)
    return None
