"""The finder of certificates: it looks for calls of the kernel's rules that prove a statement.

Nothing here is trusted: what it finds wrongly, the kernel refuses. In this order: equations are turned round and put
into everything else; an identity is left, or an inequality. That has one sign by nature, or is a multiple of something
given, or becomes positive when what is given as larger is written as the smaller and a slack: every sum of products
of given inequalities with positive factors is found as one (Handelman). A max or min is told apart in cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count, islice, permutations
from typing import Any

from derivations.kernel.certificate import Certificate, upholds
from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.normal_form import (
    NONNEGATIVE,
    ONE_MONOMIAL,
    POSITIVE,
    REAL,
    Algebra,
    Form,
    Key,
    Polynomial,
    plus,
)
from derivations.kernel.statement import Statement
from derivations.kernel.term import (
    BINDERS,
    MINUS_ONE,
    ONE,
    ZERO,
    KernelError,
    Proposition,
    Term,
    free_names,
    names_of,
    number,
    parts,
)
from derivations.kernel.theorem import Theorem
from derivations.proof.bounded_algebra import BoundedAlgebra, ExhaustedError, places_of
from derivations.proof.certificate_record import CertificateRecord
from derivations.proof.form_terms import FormTerms, product_term
from derivations.proof.witness import witnesses

_MOST_CASES = 5  # of max and min, one inside the other
_MOST_SLACKS = 3
_MOST_TRIES = 400  # of slacks
_MOST_TERMS = 3_000
_MOST_POINTS = 8  # at which the arguments of a max are compared
_OPAQUE_POINTS = 2  # of these, at which a max may be this number, or one over it
_TINY = Fraction(1, 10**9)
_SOLVED_FOR = ("s", "app", "xor", "sum", "prod", "ceil", "fact")  # atoms that an equation may say the value of
ORDERS = ("", "last", "first")  # of what equations are solved for: as it comes, or the names of the goal last, or first
_MOST_NESTED = 2  # proofs that something divided by is not zero, one for the other


def find_certificate(statement: Statement) -> Certificate | None:
    """A certificate of a statement that the kernel replays, or None."""
    record = CertificateRecord(statement)
    found = _recorded(record, statement)
    # the kernel that was searched with knows most forms, if it may still work
    if found is not None and (upholds(found, statement, record.kernel) or upholds(found, statement)):
        return found
    return None


def _recorded(record: CertificateRecord, statement: Statement) -> Certificate | None:
    """The calls of a search that led to every goal, or None."""
    finder = cache(lambda order: Finder(record, order))  # one for all goals, made once it is needed
    found = []
    for extra, goal in statement.goals:
        theorems = (_theorem(finder(order), extra, goal) for order in ORDERS)
        found.append(next((theorem for theorem in theorems if theorem is not None), None))
        if found[-1] is None:
            return None
    return record.certificate([theorem for theorem in found if theorem is not None])


def _theorem(finder: Finder, extra: Iterable[Proposition], goal: Proposition) -> Theorem | None:
    try:
        return finder.theorem(extra, goal)
    except (KernelError, ExhaustedError, RecursionError):
        return None


class Finder(FormTerms):
    """The search over one statement."""

    def __init__(self, record: CertificateRecord, order: str = "") -> None:
        super().__init__(BoundedAlgebra(dict(record.statement.domains)))  # of its own, as it has slacks for atoms
        self.record, self._order = record, order
        self.call, self.try_call = record.call, record.try_call
        self._fresh = count()
        self._nested = 0
        self._cleared_facts: dict[tuple[Any, ...], list[Slack]] = {}
        self._shown_nonzero: dict[tuple[Any, ...], Theorem | None] = {}
        self._told: dict[Theorem, frozenset[Key]] = {}
        self._supposed = frozenset[Proposition]()  # beside what is given
        self._points: list[ExactPoint] = []
        self._more_points = islice(witnesses(record.statement), _MOST_POINTS)
        self._dividing: dict[tuple[int, int], bool] = {}
        self._at_points: dict[tuple[int, Proposition], bool | None] = {}
        self._kept = self._first = self._left_alone = frozenset[str]()

    def theorem(self, extra: Iterable[Proposition], goal: Proposition) -> Theorem | None:
        """The theorem that a goal follows."""
        if goal[0] == "!=":  # most of what is divided by is not zero by nature
            found = self.try_call("combine", goal, ONE, (), ())
            if found is not None:
                return found
        self._kept = _names(goal) if self._order == "last" else frozenset()
        self._first = _names(goal) if self._order == "first" else frozenset()
        statement = self.record.statement
        hypotheses = [*statement.given, *extra]
        if frozenset(extra) != self._supposed:
            self._supposed = frozenset(extra)
            self._points, self._at_points = [], {}
            self._more_points = islice(witnesses(replace(statement, given=tuple(hypotheses))), _MOST_POINTS)
        for proposition in (*hypotheses, goal):
            self.learn(proposition)
        if goal in hypotheses:
            return self.record.assumed(goal)
        known = [self.record.assumed(proposition) for proposition in dict.fromkeys(hypotheses)]
        known += self._domain_facts({*_names(goal)}.union(*map(_names, hypotheses)))
        known += self._bounds((goal, *hypotheses))
        return self._eliminated(goal, known, 0)

    # facts

    def _domain_facts(self, names: Iterable[str]) -> list[Theorem]:
        found = []
        for name in sorted(names):
            if name not in self.record.statement.domains or not self._is_symbol(name):
                continue
            for theorem in self.record.limits(name):
                self.learn(theorem.conclusion)
                found.append(theorem)
        return found

    def _bounds(self, propositions: Iterable[Proposition]) -> list[Theorem]:
        """The bounds of every rounded number in propositions: x <= ceil(x) < x + 1."""
        rounded = [part for part in _parts_outside_binders(propositions) if part[0] == "ceil"]
        found = [self.call("bound", part, place) for part in dict.fromkeys(rounded) for place in (0, 1)]
        for theorem in found:
            self.learn(theorem.conclusion)
        return found

    def _is_symbol(self, name: str) -> bool:
        return ("s", name) in self._seen or name in self.record.statement.at_most.values()

    # equations

    def _eliminated(self, goal: Proposition, known: list[Theorem], depth: int) -> Theorem | None:
        """The goal, once every equation is turned round and put into the others and into it."""
        equations = [fact for fact in known if fact.conclusion[0] == "="]
        facts = [fact for fact in known if fact.conclusion[0] != "="]
        left: list[Theorem] = []
        trail: list[tuple[Theorem, Proposition]] = []
        while equations:
            if self._kept:
                facts = self._stricter(facts)  # what is put in may leave no fact of it that says so
            chosen = self._next_equation(equations, facts)
            if chosen is None:
                left += equations
                break
            taken, oriented = chosen
            equations.remove(taken)
            self.learn(oriented.conclusion)
            if oriented.conclusion[1][0] in BINDERS:  # what a longer sum begins with is no part of how that is written
                left.append(taken)
            equations = [self._put_in(oriented, each) for each in equations]
            facts = [self._put_in(oriented, each) for each in facts]
            new = self._put_in_goal(oriented, goal)
            if new != goal:
                trail.append((oriented, goal))
                goal = new
        found = self._at_once(goal, facts)
        if found is None:
            found, trail = self._without_equations(goal, facts, left, trail, depth)
        if found is None:
            return None
        for equation, before in reversed(trail):
            found = self.call("rewrite", equation, found, before)
        return found

    def _at_once(self, goal: Proposition, facts: list[Theorem]) -> Theorem | None:
        """An identity, which needs nothing that is given but that what is divided by is not zero."""
        if goal[0] != "=":
            return None
        form = self.form(*goal[1:])
        need = None if form.over else self._known_for(form.need, facts)
        return None if need is None else self.try_call("combine", goal, ONE, (), need)

    def _without_equations(
        self, goal: Proposition, facts: list[Theorem], left: list[Theorem],
        trail: list[tuple[Theorem, Proposition]], depth: int,
    ) -> tuple[Theorem | None, list[tuple[Theorem, Proposition]]]:
        """The goal from facts and the equations that are left, as it is after the last of the replacements returned."""
        facts = self._strengthened(facts)
        said = [goal, *(fact.conclusion for fact in facts)]
        of_powers = self._of_powers(said, facts)
        if goal[0] in (">", ">="):
            of_powers += self._of_exponentials(said, facts)
        for fact in of_powers:
            if fact.conclusion[0] != "=":
                facts.append(fact)
                continue
            new = self._put_in_goal(fact, goal)
            if new != goal:
                trail.append((fact, goal))
                goal = new
        return self._shown(goal, [*facts, *left], depth), trail

    def _strengthened(self, facts: list[Theorem]) -> list[Theorem]:
        """Facts with > for >= where something given is not zero there, and what follows by division."""
        found = self._stricter(facts)
        return [*found, *self._quotients(found)]

    def _stricter(self, facts: list[Theorem]) -> list[Theorem]:
        apart = [(fact, self.form(*fact.conclusion[1:])) for fact in facts if fact.conclusion[0] in ("!=", ">")]
        apart = [(fact, form) for fact, form in apart if form.over and (self._kept or not form.need)]
        found: list[Theorem] = []
        for fact in dict.fromkeys(facts):
            op, left, right = fact.conclusion
            form = self.form(left, right)
            better = None
            if op == ">=" and form.over and not form.need and apart and self.algebra.form_sign(form) != POSITIVE:
                for other, own in apart:
                    if self._divides(form, own):
                        known = self._known_for(own.need, facts)
                        different = None
                        if known is not None:
                            different = self.try_call("nonzero", ("!=", left, right), other, known)
                        better = different and self.try_call("stricter", fact, different)
                        if better is not None:
                            break
            found.append(better or fact)
        return found

    def _divides(self, form: Form, other: Form) -> bool:
        """True if one form's numerator divides that of another; both are asked for again with every equation."""
        if len(form.over) > 1 == len(other.over):  # no sum divides what has one term
            return False
        asked = (id(form.over), id(other.over))  # the algebra keeps its forms
        if asked not in self._dividing:
            self._dividing[asked] = self.algebra.divided(other.over, form.over) is not None
        return self._dividing[asked]

    def _quotients(self, facts: list[Theorem]) -> list[Theorem]:
        """b >= 0 from a b >= 0 and a > 0."""
        found = []
        sums = [(fact, self.form(*fact.conclusion[1:])) for fact in facts if fact.conclusion[0] in (">", ">=")]
        sums = [(fact, form) for fact, form in sums if len(form.over) > 1 and not form.need]
        for fact, form in sums:
            for other, own in sums:
                if other is fact or other.conclusion[0] != ">" or len(own.over) >= len(form.over) or own.under:
                    continue
                quotient = self.algebra.divided(form.over, own.over)
                if quotient is not None and len(quotient) > 1:
                    goal: Proposition = (fact.conclusion[0], self.term(quotient), ZERO)
                    new = self.try_call("combine", goal, self.term(own.over), [(fact, self.under_term(form))], (other,))
                    if new is not None:
                        self.learn(goal)
                        found.append(new)
        return found

    def _of_powers(self, propositions: Iterable[Proposition], facts: list[Theorem]) -> list[Theorem]:
        """(b^(u/v))^v = b^u and b^e > 0, for powers of what is not positive by nature but given as positive."""
        found: dict[Proposition, Theorem] = {}
        for part in _parts_outside_binders(propositions):
            if part[0] != "pow" or self.algebra.form_sign(self.form(part[1])) == POSITIVE:
                continue
            need = self._known_for(self.form(part[1]).need, facts)
            signs = () if need is None else (
                self._inequality((op, part[1], ZERO), self.form(part[1]), facts, need) for op in (">", ">="))
            above = next((each for each in signs if each is not None), None)
            if above is None:
                continue
            new = self.try_call("power_positive", above, part[2])
            if new is not None:
                found[new.conclusion] = new
            value = self.form(part[2]).constant
            if value is not None and above.conclusion[0] == ">":
                new = self.try_call("root", above, Fraction(value))
                if new is not None and part[2] != number(Fraction(value)):  # said of the power as it is written
                    written = ("=", ("^", part, Fraction(value).denominator), new.conclusion[2])
                    new = self.try_call("combine", written, ONE, [(new, ONE)], need)
                if new is not None:
                    found[new.conclusion] = new
        for proposition in found:
            self.learn(proposition)
        return list(found.values())

    def _of_exponentials(self, propositions: Sequence[Proposition], facts: list[Theorem]) -> list[Theorem]:
        """1 >= b^e, and what logarithms tell of b^e where there are any, for exponents that are no numbers."""
        every = list(_parts_outside_binders(propositions))
        logarithms, found = any(part[0] == "log" for part in every), dict[Proposition, Theorem]()
        powers = dict.fromkeys(part[1:] for part in every if part[0] == "pow")
        powers = {each: None for each in powers if self.form(each[1]).constant is None}
        for base, exponent in (*powers, *self._powers_of_quotients(powers)):
            goals: list[Proposition] = [
                (">", base, ZERO), (">=", base, ZERO), (">=", ONE, base), (">=", exponent, ZERO)]
            above, least, most, times = (self._inequality(goal, self.form(*goal[1:]), facts, (), slacks=False)
                                         for goal in goals)
            made = [self.try_call("power_below", above or least, most, times) if most and times else None,
                    self.try_call("power_tangent", above, exponent) if above and logarithms else None]
            found |= {each.conclusion: each for each in made if each is not None}
        for proposition in found:
            self.learn(proposition)
        return list(found.values())

    def _powers_of_quotients(self, powers: Iterable[tuple[Term, Term]]) -> Iterator[tuple[Term, Term]]:
        """Powers of a quotient, of two that have one exponent: (n - k)^e/n^e is that of 1 - k/n."""
        every = [(*each, self.algebra.form_sign(self.form(each[0])) == POSITIVE) for each in powers]
        for (base, exponent, plain), (other, its, positive) in permutations(every, 2):
            if positive and not plain and self.algebra.same(exponent, its):
                yield ("*", base, ("^", other, -1)), exponent

    def _put_in(self, equation: Theorem, theorem: Theorem) -> Theorem:
        if not self._occurs(equation.conclusion[1], theorem.conclusion):
            return theorem
        new = self.call("rewrite", equation, theorem)
        if new.conclusion == theorem.conclusion:
            return theorem
        self.learn(new.conclusion)
        return new

    def _put_in_goal(self, equation: Theorem, goal: Proposition) -> Proposition:
        if not self._occurs(equation.conclusion[1], goal):
            return goal
        new = self.record.kernel.rewritten(equation.conclusion[1], equation.conclusion[2], goal)
        self.learn(new)
        return new

    def _occurs(self, old: Term, proposition: Proposition) -> bool:
        """False where nothing can be put in for a term: its head, or each of its names, is not there."""
        names = _free(old)
        if names and names.isdisjoint(_names(proposition)):
            return False
        return old[0] == "s" or old[0] in _heads(proposition)

    def _next_equation(self, equations: list[Theorem], facts: list[Theorem]) -> tuple[Theorem, Theorem] | None:
        """An equation, and the same as one that says what a quantity or another atom is."""
        for left_alone in dict.fromkeys((self._kept, frozenset[str]())):
            self._left_alone = left_alone
            for turn in (self._as_it_stands, self._linear, self._rooted):
                for equation in equations:
                    try:
                        oriented = turn(equation, facts)
                    except KernelError:  # an atom in it stands for no term
                        oriented = None
                    if oriented is not None:
                        return equation, oriented
        return None

    def _as_it_stands(self, equation: Theorem, facts: list[Theorem]) -> Theorem | None:
        _, left, right = equation.conclusion
        if self._stands_alone(left, right):
            return equation
        if self._stands_alone(right, left):
            return self.try_call("combine", ("=", right, left), ONE, [(equation, MINUS_ONE)], ())
        return None

    def _stands_alone(self, side: Term, other: Term) -> bool:
        if side[0] == "s":
            return side[1] not in free_names(other) | self._left_alone
        return side[0] in ("app", "max", "min") and not self._has_atom(side, other)

    def _has_atom(self, atom: Term, term: Term) -> bool:
        """True if a function of these arguments may occur in a term."""
        pending = [term]
        while pending:
            part = pending.pop()
            if part[0] == atom[0] and (part[1] == atom[1] or part[0] in ("max", "min")):
                if part == atom or part[0] == "s":
                    return True
                try:
                    if self.algebra.same(part, atom):
                        return True
                except KernelError:
                    return True
            pending.extend(parts(part))
        return False

    def _linear(self, equation: Theorem, facts: list[Theorem]) -> Theorem | None:
        """s = v, where the equation is linear in s, or in 1/s, with a factor that is not zero."""
        form = self.algebra.cancelled(self.form(*equation.conclusion[1:]))
        for place in self._candidates(form):
            lowest = min(e if isinstance(e, int) else 0 for mono in form.over for p, e in (*mono, (place, 0))
                         if p == place)
            turn: Polynomial = {((place, -lowest),): 1} if lowest else {(): 1}
            coefficient, rest = self._split(self.algebra.times(form.over, turn) if lowest else form.over, place)
            if coefficient is None:
                continue
            own = self.atom_term(place)
            known = self._nonzero_facts(coefficient, facts)
            if known is None:
                continue
            value = self._negative_quotient(rest, coefficient)
            new: Proposition = ("=", own, self.term_of_form(value))
            if self._has_atom(own, new[2]):
                continue
            need = self._known_for(form.need, facts)
            if need is None:
                continue
            times = product_term([self.under_term(form), self.term(turn)])
            found = self.try_call("combine", new, self.term(coefficient), [(equation, times)], (*known, *need))
            if found is not None:
                return found
        return None

    def _negative_quotient(self, over: Polynomial, under: Polynomial) -> Form:
        """-over/under."""
        minus = {mono: -c for mono, c in over.items()}
        return self.algebra.multiply(Form(minus, {}, frozenset()), self.algebra.inverse(Form(under, {}, frozenset())))

    def _candidates(self, form: Form) -> list[int]:
        """Atoms that an equation may be solved for: quantities first, then functions."""
        places = {place for mono in form.over for place, _ in mono}
        heads = {place: self.algebra.atoms[place].key[0] for place in places}
        useful = [p for p in places if heads[p] == "s" or (heads[p] in _SOLVED_FOR and p in self._terms_of_atoms)]
        names = {p: self.algebra.atoms[p].key[1] for p in useful if heads[p] == "s"}
        useful = [p for p in useful if names.get(p) not in self._left_alone]
        # what is put in for a quantity that is positive says less of what it is put in terms of
        signs = {p: self.algebra.atoms[p].sign if self._kept else POSITIVE for p in useful}
        return sorted(useful, key=lambda p: (p not in names, names.get(p) not in self._first, signs[p], p))

    def _split(self, over: Polynomial, place: int) -> tuple[Polynomial | None, Polynomial]:
        """The factor of an atom in a polynomial, if that is linear in it, and the rest."""
        coefficient: Polynomial = {}
        rest: Polynomial = {}
        for mono, c in over.items():
            for turn, (own, exponent) in enumerate(mono):
                if own == place:
                    if exponent != 1:
                        return None, {}
                    coefficient[mono[:turn] + mono[turn + 1:]] = c
                    break
            else:
                rest[mono] = c
        return coefficient or None, rest

    def _rooted(self, equation: Theorem, facts: list[Theorem]) -> Theorem | None:
        """s = w^(1/k), where the equation says s^k = w and both are positive by nature: (s^k)^(1/k) is s."""
        form = self.form(*equation.conclusion[1:])
        for place in self._candidates(form):
            atom = self.algebra.atoms[place]
            exponents = {e for mono in form.over for p, e in mono if p == place}
            if atom.key[0] != "s" or atom.sign != POSITIVE or len(exponents) != 1:
                continue
            exponent = exponents.pop()
            if exponent == 0:
                continue
            coefficient = {tuple(q for q in mono if q != (place, exponent)): c
                           for mono, c in form.over.items() if (place, exponent) in mono}
            rest = {mono: c for mono, c in form.over.items() if (place, exponent) not in mono}
            value = self._negative_quotient(rest, coefficient)
            inverse = self.algebra.inverse(self.algebra.form_of_exponent(exponent))
            if self.algebra.form_sign(value) != POSITIVE or inverse.need:
                continue
            own, times, there = ("s", atom.key[1]), self.algebra.form_of_exponent(exponent), self.term_of_form(inverse)
            raised: Term = ("pow", own, self.term_of_form(times))
            root: Term = ("pow", self.term_of_form(value), there)
            if self._has_atom(own, root):
                continue
            equal = self.try_call("combine", ("=", raised, root[1]), self.term(coefficient),
                                  [(equation, self.under_term(form))], self._known_for(form.need, facts) or ())
            itself = self.try_call("combine", ("=", own, ("pow", raised, there)), ONE, (), ())
            if equal is not None and itself is not None:
                return self.try_call("rewrite", equal, itself)
        return None

    # goals

    def _shown(self, goal: Proposition, known: list[Theorem], depth: int) -> Theorem | None:
        """The theorem of a goal into which every equation is put."""
        for fact in known:
            if fact.conclusion == goal:
                return fact
        told_apart = self._innermost(goal, [])  # as a rule it must be, and slacks are long in vain without
        if told_apart is None:
            return self._direct(goal, known) or self._by_cases(goal, known, depth) or self._whole(goal, known, depth)
        whole = not self._fails_opaquely(goal, known)
        return (
            (self._direct(goal, known, slacks=False) if whole else None) or self._by_cases(goal, known, depth)
            or (self._direct(goal, known) if whole else None) or self._whole(goal, known, depth)
        )

    def _whole(self, goal: Proposition, known: list[Theorem], depth: int) -> Theorem | None:
        """n >= ceil(x) from n >= x, and n >= m from n > m - 1, for whole numbers."""
        op, left, right = goal
        if op != ">=" or not self.algebra.is_whole(self.algebra.form(left)):
            return None
        if right[0] == "ceil":
            found = self._shown((">=", left, right[1]), known, depth)
            return found and self.call("least_whole", found)
        if not self.algebra.is_whole(self.algebra.form(right)):
            return None
        less: Term = ("+", right, MINUS_ONE)
        found = self._direct((">", left, less), known)
        if found is None:
            return None
        return self.try_call("combine", goal, ONE, [(self.call("least_whole", found), ONE)], ())

    def _direct(self, goal: Proposition, facts: list[Theorem], *, slacks: bool = True) -> Theorem | None:
        op, left, right = goal
        form = self.form(left, right)
        need = self._known_for(form.need, facts)
        if need is None:
            return self._absurd(goal, facts)
        if op == "=":
            return self._identity(goal, form, facts, need) or self._absurd(goal, facts)
        if op == "!=":
            return self._apart(goal, form, facts, need) or self._absurd(goal, facts)
        found = self._inequality(goal, form, facts, need, slacks=slacks) or self._past_powers(goal, facts, need)
        return found or self._absurd(goal, facts)

    def _past_powers(self, goal: Proposition, facts: list[Theorem], need: Any) -> Theorem | None:
        """l >= r from l >= m that is given, and m >= r, for an m that holds powers with letters in their exponents."""
        op, left, right = goal
        for fact in facts:
            own_op, own_left, middle = fact.conclusion
            if own_left != left or left[0] != "s" or own_op not in (">", ">="):
                continue
            if all(part[0] != "pow" or part[2][0] == "n" for part in _parts_outside_binders([(">=", middle, ZERO)])):
                continue
            between: Proposition = (">" if (op, own_op) == (">", ">=") else ">=", middle, right)
            form = self.form(middle, right)
            known = self._known_for(form.need, facts)
            found = None if known is None else self._inequality(between, form, facts, known, slacks=False)
            new = found and self.try_call("combine", goal, ONE, [(fact, ONE), (found, ONE)], need)
            if new:
                return new
        return None

    def _identity(self, goal: Proposition, form: Form, facts: list[Theorem], need: Any) -> Theorem | None:
        if not form.over:
            return self.try_call("combine", goal, ONE, (), need)
        for fact in facts:
            if fact.conclusion[0] != "=":
                continue
            own = self.form(*fact.conclusion[1:])
            quotient = self.algebra.divided(form.over, own.over)
            more = self._known_for(own.need, facts)
            if quotient is not None and more is not None:
                times = ("*", self.term(quotient), self.under_term(own))
                found = self.try_call("combine", goal, self.under_term(form), [(fact, times)], (*need, *more))
                if found is not None:
                    return found
        return None

    def _apart(self, goal: Proposition, form: Form, facts: list[Theorem], need: Any) -> Theorem | None:
        """l != r: as l > r, as r > l, or because each factor is known not to be zero."""
        _, left, right = goal
        found = self.try_call("combine", goal, ONE, (), need)
        if found is not None:
            return found
        for fact in facts:
            if fact.conclusion[0] not in ("!=", ">"):
                continue
            own = self.form(*fact.conclusion[1:])
            if own.over and form.over and self.algebra.divided(own.over, form.over) is not None:
                more = self._known_for(own.need, facts)
                made = None if more is None else self.try_call("nonzero", goal, fact, (*need, *more))
                if made is not None:
                    return made
        product = None if form.under or form.need else self._nonzero_product(goal, form.over, facts)
        if product is not None:
            return product
        for one, other in ((left, right), (right, left)):
            stronger = self._inequality((">", one, other), self.form(one, other), facts, need)
            if stronger is not None:
                if one == left:
                    return self.call("weaker", stronger)
                return self.call("combine", goal, MINUS_ONE, [(stronger, ONE)], need)
        return None

    def _inequality(
        self, goal: Proposition, form: Form, facts: list[Theorem], need: Any, *, slacks: bool = True
    ) -> Theorem | None:
        found = next((fact for fact in facts if fact.conclusion == goal), None)
        turned = any(self.algebra.sign(dict(key)) != POSITIVE for key in form.under)  # as what is below may be negative
        if found is None and (turned or self._may_be_positive(form.over, need)):
            found = self.try_call("combine", goal, ONE, (), need)
        if found is not None:
            return found
        form = self.algebra.cancelled(form)  # what is above and below the line need not be cleared
        for signed in (False, True):
            found = self._cleared(goal, form, facts, need, signed=signed, slacks=slacks)
            if found is not None or len(form.under) == 0:
                break
        return found or self._square(goal, facts, need)

    def _square(self, goal: Proposition, facts: list[Theorem], need: Any) -> Theorem | None:
        """A square is positive, where what it is of is known not to be zero."""
        different = (fact for fact in facts if goal[0] == ">" and fact.conclusion[0] == "!=")
        squares = (self.try_call("product", goal, [(fact, 2)], need) for fact in different)
        return next((found for found in squares if found is not None), None)

    def _cleared(
        self, goal: Proposition, form: Form, facts: list[Theorem], need: Any, *, signed: bool, slacks: bool
    ) -> Theorem | None:
        """An inequality, multiplied by what stands below the line."""
        signs = self._positive(form, facts, signed=signed)
        if signs is None:
            return None
        clear, sign_facts = signs  # the product of the factors below, which is positive, and why
        known = (*need, *sign_facts)
        target = self.algebra.cancelled(self.algebra.multiply(form, self.form(clear)))
        if target.under:
            return None
        over, lifted = self._lifted(target.over)
        clear = clear if lifted == ONE else ("*", clear, lifted)
        signs_known = (*known, *self._signs_of_atoms(facts))
        if self._may_be_positive(over, signs_known):
            simple = self.try_call("combine", goal, clear, (), signs_known)
            if simple is not None:
                return simple
        items = self._items(facts)
        own = places_of(over)
        items.sort(key=lambda item: (not places_of(item.polynomial) <= own,
                                     -len(_names(item.theorem.conclusion) & _names(goal))))
        for item in items:
            if len(item.polynomial) == 1 and self.algebra.sign(item.polynomial) is not None:
                continue  # a monomial has its sign by nature, which was enough above, or is not
            found = self._multiple(goal, over, clear, item, signs_known) or self._paired(
                goal, over, clear, item, signs_known)
            if found is not None:
                return found
        return self._with_slacks(goal, over, clear, items, known) if slacks else None

    def _multiple(
        self, goal: Proposition, target: Polynomial, clear: Term, item: Slack, known: Sequence[Theorem]
    ) -> Theorem | None:
        """target >= 0 as something given times a factor, or divided by one."""
        quotient = self.algebra.divided(target, item.polynomial)
        by, times = ONE, ONE
        if quotient is not None:
            times = self.term(quotient)
        else:
            quotient = self.algebra.divided(item.polynomial, target)
            if quotient is None:
                return None
            by = self.term(quotient)
        known = (*known, *item.known)
        if not self._may_be_positive(quotient, known):
            return None
        whole = (product_term([each for each in (clear, by) if each != ONE]), ("*", times, item.clear))
        found = self.try_call("combine", goal, whole[0], [(item.theorem, whole[1])], known)
        if found is not None or (item.clear == ONE and clear == ONE):
            return found
        # a product of factors, multiplied out, may show no sign: one after the other
        cleared = self._each_factor(item.theorem, item.clear, known)
        found = cleared and self.try_call("combine", (cleared.conclusion[0], self.term(item.polynomial), ZERO), ONE,
                                          [(cleared, ONE)], known)
        wanted = [(goal, ONE)]
        for factor in _factors(clear):
            wanted.append(((goal[0], ("*", factor, _difference(wanted[-1][0])), ZERO), factor))
        middle: Proposition = (goal[0], self.term(target), ZERO)
        found = found and self.try_call("combine", middle, by, [(found, times)], known)
        for (proposition, _), factor in zip(reversed(wanted), [ONE, *(f for _, f in reversed(wanted))], strict=False):
            found = found and self.try_call("combine", proposition, factor, [(found, ONE)], known)
        return found

    def _paired(
        self, goal: Proposition, target: Polynomial, clear: Term, item: Slack, known: Sequence[Theorem]
    ) -> Theorem | None:
        """target >= 0 from what is at most 1, b^e or b^e (1 - e log b), a multiple of which is what one of its terms
        divides, where the rest has a sign by nature.
        """
        op, one, power = item.theorem.conclusion
        if (op, one) != (">=", ONE) or not (power[0] == "pow" or (power[0] == "*" and power[1][0] == "pow")):
            return None
        for own, factor in item.polynomial.items():
            times: Polynomial = {}
            for mono, c in target.items():
                quotient = None if own == ONE_MONOMIAL else self.algebra.divided({mono: c}, {own: factor})
                if quotient is not None and (self.algebra.sign(quotient) or 0) > 0:
                    times = plus(times, quotient)
            multiplier = ("*", self.term(times), item.clear)
            found = times and self.try_call("combine", goal, clear, [(item.theorem, multiplier)], (*known, *item.known))
            if found:
                return found
        return None

    def _may_be_positive(self, polynomial: Polynomial, known: Iterable[Theorem]) -> bool:
        """False where a polynomial is < 0 by nature, or has a factor on whose sign nothing known bears.

        The kernel decides; this spares it most of what it would refuse.
        """
        sign = self.algebra.sign(polynomial)
        if sign is not None:
            return sign > 0 or not polynomial
        told = set[Key]().union(*map(self._told_of, known))
        places = {place for key in told if len(key) == 1 for (mono, _) in key for place, _ in mono}
        return all(
            key in told or times % 2 == 0 or self.algebra.sign(dict(key)) is not None or places & places_of(dict(key))
            for key, times in self.algebra.taken_apart(polynomial).factors
        )

    def _told_of(self, theorem: Theorem) -> frozenset[Key]:
        """The factors on whose sign an inequality bears."""
        if theorem not in self._told:
            form = self.form(*theorem.conclusion[1:])
            bears = theorem.conclusion[0] in (">", ">=") and form.over
            factors = self.algebra.taken_apart(form.over).factors if bears else ()
            strict = theorem.conclusion[0] == ">"
            self._told[theorem] = frozenset(
                key for key, _ in factors if strict or self.algebra.sign(dict(key)) is None
            )
        return self._told[theorem]

    def _each_factor(self, theorem: Theorem, clear: Term, known: Sequence[Theorem]) -> Theorem | None:
        """An inequality times each factor of a product."""
        found: Theorem | None = theorem
        for factor in _factors(clear):
            assert found is not None
            goal = (theorem.conclusion[0], ("*", factor, _difference(found.conclusion)), ZERO)
            found = self.try_call("combine", goal, ONE, [(found, factor)], known)
            if found is None:
                break
        return found

    def _items(self, facts: list[Theorem]) -> list[Slack]:
        """Inequalities, cleared of what they are divided by."""
        asked = (self._nested, *facts)
        if asked not in self._cleared_facts:
            self._cleared_facts[asked] = self._new_items(facts)
        return list(self._cleared_facts[asked])

    def _new_items(self, facts: list[Theorem]) -> list[Slack]:
        items = []
        for fact in facts:
            if fact.conclusion[0] not in (">", ">="):
                continue
            form = self.form(*fact.conclusion[1:])
            if not form.over or (len(form.over) == 1 and (self.algebra.form_sign(form) or 0) > 0):
                continue  # by nature it says nothing new
            below, more = self._positive(form, facts), self._known_for(form.need, facts)
            if below is None or more is None:
                continue
            cleared = self.algebra.cancelled(self.algebra.multiply(form, self.form(below[0])))
            if not cleared.under:
                polynomial, lifted = self._lifted(cleared.over)
                clear = below[0] if lifted == ONE else lifted if below[0] == ONE else ("*", below[0], lifted)
                items.append(Slack(fact, polynomial, clear, (*more, *below[1])))
        return items

    def _lifted(self, polynomial: Polynomial) -> tuple[Polynomial, Term]:
        """A multiple of a polynomial without negative powers, and the monomial that it is multiplied by."""
        lowest: dict[int, int] = {}
        for mono in polynomial:
            for place, exponent in mono:
                if isinstance(exponent, int) and exponent < lowest.get(place, 0):
                    lowest[place] = exponent
        mono = tuple((place, -exponent) for place, exponent in sorted(lowest.items()))
        if not mono:
            return polynomial, ONE
        return self.algebra.times(polynomial, {mono: 1}), self.term({mono: 1})

    def _absurd(self, goal: Proposition, facts: list[Theorem]) -> Theorem | None:
        for fact in facts:
            form = self.form(*fact.conclusion[1:])
            value = form.constant
            if value is None or form.need:
                continue
            if {"=": value != 0, "!=": value == 0, ">": value <= 0, ">=": value < 0}[fact.conclusion[0]]:
                return self.try_call("absurd", fact, goal)
        return None

    # signs of what is divided by

    def _positive(
        self, form: Form, facts: list[Theorem], *, signed: bool = False
    ) -> tuple[Term, tuple[Theorem, ...]] | None:
        """A positive multiple of what stands under a form, and the theorems that show it positive.

        A factor of which it is only given that it is not zero is squared or, if `signed`, its sign is looked for.
        """
        factors: list[Term] = []
        known: list[Theorem] = []
        for key, times in form.under.items():
            own = self.term(dict(key))
            if self.algebra.sign(dict(key)) == POSITIVE:
                factors.append(("^", own, times))
                continue
            fact = self._sign_fact(own, facts) if signed else None
            fact = fact or self._nonzero_fact(key, facts)
            if fact is None:
                return None
            known.append(fact)
            turn = self._says_sign(fact, key)
            if turn and times == 1:
                factors.append(own if turn > 0 else ("*", MINUS_ONE, own))
                continue
            if turn:
                base, apart = (own if turn > 0 else ("*", MINUS_ONE, own)), None
                apart = self.try_call("combine", (">", base, ZERO), ONE, (), (fact,))
            else:
                times += times % 2
                base, apart = own, self.try_call("nonzero", ("!=", own, ZERO), fact, ())
            power = apart and self.try_call("product", (">", ("^", base, times), ZERO), [(apart, times)], ())
            if power is None:
                return None
            factors.append(("^", base, times))
            known.append(power)
        return product_term(factors), tuple(known)

    def _says_sign(self, fact: Theorem, key: Key) -> int:
        """1 for a fact that says that a factor is positive, -1 for negative, else 0."""
        form = self.form(*fact.conclusion[1:])
        if fact.conclusion[0] != ">" or form.under:
            return 0
        taken = self.algebra.taken_apart(form.over)
        return 0 if taken.factors != [(key, 1)] else 1 if taken.coefficient > 0 else -1

    def _sign_fact(self, own: Term, facts: list[Theorem]) -> Theorem | None:
        """A theorem that a term is positive, or negative."""
        if self._nested:
            return None
        self._nested += 1
        try:
            found = (self._inequality(wanted, self.form(*wanted[1:]), facts, ())
                     for wanted in ((">", own, ZERO), (">", ZERO, own)))
            return next((each for each in found if each is not None), None)
        finally:
            self._nested -= 1

    def _known_for(self, need: Iterable[Key], facts: list[Theorem]) -> list[Theorem] | None:
        """Theorems that show that factors are not zero; None if one may be."""
        found: list[Theorem] = []
        for key in need:
            own = self._nonzero_facts(dict(key), facts)
            if own is None:
                return None
            found += own
        return found

    def _nonzero_facts(self, polynomial: Polynomial, facts: list[Theorem]) -> list[Theorem] | None:
        """Theorems that show that a polynomial is not zero; none are needed where nature does."""
        if self.algebra.sign(polynomial) in (POSITIVE, -POSITIVE):
            return []
        found: list[Theorem] = []
        for key, _ in self.algebra.taken_apart(polynomial).factors:
            if self.algebra.sign(dict(key)) in (POSITIVE, -POSITIVE):
                continue
            own = self._nonzero_fact(key, facts)
            if own is None:
                return None
            found.append(own)
        return found

    def _nonzero_fact(self, key: Key, facts: list[Theorem]) -> Theorem | None:
        """A theorem that shows that a factor is not zero: what is given of a multiple of it, or its sign."""
        asked = (key, self._nested, *facts)
        if asked not in self._shown_nonzero:
            self._shown_nonzero[asked] = self._new_nonzero_fact(key, facts)
        return self._shown_nonzero[asked]

    def _new_nonzero_fact(self, key: Key, facts: list[Theorem]) -> Theorem | None:
        own = self.term(dict(key))
        for fact in facts:
            if fact.conclusion[0] not in (">", "!="):
                continue
            form = self.form(*fact.conclusion[1:])
            if not form.over or key in form.need or self.algebra.divided(form.over, dict(key)) is None:
                continue
            if not form.need:
                return fact
            if self._nested >= _MOST_NESTED:
                continue
            self._nested += 1
            need = self._known_for(form.need, facts)
            self._nested -= 1
            found = None if need is None else self.try_call("nonzero", ("!=", own, ZERO), fact, need)
            if found is not None:
                return found
        if self._nested:
            return None
        self._nested += 1
        try:
            product = self._nonzero_product(("!=", own, ZERO), dict(key), facts)
            if product is not None:
                return product
            for proposition in ((">", own, ZERO), (">", ZERO, own)):
                found = self._inequality(proposition, self.form(*proposition[1:]), facts, ())
                if found is not None:
                    return found
        finally:
            self._nested -= 1
        return None

    def _nonzero_product(self, goal: Proposition, polynomial: Polynomial, facts: list[Theorem]) -> Theorem | None:
        """The goal that a polynomial is not zero, as it is something given times what is not zero either."""
        for fact in facts:
            form = self.form(*fact.conclusion[1:])
            if fact.conclusion[0] not in (">", "!=") or len(form.over) < 2 or form.under or form.need:
                continue
            quotient = self.algebra.divided(polynomial, form.over)
            if quotient is None or len(quotient) < 2:
                continue
            other: Proposition = ("!=", self.term(quotient), ZERO)
            rest = self._apart(other, self.form(*other[1:]), facts, ())
            found = rest and self.try_call("product", goal, [(fact, 1), (rest, 1)], ())
            if found is not None:
                return found
        return None

    def _signs_of_atoms(self, facts: list[Theorem]) -> list[Theorem]:
        """Facts that give one atom a sign that nature does not."""
        found = []
        for fact in facts:
            if fact.conclusion[0] in (">", ">="):
                form = self.form(*fact.conclusion[1:])
                if len(form.over) == 1 and not form.need and self.algebra.form_sign(form) != POSITIVE:
                    found.append(fact)
        return found

    # slacks

    def _with_slacks(
        self, goal: Proposition, target: Polynomial, clear: Term, items: list[Slack], known: Sequence[Theorem]
    ) -> Theorem | None:
        """target >= 0 as a sum of products of facts with factors that are positive by nature."""
        items = [item for item in items if (self.algebra.sign(item.polynomial) or -1) < 0]
        self._tries = _MOST_TRIES
        plan = (target, ()) if self._settled(target, goal[0]) else self._plan(target, items, goal[0], ())
        if plan is None:
            return None
        final, used = plan
        return self._of_plan(goal, final, used, clear, known)

    def _plan(
        self, target: Polynomial, items: Sequence[Slack], op: str, used: tuple[Placed, ...]
    ) -> tuple[Polynomial, tuple[Placed, ...]] | None:
        if len(target) > _MOST_TERMS:
            return None
        names = {place for mono in target for place, _ in mono}
        for turn, item in enumerate(items):
            if not any(place in names for mono in item.polynomial for place, _ in mono):
                continue
            for way in self._ways(item):
                self._tries -= 1
                if self._tries < 0:
                    return None
                try:
                    placed = self._placed(target, item, way)
                    if self._settled(placed.target, op):
                        return placed.target, (*used, placed)
                    if len(used) + 1 == _MOST_SLACKS:
                        continue
                    others = [self._other(other, placed) for t, other in enumerate(items) if t != turn]
                except KernelError:
                    continue
                found = self._plan(placed.target, [o for o in others if o is not None], op, (*used, placed))
                if found is not None:
                    return found
        return None

    def _settled(self, target: Polynomial, op: str) -> bool:
        """True for a polynomial that is > 0, or >= 0 where that is asked, by nature."""
        sign = self.algebra.sign(target)
        return sign is not None and (sign == POSITIVE or (sign >= 0 and op == ">="))

    def _ways(self, item: Slack) -> Iterator[tuple[str, int]]:
        """Atoms through which a slack can come in: the larger side's, else the smaller side's."""
        places = sorted({place for mono in item.polynomial for place, _ in mono})
        for kind in ("larger", "smaller"):
            for place in places:
                atom = self.algebra.atoms[place]
                if (atom.sign == REAL and kind == "smaller") or atom.bit or atom.key[0] in ("slack", "prime", "base"):
                    continue
                coefficient, rest = self._split(item.polynomial, place)
                if coefficient is None or self._has_slack(coefficient):
                    continue
                own, other = self.algebra.sign(coefficient), self.algebra.sign(rest)
                if kind == "larger" and own == POSITIVE and other is not None and other <= 0:
                    yield kind, place
                if kind == "smaller" and own == -POSITIVE and other == POSITIVE and not self._has_slack(rest):
                    yield kind, place

    def _has_slack(self, polynomial: Polynomial) -> bool:
        return any(self.algebra.atoms[p].key[0] == "slack" for mono in polynomial for p, _ in mono)

    def _placed(self, target: Polynomial, item: Slack, way: tuple[str, int]) -> Placed:
        kind, place = way
        coefficient, rest = self._split(item.polynomial, place)
        assert coefficient is not None
        strict = item.theorem.conclusion[0] == ">"
        slack = self.algebra.of_atom(("slack", next(self._fresh)), POSITIVE if strict else NONNEGATIVE)
        (mono, _), = slack.over.items()
        number_of = mono[0][0]
        if kind == "larger":  # c s + rest = f, so that s = (f - rest)/c
            value = self.algebra.add(slack, self.algebra.scaled(Form(rest, {}, frozenset()), -1))
            placed = Placed(item, kind, place, number_of, coefficient, value.over, 0, target)
            return placed.put_into(self, target)
        # v - c x = f with w = c x/f: c x = v w/(1 + w), 1 + w = v/f; for f >= 0 the case f = 0 is the limit
        minus = {mono: -c for mono, c in coefficient.items()}
        placed = Placed(item, kind, place, number_of, minus, rest, 0, target)
        return placed.put_into(self, target)

    def _other(self, item: Slack, placed: Placed) -> Slack | None:
        """Another inequality, once a slack is put in; None where that cannot be done, or where it says nothing more."""
        try:
            new = placed.put_into(self, item.polynomial).target
        except KernelError:
            return None
        sign = self.algebra.sign(new)
        if sign is not None and sign >= 0:
            return None
        return Slack(item.theorem, new, item.clear, item.known)

    def _of_plan(
        self, goal: Proposition, final: Polynomial, used: tuple[Placed, ...], clear: Term, known: Sequence[Theorem]
    ) -> Theorem | None:
        """The theorem that a plan shows: target M = sum of n_k times products of facts."""
        slots = {placed.slack: placed for placed in used}
        groups: dict[tuple[tuple[int, int], ...], Polynomial] = {}
        for mono, c in final.items():
            slack = tuple((p, e) for p, e in mono if p in slots and isinstance(e, int))
            rest = tuple((p, e) for p, e in mono if p not in slots)
            groups.setdefault(slack, {})[rest] = c
        multiplier: list[Term] = [clear]
        for placed in used:
            if placed.degree:
                multiplier.append(("^", self.term(placed.factor), placed.degree))
                if placed.kind == "smaller":
                    multiplier.append(("^", self.term(placed.value), placed.degree))
        premises: list[tuple[Theorem, Term]] = []
        extra: list[Theorem] = [*known]
        for slack, polynomial in groups.items():
            powers = dict(slack)
            factors: list[tuple[Theorem, int]] = []
            term: list[Term] = [self.term(polynomial)]
            for placed in used:
                k = powers.get(placed.slack, 0)
                times = k if placed.kind == "larger" else placed.degree - k
                if placed.kind == "smaller" and k:
                    own = self.atom_term(placed.place)
                    term.append(("^", ("*", self.term(placed.factor), own), k))
                if times:
                    factors.append((placed.item.theorem, times))
                    term.append(("^", placed.item.clear, times))
                    extra += placed.item.known
            if not factors:
                continue  # it is what is left, with the sign that it has by nature
            premises.append((self._product(factors, extra), ("*", *term)))
        return self.try_call("combine", goal, product_term(multiplier), premises, tuple(dict.fromkeys(extra)))

    def _product(self, factors: list[tuple[Theorem, int]], known: Sequence[Theorem]) -> Theorem:
        """The product of powers of facts, which is > 0 or >= 0."""
        if len(factors) == 1 and factors[0][1] == 1:
            return factors[0][0]
        strict = all(theorem.conclusion[0] == ">" for theorem, _ in factors)
        terms = []
        for theorem, times in factors:
            difference = _difference(theorem.conclusion)
            terms.append(("^", difference, times) if times != 1 else difference)
        goal = (">" if strict else ">=", product_term(terms), ZERO)
        return self.call("product", goal, factors, tuple(dict.fromkeys(known)))

    # cases

    def _by_cases(self, goal: Proposition, known: list[Theorem], depth: int) -> Theorem | None:
        if depth >= _MOST_CASES:
            return None
        extremum = self._innermost(goal, known)
        if extremum is None:
            return None
        self.learn(("=", extremum, extremum))
        return self._winner(extremum, 1, list(range(2, len(extremum))), [], goal, known, depth)

    def _winner(
        self, extremum: Term, best: int, open_ones: list[int], ahead: list[Theorem], goal: Proposition,
        known: list[Theorem], depth: int,
    ) -> Theorem | None:
        """The goal, where an argument is the extreme one of all but the open ones."""
        if not open_ones:
            equation = self.call("extremum", extremum, best - 1, ahead)
            return self._eliminated(goal, [*known, *ahead, equation], depth + 1)
        other, *rest = open_ones
        one, two = extremum[best], extremum[other]
        upper, lower = (one, two) if extremum[0] == "max" else (two, one)
        if one == two:
            return self._winner(extremum, best, rest, ahead, goal, known, depth)
        for first, second, winner in ((upper, lower, best), (lower, upper, other)):
            wanted: Proposition = (">=", first, second)
            shown = None if self._fails(wanted, known) else self._direct(wanted, known)
            if shown is not None:
                return self._winner(extremum, winner, rest, self._ahead(extremum, winner, ahead, shown), goal, known,
                                    depth)
        branches = []
        for first, second, winner in ((upper, lower, best), (lower, upper, other)):
            assumed = self.call("assume", (">=", first, second))
            found = self._winner(extremum, winner, rest, self._ahead(extremum, winner, ahead, assumed), goal,
                                 [*known, assumed], depth)
            if found is None:
                return None
            branches.append(found)
        return self.call("cases", *branches, upper, lower)

    def _fails(self, wanted: Proposition, known: list[Theorem]) -> bool:
        """True where an exact point shows that something does not follow: to look for a proof takes long.

        What is given holds at each of them, and so does what the kernel showed from it: what is supposed is left.
        """
        given = {*self.record.statement.given, *self._supposed}
        supposed = frozenset[Proposition]().union(*(fact.hypotheses for fact in known)) - given
        return any(self._holds(place, wanted) is False and all(self._holds(place, fact) for fact in supposed)
                   for place in self._places())

    def _places(self) -> Iterator[int]:
        """The places of the points, each looked for once it is asked for."""
        for place in count():
            if place == len(self._points):
                self._points += islice(self._more_points, 1)
            if place == len(self._points):
                return
            yield place

    def _holds(self, place: int, proposition: Proposition) -> bool | None:
        """Whether a proposition holds at one of the points."""
        if (place, proposition) not in self._at_points:
            self._at_points[place, proposition] = self._points[place].holds(proposition)
        return self._at_points[place, proposition]

    def _fails_opaquely(self, goal: Proposition, known: list[Theorem]) -> bool:
        """True where a goal does not follow from what is known if each max and min may be any positive number.

        So it is at a point at which what is known holds and the goal does not, a max being what it is not: then no
        proof goes through that does not tell its arguments apart. It is not asked of a goal with one of them before a
        point is known, as that takes as long as to look for a proof.
        """
        extrema = {part for part in _outside_binders(goal) if part[0] in ("max", "min")}
        if not self._points and len(extrema) < 2:
            return False
        try:
            asked = self.form(*goal[1:])
            facts = [(fact.conclusion[0], self.form(*fact.conclusion[1:])) for fact in known]
        except KernelError:
            return False
        atoms = sorted({place for place in places_of(asked.over) if self.algebra.atoms[place].key[0] in ("max", "min")})
        for point in islice(self._places(), _OPAQUE_POINTS):
            for own, others in ((_TINY, 1 / _TINY), (1 / _TINY, _TINY)):
                extreme = {place: own if place == atoms[0] else others for place in atoms}
                values = _Opaque(self.algebra, self._points[point].values, extreme)
                if values.holds(goal[0], asked) is False and all(values.holds(op, form) for op, form in facts):
                    return True
        return False

    def _ahead(self, extremum: Term, winner: int, ahead: list[Theorem], new: Theorem) -> list[Theorem]:
        """What shows that the winner is ahead of every argument seen: by way of the one it is ahead of."""
        own = extremum[winner]
        side, other_side = (1, 2) if extremum[0] == "max" else (2, 1)
        found = [new]
        for theorem in ahead:
            if theorem.conclusion[side] == own:
                found.append(theorem)
                continue
            beaten = theorem.conclusion[other_side]
            pair = (own, beaten) if extremum[0] == "max" else (beaten, own)
            through = self.try_call("combine", (">=", *pair), ONE, [(new, ONE), (theorem, ONE)], ())
            if through is not None:
                found.append(through)
        return found

    def _innermost(self, goal: Proposition, facts: list[Theorem]) -> Term | None:
        """A max or min, in the goal first, in which there is no other and no index of a sum around it."""
        for proposition in (goal, *(fact.conclusion for fact in facts)):
            pending = [proposition[1], proposition[2]]
            while pending:
                part = pending.pop()
                if part[0] in BINDERS:
                    pending += [part[2], part[3]]
                    continue
                if part[0] in ("max", "min") and not any(self._has_extremum(each) for each in parts(part)):
                    return part
                pending.extend(parts(part))
        return None

    def _has_extremum(self, term: Term) -> bool:
        return term[0] in ("max", "min") or any(map(self._has_extremum, parts(term)))


@lru_cache(maxsize=65_536)
def _names(proposition: Proposition) -> frozenset[str]:
    """The names in a proposition, which is asked for again and again."""
    return names_of(proposition)


_free = lru_cache(maxsize=65_536)(free_names)


@lru_cache(maxsize=65_536)
def _heads(proposition: Proposition) -> frozenset[str]:
    """The heads of all parts of a proposition."""
    found, pending = set[str](), [*proposition[1:]]
    while pending:
        part = pending.pop()
        found.add(part[0])
        pending.extend(parts(part))
    return frozenset(found)


def _difference(proposition: Proposition) -> Term:
    """Its left side without the right one."""
    _, left, right = proposition
    return left if right == ZERO else ("+", left, ("*", MINUS_ONE, right))


def _factors(term: Term) -> list[Term]:
    """The factors of a product of what is positive, without the numbers one: -f stays whole."""
    if term[0] == "*" and term[1] != MINUS_ONE:
        return [each for part in term[1:] for each in _factors(part)]
    return [term] if term != ONE else []


def _parts_outside_binders(propositions: Iterable[Proposition]) -> Iterator[Term]:
    """Every part of both sides, each side from its outermost on, without sums and products over an index."""
    for proposition in reversed(list(propositions)):
        yield from _outside_binders(proposition)


@lru_cache(maxsize=65_536)
def _outside_binders(proposition: Proposition) -> tuple[Term, ...]:
    found, pending = [], [*proposition[1:]]
    while pending:
        part = pending.pop()
        if part[0] not in BINDERS:
            pending.extend(parts(part))
            found.append(part)
    return tuple(found)


@dataclass(frozen=True)
class _Opaque:
    """A number for each quantity, and for each max and min whatever its arguments are."""

    algebra: Algebra
    values: Mapping[str, Fraction]
    extrema: Mapping[int, Fraction]

    def holds(self, op: str, form: Form) -> bool | None:
        """Whether a form is = 0, > 0, and so on; None where it has other atoms, or powers that are not whole."""
        found = self._value(form.over)
        for key, times in form.under.items():
            below = self._value(dict(key))
            if found is None or not below:
                return None
            found = found if times % 2 == 0 or below > 0 else -found
        return None if found is None else {"=": found == 0, "!=": found != 0, ">": found > 0, ">=": found >= 0}[op]

    def _value(self, polynomial: Polynomial) -> Fraction | None:
        total = Fraction(0)
        for mono, c in polynomial.items():
            term = Fraction(c)
            for place, exponent in mono:
                key = self.algebra.atoms[place].key
                value = self.values.get(key[1]) if key[0] == "s" else self.extrema.get(place)
                if not value or not isinstance(exponent, int):
                    return None
                term *= value**exponent
            total += term
        return total


@dataclass(frozen=True)
class Slack:
    """An inequality as a polynomial that is not negative: (left - right) times what clears it of divisions."""

    theorem: Theorem
    polynomial: Polynomial
    clear: Term
    known: tuple[Theorem, ...]


@dataclass(frozen=True)
class Placed:
    """A slack put into a polynomial in place of an atom.

    ``larger``: c s = value, with the slack in the value. ``smaller``: c x = value w/(1 + w), with the slack w.
    """

    item: Slack
    kind: str
    place: int
    slack: int
    factor: Polynomial
    value: Polynomial
    degree: int
    target: Polynomial

    def put_into(self, finder: Finder, polynomial: Polynomial) -> Placed:
        """The polynomial without the atom, times as many factors as its degree in it."""
        algebra = finder.algebra
        powers: dict[int, Polynomial] = {}
        for mono, c in polynomial.items():
            exponent = next((e for p, e in mono if p == self.place), 0)
            if not isinstance(exponent, int) or exponent < 0:
                raise KernelError("no whole power of what is replaced")
            powers.setdefault(exponent, {})[tuple(pair for pair in mono if pair[0] != self.place)] = c
        degree = max(powers, default=0)
        total: Polynomial = {}
        one: Polynomial = {(): 1}
        w: Polynomial = {((self.slack, 1),): 1}
        for k, part in powers.items():
            for _ in range(k):
                part = algebra.times(part, self.value)
                if self.kind == "smaller":
                    part = algebra.times(part, w)
            for _ in range(degree - k):
                part = algebra.times(part, self.factor)
                if self.kind == "smaller":
                    part = algebra.times(part, {**one, **w})
            total = plus(total, part)
        return Placed(self.item, self.kind, self.place, self.slack, self.factor, self.value, degree, total)
