"""Tables over cards: which rows and columns, what stands where there is no number, and which premises hold."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.claim.claim import ALL, Cards, Grid
from derivations.errors import UnknownNameError
from derivations.show.report_tables import grid_table


@pytest.fixture(scope="module")
def interval() -> Report:
    """A claim whose result needs no model."""
    return derive("train-interval")


def test_a_result_without_a_rate_needs_no_format_and_no_model(interval: Report) -> None:
    """Every accelerator of the catalog by its title, capacity over bandwidth beside it."""
    table = grid_table(interval, Grid(("interval",), ALL))
    chips = interval.catalog.accelerators.values()
    assert [row[0] for row in table.rows] == [chip.title for chip in chips]
    for chip, row in zip(chips, table.rows, strict=True):
        milliseconds = Fraction(chip.capacity.number, chip.bandwidth.number) * 1000
        assert row[1].endswith(" ms")
        assert abs(Fraction(row[1].removesuffix(" ms")) - milliseconds) < milliseconds / 1000


def test_a_format_that_a_card_has_no_rate_for_leaves_it_out(interval: Report) -> None:
    """No fp8 rate is made up for an A100."""
    table = grid_table(interval, Grid(("meeting-batch",), ALL, cards=Cards("", "deepseek-v3", compute="fp8")))
    names = [row[0] for row in table.rows]
    assert "NVIDIA H100 SXM (fp8)" in names
    assert not any("A100" in name for name in names)


def test_many_columns_share_their_unit(as_built: Report) -> None:
    """The unit stands in the title, and the cells hold numbers alone."""
    models = ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b", "llama-3.1-8b")
    table = grid_table(as_built, Grid(("balance-batch",), ("h100",), models))
    assert "[sequence]" in table.title
    assert table.rows[0][1] == "5,354"
    assert table.head[1] == "DeepSeek-V3"


def test_many_columns_say_shortly_where_there_is_no_number(long_context: Report) -> None:
    """In the claim's own words."""
    models = ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b", "llama-3.1-8b")
    table = grid_table(long_context, Grid(("balance-batch",), ("h100",), models))
    assert set(table.rows[0][1:]) == {"no balance"}


def test_a_grid_may_ask_for_another_modelling_choice(as_built: Report) -> None:
    """The table is made under it, says so, and is not the table without it."""
    grid = Grid(("crossover-context",), ("h100",), ("deepseek-v3",), {"compute-time": "with-attention"})
    table = grid_table(as_built, grid)
    assert "compute-time: with-attention" in table.title
    assert table.rows[0][1] == "19,703 token/sequence"
    assert grid_table(as_built, Grid(("crossover-context",), ("h100",), ("deepseek-v3",))).rows[0][1] != (
        table.rows[0][1]
    )


def test_what_the_reader_assumed_is_kept_under_a_grid_that_asks_for_something_else() -> None:
    """The title tells the premise that holds, not the one that was asked for."""
    report = derive("optimal-batch", premises={"compute-time": "t_c = 2*phi*n*B*N_active/C"})
    grid = Grid(("crossover-context",), ("h100",), ("deepseek-v3",), {"compute-time": "with-attention"})
    table = grid_table(report, grid)
    assert "compute-time: t_c = 2*phi*n*B*N_active/C" in table.title
    assert table.rows[0][1] == "7,134 token/sequence"


def test_a_reader_may_do_away_with_the_edge_of_a_grid() -> None:
    """The quantity that an alternative would have brought along is not missed once the reader replaced the premise."""
    report = derive("optimal-batch", premises={"kv-fetch": "t_kv = 2*kappa*B*L/W"})
    choice = {"kv-fetch": "windows-and-selection"}
    grid = Grid(("crossover-context",), ("h100",), ("deepseek-v3",), choice, outside="below", at_least="L_full")
    assert grid_table(report, grid).rows[0][1] == "1,783 token/sequence"


def test_an_edge_that_no_premise_brings_along_is_a_slip(as_built: Report) -> None:
    """A quantity that nobody knows is told, and so is a reading."""
    with pytest.raises(UnknownNameError, match="L_fill"):
        grid_table(as_built, Grid(("crossover-context",), ("h100",), outside="below", at_least="L_fill"))
    with pytest.raises(UnknownNameError, match=r"unknown reading 'as-sad' of claim .*; did you mean as-said"):
        grid_table(as_built, Grid(("crossover-context",), readings=("as-sad",)))


def test_a_number_format_that_there_is_not_is_refused(as_built: Report) -> None:
    """And not taken for a card without a rate."""
    grid = Grid(("balance-batch",), ("h100",), ("deepseek-v3",), cards=Cards(compute="fp12"))
    with pytest.raises(UnknownNameError, match="fp12"):
        grid_table(as_built, grid)
