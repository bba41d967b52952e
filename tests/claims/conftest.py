"""Reports of the claim that a module names as CLAIM, each derived once for it."""

import pytest

from derivations import Report, derive


@pytest.fixture(scope="module")
def built(request: pytest.FixtureRequest) -> Report:
    """On the default cards."""
    return derive(request.module.CLAIM)


@pytest.fixture(scope="module")
def said(request: pytest.FixtureRequest) -> Report:
    """With the lecturer's own numbers."""
    return derive(request.module.CLAIM, as_said=True)
