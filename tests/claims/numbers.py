"""Numbers out of reports, for tests that compute them once more."""

from fractions import Fraction

from derivations import Report
from derivations.claim.published import Comparison
from derivations.language.unit import parse_unit
from derivations.numbers.rounding import agrees


def value(report: Report, step: str = "", reading: str = "") -> Fraction:
    """The number of a step, or of the result, in its own unit: in the report's scenario, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    number = seen.line(step or report.headline.name).in_unit
    assert number is not None
    return number


def agreeing(row: Comparison) -> bool:
    """True if a published number is what the derived one becomes as it was rounded, whatever its kind."""
    if row.derived is None:
        return False
    read = row.published.read()
    scale = parse_unit(row.unit).factor
    low, high = (value.number / scale for value in (read if isinstance(read, tuple) else (read, read)))
    return agrees((low, high) if isinstance(read, tuple) else low, row.derived, row.published.rounding)
