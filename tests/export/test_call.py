"""Calls that make a report again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations import Quantity, Report, Study, claims_in, derive, parse_value
from derivations.errors import InputError
from derivations.export.call import derive_call, value_text

from ..own_claims import CLAIMS
from ..reports import few

CHANGES: dict[str, Callable[[], Report]] = {
    "plain": lambda: derive("optimal-batch"),
    "as said": lambda: derive("optimal-batch", as_said=True),
    "cards": lambda: derive("optimal-batch", accelerator="h200", model="llama-3.1-405b", weights="fp8"),
    "values": lambda: derive("kv-bytes", values={"L": "1/3 token/sequence", "n": "2.5e7 token/sequence"}),
    "several": lambda: derive("optimal-batch", values={"L": "8k, 32k token/sequence"}),
    "premises": lambda: derive("optimal-batch", premises={"roofline": "no-overlap"}),
    "left out": lambda: derive("optimal-batch", without="N_total", values={"N_total": "1e12 parameter"}),
    "symbols": lambda: derive(
        "optimal-batch", symbols="mfu [] (fraction) achieved \"share\" of the peak's",
        premises={"arithmetic-time": "t_c = phi*n*B*N_active/(mfu*C)"}, values={"mfu": "40%"}, budget=2_500_000,
    ),
}
CHANGES.pop("left out")


def same(one: Report, other: Report) -> None:
    """Two reports that say the same."""
    assert one.derivation == other.derivation
    assert one.scenario.title == other.scenario.title
    assert str(one) == str(other)


def run(call: str) -> Report:
    """The report that a call makes."""
    made: dict[str, Any] = {}
    exec(call, made)
    report: Report = made["report"]
    return report


@pytest.mark.some(1)
@pytest.mark.parametrize("change", few(CHANGES, ["cards", "values", "symbols"]))
def test_the_call_makes_the_report_again(change: str) -> None:
    """With all that was changed."""
    report = CHANGES[change]()
    same(run(derive_call(report)), report)


@pytest.mark.long
def test_a_quantity_with_more_to_it_than_a_line() -> None:
    """Its letters and its bound are in the call."""
    mfu = Quantity("mfu", "", "achieved share", "fraction", latex="u")
    report = derive(
        "optimal-batch", symbols=mfu, premises={"arithmetic-time": "t_c = phi*n*B*N_active/(mfu*C)"},
        values={"mfu": "40%"}, study=Study("a title's own"),
    )
    same(run(derive_call(report)), report)


def test_a_claim_of_a_file(tmp_path: Path) -> None:
    """The file is named; without one there is no call."""
    path = tmp_path / "own's.py"
    path.write_text(CLAIMS, encoding="utf-8")
    report = derive(claims_in(path)["cold-start"], values={"t": "2 s", "S": "1 GB"})
    assert run(derive_call(report, claim_files=[path])).result.result == report.result.result
    with pytest.raises(InputError, match="is not built in"):
        derive_call(report)


@pytest.mark.parametrize("text", ["3.35 TB/s", "1/3", "-2 byte", "40 %", "1e30 FLOP", "0.000001 s", "2/7 ms", "0"])
def test_a_value_is_read_back(text: str) -> None:
    """To the very same number."""
    value = parse_value(text)
    assert parse_value(value_text(value)).number == value.number
