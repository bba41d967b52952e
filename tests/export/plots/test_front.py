"""The front of a plan as a picture: a line for each size, the speed asked for, measured rows; told in words, too."""

import pytest

from derivations import front_plot, plan
from derivations.errors import InputError


@pytest.mark.long
def test_lines_points_and_the_speed_asked_for() -> None:
    label = str(front_plot(plan("deepseek-v3", "h200", 8, speed="20 token/s")).get_label())
    assert "derived, 8 GPUs" in label
    assert "measured, at a context near this one" in label


@pytest.mark.long
def test_nothing_to_draw_is_refused() -> None:
    with pytest.raises(InputError, match="no front to draw"):
        front_plot(plan("deepseek-v3", "h200", 2))
