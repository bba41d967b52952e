"""Derivations of claims under changes of their premises, and the same as JSON."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from derivations.claims.index import CLAIMS
from derivations.derivation.derivation import ClaimedDerivation, Derivation

from ..claims.changes import a_change
from ..reports import OF_EVERY_FORM, derived_under

SEVERAL: dict[str, tuple[dict[str, str], ...]] = {
    "optimal-batch": (
        {},
        {"roofline": "no-overlap"},
        {"arithmetic-time": "weights-alone"},
        {"kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"},
    ),
    "train-interval": ({}, {"full-read": "part-read"}, {"back-to-back": "tau = 2*T"}),
    "pipeline-kv": ({}, {"one-per-stage": "fixed-number"}, {"balanced-micro-batch": "with-context"}),
    "kv-bytes": ({}, {"cache-layout": "latent"}, {"kv-fetch": "windows-and-selection"}),
}
NAMES = [name for name in CLAIMS if name in {*OF_EVERY_FORM, *SEVERAL, "overtraining-optimum"}]
CHANGES = {name: SEVERAL.get(name, ({}, a_change(name))) for name in NAMES}
# proven and waiting steps, powers, functions, and a step that has no closed form; the others are for make test-long
QUICK = {("optimal-batch", 0), ("optimal-batch", 1), ("pipeline-kv", 0), ("chinchilla", 1), ("revnet", 0),
         ("draft-length", 0)}
CASES = [pytest.param(name, place, marks=() if (name, place) in QUICK else pytest.mark.long)
         for name in NAMES for place in range(len(CHANGES[name]))]
# a whole derivation checked anew takes long: each claim once, under a change, and those above
ONE_EACH = [case for case in CASES if case.values in QUICK or case.values[1] == len(CHANGES[case.values[0]]) - 1]


def derived(name: str, place: int = 0) -> Derivation:
    """A claim under one of its changes."""
    return derived_under(name, CHANGES[name][place])


@cache
def written(name: str, place: int = 0) -> str:
    """The same as JSON text."""
    return json.dumps(derived(name, place).to_json(), allow_nan=False)


@cache
def read(name: str, place: int = 0) -> ClaimedDerivation:
    """What is read from that text."""
    return Derivation.from_json(written(name, place))


def data(name: str = "optimal-batch") -> Any:
    """The same as data of one's own, to be tampered with."""
    return json.loads(written(name))


def step_of(stored: Any, name: str) -> Any:
    """A stored step or reject by name."""
    return next(step for step in (*stored["trace"], *stored["rejects"]) if step["name"] == name)


def first_of(stored: Any, rule: str) -> Any:
    """The first stored step of a rule."""
    return next(step for step in stored["trace"] if step["rule"] == rule and step["relation"] is not None)
