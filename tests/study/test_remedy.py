"""What would make a condition hold that fails: each value does, and less does not."""

import pytest

from derivations import Report, derive
from derivations.study.remedy import here_instead, remedies

DRAFTED = {"n_ver": 6, "x_accept": "30%", "x_draft": 0}


def test_each_remedy_makes_the_condition_hold_and_little_less_does_not() -> None:
    """One quantity at a time, rounded to the side where it holds."""
    values = {"y_price": "1.5"}
    report = derive("prefill-decode", values=values)
    assert report.result.outside
    found = {item.quantity.name: item for item in remedies(report, report.headline)}
    assert list(found) == ["y_price", "n", "B"]
    for name in ("y_price", "B"):
        bound = str(found[name]).removeprefix(f"{name} >= ")
        assert report.with_values({**values, name: bound}).result.value is not None
        assert report.with_values({**values, name: found[name].number * 99 / 100}).result.outside


def test_what_a_message_has_already_is_not_told_again(as_built: Report) -> None:
    """L below L_x is all that can be said; and where everything holds there is nothing to mend."""
    long = as_built.with_values({"L": "8k"})
    assert long.result.outside
    assert remedies(long, long.headline) == remedies(as_built, as_built.headline) == ()


def test_behind_a_condition_on_what_is_derived_stand_what_was_given_and_the_defaults() -> None:
    """t_c <= t_m of a pass that verifies six tokens: fewer sequences, by the numbers of both sides put in by hand."""
    report = derive("speculative-decoding", model="llama-3.1-8b", values=DRAFTED)
    found = {item.quantity.name: item for item in remedies(report, report.headline)}
    assert str(found["B"]).startswith("B <= ")
    assert report.with_values({**DRAFTED, "B": found["B"].number}).result.value is not None
    assert report.with_values({**DRAFTED, "B": found["B"].number * 101 / 100}).result.outside


def test_another_step_says_what_is_so_where_a_condition_of_the_result_fails() -> None:
    """(1 - 0.3^6)/0.7 tokens for 2.492 times the time of a pass: drafting loses."""
    report = derive("speculative-decoding", model="llama-3.1-8b", values=DRAFTED)
    line = here_instead(report)
    assert line is not None
    assert line.step == "speed-up"
    assert float(line) == pytest.approx((1 - 0.3**6) / 0.7 / 2.492, rel=1e-3)
    assert here_instead(derive("kv-bytes")) is None
