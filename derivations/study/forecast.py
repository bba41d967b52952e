"""Forecasts: how far a claim's derived values lie from rows that none of its efficiencies was fitted to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from statistics import median

from derivations.sources.fits import Draws, Fit, FitError, packaged_fit
from derivations.study.evidence import Evidence, EvidenceRow

# the premise that says what each fitted efficiency stands for
PREMISES: Mapping[str, str] = {"e_flop": "kernels", "e_read": "kernels", "e_link": "exchange", "t_prod": "overhead"}


@dataclass(frozen=True)
class Group:
    """Rows of one accelerator, model and software: the median of measured over derived, and the error."""

    accelerator: str
    model: str
    software: str
    ratio: Fraction
    error: FitError


@dataclass(frozen=True)
class Forecast:
    """The rows that judge a fit, and the fit; whether they are `of_the_fit`, of the table that it was made from.

    What the fit knows of its own table says nothing of rows of another one.
    """

    fit: Fit
    rows: tuple[EvidenceRow, ...]
    of_the_fit: bool = True

    @cached_property
    def overall(self) -> FitError:
        """The error over all rows."""
        return _error(self.rows)

    @cached_property
    def never_looked_at(self) -> FitError | None:
        """The error without models by whose rows the form of the claim was chosen; None if no others judge."""
        rows = [row for row in self.rows if _conditions(row)[:2] not in self.fit.chosen_on]
        return _error(rows) if rows else None

    @property
    def draws(self) -> Draws:
        """The error over draws of the halves of the table that the fit was made from."""
        return Draws.of(self.fit.spread)

    @cached_property
    def models(self) -> Mapping[str, tuple[str, ...]]:
        """The models that judge, by accelerator."""
        return {name: tuple(sorted({row.row.cards.get("model", "") for row in rows}))
                for (name,), rows in self._grouped(lambda row: (_accelerator(row),))}

    @property
    def lower_draws(self) -> int:
        """Number of draws of the halves that have a lower median error than the one of the fit."""
        return sum(error.median < self.overall.median for error in self.fit.spread)

    @cached_property
    def by_gpu(self) -> Mapping[str, FitError]:
        """The error on each accelerator."""
        return {name: _error(rows) for (name,), rows in self._grouped(lambda row: (_accelerator(row),))}

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The rows by accelerator, model and software."""
        found = []
        for (accelerator, model, software), rows in self._grouped(_conditions):
            ratio = Fraction(median(row.ratio for row in rows if row.ratio is not None))
            found.append(Group(accelerator, model, software, ratio, _error(rows)))
        return tuple(found)

    @cached_property
    def software_apart(self) -> tuple[Group, Group] | None:
        """The two groups of one accelerator and model whose ratios are furthest apart; None if each has one software.

        No premise about GPUs and models tells them apart.
        """
        pairs = [(low, high) for low in self.groups for high in self.groups
                 if (low.accelerator, low.model) == (high.accelerator, high.model) and low.ratio < high.ratio]
        return max(pairs, key=lambda pair: pair[1].ratio / pair[0].ratio, default=None)

    @property
    def points_to(self) -> str:
        """The efficiency that would lower the median error most if it were fitted to the rows that judge."""
        return min(self.fit.freed, key=lambda letter: self.fit.freed[letter].median)

    def _grouped(
        self, key: Callable[[EvidenceRow], tuple[str, ...]]
    ) -> Iterator[tuple[tuple[str, ...], list[EvidenceRow]]]:
        found: dict[tuple[str, ...], list[EvidenceRow]] = {}
        for row in self.rows:
            found.setdefault(key(row), []).append(row)
        yield from sorted(found.items())


def forecast(found: Sequence[Evidence]) -> Forecast | None:
    """The forecast among what is measured about a claim: its tests on unseen rows together; None where there is none.

    >>> forecast([]) is None
    True
    """
    own = [item for item in found if item.prediction.unseen]
    rows = tuple(row for item in own for row in item.counted)
    return Forecast(packaged_fit(), rows, any(item.of_a_fit for item in own)) if rows else None


def _error(rows: Sequence[EvidenceRow]) -> FitError:
    return FitError.of(row.error for row in rows if row.error is not None)


def _conditions(row: EvidenceRow) -> tuple[str, ...]:
    return _accelerator(row), row.row.cards.get("model", ""), row.row.words.get("software", "")


def _accelerator(row: EvidenceRow) -> str:
    return row.row.cards.get("accelerator", "")
