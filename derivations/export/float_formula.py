"""The formula of a step in floats, for what must be fast: definitions, conditions and value, compiled once.

What is compiled is what the relations of the derivation print as Python, never a reader's text; what only numbers solve
is looked for as sweeps do. Numbers are in base units; the exact engine stays the truth, and tests hold the two against
each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import isfinite
from types import CodeType
from typing import Any, NamedTuple

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import InputError, UndecidedError
from derivations.language.printing.python_code import comparison_python, python_name, to_arrays, to_python
from derivations.language.printing.text import to_text
from derivations.language.relation import FAILS_IN_WORDS, Relation
from derivations.language.tree import LAMBERT, Call, Node, Number, WrittenRelation, parts, replace_names
from derivations.numbers.evaluation import NO_NUMBER
from derivations.numbers.format import format_number, format_value
from derivations.numbers.written import conditions_of
from derivations.study.live_function import LiveRoot, Roots, refuse_least, root_code, step_function

_Condition = tuple[Relation, CodeType, tuple[CodeType, CodeType]]
_Failed = tuple[Relation, float, float] | str
_KEPT = 12  # figures of a float that a few roundings do not reach


@dataclass(frozen=True)
class Found:
    """A number in base units, or the reason that there is none."""

    number: float | None
    reason: str = ""


@dataclass(frozen=True)
class FloatFormula:
    """A step of a report as a function of the quantities `given`, in base units.

    Those in `zeros` are zero and stay so, as they leave out what has no value; `undecided` are the conditions that what
    has no value leaves open.
    """

    report: EvaluatedClaim
    given: tuple[str, ...]
    definitions: tuple[tuple[str, CodeType], ...]
    conditions: tuple[_Condition, ...]
    result: CodeType
    known: Mapping[str, float]
    roots: Mapping[str, tuple[Step, LiveRoot]]
    zeros: frozenset[str] = frozenset()
    undecided: tuple[Relation, ...] = ()
    over_arrays: bool = False

    @classmethod
    def of(cls, report: EvaluatedClaim, name: str = "", *, at_zero: bool = False) -> FloatFormula:
        """The formula of a step of a report, by default of its result.

        With `at_zero` what rests on a value that is missing may be left out where a quantity is zero. Raises
        `UndecidedError` for a step that numbers alone give, and `InputError` without NumPy.
        """
        step = report.derivation[name] if name else report.headline
        values = report.evaluation.scenario.values
        formula, definitions, given, free, steps, zeros, undecided = _behind(report, step, at_zero=at_zero)
        missing = sorted(name for name in given if name not in values)
        if missing or step.relation is None:
            what = f"step {name!r}" if name else f"the result of {report.claim.name}"
            raise UndecidedError(f"{what} has no number: it needs {', '.join(missing)}")
        _numpy()
        roots = {name: (steps[name], item) for name, item in definitions if isinstance(item, LiveRoot)}
        # over arrays for a curve, as a root takes long point by point, and so does Lambert's W
        printed = to_arrays if roots or _with_lambert(formula, *(item for _, item in definitions)) else to_python
        known = {name: float(values[name].number) for name in given} | dict.fromkeys(free, 1.0)
        return cls(
            report, tuple(name for name in report.derivation.notation.order if name in given - zeros),
            tuple((name, _compiled(root_code(name, item) if isinstance(item, LiveRoot) else printed(item)))
                  for name, item in definitions),
            tuple(_condition(item, written) for item, written in zip(step.conditions, conditions_of(step), strict=True)
                  if item not in undecided),
            _compiled(printed(formula)), known, roots, zeros, undecided, printed is to_arrays,
        )

    def at(self, values: Mapping[str, float]) -> Found:
        """The number where some of the given quantities have other values, in base units, or why there is none."""
        failed: list[_Failed] = []
        number = self.number(values, failed)
        if number is not None:
            return Found(number)
        if failed and isinstance(failed[0], str):
            _, item = self.roots[failed[0]]
            return Found(None, f"{NO_NUMBER}: {failed[0]} has no single root from {' to '.join(item.between)}")
        return Found(None, self._outside(*failed[0]) if failed else "no finite value")

    def numbers(self, values: Mapping[str, float], name: str, along: Sequence[float]) -> list[float | None]:
        """The numbers along one quantity, for a curve; None where there is none."""
        if not self.over_arrays:
            return [self.number({**values, name: each}) for each in along]
        numpy = _numpy()
        names = self._names({**values, name: numpy.array(along)})
        with numpy.errstate(all="ignore"):
            for letter, code in self.definitions:
                names[python_name(letter)] = eval(code, names)
            found = numpy.broadcast_to(eval(self.result, names), len(along))
            good = numpy.isfinite(found)
            for letter in self.roots:
                good = good & numpy.isfinite(names[python_name(letter)])
            for _, code, _ in self.conditions:
                good = good & eval(code, names)
        return [float(each) if holds else None for each, holds in zip(found, good, strict=True)]

    def _names(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """What the code may name: numbers, and the functions that NumPy does not have."""
        from derivations.study.sweep_kernel import FUNCTIONS

        numpy = _numpy()
        numbers = {python_name(name): numpy.asarray(value, dtype=float)[()]
                   for name, value in {**self.known, **values}.items()}
        return {**numbers, **FUNCTIONS}

    def number(
        self, values: Mapping[str, float], failed: list[_Failed] | None = None
    ) -> float | None:
        """The number alone, for curves, where a reason in words would be written for nothing.

        A condition that does not hold is added to `failed` with the numbers of its sides; so is the name of a quantity
        that has no root, or several, unless a condition of its equation fails.
        """
        numpy, names = _numpy(), self._names(values)
        with numpy.errstate(all="ignore"):
            try:
                for name, code in self.definitions:
                    names[python_name(name)] = eval(code, names)
                for name, (step, _) in self.roots.items():
                    if not isfinite(names[python_name(name)]):
                        if failed is not None:
                            conditions = (_condition(item, item.written) for item in step.conditions)
                            failed += [each for item in conditions if (each := _failing(item, names))]
                            failed.append(name)
                        return None
                for condition, code, sides in self.conditions:
                    if not eval(code, names):
                        if failed is not None:
                            left, right = (float(eval(side, names)) for side in sides)
                            failed.append((condition, left, right))
                        return None
                found = float(eval(self.result, names))
            except (ArithmeticError, ValueError, OverflowError):
                return None
        return found if isfinite(found) else None

    def text(self, found: Found) -> str:
        """The result for people, as the report writes it."""
        line = self.report.result
        if found.number is None:
            return found.reason
        return format_value(_meant(found.number), line.dimension, line.told_unit)

    def _outside(self, condition: Relation, left: float, right: float) -> str:
        """What fails, with its numbers."""
        notation = self.report.derivation.notation
        texts = []
        for side, number in ((condition.left, left), (condition.right, right)):
            name = next((n for n in (side.name, condition.left.name, condition.right.name) if n in notation), "")
            shown = _shown(number, notation[name].dimension, notation[name].unit) if name else _shown(number)
            texts.append(shown if isinstance(side.tree, Number) else f"{to_text(side.tree)} = {shown}")
        return f"{self.report.claim.outside}: {texts[0]} is {FAILS_IN_WORDS[condition.operator]} {texts[1]}"


_Definitions = tuple[tuple[str, Node | LiveRoot], ...]


class _Behind(NamedTuple):
    """The formula of a step, the definitions behind it, what is given and what is free, and the steps of equations."""

    formula: Node
    definitions: _Definitions
    given: frozenset[str]
    free: frozenset[str]
    steps: Mapping[str, Step]
    zeros: frozenset[str] = frozenset()
    undecided: tuple[Relation, ...] = ()


def _behind(report: EvaluatedClaim, step: Step, *, at_zero: bool) -> _Behind:
    """What is behind a step. A closed form comes first; what has none is a root."""
    plain = report.evaluation
    for evaluation in (plain, plain.in_closed_forms()):
        try:
            function = evaluation.function(step.name)
        except UndecidedError:
            continue
        chain = function.chain
        return _Behind(function.formula, chain.definitions, chain.given, chain.free, {})
    roots = Roots(plain, anywhere=True)
    try:
        found = step_function(roots, step)
        for name in found.roots:
            refuse_least(roots.steps[name])
    except UndecidedError as error:
        lacking = str(error).endswith(" has no value")  # where a number is known, it rests on a zero that would move
        if lacking and at_zero:
            with suppress(UndecidedError):
                return _at_zero(report, step)
        what = "is no function of these numbers" if lacking else "has no closed form"
        raise UndecidedError(f"step {step.name!r} {what}: {error}") from None
    return _Behind(found.formula, tuple(found.definitions.items()), found.given, found.free, roots.steps)


def _at_zero(report: EvaluatedClaim, step: Step) -> _Behind:
    """What is behind a step where what is zero stays so: a condition without the numbers for it is left open.

    Raises `UndecidedError` where the step has no number here, or still rests on what has no value.
    """
    evaluation = report.evaluation
    line = evaluation.line_or_none(step.name)
    if step.relation is None or line is None or line.value is None:
        raise UndecidedError(f"step {step.name!r} has no number")
    zeros = {name: Number(Fraction(0)) for name, value in evaluation.scenario.values.items() if not value.number}
    formula = replace_names(step.relation.right.tree, zeros)
    chain, undecided = evaluation.chain((formula,), step.subject_name), list[Relation]()
    for item, written in zip(step.conditions, conditions_of(step), strict=True):
        try:
            chain = chain.joined(evaluation.chain((written.left, written.right)))
        except UndecidedError:
            undecided.append(item)
    return _Behind(formula, chain.definitions, chain.given, chain.free, {}, frozenset(zeros), tuple(undecided))


def _with_lambert(*items: Node | LiveRoot) -> bool:
    """True if one of the formulas has Lambert's W in it."""
    return any(isinstance(part, Call) and part.function in LAMBERT
               for item in items if not isinstance(item, LiveRoot) for part in parts(item))


def _condition(item: Relation, written: WrittenRelation) -> _Condition:
    """A condition with the code of what is `written` for it, and that of its sides."""
    left, right = (_compiled(to_python(side)) for side in (written.left, written.right))
    return item, _compiled(comparison_python(written)), (left, right)


def _failing(condition: _Condition, names: dict[str, Any]) -> _Failed | None:
    """A condition of an equation with the numbers of its sides where it fails; None where it holds or is undecided."""
    item, code, sides = condition
    try:
        if eval(code, names):
            return None
        left, right = (float(eval(side, names)) for side in sides)
    except NameError:  # it rests on what the result does not
        return None
    return item, left, right


def _shown(number: float, *measure: Any) -> str:
    if not isfinite(number):
        return "no finite value"
    return format_value(_meant(number), *measure) if measure else format_number(_meant(number))


def _meant(number: float) -> Fraction:
    """The number to the figures that a chain of floats keeps: what is halfway between two is told as exact ones are."""
    return Fraction(f"{number:.{_KEPT}g}")


def _compiled(text: str) -> CodeType:
    return compile(text, "<formula>", "eval")


def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        raise InputError("formulas in floats need NumPy: pip install 'derivations[plot]'") from None
