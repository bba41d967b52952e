"""The plot of bits: a square for each bit, and words that count them."""

import pytest

from derivations.errors import InputError
from derivations.show.plots.bits_plot import Bits, bits_plot
from derivations.show.plots.drawing import svg_text

PANELS = [Bits("one", (0b0001, 0b0110)), Bits("other", (0b1111,))]


def test_filled_squares_are_the_bits_that_are_set() -> None:
    """The first bit of a number stands at the left."""
    axes = bits_plot(PANELS, 4, title="which").axes
    assert axes[0].collections[0].get_array().tolist() == [[0, 0, 0, 1], [0, 1, 1, 0]]
    assert axes[1].collections[0].get_array().tolist() == [[1, 1, 1, 1]]


def test_words_count_them() -> None:
    text = svg_text(bits_plot(PANELS, 4, title="which"))
    assert "one: 1, 2 bits set." in text
    assert "other: 4 bits set." in text


@pytest.mark.parametrize("panels", [[], [Bits("empty", ())]])
def test_nothing_is_no_plot(panels: list[Bits]) -> None:
    with pytest.raises(InputError, match="at least one row"):
        bits_plot(panels, 4, title="which")
