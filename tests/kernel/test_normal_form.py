"""The normal form has the value of the term, wherever the term has one and nothing that it divided by is zero."""

import math
import random
from collections.abc import Mapping
from typing import Any

import pytest

from derivations.kernel.normal_form import NONNEGATIVE, POSITIVE, Algebra, Form, Symbolic
from derivations.kernel.term import KernelError, Term, number

DOMAINS = {
    "a": "positive", "b": "positive", "x": "real", "y": "nonnegative", "n": "integer", "m": "whole", "z": "bit",
    "f": "fraction", "g": "real", "h": "positive",
}
VALUES = {
    "positive": (0.5, 1.0, 2.0, 3.25), "real": (-2.0, -0.75, 0.0, 1.0, 1.5), "nonnegative": (0.0, 0.25, 1.0, 2.5),
    "integer": (1, 2, 3), "whole": (0, 1, 2), "bit": (0, 1), "fraction": (0.125, 0.5, 1.0),
}
NAMES = [name for name in DOMAINS if name not in ("g", "h")]
Point = Mapping[str, float]


class NoValueError(Exception):
    """A term without a value at a point."""


def value(term: Term, point: Point) -> float:
    """The value of a term. Raises `NoValueError` where an operation has none."""
    head, rest = term[0], term[1:]
    if head == "n":
        return float(rest[0]) / rest[1]
    if head == "s":
        return point[rest[0]]
    if head == "^":
        return power(value(rest[0], point), rest[1])
    if head in ("sum", "prod"):
        index, first, last, body = rest
        begin, end = round(value(first, point)), round(value(last, point))
        found = [value(body, {**point, index: turn}) for turn in range(begin, end + 1)]
        return math.fsum(found) if head == "sum" else math.prod(found)
    if head == "app":
        return called(rest[0], [value(part, point) for part in rest[1:]])
    parts = [value(part, point) for part in rest]
    match head:
        case "+":
            return math.fsum(parts)
        case "*":
            return math.prod(parts)
        case "max":
            return max(parts)
        case "min":
            return min(parts)
        case "pow":
            return power(*parts)
        case "exp":
            return math.exp(parts[0])
        case "log":
            return logarithm(parts[0])
        case "ceil":
            return float(math.ceil(parts[0] - 1e-9))
        case "fact":
            return factorial(parts[0])
        case "xor":
            return mixed(*parts)
    raise AssertionError(head)


def called(name: str, arguments: list[float]) -> float:
    """Any function of that domain."""
    if any(abs(argument) > 1e4 for argument in arguments):
        raise NoValueError  # a float says too little of it
    found = math.sin(sum((place + 1) * argument for place, argument in enumerate(arguments)) + len(name))
    return 1.5 + found if DOMAINS[name] == "positive" else found


def power(base: float, exponent: float) -> float:
    if base < 0 and exponent != round(exponent):
        raise NoValueError
    if abs(base) < 1e-12 and exponent < 0:
        raise NoValueError
    return float(base) ** round(exponent) if abs(exponent - round(exponent)) < 1e-12 else float(base) ** exponent


def logarithm(of: float) -> float:
    if of <= 1e-12:
        raise NoValueError
    return math.log(of)


def factorial(of: float) -> float:
    if of < -1e-9 or abs(of - round(of)) > 1e-9:
        raise NoValueError
    return float(math.factorial(round(of)))


def mixed(one: float, other: float) -> float:
    if min(one, other) < 0 or one != round(one) or other != round(other):
        raise NoValueError
    return float(round(one) ^ round(other))


class Reader:
    """Values of forms, from the keys of their atoms alone."""

    def __init__(self, algebra: Algebra, point: Point) -> None:
        self.algebra, self.point = algebra, point

    def of_form(self, over: Any, under: Any = ()) -> float:
        """The value of a polynomial over factors."""
        total = math.fsum(float(c) * self.of_monomial(mono) for mono, c in over)
        for key, times in under:
            total *= power(self.of_form(key), -times)
        return total

    def of_monomial(self, mono: Any) -> float:
        product = 1.0
        for place, exponent in mono:
            own = self.of_exponent(exponent)
            product *= power(self.of_atom(place), own)
        return product

    def of_exponent(self, exponent: Any) -> float:
        if isinstance(exponent, Symbolic):
            return self.of_form(exponent.form.over.items(), exponent.form.under.items())
        return float(exponent)

    def of_key(self, key: Any) -> float:
        return self.of_form(*key)

    def of_atom(self, place: int) -> float:
        key = self.algebra.atoms[place].key
        match key[0]:
            case "s":
                return self.point[key[1]]
            case "app":
                return called(key[1], [self.of_key(each) for each in key[2:]])
            case "prime":
                return float(key[1])
            case "base":
                return self.of_form(key[1])
            case "e":
                return math.e
            case "log-atom":
                return logarithm(self.of_atom(key[1]))
            case "log":
                return logarithm(self.of_key(key[1]))
            case "max" | "min":
                return (max if key[0] == "max" else min)(self.of_key(each) for each in key[1])
            case "ceil":
                return float(math.ceil(self.of_key(key[1]) - 1e-9))
            case "fact":
                return factorial(self.of_key(key[1]))
            case "opaque":
                return power(self.of_key(key[1]), self.of_key(key[2]))
            case "xor":
                found = 0
                for each in key[1]:
                    found ^= round(self.of_key(each))
                return float(found)
            case "xor-of-others":
                return mixed(self.of_key(key[1]), self.of_key(key[2]))
            case "sum" | "prod":
                _, mark, body, first, last = key
                terms = [Reader(self.algebra, {**self.point, mark: turn}).of_key(body)
                         for turn in range(round(self.of_key(first)), round(self.of_key(last)) + 1)]
                return math.fsum(terms) if key[0] == "sum" else math.prod(terms)
        raise AssertionError(key[0])


def some_term(source: random.Random, depth: int, names: list[str]) -> Term:
    """A random term."""
    if depth == 0 or source.random() < 0.15:
        return ("s", source.choice(names)) if source.random() < 0.75 else number(source.choice([-2, -1, 0, 1, 2, 3]))

    def part() -> Term:
        return some_term(source, depth - 1, names)

    match source.choice("+++****^^^/pppmMelcfxsg"):
        case "+":
            return ("+", part(), part())
        case "*":
            return ("*", part(), part())
        case "/":
            return ("*", part(), ("^", part(), -1))
        case "^":
            return ("^", part(), source.choice([-2, -1, 0, 2, 3]))
        case "p":
            return ("pow", part(), source.choice([("n", 1, 2), ("n", 3, 2), ("n", -1, 2), ("n", 2, 3), part()]))
        case "m":
            return ("max", part(), part(), part())
        case "M":
            return ("min", part(), part())
        case "e":
            return ("exp", part())
        case "l":
            return ("log", part())
        case "c":
            return ("ceil", part())
        case "f":
            return ("fact", ("+", ("s", source.choice(["n", "m"])), source.choice([number(0), number(1), number(2)])))
        case "x":
            return ("xor", ("s", source.choice("znm")), ("s", source.choice("znm")))
        case "s":
            body = some_term(source, depth - 1, [*names, "k"])
            last = ("+", ("s", source.choice("nm")), number(source.choice([-1, 1])))
            return (source.choice(["sum", "prod"]), "k", number(source.choice([0, 1])), last, body)
        case _:
            return ("app", source.choice("gh"), part())


def compared(seed: int, count: int) -> tuple[int, list[str]]:
    """The number of values that were compared, and the terms whose form has another one."""
    source = random.Random(seed)
    done, wrong = 0, []
    for _ in range(count):
        term = some_term(source, source.choice([2, 3, 3, 4]), NAMES)
        algebra = Algebra(DOMAINS)
        try:
            form = algebra.form(term)
        except KernelError:
            continue
        for _ in range(4):
            point = {name: float(source.choice(VALUES[DOMAINS[name]])) for name in NAMES}
            try:
                wanted = value(term, point)
                reader = Reader(algebra, point)
                if any(abs(reader.of_form(key)) < 1e-9 for key in form.need):
                    continue
                found = reader.of_form(form.over.items(), form.under.items())
            except (NoValueError, OverflowError, ZeroDivisionError):
                continue
            done += 1
            close = math.isclose(found, wanted, rel_tol=1e-6, abs_tol=1e-6)
            tiny = "'exp'" in str(term) or "'pow'" in str(term)  # what is positive may be too small for a float
            if not close or not well_signed(algebra, form, found, tiny=tiny):
                wrong.append(f"{term} at {point}: {found} for {wanted}")
    return done, wrong


def well_signed(algebra: Algebra, form: Form, found: float, *, tiny: bool) -> bool:
    """The sign by nature is that of the value, of every atom, too."""
    sign = algebra.form_sign(form)
    slack = 1e-6 * (1 + abs(found))
    return sign is None or not (
        (sign >= NONNEGATIVE and found < -slack) or (sign <= -NONNEGATIVE and found > slack)
        or (sign == 0 and abs(found) > slack) or (abs(sign) == POSITIVE and found == 0 and not tiny)
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_form_has_the_value_of_the_term(seed: int) -> None:
    """At random points of the domains, for random terms."""
    done, wrong = compared(seed, 400)
    assert done > 300
    assert wrong == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 104))
def test_many_forms_have_the_value_of_their_term(seed: int) -> None:
    """The same for tens of thousands."""
    done, wrong = compared(seed, 5000)
    assert done > 3000
    assert wrong == []
