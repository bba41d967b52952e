"""Number formats have exact widths."""

from fractions import Fraction

import pytest

from derivations.errors import UnknownNameError
from derivations.sources.formats import FORMATS, number_format


def test_the_width_of_every_format() -> None:
    """Bytes per number, without the scales of block formats."""
    widths = {name: each.byte_count for name, each in FORMATS.items()}
    half = Fraction(1, 2)
    assert widths == {"fp32": 4, "bf16": 2, "fp16": 2, "fp8": 1, "int8": 1, "fp4": half, "int4": half}


def test_a_weight_is_bytes_per_parameter() -> None:
    """With its format as the origin, and what is left out as the meaning."""
    fp8 = number_format("fp8")
    assert str(fp8.weight_bytes) == "1 byte per parameter"
    assert "block scales left out" in fp8.weight_bytes.meaning
    assert fp8.weight_bytes.origin == "format fp8"


def test_an_unknown_format_is_refused_with_the_nearest_ones() -> None:
    """fp6 is not in the table."""
    with pytest.raises(UnknownNameError, match="unknown number format 'fp6'; did you mean"):
        number_format("fp6")
