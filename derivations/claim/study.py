"""Studies: a reader's changes as one value: cards, numbers, premises, and the quantities that these bring along."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from pathlib import Path
from typing import Any, TypeAlias

from derivations.claim.claim import Cards
from derivations.errors import InputError, UnknownNameError
from derivations.files import read_toml_file
from derivations.language.display import is_shown
from derivations.language.limits import MAX_DIGITS
from derivations.language.quantity import Notation, Quantity, quantity_line
from derivations.language.relation import RelationLike
from derivations.mapping import FrozenMapping
from derivations.numbers.scenario import fitted_values
from derivations.numbers.value import Value, parse_values, read_range

Given: TypeAlias = "str | int | float | Fraction | Decimal | Value"
_NEXT = re.compile(r",\s*(?=[A-Za-z]\w*\s*=)")  # between the numbers of a variant, not within a list of values
_TABLES = ("set", "assume", "symbols")


@dataclass(frozen=True)
class Study:
    """A set of changes to claims.

    `cards` names cards and number formats, `as_said` takes the lecturer's numbers instead; `without` names quantities
    whose numbers there are not wanted. `values` holds one value for each quantity, or several that are tried in turn,
    or the middle of a range with its ends. `premises` replaces premises by relations or by the names of their
    alternatives, `quantities` are what these bring along. Numbers that are likely to differ are drawn `draws` times,
    from a `seed`.
    """

    title: str = ""
    cards: Cards = field(default_factory=Cards)
    as_said: bool = False
    without: tuple[str, ...] = ()
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    premises: Mapping[str, RelationLike] = field(default_factory=dict)
    quantities: tuple[Quantity, ...] = ()
    draws: int = 0  # as many as are usual
    seed: int = 0

    def __post_init__(self) -> None:
        if self.as_said and self.cards != Cards():
            raise InputError("as said takes the lecturer's numbers: leave out cards and formats, or leave out as said")
        object.__setattr__(self, "values", FrozenMapping(self.values))
        object.__setattr__(self, "premises", FrozenMapping(self.premises))

    def __bool__(self) -> bool:
        return self != Study(self.title)

    @property
    def first(self) -> dict[str, Value]:
        """One value for each quantity: the first of several."""
        return {name: values[0] for name, values in self.values.items()}

    @property
    def ranges(self) -> dict[str, Value]:
        """Quantities that lie anywhere between two ends."""
        return {name: value for name, value in self.first.items() if value.ends is not None}

    @property
    def likely(self) -> dict[str, Value]:
        """Quantities of which it is said how likely their numbers are."""
        return {name: value for name, value in self.ranges.items() if value.spread is not None}

    @property
    def several(self) -> dict[str, tuple[Value, ...]]:
        """Quantities with several values, which are tried in turn."""
        return {name: values for name, values in self.values.items() if len(values) > 1}

    def fitted(self, notation: Notation, counted: Collection[str] = ()) -> Study:
        """The study with its values as they are meant for the quantities of a notation, as far as it has them.

        Those that are `counted` without a unit that tells it have whole numbers between the ends of a range.

        Raises `InputError` or one of its kind for a value that a quantity cannot take.
        """
        values = {name: fitted_values(notation[name], given, counted=name in counted) if name in notation else given
                  for name, given in self.values.items()}
        return replace(self, values=values)

    def yielding_to(self, other: Study) -> tuple[Study, tuple[str, ...]]:
        """The study without what another one changes as well, and what that is, by name."""
        given, cards = {*other.values, *other.without}, _named(other.cards)
        dropped = (
            *(name for name in self.values if name in given),
            *(name for name in self.without if name in other.values),
            *(name for name in self.premises if name in other.premises),
            *(name for name in _named(self.cards) if name in cards),
        )
        rest = replace(
            self, cards=replace(self.cards, **dict.fromkeys(cards, "")),
            without=tuple(name for name in self.without if name not in other.values),
            values={name: values for name, values in self.values.items() if name not in given},
            premises={name: item for name, item in self.premises.items() if name not in other.premises},
        )
        return rest, dropped

    def joined(self, other: Study) -> Study:
        """Both sets of changes together; raises `InputError` for anything that both of them change."""
        for what, mine, theirs in (
            ("quantity", self.values, other.values),
            ("premise", self.premises, other.premises),
            ("card or format", _named(self.cards), _named(other.cards)),
        ):
            twice = [name for name in mine if name in theirs]
            if twice:
                raise InputError(f"{what} {twice[0]!r} is given twice: leave one of them out")
        return Study(
            other.title or self.title,
            replace(self.cards, **_named(other.cards)),
            self.as_said or other.as_said,
            tuple(dict.fromkeys((*self.without, *other.without))),
            {**self.values, **other.values},
            {**self.premises, **other.premises},
            _declared((*self.quantities, *other.quantities)),
            other.draws or self.draws,
            other.seed or self.seed,
        )


def refuse_ranges(study: Study, what: str) -> None:
    """Raise `InputError` where a quantity has a range, for what takes one number of each."""
    for name, value in study.ranges.items():
        more = "is a range: derive show tells between what a result lies" if value.spread is None else (
            "is drawn: derive show tells how a result is spread, derive sweep goes over other values beside")
        raise InputError(f"{what} takes one number of each quantity, and {name} = {value} {more}")


def study_of(
    *,
    title: str = "",
    cards: Cards = Cards(),  # noqa: B008 -- frozen
    as_said: bool = False,
    without: str | Iterable[str] = (),
    values: Mapping[str, Given | Sequence[Given]] | None = None,
    premises: Mapping[str, RelationLike] | None = None,
    symbols: str | Quantity | Iterable[str | Quantity] = (),
    draws: int = 0,
    seed: int = 0,
) -> Study:
    """A study from what a reader writes: values and symbols as text, or as the things themselves.

    The name of an accelerator may bring numbers that its card has otherwise: ``h100:C_gpu=800 TFLOP/s``.

    Raises `InputError` or one of its kind for a text that cannot be read.

    >>> study_of(values={"L": "8k, 32k token/sequence"}).several["L"][1].number
    Fraction(32000, 1)
    """
    for what, given, example in (("values", values, '{"L": "8k"}'), ("premises", premises, '{"kv-fetch": "top-k"}')):
        if not isinstance(given or {}, Mapping):
            raise InputError(f"{what} are given by name, as in {what}={example}")
    if not isinstance(symbols, str | Quantity | Iterable):
        raise InputError('symbols are lines of text, as in symbols=["u_top [] (fraction) part of the peak"]')
    declared = (symbols,) if isinstance(symbols, str | Quantity) else tuple(symbols)
    quantities = tuple(quantity_line(item) if isinstance(item, str) else item for item in declared)
    accelerator, variant = _variant(cards.accelerator)
    for name in variant:
        if name in (values or {}):
            raise InputError(f"{name} is given twice: with the accelerator, and as a value")
    formats = {each: getattr(cards, each).casefold() for each in ("compute", "weights", "cache")}
    cards = replace(cards, accelerator=accelerator, **formats)
    read = {name: _values(name, given) for name, given in {**variant, **(values or {})}.items()}
    dropped = (without,) if isinstance(without, str) else tuple(without)
    for what, count in (("draws", draws), ("seed", seed)):
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count < 2**32:
            raise InputError(f"{what} is a whole number from 0, not {_shown(count)}")
    return Study(title, cards, as_said, dropped, read, dict(premises or {}), _declared(quantities), draws, seed)


def _variant(accelerator: str) -> tuple[str, dict[str, str]]:
    """The name of a card, and the texts of numbers that stand behind it."""
    name, colon, rest = accelerator.partition(":")
    found: dict[str, str] = {}
    for part in _NEXT.split(rest) if colon else ():
        letter, equals, text = (piece.strip() for piece in part.partition("="))
        if not (name.strip() and letter and equals and text) or letter in found:
            raise InputError(f"cannot read {accelerator[:60]!r}: write CARD:NAME=VALUE, as in 'h100:C_gpu=800 TFLOP/s'")
        found[letter] = text
    return name.strip() if colon else accelerator, found


def read_study(path: str | Path) -> Study:
    """The study in a TOML file, with what `study_in` reads; raises `InputError` for a file that cannot be read."""
    file = Path(path)
    return study_in(read_toml_file(file, "a study"), str(file))


def study_in(data: Mapping[str, Any], where: str) -> Study:
    """The study in plain data, which came from `where`: that of a TOML file, or the same as JSON.

    Keys: `title`, `accelerator`, `model`, `compute`, `weights`, `cache`, `as_said`, `without` (a list of names),
    `draws` and `seed`, and the tables `set` (name = "value unit"), `assume` (premise = "relation" or "alternative") and
    `symbols` (name = "[unit] meaning"). Raises `InputError` for data that cannot be read, `UnknownNameError` for a key
    that means nothing here.

    >>> study_in({"accelerator": "h100", "set": {"L": "2k token/sequence"}}, "changes").cards.accelerator
    'h100'
    """
    on_cards = [item.name for item in fields(Cards)]
    known = ("title", "as_said", "without", "draws", "seed", *on_cards, *_TABLES)
    for key in data:
        if key not in known:
            raise UnknownNameError("key", key, known, where=f"in {where}")
    try:
        return study_of(
            title=_line(data.get("title", ""), "title"),
            cards=Cards(**{key: _text(data[key], key) for key in on_cards if key in data}),
            as_said=_flag(data.get("as_said", False)),
            without=_names(data.get("without", [])),
            values={name: _given(name, given) for name, given in _table(data, "set").items()},
            premises={name: _text(given, name) for name, given in _table(data, "assume").items()},
            symbols=[f"{name} {_line(line, name)}" for name, line in _table(data, "symbols").items()],
            draws=data.get("draws", 0), seed=data.get("seed", 0),
        )
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise InputError(f"[{key}] is a table")
    return table


def _text(item: Any, key: str) -> str:
    if not isinstance(item, str):
        raise InputError(f"{key} is a text in quotation marks, not {_shown(item)}")
    return item


def _line(item: Any, key: str) -> str:
    """A text that is shown as it is: nothing in it may turn a page or color a terminal."""
    text = _text(item, key)
    if not is_shown(text):
        raise InputError(f"{key} is one line of plain text, not {text[:40]!r}")
    return text


def _shown(item: Any) -> str:
    """A part of a file for a message, in one short line."""
    return " ".join(str(item)[:40].split())


def _flag(item: Any) -> bool:
    if not isinstance(item, bool):
        raise InputError(f"as_said is true or false, not {_shown(item)}")
    return item


def _names(item: Any) -> tuple[str, ...]:
    if not isinstance(item, list) or not all(isinstance(each, str) for each in item):
        raise InputError(f"without is a list of names in quotation marks, not {_shown(item)}")
    return tuple(item)


def _given(name: str, item: Any) -> Given | list[Given]:
    """A text, a number, or a list of these."""
    if isinstance(item, list):
        return [_one(name, each) for each in item]
    return _one(name, item)


def _one(name: str, item: Any) -> Given:
    if isinstance(item, str | float | Fraction) or (isinstance(item, int) and not isinstance(item, bool)):
        return item
    raise InputError(f'{name} is a number or a text with a unit, as in "128k token/sequence", not {_shown(item)}')


def _values(name: str, given: Given | Sequence[Given]) -> tuple[Value, ...]:
    alone = isinstance(given, str | bytes | Real | Decimal | Value) or _foreign(given) is not None
    if alone or not isinstance(given, Iterable):
        items: tuple[Any, ...] = (given,)
    else:
        try:
            items = tuple(given)
        except TypeError:  # as of one number of another package, which has items only if its number does
            items = (given,)
    if not items:
        raise InputError(f"{name}: a value is missing: give a number or a text, as in '3.35 TB/s'")
    found = tuple(value for item in items for value in _read(name, item))
    if len(found) > 1 and any(value.ends is not None for value in found):
        raise InputError(f"{name}: a range is given alone, or several values are")
    return found


def _read(name: str, item: Any) -> tuple[Value, ...]:
    if isinstance(item, Value):
        return (item,)
    if isinstance(item, Real | Decimal) and not isinstance(item, bool):
        return (Value.of(_exact(name, item), ""),)
    foreign = _foreign(item)
    if foreign is not None:
        numbers, unit = foreign
        several = isinstance(numbers, Iterable) and not isinstance(numbers, str)
        listed = [_exact(name, number) for number in (numbers if several else (numbers,))]
        try:
            return tuple(Value.of(number, unit) for number in listed)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
    if not isinstance(item, str):
        raise InputError(f"{name}: a value is a number or a text, as in '3.35 TB/s', not {_shown(item)}")
    try:
        found = read_range(item)
        return parse_values(item) if found is None else (found,)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _foreign(item: Any) -> tuple[Any, str] | None:
    from derivations.numbers.foreign import foreign_value  # texts and numbers are what most people give

    return foreign_value(item)


def _exact(name: str, number: Any) -> Fraction:
    """A number of Python's exactly; one with a point as the shortest decimal that is it."""
    if not isinstance(number, Real | Decimal):
        raise InputError(f"{name}: {_shown(number)} is no number")
    if isinstance(number, Rational):
        found = Fraction(int(number.numerator), int(number.denominator))
    else:
        text = str(number) if isinstance(number, Decimal) else repr(float(number))
        if not isfinite(float(number)):
            raise InputError(f"{name}: {text} is not a finite number")
        found = Fraction(text)
    if max(abs(found.numerator), found.denominator) >= 10**MAX_DIGITS:
        raise InputError(f"{name}: a number has at most {MAX_DIGITS} digits")
    return found


def _named(cards: Cards) -> dict[str, str]:
    return {item.name: getattr(cards, item.name) for item in fields(cards) if getattr(cards, item.name)}


def _declared(quantities: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """Each quantity once; raises `InputError` for two of one name."""
    found: dict[str, Quantity] = {}
    for quantity in quantities:
        if found.setdefault(quantity.name, quantity) != quantity:
            raise InputError(f"symbol {quantity.name!r} is declared twice")
    return tuple(found.values())
