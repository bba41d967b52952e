"""Fits: efficiencies of GPUs that were fitted to measured rows, with what they were fitted to and how far they miss.

The file is written by ``scripts/fits.py``, and is read here without what made it. What simulators report on data of the
same kind stands in a file of its own, with its source.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import ceil
from statistics import median
from typing import Any

from derivations.errors import InputError
from derivations.mapping import FrozenMapping
from derivations.sources.efficiencies import FITS, FITTED, fits_text
from derivations.sources.toml_text import Place, known_keys, read_amount, read_date, read_text, read_toml, require

SIMULATORS = "simulators.toml"
_FIT = ("claim", "table", "made", "how", "chosen_on", "seed", "gpus", "seeds", "kinds", "without_largest", "freed",
        "forms")
_FORM = ("premises", "within", "judged")
_GPU = (*FITTED, "fitted_on", "fitted_rows", "judged_on", "judged", "without")
_DIGITS = 4
_ERROR = ("median", "ninth", "rows")
_COUNTED = ("median", "experiments")
_SIMULATOR = ("name", "kind", "median", "experiments", "measured", "source", "url", "license", "status")


@dataclass(frozen=True)
class FitError:
    """Distance of derived values from measured ones: the median and the 90th percentile of the relative error.

    `rows` counts those that no efficiency was fitted to.
    """

    median: Fraction
    ninth: Fraction
    rows: int

    @classmethod
    def of(cls, errors: Iterable[float] | Iterable[Fraction]) -> FitError:
        """The error of rows; the 90th percentile is the smallest that nine of ten rows do not exceed.

        Raises `InputError` where there is no row.

        >>> print(FitError.of([Fraction(1, 10), Fraction(1, 5), Fraction(3, 5)]))
        FitError(median=Fraction(1, 5), ninth=Fraction(3, 5), rows=3)
        """
        ranked = sorted(map(Fraction, errors))
        if not ranked:
            raise InputError("no row is left to judge by")
        return cls(rounded(median(ranked)), rounded(ranked[ceil(len(ranked) * 9 / 10) - 1]), len(ranked))


def rounded(number: float | Fraction) -> Fraction:
    """A number to as many digits as are stored."""
    return Fraction(f"{float(number):.{_DIGITS}g}")


@dataclass(frozen=True)
class FormError:
    """The error with other premises: within the half that is fitted to, each model from the others, and as judged."""

    premises: Mapping[str, str]
    within: FitError
    judged: FitError


@dataclass(frozen=True)
class FittedGpu:
    """The efficiencies of one accelerator, the models whose rows they were fitted to, and those that judge them.

    `judged` is the error on the rows of the latter. `without` has for each model the error on its rows of efficiencies
    that were fitted to all others of the accelerator, and never saw them.
    """

    values: Mapping[str, Fraction]
    fitted_on: tuple[str, ...]
    fitted_rows: int
    judged_on: tuple[str, ...]
    judged: FitError
    without: Mapping[str, FitError]


@dataclass(frozen=True)
class Fit:
    """A fit of the efficiencies of all accelerators, and what was learned by fitting again.

    `chosen_on` names accelerators and models whose rows told the form of the claim, if not its efficiencies.
    `spread` has the error for each of the first seeds, `kinds` the same on the models of one kind alone, by kind, for
    the seeds by which some of them judge; `without_largest` that without the model and accelerator with
    the most rows, `freed` what the error would be if one efficiency were fitted to the judged rows instead, and `forms`
    what it is with other premises, the claim's own first.
    """

    claim: str
    table: str
    made: str
    how: str
    chosen_on: tuple[tuple[str, str], ...]
    seed: int
    gpus: Mapping[str, FittedGpu]
    spread: tuple[FitError, ...]
    kinds: Mapping[str, tuple[FitError, ...]]
    left_out: tuple[str, str]
    without_largest: FitError
    freed: Mapping[str, FitError]
    forms: tuple[FormError, ...]


@dataclass(frozen=True)
class Draws:
    """The error over draws of the halves: the median of their median errors, the least and the largest of these."""

    median: Fraction
    least: Fraction
    most: Fraction
    count: int

    @classmethod
    def of(cls, errors: Collection[FitError]) -> Draws:
        """The draws with these errors, never none.

        >>> Draws.of([FitError(Fraction(1, 10), Fraction(1), 3), FitError(Fraction(3, 10), Fraction(1), 3)]).median
        Fraction(1, 5)
        """
        medians = [error.median for error in errors]
        return cls(Fraction(median(medians)), min(medians), max(medians), len(medians))


@dataclass(frozen=True)
class Simulator:
    """Error of a simulator's forecasts of the time per output token, as somebody else measured it."""

    name: str
    kind: str
    median: Fraction
    experiments: int
    measured: str
    source: str
    url: str
    license: str
    status: str


def read_fit(tables: Mapping[str, Any], file: str) -> Fit:
    """A fit from the tables of its file; raises `CardError` for what cannot be used."""
    place = Place(file)
    known_keys(tables, _FIT, place)
    require(tables, _FIT, place)
    gpus = {name: _gpu(entry, Place(file, name)) for name, entry in tables["gpus"].items()}
    largest = tables["without_largest"]
    return Fit(
        read_text(tables["claim"], place), read_text(tables["table"], place), read_date(tables["made"], place),
        read_text(tables["how"], place), tuple((accelerator, model) for accelerator, model in tables["chosen_on"]),
        int(tables["seed"]), FrozenMapping(gpus),
        tuple(_error(entry, place.at("seeds")) for entry in tables["seeds"]["errors"]),
        FrozenMapping({kind: tuple(_error(entry, place.at("kinds")) for entry in own)
                          for kind, own in tables["kinds"].items()}),
        (largest["accelerator"], largest["model"]),
        _error({key: largest[key] for key in _ERROR}, place.at("without_largest")),
        FrozenMapping({name: _error(entry, place.at("freed")) for name, entry in tables["freed"].items()}),
        tuple(_form(entry, place.at("forms")) for entry in tables["forms"]),
    )


def _gpu(entry: Any, place: Place) -> FittedGpu:
    table = known_keys(entry, _GPU, place)
    require(table, _GPU, place)
    values = {letter: read_amount(table[letter], place.at(letter)) for letter in FITTED}
    return FittedGpu(FrozenMapping(values), tuple(table["fitted_on"]), int(table["fitted_rows"]),
                     tuple(table["judged_on"]), _error(table["judged"], place.at("judged")),
                     FrozenMapping({model: _error(error, place.at("without"))
                                       for model, error in table["without"].items()}))


def _form(entry: Any, place: Place) -> FormError:
    table = known_keys(entry, _FORM, place)
    require(table, _FORM, place)
    premises = {name: read_text(text, place) for name, text in table["premises"].items()}
    return FormError(FrozenMapping(premises), _error(table["within"], place), _error(table["judged"], place))


def _error(entry: Any, place: Place) -> FitError:
    table = known_keys(entry, _ERROR, place)
    require(table, _ERROR, place)
    return FitError(read_amount(table["median"], place), read_amount(table["ninth"], place), int(table["rows"]))


@cache
def packaged_fit() -> Fit:
    """The fit of the package."""
    return read_fit(read_toml(fits_text(), FITS), FITS)


@cache
def simulators() -> tuple[Simulator, ...]:
    """Errors that simulators report, in the order of their file."""
    place = Place(SIMULATORS)
    found = []
    text = (files("derivations.sources") / "data" / SIMULATORS).read_text(encoding="utf-8")
    for entry in read_toml(text, SIMULATORS)["simulators"]:
        table = known_keys(entry, _SIMULATOR, place)
        require(table, _SIMULATOR, place)
        texts = {key: read_text(table[key], place.at(key)) for key in _SIMULATOR if key not in _COUNTED}
        found.append(Simulator(median=read_amount(table["median"], place), experiments=int(table["experiments"]),
                               **texts))
    return tuple(found)

