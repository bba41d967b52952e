"""Statements that a step rests on, as the kernel takes them: of its obligations, and of what it says of every value."""

from __future__ import annotations

from collections.abc import Iterator

from derivations.derivation.contexts import step_input
from derivations.derivation.rules.base import Input, Outcome, Rule, another
from derivations.derivation.rules.calculus import Differentiate, Limit
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.family import spelled_out
from derivations.derivation.rules.independence import Independence
from derivations.derivation.rules.induction import Induction, Instance
from derivations.derivation.rules.minimise import Minimise
from derivations.derivation.rules.series import FiniteSum
from derivations.derivation.step import Step
from derivations.derivation.trace import Trace
from derivations.kernel import families
from derivations.kernel.statement import Statement
from derivations.kernel.term import KernelError
from derivations.language.from_sympy import from_sympy
from derivations.language.quantity import Notation, bounds_of, domains_of
from derivations.proof.certified import statement_of


def family_statements(
    rule: Rule, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation
) -> tuple[Statement, ...]:
    """The statements that a fact about every value of a quantity rests on; none for a rule that says no such thing.

    Raises `KernelError` where the kernel has no terms.
    """
    if isinstance(rule, MinimiseSubjectTo):
        raise KernelError("a least value along a curve")
    if not isinstance(rule, Independence | Instance | Induction | Differentiate | Limit | Minimise | FiniteSum):
        return ()
    assert outcome.relation is not None
    domains, at_most = domains_of(notation), bounds_of(notation)
    result, conditions = outcome.relation.written, [item.written for item in outcome.conditions]
    if isinstance(rule, FiniteSum):
        summed, first, last = (from_sympy(each, notation.order) for each in (rule.term, rule.first, rule.last))
        known = [item.written for item in rule.without_domain(outcome, notation)]
        return families.finite_sum(
            result, summed, rule.index.name, first, last, rule.count.name, known, domains, at_most
        )
    if isinstance(rule, Independence | Differentiate | Limit | Minimise):
        spelled = spelled_out(rule, inputs, notation)
        if spelled.laws:
            raise KernelError("an implicit function")
        source, own = spelled.first.relation.written, [item.written for item in spelled.first.conditions]
        if isinstance(rule, Independence):
            other, _, _ = another(rule.of.name, notation)
            return (families.independence(source, rule.of.name, other.name, own, domains, at_most),)
        if isinstance(rule, Limit):
            return (families.limit(source, result, rule.variable.name, own, conditions, domains, at_most,
                                   to_infinity=rule.to_infinity),)
        if isinstance(rule, Minimise):
            return (families.least(source, result, [*own, *conditions], domains, at_most),)
        slopes = {quantity.name: quantity.derivative for quantity in notation if quantity.derivative}
        return (families.slope(source, result, rule.by.name, slopes, [*conditions, *own], domains, at_most),)
    if isinstance(rule, Instance):
        source, value = inputs[0].relation.written, from_sympy(rule.value, notation.order)
        return (families.instance(source, result, rule.index.name, value, conditions, domains, at_most),)
    moving = [item for item in inputs if rule.index in item.relation.symbols]
    plain = [item.relation.written for item in inputs if item not in moving]
    plain += [condition.written for item in inputs for condition in item.conditions]
    return families.induction(
        [goal.written for goal in rule.goals], [item.relation.written for item in moving], plain, rule.index.name,
        from_sympy(rule.start, notation.order), domains, at_most, downward=rule.downward,
    )


def statements_behind(derivation: Trace) -> Iterator[tuple[Step, Statement]]:
    """Each step that is shown with each statement that it rests on, as far as the kernel has terms for it."""
    for step in derivation.trace:
        if step.applied is None or step.relation is None or not step.verdict.shown:
            continue
        for obligation in step.obligations:
            try:
                yield step, statement_of(obligation)
            except KernelError:
                continue
        inputs = tuple(step_input(derivation[name], derivation.notation) for name in step.inputs)
        outcome = Outcome(step.relation, step.conditions, step.note, step.fell_back)
        try:
            found = family_statements(step.applied, inputs, outcome, derivation.notation)
        except KernelError:
            continue
        for each in found:
            yield step, each
