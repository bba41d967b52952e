"""Theorems, and the rules that make them: nothing else does.

A theorem ``H |- p`` says: in every state in which each of H holds, p holds. Its maker is the kernel, whose rules are
methods here; each states the lemma it applies, and raises `KernelError` where a side condition fails. What is to be
nonzero, because something was divided by it, and signs that are not those by nature are shown by theorems that the
caller hands over (`known` below), whose hypotheses the new theorem takes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NoReturn

from derivations.kernel.normal_form import DOMAINS, NONNEGATIVE, POSITIVE, Algebra, Form, Key
from derivations.kernel.term import (
    MINUS_ONE,
    ONE,
    ZERO,
    KernelError,
    Proposition,
    Term,
    free_names,
    number,
    replaced,
)

_MAKING = object()
_LIMITS: dict[str, tuple[tuple[str, int], ...]] = {  # sign, and number that is not passed: x >= 1 is (">=", 1)
    "positive": ((">", 0),), "nonnegative": ((">=", 0),), "fraction": ((">", 0), ("<=", 1)), "integer": ((">=", 1),),
    "whole": ((">=", 0),), "bit": ((">=", 0), ("<=", 1)), "real": (),
}


def limits(term: Term, domain: str) -> list[Proposition]:
    """What is so of every number of a domain, said of a term."""
    return [(">=", number(limit), term) if operator == "<=" else (operator, term, number(limit))
            for operator, limit in _LIMITS[domain]]


class Theorem:
    """A proposition that holds wherever its hypotheses do; only the rules of a `Kernel` make one."""

    __slots__ = ("_kernel", "conclusion", "extent", "hypotheses")

    hypotheses: frozenset[Proposition]
    conclusion: Proposition
    extent: int  # how many hypotheses there are, and parts of the conclusion
    _kernel: Kernel

    def __new__(cls, making: object = None, *_: object) -> Theorem:
        """Raises `KernelError` for everybody but the kernel."""
        if making is not _MAKING:
            raise KernelError("a theorem is made by the rules of the kernel alone")
        return super().__new__(cls)

    def __init__(self, making: object, kernel: Kernel, hypotheses: frozenset[Proposition], conclusion: Proposition):
        if hasattr(self, "conclusion"):
            raise KernelError("a theorem does not change")
        object.__setattr__(self, "_kernel", kernel)
        object.__setattr__(self, "hypotheses", hypotheses)
        object.__setattr__(self, "conclusion", conclusion)
        object.__setattr__(self, "extent", len(hypotheses) + kernel._read.proposition(conclusion))

    def __init_subclass__(cls) -> NoReturn:
        raise KernelError("there is one kind of theorem")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise KernelError("a theorem does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise KernelError("a theorem does not change")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise KernelError("a theorem is neither copied nor stored: its certificate is")

    def __repr__(self) -> str:
        return f"{sorted(map(str, self.hypotheses))} |- {self.conclusion}"


class Kernel:
    """The rules over the quantities of one statement.

    `domains` names the domain of each quantity, and of the values of each function; `at_most` the quantity that one
    never exceeds.
    """

    def __init__(self, domains: Mapping[str, str], at_most: Mapping[str, str]) -> None:
        if not set(domains.values()) <= set(DOMAINS):
            raise KernelError("a domain that there is not")
        self._algebra = Algebra(dict(domains))
        self._read, self._difference = self._algebra.read, self._algebra.difference
        self._domains, self._at_most = dict(domains), dict(at_most)
        self._told: dict[Proposition, tuple[Key | None, int]] = {}  # of what signs are known

    def is_over(self, domains: Mapping[str, str], at_most: Mapping[str, str]) -> bool:
        """True if these are the quantities of the kernel."""
        return self._domains == domains and self._at_most == at_most

    # ways in, and logic

    def assume(self, proposition: Proposition) -> Theorem:
        """p |- p."""
        self._read.proposition(proposition)  # before it is hashed, which takes as long as it is large
        return self._made({proposition}, proposition)

    def domain(self, term: Term, place: int) -> Theorem:
        """|- a limit of the declared domain of a quantity or a function, or that it never exceeds another one."""
        self._read.size(term)
        if term[0] not in ("s", "app") or term[1] not in self._domains:
            raise KernelError("no quantity of that name")
        facts = limits(term, self._domains[term[1]])
        if term[0] == "s" and term[1] in self._at_most:
            facts.append((">=", ("s", self._at_most[term[1]]), term))
        return self._one_of(facts, place)

    def weaker(self, theorem: Theorem) -> Theorem:
        """From a > b: a != b."""
        self._own(theorem)
        op, left, right = theorem.conclusion
        if op != ">":
            raise KernelError("no strict inequality")
        return self._made(theorem.hypotheses, ("!=", left, right))

    def stricter(self, theorem: Theorem, apart: Theorem) -> Theorem:
        """From a >= b and a != b: a > b."""
        self._own(theorem, apart)
        (op, left, right), other = theorem.conclusion, apart.conclusion
        if op != ">=" or other != ("!=", left, right):
            raise KernelError("no >= with a !=")
        return self._made(_assumed(theorem, apart), (">", left, right))

    def nonzero(self, goal: Proposition, theorem: Theorem, known: Sequence[Theorem] = ()) -> Theorem:
        """From a product that is not zero, as it is > 0 or said to be != 0: a factor of it is not."""
        self._own(theorem, *known)
        self._read.proposition(goal)
        op, left, right = theorem.conclusion
        whole, part = self._difference(left, right), self._difference(goal[1], goal[2])
        if goal[0] != "!=" or op not in (">", "!=") or not part.over or not whole.over:
            raise KernelError("no != from a product")
        if self._algebra.divided(whole.over, part.over) is None:
            raise KernelError("no factor of it")
        self._require_nonzero(whole.need | part.need, known, self._known_signs(known))
        return self._made(_assumed(theorem, *known), goal)

    def cases(self, first: Theorem, second: Theorem, left: Term, right: Term) -> Theorem:
        """From H, a >= b |- q and J, b >= a |- q: H, J |- q, as one of the two holds."""
        self._own(first, second)
        self._read.size(left)
        self._read.size(right)
        if first.conclusion != second.conclusion:
            raise KernelError("two conclusions")
        hypotheses = (first.hypotheses - {(">=", left, right)}) | (second.hypotheses - {(">=", right, left)})
        return self._made(hypotheses, first.conclusion)

    def absurd(self, theorem: Theorem, proposition: Proposition) -> Theorem:
        """From a false statement about numbers, anything."""
        self._own(theorem)
        op, left, right = theorem.conclusion
        value = (found := self._difference(left, right)).constant
        false = value is not None and {"=": value != 0, "!=": value == 0, ">": value <= 0, ">=": value < 0}[op]
        if not false or found.need:
            raise KernelError("nothing false")
        return self._made(theorem.hypotheses, proposition)

    # equals for equals

    def rewrite(self, equation: Theorem, theorem: Theorem, goal: Proposition | None = None) -> Theorem:
        """From s = v and p: p with v for every s; or `goal`, if p is what becomes of it.

        A part is an s if it reads so, or if both are the same max, function or other atom in every state. Nothing is
        replaced below a binder of an index that s or v speak of.
        """
        self._own(equation, theorem)
        op, old, new = equation.conclusion
        if op != "=":
            raise KernelError("no equation")
        source = theorem.conclusion if goal is None else goal
        self._read.proposition(source)
        result = self.rewritten(old, new, source)
        if goal is not None and result != theorem.conclusion:
            raise KernelError("the goal becomes another proposition")
        return self._made(_assumed(equation, theorem), result if goal is None else goal)

    def rewritten(self, old: Term, new: Term, source: Proposition) -> Proposition:
        def hides(index: str) -> bool:
            return index in free_names(old) | free_names(new)

        def matches(part: Term, below_binder: bool) -> bool:
            if part == old:
                return True
            if below_binder or part[0] != old[0] or part[0] in ("s", "n", "+", "*"):
                return False  # an index has no sign that nature gives a quantity of its name
            return self._same(part, old)

        return (source[0], replaced(source[1], matches, new, hides), replaced(source[2], matches, new, hides))

    def _same(self, one: Term, other: Term) -> bool:
        try:
            return self._algebra.same(one, other)
        except KernelError:
            return False

    # the arithmetic of relations

    def combine(
        self, goal: Proposition, by: Term, used: Sequence[tuple[Theorem, Term]], known: Sequence[Theorem] = ()
    ) -> Theorem:
        """goal l op r, as (l - r) m = sum of n_i (l_i - r_i) + c identically, from theorems l_i op_i r_i.

        For =: m is not zero, every theorem an equation, c = 0. For > and >=: m > 0, n_i >= 0 for each inequality and
        any for an equation, c >= 0; for > one of the inequalities is strict with n_i > 0, or c > 0. For !=: as >, or
        with m < 0 in place of m > 0. Every factor that was divided by is not zero. Signs of m, n_i and c are those by
        nature, with those of single atoms and of factors in `known`.
        """
        self._read.proposition(goal)
        self._read.size(by)
        self._own(*known, *(theorem for theorem, _ in used))
        op, left, right = goal
        signs = self._known_signs(known)
        m = self._algebra.form(by)
        rest = self._algebra.multiply(self._difference(left, right), m)
        need = set(rest.need)
        strict = False
        for theorem, multiplier in used:
            self._read.size(multiplier)
            own_op, own_left, own_right = theorem.conclusion
            factor = self._algebra.form(multiplier)
            part = self._algebra.multiply(factor, self._difference(own_left, own_right))
            need |= part.need | factor.need
            rest = self._algebra.add(rest, self._algebra.scaled(part, -1))
            if own_op == "=":
                continue
            sign = self._sign(factor, signs)
            if op == "=" or own_op == "!=" or sign is None or sign < 0:
                raise KernelError("an inequality with a multiplier that may be negative")
            strict = strict or (own_op == ">" and sign == POSITIVE)
        sign = self._sign(m, signs)
        if op in ("=", "!="):
            if not (sign in (POSITIVE, -POSITIVE) or self._not_zero(m, known, signs)):
                raise KernelError("a factor of the goal that may be zero")
        elif sign != POSITIVE:
            raise KernelError("a factor of the goal that may not be positive")
        own = self._sign(rest, signs)
        if rest.over and (op == "=" or own is None or own < 0):
            raise KernelError("not identical")
        if op in (">", "!=") and not (strict or own == POSITIVE):
            raise KernelError("not strict")
        self._require_nonzero(need | set(rest.need) | set(m.need), known, signs)
        return self._made(_assumed(*(theorem for theorem, _ in used), *known), goal)

    def product(
        self, goal: Proposition, factors: Sequence[tuple[Theorem, int]], known: Sequence[Theorem] = ()
    ) -> Theorem:
        """goal l op r, where l - r = product of (l_i - r_i)^k_i, and each factor is > 0, >= 0 or != 0 as the goal is.

        An even power is >= 0 whatever it is of, and > 0 of what is not zero.
        """
        self._read.proposition(goal)
        self._own(*known, *(theorem for theorem, _ in factors))
        op, left, right = goal
        if op not in (">", ">=", "!="):
            raise KernelError("no sign of a product")
        enough = {">": (">",), ">=": (">", ">="), "!=": (">", "!=")}[op]
        total = self._algebra.constant(1)
        for theorem, times in factors:
            own_op, own_left, own_right = theorem.conclusion
            if type(times) is not int or times < 1:
                raise KernelError("no whole exponent from 1")
            if own_op not in enough and not (times % 2 == 0 and (op == ">=" or (op == ">" and own_op == "!="))):
                raise KernelError("a factor of another sign")
            total = self._algebra.multiply(total, self._algebra.power(self._difference(own_left, own_right), times))
        rest = self._algebra.add(self._difference(left, right), self._algebra.scaled(total, -1))
        if rest.over:
            raise KernelError("not identical")
        self._require_nonzero(rest.need | total.need, known, self._known_signs(known))
        return self._made(_assumed(*(theorem for theorem, _ in factors), *known), goal)

    # max, rounding up, roots and powers

    def extremum(self, term: Term, place: int, ahead: Sequence[Theorem] = ()) -> Theorem:
        """max(...) = its argument of that place, from theorems that it is >= each other; min the other way round."""
        self._read.size(term)
        self._own(*ahead)
        if term[0] not in ("max", "min") or type(place) is not int or not 0 <= place < len(term) - 1:
            raise KernelError("no max or min with such an argument")
        own = term[1 + place]
        shown = {theorem.conclusion[1:] for theorem in ahead if theorem.conclusion[0] in (">", ">=", "=")}
        for other in term[1:]:
            pair = (own, other) if term[0] == "max" else (other, own)
            if other != own and pair not in shown:
                raise KernelError("not shown to be ahead of each other argument")
        return self._made(_assumed(*ahead), ("=", term, own))

    def bound(self, term: Term, place: int) -> Theorem:
        """|- ceil(x) >= x, and ceil(x) < x + 1. What a max is ahead of follows by `cases` and `extremum`."""
        self._read.size(term)
        if term[0] != "ceil":
            raise KernelError("nothing rounded")
        return self._one_of([(">=", term, term[1]), (">", ("+", term[1], ONE), term)], place)

    def least_whole(self, theorem: Theorem) -> Theorem:
        """From n >= x, n a whole number by nature: n >= ceil(x). From n > x: n >= x + 1 if x is whole, too."""
        self._own(theorem)
        op, left, right = theorem.conclusion
        if not self._algebra.is_whole(self._algebra.form(left)):
            raise KernelError("no whole number")
        if op == ">=":
            return self._made(theorem.hypotheses, (">=", left, ("ceil", right)))
        if op == ">" and self._algebra.is_whole(self._algebra.form(right)):
            return self._made(theorem.hypotheses, (">=", left, ("+", right, ONE)))
        raise KernelError("nothing to round")

    def root(self, theorem: Theorem, exponent: Fraction) -> Theorem:
        """From b > 0, for q = u/v: (b^q)^v = b^u."""
        if not isinstance(exponent, Fraction):
            raise KernelError("no exponent")
        base, q = self._positive(theorem), exponent
        power = ("pow", base, number(q))
        return self._made(theorem.hypotheses, ("=", ("^", power, q.denominator), ("^", base, q.numerator)))

    def power_positive(self, theorem: Theorem, exponent: Term) -> Theorem:
        """From b > 0: b^e > 0; and from b >= 0: b^e >= 0, which 0^e counts as where it has no value."""
        self._own(theorem)
        op, base, zero = theorem.conclusion
        if op not in (">", ">=") or zero != ZERO:
            raise KernelError("no base that is zero or more")
        return self._made(theorem.hypotheses, (op, ("pow", base, exponent), ZERO))

    def power_below(self, theorem: Theorem, most: Theorem, exponent: Theorem) -> Theorem:
        """From b >= 0, 1 >= b and e >= 0: 1 >= b^e."""
        self._own(theorem, most, exponent)
        base, times = theorem.conclusion[1], exponent.conclusion[1]
        said = [(each.conclusion[0] in (">", ">="), *each.conclusion[1:]) for each in (theorem, most, exponent)]
        if said != [(True, base, ZERO), (True, ONE, base), (True, times, ZERO)]:
            raise KernelError("no power of a fraction")
        return self._made(_assumed(theorem, most, exponent), (">=", ONE, ("pow", base, times)))

    def power_tangent(self, theorem: Theorem, exponent: Term) -> Theorem:
        """From b > 0: 1 >= b^e (1 - e log b), as 1 + u <= exp(u), of u = -e log b."""
        base = self._positive(theorem)
        line = ("+", ONE, ("*", MINUS_ONE, exponent, ("log", base)))
        return self._made(theorem.hypotheses, (">=", ONE, ("*", ("pow", base, exponent), line)))

    def _positive(self, theorem: Theorem) -> Term:
        """The term that a theorem says is positive."""
        self._own(theorem)
        op, base, zero = theorem.conclusion
        if op != ">" or zero != ZERO:
            raise KernelError("no positive base")
        return base

    # what is shared

    def _made(self, hypotheses: Any, conclusion: Proposition) -> Theorem:
        theorem = Theorem(_MAKING, self, frozenset(hypotheses), conclusion)
        self._algebra.spend(theorem.extent)  # what is rewritten over and over grows
        return theorem

    def _one_of(self, facts: Sequence[Proposition], place: int) -> Theorem:
        """The fact at a place, which needs no hypothesis. Raises `KernelError` where there is none."""
        if type(place) is not int or not 0 <= place < len(facts):
            raise KernelError("no such fact")
        return self._made((), facts[place])

    def _own(self, *theorems: Theorem) -> None:
        """Raise `KernelError` for what is no theorem of this kernel: another one has other domains."""
        for theorem in theorems:
            if type(theorem) is not Theorem or theorem._kernel is not self:
                raise KernelError("no theorem of this kernel")
            self._algebra.spend(theorem.extent)

    def _known_signs(self, known: Sequence[Theorem]) -> dict[Key, int]:
        """The signs of factors that theorems state; where the difference is one factor times what has a sign."""
        signs: dict[Key, int] = {}
        for theorem in known:
            if theorem.conclusion not in self._told:
                self._told[theorem.conclusion] = self._told_sign(*theorem.conclusion)
            key, sign = self._told[theorem.conclusion]
            if key is not None and (key not in signs or abs(sign) == POSITIVE):
                signs[key] = sign
        return signs

    def _told_sign(self, op: str, left: Term, right: Term) -> tuple[Key | None, int]:
        """The factor of which a proposition tells the sign, if there is one, and that sign."""
        form = self._difference(left, right)
        if form.need or not form.over or op not in (">", ">="):
            return None, 0
        parts = self._algebra.taken_apart(form.over)
        odd = [(key, times) for key, times in parts.factors if self._algebra.sign(dict(key)) != POSITIVE]
        if len(odd) != 1 or odd[0][1] % 2 == 0 or any(self._algebra.sign(dict(key)) != POSITIVE for key in form.under):
            return None, 0
        return odd[0][0], (1 if parts.coefficient > 0 else -1) * (POSITIVE if op == ">" else NONNEGATIVE)

    def _sign(self, form: Form, signs: Mapping[Key, int]) -> int | None:
        """The sign of a form by nature and by known signs of its factors: 2, 1, 0, -1, -2, or None."""
        value = form.constant if form.over else 0
        if value is not None:
            return (value > 0) * POSITIVE - (value < 0) * POSITIVE
        parts = self._algebra.taken_apart(form.over)
        sign, strict = (1 if parts.coefficient > 0 else -1), True
        for below, factors in ((False, parts.factors), (True, form.under.items())):
            for key, times in factors:
                own = self._algebra.sign(dict(key), signs)
                told = signs.get(key)
                if told is not None and (own is None or abs(told) > abs(own)):
                    own = told
                if times % 2 == 0:
                    own = abs(own) if own is not None else NONNEGATIVE
                if own is None:
                    return None
                strict = strict and (below or abs(own) == POSITIVE)  # what is divided by is not zero: see `need`
                sign *= 1 if own > 0 else -1
        return sign * (POSITIVE if strict else NONNEGATIVE)

    def _not_zero(self, form: Form, known: Sequence[Theorem], signs: Mapping[Key, int]) -> bool:
        """True where every factor of a form is shown not to be zero."""
        if not form.over:
            return False
        factors = self._algebra.taken_apart(form.over).factors
        return all(self._is_nonzero(key, known, signs) for key, _ in factors)

    def _require_nonzero(self, need: Any, known: Sequence[Theorem], signs: Mapping[Key, int]) -> None:
        if not all(self._is_nonzero(key, known, signs) for key in need):
            raise KernelError("divided by what may be zero")

    def _is_nonzero(self, key: Key, known: Sequence[Theorem], signs: Mapping[Key, int]) -> bool:
        if POSITIVE in (abs(self._algebra.sign(dict(key), signs) or 0), abs(signs.get(key, 0))):
            return True
        for theorem in known:
            op, left, right = theorem.conclusion
            if op in (">", "!="):
                form = self._difference(left, right)
                # what divides something that is not zero is not zero itself
                if not form.need and form.over and self._algebra.divided(form.over, dict(key)) is not None:
                    return True
        return False


def _assumed(*theorems: Theorem) -> frozenset[Proposition]:
    """The hypotheses of theorems together."""
    return frozenset[Proposition]().union(*(theorem.hypotheses for theorem in theorems))
