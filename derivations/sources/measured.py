"""Measured tables: what somebody measured, under which conditions, how, and what claims say about it.

A table is one file of comma-separated values. Comment lines at its top are TOML: a title, how it was measured, the
sources, a unit and a meaning for each column of conditions and of what was measured, and predictions: how the rows map
to the letters of a claim, and what would falsify it. Everything raises `InputError`, which names the file, and the row
by number and line.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from derivations.errors import InputError, UnknownNameError
from derivations.language.display import is_shown
from derivations.language.quantity import Quantity, quantity_line
from derivations.mapping import FrozenMapping
from derivations.numbers.value import Value, read_number
from derivations.sources.catalog import Catalog
from derivations.sources.formats import number_format
from derivations.sources.installed import MEASURED, brought_file
from derivations.sources.toml_text import read_toml, text_of

PACKAGED = (
    "memory-drain.csv", "decode-step.csv", "context-added.csv", "hidden-reads.csv", "side-by-side.csv",
    "long-contexts.csv", "short-contexts.csv", "product-times.csv", "matrix-knee.csv", "fitted-knee.csv",
    "experts-times.csv", "experts-knee.csv", "experts-touched.csv", "lone-token.csv", "verify-drafts.csv",
    "prefill.csv", "attention-of-prompts.csv", "decode-over-prefill.csv", "memory-rate.csv", "wide-expert-parallel.csv",
    "prefill-rate-over-decode.csv", "serving.csv", "places-taken.csv", "first-tokens.csv", "palm-on-tpus.csv",
    "deepep-latency.csv", "deepep-dispatch.csv", "all-to-all-rate.csv", "network-ratio.csv", "drafts-crossing.csv",
    "mlperf-offline.csv", "training-step.csv", "bubble-slowdown.csv", "training-rate.csv", "training-hours.csv",
    "training-tokens.csv", "tokens-of-a-life.csv", "compute-split.csv", "price-steps.csv", "price-changes.csv",
    "storage-price.csv", "fast-prices.csv", "deepseek-day.csv", "domain-gain.csv", "user-pass.csv",
    "recompute-time.csv", "latent-attention.csv", "narrow-formats.csv", "deepep-each-way.csv", "small-sums.csv",
    "chunked-stages.csv", "hold-times.csv", "expert-balance.csv", "batch-discounts.csv", "draft-chains.csv",
    "draft-windows.csv", "energy-of-decode.csv", "ml-energy.csv", "failures-of-runs.csv", "slices-of-training.csv",
    "dense-equals.csv", "agent-bills.csv", "compaction-triggers.csv", "twin-hours.csv",
    "cost-by-position.csv", "linear-alone.csv", "window-caches.csv", "staleness.csv",
    "block-gains.csv",
)
CARD_COLUMNS = ("accelerator", "model", "compute", "weights", "cache")
# what a row says beside its conditions: its source, where it stands there, and why it is set apart
_ABOUT = ("source", "where", "apart")
STATUSES: Mapping[str, str] = FrozenMapping({
    "read": "read in the primary source",
    "second-hand": "read in a transcription or quotation of the primary source",
    "own": "our own measurement",
    "unverified": "from general knowledge; check it before relying on it",
})
# the kinds of bounds, with the numbers that each has
BOUNDS: Mapping[str, tuple[str, ...]] = FrozenMapping({
    "at least": ("slack",),  # no row is measured below what is derived
    "at most": ("slack",),  # nor above
    "within": ("factor",),  # no row is off by more than a factor
    "about": ("factor",),  # nor is the median
    "between": ("low", "high"),  # every row lies between two multiples of what is derived
    "error": ("most",),  # in the median over the rows what is derived is off by no larger part of what is measured
})
_HEADER = (
    "title", "how", "source", "sources", "conditions", "measured", "cards", "given", "left_out", "prediction",
)
_SOURCE = ("title", "url", "date", "license", "status")
_WITHOUT_ADDRESS = ("title", "date", "license", "status")  # what was not read where it was published may have none
_PREDICTION = (
    "claim", "title", "measured", "derived", "bound", "factor", "slack", "low", "high", "because", "given", "requires",
    "terms", "premises", "only", "alternative", "idle", "most", "unseen", "quantity", "cause",
)
_NUMBERS = ("factor", "slack", "low", "high", "most")
_MAX_BYTES = 4_000_000
_MOST_ROWS = 10_000


@dataclass(frozen=True)
class MeasuredSource:
    """A document with measurements: `status` is one of `STATUSES`, `license` what its figures may be used under."""

    title: str
    date: str
    license: str
    status: str
    url: str = ""

    @property
    def label(self) -> str:
        """The source in one line."""
        return f"{self.title}, {self.date} ({self.status})"


@dataclass(frozen=True)
class Prediction:
    """A prediction of a claim for the rows of a table, with the bound that would falsify it.

    `measured` is an expression in the columns, `derived` a step of the claim or an expression; both, and the parts of
    the gap, may have letters of the claim and of cards. `quantity` names what is measured in a few words: ratios are
    told together only under one name. `given` values letters by expressions in the columns. `cause` says in words what
    makes a gap that no terms take apart.
    `requires` maps words for what is broken to a relation that holds otherwise, `terms` names the parts of the gap,
    `premises` replaces premises of the claim, `only` chooses rows by the words in a column. `bound` is one of `BOUNDS`,
    with its numbers; `because` is the reason for it. What an `alternative` says is not what the claim says. An `idle`
    one has a bound that hardly anything could break, or is not about what the claim concludes: that it is kept is no
    agreement. An `unseen` one is judged only by rows that no efficiency was fitted to.
    """

    claim: str
    title: str
    measured: str
    derived: str
    bound: str
    because: str
    factor: Fraction = Fraction(1)
    slack: Fraction = Fraction(0)
    low: Fraction = Fraction(1)
    high: Fraction = Fraction(1)
    given: Mapping[str, str] = field(default_factory=dict)
    requires: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    premises: Mapping[str, str] = field(default_factory=dict)
    only: Mapping[str, str] = field(default_factory=dict)
    alternative: bool = False
    most: Fraction = Fraction(1, 2)
    idle: bool = False
    unseen: bool = False
    quantity: str = ""
    cause: str = ""

    @property
    def limits(self) -> tuple[Fraction | None, Fraction | None]:
        """The ratios of measured to derived beyond which the bound is broken, below and above."""
        if self.bound == "between":
            return self.low, self.high
        if self.bound == "error":
            return 1 / (1 + self.most), 1 / (1 - self.most)
        if "factor" in BOUNDS[self.bound]:
            return 1 / self.factor, self.factor
        return (1 - self.slack, None) if self.bound == "at least" else (None, 1 + self.slack)


@dataclass(frozen=True)
class MeasuredRow:
    """A row: its numbers by column, its words, its cards, its source, and why it is `apart` if it is."""

    number: int
    line: int
    values: Mapping[str, Value]
    words: Mapping[str, str]
    cards: Mapping[str, str]
    source: MeasuredSource
    where: str = ""
    apart: str = ""


@dataclass(frozen=True)
class MeasuredTable:
    """A table: rows under `columns` of quantities and `labels` of words.

    `conditions` are those of both that say how the rows were measured; the others are what was. `given` values letters
    in all predictions whose claims have them. `left_out` counts rows of the source that are not here, by reason.
    """

    name: str
    file: str
    title: str
    how: str
    columns: Mapping[str, Quantity]
    labels: Mapping[str, str]
    conditions: tuple[str, ...]
    predictions: tuple[Prediction, ...]
    rows: tuple[MeasuredRow, ...]
    given: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)


def read_measured(path: Path, catalog: Catalog) -> MeasuredTable:
    """The measured table in a file; raises `InputError`, with file and row, for anything that cannot be used."""
    return measured_table(text_of(path, _MAX_BYTES), str(path), catalog)


def named_table(path: Path) -> Path:
    """The file of that path, or else the table that another installed package brings under that name.

    Raises `InputError` for one that cannot be loaded; a path that is neither stays as it is.
    """
    return path if path.is_file() else brought_file(MEASURED, str(path), "a table") or path


def packaged_tables(catalog: Catalog) -> tuple[MeasuredTable, ...]:
    """The measured tables of the package: our own measurements first, then those of others, prices last."""
    found = _packaged()
    for table in found:
        _check_cards_of(table, catalog)
    return found


@cache
def _packaged() -> tuple[MeasuredTable, ...]:
    folder = files("derivations.sources") / "data" / "measured"
    return tuple(_read((folder / name).read_text(encoding="utf-8"), name) for name in PACKAGED)


def is_packaged(table: MeasuredTable) -> bool:
    """True for a table with the rows of a packaged one, whatever is predicted for them; False for a reader's own."""
    return any(table.rows is each.rows for each in _packaged())


def measured_table(text: str, file: str, catalog: Catalog) -> MeasuredTable:
    """The table that a text describes; `file` is named in errors."""
    table = _read(text, file)
    _check_cards_of(table, catalog)
    return table


def _check_cards_of(table: MeasuredTable, catalog: Catalog) -> None:
    """Raise `InputError` for a row that names a card or format that is not there."""
    known = set[tuple[tuple[str, str], ...]]()
    for row in table.rows:
        cards = tuple(row.cards.items())
        if cards not in known and not row.apart:  # a row that is set apart may be about what has no card
            _check_cards(row.cards, catalog, f"{table.file}, row {row.number} (line {row.line})")
            known.add(cards)


def _read(text: str, file: str) -> MeasuredTable:
    """The table that a text describes, whatever cards it names."""
    lines = text.splitlines()
    top = next((place for place, line in enumerate(lines) if not line.startswith("#")), len(lines))
    header = read_toml("\n".join(line[1:].removeprefix(" ") for line in lines[:top]), file)
    _known(header, _HEADER, file)
    given, labels = _columns(header, "conditions", file)
    found, words = _columns(header, "measured", file)
    if words:
        raise InputError(f"{file}, measured: {next(iter(words))} has no unit; text belongs under [conditions]")
    if twice := sorted(found.keys() & (given | labels).keys()):
        raise InputError(f"{file}: column {twice[0]} is a condition and measured")
    columns = {**given, **found}
    sources = _sources(header, file)
    rows = tuple(_rows(lines[top:], top, file, columns, labels, sources, header))
    left_out = _table(header, "left_out", file)
    for reason, count in left_out.items():
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise InputError(f"{file}: left_out counts rows: {reason!r} has no whole number")
    listed = header.get("prediction", [])
    if not isinstance(listed, list):
        raise InputError(f"{file}: predictions belong under [[prediction]]")
    return MeasuredTable(
        Path(file).stem, file, _text(header, "title", file), _text(header, "how", file), FrozenMapping(columns),
        FrozenMapping(labels), (*labels, *given), tuple(_prediction(item, file) for item in listed), rows,
        FrozenMapping(_texts(_table(header, "given", file), f"{file}, given")), FrozenMapping(left_out),
    )


def _columns(header: Mapping[str, Any], key: str, file: str) -> tuple[dict[str, Quantity], dict[str, str]]:
    """The columns of one table of the header with numbers, as quantities, and those with words, with their meanings."""
    columns, labels = {}, {}
    for name, text in _texts(_table(header, key, file), f"{file}, {key}").items():
        if name in (*CARD_COLUMNS, *_ABOUT):
            raise InputError(f"{file}: column {name} has its meaning already; leave it out of [{key}]")
        if text.startswith("["):
            try:
                columns[name] = quantity_line(f"{name} {text}")
            except InputError as reason:
                raise InputError(f"{file}, column {name}: {reason}") from None
        else:
            labels[name] = text
    return columns, labels


def _sources(header: Mapping[str, Any], file: str) -> dict[str, MeasuredSource]:
    """The sources by key; one that stands alone has no key."""
    entries = {"": header["source"]} if "source" in header else {}
    entries |= _table(header, "sources", file)
    if not entries:
        raise InputError(f"{file}: a table of measurements needs [source], or [sources.KEY] and a column source")
    found = {}
    for key, entry in entries.items():
        place = f"{file}, source {key}".removesuffix(" ")
        if not isinstance(entry, dict):
            raise InputError(f"{place}: expected a table")
        _known(entry, _SOURCE, place)
        needed = _SOURCE if entry.get("status") == "read" or "url" in entry else _WITHOUT_ADDRESS
        source = MeasuredSource(**{name: _text(entry, name, place) for name in needed})
        if source.status not in STATUSES:
            raise InputError(f"{place}: {UnknownNameError('status', source.status, STATUSES)}")
        found[key] = source
    return found


def _prediction(entry: Any, file: str) -> Prediction:
    if not isinstance(entry, dict):
        raise InputError(f"{file}: a prediction is a table")
    place = f"{file}, prediction of {entry.get('claim', 'a claim')}"
    _known(entry, _PREDICTION, place)
    texts = {name: _text(entry, name, place) for name in ("claim", "title", "measured", "derived", "bound", "because")}
    if texts["bound"] not in BOUNDS:
        raise InputError(f"{place}: {UnknownNameError('bound', texts['bound'], BOUNDS)}")
    numbers = {name: _amount(entry[name], f"{place}, {name}") for name in _NUMBERS if name in entry}
    wanted = BOUNDS[texts["bound"]]
    if tuple(numbers) != wanted:
        raise InputError(f"{place}: a bound of {texts['bound']!r} has a {' and a '.join(wanted)}, and nothing else")
    if numbers.get("factor", 2) <= 1 or not 0 <= numbers.get("slack", 0) < 1:
        raise InputError(f"{place}: a factor is above one, a slack is zero or more and below one")
    if not 0 < numbers.get("low", 1) < numbers.get("high", 2):
        raise InputError(f"{place}: low is above zero, and below high")
    if not 0 < numbers.get("most", Fraction(1, 2)) < 1:
        raise InputError(f"{place}: most is above zero and below one")
    flags = {name: entry.get(name, False) for name in ("alternative", "idle", "unseen")}
    for name, flag in flags.items():
        if not isinstance(flag, bool):
            raise InputError(f"{place}: {name} is true or false")
    tables = {name: FrozenMapping(_texts(_table(entry, name, place), f"{place}, {name}"))
              for name in ("given", "requires", "terms", "premises", "only")}
    told = {name: _text(entry, name, place) for name in ("quantity", "cause") if name in entry}
    fields: dict[str, Any] = {**texts, **numbers, **tables, **told}
    return Prediction(**fields, **flags)


def _rows(
    lines: list[str], before: int, file: str, columns: Mapping[str, Quantity], labels: Mapping[str, str],
    sources: Mapping[str, MeasuredSource], header: Mapping[str, Any],
) -> Iterator[MeasuredRow]:
    """The rows below the header; `before` counts the lines above the head of the columns."""
    reader = csv.reader(lines, strict=True)
    try:
        head = next(reader, [])
        _check_head(head, (*columns, *labels), file)
        shared = _texts(_table(header, "cards", file), f"{file}, cards")
        for name in shared:
            if name not in CARD_COLUMNS or name in head:
                raise InputError(f"{file}, cards: {name} is no card or format, or has a column of its own")
        for number, cells in enumerate(reader, 1):
            place = f"{file}, row {number} (line {before + reader.line_num})"
            if len(cells) != len(head):
                raise InputError(f"{place}: {len(cells)} cells under {len(head)} columns")
            if number > _MOST_ROWS:
                raise InputError(f"{file}: a table has at most {_MOST_ROWS:,} rows")
            row = {name: _plain(cell.strip(), f"{place}, {name}") for name, cell in zip(head, cells, strict=True)}
            source = row.get("source", "")
            if source not in sources:
                raise InputError(f"{place}: {UnknownNameError('source', source, sources)}")
            cards = {**shared, **{name: row[name] for name in CARD_COLUMNS if row.get(name)}}
            yield MeasuredRow(
                number, before + reader.line_num,
                FrozenMapping({name: _value(row[name], quantity, f"{place}, {name}")
                                  for name, quantity in columns.items() if row[name]}),
                FrozenMapping({name: row[name] for name in labels if row[name]}), FrozenMapping(cards),
                sources[source], row.get("where", ""), row.get("apart", ""),
            )
    except csv.Error as reason:
        raise InputError(f"{file}, line {before + reader.line_num}: {reason}") from None


def _check_head(head: Iterable[str], named: Iterable[str], file: str) -> None:
    there = list(head)
    for name in there:
        if name not in (*named, *CARD_COLUMNS, *_ABOUT):
            raise InputError(f"{file}: column {name!r} has no unit and meaning in the header")
    for name in named:
        if there.count(name) != 1:
            raise InputError(f"{file}: the header describes column {name!r}, which occurs {there.count(name)} times")


def _check_cards(cards: Mapping[str, str], catalog: Catalog, place: str) -> None:
    looks = {"accelerator": catalog.accelerator, "model": catalog.model}
    for name, card in cards.items():
        try:
            looks.get(name, number_format)(card)
        except UnknownNameError as reason:
            raise InputError(f"{place}: {reason}") from None


def _value(cell: str, quantity: Quantity, place: str) -> Value:
    try:
        number = read_number(cell) * quantity.parsed_unit.factor
    except InputError as reason:
        raise InputError(f"{place}: {reason}") from None
    if not quantity.range.contains(number):
        raise InputError(f"{place}: {quantity.meaning} must be {quantity.range.words}, not {cell}")
    return Value(number, quantity.parsed_unit.text, quantity.dimension, place)


def _known(entry: Mapping[str, Any], known: Iterable[str], place: str) -> None:
    for key in entry:
        if key not in known:
            raise InputError(f"{place}: {UnknownNameError('key', key, known)}")


def _table(entry: Mapping[str, Any], key: str, place: str) -> dict[str, Any]:
    table = entry.get(key, {})
    if not isinstance(table, dict):
        raise InputError(f"{place}: {key} is a table")
    return table


def _texts(table: Mapping[str, Any], place: str) -> dict[str, str]:
    return {name: _text(table, name, place) for name in table}


def _text(table: Mapping[str, Any], key: str, place: str) -> str:
    if key not in table:
        raise InputError(f"{place}: the key {key} is missing")
    entry = table[key]
    if not isinstance(entry, str) or not entry.strip():
        raise InputError(f"{place}: {key} is a text in quotation marks")
    return _plain(" ".join(entry.split()), f"{place}, {key}")


def _plain(text: str, place: str) -> str:
    """A text that is shown as it is: nothing in it may turn a page or color a terminal."""
    if not is_shown(text):
        raise InputError(f"{place}: expected one line of plain text, not {text[:40]!r}")
    return text


def _amount(entry: Any, place: str) -> Fraction:
    if isinstance(entry, bool) or not isinstance(entry, int | Fraction):
        raise InputError(f"{place}: expected a number")
    return Fraction(entry)
