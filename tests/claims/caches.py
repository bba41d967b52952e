"""What the tests of the bytes of a price step share: figures from sheets, and the claim's tables over cards."""

from fractions import Fraction

from derivations.claim.claim import Grid
from derivations.claims.lecture.kv_bytes import CLAIM

# Read off data sheets and configurations once more, so that a slip in a card does not check itself.
PEAK = {"h100": Fraction(989), "h200": Fraction(989), "gb200": Fraction(2500)}  # TFLOP/s, dense bf16
FP8 = {"h100": Fraction(1979), "h200": Fraction(1979), "gb200": Fraction(5000)}  # the same in fp8, as DeepSeek-V3 runs
BANDWIDTH = {"h100": Fraction("3.35"), "h200": Fraction("4.8"), "gb200": Fraction(8)}  # TB/s
LATENT = 61 * (512 + 64) * 2  # bytes per token of DeepSeek-V3, 16-bit numbers
LATENT_WORK = 61 * 2 * 128 * (512 + 64 + 512)  # FLOP for each new token and token of context
GRIDS = [grid for grid in CLAIM.grids if isinstance(grid, Grid)]
