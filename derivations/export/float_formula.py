"""The formula of a step in floats, for what must be fast: definitions, conditions and value, compiled once.

What is compiled is what the relations of the derivation print as Python, never a reader's text; what only numbers solve
is looked for as sweeps do. Numbers are in base units; the exact engine stays the truth, and tests hold the two against
each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import isfinite, nan
from types import CodeType
from typing import Any, NamedTuple

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import InputError, UndecidedError
from derivations.language.printing.python_code import comparison_python, python_name, to_arrays, to_python
from derivations.language.tree import LAMBERT, Call, Node, parts
from derivations.numbers.written import conditions_of
from derivations.study.live_function import LiveRoot, Roots, refuse_least, root_code, step_function


@dataclass(frozen=True)
class FloatFormula:
    """A step of a report as a function of the quantities that are given, in base units."""

    definitions: tuple[tuple[str, CodeType], ...]
    conditions: tuple[CodeType, ...]
    result: CodeType
    known: Mapping[str, float]
    roots: frozenset[str]
    over_arrays: bool = False

    @classmethod
    def of(cls, report: EvaluatedClaim, name: str = "") -> FloatFormula:
        """The formula of a step of a report, by default of its result.

        Raises `UndecidedError` for a step that numbers alone give, and `InputError` without NumPy.
        """
        step = report.derivation[name] if name else report.headline
        values = report.evaluation.scenario.values
        formula, definitions, given, free = _behind(report, step)
        missing = sorted(name for name in given if name not in values)
        if missing or step.relation is None:
            what = f"step {name!r}" if name else f"the result of {report.claim.name}"
            raise UndecidedError(f"{what} has no number: it needs {', '.join(missing)}")
        _numpy()
        roots = frozenset(name for name, item in definitions if isinstance(item, LiveRoot))
        # over arrays for a curve, as a root takes long point by point, and so does Lambert's W
        printed = to_arrays if roots or _with_lambert(formula, *(item for _, item in definitions)) else to_python
        known = {name: float(values[name].number) for name in given} | dict.fromkeys(free, 1.0)
        return cls(
            tuple((name, _compiled(root_code(name, item) if isinstance(item, LiveRoot) else printed(item)))
                  for name, item in definitions),
            tuple(_compiled(comparison_python(written)) for written in conditions_of(step)),
            _compiled(printed(formula)), known, roots, printed is to_arrays,
        )

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
            for code in self.conditions:
                good = good & eval(code, names)
        return [float(each) if holds else None for each, holds in zip(found, good, strict=True)]

    def _names(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """What the code may name: numbers, and the functions that NumPy does not have."""
        from derivations.study.sweep_kernel import FUNCTIONS

        numpy = _numpy()
        numbers = {python_name(name): numpy.asarray(value, dtype=float)[()]
                   for name, value in {**self.known, **values}.items()}
        return {**numbers, **FUNCTIONS}

    def number(self, values: Mapping[str, float]) -> float | None:
        """The number where some of the given quantities have other values, in base units; None where there is none."""
        numpy, names = _numpy(), self._names(values)
        with numpy.errstate(all="ignore"):
            try:
                for name, code in self.definitions:
                    names[python_name(name)] = eval(code, names)
                if not all(isfinite(names[python_name(name)]) for name in self.roots):
                    return None
                found = float(eval(self.result, names)) if all(eval(code, names) for code in self.conditions) else nan
            except (ArithmeticError, ValueError, OverflowError):
                return None
        return found if isfinite(found) else None


_Definitions = tuple[tuple[str, Node | LiveRoot], ...]


class _Behind(NamedTuple):
    """The formula of a step, the definitions behind it, what is given and what is free."""

    formula: Node
    definitions: _Definitions
    given: frozenset[str]
    free: frozenset[str]


def _behind(report: EvaluatedClaim, step: Step) -> _Behind:
    """What is behind a step. A closed form comes first; what has none is a root."""
    plain = report.evaluation
    for evaluation in (plain, plain.in_closed_forms()):
        try:
            function = evaluation.function(step.name)
        except UndecidedError:
            continue
        chain = function.chain
        return _Behind(function.formula, chain.definitions, chain.given, chain.free)
    roots = Roots(plain, anywhere=True)
    try:
        found = step_function(roots, step)
        for name in found.roots:
            refuse_least(roots.steps[name])
    except UndecidedError as error:
        lacking = str(error).endswith(" has no value")  # where a number is known, it rests on a zero that would move
        what = "is no function of these numbers" if lacking else "has no closed form"
        raise UndecidedError(f"step {step.name!r} {what}: {error}") from None
    return _Behind(found.formula, tuple(found.definitions.items()), found.given, found.free)


def _with_lambert(*items: Node | LiveRoot) -> bool:
    """True if one of the formulas has Lambert's W in it."""
    return any(isinstance(part, Call) and part.function in LAMBERT
               for item in items if not isinstance(item, LiveRoot) for part in parts(item))


def _compiled(text: str) -> CodeType:
    return compile(text, "<formula>", "eval")


def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        raise InputError("formulas in floats need NumPy: pip install 'derivations[plot]'") from None
