"""Excluded: what Z3 shows of facts that no state was found for, that there is none, or where one is."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add, ge, gt, mul, ne
from typing import Any

import z3

from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.term import KernelError, Proposition, Term

from .states import Told

_STEPS = 300_000  # of Z3, which are the same in every run
_COMPARED = {"=": lambda one, other: one == other, "!=": ne, ">": gt, ">=": ge}
_LEAST = {"positive": (">", 0), "nonnegative": (">=", 0), "fraction": (">", 0), "integer": (">=", 1),
          "whole": (">=", 0), "bit": (">=", 0)}


def unsatisfiable(told: Told, *extra: Proposition) -> bool | ExactPoint | None:
    """True if there is no state at which everything holds, such a state where one is found, None where neither is."""
    if told.functions:
        return None
    try:
        asked = _Asked(told)
        facts = [asked.fact(each) for each in (*told.facts, *extra)]
    except KernelError:
        return None
    solver = z3.SolverFor("QF_NRA", ctx=asked.context) if not asked.whole else z3.Solver(ctx=asked.context)
    solver.set("rlimit", _STEPS)
    solver.add(*asked.beside, *facts)
    found = solver.check()
    if found == z3.unsat:
        return True
    return asked.point(solver.model()) if found == z3.sat else None


class _Asked:
    """Facts in the language of Z3, with what is said of the values of letters, quotients and roots."""

    def __init__(self, told: Told) -> None:
        self.context = z3.Context()
        self.beside: list[Any] = []
        self.whole = False
        self._letters: dict[str, Any] = {}
        self._told = told
        self._known: dict[Term, Any] = {}
        for name in sorted(told.names):
            self._letter(name)

    def _letter(self, name: str) -> Any:
        if name not in self._letters:
            domain = self._told.domains[name]
            whole = domain in ("integer", "whole", "bit")
            self.whole |= whole
            own = (z3.Int if whole else z3.Real)(name, self.context)
            self._letters[name] = z3.ToReal(own) if whole else own
            if domain in _LEAST:
                op, least = _LEAST[domain]
                self.beside.append(_COMPARED[op](own, least))
            if domain in ("fraction", "bit"):
                self.beside.append(own <= 1)
        return self._letters[name]

    def fact(self, fact: Proposition) -> Any:
        """A proposition."""
        op, left, right = fact
        return _COMPARED[op](self.term(left), self.term(right))

    def term(self, term: Term) -> Any:
        """A term. Raises `KernelError` for one that Z3 is not asked about."""
        if term not in self._known:
            self._known[term] = self._term(term)
        return self._known[term]

    def _term(self, term: Term) -> Any:
        match term:
            case ("n", over, under):
                return z3.Q(over, under, self.context)
            case ("s", name):
                return self._letter(name)
            case ("+", *rest):
                return reduce(add, map(self.term, rest))
            case ("*", *rest):
                return reduce(mul, map(self.term, rest))
            case ("^", base, times) if abs(times) <= 4:
                power = reduce(mul, [self.term(base)] * abs(times)) if times else z3.Q(1, 1, self.context)
                return power if times >= 0 else self._inverse(power)
            case ("pow", base, ("n", 1, under)) if under <= 3:
                root = z3.FreshReal("root", self.context)
                self.beside += [root >= 0, reduce(mul, [root] * under) == self.term(base)]
                return root
            case ("pow", base, ("n", -1, under)):
                return self._inverse(self.term(("pow", base, ("n", 1, under))))
            case ("max" | "min" as head, *rest):
                return reduce(self._larger if head == "max" else self._smaller, map(self.term, rest))
            case ("ceil", inside):
                self.whole = True
                above = z3.FreshInt("ceil", self.context)
                value = self.term(inside)
                self.beside += [z3.ToReal(above) >= value, z3.ToReal(above) < value + 1]
                return z3.ToReal(above)
        raise KernelError("no question for Z3")

    def _larger(self, one: Any, other: Any) -> Any:
        return z3.If(one >= other, one, other)

    def _smaller(self, one: Any, other: Any) -> Any:
        return z3.If(one >= other, other, one)

    def _inverse(self, value: Any) -> Any:
        inverse = z3.FreshReal("inverse", self.context)
        self.beside.append(inverse * value == 1)
        return inverse

    def point(self, model: Any) -> ExactPoint | None:
        """The state of a model, if its values are fractions and everything holds there."""
        values: dict[str, Fraction] = {}
        for name, letter in self._letters.items():
            value = model.eval(letter, model_completion=True)
            if not z3.is_rational_value(value):
                return None
            values[name] = Fraction(value.numerator_as_long(), value.denominator_as_long())
        found = ExactPoint(values)
        return found if all(map(found.holds, self._told.facts)) else None
