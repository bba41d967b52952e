"""Steps: one rule as it ran, with its inputs, its output and its verdict; the same as data, which pages show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from derivations.derivation.codec import selected
from derivations.errors import UndecidedError
from derivations.kernel.judgement import PLAIN, Context
from derivations.language.display import MARKS, UNMET, formulas_in, in_markdown, markdown_prose
from derivations.language.prose import in_partial_derivatives
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation, as_relational
from derivations.proof.obligation import Obligation
from derivations.proof.verdict import Finding, Verdict

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.core.relational import Relational

    from derivations.derivation.rules.base import Rule

STEP_TYPE = "application/vnd.derivations.step+json"
FORMULAS_TYPE = "application/vnd.derivations.formulas+json"
SCHEMA = 2
_NAME = re.compile(r"[A-Za-z]\w*")


@dataclass(frozen=True)
class Step:
    """One rule as it ran."""

    name: str
    number: int
    rule: str
    inputs: tuple[str, ...]
    relation: Relation | None
    verdict: Verdict
    because: str = ""
    conditions: tuple[Relation, ...] = ()
    note: str = ""
    source: str = ""
    replaces: str = ""  # the default relation of a premise that was replaced
    fell_back: bool = False
    unknown: str = ""  # the quantity that the relation says the value of only in numbers, as it has no closed form
    context: Context = PLAIN  # where it holds
    allowing: tuple[Relation, ...] = ()  # those of its conditions under which premises allow what it varies
    determines: str = ""  # the quantity that a premise determines, where it has none alone on its left
    statement: str = ""  # the text of a reject, which may be no relation at all
    obligations: tuple[Obligation, ...] = field(default=(), repr=False, compare=False)
    applied: Rule | None = field(default=None, repr=False, compare=False)  # with its options, to be checked again

    @property
    def label(self) -> str:
        """The number that a reader refers to; rejects are counted apart."""
        return f"R{self.number}" if self.rule == "reject" else str(self.number)

    @property
    def within(self) -> tuple[str, ...]:
        """The names of the steps that it supposes."""
        return self.context.names

    @property
    def where(self) -> str:
        """Where it holds in words, as ``at balance, as L → 0``, without what it supposes or takes a limit of itself.

        Every form in which a step is told with its rule and its note says so beside its relation.
        """
        return ", ".join(filter(None, (self.context.without(self.name).supposed, self.along)))

    @property
    def holds(self) -> str:
        """Where it holds in words, with what it supposes itself: for a relation without its rule and note beside it."""
        return self.context.words

    @property
    def told(self) -> str:
        """The relation with its conditions and where it holds, in a line of text; empty for a step without one."""
        if self.relation is None:
            return ""
        under = f"if {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"{self.relation} {', '.join(filter(None, (under, self.holds)))}".rstrip()

    @property
    def along(self) -> str:
        """The limit in which it holds in words, as ``as L → 0``; empty for one that a note tells, and for none."""
        arrow = self.context.limit
        return "" if arrow is None or self.rule == "limit" else arrow.words

    @property
    def lhs(self) -> Expr:
        """Left side of the relation; raises `UndecidedError` if the step has none."""
        return self._known().lhs

    @property
    def rhs(self) -> Expr:
        """Right side of the relation; raises `UndecidedError` if the step has none."""
        return self._known().rhs

    @property
    def subject(self) -> Symbol | None:
        """The quantity on the left side, or the one that the relation has no closed form for; None for another side."""
        name = self.subject_name
        return self._known().notation[name].symbol if name else None

    @property
    def subject_name(self) -> str:
        """The name of that quantity; empty for another side."""
        if self.relation is None:
            return ""
        return self.unknown or self.relation.left.name

    @property
    def sound(self) -> bool:
        """True if the step stands as its author meant it: derived and shown, or rejected and refuted."""
        if self.verdict.stored is not None:
            return False
        if self.rule == "reject":
            return self.verdict.finding is Finding.REFUTED
        return self.verdict.holds and not self.fell_back

    @property
    def unmet(self) -> str:
        """The promise that a step breaks, in words: what it was meant to be, or stored as; empty for any other."""
        if self.verdict.stored is not None:
            return "" if self.verdict.finding is Finding.CLAIMED else "not upheld"
        if self.sound or not self.verdict.holds:
            return ""
        return "not refuted" if self.rule == "reject" else "its form was given up"

    @property
    def mark(self) -> str:
        """The mark of the verdict: no tick for what holds and was meant otherwise."""
        return UNMET if self.unmet else MARKS[self.verdict.finding]

    @property
    def standing(self) -> str:
        """The verdict in words, behind what is not as it was meant."""
        return f"{self.unmet}: {self.verdict}" if self.unmet else str(self.verdict)

    def _known(self) -> Relation:
        if self.relation is None:
            raise UndecidedError(f"step {self.name!r} has no relation: {self.verdict}")
        return self.relation

    def as_eq(self, *, conditions: bool = False) -> Relational:
        """The relation in SymPy, each symbol with the domain of its quantity; raises `UndecidedError` if there is none.

        With `conditions` the right side is a Piecewise that has no value where one of them fails, so that neither
        `lambdify` nor `subs` goes beyond them.
        """
        relation = self._known()
        if not conditions or not self.conditions:
            return relation.as_eq()
        from sympy import And, Piecewise

        within = And(*(condition.as_eq() for condition in self.conditions))
        return as_relational(relation.lhs, relation.operator, Piecewise((relation.rhs, within)))

    def _sympy_(self) -> Relational:
        return self.as_eq()

    def _latex(self, _: object) -> str:  # what SymPy's printer asks for
        return self._known().latex

    def to_markdown(self) -> str:
        """One numbered equation with its reason, its conditions and its verdict."""
        notation = None if self.relation is None else self.relation.notation
        reason = f" — {markdown_prose(self.because, notation, in_markdown)}" if self.because else ""
        lines = [f"**({self.label}) {in_markdown(self.name)}** · {self.rule}{reason}"]
        if self.relation is not None:
            lines += ["", f"$$\n{self.relation.latex}\n$$"]
        elif self.statement:
            lines += ["", f"`{self.statement}`"]
        return "\n".join([*lines, "", " · ".join(self._remarks())])

    def _remarks(self) -> list[str]:
        """Conditions, notes, source and verdict."""
        notation = None if self.relation is None else self.relation.notation
        parts = []
        if self.conditions:
            parts.append("if " + " and ".join(f"${condition.latex}$" for condition in self.conditions))
        if self.where:
            parts.append(in_markdown(self.where))
        if self.note and self.note not in str(self.verdict):
            parts.append(markdown_prose(self.note, notation, in_markdown))
        if self.replaces:
            parts.append(f"replaces `{self.replaces}`")
        if self.source:
            parts.append(f"source: {in_markdown(self.source)}")
        parts.append(f"{self.mark} *{in_markdown(self.standing)}*".strip())
        if self.verdict.counterexample:
            parts.append(f"at {self.verdict.point}")
        return parts

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Text, Markdown and plain data, from which a page sets the step without running anything."""
        return {"text/plain": str(self), "text/markdown": self.to_markdown(), STEP_TYPE: step_data(self)}

    def __str__(self) -> str:
        return f"({self.label}) {self.name}: {self.told or self.statement or '—'}  [{self.standing}]"


def step_data(step: Step) -> dict[str, Any]:
    """A step as a page shows it: relations as text in the grammar and as LaTeX, and the letters that occur in them.

    `relation` is None for a step without one, `statement` is the text of a reject. The schema number changes when a
    field changes its meaning or goes away.
    """
    relation, verdict = step.relation, step.verdict
    shown = [item for item in (relation, *step.conditions) if item is not None]
    notation: Iterable[Quantity] = shown[0].notation if shown else ()
    return {
        "schema": SCHEMA,
        **selected(step, "name label rule inputs because relation latex=relation.latex statement"),
        "conditions": [{"relation": str(condition), "latex": condition.latex} for condition in step.conditions],
        "context": step.where,
        "supposes": [name for name in step.within if name != step.name],
        **selected(step, "along note source replaces"),
        "verdict": {"finding": str(verdict.finding), "text": step.standing, "at": verdict.point},
        **({"unmet": step.unmet} if step.unmet else {}),
        "letters": letters_data(_told(notation, shown, step)),
    }


def formulas_data(relations: Iterable[Relation], prose: Iterable[tuple[str, Notation]] = ()) -> dict[str, Any]:
    """The formulas that a text shows as LaTeX, and their letters, so that a page sets them without reading LaTeX.

    They are the relations, and what is a formula in the prose by the notation that stands beside it.
    """
    told = [(str(relation), relation.latex, relation.notation) for relation in relations]
    told += [(*formula, notation) for text, notation in prose for formula in formulas_in(text, notation)]
    texts = {latex: text for text, latex, _ in told}
    names = frozenset(name for text in texts.values() for name in _NAME.findall(text))
    quantities = {quantity.name: quantity for *_, notation in told for quantity in notation}
    return {
        "schema": SCHEMA,
        "formulas": [{"relation": text, "latex": latex} for latex, text in texts.items()],
        "letters": letters_data(quantity for quantity in quantities.values() if quantity.name in names),
    }


def letters_data(quantities: Iterable[Quantity]) -> dict[str, dict[str, str]]:
    """The letters of some quantities by name: LaTeX, unit, meaning, and of a function its arguments."""
    return {
        q.name: {**selected(q, "latex unit meaning"), **({"of": q.arguments} if q.of else {})}
        for q in quantities
    }


def _told(notation: Iterable[Quantity], shown: Sequence[Relation], step: Step) -> Iterator[Quantity]:
    """The quantities that occur in a relation, those that a sum or product only counts with among them, or that the
    words around it name.
    """
    symbols = {symbol for item in shown for symbol in item.symbols}
    names = {str(atom) for item in shown for side in (item.lhs, item.rhs) for atom in side.atoms()}
    held = in_partial_derivatives(step.note)
    texts = (step.because, step.note, step.replaces, str(step.verdict))
    for quantity in notation:
        worded = "_" in quantity.name and any(quantity.name in text for text in texts)
        if worded or quantity.symbol in symbols or quantity.name in names | held:
            yield quantity
