"""What layers that run backward save and cost: out of the tool, and again out of plain fractions."""

import re
from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.claims.lecture.revnet import CLAIM
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value

NAME = "revnet"
# read off the card of DeepSeek-V3 once more: layers, width, parameters, and 61 layers of 576 numbers of 2 bytes
LAYERS, WIDTH, TOTAL, ACTIVE, CACHE = 61, 7168, 671 * 10**9, 37 * 10**9, 61 * 576 * 2
KEPT, TOKENS, BYTES = 17, 4096, 2
GB = 10**9


def text(report: Report, step: str) -> str:
    """The relation of a step."""
    return str(report[step].relation)


def test_the_layer_and_the_block_are_undone(built: Report) -> None:
    """As said, and as in the paper."""
    assert text(built, "residual-read-off") == "in_x = out_y"
    assert text(built, "layer-undone") == "in_y = out_x - f_layer(out_y)"
    assert text(built, "second-half-undone") == "x_second = y_second - g_block(y_first)"
    assert text(built, "first-half-undone") == "x_first = y_first - f_block(x_second)"


def test_the_block_in_whole_numbers() -> None:
    """With functions that have no inverse."""

    def f(t: int) -> int:
        return t * t - 4

    def g(t: int) -> int:
        return abs(t) % 3

    for x_1 in range(-5, 6):
        for x_2 in range(-5, 6):
            y_1 = x_1 + f(x_2)
            y_2 = x_2 + g(y_1)
            again = y_2 - g(y_1)
            assert (y_1 - f(again), again) == (x_1, x_2)


def test_the_residual_comes_from_two_layers_back_at_any_depth(built: Report) -> None:
    assert text(built, "two-layers-back") == (
        "right(k_round + 2) = right(k_round) + f_round(k_round + 1, right(k_round + 1))"
    )
    assert text(built, "plain-left") == "left_back(0) = left(0)"


def test_two_layers_are_a_block(built: Report) -> None:
    assert text(built, "block-of-two") == "right(2) = right(0) + f_round(1, left(2))"


def test_memory_is_linear_in_the_layers_or_without_them(built: Report) -> None:
    assert text(built, "kept") == "m_keep = n_layers*k_kept*d_model*b_act*D_held"
    assert text(built, "any-depth") == "m_rev = (2 + k_kept)*d_model*b_act*D_held"
    assert text(built, "memory-saved") == "y_act = n_layers*k_kept/(k_kept + 2)"
    deep = derive(NAME, values={"n_layers": 122})
    assert value(deep, "kept") == 2 * value(built, "kept")
    assert value(deep, "held") == value(built, "held")


def test_as_built_agrees_with_plain_fractions(built: Report) -> None:
    vector = WIDTH * BYTES * TOKENS
    assert value(built, "kept") * GB == LAYERS * KEPT * vector
    assert value(built, "held") * GB == (2 + KEPT) * vector
    assert value(built) == Fraction(LAYERS * KEPT, KEPT + 2)
    assert value(built, "layers-at-even") == Fraction(KEPT + 2, KEPT)
    assert value(built, "as-large-as-weights") == Fraction(2 * TOTAL, LAYERS * KEPT * WIDTH * BYTES)


def test_as_said_a_hundred_layers_of_one_vector(said: Report) -> None:
    """A hundred vectors, and three."""
    assert value(said) == Fraction(100, 3)
    assert value(said, "overhead") == Fraction(4, 3)


def test_the_overhead_is_a_third(built: Report) -> None:
    """Three passes become four; the number of the blog post does not follow, and says so."""
    assert text(built, "overhead") == "y_work = 4/3"
    assert value(built, "training-arithmetic") == 6
    (wrong,) = [row for row in built.published if not agreeing(row)]
    assert wrong.published.step == "overhead"
    assert wrong.published.note
    assert wrong.published.kind == "retelling"


def test_both_trades_in_plain_fractions(built: Report) -> None:
    """Arithmetic for a byte saved, and arithmetic saved for a byte: both pay between the two."""
    spent = Fraction(2 * ACTIVE * TOKENS) / (value(built, "kept") - value(built, "held")) / GB
    saved = Fraction(2 * ACTIVE, CACHE)
    assert value(built, "spent") == value(built, "spent-in-full") == value(built, "worth-at-even") == spent
    assert value(built, "saved-per-byte") == value(built, "cache-worth-at-even") == saved
    assert value(built, "both-trades") == saved / spent > 1


@pytest.mark.parametrize(("worth", "pays"), [("5,000 FLOP/byte", False), ("5,100 FLOP/byte", True)])
def test_reversible_layers_pay_on_one_side_of_the_worth(built: Report, worth: str, pays: bool) -> None:
    """By both costs, on either side of 5,071 FLOP for a byte."""
    report = derive(NAME, values={"w_byte": worth})
    assert (value(report, "reversible-cost") < value(report, "kept-cost")) is pays


@pytest.mark.parametrize(("worth", "pays"), [("1,052,000 FLOP/byte", True), ("1,054,000 FLOP/byte", False)])
def test_a_cache_pays_on_the_other_side_of_its_own(worth: str, pays: bool) -> None:
    report = derive(NAME, values={"w_byte": worth})
    assert (value(report, "cached-cost") < value(report, "again-cost")) is pays


def test_the_condition_travels(built: Report) -> None:
    """With a single layer nothing is saved at any worth."""
    assert [str(item) for item in built["worth-at-even"].conditions] == ["k_kept + 2 < n_layers*k_kept"]
    line = derive(NAME, values={"n_layers": 1}).numbers("worth-at-even")
    assert line.value is None
    assert line.outside


@pytest.mark.parametrize("name", [step.name for step in CLAIM.derive().rejects])
def test_wrong_statements_are_refuted(built: Report, name: str) -> None:
    assert built[name].sound
    assert built[name].verdict.finding is Finding.REFUTED


def test_each_year_is_told_with_who_says_it(built: Report) -> None:
    """Three versions, none of them computed."""
    dated = [item for item in CLAIM.asserted if re.search(r"\b201\d\b", item.text)]
    assert len(dated) == len({item.by for item in dated}) == 3
    for item in dated:
        assert f"{item.text} ({item.by}, {item.where})" in built.asserted()


def test_kept_inputs_alone_are_still_linear_in_the_layers() -> None:
    """Then the layers compute once more in ordinary training, too, and nothing more is spent."""
    chosen = {"ordinary-activations": "inputs-only", "training-arithmetic": "recomputed"}
    changed = derive(NAME, premises=chosen)
    assert value(changed) == Fraction(LAYERS + KEPT, KEPT + 2)
    assert value(changed, "overhead") == 1
    assert value(changed, "spent-in-full") == 0


@pytest.mark.long
def test_functions_computed_twice_more_cost_two_thirds() -> None:
    """Still not twice."""
    changed = derive(NAME, premises={"reversible-arithmetic": "computed-twice-more"})
    assert value(changed, "overhead") == Fraction(5, 3)


@pytest.mark.long
def test_narrow_halves_hold_one_vector_less(built: Report) -> None:
    narrow = derive(NAME, premises={"reversible-activations": "narrow-halves"})
    assert (value(built, "held") - value(narrow, "held")) * GB == WIDTH * BYTES * TOKENS


@pytest.mark.some(1)
@pytest.mark.parametrize(("premise", "alternative", "step"), [
    ("ordinary-activations", "inputs-only", "kept"),
    ("reversible-arithmetic", "computed-twice-more", "overhead"),
    ("training-arithmetic", "recomputed", "overhead"),
])
def test_a_reason_says_nothing_that_another_premise_makes_false(premise: str, alternative: str, step: str) -> None:
    """Neither that a forward pass more is a third, nor that activations are in proportion to the layers."""
    changed = derive(NAME, premises={premise: alternative})
    assert changed[step].verdict.shown
    assert not re.search(r"linear|three|one more", changed[step].because)
