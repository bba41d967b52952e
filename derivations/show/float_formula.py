"""The formula of a step in floats, for what must be fast: definitions, conditions and value, compiled once.

What is compiled is what the relations of the derivation print as Python, never a reader's text. Numbers are in base
units; the exact engine stays the truth, and tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import isfinite
from types import CodeType
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError, UndecidedError
from derivations.language.printing.python_code import comparison_python, python_name, to_python
from derivations.language.relation import Relation
from derivations.numbers.format import format_number, format_value

_WORDS = {"<": "not below", "<=": "above", ">": "not above", ">=": "below", "=": "not equal to"}


@dataclass(frozen=True)
class Found:
    """A number in base units, or the reason that there is none."""

    number: float | None
    reason: str = ""


@dataclass(frozen=True)
class FloatFormula:
    """A step of a report as a function of the quantities `given`, in base units."""

    report: EvaluatedClaim
    given: tuple[str, ...]
    definitions: tuple[tuple[str, CodeType], ...]
    conditions: tuple[tuple[Relation, CodeType, tuple[CodeType, CodeType]], ...]
    result: CodeType
    known: Mapping[str, float]

    @classmethod
    def of(cls, report: EvaluatedClaim, name: str = "") -> FloatFormula:
        """The formula of a step of a report, by default of its result.

        Raises `UndecidedError` for a step without a closed form, and `InputError` without NumPy.
        """
        step = report.derivation[name] if name else report.headline
        values = report.evaluation.scenario.values
        function = report.evaluation.function(step.name)
        chain = function.chain
        missing = sorted(name for name in chain.given if name not in values)
        if missing or step.relation is None:
            what = f"step {name!r}" if name else f"the result of {report.claim.name}"
            raise UndecidedError(f"{what} has no number: it needs {', '.join(missing)}")
        _numpy()
        conditions = tuple(
            (item, _compiled(comparison_python(item.written)),
             (_compiled(to_python(item.written.left)), _compiled(to_python(item.written.right))))
            for item in step.conditions
        )
        known = {name: float(values[name].number) for name in chain.given} | dict.fromkeys(chain.free, 1.0)
        return cls(
            report, tuple(name for name in report.derivation.notation.order if name in chain.given),
            tuple((name, _compiled(to_python(tree))) for name, tree in chain.definitions), conditions,
            _compiled(to_python(function.formula)), known,
        )

    def at(self, values: Mapping[str, float]) -> Found:
        """The number where some of the given quantities have other values, in base units, or why there is none."""
        failed: list[tuple[Relation, float, float]] = []
        number = self.number(values, failed)
        if number is not None:
            return Found(number)
        return Found(None, self._outside(*failed[0]) if failed else "no finite value")

    def number(
        self, values: Mapping[str, float], failed: list[tuple[Relation, float, float]] | None = None
    ) -> float | None:
        """The number alone, for curves, where a reason in words would be written for nothing.

        A condition that does not hold is added to `failed` with the numbers of its sides.
        """
        numpy = _numpy()
        names: dict[str, Any] = {
            python_name(name): numpy.float64(value) for name, value in {**self.known, **values}.items()
        } | {"np": numpy}
        with numpy.errstate(all="ignore"):
            try:
                for name, code in self.definitions:
                    names[python_name(name)] = eval(code, names)
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
        return format_value(Fraction(found.number), line.dimension, line.told_unit)

    def _outside(self, condition: Relation, left: float, right: float) -> str:
        """What fails, with its numbers."""
        notation = self.report.derivation.notation
        texts = []
        for side, number in ((condition.left, left), (condition.right, right)):
            name = next((n for n in (side.name, condition.left.name, condition.right.name) if n in notation), "")
            shown = _shown(number, notation[name].dimension, notation[name].unit) if name else _shown(number)
            texts.append(f"{side.name} = {shown}" if side.name in notation else shown)
        return f"{self.report.claim.outside}: {texts[0]} is {_WORDS[condition.operator]} {texts[1]}"


def _shown(number: float, *measure: Any) -> str:
    if not isfinite(number):
        return "no finite value"
    return format_value(Fraction(number), *measure) if measure else format_number(Fraction(number))


def _compiled(text: str) -> CodeType:
    return compile(text, "<formula>", "eval")


def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        raise InputError("formulas in floats need NumPy: pip install 'derivations[plot]'") from None
