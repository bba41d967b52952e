"""Reports of the built-in claims, derived once in each process that runs tests."""

from functools import cache

from derivations import Report, derive

from .lecture.changes import a_change


@cache
def plain(claim: str) -> Report:
    """A claim as it is."""
    return derive(claim)


@cache
def changed(claim: str) -> Report:
    """A claim under a changed premise."""
    return derive(claim, premises=a_change(claim))
