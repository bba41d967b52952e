"""Statements: written relations as propositions, with what must be so for them to have a value.

A relation as authors mean it, "has a value, and holds", is a proposition and its definedness: each denominator is not
zero, each base of a root or logarithm is positive. Of what is given, both are hypotheses; of the goal, both are shown.
The statement comes from the written tree alone: what a reader sees is what is proven.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import prod

from derivations.kernel.normal_form import POSITIVE, Algebra
from derivations.kernel.term import (
    MINUS_ONE,
    ZERO,
    KernelError,
    Proposition,
    Term,
    at,
    free_names,
    names_of,
    number,
)
from derivations.language.tree import (
    BINDERS,
    Apply,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    WrittenRelation,
    children,
    parts,
)
from derivations.language.unit import parse_unit

Goal = tuple[frozenset[Proposition], Proposition]  # extra hypotheses, and what is shown under them


@dataclass(frozen=True)
class Statement:
    """A goal, what is given, and the domains of all quantities and functions that occur.

    `given` are premises and that they have a value; `goals` the goal itself, first, and what says that it has one.
    """

    given: tuple[Proposition, ...]
    goals: tuple[Goal, ...]
    domains: Mapping[str, str]
    at_most: Mapping[str, str]

    @property
    def hypotheses(self) -> frozenset[Proposition]:
        """What is given."""
        return frozenset(self.given)


def statement(
    given: Iterable[WrittenRelation], goal: WrittenRelation, domains: Mapping[str, str], at_most: Mapping[str, str]
) -> Statement:
    """The statement that a relation holds, and has a value, wherever what is given holds and has one.

    Raises `KernelError` for what the kernel has no terms for.
    """
    return closed(hypotheses(given, domains), goals(goal, domains), domains, at_most)


def hypotheses(given: Iterable[WrittenRelation], domains: Mapping[str, str]) -> list[Proposition]:
    """Relations as propositions, and what holds as they have a value."""
    items = tuple(given)
    defined = [fact for item in items for fact in defined_by(item, domains)]
    return list(dict.fromkeys([*map(proposition, items), *defined]))


def goals(written: WrittenRelation, domains: Mapping[str, str]) -> tuple[Goal, ...]:
    """A relation as a goal, first, and that it has a value."""
    return ((frozenset(), proposition(written)), *dict.fromkeys(definedness(written, domains)))


def closed(
    given: Iterable[Proposition], goals: tuple[Goal, ...], domains: Mapping[str, str], at_most: Mapping[str, str]
) -> Statement:
    """The statement of goals under propositions, with the domains of all names that occur.

    Raises `KernelError` for a name without a domain.
    """
    known = tuple(dict.fromkeys(given))
    said = [*known, *(each for extra, fact in goals for each in (fact, *extra))]
    names: set[str] = set().union(*map(names_of, said))
    while more := {at_most[name] for name in names if name in at_most} - names:
        names |= more
    unknown = {name for name in names if name not in domains}
    inner = {name: _index_domain(name) for name in unknown if name.startswith(_INDEX)}
    if unknown - set(inner):
        raise KernelError(f"{min(unknown - set(inner))} has no domain")
    return Statement(
        known, goals,
        {name: domains[name] for name in sorted(names & set(domains))} | inner,
        {name: at_most[name] for name in sorted(names) if name in at_most},
    )


def proposition(written: WrittenRelation) -> Proposition:
    """The proposition of a written relation; < and <= are turned round."""
    left, right = term(written.left), term(written.right)
    if written.operator in ("<", "<="):
        return (written.operator.replace("<", ">"), right, left)
    return (written.operator, left, right)


def term(node: Node) -> Term:
    """The term of a tree, operation by operation, with units set to one: a number is in base units."""
    match node:
        case Number(value, unit):
            return number(value * parse_unit(unit).factor if unit else value)
        case Name(name):
            return ("s", name)
        case Negative(operand):
            return ("*", MINUS_ONE, term(operand))
        case Sum(terms):
            return ("+", *map(term, terms))
        case Product(factors):
            return ("*", *map(term, factors))
        case Quotient(numerator, denominator):
            return ("*", term(numerator), ("^", term(denominator), -1))
        case Power(base, exponent):
            power = term(exponent)
            whole = _value(power)
            if whole is not None and whole.denominator == 1:
                return ("^", term(base), whole.numerator)
            return ("pow", term(base), power)
        case Apply(function, arguments):
            return ("app", function, *map(term, arguments))
        case Call(function, (body, Name(index), first, last)) if function in BINDERS:
            return ("sum" if function == "sum" else "prod", index, term(first), term(last), term(body))
        case Call("sqrt", (argument,)):
            return ("pow", term(argument), number(Fraction(1, 2)))
        case Call("factorial", (argument,)):
            return ("fact", term(argument))
        case Call("max" | "min" | "exp" | "log" | "ceil" as function, arguments):
            return (function, *map(term, arguments))
        case Call("xor", arguments) if arguments:
            return reduce(lambda one, other: ("xor", one, other), map(term, arguments))
    raise KernelError("the kernel has no term for this")


def _value(part: Term) -> Fraction | None:
    """The number that a term of literal arithmetic is."""
    match part:
        case ("n", p, q):
            return Fraction(p, q)
        case ("*", *factors):
            values = [value for value in map(_value, factors) if value is not None]
            return prod(values, start=Fraction(1)) if len(values) == len(factors) else None
        case ("^", base, times):
            own = _value(base)
            return own**times if own and abs(times) <= 64 else None
    return None


_INDEX = "index "


def _index_domain(name: str) -> str:
    """The domain of an index of a sum, outside of which its range does not reach."""
    least = name.removeprefix(_INDEX)
    return "integer" if least.startswith("from 1 ") else "whole" if least.startswith("from 0 ") else "real"


_COUNTED = ("index", "integer", "whole", "bit")  # domains of whole numbers; an index of a sum may be negative


def definedness(written: WrittenRelation, domains: Mapping[str, str]) -> Iterator[Goal]:
    """What must hold for both sides to have a value, each with what is known of the indices of sums around it."""
    for side in (written.left, written.right):
        yield from _defined(side, domains)


def defined_by(written: WrittenRelation, domains: Mapping[str, str]) -> list[Proposition]:
    """What holds wherever both sides have a value.

    Of a power with letters in its exponent that is nothing: that is a whole number in some states, and any base goes.
    """
    powers = {fact for side in (written.left, written.right) for fact in _bases_of_powers(side)}
    return [fact for extra, fact in definedness(written, domains) if not extra and fact not in powers]


def _bases_of_powers(node: Node) -> Iterator[Proposition]:
    if isinstance(node, Power) and _value(term(node.exponent)) is None:
        yield from ((op, term(node.base), ZERO) for op in (">", ">="))
    for part in children(node):
        yield from _bases_of_powers(part)


def _defined(node: Node, domains: Mapping[str, str]) -> Iterator[Goal]:
    match node:
        case Quotient(_, denominator):
            below = term(denominator)
            if not _value(below):
                yield frozenset(), ("!=", below, ZERO)
        case Power(base, exponent):
            yield from _power_defined(term(base), term(exponent), domains)
        case Call(function, (body, Name(index), first, last)) if function in BINDERS:
            for end in (first, last):
                if not is_whole(end, domains):
                    raise KernelError("a range between what may be no whole number")
                yield from _defined(end, domains)
            if any(isinstance(part, Call) and part.function in BINDERS and part.arguments[1] == Name(index)
                   for part in parts(body)):
                raise KernelError(f"{index} counts twice, one sum inside the other")
            begin = _value(term(first))
            least = "" if begin is None or begin < 0 else "from 1 " if begin >= 1 else "from 0 "
            fresh = ("s", f"{_INDEX}{least}{index}")
            within = frozenset({(">=", fresh, term(first)), (">=", term(last), fresh)})
            for extra, fact in _defined(body, {**domains, index: _COUNTED[0]}):
                yield within | {at(each, index, fresh) for each in extra}, at(fact, index, fresh)
            return
        case Call("sqrt", (argument,)):
            yield frozenset(), (">=", term(argument), ZERO)
        case Call("log", (argument,)):
            yield frozenset(), (">", term(argument), ZERO)
        case Call("factorial", (argument,)):
            if not is_whole(argument, domains):
                raise KernelError("a factorial of what may not be a whole number")
            yield frozenset(), (">=", term(argument), ZERO)
    for part in children(node):
        yield from _defined(part, domains)


def is_whole(node: Node, domains: Mapping[str, str]) -> bool:
    """True for whole numbers, and their sums, products and what is rounded; n/2 is none for every n."""
    match node:
        case Number(value, unit):
            return not unit and value.denominator == 1
        case Name(name) | Apply(name, _):
            return domains.get(name) in _COUNTED
        case Call("ceil" | "factorial", _):
            return True
        case Negative() | Sum() | Product() | Call("max" | "min" | "xor", _):
            return all(is_whole(part, domains) for part in children(node))
    return False


def _power_defined(base: Term, exponent: Term, domains: Mapping[str, str]) -> Iterator[Goal]:
    """A power has a value for a positive base; for any other, only with some exponents."""
    value = _value(exponent)
    if value is not None and value.denominator == 1:
        if value < 0 and not _value(base):
            yield frozenset(), ("!=", base, ZERO)
        return
    if value is not None:
        yield frozenset(), (">=" if value > 0 else ">", base, ZERO)
        return
    counts = all(domains.get(name) in _COUNTED[1:] for name in free_names(exponent))
    plain = exponent[0] == "s" or (exponent[0] == "+" and all(
        part[0] == "s" or (part[0] == "n" and part[2] == 1 and part[1] >= 0) for part in exponent[1:]
    ))
    if not (counts and plain):
        own = _value(base)
        if own is None or own <= 0:
            # 0^e = 0 for e > 0
            yield frozenset(), (">=" if _is_positive(exponent, domains) else ">", base, ZERO)


def _is_positive(part: Term, domains: Mapping[str, str]) -> bool:
    """True for what is positive by the domains alone."""
    algebra = Algebra({name: "real" if own == _COUNTED[0] else own for name, own in domains.items()})
    form = algebra.form(part)
    return not form.need and algebra.form_sign(form) == POSITIVE
