"""What the tests of the interval between passes share: a rack from its sheets, and numbers out of reports."""

from fractions import Fraction

from derivations import Report
from derivations.values.evaluation import Evaluation

MILLI, GIGA, TERA, PETA = Fraction(1, 1000), 10**9, 10**12, 10**15

# A rack of GB200 with DeepSeek-V3 in fp8, read off the sheets once more.
GPUS, PEAK, BANDWIDTH, MEMORY = 72, 5 * PETA, 8 * TERA, 186 * GIGA
TOTAL, ACTIVE, CACHE = 671 * GIGA, 37 * GIGA, 61 * (512 + 64)


def value(report: Report, step: str = "") -> Fraction:
    """The number of a step, or of the result, in base units."""
    number = (report.numbers(step) if step else report.result).value
    assert number is not None
    return number


def in_reading(report: Report, reading: str, step: str) -> Fraction:
    """The number of a step with the numbers of a reading."""
    scenario = report.readings[reading]
    number = Evaluation(report.derivation, scenario, report.claim.outside).line(step).value
    assert number is not None
    return number
