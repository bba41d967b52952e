"""Sweeps: several values at once, a row for every combination of them, exactly; `sweep_plan` does it for arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from itertools import product
from math import prod
from typing import Any

from derivations.claim.claim import Claim
from derivations.claim.counts import counts_of
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import refuse_ranges
from derivations.claim.whole_numbers import whole_numbers_in
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, InputError, UndecidedError, UnknownNameError
from derivations.language.quantity import Quantity
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.scenario import fitted_values
from derivations.numbers.value import Value
from derivations.study.behind import seen_behind, solved_for, steps_behind
from derivations.study.regimes import Regimes, regimes

REGIME = "regime"
MOST_ROWS = 10_000
_PRINTED_WHOLE, _PRINTED = 100, 50  # rows of a table that is printed in full, and of a selection


@dataclass(frozen=True)
class Column:
    """A column of a sweep: a step, a quantity that the scenario values and no step gives, or a regime."""

    name: str
    step: Step | None
    quantity: Quantity | None
    regimes: Regimes | None = None

    @property
    def unit(self) -> str:
        """The unit that its numbers are in; base units where the step has no quantity on its left side."""
        return "" if self.quantity is None else self.quantity.unit

    @property
    def operator(self) -> str:
        """The relation sign between the quantity and its number."""
        return "=" if self.step is None or self.step.relation is None else self.step.relation.operator


@dataclass(frozen=True)
class SweptValue:
    """A column in one row: the text for people, and the number in the column's unit where there is one.

    `unchecked` are conditions of the number that cannot be decided for lack of other numbers. `whole` is the whole
    number to take in its place, where its quantity comes whole and the step is a minimum or a bound over any number.
    """

    text: str
    number: Fraction | None = None
    exact: bool = True
    unchecked: tuple[str, ...] = ()
    is_word: bool = False  # a regime, which has no number
    whole: int | None = None


@dataclass(frozen=True)
class SweepRow:
    """One combination of values.

    `cells` are in the order of the columns; there are none where the values disagree, and `refused` says why.
    `contradictions` are inequalities that the numbers break.
    """

    values: Mapping[str, Value]
    cells: tuple[SweptValue, ...] = ()
    refused: str = ""
    contradictions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sweep:
    """The result, and what else was asked for, at every combination of several values.

    `title` is the scenario's, without the quantities that vary, and with those that stay as it has them although a
    premise ties them to one that varies; `first` are the values that everything else in a report is for.
    """

    title: str
    varied: tuple[Quantity, ...]
    columns: tuple[Column, ...]
    rows: tuple[SweepRow, ...]
    left_out: int = 0  # rows that a selection does not have

    @property
    def selection(self) -> Sweep:
        """The same if it has few rows; else the first, the last, and rows evenly between them."""
        last = len(self.rows) - 1
        if last < _PRINTED_WHOLE:
            return self
        rows = tuple(self.rows[place * last // (_PRINTED - 1)] for place in range(_PRINTED))
        return replace(self, rows=rows, left_out=self.left_out + len(self.rows) - len(rows))

    @property
    def first(self) -> Mapping[str, Value]:
        """The values of the first row."""
        return self.rows[0].values


def sweep(
    evaluated: EvaluatedClaim, values: Mapping[str, Sequence[Value]] | None = None, steps: Sequence[str] = ()
) -> Sweep:
    """A table of the result over every combination of values, by default those that the study has several of.

    The last quantity changes fastest. `steps` names further columns: steps, or quantities that the scenario values or
    a step gives. Raises `InputError` for more than `MOST_ROWS` rows, none at all, or values that a quantity cannot
    take, `UnknownNameError` for a column or a quantity that there is not.

    >>> from derivations import derive
    >>> found = sweep(derive("optimal-batch", accelerator="gb200", values={"L": "1k, 2k, 128k token/sequence"}))
    >>> [row.cells[0].text[:15] for row in found.rows]
    ['6,547 sequences', '7,749 sequences', 'no balance: L =']
    """
    refuse_ranges(evaluated.study, "a table of several values")
    return _swept(evaluated, evaluated.study.several if values is None else values, steps, at_given=True)


def _swept(
    evaluated: EvaluatedClaim, values: Mapping[str, Sequence[Value]], steps: Sequence[str] = (), *, at_given: bool
) -> Sweep:
    """The table; with `at_given` its title says what stays although a premise ties it to what varies."""
    notation = evaluated.derivation.notation
    counted = counts_of(evaluated.claim)
    several = {name: fitted_values(notation[name], given, counted=name in counted) for name, given in values.items()}
    refuse_too_many(several)
    varied = tuple(notation[name] for name in several)
    solved, assumed = solved_for(evaluated, several), ""
    if solved:
        before = evaluated.scenario.values
        evaluated = _valued(evaluated, several)  # so that what rests on it has a value
        added = [f"{name} = {value}" for name, value in evaluated.scenario.values.items()
                 if name not in before and name not in several]
        assumed = f"on {', '.join(added)}" if added else ""
    asked = [column_of(evaluated, name) for name in steps if name not in several]
    listed = [*_behind(evaluated, solved), _of_step(evaluated, evaluated.headline), *asked]
    columns = tuple({column.name: column for column in listed}.values())
    combined = [dict(zip(several, chosen, strict=True)) for chosen in product(*several.values())]
    held = _at_given(evaluated, several, columns) if at_given else ""
    title = ", ".join(filter(None, (_title(evaluated, several), assumed, held)))
    return Sweep(title, varied, columns, tuple(_rows(evaluated, combined, columns)))


def at_given(evaluated: EvaluatedClaim) -> Sweep | None:
    """The steps behind what the result solves for at the one value that a reader gives it; None where there is none.

    >>> from derivations import derive
    >>> found = at_given(derive("optimal-batch", values={"B": "4096"}))
    >>> [column.name for column in found.columns][:2], found.rows[0].cells[1].text
    (['roofline', 'regime'], 'compute-bound')
    """
    solved = told_behind(evaluated)
    if not solved or len(evaluated.study.values.get(solved, ())) > 1:
        return None
    return _swept(evaluated, {solved: (evaluated.given[solved],)}, at_given=False)


def told_behind(evaluated: EvaluatedClaim) -> str:
    """The quantity that the result solves for and a reader gives, where steps behind the result rest on it; or nothing.
    """
    solved = solved_for(evaluated, evaluated.given)
    return solved if solved and _behind(evaluated, solved) else ""


def wanted(name: str) -> Any:
    """A library of the extra `sweep`; raises `InputError` where it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        raise InputError(f"sweeps need {name.partition('.')[0]}: pip install 'derivations[sweep]'") from None


def _valued(evaluated: EvaluatedClaim, several: Mapping[str, Sequence[Value]]) -> EvaluatedClaim:
    """The claim with the first of several values, and with the GPUs of a domain where their number is left open."""
    first = {name: values[0] for name, values in several.items()}
    if any(name not in evaluated.scenario.values for name in first):
        evaluated = replace(evaluated, scenario=replace(
            evaluated.scenario, values={**evaluated.scenario.values, **first}))
    return replace(evaluated, scenario=seen_behind(evaluated).scenario)


def _behind(evaluated: EvaluatedClaim, solved: str) -> list[Column]:
    """The columns behind what the result solves for: steps that rest on it, and the regime that they are in."""
    if not solved:
        return []
    steps = steps_behind(evaluated, solved, seen_behind(evaluated))
    split = regimes(evaluated.derivation, steps) if steps else ()
    told = [Column(REGIME if not place else f"{REGIME} of {item.of}", None, None, item)
            for place, item in enumerate(split)]
    first = [step for step in steps if step.subject_name in {item.of for item in split}]
    rest = [step for step in steps if step not in first]
    return [*(_of_step(evaluated, step) for step in first), *told, *(_of_step(evaluated, step) for step in rest)]


def refuse_too_many(several: Mapping[str, Sequence[Value]]) -> None:
    """Raise `InputError` for values of which there are none, or too many combinations."""
    if not several or not all(several.values()):
        raise InputError("a table of several values needs a quantity, and values of it")
    rows = prod(map(len, several.values()))
    if rows > MOST_ROWS:
        counts = " and ".join(f"{len(values)} of {name}" for name, values in several.items())
        raise InputError(f"{counts} make {rows:,} rows: give values for at most {MOST_ROWS:,}")


def column_of(evaluated: EvaluatedClaim, name: str) -> Column:
    """The column of a step, or of a quantity that has a value or that a step gives.

    Raises `InputError` or `UnknownNameError` for a name that is neither.
    """
    derivation = evaluated.derivation
    steps = {step.name: step for step in derivation}
    if name in steps:
        return _of_step(evaluated, steps[name])
    if name not in derivation.notation:
        known = [*steps, *derivation.letters.names]
        raise UnknownNameError("step or quantity", name, known)
    quantity = derivation.notation[name]
    if name in evaluated.scenario.values:
        return Column(name, None, quantity)
    giving = evaluated.evaluation.definitions.get(quantity.symbol) or next(_giving(evaluated, quantity), None)
    if giving is None:
        raise InputError(f"nothing in {evaluated.claim.name} says what {name} is, and it has no value")
    return _of_step(evaluated, giving)


def _giving(evaluated: EvaluatedClaim, quantity: Quantity) -> Iterator[Step]:
    """The steps that a quantity is the left side of, the result first."""
    for step in (evaluated.headline, *evaluated.derivation):
        if step.relation is not None and step.verdict.holds and step.relation.lhs == quantity.symbol:
            yield step


def _of_step(evaluated: EvaluatedClaim, step: Step) -> Column:
    left = None if step.relation is None else step.relation.written_left
    notation = evaluated.derivation.notation
    return Column(step.name, step, notation[left] if left is not None and left in notation else None)


def _rows(
    evaluated: EvaluatedClaim, combined: Sequence[Mapping[str, Value]], columns: Sequence[Column]
) -> Iterator[SweepRow]:
    seen, scenario = evaluated.evaluation, evaluated.scenario
    for values in combined:
        try:
            # what was traced for one row serves the next
            seen = seen.again(replace(scenario, values={**scenario.values, **values}))
        except DerivationsError as error:
            yield SweepRow(values, refused=str(error))
            continue
        cells = tuple(_cell(evaluated.claim, seen, column) for column in columns)
        yield SweepRow(values, cells, "", evaluated.broken_in(seen))


def _cell(claim: Claim, evaluation: Evaluation, column: Column) -> SweptValue:
    if column.regimes is not None:
        return SweptValue(column.regimes.at(evaluation) or "not decided", is_word=True)
    if column.step is None:
        value = evaluation.scenario.values[column.name]
        return SweptValue(str(value), value.in_unit(column.unit))
    if column.step.relation is None or not column.step.verdict.holds:
        return SweptValue(str(column.step.verdict))
    try:
        line = evaluation.line(column.step.name)
    except UndecidedError as error:  # a number that is too large to write out
        return SweptValue(str(error))
    whole = None if line.value is None else whole_numbers_in(claim, evaluation, column.step.name)
    best = None if whole is None else whole.best
    return SweptValue(line.result, line.in_unit, line.exact, line.unchecked, whole=best)


def _title(evaluated: EvaluatedClaim, several: Mapping[str, Sequence[Value]]) -> str:
    """The title of the scenario, which ends with what the reader set, without what varies."""
    first = evaluated.study.first
    told = {name: f"{name} = {value}" for name, value in first.items()}
    kept = ", ".join(text for name, text in told.items() if name not in several)
    for before in (", with ", "given: "):
        ending = f"{before}{', '.join(told.values())}"
        if told and evaluated.scenario.title.endswith(ending):
            return evaluated.scenario.title.removesuffix(ending) + (f"{before}{kept}" if kept else "")
    return evaluated.scenario.title


def _at_given(evaluated: EvaluatedClaim, several: Mapping[str, Sequence[Value]], columns: Sequence[Column]) -> str:
    """The words for the given numbers that would follow what varies, had they no value of their own."""
    from derivations.numbers.sensitivity import at_given, held_at

    leaves: dict[str, None] = {}
    for column in columns:
        if column.regimes is not None:
            continue
        if column.step is None:
            leaves[column.name] = None
        elif column.step.relation is not None and column.step.verdict.holds:
            leaves |= dict.fromkeys(evaluated.evaluation.line(column.step.name).leaves)
    held = dict.fromkeys(each for name in several for each in held_at(evaluated.evaluation, leaves, name))
    kept = [name for name in held if name not in several]
    return at_given(kept) if kept else ""
