"""Existence: whether some state satisfies the premises, and what is supposed beside them, as an exact point shows.

What is proven holds in every state, and says nothing where there is none. That no state can be is seen by `room`; that
one is, is shown here, by numbers for all letters at which everything holds exactly. A search that finds none leaves
the question open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.derivation.step import Step
from derivations.derivation.trace import LASTING, SAYING, Trace
from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.judgement import PLAIN, Context
from derivations.kernel.statement import Statement, statement
from derivations.kernel.term import KernelError
from derivations.language.quantity import bounds_of, domains_of
from derivations.language.tree import Number, WrittenRelation
from derivations.proof.near_point import refuting_point
from derivations.proof.witness import witnesses

_NEVER = WrittenRelation(Number(Fraction(1)), "<", Number(Fraction(0)))  # refuted by every state


@dataclass(frozen=True)
class State:
    """Exact values of letters at which the premises hold, and all that is supposed in a context; empty for none found.
    """

    context: Context
    values: Mapping[str, Fraction]


def states(derivation: Trace, near: Mapping[str, Fraction]) -> tuple[State, ...]:
    """A state of the premises alone, and one for each of the contexts in which steps hold, sought near some numbers.

    >>> from derivations import derive
    >>> roofline = derive("roofline").derivation
    >>> [(state.context.words, bool(state.values)) for state in states(roofline, {})]
    [('', True), ('at balance', True)]
    """
    return tuple(State(each, _found(derivation, each, near)) for each in contexts(derivation))


def contexts(derivation: Trace) -> tuple[Context, ...]:
    """That of the premises alone, and each other one without its limit, in the order in which steps hold there."""
    found = {frozenset[str](): PLAIN}
    for step in derivation.trace:
        found.setdefault(frozenset(step.context.names), Context(step.context.suppositions))
    return tuple(found.values())


def is_state(derivation: Trace, state: State) -> bool:
    """True if all that is believed and supposed holds exactly at the values of a state."""
    wanted = _wanted(derivation, state.context)
    return wanted is not None and bool(ExactPoint(dict(state.values)).refutes(wanted))


def _found(derivation: Trace, context: Context, near: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    wanted = _wanted(derivation, context)
    if wanted is None:
        return {}
    point = refuting_point(wanted, near) or next(witnesses(wanted), None)
    return {} if point is None or point.functions else dict(point.values)


def named_in(derivation: Trace, context: Context) -> Iterator[Step]:
    """The slopes and sums that steps name, of which a state of the context has the numbers.

    Left out are those that hold under a condition, of which nothing that is believed or supposed speaks, and that may
    be any real number: whether the condition holds in a state or not, they are some number there.
    """
    spoken = frozenset[str]().union(*(step.relation.names for step in _taken(derivation, context) if step.relation))
    for step in derivation.trace:
        own, name = step.context, step.subject_name
        if step.rule in SAYING and step.verdict.holds and own.limit is None and {*own.names} <= {*context.names} and (
                not step.conditions or name in spoken or derivation.notation[name].domain != "real"):
            yield step


def _taken(derivation: Trace, context: Context) -> list[Step]:
    return [step for step in derivation.trace if step.rule in LASTING or step.name in context.names]


def _wanted(derivation: Trace, context: Context) -> Statement | None:
    """What every state refutes; None where the kernel has no terms for what is believed."""
    holding = {step.name for step in (*_taken(derivation, context), *named_in(derivation, context))}
    believed = [step for step in derivation.trace if step.name in holding]
    given = [each.written for step in believed for each in (step.relation, *step.conditions) if each is not None]
    own = tuple(derivation.notation)
    try:
        return statement(given, _NEVER, domains_of(own), bounds_of(own))
    except KernelError:
        return None

