"""Sensitivity drawn: bars of characters that agree with the numbers beside them, notes, plain data, and the plot."""

import json
from fractions import Fraction

import pytest

from derivations import Board, Claim, Handle, InputError, Notation, Premise, Report, derive
from derivations.document.sensitivity import elasticity_table, sensitivity_json, tornado_table
from derivations.export.plots.swings import swings_plot
from derivations.study.sensitivity import Sensitivity, sensitivity
from derivations.writers.terminal import Style

from ..lecture_balance import LECTURE_BALANCE
from .texts import sensitivity_text

RANGES = {
    "n": "1..4 token/sequence", "b_w": "1..4 byte/parameter", "kappa": "1..70.272 kB/token", "G": "1..8 GPU",
    "L": "1k..8k token/sequence", "W_gpu": "6..8 TB/s/GPU",
}


@pytest.fixture(scope="module")
def report() -> Report:
    """The balance batch at a context of a thousand tokens."""
    return derive(LECTURE_BALANCE, values={"L": "1k token/sequence"})


@pytest.fixture(scope="module")
def found(report: Report) -> Sensitivity:
    """Ranges to one side, to both, to neither, beyond the condition, and away from the value here."""
    return sensitivity(report, RANGES)


@pytest.fixture(scope="module")
def bars(report: Report, found: Sensitivity) -> dict[str, str]:
    """The bar of each range."""
    return {row[0]: row[-1] for row in tornado_table(report, found).rows}


def single(text: str) -> Claim:
    """A claim of one premise about pure numbers."""

    def body(board: Board) -> str:
        board.take(Premise("only", text))
        return "only"

    notation = Notation.of("y [] (real) result\na [] (nonnegative) first\nc [] (nonnegative) second")
    return Claim("single", notation, body)


def spans(bar: str) -> dict[str, tuple[int, int]]:
    """From where to where each kind of character goes."""
    return {letter: (bar.index(letter), bar.rindex(letter)) for letter in set(bar)}


# --- bars


def test_bars_are_of_one_width_with_the_result_at_one_place(bars: dict[str, str]) -> None:
    """So that they can be compared by eye."""
    drawn = [bar for bar in bars.values() if "│" in bar]
    assert len(drawn) == 4
    assert {len(bar) for bar in drawn} == {24}
    assert len({bar.index("│") for bar in drawn}) == 1


def test_a_bar_goes_from_the_result_at_the_low_end_to_that_at_the_high_end(
    found: Sensitivity, bars: dict[str, str]
) -> None:
    """Left for less and right for more, on a logarithmic axis: a character for the same factor everywhere."""
    here = found.result.value
    ends = [line.value for item in found.swings for line in (item.at_low, item.at_high) if line.value is not None]
    assert here is not None
    for swing in found.swings:
        if "│" not in bars[swing.name]:
            continue
        where = spans(bars[swing.name])
        for letter, line in (("▒", swing.at_low), ("█", swing.at_high)):
            assert line.value is not None
            if letter in where:
                assert (where[letter][0] < where["│"][0]) == (line.value < here)
                at_the_edge = where[letter][0] == 0 or where[letter][1] == 23
                assert at_the_edge == (line.value in (min(ends), max(ends)))


def test_twice_the_factor_is_as_long_again() -> None:
    """From a sixteenth to sixteen times, of which two and four are a quarter and a half."""
    report = derive(single("y = a*c"), values={"a": 1, "c": 1})
    found = sensitivity(report, {"a": "1/16..16", "c": "1/4..4"})
    (first, second) = [row[-1] for row in tornado_table(report, found).rows]
    assert first == "▒" * 12 + "│" + "█" * 11
    assert second == "·" * 6 + "▒" * 6 + "│" + "█" * 5 + "·" * 6


def test_what_does_not_move_the_result_or_has_no_end_has_no_bar(bars: dict[str, str]) -> None:
    """Words, or a dash beside the reason."""
    assert bars["G"] == "does not move it"
    assert bars["L"] == "—"


def test_a_range_away_from_the_value_here_is_drawn_where_it_is(bars: dict[str, str]) -> None:
    """More bandwidth than there is gives less than the result, at both ends."""
    where = spans(bars["W_gpu"])
    assert "▒" not in where
    assert where["█"][1] < where["│"][0] - 1
    assert bars["W_gpu"][where["│"][0] - 1] == "·"


@pytest.mark.parametrize(
    ("relation", "low", "high"),
    [("y = a - 10", "▒", "█"), ("y = -a*c", "█", "▒")],
)
def test_negative_results_have_bars_and_zero_has_none(relation: str, low: str, high: str) -> None:
    """Less is to the left there, too."""
    report = derive(single(relation), values={"a": 4, "c": 1} if "c" in relation else {"a": 4})
    found = sensitivity(report, {"a": "2..8"})
    (row,) = tornado_table(report, found).rows
    assert row[-1].index(low) < row[-1].index("│") < row[-1].index(high)
    with pytest.raises(InputError, match="not above zero"):
        swings_plot(report, found.swings)
    zero = derive(single("y = a - 4"), values={"a": 4})
    (row,) = tornado_table(zero, sensitivity(zero, {"a": "5..6"})).rows
    assert row[-1] == "—"


# --- words


def test_the_text_tells_all_of_it(report: Report, found: Sensitivity) -> None:
    """Result, powers with formulas, swings, what lies outside, and the band over the corners with what is missing."""
    text = " ".join(sensitivity_text(report, found).split())
    for part in (
        "= 6,144 sequences", "Percent that B (balance-batch) rises", "-1.64 here -L_x/(L_x - L)",
        "B (balance-batch) over each range alone", "W_gpu = 4.8 TB/s per GPU here lies outside its range",
        "over 64 corners; values between them may lie outside", "least: ", "greatest: ", "no number at",
    ):
        assert part in text
    assert "lies outside" in text
    assert text.count("lies outside") == 1


@pytest.mark.long
def test_markdown_tells_all_of_it_without_bars(report: Report) -> None:
    """Tables and lists; characters of one width are for terminals."""
    text = report.sensitivity(RANGES).to_markdown()
    assert not set(text) & set("▒█│")
    assert "| $n$ | 1 to 4 tokens per sequence | 6,144 sequences |" in text
    items = [line for line in text.splitlines() if line.startswith("- ")]
    assert any("TB/s per GPU here lies outside its range" in item for item in items)
    ends = [item.split(":")[0] for item in items if item.startswith(("- least", "- greatest"))]
    assert ends == ["- least", "- greatest"]
    assert any("over 64 corners; values between them may lie outside" in item for item in items)
    assert "  " not in text


@pytest.mark.long
def test_the_claims_own_ranges_say_whose_they_are() -> None:
    """And a product goes no further between its corners."""
    report = derive("chinchilla")
    text = " ".join(sensitivity_text(report, sensitivity(report)).split())
    assert "eta: Reiner Pope, 1:41:39" in text
    assert "over 64 corners; no value between them lies outside" in text


def test_without_ranges_it_says_how_to_give_some(report: Report) -> None:
    """The powers stand alone."""
    text = sensitivity_text(report, sensitivity(report))
    assert "for ranges: `--range NAME=" in text
    assert "over each range" not in text


def test_a_band_without_a_number_is_told(report: Report) -> None:
    """With the reason."""
    text = " ".join(sensitivity_text(report, sensitivity(report, {"L": "8k..9k token/sequence"})).split())
    assert "at none of the 2 corners is there a number: no balance: L = 8,000 tokens per sequence" in text


def test_numbers_that_contradict_the_premises_are_told() -> None:
    """Here, and at a corner."""
    report = derive("train-interval", values={"G": "8 GPU"}, accelerator="h100", compute="bf16")
    text = " ".join(sensitivity_text(report, sensitivity(report, {"G": "8..9 GPU"})).split())
    assert "Warning: these numbers contradict the premises: the deployment must fit in memory, but" in text
    assert "there the numbers contradict the premises: the deployment must fit in memory, but" in text


@pytest.mark.parametrize("width", [60, 100])
def test_no_line_is_wider_than_the_screen(report: Report, found: Sensitivity, width: int) -> None:
    """Columns wrap or go on below."""
    assert max(map(len, sensitivity_text(report, found, Style(width=width)).splitlines())) <= width


def test_powers_stand_beside_values_and_formulas(report: Report, found: Sensitivity) -> None:
    """A power that holds everywhere has no formula."""
    rows = {row[0]: row[1:] for row in elasticity_table(report, found).rows}
    assert rows["L"] == ("1,000 tokens per sequence", "+0.643 here", "L/(L_x - L)")
    assert rows["b_w"] == ("1 byte per parameter", "+1", "—")


# --- plain data


def test_plain_data_has_every_number(report: Report, found: Sensitivity) -> None:
    """Through JSON, exactly, in the unit of the result."""
    data = json.loads(json.dumps(sensitivity_json(report, found), allow_nan=False))
    assert data["result"]["unit"] == "sequence"
    assert [item["name"] for item in data["elasticities"]] == [item.name for item in found.elasticities]
    powers = {item["name"]: item for item in data["elasticities"]}
    assert (powers["b_w"]["exact"], powers["b_w"]["formula"]) == ("1", None)
    assert (powers["L"]["exact"], powers["L"]["formula"]) == (None, "L/(L_x - L)")
    for told, own in zip(data["swings"], found.swings, strict=True):
        for end in ("at_low", "at_high"):
            line = getattr(own, end)
            assert told[end]["exact"] == (None if line.in_unit is None else str(line.in_unit))
            assert (told[end]["value"] is None) == bool(told[end]["why_not"])
        assert Fraction(told["low"]["exact"]) == own.low.in_unit(own.low.unit)
    corners = data["corners"]
    assert found.band is not None
    assert (corners["corners"], corners["without_number"]) == (64, found.band.without)
    assert Fraction(corners["least"]["exact"]) <= Fraction(corners["greatest"]["exact"])


def test_plain_data_without_ranges_has_no_corners(report: Report) -> None:
    """And no swings."""
    data = sensitivity_json(report, sensitivity(report))
    assert (data["swings"], data["corners"]) == ([], None)


# --- the plot


def test_the_plot_takes_other_swings_than_the_claims_own(report: Report, found: Sensitivity) -> None:
    """Each bar from the result, or from the nearer end of a range that it lies outside of."""
    (axes,) = swings_plot(report, found.swings).axes
    here = float(report.result.value or 0)
    drawn = [swing for swing in found.swings if swing.factor is not None]
    bars = {(int(line.get_ydata()[0]), float(line.get_xdata()[1])): float(line.get_xdata()[0])
            for line in axes.lines if len(line.get_xdata()) == 2 and line.get_linewidth() > 5}
    for place, swing in enumerate(drawn):
        if swing.factor == 1:
            continue
        low, high = sorted(float(line.value or 0) for line in (swing.at_low, swing.at_high))
        for result in (low, high):
            assert bars.pop((place, result)) == min(max(here, low), high)
    assert bars == {}
    left, right = axes.get_xlim()
    assert left < here < right


@pytest.mark.parametrize(
    ("formula", "ends", "told"),
    [("y = (x - a)^2 + b", "1..3", "1 to 2 between"), ("y = max(x, 4/x)", "1..4", "2 to 4 between"),
     ("y = max(9*b, x)", "1..4", "not seen to move it"), ("y = a + b", "1..4", "does not move it")],
)
def test_ends_that_are_alike_by_chance_are_no_sign_that_nothing_moves(formula: str, ends: str, told: str) -> None:
    """Between them the result goes to the bottom of a valley; by hand, at twelfths of the range."""

    def body(board: Board) -> Handle:
        premise = board.take(Premise("formula", formula))
        board.take(Premise("beside", "u = x"))
        return board.rewrite("again", premise, formula)

    letters = Notation.of("y [1] (real) y\nx [1] x\na [1] a\nb [1] b\nu [1] u")
    claim = Claim("valley", letters, body, defaults={"x": "2", "a": "2", "b": "1"})
    report = derive(claim)
    (row,) = tornado_table(report, sensitivity(report, {"x": ends})).rows
    assert row[-1] == told
