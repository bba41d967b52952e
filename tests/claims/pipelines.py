"""What the tests of pipelining share: what was said and what cards say, once more, and relations as text."""

from derivations import Report

GB = 10**9

# the numbers that were said, once more
TOTAL, WIDTH, BATCH, CONTEXT, CACHE = 10**12, 64, 2400, 200_000, 1667
# read off the cards once more: 61 layers of 576 numbers of 2 bytes, 671 and 37 billion parameters; a GB200 in fp8
V3_CACHE, V3_TOTAL, V3_ACTIVE = 61 * 576 * 2, 671 * GB, 37 * GB
PEAK, BANDWIDTH, MEMORY = 5 * 10**15, 8 * 10**12, 186 * GB


def text(report: Report, step: str) -> str:
    """The relation of a step."""
    return str(report[step].relation)
