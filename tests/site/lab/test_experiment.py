"""Experiments: text of the page becomes a study, and what is wrong with it is told where it was written."""

import json
import shlex
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import InputError
from derivations.site.lab.answers import answer, derived
from derivations.site.lab.experiment import LONGEST, MOST, Experiment

from ...conftest import Outcome

CLAIM = "optimal-batch"


def asked(ask: str, **question: Any) -> dict[str, Any]:
    """The answer to a question about the balance batch."""
    changes = question.pop("experiment", {})
    text = json.dumps({"ask": ask, "experiment": {"claim": CLAIM, **changes}, **question})
    found: dict[str, Any] = json.loads(answer(text))
    return found


@pytest.mark.parametrize(("changes", "field", "row", "column", "told"), [
    ({"premises": {"kv-fetch": "t_kv = kappa*B*sqrt(L/W"}}, "premise:kv-fetch", 0, 20, "never closed"),
    ({"premises": {"kv-fetch": "t_kv = kapa*B*L/W"}}, "premise:kv-fetch", 0, 8, "did you mean kappa or kappa_win?"),
    ({"premises": {"kv-fetch": "t_kv = kappa*B*L"}}, "premise:kv-fetch", 0, 0, "t_kv is s but kappa*B*L is byte"),
    ({"premises": {"kv-fetch": "t_w = kappa*B*L/W"}}, "premise:kv-fetch", 0, 0, "keep the left side"),
    ({"premises": {"kv-fetch": "__import__('os')"}}, "premise:kv-fetch", 0, 0, "is a relation"),
    ({"premises": {"roofline": "no-overlp"}}, "premise:roofline", 0, 0, "did you mean no-overlap?"),
    ({"premises": {"kv-fech": "t_kv = kappa*B*L/W"}}, "premise:kv-fech", 0, 0, "did you mean kv-fetch?"),
    ({"letters": ["y [s] a time", "x [byte/tokn] index"]}, "letters", 2, 0, "did you mean token?"),
    ({"letters": ["x"]}, "letters", 1, 0, "write 'name [unit] meaning'"),
    ({"values": ["n = 1", "L 2k"]}, "values", 2, 0, "NAME = VALUE UNIT"),
    ({"values": ["n = 1", "n = 2"]}, "values", 2, 0, "given twice"),
    ({"values": ["n = 1", "L = 2k tokn/sequence"]}, "values", 2, 0, "did you mean token?"),
    ({"values": ["n = 1", "Lx = 2k"]}, "values", 2, 0, "did you mean L_x or L?"),
    ({"values": ["L = -3"]}, "values", 1, 0, "must be zero or more"),
    ({"accelerator": "h2000"}, "cards", 0, 0, "did you mean h200"),
    ({"claim": "optimal-bath"}, "", 0, 0, "did you mean optimal-batch?"),
])
def test_a_refusal_names_its_field(changes: dict[str, Any], field: str, row: int, column: int, told: str) -> None:
    """With the line and the column, as far as there is one."""
    refused = asked("derive", experiment=changes)["refused"]
    assert (refused["field"], refused["row"], refused["column"]) == (field, row, column)
    assert told in refused["message"]
    assert "\n" not in refused["message"]


def test_a_letter_of_an_alternative_may_be_used_elsewhere() -> None:
    """What is wrong beside it is told, and not that letter."""
    changes = {"premises": {"kv-fetch": "windows-and-selection", "weight-fetch": "t_w = b_w*N_total*kappa_all/W"}}
    refused = asked("derive", experiment=changes)["refused"]
    assert refused["field"] == "premise:weight-fetch"
    assert "kappa_all" in refused["message"]
    assert "unknown" not in refused["message"]


@pytest.mark.parametrize("data", [
    None, [], "optimal-batch", {"claim": 1}, {"claim": CLAIM, "premises": []},
    {"claim": CLAIM, "premises": {"roofline": 1}}, {"claim": CLAIM, "letters": "x"}, {"claim": CLAIM, "values": [1]},
    {"claim": CLAIM, "values": ["n = 1"] * (MOST + 1)},
    {"claim": CLAIM, "premises": {"roofline": "x" * (LONGEST + 1)}},
])
def test_data_of_another_form_is_refused(data: Any) -> None:
    """Whatever an address made a page send."""
    with pytest.raises(InputError):
        Experiment.read(data)


_PLAIN = st.none() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=8), max_size=2)
_KEYS = st.sampled_from(["ask", "experiment", "formula", "form"])


@given(st.text(max_size=20) | st.dictionaries(_KEYS, _PLAIN, max_size=3).map(json.dumps))
def test_any_text_is_answered(text: str) -> None:
    """With a refusal, and no traceback."""
    assert list(json.loads(answer(text))) == ["refused"]


@pytest.mark.long
def test_the_command_derives_the_same(command: Callable[..., Outcome]) -> None:
    """Letters, values and premises, quoted as a shell wants them."""
    experiment = Experiment(
        CLAIM, (("kv-fetch", "t_kv = kappa*B*sqrt(L*x)/W"),), ("x [token/sequence] reach of the cache",),
        ("L = 400 token/sequence", "x = 1k token/sequence"), "h100",
    )
    found = command(*shlex.split(experiment.command)[1:], "--brief")
    assert found.code == 0
    assert derived(experiment)["number"] in found.out
