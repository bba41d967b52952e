"""Sweeps: every combination in order, each row as if it were alone, and a reason in every row without a number."""

from fractions import Fraction

import pytest

from derivations import Board, Claim, DimensionError, InputError, Notation, Premise, Report, UnknownNameError, derive
from derivations.numbers.value import Value, parse_values
from derivations.study.sweep import MOST_ROWS, Sweep, refuse_too_many, sweep

from ..lecture_balance import LECTURE_BALANCE

NOTATION = Notation.of("""
t [s] time to load the weights and start
S [byte] size of the weights
N [parameter] parameters
b [byte/parameter] size of a parameter
W [byte/s] bandwidth of the disk
v [s] time to start
z [] a number that nothing uses
""")


def loading(board: Board) -> str:
    """A sum, with a size that stands for a product."""
    load = board.take(Premise("load", "t = S/W + v"))
    size = board.take(Premise("size", "S = N*b"))
    board.substitute("time", load, (size,))
    return "time"


LOADING = Claim("loading", NOTATION, loading)
GIVEN = {"N": "2e9 parameter", "b": "2 byte/parameter", "W": "1, 2, 4 GB/s", "v": "1 s, 3 s"}


@pytest.fixture(scope="module")
def loaded() -> Report:
    """Four gigabytes at three bandwidths, with two times to start."""
    return derive(LOADING, values=GIVEN)


def values(**texts: str) -> dict[str, tuple[Value, ...]]:
    """Several values of each quantity."""
    return {name: parse_values(text) for name, text in texts.items()}


def numbers(found: Sweep, column: int = 0) -> list[Fraction | None]:
    """One column, in its unit."""
    return [row.cells[column].number if row.cells else None for row in found.rows]


def test_every_combination_is_a_row_and_the_last_quantity_changes_fastest(loaded: Report) -> None:
    """With the result of plain arithmetic."""
    found = sweep(loaded)
    combined = [(w, v) for w in (1, 2, 4) for v in (1, 3)]
    assert [(row.values["W"].number, row.values["v"].number) for row in found.rows] == [
        (w * 10**9, v) for w, v in combined
    ]
    assert numbers(found) == [Fraction(4, w) + v for w, v in combined]
    assert found.first == {name: loaded.scenario.values[name] for name in ("W", "v")}


@pytest.mark.parametrize("premises", [{}, {"arithmetic-time": "with-attention"}])
def test_a_row_is_what_its_values_alone_would_give(premises: dict[str, str]) -> None:
    """Numbers, and the claim's words outside the condition, the same as in a report of its own."""
    contexts = ("0", "1k", "2,554", "4k", "128k")
    report = derive(LECTURE_BALANCE, values={"L": f"{'; '.join(contexts)} token/sequence"}, premises=premises)
    found = sweep(report, steps=["crossover-context"])
    for row, context in zip(found.rows, contexts, strict=True):
        alone = derive(LECTURE_BALANCE, values={"L": f"{context} token/sequence"}, premises=premises)
        for cell, step in zip(row.cells, ("balance-batch", "crossover-context"), strict=True):
            line = alone.numbers(step)
            assert (cell.text, cell.number, cell.exact) == (line.result, line.in_unit, line.exact)
    beyond = "no balance: L = 128,000 tokens per sequence is not below L_x = "
    beyond = "this form does not apply: " if premises else beyond
    assert found.rows[-1].cells[0].text.startswith(beyond)


def test_a_missing_value_says_which() -> None:
    """In every row."""
    report = derive(LOADING, values={"N": "2e9 parameter", "W": "1, 2 GB/s", "v": "1 s"})
    assert [row.cells[0].text for row in sweep(report).rows] == ["needs b", "needs b"]


def test_numbers_that_disagree_are_told_in_their_row_and_the_others_stay(as_built: Report) -> None:
    """The ridge follows from the cards; only its own value is one that they allow."""
    found = sweep(as_built, values(r="300 token; 9895/48 token"))
    refused, allowed = found.rows
    assert refused.refused.startswith("r = 300 tokens is given, but C_gpu, W_gpu, b_w, phi make it 206.1 tokens")
    assert refused.cells == ()
    assert allowed.cells[0].number == as_built.result.in_unit


def test_a_bound_between_quantities_holds_in_every_row() -> None:
    """More active parameters than there are."""
    found = sweep(derive(LECTURE_BALANCE, values={"N_active": "37e9, 700e9, 74e9 parameter"}))
    assert "exceeds N_total = 671 billion parameters" in found.rows[1].refused
    one, _, two = numbers(found)
    assert one is not None
    assert two == one / 2


def test_premises_that_the_numbers_break_are_told_in_their_row() -> None:
    """Eight GPUs do not hold the weights, seventy-two do."""
    small = {"accelerator": "h100", "compute": "bf16"}
    found = sweep(derive("train-interval", values={"G": "8, 72 GPU"}, **small))
    told = [row.contradictions for row in found.rows]
    assert told[0] == derive("train-interval", values={"G": "8 GPU"}, **small).contradictions != ()
    assert told[1] == ()


# --- columns


def test_a_column_is_a_step_or_a_quantity(loaded: Report) -> None:
    """By either name; a quantity that the scenario values stands as it is, and a repeated one stands once."""
    found = sweep(loaded, steps=["load", "S", "b", "time", "t", "size", "W"])
    assert [column.name for column in found.columns] == ["time", "load", "size", "b"]
    assert [column.unit for column in found.columns] == ["s", "s", "byte", "byte/parameter"]
    assert [cell.text for cell in found.rows[0].cells] == ["5 s", "5 s", "4 GB", "2 bytes per parameter"]
    assert numbers(found, 2) == [4 * 10**9] * 6


def test_an_inequality_is_a_column_with_its_sign() -> None:
    """A pass takes at least so long."""
    report = derive(LECTURE_BALANCE, values={"B": "1, 2 sequence", "G": "8 GPU"})
    columns = {column.name: column for column in sweep(report, steps=["T"]).columns}
    assert (columns["balance-batch"].operator, columns["roofline"].operator) == ("=", ">=")


def test_a_result_that_does_not_stand_says_so_and_other_columns_have_numbers(no_overlap: Report) -> None:
    """There is no balance to evaluate, but there are the times."""
    found = sweep(no_overlap, values(B="1, 2 sequence", G="8 GPU"), ["weight-fetch"])
    assert {row.cells[0].text for row in found.rows} == {str(no_overlap.headline.verdict)}
    assert all(number is not None for number in numbers(found, 1))


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("lood", UnknownNameError, "unknown step or quantity 'lood'; did you mean load?"),
        ("Wx", UnknownNameError, "unknown step or quantity 'Wx'"),
        ("z", InputError, "nothing in loading says what z is, and it has no value"),
    ],
)
def test_a_column_that_there_is_not_is_refused(loaded: Report, name: str, error: type[Exception], told: str) -> None:
    """With the nearest names."""
    with pytest.raises(error) as caught:
        sweep(loaded, steps=[name])
    assert str(caught.value).startswith(told)


# --- what it is about


@pytest.mark.parametrize(
    ("set_to", "title"),
    [
        ({"L": "1k, 2k token/sequence"}, ""),
        ({"n": "2 token/sequence", "L": "1k, 2k token/sequence"}, ", with n = 2 tokens per sequence"),
        ({"L": "1k, 2k token/sequence", "n": "2 token/sequence"}, ", with n = 2 tokens per sequence"),
    ],
)
def test_the_title_leaves_out_what_varies(as_built: Report, set_to: dict[str, str], title: str) -> None:
    """And keeps what else was set."""
    assert sweep(derive(LECTURE_BALANCE, values=set_to)).title == as_built.scenario.title + title


def test_the_title_of_given_values_alone(loaded: Report) -> None:
    """Where no card stands behind them."""
    assert sweep(loaded).title == "given: N = 2 billion parameters, b = 2 bytes per parameter"
    assert sweep(derive(LOADING, values={"N": "1, 2 parameter"})).title == ""


def test_explicit_values_need_no_study(as_built: Report) -> None:
    """They stand for the several values of a study; the evaluated claim stays as it is."""
    found = sweep(as_built, values(L="1k token/sequence", n="1, 2 token/sequence"))
    assert len(found.rows) == 2
    assert as_built.result.result == "3,738 sequences"


@pytest.mark.parametrize(
    ("several", "told"),
    [
        ({}, "needs a quantity"),
        ({"W": ()}, "needs a quantity, and values of it"),
        ({"W": (Value.of(1, ""),) * 101, "v": (Value.of(1, ""),) * 100}, "101 of W and 100 of v make 10,100 rows"),
    ],
)
def test_too_many_rows_or_none_are_refused(several: dict[str, tuple[Value, ...]], told: str) -> None:
    """At most ten thousand."""
    with pytest.raises(InputError, match=told):
        refuse_too_many(several)
    assert MOST_ROWS == 10_000


def test_too_many_rows_are_refused_before_anything_is_derived() -> None:
    """The body is never run."""

    def body(board: Board) -> str:
        raise AssertionError(board)

    times = [Value.of(number, "s") for number in range(1, 122)]
    with pytest.raises(InputError, match="make 14,641 rows"):
        derive(Claim("never", NOTATION, body), values={"v": times, "t": times})


@pytest.mark.parametrize(
    ("several", "error", "told"),
    [
        (values(W="1 GB/s, 2 s"), DimensionError, r"W \(bandwidth of the disk\) is byte/s, but 2 s is s"),
        (values(W="1, 0 GB/s"), InputError, "must be positive"),
        (values(Wx="1, 2 GB/s"), UnknownNameError, "unknown quantity 'Wx'"),
    ],
)
def test_values_that_a_quantity_cannot_take_are_refused(
    loaded: Report, several: dict[str, tuple[Value, ...]], error: type[Exception], told: str
) -> None:
    """All of them, and not only the first."""
    with pytest.raises(error, match=told):
        sweep(loaded, several)


def test_what_stays_although_a_premise_ties_it_is_told_in_the_title() -> None:
    """A size that has a value of its own does not follow the parameters; one that is traced back does."""

    def body(board: Board) -> str:
        board.take(Premise("load", "t = S/W*N/1[parameter]"))
        board.take(Premise("size", "S = N*b"))
        return "load"

    claim = Claim("tied", NOTATION, body)
    held = derive(claim, values={"N": "1 parameter, 2 parameter", "S": "6 byte", "W": "1 byte/s"})
    assert sweep(held).title.endswith("at given S")
    assert numbers(sweep(held)) == [6, 12]
    free = derive(claim, values={"N": "1 parameter, 2 parameter", "b": "6 byte/parameter", "W": "1 byte/s"})
    assert "at given" not in sweep(free).title
    assert numbers(sweep(free)) == [6, 24]
    both = sweep(held, values(N="1 parameter, 2 parameter", S="6 byte, 12 byte"))
    assert "at given" not in both.title
