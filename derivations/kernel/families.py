"""Families: what must be proven for a fact about every value of a quantity, and not about one state.

That y does not depend on x, that a slope is the slope, that something holds at every index or at one of them: none of
these is an equation between quantities in one state. Here each becomes statements of such equations. With them, and
with the letters of the expression free of what varies (which the board sees to), the fact follows by the lemma that
stands with each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce

from derivations.kernel.normal_form import MOST_POWERS, Algebra
from derivations.kernel.statement import (
    Goal,
    Statement,
    closed,
    defined_by,
    definedness,
    goals,
    hypotheses,
    is_whole,
    proposition,
    term,
)
from derivations.kernel.term import (
    MINUS_ONE,
    ONE,
    ZERO,
    KernelError,
    Proposition,
    Term,
    at,
    free_names,
    names_of,
    parts,
    put_for_name,
    replaced,
)
from derivations.kernel.theorem import limits
from derivations.language.tree import WEAK, Call, Name, Node, WrittenRelation

Names = Mapping[str, str]


def independence(
    source: WrittenRelation, of: str, other: str, given: Sequence[WrittenRelation], domains: Names, at_most: Names
) -> Statement:
    """e(x') = e(x) for two values of x, where y = e(x) and e has both values: then y is the same for every x."""
    if of in free_names(term(source.left)):
        raise KernelError(f"{of} stands on the left")
    if any(other in names_of(proposition(item)) for item in (source, *given)):
        raise KernelError(f"{other} is no new value of {of}")
    goal: Proposition = ("=", put_for_name(term(source.right), of, ("s", other)), term(source.right))
    known = hypotheses(given, domains)
    for fact in defined_by(source, domains):
        known += [fact, at(fact, of, ("s", other))]
    limits = {**at_most, other: at_most[of]} if of in at_most else at_most
    return closed(known, ((frozenset(), goal),), {**domains, other: domains[of]}, limits)


def instance(
    source: WrittenRelation, outcome: WrittenRelation, index: str, value: Node, given: Sequence[WrittenRelation],
    domains: Names, at_most: Names,
) -> Statement:
    """What is said of every index, at one of them, gives the outcome; and it is one of them."""
    here = [at(fact, index, term(value)) for fact in hypotheses([source], domains)]
    shown = (*goals(outcome, domains), *_in_domain(value, index, domains))
    return closed([*here, *hypotheses(given, domains)], tuple(dict.fromkeys(shown)), domains, at_most)


def _in_domain(value: Node, index: str, domains: Names) -> tuple[Goal, ...]:
    """That a value is an index. Raises `KernelError` for one that may be no whole number."""
    least = {"integer": ONE, "whole": ZERO}.get(domains[index])
    if least is None or not is_whole(value, domains):
        raise KernelError(f"no value of {index}")
    return () if term(value) == least else ((frozenset(), (">=", term(value), least)),)


def induction(
    claims: Sequence[WrittenRelation], recurrences: Sequence[WrittenRelation], plain: Sequence[WrittenRelation],
    index: str, start: Node, domains: Names, at_most: Names, *, downward: bool = False,
) -> tuple[Statement, ...]:
    """The claims at the start, and each at an index where all of them hold at the one before.

    Recurrences speak of the index, for every value of it; what is plain does not. Then the claims hold for every index
    from the start on or, downward, to it.
    """
    if any(index in names_of(proposition(item)) for item in plain) or index in at_most.values():
        raise KernelError(f"{index} varies")
    k: Term = ("s", index)
    following: Term = ("+", k, ONE)
    begin = term(start)
    here, there = (following, k) if downward else (k, following)
    fixed, moving = hypotheses(plain, domains), hypotheses(recurrences, domains)
    first = [*fixed, *(at(item, index, begin) for item in moving)]
    within: Proposition = (">=", begin, here) if downward else (">=", here, begin)
    # what says something of the index alone, as a definition does, is needed at the next one, too
    still = [item for item in moving if all(_is_at(each, index) for each in item[1:])]
    known = [*fixed, *moving, *(at(item, index, following) for item in still), within]
    known += [at(fact, index, here) for fact in hypotheses(claims, domains)]
    statements = []
    for claim in claims:
        for given, place in ((first, begin), (known, there)):
            shown = [(frozenset(at(each, index, place) for each in extra), at(fact, index, place))
                     for extra, fact in goals(claim, domains)]
            if place == begin:
                shown += _in_domain(start, index, domains)
            statements.append(closed(given, tuple(dict.fromkeys(shown)), domains, at_most))
    return tuple(statements)


def _is_at(part: Term, index: str) -> bool:
    """True if an index stands in a term only by itself, and not as one more or less."""
    if part[0] in ("app", "s", "n"):
        return all(each == ("s", index) or _is_at(each, index) for each in parts(part))
    return index not in free_names(part) or part[0] not in ("+", "*", "^") or all(
        each != ("s", index) and _is_at(each, index) for each in parts(part)
    )


def slope(
    source: WrittenRelation, outcome: WrittenRelation, by: str, slopes: Names, given: Sequence[WrittenRelation],
    domains: Names, at_most: Names,
) -> Statement:
    """The stated slope equals the derivative by the rules of calculus, where y = e(x) has a value and is smooth.

    `slopes` names the function that is the derivative of each function by its last argument.
    """
    if by in free_names(term(source.left)):
        raise KernelError(f"{by} stands on the left")
    smooth: dict[Proposition, None] = {}
    found = derivative(term(source.right), by, slopes, smooth)
    goal: Proposition = ("=", term(outcome.right), found)
    sources = defined_by(source, domains)
    shown: tuple[Goal, ...] = (
        (frozenset(), goal), *((frozenset[Proposition](), fact) for fact in smooth),
        *dict.fromkeys(definedness(outcome, domains)),
    )
    return closed([*hypotheses(given, domains), *sources], shown, domains, at_most)


def derivative(part: Term, by: str, slopes: Names, smooth: dict[Proposition, None]) -> Term:
    """The derivative by the rules for sums, products, powers, exp, log and functions of which it is declared.

    `smooth` collects what must hold for it: the bases of powers that are not whole are positive.
    """
    if by not in free_names(part):
        return ZERO
    head, rest = part[0], part[1:]
    if part == ("s", by):
        return ONE
    if head == "+":
        return ("+", *(derivative(each, by, slopes, smooth) for each in rest))
    if head == "*":
        return ("+", *(
            ("*", *rest[:turn], derivative(each, by, slopes, smooth), *rest[turn + 1 :])
            for turn, each in enumerate(rest) if by in free_names(each)
        ))
    if head == "^":
        base, times = rest
        if times == 0:
            return ZERO
        return ("*", ("n", times, 1), ("^", base, times - 1), derivative(base, by, slopes, smooth))
    if head == "pow":
        base, exponent = rest
        smooth.setdefault((">", base, ZERO))
        terms: list[Term] = []
        if by in free_names(base):
            lower: Term = ("pow", base, ("+", exponent, MINUS_ONE))
            terms.append(("*", exponent, lower, derivative(base, by, slopes, smooth)))
        if by in free_names(exponent):
            terms.append(("*", part, ("log", base), derivative(exponent, by, slopes, smooth)))
        return terms[0] if len(terms) == 1 else ("+", *terms)
    if head == "exp":
        return ("*", part, derivative(rest[0], by, slopes, smooth))
    if head == "log":
        smooth.setdefault((">", rest[0], ZERO))
        return ("*", ("^", rest[0], -1), derivative(rest[0], by, slopes, smooth))
    if head == "app" and rest[0] in slopes and not any(by in free_names(each) for each in rest[1:-1]):
        return ("*", ("app", slopes[rest[0]], *rest[1:]), derivative(rest[-1], by, slopes, smooth))
    raise KernelError(f"no derivative of {head}")


def limit(
    source: WrittenRelation, outcome: WrittenRelation, by: str, conditions: Sequence[WrittenRelation],
    given: Sequence[WrittenRelation], domains: Names, at_most: Names, *, to_infinity: bool,
) -> Statement:
    """y = e(x) becomes y = l, where e is a quotient P/Q of polynomials in x, also in roots of x.

    P/Q goes to p/q as x grows without bound, if q x^d is the leading term of Q, q is not zero, and P has the term p x^d
    and no higher one. As x goes to zero that is so of 1/x; from both sides, if x may be negative. Coefficients may hold
    powers b^f with x in f alone, and exp(f): such a power goes to b^l, where f goes to l and b > 0; it goes to 0, also
    times any power of x, where f grows as a power of x does and 0 <= b < 1, and exp(f) where f falls so. What is given,
    in which y is l, does not speak of x. What e was said under (`conditions`), and that it has a value, holds close to
    the limit: N/D has there the sign of the product of the leading coefficients.
    """
    fixed, value = term(source.left), term(source.right)
    kept = {proposition(each) for each in given}
    spoken = [*hypotheses(conditions, domains), *(fact for _, fact in definedness(source, domains))]
    known = hypotheses(given, domains)
    if source.operator == "=" and fixed[0] == "s":
        known = [at(fact, fixed[1], term(outcome.right)) for fact in known]
    # what is strict on the way may end equal
    if (term(outcome.left), outcome.operator) != (fixed, WEAK[source.operator]) or by in free_names(fixed):
        raise KernelError("another relation than the limit")
    if any(by in names_of(fact) for fact in (*known, proposition(outcome))) or (
        fixed[0] == "s" and fixed[1] in free_names(value) | free_names(term(outcome.right))
    ):
        raise KernelError(f"{by} varies")
    if domains[by] in (("fraction", "bit") if to_infinity else ("integer", "whole", "bit")) or (
        by in at_most if to_infinity else by in at_most.values()
    ):
        raise KernelError(f"{by} does not go there")
    shown: dict[Goal, None] = {}
    for side in (ONE, MINUS_ONE) if domains[by] == "real" and not to_infinity else (ONE,):
        moved = put_for_name(value, by, ("*", side, ("s", by)))
        near = Near(by, 1 if to_infinity else -1, Algebra(dict(domains)))
        reached = near.limit(moved)
        shown[frozenset(), ("=", term(outcome.right), reached)] = None
        for fact in spoken:
            if source.operator == "=" and fixed[0] == "s":
                fact = at(fact, fixed[1], value)
            if fact not in kept:
                near.holds(at(fact, by, ("*", side, ("s", by))))
        shown |= {(frozenset(), fact): None for fact in near.shown}
    known += defined_by(source, domains)
    return closed(known, (*shown, *dict.fromkeys(definedness(outcome, domains))), domains, at_most)


Powers = dict[Fraction, Term]  # a polynomial, also in roots: the coefficient of each power


def highest(powers: Powers) -> Fraction:
    """The highest power. Raises `KernelError` where there is none."""
    if not powers:
        raise KernelError("nothing that is not zero")
    return max(powers)


class Near:
    """Terms close to a limit: x is a positive number beyond all bounds, or one over such a number."""

    def __init__(self, by: str, turn: int, algebra: Algebra) -> None:
        self.by, self.turn, self.algebra = by, turn, algebra
        self.shown: dict[Proposition, None] = {}  # what must hold for it
        self._ends: dict[Term, Term] = {}  # of powers with x in their exponents: what they go to
        self._gone: dict[Term, Term] = {}  # those of them that go to zero faster than any power of x

    def limit(self, part: Term) -> Term:
        """What a term goes to. Raises `KernelError` where it has no finite limit."""
        over, under = map(self._lasting, self.quotient(part))
        degree = highest(under)
        if over and highest(over) > degree:
            raise KernelError("no finite limit")
        return ("*", self._lead(over), ("^", self._lead(under), -1)) if degree in over else ZERO

    def _lasting(self, powers: Powers) -> Powers:
        """A polynomial without terms that go to zero whatever power of x they are multiplied with."""
        return {power: part for power, part in powers.items()
                if not self._gone or not self.algebra.same(_put(part, self._gone), ZERO)}

    def _lead(self, powers: Powers) -> Term:
        """What the coefficient of the highest power goes to."""
        return _put(powers[highest(powers)], self._ends)

    def holds(self, fact: Proposition) -> None:
        """That a proposition holds close to the limit."""
        op, left, right = fact
        if self.by not in names_of(fact):
            self.shown[fact] = None
            return
        over, under = self.quotient(("+", left, ("*", MINUS_ONE, right)))
        leads = ("*", self._lead(self._lasting(over)), self._lead(self._lasting(under))) if over else ZERO
        if over and op == "=":
            raise KernelError("an equation that does not hold on the way")
        self.shown[(op if op == "!=" or not over else ">", leads, ZERO)] = None

    def quotient(self, part: Term) -> tuple[Powers, Powers]:
        """A term as the quotient of two polynomials in what varies. Raises `KernelError` where it is none."""
        one: Powers = {Fraction(0): ONE}
        if self.by not in free_names(part):
            return self._sum({}, {Fraction(0): part}), one
        head, rest = part[0], part[1:]
        if head == "s":
            return {Fraction(self.turn): ONE}, one
        if head == "+":
            return reduce(self._added, map(self.quotient, rest))
        if head == "*":
            return reduce(self._multiplied, map(self.quotient, rest))
        if head == "^":
            over, under = self.quotient(rest[0])
            if abs(rest[1]) > MOST_POWERS:
                raise KernelError("a power that is too high to multiply out")
            if rest[1] < 0:
                self.shown[("!=", self._lead(self._lasting(over)), ZERO)] = None
                over, under = under, over
            return reduce(self._multiplied, [(over, under)] * abs(rest[1]), (one, one))
        if head == "exp" or (head == "pow" and self.by not in free_names(rest[0])):
            self._exponential(part)
            return {Fraction(0): part}, one
        if head == "pow" and rest[1][0] == "n":
            over, under = self.quotient(rest[0])
            if len(over) == len(under) == 1:  # (c x^k)^q = c^q x^(k q) for c > 0
                (k, c), (m, d) = *over.items(), *under.items()
                if self.by in free_names(c) | free_names(d):
                    raise KernelError("no limit of a root of a power")
                base = c if d == ONE else ("*", c, ("^", d, -1))
                self.shown[(">", base, ZERO)] = None
                return {(k - m) * Fraction(*rest[1][1:]): ONE if base == ONE else ("pow", base, rest[1])}, one
        raise KernelError(f"no limit of {head}")

    def _exponential(self, part: Term) -> None:
        """What a power with x in its exponent alone goes to, b^f or exp(f)."""
        *base, exponent = part[1:]
        over, under = map(self._lasting, self.quotient(exponent))
        if over and highest(over) > highest(under):
            leads: Term = ("*", self._lead(over), self._lead(under))
            self.shown |= dict.fromkeys([(">=", b, ZERO) for b in base] + [(">", ONE, b) for b in base])
            self.shown[(">", leads, ZERO) if base else (">", ZERO, leads)] = None
            self._ends[part] = self._gone[part] = ZERO
        else:
            self.shown |= {(">", b, ZERO): None for b in base}
            self._ends[part] = (part[0], *base, self.limit(exponent))

    def _added(self, one: tuple[Powers, Powers], other: tuple[Powers, Powers]) -> tuple[Powers, Powers]:
        """The sum of two quotients."""
        (over, under), (more, beside) = one, other
        if under == beside:
            return self._sum(over, more), under
        return self._sum(self._product(over, beside), self._product(more, under)), self._product(under, beside)

    def _multiplied(self, one: tuple[Powers, Powers], other: tuple[Powers, Powers]) -> tuple[Powers, Powers]:
        """The product of two quotients."""
        return self._product(one[0], other[0]), self._product(one[1], other[1])

    def _sum(self, one: Powers, other: Powers) -> Powers:
        """The sum; what is zero in every state is left out."""
        total = dict(one)
        for power, part in other.items():
            total[power] = ("+", total[power], part) if power in total else part
        return {power: part for power, part in total.items() if not self.algebra.same(part, ZERO)}

    def _product(self, one: Powers, other: Powers) -> Powers:
        total: Powers = {}
        for power, part in one.items():
            for times, factor in other.items():
                product = part if factor == ONE else factor if part == ONE else ("*", part, factor)
                total = self._sum(total, {power + times: product})
        return total


def _put(part: Term, ends: dict[Term, Term]) -> Term:
    """A term with what its powers go to."""
    for power, end in reversed(ends.items()):  # those around others first, which were met later
        part = replaced(part, lambda each, _, own=power: each == own, end, free_names(power).__contains__)  # type: ignore[misc]
    return part


_COUNTS = {"integer": "integer", "positive": "integer", "whole": "whole", "nonnegative": "whole"}


def finite_sum(
    outcome: WrittenRelation, summed: Node, index: str, first: Node, last: Node, counted: str,
    given: Sequence[WrittenRelation], domains: Names, at_most: Names,
) -> tuple[Statement, ...]:
    """A closed form is the sum at the least count, and at the next one wherever it is at the one before.

    Only whole numbers count, also of what may be any positive one.
    """
    if domains[counted] not in _COUNTS:
        raise KernelError(f"{counted} does not count")
    domains = {**domains, counted: _COUNTS[domains[counted]]}
    known = hypotheses(given, domains)
    if any(counted in names_of(fact) for fact in known) or counted in at_most.values():
        raise KernelError(f"{counted} varies")
    wanted = WrittenRelation(outcome.right, "=", Call("sum", (summed, Name(index), first, last)))
    equation, *defined = goals(wanted, domains)
    begin, following = ONE if domains[counted] == "integer" else ZERO, ("+", ("s", counted), ONE)
    here = equation[1]
    return (
        closed(known, ((frozenset(), at(here, counted, begin)),), domains, at_most),
        closed([*known, here], ((frozenset(), at(here, counted, following)), *defined), domains, at_most),
    )


def least(
    source: WrittenRelation, outcome: WrittenRelation, given: Sequence[WrittenRelation], domains: Names, at_most: Names
) -> Statement:
    """y = e(x) is least at x = v, for every x of its domain, and at no smaller x.

    With a max or min in e: e(x) >= e(v), and e(x) > e(v) where x < v. Else by the slope e': it is zero at v, and
    wherever it is zero, e'' > 0. Then between two zeros of e' there would be one at which it falls; so v is the only
    one, and e falls before it and rises after it, as the domain is an interval, in which e is smooth.
    """
    fixed, value = term(source.left), term(source.right)
    x, v = term(outcome.left), term(outcome.right)
    if x[0] != "s" or outcome.operator != "=" or x[1] in free_names(v) or x[1] in free_names(fixed):
        raise KernelError("no value of what varies")
    by, known = x[1], hypotheses(given, domains)
    if any(names_of(fact) & {by, *free_names(fixed)} for fact in known) or free_names(fixed) & free_names(value):
        raise KernelError(f"{by} varies")
    if source.operator not in ("=", ">", ">=") or domains[by] in ("integer", "whole", "bit"):
        raise KernelError("no least value on an interval")
    smooth: dict[Proposition, None] = {}
    none: frozenset[Proposition] = frozenset()
    shown: list[Goal] = []
    if _has_kink(value):
        here = put_for_name(value, by, v)
        shown += [(none, (">=", value, here)), (frozenset({(">", v, x)}), (">", value, here))]
    else:
        slope = derivative(value, by, {}, smooth)
        bend = derivative(slope, by, {}, smooth)
        flat: Proposition = ("=", slope, ZERO)
        shown += [(none, at(flat, by, v)), (frozenset({flat}), (">", bend, ZERO))]
    shown += [(none, fact) for fact in (*smooth, *_inside(v, by, domains, at_most))]
    shown += [*definedness(source, domains), *definedness(outcome, domains)]
    return closed(known, tuple(dict.fromkeys(shown)), domains, at_most)


def _inside(value: Term, name: str, domains: Names, at_most: Names) -> list[Proposition]:
    """That a value is one which a quantity can take."""
    above: list[Proposition] = [(">=", ("s", at_most[name]), value)] if name in at_most else []
    below: list[Proposition] = [(">=", value, ("s", other)) for other, most in at_most.items() if most == name]
    return [*limits(value, domains[name]), *above, *below]


def _has_kink(part: Term) -> bool:
    return part[0] in ("max", "min") or any(map(_has_kink, parts(part)))
