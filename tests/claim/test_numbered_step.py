"""Steps of a report are numbers where the report has some."""

import copy
import pickle

import pytest
import sympy

from derivations import Board, Notation, Premise, Report, UndecidedError
from derivations.claim.numbered_step import NumberedStep


def test_a_step_of_a_report_has_a_number_and_its_unit(as_built: Report) -> None:
    """In the quantity's own unit, as the numbers line has it."""
    step = as_built["balance-batch"]
    assert step.value == as_built.result.in_unit
    assert (step.unit, as_built.result.unit) == ("sequence", "sequence")
    assert float(step) == float(as_built.result) == float(step.value)


def test_it_is_the_step_of_the_derivation_still(as_built: Report) -> None:
    """Equal from either side, and printed alike."""
    step, own = as_built["balance-batch"], as_built.derivation["balance-batch"]
    assert step == own
    assert own == step
    assert str(step) == str(own)
    assert step != as_built["grouped"]
    assert step != "balance-batch"


def test_a_step_without_a_number_says_why(long_context: Report) -> None:
    """A condition fails there."""
    step = long_context[long_context.headline.name]
    for ask in (lambda: step.value, lambda: float(step), lambda: float(long_context.result)):
        with pytest.raises(UndecidedError, match="has no number: no balance"):
            ask()


def test_a_step_without_its_report_has_no_numbers(as_built: Report) -> None:
    """As when its fields are copied."""
    alone = NumberedStep.of(as_built["grouped"], None)  # type: ignore[arg-type]
    with pytest.raises(UndecidedError, match="taken out of its report"):
        float(alone)


def test_sympy_has_the_formula_and_never_a_rounded_number(as_built: Report) -> None:
    """Of a step, its relation and its numbers line; letters and values, too."""
    step = as_built["ridge-times-sparsity"]
    for item in (step, as_built.derivation[step.name], step.relation, step.numbers):
        assert sympy.sympify(item) == step.as_eq()
        assert not sympy.sympify(item).has(sympy.Float)
        assert sympy.latex(item).startswith("B = ")
    assert sympy.solve(step, as_built.symbols.s) == [as_built.symbols.B * as_built.symbols.n / as_built.symbols.r]
    assert sympy.sympify(as_built.derivation.notation["r"]) == as_built.symbols.r
    assert sympy.latex(as_built.derivation.notation["r"]) == as_built.derivation.notation["r"].latex
    assert sympy.sympify(as_built.scenario.values["n"]) == as_built.scenario.values["n"].number


def test_a_number_is_formatted_with_its_unit(as_built: Report) -> None:
    """By Python's own specifications; without one it is the line, or the value, as it is told."""
    line, value = as_built.result, as_built.scenario.values["W_gpu"]
    assert f"{line:.1f}" == f"{float(line):.1f} sequences"
    assert f"{value:.3f}" == f"{float(value):.3f} TB/s per GPU"
    assert (f"{line}", f"{value}") == (str(line), str(value))
    assert f"{value:>40}".endswith(str(value))


def test_conditions_are_kept_in_sympy_where_they_are_asked_for() -> None:
    """Within them the number is the same, beyond them there is none."""
    letters = Notation.of("y [] cost\nx [] servers\nx_max [] servers in the building")
    board = Board(letters)
    cost = board.take(Premise("cost", "y = 4/x + x", because="more servers share work, and each is rented"))
    board.take(Premise("building", "x <= x_max", because="there are no more"))
    board.minimise("cheapest", cost, over="x")
    step = board.finish()["cheapest"]
    assert (str(step.relation), *map(str, step.conditions)) == ("x = 2", "2 <= x_max")
    most = letters["x_max"].symbol
    assert step.as_eq() == sympy.Eq(letters["x"].symbol, 2, evaluate=False)
    kept = step.as_eq(conditions=True)
    assert [kept.rhs.subs(most, room) for room in (1, 2, 3)] == [sympy.nan, 2, 2]
    assert sympy.lambdify(most, kept.rhs, "math")(3) == 2
    assert board.finish()["cost"].as_eq(conditions=True) == board.finish()["cost"].as_eq()


def test_a_report_gives_all_of_its_equations_and_letters(as_built: Report) -> None:
    """By the names of steps and quantities."""
    equations = as_built.equations()
    assert equations.keys() == {step.name for step in as_built.derivation.trace if step.relation}
    assert equations["ridge-times-sparsity"] == as_built["ridge-times-sparsity"].as_eq()
    assert as_built.equations(conditions=True).keys() == equations.keys()
    assert vars(as_built.symbols).keys() == {quantity.name for quantity in as_built.derivation.notation}
    assert as_built.derivation.notation["B"].symbol == as_built.symbols.B


@pytest.mark.long
def test_reports_and_steps_are_pickled_copied_and_hashed(as_built: Report, long_context: Report) -> None:
    """What comes back is equal, and has the same number; what was evaluated is evaluated again."""
    for report in (as_built, long_context):
        for other in (pickle.loads(pickle.dumps(report)), copy.deepcopy(report)):
            assert other == report
            assert hash(other) == hash(report)
            assert str(other.result) == str(report.result)
            assert other.verdict == report.verdict
        step = report["roofline"]
        again = pickle.loads(pickle.dumps(step))
        assert (again, hash(again)) == (step, hash(step))
    assert len({as_built, long_context, copy.copy(as_built)}) == 2
