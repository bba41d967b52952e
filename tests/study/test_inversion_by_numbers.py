"""Inverted results by numbers: what is found comes out again, and what cannot be is told with its reason."""

from fractions import Fraction

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, derive
from derivations.errors import InputError
from derivations.study.aim import aimed
from derivations.study.giving_way import as_given
from derivations.study.inversion import solved
from derivations.study.inversion_by_numbers import InversionByNumbers, inverted_by_numbers


@pytest.mark.parametrize(
    ("premise", "domain", "wanted", "told"),
    [
        ("y = ceil(a)", "positive", "5", ["above 4 up to 5"]),
        ("y = ceil(a + 1/2)", "nonnegative", "1", ["from 0 to 0.5"]),
        ("y = ceil(a + 1/2)", "whole", "1", ["from 0 to 0"]),
        ("y = ceil(a) + 1", "nonnegative", "1", ["from 0 to 0"]),
        ("y = ceil(a) + 1", "positive", "1", []),
    ],
)
def test_what_is_rounded_up_by_a_premise_alone_is_looked_for_from_zero_on(
    premise: str, domain: str, wanted: str, told: list[str]
) -> None:
    """Where the letter may be that; what is positive rounds up to one at least."""
    notation = Notation.of(f"y [] (integer) counted\na [] ({domain}) amount")
    claim = Claim("rounded", notation, lambda board: board.take(Premise("count", premise)), defaults={"a": "3"})
    found = inverted_by_numbers(derive(claim), "a", {"y": wanted})
    assert found is not None
    assert [found.stretch(item) for item in found.found] == told


@pytest.mark.long
@pytest.mark.parametrize(
    ("claim", "for_", "name", "number"),
    [
        ("checkpoint-interval", "t_save", "x_useful", "95%"), ("checkpoint-interval", "G_run", "t_work", "20 min"),
        ("cheapest-training", "N_ref", "y_data", "3"), ("cheapest-training", "D_inf", "u_saved", "20%"),
        ("overtraining-optimum", "D_inf", "D_pre", "10e12 token"),
    ],
)
def test_what_is_found_gives_what_was_given(claim: str, for_: str, name: str, number: str) -> None:
    """Forwards again, with the ordinary evaluation, the given number comes out; at another value it does not."""
    report = derive(claim)
    found = inverted_by_numbers(report, for_, {name: number})
    assert found is not None
    assert [item.is_point for item in found.found] == [True]
    assert "others are not excluded" in found.words

    def forwards(factor: Fraction) -> Fraction:
        size = found.found[0].low * factor / found.quantity.parsed_unit.factor
        again = as_given(derive(claim).with_values({for_: f"{float(size)!r} {found.quantity.unit}"}))
        value = again.evaluation.line(found.step.name).value
        assert value is not None
        return value / found.wanted.number - 1

    assert abs(forwards(Fraction(1))) < Fraction(1, 10**9)
    assert abs(forwards(Fraction(11, 10))) > Fraction(1, 10**4)


@pytest.mark.long
def test_a_rounded_number_is_had_from_one_value_to_another() -> None:
    """Four tokens are best over a stretch of costs, whose ends are those of three and of five."""
    report = derive("draft-length")
    found = inverted_by_numbers(report, "c_more", {"x_accept": "80%", "n_best": "4"})
    assert found is not None
    (one,) = found.found
    assert not one.is_point
    chance = Fraction(4, 5)

    def gains(tokens: int, cost: Fraction) -> bool:
        """True if one more token than so many pays, by the premise of the claim in fractions."""
        return chance**tokens * (1 - chance) * (1 + cost * (tokens - 1)) > cost * (1 - chance**tokens)

    inside, below, above = (one.low + one.high) / 2, one.low * Fraction(999, 1000), one.high * Fraction(1001, 1000)
    assert gains(3, inside)
    assert not gains(4, inside)
    assert gains(4, below)
    assert not gains(3, above)


@pytest.mark.long
def test_a_number_that_is_never_reached_is_told_with_those_that_are() -> None:
    """All of the time is never useful."""
    found = inverted_by_numbers(derive("checkpoint-interval"), "t_save", {"x_useful": "100%"})
    assert found is not None
    assert not found.found
    assert "was found that gives x_useful = 100%: there it is from" in found.words


@pytest.mark.long
def test_a_whole_number_between_two_is_passed_in_a_jump() -> None:
    """A result that is rounded up never is one and a half."""
    found = inverted_by_numbers(derive("draft-length"), "c_more", {"x_accept": "80%", "n_turn": "2.5"})
    assert found is not None
    assert found.found


@pytest.mark.long
def test_what_does_not_rest_on_it_is_no_question() -> None:
    """The restart does not move Young's interval; and a value for what is asked for leaves nothing to ask."""
    report = derive("checkpoint-interval")
    assert inverted_by_numbers(report, "t_again", {"t_young": "10 min"}) is None
    assert inverted_by_numbers(report, "t_save", {}) is None
    with pytest.raises(InputError, match="several values"):
        inverted_by_numbers(report, "t_save", {"x_useful": ["90%", "95%"]})


@pytest.mark.long
def test_what_is_rounded_up_gives_a_stretch_and_no_equation() -> None:
    """A formula leads to an equation with jumps; the models that a thousand replicas serve are no whole number."""
    report = derive("replicas")
    given = {"N_rep": "1000"}
    found = solved(aimed(report, "X_all", given), "X_all", given, by_itself=report)
    assert isinstance(found, InversionByNumbers)
    (stretch,) = found.found
    served = []
    for traffic in (stretch.low * Fraction("0.99"), (stretch.low + stretch.high) / 2, stretch.high * Fraction("1.01")):
        seen = report.with_values({"X_all": f"{float(traffic)!r} token/s"}).evaluation
        served.append(seen.line("replicas").value)
    assert served[0] is not None
    assert served[2] is not None
    assert served[0] < served[1] == 1000 < served[2]
    models = solved(aimed(report, "n_models", given), "n_models", given, by_itself=report)
    assert isinstance(models, InversionByNumbers)
    (whole,) = models.beside
    assert [item.number for item in whole.at] == [7, 8]


@pytest.mark.long
@pytest.mark.parametrize(
    ("for_", "told", "ends"),
    [
        # 68,085.1 tokens per second each: 136,170 are less than two make, 204,255 are not more than three
        ("X_all", "above 136,170 tokens per second up to 204,255 tokens per second", (2, 3)),
        # 500 million tokens per second: three of 166.7 make as much, and so do two of 250
        pytest.param("X_sys", "from 166.7 million tokens per second and below 250 million tokens per second", (3, 2),
                     marks=pytest.mark.long),
    ],
)
def test_an_end_that_gives_another_number_is_told_to_be_outside(for_: str, told: str, ends: tuple[int, int]) -> None:
    """By hand; and at either end as it is told the ordinary evaluation says so."""
    report = derive("replicas")
    found = inverted_by_numbers(report, for_, {"N_rep": "3"})
    assert found is not None
    (item,) = found.found
    assert found.stretch(item) == told
    there = [derive("replicas", values={for_: found.shown(end)}).result.value for end in (item.low, item.high)]
    assert there == list(ends)


@pytest.mark.parametrize(
    ("wanted", "told"),
    [("19/2", ["3.8"]), ("9.9", ["3.96"]), ("10.1", [])],
)
def test_a_value_between_the_last_point_that_keeps_the_premises_and_the_first_that_does_not(
    wanted: str, told: list[str]
) -> None:
    """What is reached goes on to where a premise ends it, and not to the last point that was tried."""
    premises = Premise("count", "y = ceil(b*1000)/1000"), Premise("twice", "b = 5*a/2"), Premise("room", "a <= k")

    def body(board: Board) -> Handle:
        count, twice, _ = map(board.take, premises)
        return board.substitute("in-full", count, (twice,))

    notation = Notation.of("y [] counted\na [] amount\nb [] twice and a half\nk [] room")
    claim = Claim("room", notation, body, defaults={"a": "3", "k": "4"})
    found = inverted_by_numbers(derive(claim), "a", {"y": wanted})
    assert found is not None
    assert [found.shown(item.high) for item in found.found] == told
    assert found.reached is not None
    assert abs(found.reached[1] - 10) < Fraction(1, 1000)
    assert told or "there it is from 1/1,000 to 10" in found.words
