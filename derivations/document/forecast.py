"""A forecast shown: its error by GPU and overall, beside simulators', how it varies, and where the rest points to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derivations.document.blocks import EMPTY, Block, TextLine
from derivations.document.table import Table
from derivations.language.display import plural
from derivations.language.unit import parse_unit
from derivations.numbers.format import format_number, format_value
from derivations.sources.efficiencies import FITTED
from derivations.sources.fits import FitError, simulators
from derivations.study.forecast import PREMISES, Forecast

ALL = "all"


def forecast_blocks(told: Forecast) -> Iterator[Block]:
    """Everything about a forecast, in the order in which a reader asks."""
    fit = told.fit
    yield from (EMPTY, TextLine("How far off, on rows of models that no efficiency was fitted to", role="heading"))
    yield error_table(told)
    if told.of_the_fit:
        yield TextLine(_spread(told), hang=2)
    if told.never_looked_at is not None:
        yield TextLine("without the models by whose rows the form of the overhead was chosen: "
                       f"{_off(told.never_looked_at)}", hang=2)
    if told.of_the_fit:
        accelerator, model = fit.left_out
        left = f"without {model} on {accelerator}, which has the most rows"
        yield TextLine(f"{left}: {_off(fit.without_largest)}", hang=2)
    yield from (EMPTY, TextLine("Beside what simulators are off by, on other rows of the same kind", role="heading"))
    yield simulator_table(told)
    yield from (EMPTY, TextLine("By software", role="heading"))
    yield group_table(told)
    if told.software_apart is not None:
        low, high = told.software_apart
        yield TextLine(
            f"{low.model} on {low.accelerator}: {high.software} takes {format_number(high.ratio / low.ratio, 3)} times "
            f"as long over what is derived as {low.software} does, which no premise here tells apart", hang=2,
        )
    yield from (EMPTY, TextLine("What was fitted, and how", role="heading"))
    yield efficiency_table(told)
    yield TextLine(f"fitted on {fit.made} to rows of the packaged table {fit.table}, seed {fit.seed}: {fit.how}",
                   hang=2, role="dim")
    if not told.of_the_fit:
        return  # what else the fit knows is of its own table
    yield from (EMPTY, TextLine("With other premises, fitted again", role="heading"))
    yield form_table(told)
    yield TextLine(where_the_rest_points(told), hang=2)


def forecast_tables(told: Forecast) -> dict[str, Table]:
    """The tables about a forecast by name: error, simulators, software, efficiencies; premises, of the fit's own rows.
    """
    makers = {"error": error_table, "simulators": simulator_table, "software": group_table,
              "efficiencies": efficiency_table}
    if told.of_the_fit:
        makers["premises"] = form_table
    return {name: make(told) for name, make in makers.items()}


def error_table(told: Forecast) -> Table:
    """Median and 90th percentile of the error by GPU and overall."""
    rows = []
    for name, error in told.by_gpu.items():
        own = told.fit.gpus[name]
        rows.append((name, ", ".join(own.fitted_on), ", ".join(told.models[name]), str(error.rows), *_both(error)))
    rows.append((ALL, "", "", str(told.overall.rows), *_both(told.overall)))
    head = ("GPU", "fitted to", "judged by", "rows", "median error", "90th percentile")
    return Table("Error on rows that nothing was fitted to", head, tuple(rows))


def simulator_table(told: Forecast) -> Table:
    """The median error beside those of simulators: over draws of the halves, or over rows that no fit was made of."""
    over, error = plural(told.overall.rows, "row"), _percent(told.overall.median)
    if told.of_the_fit:
        draws = told.draws
        over = f"{draws.count} draws of the halves"
        error = f"{_percent(draws.median)} ({_percent(draws.least)} to {_percent(draws.most)})"
    rows = [("this formula", "four efficiencies a GPU", over, error)]
    rows += [(each.name, each.kind, f"{each.experiments} experiments", _percent(each.median))
             for each in sorted(simulators(), key=lambda each: each.median)]
    return Table("Median error of the time per output token", ("", "kind", "over", "median error"), tuple(rows))


def group_table(told: Forecast) -> Table:
    """Measured over derived by GPU, model and serving software."""
    rows = [(each.accelerator, each.model, each.software, str(each.error.rows), format_number(each.ratio, 3),
             _percent(each.error.median)) for each in told.groups]
    head = ("GPU", "model", "software", "rows", "measured over derived", "median error")
    return Table("By GPU, model and software", head, tuple(rows))


def efficiency_table(told: Forecast) -> Table:
    """The fitted numbers of each GPU."""
    rows = []
    for name, own in told.fit.gpus.items():
        cells = (format_value(own.values[letter], parse_unit(unit).dimension, unit, 3)
                 for letter, unit in FITTED.items())
        rows.append((name, *cells, str(own.fitted_rows)))
    return Table("Efficiencies", ("GPU", *FITTED, "rows fitted to"), tuple(rows))


def form_table(told: Forecast) -> Table:
    """The error with other premises: within the half that is fitted to, and as judged."""
    rows = []
    for each in told.fit.forms:
        premises = ", ".join(f"{name} = {chosen}" for name, chosen in each.premises.items()) or "as they stand"
        rows.append((premises, _percent(each.within.median), _percent(each.judged.median), _percent(each.judged.ninth)))
    head = ("premises", "each fitted model from the others", "on the rows that judge", "90th percentile there")
    return Table("Premises", head, tuple(rows))


def where_the_rest_points(told: Forecast) -> str:
    """The efficiency that, if it were fitted to the rows that judge, would lower the error most."""
    freed = told.fit.freed
    each = ", ".join(f"{letter} {_percent(error.median)}" for letter, error in freed.items())
    letter = told.points_to
    return (f"if one efficiency were fitted to the rows that judge, the median error would be: {each}; so the rest "
            f"points to {letter} first, and to premise {PREMISES[letter]}")


def _spread(told: Forecast) -> str:
    """The error over draws of the halves."""
    draws, ninths = told.draws, [error.ninth for error in told.fit.spread]
    return (f"over {draws.count} draws of the halves the median error is {_percent(draws.median)} in the "
            f"median, from {_percent(draws.least)} to {_percent(draws.most)}, the 90th percentile from "
            f"{_percent(min(ninths))} to {_percent(max(ninths))}; that of seed {told.fit.seed} above has "
            f"{told.lower_draws} of them below it")


def _off(error: FitError) -> str:
    return f"{_percent(error.median)} in the median, 90th percentile {_percent(error.ninth)}, over {error.rows} rows"


def _both(error: FitError) -> tuple[str, str]:
    return _percent(error.median), _percent(error.ninth)


def _percent(share: Fraction) -> str:
    return f"{format_number(share * 100, 3)}%"
