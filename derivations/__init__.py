"""Symbolic derivations of claims about how large language models are trained and served.

>>> from derivations import derive
>>> print(derive("optimal-batch").headline.relation)
B = r*s/(n*(1 + L/L_attn - L/L_kv))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from derivations.version import __version__ as __version__

if TYPE_CHECKING:
    from derivations.claim.claim import AS_BUILT, AS_SAID, Asserted, Claim, Published, Reading, Said
    from derivations.claim.claim_file import claims_in
    from derivations.claim.study import Study, read_study, study_of
    from derivations.claim.whole_numbers import whole_numbers
    from derivations.claims.index import CLAIMS, find_claim
    from derivations.derivation.board import Board
    from derivations.derivation.derivation import ClaimedDerivation, Derivation
    from derivations.derivation.premise import Alternative, Assumptions, LeftOut, Premise
    from derivations.derivation.script import Handle
    from derivations.derivation.step import Step
    from derivations.document.changed_ledger import changed_ledger
    from derivations.document.forecast import forecast_tables
    from derivations.document.table import Table
    from derivations.errors import (
        CardError,
        DerivationsError,
        DimensionError,
        GrammarError,
        InputError,
        UndecidedError,
        UnknownNameError,
    )
    from derivations.export.plots.curves import Curve, curves_panel, curves_plot
    from derivations.export.plots.equal_loss import equal_loss_plot
    from derivations.export.plots.evidence import evidence_plot
    from derivations.export.plots.front import front_plot
    from derivations.export.plots.panels import Line, Panel, panels_plot
    from derivations.export.plots.picture import svg
    from derivations.export.plots.points import points_plot
    from derivations.export.plots.price_step import price_step_plot, price_tier_plot
    from derivations.export.plots.schedule import Block, schedule_plot, stages_plot, trains_plot
    from derivations.export.plots.swings import swings_plot
    from derivations.export.source_code import source_of
    from derivations.language.display import in_markdown
    from derivations.language.quantity import Notation, Quantity
    from derivations.language.relation import Relation, relation
    from derivations.numbers.format import format_number
    from derivations.numbers.largest_load import expected_largest_load
    from derivations.numbers.numbers_line import NumbersLine
    from derivations.numbers.rounding import agrees
    from derivations.numbers.scenario import Scenario
    from derivations.numbers.source import Source
    from derivations.numbers.value import Value, parse_value
    from derivations.proof.verdict import Finding, Verdict
    from derivations.report import Report, derive, plan, use
    from derivations.sources.catalog import load_catalog
    from derivations.sources.measured import packaged_tables
    from derivations.study.evidence import evidence
    from derivations.study.forecast import forecast
    from derivations.study.ledger import ledger

# Names are loaded when they are first used, so that `derive --help` does not import SymPy.
_HOME = {
    "AS_BUILT": "claim.claim", "AS_SAID": "claim.claim", "Alternative": "derivation.premise", "Asserted": "claim.claim",
    "Assumptions": "derivation.premise", "Block": "export.plots.schedule", "Board": "derivation.board",
    "CLAIMS": "claims.index", "CardError": "errors",
    "Claim": "claim.claim", "ClaimedDerivation": "derivation.derivation", "Curve": "export.plots.curves",
    "Derivation": "derivation.derivation", "DerivationsError": "errors", "DimensionError": "errors",
    "Finding": "proof.verdict", "GrammarError": "errors", "Handle": "derivation.script", "InputError": "errors",
    "LeftOut": "derivation.premise", "Line": "export.plots.panels", "Notation": "language.quantity",
    "NumbersLine": "numbers.numbers_line",
    "Panel": "export.plots.panels", "Premise": "derivation.premise", "Published": "claim.claim",
    "Quantity": "language.quantity", "Reading": "claim.claim", "Relation": "language.relation", "Report": "report",
    "Said": "claim.claim", "Scenario": "numbers.scenario", "Source": "numbers.source", "Step": "derivation.step",
    "Study": "claim.study", "Table": "document.table", "UndecidedError": "errors", "UnknownNameError": "errors",
    "Value": "numbers.value", "Verdict": "proof.verdict", "agrees": "numbers.rounding",
    "changed_ledger": "document.changed_ledger", "claims_in": "claim.claim_file", "curves_panel": "export.plots.curves",
    "curves_plot": "export.plots.curves", "derive": "report", "equal_loss_plot": "export.plots.equal_loss",
    "evidence": "study.evidence",
    "evidence_plot": "export.plots.evidence", "expected_largest_load": "numbers.largest_load",
    "find_claim": "claims.index", "forecast": "study.forecast", "forecast_tables": "document.forecast",
    "format_number": "numbers.format", "front_plot": "export.plots.front", "in_markdown": "language.display",
    "ledger": "study.ledger", "load_catalog": "sources.catalog", "packaged_tables": "sources.measured",
    "panels_plot": "export.plots.panels", "parse_value": "numbers.value", "plan": "report",
    "points_plot": "export.plots.points", "price_step_plot": "export.plots.price_step",
    "price_tier_plot": "export.plots.price_step",
    "read_study": "claim.study", "relation": "language.relation",
    "schedule_plot": "export.plots.schedule", "source_of": "export.source_code",
    "stages_plot": "export.plots.schedule", "study_of": "claim.study", "svg": "export.plots.picture",
    "swings_plot": "export.plots.swings", "trains_plot": "export.plots.schedule", "use": "report",
    "whole_numbers": "claim.whole_numbers",
}

__all__ = [
    "AS_BUILT", "AS_SAID", "CLAIMS", "Alternative", "Asserted", "Assumptions", "Block", "Board", "CardError", "Claim",
    "ClaimedDerivation", "Curve", "Derivation", "DerivationsError", "DimensionError", "Finding", "GrammarError",
    "Handle", "InputError", "LeftOut", "Line", "Notation", "NumbersLine", "Panel", "Premise", "Published", "Quantity",
    "Reading", "Relation", "Report", "Said", "Scenario", "Source", "Step", "Study", "Table", "UndecidedError",
    "UnknownNameError", "Value", "Verdict", "agrees", "changed_ledger", "claims_in", "curves_panel", "curves_plot",
    "derive", "equal_loss_plot", "evidence", "evidence_plot", "expected_largest_load", "find_claim", "forecast",
    "forecast_tables", "format_number", "front_plot", "in_markdown", "ledger", "load_catalog", "packaged_tables",
    "panels_plot", "parse_value", "plan", "points_plot", "price_step_plot", "price_tier_plot", "read_study", "relation",
    "schedule_plot", "source_of", "stages_plot", "study_of", "svg", "swings_plot", "trains_plot", "use",
    "whole_numbers",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
