"""Reports of the built-in claims, derived once in each process that runs tests."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from derivations import Report, derive
from derivations.lecture.index import CLAIMS

from .lecture.changes import a_change

FEW = ("optimal-batch", "chinchilla", "pipeline-kv", "revnet")  # of every kind: serving, training, stages, nets


def few(claims: Iterable[str] = CLAIMS, kept: Iterable[str] = FEW) -> list[Any]:
    """Claims as parameters of a test: a few are for `make test`, the others for `make test-full`."""
    return [name if name in kept else pytest.param(name, marks=pytest.mark.full) for name in claims]


@cache
def plain(claim: str) -> Report:
    """A claim as it is."""
    return derive(claim)


@cache
def changed(claim: str) -> Report:
    """A claim under a changed premise."""
    return derive(claim, premises=a_change(claim))
