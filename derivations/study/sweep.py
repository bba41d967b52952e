"""Sweeps: several values at once, a row for every combination of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError, InputError, UndecidedError, UnknownNameError
from derivations.language.quantity import Quantity
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.scenario import fitted_values
from derivations.numbers.value import Value
from derivations.search.step import Step

MOST_ROWS = 10_000
_PRINTED_WHOLE, _PRINTED = 100, 50  # rows of a table that is printed in full, and of a selection


@dataclass(frozen=True)
class Column:
    """A column of a sweep: a step, or a quantity that the scenario values and no step gives."""

    name: str
    step: Step | None
    quantity: Quantity | None

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

    `unchecked` are conditions of the number that cannot be decided for lack of other numbers.
    """

    text: str
    number: Fraction | None = None
    exact: bool = True
    unchecked: tuple[str, ...] = ()


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
    >>> found = sweep(derive("optimal-batch", values={"L": "1k, 2k, 128k token/sequence"}))
    >>> [row.cells[0].text[:15] for row in found.rows]
    ['6,144 sequence', '17,231 sequence', 'no balance: L =']
    """
    notation = evaluated.derivation.notation
    several = {name: fitted_values(notation[name], given)
               for name, given in (evaluated.study.several if values is None else values).items()}
    refuse_too_many(several)
    varied = tuple(notation[name] for name in several)
    asked = [_column(evaluated, name) for name in steps if name not in several]
    columns = tuple({column.name: column for column in (_of_step(evaluated, evaluated.headline), *asked)}.values())
    combined = [dict(zip(several, chosen, strict=True)) for chosen in product(*several.values())]
    title = ", ".join(filter(None, (_title(evaluated, several), _at_given(evaluated, several, columns))))
    return Sweep(title, varied, columns, tuple(_rows(evaluated, combined, columns)))


def refuse_too_many(several: Mapping[str, Sequence[Value]]) -> None:
    """Raise `InputError` for values of which there are none, or too many combinations."""
    if not several or not all(several.values()):
        raise InputError("a table of several values needs a quantity, and values of it")
    rows = prod(map(len, several.values()))
    if rows > MOST_ROWS:
        counts = " and ".join(f"{len(values)} of {name}" for name, values in several.items())
        raise InputError(f"{counts} make {rows:,} rows: give values for at most {MOST_ROWS:,}")


def _column(evaluated: EvaluatedClaim, name: str) -> Column:
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
        yield SweepRow(values, tuple(_cell(seen, column) for column in columns), "", evaluated.broken_in(seen))


def _cell(evaluation: Evaluation, column: Column) -> SweptValue:
    if column.step is None:
        value = evaluation.scenario.values[column.name]
        return SweptValue(str(value), value.in_unit(column.unit))
    if column.step.relation is None or not column.step.verdict.holds:
        return SweptValue(str(column.step.verdict))
    try:
        line = evaluation.line(column.step.name)
    except UndecidedError as error:  # a number that is too large to write out
        return SweptValue(str(error))
    return SweptValue(line.result, line.in_unit, line.exact, line.unchecked)


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
        if column.step is None:
            leaves[column.name] = None
        elif column.step.relation is not None and column.step.verdict.holds:
            leaves |= dict.fromkeys(evaluated.evaluation.line(column.step.name).leaves)
    held = dict.fromkeys(each for name in several for each in held_at(evaluated.evaluation, leaves, name))
    kept = [name for name in held if name not in several]
    return at_given(kept) if kept else ""
