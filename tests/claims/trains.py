"""A rack from its sheets, which the tests of the interval between passes share."""

from fractions import Fraction

MILLI, GIGA, TERA, PETA = Fraction(1, 1000), 10**9, 10**12, 10**15

# A rack of GB200 with DeepSeek-V3 in fp8, read off the sheets once more; attention computes in bf16.
GPUS, PEAK, BANDWIDTH, MEMORY = 72, 5 * PETA, 8 * TERA, 186 * GIGA
TOTAL, ACTIVE, CACHE = 671 * GIGA, 37 * GIGA, 61 * (512 + 64)
PAIR, ATTENTION_PEAK = 61 * 128 * 2 * (512 + 64 + 512), PEAK // 2
