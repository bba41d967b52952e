"""Random calls of every rule of a kernel, most of them wrong, and the theorems that they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

from derivations.kernel.certificate import RULES
from derivations.kernel.term import (
    MINUS_ONE,
    ONE,
    ZERO,
    KernelError,
    Proposition,
    Term,
    number,
    parts,
    with_parts,
)
from derivations.kernel.theorem import Kernel, Theorem
from derivations.language.arithmetic import NotPlainError

from .total_point import TotalPoint, total_point

DOMAINS = {
    "a": "positive", "b": "positive", "x": "real", "y": "nonnegative", "w": "real", "n": "integer", "m": "whole",
    "z": "bit", "u": "bit", "p": "fraction", "f": "real", "g": "positive", "h": "bit", "k": "whole",
}
AT_MOST = {"a": "b", "m": "n"}
NAMES = ["a", "b", "x", "x", "y", "w", "n", "m", "z", "u", "p"]
REFUSED = (KernelError, TypeError, AttributeError, ValueError, LookupError, ArithmeticError, RecursionError)
_OFTEN = ("combine",) * 10 + ("product", "nonzero", "assume", "extremum")
WRONG: tuple[Any, ...] = (None, True, False, -1, 99, "", "=", (), ZERO, Fraction(0), ("=", ZERO, ONE), [None])


class Attack:
    """A kernel, a point at which theorems are to be true, and what was proven so far."""

    def __init__(self, seed: int, kind: type[Kernel] = Kernel) -> None:
        self.source = Random(seed)
        self.kernel = kind(DOMAINS, AT_MOST)
        self.point = total_point(self.source, DOMAINS, AT_MOST)
        self.theorems: list[Theorem] = [self.kernel.assume(("=", ONE, ONE))]
        self.terms = [ZERO, ONE, MINUS_ONE, *(("s", name) for name in dict.fromkeys(NAMES))]
        self.terms += [self.some_term(self.source.choice([1, 2, 2, 3])) for _ in range(8)]
        self.called: Counter[str] = Counter()
        self.made: Counter[str] = Counter()

    def run(self, calls: int) -> Iterator[Theorem]:
        """The theorems of so many calls."""
        for _ in range(calls):
            rule = self.source.choice((*RULES, *_OFTEN))
            arguments = self.arguments(rule)
            if self.source.random() < 0.06 and arguments:
                arguments[self.source.randrange(len(arguments))] = self.source.choice([*WRONG, *self.theorems[-5:]])
            self.called[rule] += 1
            try:
                found = getattr(self.kernel, rule)(*arguments)
            except REFUSED:
                continue
            self.made[rule] += 1
            self.theorems.append(found)
            yield found

    def laws(self, goals: int) -> Iterator[Theorem]:
        """The theorems that the kernel has at once among so many goals: laws of algebra, and some that are none."""
        for _ in range(goals):
            term = self.some_term(self.source.choice([1, 2, 3]))
            other = term
            for _ in range(self.source.choice([1, 1, 2, 3])):
                other = self.rearranged(other)
            goal: Proposition = ("=", term, other)
            if self.source.random() < 0.2:
                goal = self.false(term, self.source.choice([ZERO, ZERO, self.near(term), self.term()]))
            with suppress(*REFUSED):  # to assume something is work, too, and a kernel does so much and no more
                known = [self.kernel.assume((self.source.choice([">", ">=", "!="]), self.term(), ZERO))
                         for _ in range(self.source.choice([0, 0, 2]))]
                yield self.kernel.combine(goal, ONE, [], known)

    def others(self) -> list[TotalPoint]:
        """Points at which theorems are to be true, too."""
        return [self.point, *(total_point(self.source, DOMAINS, AT_MOST) for _ in range(4))]

    # what the rules are called with

    def arguments(self, rule: str) -> list[Any]:
        """Arguments that the rule may take."""
        source, choose = self.source, self.source.choice
        any_theorem, term = self.theorem, self.term
        makers: dict[str, Callable[[], list[Any]]] = {
            "absurd": lambda: [any_theorem(), self.proposition()],
            "assume": lambda: [self.proposition(true=source.random() < 0.8)],
            "bound": lambda: [self.with_head("max", "min", "ceil"), source.randrange(-1, 4)],
            "cases": lambda: self.cases(),
            "combine": lambda: self.combination(),
            "domain": lambda: [choose([("s", choose(NAMES)), ("app", choose("fgh"), term()), term()]),
                               source.randrange(-1, 4)],
            "extremum": lambda: self.ahead(),
            "least_whole": lambda: [any_theorem(">", ">=")],
            "nonzero": lambda: self.factor(),
            "power_below": lambda: self.fraction_raised(),
            "power_positive": lambda: [any_theorem(">"), term()],
            "power_tangent": lambda: [any_theorem(">"), term()],
            "product": lambda: self.multiplied(),
            "rewrite": lambda: self.rewriting(),
            "root": lambda: [any_theorem(">", ">="), self.fraction()],
            "stricter": lambda: self.stricter(),
            "weaker": lambda: [any_theorem()],
        }
        return makers[rule]()

    def fraction_raised(self) -> list[Any]:
        """What a power of a fraction is told of, for the most part of one base."""
        base = self.term()
        facts: list[Proposition] = [(">=", base, ZERO), (">=", ONE, base), (">=", self.term(), ZERO)]
        if self.source.random() < 0.2:
            facts[self.source.randrange(3)] = self.proposition()
        return [self.kernel.assume(fact) for fact in facts]

    def theorem(self, *operators: str) -> Theorem:
        """One that there is, of late for the most part."""
        pool = self.theorems[-12:] if self.source.random() < 0.6 else self.theorems
        fit = [each for each in pool if each.conclusion[0] in operators] if operators else pool
        return self.source.choice(fit or self.theorems)

    def some_theorems(self, most: int) -> list[Theorem]:
        return [self.theorem() for _ in range(self.source.randrange(most + 1))]

    def fraction(self) -> Fraction:
        return Fraction(self.source.choice([-2, -1, 0, 1, 1, 2, 3]), self.source.choice([1, 2, 2, 3]))

    def term(self) -> Term:
        """One that was made before, a part of what is proven, or a new one."""
        chance = self.source.random()
        if chance < 0.4:
            return self.source.choice(self.terms)
        return self.part_of(self.theorem()) if chance < 0.7 else self.some_term(self.source.choice([0, 1, 2]))

    def part_of(self, theorem: Theorem) -> Term:
        """A part of what a theorem says."""
        found: Term = self.source.choice(theorem.conclusion[1:])
        while parts(found) and self.source.random() < 0.4:
            found = self.source.choice(parts(found))
        return found if _is_open(found) else self.source.choice(self.terms)

    def with_head(self, *heads: str) -> Term:
        head = self.source.choice(heads)
        return (head, *(self.term() for _ in range(1 if head == "ceil" else self.source.choice([1, 2, 2, 3]))))

    def proposition(self, *, true: bool = False) -> Proposition:
        """A random one; one that is true at the point, if it has a value there."""
        left, right = self.term(), self.term()
        if self.source.random() < 0.4:
            right = self.near(left)
        found: Proposition = (self.source.choice(["=", "=", "!=", ">", ">="]), left, right)
        if true and self.point.holds(found) is False:
            right = self.near(left, exactly=True) if found[0] in ("=", ">=") else right
            found = (found[0], left, right)
            if self.point.holds(found) is False:
                found = (found[0], right, left)
        return found

    def near(self, term: Term, *, exactly: bool = False) -> Term:
        """A number that is the value of a term, or almost."""
        try:
            return number(self.point.value(term) + (0 if exactly else self.source.choice([0, 0, 0, 1, -1])))
        except NotPlainError:
            return ZERO

    def false(self, left: Term, right: Term, operators: str = "=!>") -> Proposition:
        """An operator between two terms which does not hold at the point, if there is one."""
        found: list[Proposition] = [(op, left, right) for op in ("=", "!=", ">", ">=") if op[0] in operators]
        wrong = [each for each in found if self.point.holds(each) is False]
        return self.source.choice(wrong if wrong and self.source.random() < 0.8 else found)

    def combination(self) -> list[Any]:
        """A sum of theorems times terms, as it would be if each multiplier were allowed."""
        used = [(self.theorem(), self.multiplier()) for _ in range(self.source.choice([0, 0, 1, 1, 2, 3]))]
        by = self.source.choice([ONE, ONE, self.multiplier()])
        known = self.some_theorems(3)
        if not used:
            one = self.term()
            other = self.same_or_almost(one)
            return [self.false(one, other), self.source.choice([ONE, by]), [], known]
        total: Term = ("+", *(("*", n, _difference(theorem)) for theorem, n in used),
                       *self.source.choice([(), (), (), (ONE,), (MINUS_ONE,), (self.multiplier(),)]))
        left: Term = total if by == ONE else ("*", total, ("^", by, -1))
        if self.source.random() < 0.3:  # l m = r m
            (theorem, _), *others = used
            _, one, other = theorem.conclusion
            return [self.false(one, other), by, [(self.scaled(theorem, by) or theorem, ONE), *others], known]
        return [self.false(left, self.source.choice([ZERO, ZERO, total])), by, used, known]

    def scaled(self, theorem: Theorem, by: Term) -> Theorem | None:
        """Both sides of a theorem times a term."""
        op, left, right = theorem.conclusion
        try:
            return self.kernel.combine((op, ("*", left, by), ("*", right, by)), ONE, [(theorem, by)])
        except REFUSED:
            return None

    def multiplier(self) -> Term:
        hidden = ("+", ("s", "x"), ("*", MINUS_ONE, ("s", "x")))
        return self.source.choice([ONE, ONE, ZERO, MINUS_ONE, number(2), hidden, self.term(), ("^", self.term(), 2),
                                   ("^", self.term(), -1), ("s", self.source.choice(NAMES))])

    def multiplied(self) -> list[Any]:
        """A product of differences."""
        used = [(self.theorem(), self.source.choice([1, 1, 2, 3, 0, -1])) for _ in range(self.source.randrange(4))]
        total: Term = ("*", ONE, *(("^", _difference(theorem), times) for theorem, times in used))
        return [self.false(total, ZERO), used, self.some_theorems(2)]

    def factor(self) -> list[Any]:
        theorem = self.theorem(">", "!=", ">=")
        found = _difference(theorem)
        part = self.source.choice([found, *parts(found), *parts(found)[:1], self.term()])
        return [("!=", part if _is_open(part) else ONE, ZERO), theorem, self.some_theorems(2)]

    def rewriting(self) -> list[Any]:
        equation, theorem = self.theorem("="), self.theorem()
        if self.source.random() < 0.4:  # something much like a part of it, and its value
            part = self.same_or_almost(self.part_of(theorem))
            equation = self.kernel.assume(("=", part, self.near(part, exactly=True)))
        if self.source.random() < 0.5:
            return [equation, theorem]
        _, old, new = equation.conclusion
        op, left, right = theorem.conclusion
        if self.source.random() < 0.5:
            left, right = _swapped(left, new, old), _swapped(right, new, old)
        return [equation, theorem, (op, left, right)]

    def cases(self) -> list[Any]:
        """Two theorems of one conclusion, under assumptions both ways round."""
        left, right = self.term(), self.term()
        first, second = self.theorem(), self.theorem()
        same = [each for each in self.theorems if each.conclusion == first.conclusion]
        weak = [hyp for each in same for hyp in each.hypotheses if hyp[0] == ">="]
        if weak and self.source.random() < 0.7:
            _, left, right = self.source.choice(weak)
        return [first, self.source.choice([second, *same]), left, right]

    def stricter(self) -> list[Any]:
        first = self.theorem(">=")
        _, left, right = first.conclusion
        wanted = self.source.choice([(left, right), (left, right), (right, left), (left, ZERO)])
        return [first, self.source.choice([self.kernel.assume(("!=", *wanted)), self.theorem("!=")])]

    def ahead(self) -> list[Any]:
        used = [self.theorem() for _ in range(self.source.randrange(3))]
        own = used[0].conclusion[self.source.choice([1, 2])] if used else self.term()
        others = [self.source.choice(each.conclusion[1:]) for each in used]
        arguments = [own, *others] if self.source.random() < 0.5 else [*others, own]
        return [(self.source.choice(["max", "min"]), *arguments), self.source.randrange(-1, 4), used]

    # terms

    def some_term(self, depth: int, names: tuple[str, ...] = ()) -> Term:
        """A random term."""
        source = self.source
        if depth <= 0 or source.random() < 0.1:
            leaf = source.random()
            if leaf < 0.25:
                return number(source.choice([-2, -1, 0, 0, 1, 2, 4, Fraction(1, 2)]))
            return ("s", source.choice([*NAMES, *names, *names]))

        def part() -> Term:
            return self.some_term(depth - 1, names)

        one = part()
        match source.choice("++**^^/opppmMelcfxsdgz0"):
            case "+":
                return ("+", one, part())
            case "*":
                return ("*", one, part())
            case "/":
                return ("*", one, ("^", part(), -1))
            case "o":
                return ("*", one, ("^", one, -1))
            case "0":
                return ("+", one, ("*", MINUS_ONE, one))
            case "^":
                return ("^", one, source.choice([-3, -2, -1, 0, 1, 2, 3]))
            case "p":
                half = [("n", 1, 2), ("n", 1, 2), ("n", 3, 2), ("n", -1, 2), ("n", 1, 3), ZERO, number(2)]
                return ("pow", one, source.choice([*half, part()]))
            case "m":
                return ("max", one, *(part() for _ in range(source.randrange(3))))
            case "M":
                return ("min", one, *(part() for _ in range(source.randrange(3))))
            case "e":
                return ("exp", one)
            case "l":
                return ("log", one)
            case "c":
                return ("ceil", one)
            case "f":
                return ("fact", source.choice([one, ("+", ("s", source.choice("nm")), number(source.choice([-1, 1])))]))
            case "x":
                return ("xor", one, part())
            case "z":
                return ("xor", ("s", source.choice("znmu")), ("s", source.choice("znmu")))
            case "s" | "d":
                index = source.choice("ijk")
                body = self.some_term(depth - 1, (*names, index))
                first = source.choice([ZERO, ONE, part(), ("s", "m")])
                last = source.choice([part(), ("s", source.choice("nm")), ("+", ("s", "n"), number(-1)), number(3)])
                return (source.choice(["sum", "prod"]), index, first, last, body)
        return ("app", source.choice("fgh"), one)

    def same_or_almost(self, term: Term) -> Term:
        """A term that is equal to one by some law, or would be if the law held everywhere."""
        found = self.rearranged(term)
        if self.source.random() < 0.3:
            found = self.rearranged(found)
        return found

    def rearranged(self, term: Term) -> Term:
        """A law applied to one part of a term."""
        inner = parts(term)
        if inner and self.source.random() < 0.45 and _is_open(term):
            place = self.source.randrange(len(inner))
            changed = list(inner)
            changed[place] = self.rearranged(inner[place])
            return _with(term, changed)
        return self.source.choice([*laws(term, self.term(), self.term()), term])


def laws(term: Term, extra: Term, other: Term) -> list[Term]:
    """What a term is equal to by laws of algebra, of which many do not hold for zero, negative or broken numbers."""
    found: list[Term] = [
        ("*", term, ("*", extra, ("^", extra, -1))), ("+", term, extra, ("*", MINUS_ONE, extra)),
        ("pow", ("^", term, 2), ("n", 1, 2)), ("^", ("pow", term, ("n", 1, 2)), 2),
        ("max", term, extra), ("min", term, ("max", term, extra)), ("ceil", term), ("exp", ("log", term)),
        ("log", ("exp", term)), ("*", term, ("pow", extra, ZERO)), ("*", term, ("^", extra, 0)),
        ("xor", ("xor", term, extra), extra), ("xor", extra, ("xor", extra, term)), ("^", ("^", term, -1), -1),
        ("sum", "j", ONE, ONE, term), ("*", term, ("prod", "j", ONE, ZERO, extra)), ("max", term), ("pow", term, ONE),
        ("*", ("sum", "j", ONE, other, term), ("^", other, -1)), ("pow", ("pow", term, other), ("^", other, -1)),
        ("*", ("exp", extra), ("exp", ("*", MINUS_ONE, extra)), term),
        ("*", ("pow", term, extra), ("pow", term, ("+", ONE, ("*", MINUS_ONE, extra)))),
    ]
    match term:
        case ("+" | "*" | "max" | "min" as head, *rest):
            found += [(head, *reversed(rest)), (head, *rest[:1], (head, *rest)), (head, (head, *rest[:1]), *rest[1:])]
            if head in ("max", "min"):
                found += [("*", extra, (head, *(("*", ("^", extra, -1), each) for each in rest))),
                          ("*", extra, ("^", extra, -1), term), rest[0],
                          ("*", MINUS_ONE, ({"max": "min", "min": "max"}[head],
                                            *(("*", MINUS_ONE, each) for each in rest)))]
            if head == "*":
                found += [("pow", ("*", *(("^", each, 2) for each in rest)), ("n", 1, 2))]
        case ("^", base, times):
            found += [("pow", base, number(times)), ("*", base, ("^", base, times - 1)),
                      ("*", ("^", base, times - 2), ("^", base, 2)),
                      ("pow", ("pow", base, number(2 * times)), ("n", 1, 2))]
            if base[0] == "*":
                found += [("*", *(("^", each, times) for each in base[1:]))]
        case ("pow", base, exponent):
            found += [("*", base, ("pow", base, ("+", exponent, MINUS_ONE))), ("exp", ("*", exponent, ("log", base))),
                      ("*", ("pow", base, extra), ("pow", base, ("+", exponent, ("*", MINUS_ONE, extra)))),
                      ("^", ("pow", base, ("*", exponent, ("n", 1, 2))), 2)]
            if base[0] == "*":
                found += [("*", *(("pow", each, exponent) for each in base[1:]))]
            if base[0] in ("pow", "^"):
                inner = number(base[2]) if base[0] == "^" else base[2]
                found += [("pow", base[1], ("*", inner, exponent))]
        case ("log", ("*", *rest)):
            found += [("+", *(("log", each) for each in rest))]
        case ("exp", ("+", *rest)):
            found += [("*", *(("exp", each) for each in rest))]
        case ("log", inside):
            found += [("+", ("log", ("*", extra, inside)), ("*", MINUS_ONE, ("log", extra)))]
        case ("ceil" as head, inside):
            found += [inside, ("+", (head, ("+", inside, extra)), ("*", MINUS_ONE, extra)),
                      ("*", (head, ("*", inside, extra)), ("^", extra, -1)), (head, ("*", MINUS_ONE, inside))]
        case ("fact", inside):
            found += [("*", inside, ("fact", ("+", inside, MINUS_ONE))),
                      ("*", ("fact", ("+", inside, ONE)), ("^", ("+", inside, ONE), -1))]
        case ("xor", one, two):
            found += [("xor", two, one), ("+", one, two, ("*", number(-2), one, two)), ("+", one, two), one]
        case ("sum" | "prod" as head, index, first, last, body):
            join = "+" if head == "sum" else "*"
            i: Term = ("s", index)
            upper: Term = ("+", last, MINUS_ONE)
            found += [
                (join, (head, index, first, upper, body), _swapped(body, i, last)), (head, index, last, first, body),
                (join, _swapped(body, i, first), (head, index, ("+", first, ONE), last, body)), body,
                (head, "j", first, last, _swapped(body, i, ("s", "j"))), _swapped(body, i, first),
                ("*", extra, (head, index, first, last, ("*", ("^", extra, -1), body))),
                (head, index, first, last, (join, body, extra)),
                ("*", body, ("+", last, ("*", MINUS_ONE, first), ONE)),
            ]
            if body[0] == "*":
                found += [("*", body[1], (head, index, first, last, ("*", *body[2:])))]
            if body[0] == join:
                found += [(join, *((head, index, first, last, each) for each in body[1:]))]
            if body[0] == head:
                found += [(head, body[1], *body[2:4], (head, index, first, last, body[4]))]
        case ("app", name, *rest):
            found += [("app", name, *(("*", each, extra, ("^", extra, -1)) for each in rest)), ("app", name, extra)]
    return found


def _difference(theorem: Theorem) -> Term:
    _, left, right = theorem.conclusion
    return left if right == ZERO else ("+", left, ("*", MINUS_ONE, right))


def _swapped(term: Term, old: Term, new: Term) -> Term:
    """The term with another for a part, wherever it stands, with no care for binders."""
    return new if term == old else _with(term, [_swapped(each, old, new) for each in parts(term)])


def _with(term: Term, new: list[Term]) -> Term:
    return with_parts(term, tuple(new))


def _is_open(term: Term) -> bool:
    """True for a term that is no part of a sum which it would be taken out of."""
    names = {term[1]} if term[0] == "s" else set()
    for part in parts(term):
        names |= {"?"} if not _is_open(part) else set()
    return not names & {"i", "j", "?"}
