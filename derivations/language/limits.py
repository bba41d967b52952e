"""Bounds on what may be written, so that no text can keep the engine busy for long.

A short text can stand for an enormous thing: ``9^9^9`` is a number of 370 million digits, and
``(a+b+c+d+e+f+g)^200`` has 10^11 terms. Everything here is estimated on the tree, from above, before SymPy
sees it. The estimates treat an exponent with names as if the names could cancel, because ``9^(1e20*x/x)`` is
as large as ``9^1e20``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, lgamma, log, log2

from derivations.errors import GrammarError, InputError
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
    fold,
    walk,
)
from derivations.language.unit import parse_unit

MAX_LENGTH = 2_000  # characters of a text
MAX_NESTING = 40  # parentheses in a text, levels of a tree
MAX_DIGITS = 60  # digits of one number as written
MAX_DECIMAL_EXPONENT = 60  # of one number as written
MAX_EXPONENT = 64  # of a power whose exponent is a number
MAX_DEGREE = 256  # once expanded
MAX_TERMS = 5_000  # once expanded
MAX_BITS = 4_000  # of any exact number that can come out: about 1,200 digits
MAX_SIGN_DEGREE = 16  # of a sum whose sign SymPy looks for: it isolates roots, and 64 takes minutes
MAX_RANGE = 1_000  # numbers of an index between limits without names
MAX_COMPARED = 16  # arguments of all max and min together: SymPy compares each with each

_STEEP = ("sqrt", "exp", "log", "factorial")  # what an exponent may not hold


@dataclass(frozen=True)
class _Size:
    """Upper bounds for a tree once expanded: degree, number of terms, bits of its coefficients."""

    degree: int
    terms: int
    bits: float


def check_length(text: str) -> None:
    """Raise `GrammarError` for a text that is too long to be read."""
    if len(text) > MAX_LENGTH:
        raise GrammarError(f"the text is longer than {MAX_LENGTH:,} characters", text, MAX_LENGTH + 1)


def check_size(node: Node) -> None:
    """Raise `InputError` for a tree that is nested too deeply or would grow too large in SymPy.

    >>> nine = Number(Fraction(9))
    >>> check_size(Power(nine, Power(nine, nine)))
    Traceback (most recent call last):
    ...
    derivations.errors.InputError: an exponent may hold no power, root, exp or log, and no factorial
    """
    compared = 0
    for part, depth in walk(node):
        if depth > MAX_NESTING:
            raise InputError(f"the expression is nested more than {MAX_NESTING} deep")
        match part:
            case Call("max" | "min" | "xor", arguments):
                compared += len(arguments)
    if compared > MAX_COMPARED:
        raise InputError(f"max, min and xor have more than {MAX_COMPARED} arguments in all")
    _size(node)


def _size(node: Node) -> _Size:
    match node:
        case Number(value, unit):
            parsed = parse_unit(unit)  # base units are symbols to SymPy, so they count towards the degree
            degree = ceil(max(abs(Fraction(power)) for power in parsed.dimension.exponents))
            size = _Size(degree, 1, _bits(value * parsed.factor))
        case Name():
            size = _Size(1, 1, 1.0)
        case Negative(operand):
            size = _size(operand)
        case Sum(terms):
            parts = [_size(term) for term in terms]
            bits = sum(part.bits for part in parts) + log2(len(parts))
            size = _Size(max(part.degree for part in parts), sum(part.terms for part in parts), bits)
        case Product(factors):
            size = _product(factors)
        case Quotient(numerator, denominator):
            size = _product((numerator, denominator))
        case Power(base, exponent):
            size = _power(base, exponent)
        case Call(function, arguments):
            size = _call(function, arguments)
        case Apply(_, arguments):
            inside = [_size(argument) for argument in arguments]
            size = _Size(1, 1, max(1.0, *(part.bits for part in inside)))
    return _bounded(size)


def _product(factors: tuple[Node, ...]) -> _Size:
    degree, terms, bits = 0, 1, 0.0
    for factor in factors:
        part = _size(factor)
        degree, terms, bits = degree + part.degree, terms * part.terms, bits + part.bits
        _bounded(_Size(degree, terms, bits))
    return _Size(degree, terms, bits)


def _power(base: Node, exponent: Node) -> _Size:
    if any(isinstance(part, Power) or _is_call(part, *_STEEP) for part, _ in walk(exponent)):
        raise InputError("an exponent may hold no power, root, exp or log, and no factorial")
    size, value = _size(base), fold(exponent)
    if value is None or value.denominator != 1:
        _check_sign_degree(size)
    if value is not None:
        if abs(value) > MAX_EXPONENT:
            raise InputError(f"an exponent is larger than {MAX_EXPONENT}")
        times = ceil(abs(value))
    else:
        bits = _size(exponent).bits
        times = ceil(2 ** min(bits - _free_bits(exponent), 64.0))
    return _raised(size, times)


def _raised(size: _Size, times: int) -> _Size:
    """The size of a power; the cheap bounds come first, so that the binomial stays small."""
    part = _bounded(_Size(size.degree * times, 1, size.bits * times))
    if size.terms == 1 or times == 0:
        return part
    if times > MAX_TERMS:
        raise InputError(_too_many_terms())
    return _Size(part.degree, comb(size.terms + times - 1, times), part.bits)


def _free_bits(exponent: Node) -> float:
    """The bits that names take in an estimate; in an exponent only the numbers beside them count."""
    return float(sum(isinstance(part, Name) for part, _ in walk(exponent)))


def _call(function: str, arguments: tuple[Node, ...]) -> _Size:
    parts = [_size(argument) for argument in arguments]
    if function in BINDERS:  # stays as it is written, whatever its limits are
        return _Size(1, 1, sum(part.bits for part in parts))
    if function == "factorial":
        return _factorial(arguments[0], parts[0])
    if function != "exp":
        for part in parts:
            _check_sign_degree(part)
    if function == "exp" and any(_is_call(part, "exp", "log") for part, _ in walk(arguments[0])):
        # SymPy turns exp(k*log(n)) into n**k: a power in disguise.
        raise InputError("exp may hold no exp or log: write a power such as x^a instead of exp(a*log(x))")
    return _Size(max(1, *(part.degree for part in parts)), 1, sum(part.bits for part in parts))


def _factorial(argument: Node, size: _Size) -> _Size:
    """A number is multiplied out at once, and names may cancel."""
    largest = 2.0 ** min(max(size.bits - _free_bits(argument), 0.0), 64.0)
    return _Size(1, 1, lgamma(largest + 1) / log(2))


def _check_sign_degree(size: _Size) -> None:
    """For what roots, logarithms, max and min are taken of."""
    if size.terms > 1 and size.degree > MAX_SIGN_DEGREE:
        raise InputError(f"a root, log, max or min of a sum of degree more than {MAX_SIGN_DEGREE}")


def _is_call(node: Node, *functions: str) -> bool:
    return isinstance(node, Call) and node.function in functions


def _bits(value: Fraction) -> float:
    """The binary logarithm of the larger of numerator and denominator."""
    return log2(max(abs(value.numerator), value.denominator))


def _bounded(size: _Size) -> _Size:
    if size.bits > MAX_BITS:
        raise InputError(f"a number could grow beyond {MAX_BITS * 3 // 10:,} digits")
    if size.degree > MAX_DEGREE:
        raise InputError(f"the degree, once expanded, is more than {MAX_DEGREE}")
    if size.terms > MAX_TERMS:
        raise InputError(_too_many_terms())
    return size


def _too_many_terms() -> str:
    return f"the expression has more than {MAX_TERMS:,} terms once expanded"
