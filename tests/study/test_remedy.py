"""What would make a condition hold that fails: each value does, and less does not."""

from derivations import Report, derive
from derivations.study.remedy import remedies


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
