"""Contradiction: why no state satisfies what is believed, and supposed, where that shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sympy import Expr, Symbol

from derivations.derivation.dependence import laws_of_board, letters_in
from derivations.derivation.equations import solved, told_by, written_out
from derivations.derivation.restrictions import of_domain, of_inequalities, shortest, sign_of
from derivations.derivation.step import Step
from derivations.language.extrema import put_in
from derivations.proof.elimination import domain_facts
from derivations.proof.sign import ONE_SIGN

_LONGEST = 60  # operations in an equation that is solved for a letter, and in what is asked to hold together
_MOST = 12  # restrictions that are asked to


def impossible(steps: Sequence[Step], supposed: Sequence[str] = ()) -> str:
    """Why no state satisfies what is believed and these suppositions; empty where nothing shows that there is none.

    Equations are written out, and those that say more solved for a letter; then one inequality fails whatever the
    letters are, or two that cannot both hold.
    """
    told, ties = told_by(laws_of_board(steps, supposed), frozenset(), frozenset())
    values = written_out(told)
    # that of the last step taken: a premise that was replaced may have brought letters that earlier steps do not know
    known = (step.relation.notation for step in steps if step.relation is not None)
    notation = max(known, key=lambda each: len(each.names), default=None)
    if notation is None:
        return ""
    of_ties = dict[Symbol, Expr]()
    for _, tie in ties:
        tied = put_in(put_in(tie, values), of_ties)
        if not letters_in(tied):
            if sign_of(tied, ()) in ONE_SIGN:
                return "its equations contradict each other"
            continue
        found = solved(tied, frozenset()) if tied.count_ops() <= _LONGEST else None
        if found is not None:
            new = dict([found])
            of_ties = {name: put_in(each, new) for name, each in of_ties.items()} | new
    facts = [each.put(values).put(of_ties) for each in of_inequalities(steps, (), supposed)]
    # what a definition names, and takes out of its domain, says nothing of lines that do not speak of it
    named = {step.lhs for step in steps if step.rule == "define" and step.relation is not None}
    for letter, value in {**{each: told[each] for each in told if each not in named}, **of_ties}.items():
        facts += (each.put(values).put(of_ties) for each in of_domain(letter, value, notation) if not each.holds(()))
    short = [each for each in facts if each.expression.count_ops() <= _LONGEST]
    open_ = [part for each in short if not each.holds(()) for part in each.parts()][:_MOST]
    for place, one in enumerate(open_):
        domains = (each for s in one.letters for each in domain_facts(notation[s.name], None))
        if one.fails(()) or one.fails(shortest(domains)):
            return f"{one.source} fails"
        for other in open_[:place]:
            both = replace(one, expression=one.expression + other.expression, strict=one.strict or other.strict)
            if one.letters & other.letters and both.fails(()):
                return f"{other.source} and {one.source} exclude each other"
    return ""
