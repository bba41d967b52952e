"""Fits: the efficiencies of each GPU from measured rows of some models, judged by the rows of others.

Four numbers a GPU, each with a meaning: the parts of the peak rate, of the memory bandwidth and of the links' bandwidth
that are reached, and the time that goes by at each product of matrices. Needs SciPy (``pip install
'derivations[fit]'``); what comes out is stored, and read without it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any

from sympy import Expr, Symbol, lambdify

from derivations.claim.claim import Claim
from derivations.errors import InputError
from derivations.language.literal import UNITS_TO_ONE
from derivations.mapping import FrozenMapping
from derivations.numbers.substitution import rational
from derivations.sources.catalog import Catalog
from derivations.sources.efficiencies import FITTED
from derivations.sources.fits import Fit, FitError, FittedGpu, FormError, rounded
from derivations.sources.measured import MeasuredTable
from derivations.study.evidence import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

Pair = tuple[str, str]  # accelerator and model

SEEDS = 20
# Where to look for each, and where to begin. What the fastest kernels reached that were measured here bounds two of
# them: 0.80 of the peak rate in a product of matrices, 0.96 of the bandwidth in reading all of the memory.
RANGES: Mapping[str, tuple[float, float, float]] = {
    "e_flop": (0.02, 0.80, 0.5), "e_read": (0.05, 0.96, 0.7), "e_link": (0.005, 1.0, 0.2), "t_prod": (1e-8, 1e-3, 1e-5),
}
# premises under which the fit is made once more
FORMS: tuple[Mapping[str, str], ...] = (
    {}, {"kernels": "nothing-hidden"}, {"kernels": "all-hidden"}, {"exchange": "no-exchange"},
    {"steady": "prompts-elsewhere"},
)
# Where the form was chosen: there an overhead for each product forecast one model from the other better than one for
# each layer, or for each step. That reads of the cache are not hidden was measured apart, on one H100 and one H200.
CHOSEN_ON: tuple[Pair, ...] = (
    ("h100", "llama-3.1-70b"), ("h100", "qwen3-235b"), ("h200", "deepseek-v3"), ("h200", "llama-3.1-70b"),
)
HOW = (
    "least squares of log(derived/measured), with errors beyond a tenth counted softly; e_flop up to 0.80 and e_read "
    "up to 0.96, as the fastest kernels reached that were measured here; whole models of each GPU in one half or the "
    "other"
)
KIND = "kind"  # the column that says of which kind a model is
_SOFT = 0.1  # relative errors beyond it count less than their square


NO_CHANGE: Mapping[str, str] = FrozenMapping({})


@dataclass(frozen=True)
class Sample:
    """A measured row: where, the measured number, and the derived one as an expression in the fitted letters.

    `kind` is that of the model: dense, or with experts.
    """

    accelerator: str
    model: str
    measured: float
    derived: Expr
    kind: str = ""


def samples(
    claim: Claim, table: MeasuredTable, catalog: Catalog, premises: Mapping[str, str] = NO_CHANGE
) -> tuple[Sample, ...]:
    """The rows that the claim's forecasts speak of under `premises`, with only the fitted letters left open."""
    found = []
    for each in table.predictions:
        if each.claim != claim.name or not each.unseen:
            continue
        prediction = replace(each, premises={**each.premises, **premises})
        for row, seen, measured in scenarios(claim, table, prediction, catalog):
            step = seen.derivation[prediction.derived].relation
            assert step is not None
            known = {seen.derivation.notation[name].symbol: rational(value.number)
                     for name, value in seen.scenario.values.items() if name not in FITTED}
            derived = step.rhs.xreplace(UNITS_TO_ONE).xreplace(known)
            if lacking := sorted({symbol.name for symbol in derived.free_symbols} - set(FITTED)):
                raise InputError(f"{table.file}, row {row.number}: no number for {', '.join(lacking)}")
            found.append(Sample(row.cards["accelerator"], row.cards["model"], float(measured), derived,
                                row.words.get(KIND, "")))
    return tuple(found)


def halves(pairs: Iterable[Pair], seed: int) -> tuple[frozenset[Pair], frozenset[Pair]]:
    """Whole models to one half or the other within each accelerator: those to fit to, and those that judge.

    Of an odd number one more is fitted to; an accelerator with one model is in neither half.

    >>> fitted, judged = halves([("a", "one"), ("a", "two"), ("b", "one")], seed=0)
    >>> len(fitted), len(judged), {accelerator for accelerator, _ in fitted | judged}
    (1, 1, {'a'})
    """
    models: dict[str, set[str]] = {}
    for accelerator, model in pairs:
        models.setdefault(accelerator, set()).add(model)
    draw, fitted, judged = random.Random(seed), set(), set()
    for accelerator in sorted(models):
        order = sorted(models[accelerator])
        if len(order) < 2:
            continue
        draw.shuffle(order)
        middle = ceil(len(order) / 2)
        fitted |= {(accelerator, model) for model in order[:middle]}
        judged |= {(accelerator, model) for model in order[middle:]}
    return frozenset(fitted), frozenset(judged)


def fit(
    claim: Claim, table: MeasuredTable, catalog: Catalog, made: str, seed: int = 0,
    forms: Iterable[Mapping[str, str]] = FORMS,
) -> Fit:
    """The efficiencies of every GPU of a table, from half of its models, and how far they miss on the other half.

    `made` is the day, and `forms` are the premises under which it is made once more. Raises `InputError` without SciPy.
    """
    curves = _Curves(samples(claim, table, catalog))
    fitted, judged = halves(curves.pairs, seed)
    gpus = {}
    values = curves.values(fitted)
    for accelerator, own in values.items():
        judges = frozenset(pair for pair in judged if pair[0] == accelerator)
        gpus[accelerator] = FittedGpu(
            {letter: rounded(number) for letter, number in own.items()}, _models(fitted, accelerator),
            curves.count(fitted, accelerator), _models(judged, accelerator),
            FitError.of(curves.errors({accelerator: own}, judges)), _each_from_others(curves, accelerator),
        )
    largest = max(sorted(fitted | judged), key=lambda pair: curves.rows[pair])
    others = curves.pairs - {largest}
    draws = [halves(curves.pairs, each) for each in range(SEEDS)]
    spread = tuple(_judged(curves, *each) for each in draws)
    kinds = {kind: tuple(_judged(curves, half, of_kind) for half, judges in draws if (of_kind := judges & pairs))
             for kind, pairs in sorted(curves.kinds.items())}
    freed = {letter: curves.freed(values, judged, letter) for letter in FITTED}
    return Fit(claim.name, table.name, made, HOW, CHOSEN_ON, seed, gpus, spread, kinds, largest,
               _judged(curves, fitted & others, judged & others), freed,
               tuple(_form(premises, _Curves(samples(claim, table, catalog, premises)) if premises else curves,
                           fitted, judged) for premises in forms))


def _each_from_others(curves: _Curves, accelerator: str) -> dict[str, FitError]:
    """The error on the rows of each model of an accelerator, with efficiencies fitted to all its other models."""
    own = frozenset(pair for pair in curves.pairs if pair[0] == accelerator)
    return {pair[1]: _judged(curves, own - {pair}, {pair}) for pair in sorted(own) if own - {pair}}


def _form(
    premises: Mapping[str, str], curves: _Curves, fitted: Collection[Pair], judged: Collection[Pair]
) -> FormError:
    """The error with other premises, both ways."""
    within: list[float] = []
    for pair in sorted(fitted):
        others = [each for each in fitted if each[0] == pair[0] and each != pair]
        within += curves.errors(curves.values(others), [pair])
    return FormError(premises, FitError.of(within), _judged(curves, fitted, judged))


def _judged(curves: _Curves, fitted: Collection[Pair], judged: Collection[Pair]) -> FitError:
    return FitError.of(curves.errors(curves.values(fitted), judged))


def _models(pairs: Collection[Pair], accelerator: str) -> tuple[str, ...]:
    return tuple(sorted(model for each, model in pairs if each == accelerator))


class _Curves:
    """Samples by accelerator and model, each as a function of the fitted letters."""

    def __init__(self, rows: Sequence[Sample]) -> None:
        letters = [_symbol(rows, name) for name in FITTED]
        self._of: dict[Pair, list[tuple[float, Callable[..., float]]]] = {}
        for row in rows:
            derived = lambdify(letters, row.derived, "math")
            self._of.setdefault((row.accelerator, row.model), []).append((row.measured, derived))
        self.pairs = frozenset(self._of)
        self.kinds = {kind: frozenset((row.accelerator, row.model) for row in rows if row.kind == kind)
                      for kind in {row.kind for row in rows}}
        self.rows = {pair: len(each) for pair, each in self._of.items()}
        self._known: dict[tuple[Pair, ...], dict[str, float]] = {}  # efficiencies by the pairs that gave them

    def count(self, pairs: Collection[Pair], accelerator: str) -> int:
        """The rows of an accelerator among pairs."""
        return sum(self.rows[pair] for pair in pairs if pair[0] == accelerator)

    def values(self, pairs: Collection[Pair]) -> dict[str, dict[str, float]]:
        """The efficiencies of each accelerator that the rows of these pairs give."""
        return {each: self._own(pairs, each) for each in sorted({each for each, _ in pairs})}

    def _own(self, pairs: Collection[Pair], accelerator: str) -> dict[str, float]:
        """The efficiencies of one accelerator; many draws of the halves ask for the same."""
        key = tuple(sorted(pair for pair in pairs if pair[0] == accelerator))
        if key not in self._known:
            self._known[key] = self._fitted(self._rows(pairs, accelerator), {})
        return self._known[key]

    def errors(self, values: Mapping[str, Mapping[str, float]], pairs: Collection[Pair]) -> Iterator[float]:
        """The relative errors of derived values on the rows of these pairs, as far as there are efficiencies."""
        for accelerator, own in values.items():
            point = [own[letter] for letter in FITTED]
            for measured, derived in self._rows(pairs, accelerator):
                yield abs(derived(*point) / measured - 1)

    def freed(
        self, values: Mapping[str, Mapping[str, float]], judged: Collection[Pair], letter: str
    ) -> FitError:
        """The error on the judged rows if this letter were fitted to them, and the others stayed."""
        again = {}
        for accelerator, own in values.items():
            kept = {name: number for name, number in own.items() if name != letter}
            again[accelerator] = self._fitted(self._rows(judged, accelerator), kept)
        return FitError.of(self.errors(again, judged))

    def _rows(self, pairs: Collection[Pair], accelerator: str) -> list[tuple[float, Callable[..., float]]]:
        return [row for pair in sorted(pairs) if pair[0] == accelerator for row in self._of[pair]]

    def _fitted(
        self, rows: Sequence[tuple[float, Callable[..., float]]], kept: Mapping[str, float]
    ) -> dict[str, float]:
        """The letters at their least squares over the rows, but for those that are kept."""
        try:
            from numpy import exp, log
            from scipy.optimize import least_squares
        except ImportError:
            raise InputError("fits need SciPy: pip install 'derivations[fit]'") from None
        free = [letter for letter in FITTED if letter not in kept]
        low, high, start = ([RANGES[letter][place] for letter in free] for place in range(3))

        def point(logs: Any) -> dict[str, float]:
            return {**kept, **dict(zip(free, map(float, exp(logs)), strict=True))}

        def misses(logs: Any) -> list[float]:
            numbers = point(logs)
            at = [numbers[letter] for letter in FITTED]
            return [float(log(derived(*at) / measured)) for measured, derived in rows]

        found = least_squares(misses, log(start), bounds=(log(low), log(high)), loss="soft_l1", f_scale=_SOFT)
        return point(found.x)


def _symbol(rows: Sequence[Sample], name: str) -> Symbol:
    """The letter as the rows have it; one that no row depends on stays where its search begins."""
    found = (symbol for row in rows for symbol in row.derived.free_symbols if symbol.name == name)
    return next(found, Symbol(name))


def fit_text(found: Fit) -> str:
    """The fit as the TOML text that `read_fit` reads."""
    lines = [
        "# Efficiencies of GPUs, fitted to measured rows; written by scripts/fits.py.",
        f'claim = "{found.claim}"', f'table = "{found.table}"', f"made = {found.made}", f'how = "{found.how}"',
        "# models by whose rows the form of the overhead was chosen",
        f"chosen_on = [{', '.join(map(_list, found.chosen_on))}]",
        f"seed = {found.seed}", "",
        "# on rows that nothing was fitted to, for the seeds from 0: median error, 90th percentile",
        "[seeds]", "errors = [", *(f"    {_inline(each)}," for each in found.spread), "]", "",
        "# the same on the models of one kind, for the seeds by which some of them judge", "[kinds]",
        *(line for kind, own in found.kinds.items()
          for line in (f"{kind} = [", *(f"    {_inline(each)}," for each in own), "]")), "",
        "# the same for the seed, without the accelerator and model with the most rows",
        "[without_largest]", f'accelerator = "{found.left_out[0]}"', f'model = "{found.left_out[1]}"',
        *_error_lines(found.without_largest), "",
        "# what the error would be if this one were fitted to the rows that judge: where the rest points to", "[freed]",
        *(f"{letter} = {_inline(each)}" for letter, each in found.freed.items()),
    ]
    lines += ["", "# other premises: within the half that is fitted to, each model from the others; and as judged"]
    for form in found.forms:
        premises = ", ".join(f'{name} = "{chosen}"' for name, chosen in form.premises.items())
        lines += ["[[forms]]", f"premises = {{ {premises} }}" if premises else "premises = {}",
                  f"within = {_inline(form.within)}", f"judged = {_inline(form.judged)}"]
    for name, own in found.gpus.items():
        lines += ["", f"[gpus.{name}]", *(f"{letter} = {float(number)!r}" for letter, number in own.values.items()),
                  f"fitted_on = {_list(own.fitted_on)}", f"fitted_rows = {own.fitted_rows}",
                  f"judged_on = {_list(own.judged_on)}", f"judged = {_inline(own.judged)}",
                  "# on the rows of each model, with efficiencies fitted to all others of this GPU",
                  f"[gpus.{name}.without]", *(f'"{model}" = {_inline(error)}' for model, error in own.without.items())]
    return "\n".join(lines) + "\n"


def _inline(error: FitError) -> str:
    return f"{{ {', '.join(_error_lines(error))} }}"


def _error_lines(error: FitError) -> list[str]:
    return [f"median = {float(error.median)!r}", f"ninth = {float(error.ninth)!r}", f"rows = {error.rows}"]


def _list(names: Sequence[str]) -> str:
    return f"[{', '.join(f'{chr(34)}{name}{chr(34)}' for name in names)}]"
