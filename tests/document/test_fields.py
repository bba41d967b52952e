"""Fields of a report: a field that is one row is shown by every form, and is in plain data."""

from collections import Counter

import pytest

from derivations import Report
from derivations.document import fields
from derivations.document.blocks import TextLine
from derivations.document.fields import ANSWER, APPENDIX, FIELDS, REPORT, RESULT, STEPS, SUMMARY, Field, View
from derivations.document.forms import WRITERS, written

from ..reports import plain

ANOTHER = Field(
    (ANSWER, RESULT, SUMMARY, REPORT), lambda view: [TextLine(f"another field of {view.report.claim.name}")],
    lambda view: {"another": view.report.claim.name})


@pytest.fixture
def interval() -> Report:
    return plain("train-interval")


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("extent", [ANSWER, RESULT, SUMMARY, REPORT])
def test_another_field_is_one_row(
    interval: Report, form: str, extent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in every form, and in plain data under its key."""
    before = written(fields.report_document(interval, extent), form, level=1)
    monkeypatch.setattr(fields, "FIELDS", (*FIELDS, ANOTHER))
    told = written(fields.report_document(interval, extent), form, level=1)
    assert ("another field of" in before, "another field of" in told) == (False, True)
    assert fields.report_json(interval)["another"] == interval.claim.name


def test_an_extent_leaves_out_what_it_has_not(interval: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields, "FIELDS", (*FIELDS, ANOTHER))
    for extent in (STEPS, APPENDIX):
        assert "another field" not in written(fields.report_document(interval, extent), "markdown")


def test_no_two_fields_have_the_same_key(interval: Report) -> None:
    """Else one would be lost."""
    keys = Counter(key for field in FIELDS for key in field.data(View(interval)))
    assert [key for key, count in keys.items() if count > 1] == []
    assert {"schema", "claim"}.isdisjoint(keys)
