"""A result in floats: the exact engine's number, and none where that has none."""

from dataclasses import replace

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, UndecidedError, derive
from derivations.export.float_formula import FloatFormula
from derivations.numbers.scenario import fitted_value
from derivations.numbers.value import parse_value

from ..lecture_balance import LECTURE_BALANCE


@pytest.mark.parametrize(
    ("claim", "name", "values"),
    [("optimal-batch", "L", ("0", "500", "2k")), ("cost-per-token", "B", ("1", "64", "4096")),
     ("queueing", "B_cap", ("100", "1k")), ("pipeline-kv", "ep_width", ("1", "8", "64"))],
)
def test_it_is_what_the_engine_finds(claim: str, name: str, values: tuple[str, ...]) -> None:
    """At other numbers than the report's own."""
    report = derive(claim)
    formula, quantity = FloatFormula.of(report), report.derivation.notation[name]
    for text in values:
        value = fitted_value(quantity, parse_value(f"{text} {quantity.unit}"))
        exact = report.evaluation.again(report.scenario.with_values({name: value})).line(report.headline.name)
        found = formula.number({name: float(value.number)})
        assert found == (None if exact.value is None else pytest.approx(float(exact.value), rel=1e-12))


@pytest.mark.parametrize("claim", [LECTURE_BALANCE, "optimal-batch"], ids=["a letter", "a formula"])
def test_outside_its_condition_it_has_no_number(claim: str | Claim) -> None:
    """As the engine has none."""
    assert FloatFormula.of(derive(claim, accelerator="gb200")).number({"L": 128_000.0}) is None
    assert derive(claim, accelerator="gb200", values={"L": "128k token/sequence"}).result.value is None


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("claim", "step", "name", "number"),
    [("overtraining-optimum", "tokens", "eta", 0.5), ("draft-length", "continuous-length", "x_draft", 0.05)],
)
def test_the_root_of_an_equation_is_a_result_as_well(claim: str, step: str, name: str, number: float) -> None:
    """That of the step itself, and of a slope that only rises, as the engine finds them."""
    report = derive(claim, values={name: str(number)})
    found = FloatFormula.of(report, step).number({name: number})
    assert found == pytest.approx(float(report.numbers(step).value or 0), rel=1e-10)


def test_where_something_is_greatest_no_root_is_told_as_least() -> None:
    """Nothing is compiled where a change of sign alone does not tell which of the two it is."""
    def body(board: Board) -> Handle:
        return board.minimise("best", board.take(Premise("cost", "t = -a/x - b*exp(x)", because="given")), over="x")

    notation = Notation.of("x [] what varies\na [] first\nb [] second\nt [] (real) what is least")
    with pytest.raises(UndecidedError, match="x is where something is least, which a change of sign alone"):
        FloatFormula.of(derive(Claim("best", notation, body), values={"a": "1", "b": "2"}), "best")


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("claim", "name", "values"),
    [("cheapest-training", "D_inf", ("1e12", "3e13")), ("overtraining-optimum", "eta", ("0.2", "0.9")),
     ("draft-length", "x_draft", ("0.01", "0.1", "0.3")), ("checkpoint-interval", "t_save", ("3", "300"))],
)
def test_a_root_behind_the_result_is_found_as_the_engine_finds_it(
    claim: str, name: str, values: tuple[str, ...]
) -> None:
    """One number at a time, and along a curve; the closed form by Lambert's W where there is one."""
    report = derive(claim)
    formula, quantity = FloatFormula.of(report), report.derivation.notation[name]
    assert bool(formula.roots) is (claim != "checkpoint-interval")
    given = [fitted_value(quantity, parse_value(f"{text} {quantity.unit}")) for text in values]
    exact = [report.evaluation.again(report.scenario.with_values({name: value})).line(report.headline.name).value
             for value in given]
    wanted = [pytest.approx(float(value or 0), rel=1e-9) for value in exact]
    sizes = [float(value.number) for value in given]
    assert [formula.number({name: size}) for size in sizes] == wanted
    assert formula.numbers({}, name, sizes) == wanted


@pytest.mark.long
def test_without_a_root_there_is_no_number() -> None:
    """Where its condition fails, and where the equation has no root."""
    formula = FloatFormula.of(derive("draft-length"))
    assert formula.number({"x_draft": 2.0}) is None
    assert formula.number({"m_out": 3.5}) is None
    assert formula.numbers({}, "x_draft", [2.0]) == [None]


def test_where_what_is_given_contradicts_an_equation_there_is_no_formula() -> None:
    """The length of a round makes the tokens that fail another number than the best round; curves go by numbers."""
    report = derive("draft-length")
    quantity = report.derivation.notation["n_len"]
    scenario = report.scenario.with_values({"n_len": fitted_value(quantity, parse_value(f"12 {quantity.unit}"))})
    assert report.evaluation.again(scenario).line("speed-up-by-length", alone=True).value is not None
    with pytest.raises(UndecidedError, match="no closed form"):
        FloatFormula.of(replace(report, scenario=scenario), "speed-up-by-length")
