"""What tests share: a claim under a study is derived once, and anew for a test that patches the package."""

from types import SimpleNamespace

import pytest

from derivations import derive

from .fixed_claims import EVEN_ROUND
from .lecture_balance import LECTURE_BALANCE
from .once import takes_it


def test_the_same_study_is_the_same_report() -> None:
    """Another one is another, and a claim of one's own is derived each time."""
    said = derive("kv-bytes", as_said=True)
    assert derive("kv-bytes", as_said=True) is said
    assert derive("kv-bytes") is not said
    assert derive(LECTURE_BALANCE) is derive(LECTURE_BALANCE)
    assert derive(EVEN_ROUND) is not derive(EVEN_ROUND)


@pytest.mark.long
def test_a_test_that_patches_derives_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes `monkeypatch`; and so does one of what a derivation is."""
    assert derive("kv-bytes") is not derive("kv-bytes")
    functions = (test_the_same_study_is_the_same_report, test_a_test_that_patches_derives_anew)
    items = [SimpleNamespace(function=each, nodeid="tests/cli/test_main.py::x") for each in functions]
    assert [takes_it(item) for item in items] == [True, False]
    assert not takes_it(SimpleNamespace(function=functions[0], nodeid="tests/derivation/test_step.py::x"))
