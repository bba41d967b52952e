"""Rents as people type them: one value however it is written, and one line for what is no rent of a GPU."""

from fractions import Fraction

import pytest

from derivations.errors import InputError
from derivations.study.rent import rent


@pytest.mark.parametrize("text", [
    "$2.5/h", "$2.50/hr", "2.5 $/GPU-hour", "2.5 $/GPU/h", "2.5 USD/h/GPU", "USD 2.5 per GPU hour", "US$2.5 / hour",
    "2.5 dollars an hour", "2.5 dollars per hour and GPU", "$60/day", "2.5", "$2.5", "2.5 $/gpu",
])
def test_one_rent_is_written_in_many_ways(text: str) -> None:
    """Two and a half dollars for 3,600 seconds of a GPU, also where the GPU or the hour is left out."""
    assert rent(text).number == Fraction(5, 2) / 3600
    assert str(rent(text.replace("$60/day", "2.5"))) == "2.5 dollars per GPU-hour"


@pytest.mark.parametrize("text", ["€2/h", "2 EUR/h", "$2/node/h", "$2/month", "$2 USD", "$2/h/h", "-2", "free", "", "0",
                                  "2,5", "2 h/$"])
def test_what_is_no_rent_of_a_gpu_is_one_line(text: str) -> None:
    with pytest.raises(InputError) as refused:
        rent(text)
    assert "\n" not in str(refused.value)
