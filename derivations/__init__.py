"""Symbolic derivations of claims about how large language models are trained and served.

>>> from derivations import derive
>>> print(derive("optimal-batch").headline.relation)
B = r*s/(n*(1 - L/L_x))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from derivations.catalog.loader import load_catalog
    from derivations.claims.claim import AS_BUILT, AS_SAID, Asserted, Claim, Published, Reading, Said
    from derivations.claims.study import Study, read_study, study_of
    from derivations.engine.board import Board, Handle
    from derivations.engine.derivation import Derivation
    from derivations.engine.premise import Alternative, Assumptions, Premise
    from derivations.engine.quantity import Notation, Quantity
    from derivations.engine.relation import Relation, relation
    from derivations.engine.step import Step
    from derivations.engine.verdict import Finding, Verdict
    from derivations.errors import (
        CardError,
        DerivationsError,
        DimensionError,
        GrammarError,
        InputError,
        UndecidedError,
        UnknownNameError,
    )
    from derivations.report import Report, derive
    from derivations.values.numbers import NumbersLine
    from derivations.values.scenario import Scenario
    from derivations.values.source import Source
    from derivations.values.value import Value, parse_value

# Names are loaded when they are first used, so that `derive --help` does not import SymPy.
_HOME = {
    "AS_BUILT": "claims.claim", "AS_SAID": "claims.claim", "Alternative": "engine.premise",
    "Asserted": "claims.claim", "Assumptions": "engine.premise", "Board": "engine.board", "CardError": "errors",
    "Claim": "claims.claim", "Derivation": "engine.derivation", "DerivationsError": "errors",
    "DimensionError": "errors", "Finding": "engine.verdict", "GrammarError": "errors", "Handle": "engine.board",
    "InputError": "errors", "Notation": "engine.quantity", "NumbersLine": "values.numbers",
    "Premise": "engine.premise", "Published": "claims.claim", "Quantity": "engine.quantity",
    "Reading": "claims.claim", "Relation": "engine.relation", "Report": "report", "Said": "claims.claim",
    "Scenario": "values.scenario", "Source": "values.source", "Step": "engine.step", "Study": "claims.study",
    "UndecidedError": "errors", "UnknownNameError": "errors", "Value": "values.value", "Verdict": "engine.verdict",
    "derive": "report", "load_catalog": "catalog.loader", "parse_value": "values.value",
    "read_study": "claims.study", "relation": "engine.relation", "study_of": "claims.study",
}  # fmt: skip

__all__ = [
    "AS_BUILT", "AS_SAID", "Alternative", "Asserted", "Assumptions", "Board", "CardError", "Claim", "Derivation",
    "DerivationsError", "DimensionError", "Finding", "GrammarError", "Handle", "InputError", "Notation",
    "NumbersLine", "Premise", "Published", "Quantity", "Reading", "Relation", "Report", "Said", "Scenario", "Source",
    "Step", "Study", "UndecidedError", "UnknownNameError", "Value", "Verdict", "derive", "load_catalog", "parse_value",
    "read_study", "relation", "study_of",
]  # fmt: skip

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
