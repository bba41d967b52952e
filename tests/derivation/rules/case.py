"""One case of a rule, right or wrong, and the notation that all of them are written in.

A right use says what the rule computes, and that its check agrees. A wrong twin is an outcome that somebody could
believe: a factor dropped, a sign flipped, an efficiency upside down, a condition left out. Its check must refute it.
"""

from __future__ import annotations

from dataclasses import dataclass

from derivations.derivation.rules.base import Input, Outcome, Rule
from derivations.language.grammar import parse_expression
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation, relation
from derivations.language.to_sympy import to_sympy
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    a [] first
    b [] second
    c [] third
    d [] fourth
    p [] exponent
    q [] other exponent
    t [] result
    u [] other result
    x [] unknown
    L [] (nonnegative) context
    f [] (fraction) share
    n [] (integer) number of terms
    N [] (integer) number of machines
    M [] (integer) places for machines
    H [GPU] (integer) machines, counted
    i [] (integer) index
    w [FLOP] work
    C [FLOP/s] peak rate
    mfu [] (fraction) achieved share of the peak
    C_eff [FLOP/s] achieved rate
    T [s] time
    S [byte] size
    W [byte/s] bandwidth
    G [GPU] machines
    C_gpu [FLOP/s/GPU] rate of one machine
    W_gpu [byte/s/GPU] bandwidth of one machine
    j [] (whole) round
    J [] (whole) number of rounds
    l [] (whole) index that counts
    r [] (real) number
    s [] (real) other number
    left(index) [] (real) left half
    right_(index) [] (real) right half
    left_again(index) [] (real) recovered left half
    right_again(index) [] (real) recovered right half
    any_f(index, number) [] (real) any function
    any_h(number) [] (real) any function
    slope_of_g(number) [] (real) its slope
    bit_a [] (bit) bit
    bit_b [] (bit) other bit
    bit_c [] (bit) third bit
    row_a [] (whole) row of bits
    row_b [] (whole) other row
    row_c [] (whole) third row
    row_f(number) [] (whole) any function of rows
    bit_f(number) [] (bit) any function
""").extended([
    Quantity("any_g", "", "any smooth function", "real", of=("",), derivative="slope_of_g"),
])


@dataclass(frozen=True)
class Case:
    """One outcome of a rule, right or wrong, and what the check must find.

    `given` holds one line per input, ``relation | condition | condition``; `says` is written likewise, empty for an
    outcome without a relation.
    """

    title: str
    rule: Rule
    given: tuple[str, ...]
    says: str
    finding: Finding

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The inputs of the rule."""
        return tuple(_input(f"input-{place}", line) for place, line in enumerate(self.given, 1))

    @property
    def outcome(self) -> Outcome:
        """The outcome to be checked."""
        return _outcome(self.says)

    def __str__(self) -> str:
        return self.title


def of(text: str) -> Relation:
    """A relation in the notation of the table."""
    return relation(text, NOTATION)


def _input(name: str, line: str) -> Input:
    item, *conditions = (of(part) for part in line.split("|"))
    return Input(name, item, tuple(conditions))


def _outcome(line: str) -> Outcome:
    parts = [part.strip() for part in line.split("|")]
    return Outcome(of(parts[0]) if parts[0] else None, tuple(map(of, parts[1:])))


def symbol(name: str) -> object:
    """The symbol of a quantity of the table."""
    return NOTATION[name].symbol


def expression(text: str) -> object:
    """An expression in the notation of the table."""
    return to_sympy(parse_expression(text, None, NOTATION.functions), NOTATION)


def right(title: str, rule: Rule, given: tuple[str, ...], says: str, finding: Finding = Finding.PROVEN) -> Case:
    """A right use: `says` is among what the rule computes."""
    return Case(title, rule, given, says, finding)


def twin(title: str, rule: Rule, given: tuple[str, ...], says: str, finding: Finding = Finding.REFUTED) -> Case:
    """A wrong twin."""
    return Case(title, rule, given, says, finding)
