"""Plain text: all of a report, its key steps, or the formula alone."""

from __future__ import annotations

import pytest

from derivations import Report, derive, relation
from derivations.errors import UndecidedError, UnknownNameError
from derivations.show.report import report_markdown, report_plain


def test_the_whole_is_what_a_pipe_shows(as_built: Report) -> None:
    """As printed."""
    assert report_plain(as_built) == str(as_built)


def test_the_key_steps(as_built: Report) -> None:
    """The result and what the claim compares, with what is believed, and nothing that is rejected."""
    text = report_plain(as_built, "key")
    assert as_built.headline.name in text
    assert "(1) compute-time  take" in text
    assert "time-per-sequence  solve" not in text
    assert "\nRejected\n" not in text
    assert "t_seq" not in text


def test_the_result_alone(as_built: Report) -> None:
    """One line that is read back, and one formula for a page."""
    text = report_plain(as_built, "result")
    assert text.count("\n") == 1
    assert relation(text.strip(), as_built.derivation.notation) == as_built.headline.relation
    relation_ = as_built.headline.relation
    assert relation_ is not None
    assert report_markdown(as_built, "result") == f"$$\n{relation_.latex}\n$$\n"


@pytest.mark.parametrize("write", [report_plain, report_markdown])
def test_what_there_is_not(write: object) -> None:
    """Another word, and a result that does not stand."""
    assert callable(write)
    with pytest.raises(UnknownNameError, match="all"):
        write(derive("kv-bytes"), "al")
    blocked = derive("optimal-batch", premises={"roofline": "T >= t_c"})
    assert not blocked.headline.verdict.holds
    with pytest.raises(UndecidedError, match="there is no result to write"):
        write(blocked, "result")
