"""Reports: accounts that show and export themselves. What `derive` returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from derivations.catalog.loader import load_catalog
from derivations.claims.account import Account
from derivations.claims.claim import AS_SAID, Claim
from derivations.claims.compose import built, reading_scenario, uses_cards
from derivations.claims.index import find_claim
from derivations.engine.premise import Assumptions
from derivations.engine.quantity import Quantity, quantity_line
from derivations.engine.relation import RelationLike, relation
from derivations.engine.time_limit import RULE_SECONDS
from derivations.errors import InputError
from derivations.origins.origin import Origin
from derivations.origins.trace import origins
from derivations.render.json import report_json
from derivations.render.latex import report_latex
from derivations.render.markdown import report_markdown
from derivations.render.table import Table
from derivations.render.tables import table
from derivations.render.terminal import report_text
from derivations.values.scenario import check_value
from derivations.values.value import Value, parse_value


@dataclass(frozen=True)
class Report(Account):
    """A derivation with its numbers, and what was published beside what follows."""

    def to_json(self, *, all_cards: bool = False) -> dict[str, Any]:
        """The report as plain data, as `derive show --json` prints it, with `all_cards` every table in full."""
        return report_json(self, all_cards=all_cards)

    def to_markdown(self, *, all_cards: bool = False) -> str:
        """The report as GitHub Markdown with LaTeX mathematics, with `all_cards` every table in full."""
        return report_markdown(self, all_cards=all_cards)

    def to_latex(self) -> str:
        """The derivation as a LaTeX fragment that needs only amsmath."""
        return report_latex(self)

    def table(self, kind: str) -> Table:
        """One of the report's tables.

        ``compared`` is as said and as built, ``published`` what was published, ``grid`` the result over cards (further
        ones ``grid-2``, ...), ``swings`` what moves the result.

        Raises `UnknownNameError` for another word, or one that the claim has no table for.
        """
        return table(self, kind)

    def why(self, quantity: str) -> Origin:
        """Where the number of a quantity or a step comes from, down to its sources.

        Raises `UnknownNameError` for a name that the derivation does not know.
        """
        return origins(self, quantity)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __str__(self) -> str:
        return report_text(self)

    def __repr__(self) -> str:
        return str(self)


def derive(
    claim: str | Claim,
    *,
    accelerator: str = "",
    model: str = "",
    compute: str = "",
    weights: str = "",
    cache: str = "",
    as_said: bool = False,
    values: Mapping[str, str | int | Fraction | Value] | None = None,
    premises: Mapping[str, RelationLike] | None = None,
    symbols: str | Quantity | Iterable[str | Quantity] = (),
    catalog: str | Path | Iterable[str | Path] = (),
    time_limit: float = RULE_SECONDS,
) -> Report:
    """Derive a claim, check every step, and evaluate it.

    By default the numbers are those "as built", on an H100 with DeepSeek-V3; `accelerator` and `model` name other
    cards, `compute`, `weights` and `cache` number formats; `as_said` takes the lecturer's own numbers instead.
    `values` sets quantities (``{"L": "128k token/sequence"}``; a bare number is a pure one), `premises` replaces
    premises by name (``{"roofline": "no-overlap"}``, or a relation with the same left side, as text or in SymPy),
    `symbols` declares quantities that a new premise needs (``"x [byte/token] bytes of index"``), `catalog` adds card
    files. A rule that takes longer than `time_limit` seconds ends inconclusive
    (on the main thread of a POSIX system; elsewhere there is no limit).

    Raises `InputError` or one of its kind for anything that cannot be used.

    >>> report = derive("optimal-batch")
    >>> report.result.result
    '5,354 sequence'
    """
    chosen = find_claim(claim) if isinstance(claim, str) else claim
    declared = (symbols,) if isinstance(symbols, str | Quantity) else symbols
    extra = tuple(quantity_line(s) if isinstance(s, str) else s for s in declared)
    notation = chosen.notation.extended(extra)
    given = {name: _value(name, value) for name, value in (values or {}).items()}
    for name, value in given.items():
        if name in notation or not premises:  # an alternative may bring quantities of its own
            check_value(notation[name], value)
    files = (catalog,) if isinstance(catalog, str | Path) else catalog
    cards = load_catalog(*(Path(path) for path in files))
    if as_said:
        if any((accelerator, model, compute, weights, cache)):
            raise InputError("as said takes the lecturer's numbers: leave out cards and formats, or leave out as said")
        scenario = reading_scenario(chosen.reading(AS_SAID), chosen, cards)
    else:
        scenario = built(chosen, cards, accelerator, model, compute=compute, weights=weights, cache=cache)
        if any((accelerator, model, compute, weights, cache)) and not uses_cards(chosen):
            raise InputError(f"{chosen.name} has no quantity that a card values: leave out cards and formats")
    changed = {name: text if isinstance(text, str) else str(relation(text, notation))
               for name, text in (premises or {}).items()}  # fmt: skip
    derivation = chosen.derive(Assumptions(changed, extra), time_limit)
    for name, value in given.items():
        if name not in notation:
            check_value(derivation.notation[name], value)
    report = Report(chosen, derivation, scenario.with_values(given), built(chosen, cards), cards, given, time_limit)
    _refuse_unused(report, given)
    _ = report.evaluation  # values that disagree are refused here, and not when somebody looks
    return report


def _value(name: str, value: str | int | Fraction | Value) -> Value:
    if isinstance(value, Value):
        return value
    if isinstance(value, int | Fraction):
        return Value.of(value, "")
    if not isinstance(value, str):
        raise InputError(f"{name}: write the value as text, so that it is read exactly, as in '3.35 TB/s'")
    try:
        return parse_value(value)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _refuse_unused(report: Report, given: Mapping[str, Value]) -> None:
    """A value that no step uses would be passed over in silence."""
    used = {symbol.name for step in report.derivation for item in (step.relation, *step.conditions)
            if item is not None for symbol in item.symbols}  # fmt: skip
    for name in given:
        if name not in used:
            raise InputError(f"nothing in {report.claim.name} uses {name}")
