"""Witnesses: states, and families of states, that satisfy what a theorem supposes, for Rocq to check.

A theorem whose suppositions no state satisfies says nothing, and Rocq accepts it all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from derivations.derivation.existence import contexts
from derivations.derivation.trace import LASTING
from derivations.kernel.judgement import Context
from derivations.kernel.statement import Statement, closed
from derivations.kernel.term import ONE, ZERO, KernelError, number
from derivations.proof.near_point import refuting_point
from derivations.proof.witness import witnesses
from derivations.rocq.at_hand import Fact, MissingError
from derivations.rocq.point import Point, find_point
from derivations.rocq.theorem import Argument, Line, told
from derivations.rocq.written import Written, arities, limits

NOTHING = "nothing shows that such a state exists"
_NEVER = ((frozenset(), (">", ZERO, ONE)),)


class Witnesses:
    """The witness lemmas of an argument; `numbers` are those near which states are looked for."""

    def __init__(self, argument: Argument, numbers: Mapping[str, Fraction]) -> None:
        self.argument, self.numbers = argument, numbers
        self.texts: list[str] = []
        self.missing: dict[str, str] = {}

    def of_contexts(self) -> None:
        """A lemma for the premises together, and one for each context, that states satisfy them."""
        derivation = self.argument.derivation
        premises = [step for step in derivation.trace if step.rule in LASTING and step.relation is not None]
        hypotheses = [name for step in premises for name, _ in self.argument.premise_facts.get(step.name, ())]
        for context in contexts(derivation):
            supposed = [fact for name in context.names for fact in self._supposed(name)]
            name = "_".join(["state", *map(self.argument.identifier, context.names)])
            remark = f"premises hold together{f' {context.words}' if context else ''}"
            self._state(name, remark, hypotheses, supposed)

    def of_result(self, line: Line) -> None:
        """A lemma that some state satisfies all that the closing theorem supposes."""
        if line.indices:
            return
        self._state("state_of_result", "the theorem speaks of a state", line.hypotheses, line.antecedents)

    def _supposed(self, name: str) -> list[Fact]:
        step = self.argument.derivation[name]
        own = [] if step.relation is None else self.argument.facts(step.relation)
        return [*own, *self.argument.conditions(step)]

    def _state(self, name: str, remark: str, hypotheses: Sequence[str], supposed: Sequence[Fact]) -> None:
        try:
            self.texts.append(self._lemma(name, remark, hypotheses, supposed))
        except (MissingError, KernelError) as error:
            self.missing[name] = str(error)

    def _lemma(self, name: str, remark: str, hypotheses: Sequence[str], supposed: Sequence[Fact]) -> str:
        own = self.argument
        facts: list[Fact] = [*self._given(hypotheses), *supposed]
        wanted = closed([fact for fact in facts if fact[0] != "whole"], _NEVER, own.domains, own.at_most)
        if not wanted.domains:
            raise MissingError("there is no premise")
        if any(own.hypotheses[each].fact is None and not own.hypotheses[each].domain for each in hypotheses):
            raise MissingError("not written for what holds at every index, for slopes and for sums")
        of = arities(wanted)
        point = self._point(wanted, [each for each, arity in of.items() if arity])
        if point is None:
            raise MissingError("no exact point was found")
        names = [each for each in own.order if each in wanted.domains]
        written = own.written
        binders = [f"({written[each]} : {' -> '.join(['R'] * (of[each] + 1))})" for each in names]
        values = []
        for each in names:
            text = _value(point, each, written)
            if of[each]:
                letters = " ".join(f"x{turn}" for turn in range(1, of[each] + 1))
                text = f"(fun {letters} : R => {text})"
            values.append(text)
        said = [text for each in names for text, _, _ in own.domain(each)]
        said += [own.hypotheses[each].text(written) for each in hypotheses if own.hypotheses[each].step]
        said += [told(fact, written) for fact in supposed]
        lines = [f"(* {own.comment(remark)} *)", f"Lemma {name} :", f"  exists {' '.join(binders)},",
                 "  " + " /\\\n  ".join(f"({each})" for each in said) + ".", "Proof.", f"exists {', '.join(values)}."]
        return "\n".join([*lines, "repeat match goal with |- _ /\\ _ => split end; intros; closed.", "Qed.", ""])

    def _given(self, hypotheses: Iterable[str]) -> list[Fact]:
        own, found = self.argument, list[Fact]()
        for each in hypotheses:
            hypothesis = own.hypotheses[each]
            if hypothesis.fact is not None and hypothesis.step:
                found.append(hypothesis.fact)
            elif hypothesis.step in own.lines and not own.lines[hypothesis.step].text:
                found += own.lines[hypothesis.step].facts
        return found

    def _point(self, wanted: Statement, functions: Sequence[str]) -> Point | None:
        if functions:
            return find_point(Statement(wanted.given, (), wanted.domains, wanted.at_most), functions)
        found = refuting_point(wanted, self.numbers) or next(witnesses(wanted), None)
        return None if found is None or found.functions else Point(dict(found.values), {}, {}, {})


def _value(point: Point, name: str, written: Written) -> str:
    """The value of a quantity or of a function, whose first argument is x1."""
    def text(value: Fraction) -> str:
        return written.term(number(value), 6)

    if name in point.base:
        return f"power {text(point.base[name])} x1"
    if name in point.line:
        start, rise = point.line[name]
        return f"{text(start)} + {text(rise)} * x1"
    return text(point.values[name] if name in point.values else point.constant[name])
