"""Symbolic derivations of claims about how large language models are trained and served.

>>> from derivations import derive
>>> print(derive("optimal-batch").headline.relation)
B = r*s/(n*(1 - L/L_x))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from derivations.claim.claim import AS_BUILT, AS_SAID, Asserted, Claim, Published, Reading, Said
    from derivations.claim.study import Study, read_study, study_of
    from derivations.errors import (
        CardError,
        DerivationsError,
        DimensionError,
        GrammarError,
        InputError,
        UndecidedError,
        UnknownNameError,
    )
    from derivations.language.quantity import Notation, Quantity
    from derivations.language.relation import Relation, relation
    from derivations.numbers.numbers_line import NumbersLine
    from derivations.numbers.scenario import Scenario
    from derivations.numbers.source import Source
    from derivations.numbers.value import Value, parse_value
    from derivations.report import Report, derive
    from derivations.search.board import Board, Handle
    from derivations.search.derivation import Derivation
    from derivations.search.premise import Alternative, Assumptions, Premise
    from derivations.search.step import Step
    from derivations.search.verdict import Finding, Verdict
    from derivations.show.table import Table
    from derivations.sources.catalog import load_catalog



# Names are loaded when they are first used, so that `derive --help` does not import SymPy.
_HOME = {
    "AS_BUILT": "claim.claim", "AS_SAID": "claim.claim", "Alternative": "search.premise", "Asserted": "claim.claim",
    "Assumptions": "search.premise", "Board": "search.board", "CardError": "errors", "Claim": "claim.claim",
    "Derivation": "search.derivation", "DerivationsError": "errors", "DimensionError": "errors",
    "Finding": "search.verdict", "GrammarError": "errors", "Handle": "search.board", "InputError": "errors",
    "Notation": "language.quantity", "NumbersLine": "numbers.numbers_line", "Premise": "search.premise",
    "Published": "claim.claim", "Quantity": "language.quantity", "Reading": "claim.claim",
    "Relation": "language.relation", "Report": "report", "Said": "claim.claim", "Scenario": "numbers.scenario",
    "Source": "numbers.source", "Step": "search.step", "Study": "claim.study", "Table": "show.table",
    "UndecidedError": "errors", "UnknownNameError": "errors", "Value": "numbers.value", "Verdict": "search.verdict",
    "derive": "report", "load_catalog": "sources.catalog", "parse_value": "numbers.value", "read_study": "claim.study",
    "relation": "language.relation", "study_of": "claim.study",
}

__all__ = [
    "AS_BUILT", "AS_SAID", "Alternative", "Asserted", "Assumptions", "Board", "CardError", "Claim", "Derivation",
    "DerivationsError", "DimensionError", "Finding", "GrammarError", "Handle", "InputError", "Notation",
    "NumbersLine", "Premise", "Published", "Quantity", "Reading", "Relation", "Report", "Said", "Scenario", "Source",
    "Step", "Study", "Table", "UndecidedError", "UnknownNameError", "Value", "Verdict", "derive", "load_catalog",
    "parse_value", "read_study", "relation", "study_of",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
