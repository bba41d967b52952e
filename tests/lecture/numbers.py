"""Numbers out of reports, for tests that compute them once more."""

from fractions import Fraction

from derivations import Report


def value(report: Report, step: str = "", reading: str = "") -> Fraction:
    """The number of a step, or of the result, in its own unit: in the report's scenario, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    number = seen.line(step or report.headline.name).in_unit
    assert number is not None
    return number
