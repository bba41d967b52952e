"""Evidence: what was measured beside what a claim derives for the same conditions, and whether that falsifies it.

A row of a measured table changes numbers only. So a claim is derived once, and evaluated for each row: with the cards
that the row names, and its own numbers in place of everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from statistics import median

from derivations.claim.claim import Claim
from derivations.claim.composition import CARD_UNITS, DEFAULT_FORMAT, hardware_values, model_values, widest
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.feasibility import NO_ROOM, occupancy
from derivations.claim.study import Study
from derivations.claims.index import CLAIMS
from derivations.derivation.derivation import Derivation
from derivations.errors import DerivationsError, DimensionError, InputError, UnknownNameError
from derivations.language.dimension import Dimension
from derivations.language.dimensional_analysis import dimension_of
from derivations.language.grammar import parse_expression
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation, relation
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import COMPARE, Name, Node, names
from derivations.numbers.contradiction import Contradiction
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_value
from derivations.numbers.numbers_line import Amount
from derivations.numbers.scenario import Scenario
from derivations.numbers.substitution import as_fraction, filled, rational
from derivations.numbers.value import Value
from derivations.sources.catalog import Catalog
from derivations.sources.fits import Draws, packaged_fit
from derivations.sources.measured import (
    CARD_COLUMNS,
    MeasuredRow,
    MeasuredTable,
    Prediction,
    is_packaged,
    packaged_tables,
)
from derivations.study.application import apply

REST = "remains"  # the part of a measured value that no term has
_ENDLESS = Fraction(10**30)
_CLOSE = Fraction(21, 20)  # medians as near to one as that have no gap to explain


@dataclass(frozen=True)
class EvidenceRow:
    """A measured value, the derived one, and the parts of the gap.

    A row that the claim does not speak of is set `apart`, in a few words, with the `detail` of this row.
    """

    row: MeasuredRow
    measured: Value | None = None
    derived: Value | None = None
    terms: Mapping[str, Value] = field(default_factory=dict)
    apart: str = ""
    detail: str = ""

    @property
    def ratio(self) -> Fraction | None:
        """Measured over derived; None for a row that is set apart."""
        if self.apart or self.measured is None or self.derived is None:
            return None
        return self.measured.number / self.derived.number

    @property
    def error(self) -> Fraction | None:
        """By which part of what is measured the derived value is off; None where there is no ratio."""
        return abs(1 / self.ratio - 1) if self.ratio else None


@dataclass(frozen=True)
class Evidence:
    """The rows of one table beside what a claim derives for them."""

    claim: Claim
    table: MeasuredTable
    prediction: Prediction
    rows: tuple[EvidenceRow, ...]

    @cached_property
    def counted(self) -> tuple[EvidenceRow, ...]:
        """The rows that the claim speaks of, from the lowest ratio to the highest."""
        return tuple(sorted((row for row in self.rows if row.ratio is not None), key=lambda row: row.ratio or 0))

    @cached_property
    def apart(self) -> Mapping[str, int]:
        """How many rows are set apart for each reason."""
        return Counter(row.apart for row in self.rows if row.apart)

    @cached_property
    def ratios(self) -> tuple[Fraction, ...]:
        """The ratios of measured to derived, from the lowest to the highest."""
        return tuple(row.ratio for row in self.counted if row.ratio is not None)

    @cached_property
    def median(self) -> Fraction:
        """The median ratio; there is one where there are rows that count."""
        return Fraction(median(self.ratios))

    @cached_property
    def errors(self) -> tuple[Fraction, ...]:
        """By which part of what is measured the derived values are off, from the smallest to the largest."""
        return tuple(sorted(row.error for row in self.counted if row.error is not None))

    @cached_property
    def of_a_fit(self) -> bool:
        """True where the rows are those of which some were fitted to; False for a table that no fit has seen."""
        return self.prediction.unseen and self.table.name == packaged_fit().table and is_packaged(self.table)

    @cached_property
    def draws(self) -> Draws | None:
        """The errors of draws of the halves, on the models of its kind, where some rows of the table were fitted to.

        The halves that the efficiencies come from are one draw of many, and as good as it happens to be.
        """
        if not self.of_a_fit:
            return None
        fit = packaged_fit()
        of_kind = (errors for word in self.prediction.only.values() if (errors := fit.kinds.get(word)))
        return Draws.of(next(of_kind, fit.spread))

    @property
    def missed(self) -> Fraction:
        """The median error: over the draws where there are some, else over the rows; there is one where rows count."""
        return self.draws.median if self.draws is not None else Fraction(median(self.errors))

    @cached_property
    def against(self) -> tuple[EvidenceRow, ...]:
        """The rows that break the bound; for a bound on the median all rows that count, or none."""
        if self.prediction.bound == "error":
            return self.counted if self.errors and self.missed > self.prediction.most else ()
        if self.prediction.bound == "about":
            return self.counted if self.ratios and self.beyond(self.median) > 1 else ()
        return tuple(row for row in self.counted if row.ratio is not None and self.beyond(row.ratio) > 1)

    @property
    def furthest(self) -> EvidenceRow:
        """The row that breaks the bound most, or is nearest to breaking it; there is one where there are rows."""
        return max(self.counted, key=lambda row: self.beyond(row.ratio or Fraction(1)))

    def beyond(self, ratio: Fraction) -> Fraction:
        """How many times a ratio is beyond the bound, below one where it keeps it."""
        low, high = self.prediction.limits
        if ratio <= 0:
            return Fraction(0) if low is None else _ENDLESS
        return max((low / ratio if low else Fraction(0)), (ratio / high if high else Fraction(0)))

    @property
    def falsified(self) -> bool | None:
        """True if the measurements break the bound; None if no row counts."""
        return bool(self.against) if self.counted else None

    @property
    def bears(self) -> bool:
        """True where it counts for or against the claim: not for other premises, and if idle only where it is broken.
        """
        return not self.prediction.alternative and (not self.prediction.idle or bool(self.falsified))

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """The columns that say under which conditions the rows were measured."""
        return (*CARD_COLUMNS, *self.table.conditions)

    @cached_property
    def varying(self) -> tuple[str, ...]:
        """The conditions that are not the same in all rows that count."""
        seen = [{**row.row.cards, **row.row.words, **{name: value.number for name, value in row.row.values.items()}}
                for row in self.counted]
        return tuple(name for name in self.conditions if len({row.get(name) for row in seen}) > 1)

    @property
    def quantity(self) -> str:
        """What is measured, in a few words: as the test names it, or the meaning of its column, or the test's title."""
        column = self.table.columns.get(self.prediction.measured)
        return self.prediction.quantity or (column.meaning if column else self.prediction.title)

    @cached_property
    def explains(self) -> str:
        """The largest part of what is measured beside the claim's own terms.

        Where that is what no term has, or the test names no terms, the cause that it gives, as long as there is a gap:
        a median that is not near to one, or rows that falsify the claim; an error either way is no gap to explain.
        """
        off = self.falsified and self.prediction.bound != "error"
        gap = bool(self.ratios) and (off or not 1 / _CLOSE <= self.median <= _CLOSE)
        cause = self.prediction.cause if gap else ""
        if self.prediction.unseen:  # a forecast has terms of its own only
            return cause
        others = [name for name, text in self.prediction.terms.items() if text not in self.claim.notation]
        shares = {name: share for name in (*others, REST) if (share := self.share(name)) is not None}
        most = max(shares, key=lambda name: shares[name]) if shares else REST
        return cause or (REST if shares else "") if most == REST else most

    @property
    def attributed(self) -> bool:
        """True where the test says in words what the gap is, and its terms do not show it."""
        return bool(self.explains) and self.explains == self.prediction.cause

    def share(self, term: str) -> Fraction | None:
        """The median part of the measured value that a term has; None where no row has it."""
        parts = [row.terms[term].number / row.measured.number
                 for row in self.counted if term in row.terms and row.measured]
        return Fraction(median(parts)) if parts else None


def evidence(
    claim: Claim, tables: Iterable[MeasuredTable], catalog: Catalog, derived_already: Derivation | None = None
) -> tuple[Evidence, ...]:
    """What the tables hold against a claim, derived once for each set of premises; what it says itself comes first.

    `derived_already` is the derivation of the claim as it stands, where it is known.

    Raises `InputError` or one of its kind, with the table, for a prediction that does not fit the claim.

    >>> from derivations.claims.index import find_claim
    >>> from derivations.sources.catalog import load_catalog
    >>> from derivations.sources.measured import packaged_tables
    >>> cards = load_catalog()
    >>> found = evidence(find_claim("train-interval"), packaged_tables(cards), cards)
    >>> found[0].falsified
    False
    """
    derived: dict[tuple[tuple[str, str], ...], EvaluatedClaim] = {}
    found = []
    for table in tables:
        scenes: dict[tuple[tuple[tuple[str, str], ...], ...], _Scenes] = {}
        for prediction in table.predictions:
            if prediction.claim != claim.name:
                continue
            premises = tuple(sorted(prediction.premises.items()))
            try:
                if premises not in derived:
                    derived[premises] = apply(
                        claim, Study(premises=dict(premises)), catalog, derived=derived_already
                    )
                key = (premises, tuple(sorted(prediction.given.items())))
                if key not in scenes:
                    scenes[key] = _Scenes(derived[premises], table, prediction.given, catalog)
                rows = tuple(_Held(scenes[key], prediction).rows())
            except InputError as error:
                raise InputError(f"{table.file}, prediction of {claim.name}: {error}") from None
            found.append(Evidence(claim, table, prediction, rows))
    return tuple(sorted(found, key=lambda item: item.prediction.alternative))


def evidence_of(report: EvaluatedClaim) -> tuple[Evidence, ...]:
    """What the packaged tables hold against the claim of a report as it stands, made once for all that shows it.

    Errors as in `evidence`.
    """
    return report.once(_packaged_evidence)


def _packaged_evidence(report: EvaluatedClaim) -> tuple[Evidence, ...]:
    own, study = report.derivation, report.study
    is_its_own = not (study.premises or study.quantities or own.unsound)
    tables = packaged_tables(report.catalog)
    return evidence(report.claim, tables, report.catalog, own if is_its_own else None)


def scenarios(
    claim: Claim, table: MeasuredTable, prediction: Prediction, catalog: Catalog
) -> Iterator[tuple[MeasuredRow, Evaluation, Fraction]]:
    """The rows that a prediction speaks of, unseen or not: each with the claim in its numbers, and what is measured.

    Raises `InputError` or one of its kind for a prediction that does not fit the claim.
    """
    evaluated = apply(claim, Study(premises=dict(prediction.premises)), catalog)
    yield from _Held(_Scenes(evaluated, table, prediction.given, catalog), prediction).scenarios()


def named_claims(tables: Iterable[MeasuredTable]) -> tuple[str, ...]:
    """The names of the claims that tables hold something against, in the order of the lecture, others behind them."""
    named = dict.fromkeys(prediction.claim for table in tables for prediction in table.predictions)
    return tuple(dict.fromkeys((*(name for name in CLAIMS if name in named), *named)))


@dataclass(frozen=True)
class _Expression:
    """An expression in columns and letters."""

    text: str
    tree: Node
    dimension: Dimension
    unit: str = ""


class _Scenes:
    """The rows of a table in the letters of a claim: each is evaluated once, for all predictions that value alike."""

    def __init__(
        self, evaluated: EvaluatedClaim, table: MeasuredTable, given: Mapping[str, str], catalog: Catalog
    ) -> None:
        self.claim, self.table, self._catalog = evaluated.claim, table, catalog
        derivation = evaluated.derivation
        for name in table.columns:
            if name in derivation.notation:
                raise InputError(f"column {name} is called as a letter of the claim: name it otherwise")
        own = derivation.notation
        self.notation = own.extended((*table.columns.values(), *_card_letters(derivation)))
        self.derivation: Derivation = replace(derivation, notation=self.notation)
        shared = {name: text for name, text in table.given.items() if name in own}
        self._given = {name: self.read(text, self.notation[name].dimension, name)
                       for name, text in {**shared, **given}.items()}
        self._without_units = {name: to_sympy(item.tree, self.notation).xreplace(UNITS_TO_ONE)
                               for name, item in self._given.items()}
        self._alike: dict[frozenset[str], Evaluation] = {}
        self._seen: dict[int, Evaluation] = {}
        self._broken: dict[int, Contradiction | None] = {}
        self._cards: dict[tuple[tuple[str, str], ...], dict[str, Value]] = {}

    def read(self, text: str, dimension: Dimension | None = None, what: str = "") -> _Expression:
        """An expression in columns and letters; raises `DimensionError` for one that measures something else."""
        node = parse_expression(text, self.notation.names)
        own = dimension_of(node, self.notation)
        if dimension is not None and own != dimension:
            raise DimensionError(f"{text} measures {own}, but {what or 'what is measured'} is {dimension}")
        unit = self.notation[node.name].unit if isinstance(node, Name) else "" if own.is_pure else str(own)
        return _Expression(text, node, own, unit)

    def at(self, row: MeasuredRow) -> Evaluation:
        """The derivation in the row's scenario; raises `DerivationsError` for numbers that do not go together."""
        if row.number not in self._seen:
            self._seen[row.number] = self._evaluation(row)
        return self._seen[row.number]

    def broken(self, row: MeasuredRow) -> Contradiction | None:
        """The first premise or bound of the claim that the numbers of a row break."""
        if row.number not in self._broken:
            self._broken[row.number] = next(iter(self.at(row).contradictions), None)
        return self._broken[row.number]

    def without_room(self, row: MeasuredRow) -> str:
        """The bytes held and the bytes there are, where the model that a row names does not fit on its GPUs, in words.

        Empty where it fits, and where the row leaves the number of GPUs open, or names no model or no GPU.
        """
        if not {"accelerator", "model"} <= row.cards.keys():
            return ""
        seen = self.at(row)
        held = occupancy(self.claim, seen.scenario, seen)
        return "" if held is None or held.fits else held.words

    def _evaluation(self, row: MeasuredRow) -> Evaluation:
        """The derivation in the row's scenario; what was traced for one row serves the next."""
        values = {**self._on_cards(row), **row.values}
        known = {self.notation[name].symbol: rational(value.number) for name, value in values.items()}
        for name, expression in self._without_units.items():
            number, quantity = filled(expression, known), self.notation[name]
            if number.free_symbols or not number.is_finite or not number.is_real:
                values.pop(name, None)  # the row leaves the letter open, and no card's number takes its place
                known.pop(quantity.symbol, None)
                continue
            values[name] = Value(as_fraction(number)[0], quantity.unit, quantity.dimension, self.table.name)
            known[quantity.symbol] = number
        try:
            return self._at(values)
        except InputError:  # a number of a card may make what the row gives another one, as experts the bins
            behind = self._behind_given & self._on_cards(row).keys() - row.values.keys() - self._without_units.keys()
            if not behind:
                raise
            return self._at({name: value for name, value in values.items() if name not in behind})

    def _at(self, values: Mapping[str, Value]) -> Evaluation:
        scenario, key = Scenario("measured", self.table.title, values), frozenset(values)
        if key in self._alike:
            return self._alike[key].again(scenario)
        self._alike[key] = Evaluation(self.derivation, scenario, self.claim.outside)
        return self._alike[key]

    @property
    def _behind_given(self) -> set[str]:
        """The letters that define a letter which the table gives."""
        return {name for step in self.derivation if step.rule in DEFINING and step.relation is not None
                and step.subject_name in self._without_units for name in names(step.relation.written.right)}

    def _on_cards(self, row: MeasuredRow) -> Mapping[str, Value]:
        """The numbers of the cards that a row names, but for the number of GPUs and what the claim leaves open."""
        key = tuple(row.cards.items())
        if key not in self._cards:
            found: dict[str, Value] = {}
            cards = row.cards
            if "accelerator" in cards:
                chip = self._catalog.accelerator(cards["accelerator"])
                compute = cards.get("compute") or widest(chip)
                found |= hardware_values(chip, compute, cards.get("weights") or compute)
            if "model" in cards:
                found |= model_values(self._catalog.model(cards["model"]), cards.get("cache") or DEFAULT_FORMAT)
            left_open = {"G", *self.claim.not_from_cards}
            self._cards[key] = {name: value for name, value in found.items()
                                if name in self.notation and name not in left_open}
        return self._cards[key]


class _Held:
    """A prediction held against the rows of its table: its expressions read once, and evaluated for each row."""

    def __init__(self, scenes: _Scenes, prediction: Prediction) -> None:
        self._scenes, self._table, self._notation = scenes, scenes.table, scenes.notation
        self._derivation, self._read = scenes.derivation, scenes.read
        self._only, self._unseen = prediction.only, prediction.unseen
        for column in self._only:
            if column not in self._table.labels:
                raise UnknownNameError("column of words", column, self._table.labels)
        self._measured = self._read(prediction.measured)
        self._step = prediction.derived if prediction.derived in self._derivation else ""
        dimension = self._measured.dimension
        self._derived = None if self._step else self._read(prediction.derived, dimension)
        if self._step:
            self._measured = self._as_step(self._measured)
        self._terms = {name: self._read(text, dimension, name) for name, text in prediction.terms.items()}
        self._requires = {words: relation(text, self._notation) for words, text in prediction.requires.items()}

    def _as_step(self, measured: _Expression) -> _Expression:
        """What is measured in the unit of the step; refuses a step without a number, or that measures something else.
        """
        step = self._derivation[self._step]
        if step.relation is None or not step.verdict.holds:
            raise InputError(f"step {self._step} cannot be used: {step.verdict}")
        left = step.unknown or step.relation.written_left
        quantity = next((each for each in self._notation if each.name == left), None)
        own = quantity.dimension if quantity else dimension_of(step.relation.written.left, self._notation)
        if own != measured.dimension:
            raise DimensionError(f"step {self._step} measures {own}, but what is measured is {measured.dimension}")
        is_column = isinstance(parse_expression(measured.text), Name)
        return measured if is_column or quantity is None else replace(measured, unit=quantity.unit)

    def rows(self) -> Iterator[EvidenceRow]:
        """The rows, each in its own scenario."""
        for row in self._table.rows:
            if any(row.words.get(column) != word for column, word in self._only.items()):
                continue
            if row.apart:
                yield EvidenceRow(row, apart=row.apart)
                continue
            if self._unseen and (seen := _seen_by_a_fit(row)):
                yield EvidenceRow(row, apart=seen)
                continue
            try:
                yield self._row(row)
            except DerivationsError as error:
                yield EvidenceRow(row, apart="numbers that do not go together", detail=str(error))

    def scenarios(self) -> Iterator[tuple[MeasuredRow, Evaluation, Fraction]]:
        """The rows that break nothing, each in its own scenario, and what is measured."""
        for row in self._table.rows:
            if row.apart or any(row.words.get(column) != word for column, word in self._only.items()):
                continue
            seen = self._scenes.at(row)
            measured = self._value(seen, self._measured)
            if isinstance(measured, Value) and next(self._broken(row, seen), None) is None:
                yield row, seen, measured.number

    def _row(self, row: MeasuredRow) -> EvidenceRow:
        seen = self._scenes.at(row)
        measured = self._value(seen, self._measured)
        if isinstance(measured, str):
            return EvidenceRow(row, apart=self._empty(row) or measured)
        derived = self._derived_in(seen)
        if isinstance(derived, str):
            return EvidenceRow(row, measured, apart=self._empty(row) or derived)
        if derived.number <= 0:
            return EvidenceRow(row, measured, derived, apart="zero or less is derived, with which no ratio is told")
        terms = dict(self._terms_in(seen, measured))
        derived = replace(derived, unit=measured.unit)
        return EvidenceRow(row, measured, derived, terms, *next(self._broken(row, seen), ("", "")))

    def _empty(self, row: MeasuredRow) -> str:
        """The columns without a number in this row, in words."""
        empty = [name for name in self._table.columns if name not in row.values]
        return f"nothing in column {', '.join(empty)}" if empty else ""

    def _derived_in(self, seen: Evaluation) -> Value | str:
        """The derived value, or why there is none."""
        if self._derived is not None:
            return self._value(seen, self._derived)
        line = seen.line(self._step, alone=True, anyway=True)
        if line.value is None:
            return line.result
        return Value(line.value, "" if line.quantity is None else line.quantity.unit, line.dimension, self._step)

    def _value(self, seen: Evaluation, item: _Expression) -> Value | str:
        found = seen.amount(item.tree)
        if isinstance(found, Amount):
            return Value(found.size, item.unit, item.dimension, item.text)
        return f"needs {', '.join(found)}" if found else "no value here"

    def _terms_in(self, seen: Evaluation, measured: Value) -> Iterator[tuple[str, Value]]:
        """The terms that the row has numbers for, and what remains of the measured value beside them."""
        rest = measured.number
        for name, item in self._terms.items():
            value = self._value(seen, item)
            if isinstance(value, Value):
                rest -= value.number
                yield name, replace(value, unit=measured.unit)
        if self._terms:
            yield REST, replace(measured, number=rest, origin=REST)

    def _broken(self, row: MeasuredRow, seen: Evaluation) -> Iterator[tuple[str, str]]:
        """What a row's conditions break, with numbers: what the prediction requires, memory, the claim's premises."""
        for words, wanted in self._requires.items():
            left, right = seen.size_of(wanted.left), seen.size_of(wanted.right)
            if left is None or right is None:
                yield f"not known whether {wanted}", ""
            elif not COMPARE[wanted.operator](left, right):
                yield words, f"{self._shown(left, wanted)} and {self._shown(right, wanted)}"
        if held := self._scenes.without_room(row):
            yield NO_ROOM, held
        broken = self._scenes.broken(row)
        if broken is not None:
            yield broken.says, broken.numbers

    def _shown(self, number: Fraction, wanted: Relation) -> str:
        return format_value(number, dimension_of(wanted.written.left, self._notation), "", 3)


def _seen_by_a_fit(row: MeasuredRow) -> str:
    """Why a row cannot judge a forecast, in words; empty where it can, as rows that no fit was made of do."""
    own = packaged_fit().gpus.get(row.cards.get("accelerator", ""))
    if own is None:
        return "nothing is fitted for this GPU"
    fitted = row.cards.get("model", "") in own.fitted_on
    return "the efficiencies of this GPU were fitted to this model" if fitted else ""


def _card_letters(derivation: Derivation) -> Iterator[Quantity]:
    """The letters of cards that a claim has none of, for what a prediction requires beside it."""
    for name, unit in CARD_UNITS.items():
        if name not in derivation.notation:
            yield Quantity(name, unit, "as on the card", "nonnegative")
