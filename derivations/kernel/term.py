"""Terms and propositions: nested tuples over the real numbers, in which every operation is total.

``1/0``, ``log(-1)`` and ``(-1)^(1/2)`` are real numbers of which next to nothing is known, as in Coq and Lean: that a
positive factor stands in front of a power, and of a logarithm of what is not 0, is so there, too. That something has a
value is a proposition of its own (`statement.definedness`). The heads of terms:

    ("n", p, q)            the number p/q, in lowest terms, q > 0
    ("s", name)            a quantity
    ("+", t...)  ("*", t...)  ("^", t, k)   sum, product, power with a whole number k, which may be negative
    ("pow", b, e)          any other power; ("pow", b, e) of b = 0 and e > 0 is 0
    ("max", t...)  ("min", t...)  ("exp", t)  ("log", t)  ("ceil", t)  ("fact", t)  ("xor", a, b)
    ("sum", i, first, last, t)  ("prod", i, first, last, t)   over the whole numbers i from first to last
    ("app", f, t...)       a function of which nothing is known but the domain of its values

A proposition is ``(op, left, right)`` with op one of ``=``, ``!=``, ``>`` and ``>=``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import gcd
from operator import is_
from typing import Any, TypeAlias

Term: TypeAlias = tuple[Any, ...]
Proposition: TypeAlias = tuple[str, Term, Term]

BOUND = "#"  # begins the names of indices of sums within a computation, which no quantity may have
OPERATORS = frozenset({"=", "!=", ">", ">="})
BINDERS = frozenset({"sum", "prod"})
LARGEST, DEEPEST = 20_000, 200  # parts of a term, each counted as often as it stands there, and how they nest
LONGEST = 20_000  # bits of a number
ARITY = {"^": 2, "pow": 2, "exp": 1, "log": 1, "ceil": 1, "fact": 1, "xor": 2, "sum": 4, "prod": 4}
MANY = frozenset({"+", "*", "max", "min", "app"})


class KernelError(Exception):
    """A rule of the kernel does not apply: nothing is proven."""


def number(value: Fraction | int) -> Term:
    """The term of a number."""
    return ("n", value.numerator, value.denominator)


ZERO, ONE, MINUS_ONE = number(0), number(1), number(-1)


def power(base: Term, exponent: Fraction) -> Term:
    """A base to the power of a number, as terms have it."""
    return ("^", base, exponent.numerator) if exponent.denominator == 1 else ("pow", base, number(exponent))


def parts(term: Term) -> tuple[Term, ...]:
    """The direct parts of a term that are terms."""
    head = term[0]
    if head in ("n", "s"):
        return ()
    if head == "^":
        return (term[1],)
    return term[2:] if head in BINDERS or head == "app" else term[1:]


def _checked(part: Any, refused: str) -> tuple[Any, ...]:
    """The parts of a term. Raises `KernelError` unless its head is one of those above, with arguments that it takes."""
    if not isinstance(part, tuple) or not part or not isinstance(part[0], str):
        raise KernelError("no term")
    head, rest = part[0], part[1:]
    if head == "s":
        if len(rest) != 1 or not _is_name(rest[0], refused):
            raise KernelError("no quantity")
        return ()
    if head == "n":
        well = len(rest) == 2 and type(rest[0]) is type(rest[1]) is int and rest[1] > 0
        if not well or max(map(int.bit_length, rest)) > LONGEST or gcd(*rest) != 1:
            raise KernelError("no number in lowest terms")
        return ()
    if head == "^":
        if len(rest) != 2 or type(rest[1]) is not int:
            raise KernelError("no whole exponent")
        return rest[:1]
    if head in BINDERS or head == "app":
        if not rest or not _is_name(rest[0], refused) or (head in BINDERS and len(rest) != ARITY[head]):
            raise KernelError(f"{head} without a name, or with other arguments than it takes")
        return rest[1:]
    if not rest or (head not in MANY and len(rest) != ARITY.get(head)):
        raise KernelError(f"no head of a term, or with other arguments than it takes: {head[:20]}")
    return rest


def _is_name(name: Any, refused: str) -> bool:
    return isinstance(name, str) and not (refused and name.startswith(refused))


class ReadTerms:
    """Terms that were read, every part of them once, however often it stands there and in others.

    A term is known by its identity, and kept so that no other one takes its place: 1, 1.0 and True are equal.
    """

    def __init__(self, refused: str = BOUND) -> None:
        self._known: dict[int, tuple[Any, int, int]] = {}  # with its size, and how deep it nests
        self._refused = refused  # beginning of a name

    def size(self, term: Any) -> int:
        """The number of parts of a term, each as often as it stands there.

        Raises `KernelError` unless every part has one of the heads above, with the arguments it takes, and for a term
        that is too large. Parts that are shared make it cheap to write what no computer reads: (t + t), and t again
        such a sum.
        """
        return (self._known.get(id(term)) or self._read(term, 1))[1]

    def proposition(self, proposition: Any) -> int:
        """The size of both sides. Raises `KernelError` for what is no operator between two terms."""
        if not isinstance(proposition, tuple) or len(proposition) != 3 or proposition[0] not in OPERATORS:
            raise KernelError("no proposition")
        return self.size(proposition[1]) + self.size(proposition[2])

    def _read(self, term: Any, above: int) -> tuple[Any, int, int]:
        found = self._known.get(id(term))
        if found is None:
            if above > DEEPEST:
                raise KernelError("a term that is too deep")
            count, deep = 1, 1
            for part in _checked(term, self._refused):
                _, own, down = self._known.get(id(part)) or self._read(part, above + 1)
                count, deep = count + own, max(deep, down + 1)
            if count > LARGEST or deep > DEEPEST:
                raise KernelError("a term that is too large")
            found = self._known[id(term)] = (term, count, deep)
        return found


def with_parts(term: Term, new: Iterator[Term] | tuple[Term, ...]) -> Term:
    """The term with other parts, in the order of `parts`."""
    head = term[0]
    if head in ("n", "s"):
        return term
    if head == "^":
        return (head, *new, term[2])
    return (head, term[1], *new) if head in BINDERS or head == "app" else (head, *new)


@lru_cache(maxsize=65_536)  # the parts of one term are those of others, too
def free_names(term: Term) -> frozenset[str]:
    """The quantities and functions of a term, without the indices that are bound in it."""
    if term[0] in BINDERS:
        _, index, first, last, body = term
        return free_names(first) | free_names(last) | (free_names(body) - {index})
    own = {term[1]} if term[0] in ("s", "app") else set[str]()
    return frozenset(own.union(*map(free_names, parts(term))))


def names_of(proposition: Proposition) -> frozenset[str]:
    """The quantities and functions of both sides."""
    return free_names(proposition[1]) | free_names(proposition[2])


def replaced(term: Term, matches: Callable[[Term, bool], bool], new: Term, hides: Callable[[str], bool]) -> Term:
    """The term with every largest part that matches replaced by `new`, once; the same object if there is none.

    `matches` is told whether a part stands below a binder. Nothing is replaced below a binder whose index `hides` it,
    as a name of what is replaced and replaces does.
    """
    known: dict[tuple[int, bool], Term] = {}  # by the identity of a part, as to compare long ones takes long

    def walk(part: Term, below: bool) -> Term:
        if part[0] in ("s", "n"):
            return new if matches(part, below) else part
        found = known.get((id(part), below))
        if found is None:
            if matches(part, below):
                found = new
            elif part[0] in BINDERS:
                head, index, first, last, body = part
                inside = body if hides(index) else walk(body, True)
                found = (head, index, walk(first, below), walk(last, below), inside)
            else:
                own = parts(part)
                made = tuple([walk(each, below) for each in own])
                found = part if all(map(is_, own, made)) else with_parts(part, made)
            known[id(part), below] = found
        return found

    return walk(term, False)


def put_for_name(term: Term, name: str, new: Term) -> Term:
    """The term with `new` for a quantity; raises `KernelError` where a name of `new` would be captured."""
    _refuse_capture(term, name, free_names(new))
    return replaced(term, lambda part, _: part == ("s", name), new, lambda index: index == name)


def at(proposition: Proposition, name: str, value: Term) -> Proposition:
    """A proposition with a value for a quantity."""
    op, left, right = proposition
    return (op, put_for_name(left, name, value), put_for_name(right, name, value))


def _refuse_capture(term: Term, name: str, incoming: frozenset[str]) -> None:
    """Raise `KernelError` for a binder of a name that comes in around the name that it comes in for."""
    pending = [term]
    while pending:
        part = pending.pop()
        if part[0] in BINDERS:
            _, index, first, last, body = part
            pending += [first, last]
            if index == name:
                continue
            if index in incoming and name in free_names(body):
                raise KernelError(f"{index} would be captured")
            pending.append(body)
        else:
            pending.extend(parts(part))
