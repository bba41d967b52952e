"""The packaged accelerators: as their makers print them, plausible, and with every conflict kept."""

from fractions import Fraction

import pytest

from derivations.sources.card import Accelerator
from derivations.sources.catalog import Catalog

ACCELERATORS = [
    "a100-40", "a100-80", "h100", "h100-nvl", "h800", "h200", "b200", "gb200", "b300", "gb300", "rubin", "mi300x",
    "mi300a", "mi325x", "mi355x", "mi455x", "tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-v7", "trainium2", "gaudi3",
]


def ridge(card: Accelerator, format_name: str, width: Fraction | int) -> Fraction:
    """Tokens per pass at which a dense model's arithmetic takes as long as reading its weights."""
    return card.rate(format_name).number * width / (2 * card.bandwidth.number)


def test_the_packaged_accelerators_are_these(catalog: Catalog) -> None:
    """Claims and notebooks refer to them by name."""
    assert list(catalog.accelerators) == ACCELERATORS


def test_figures_per_gpu_say_so(catalog: Catalog) -> None:
    """Every rate, bandwidth and capacity is per GPU; only the size of the domain is a count of GPUs."""
    for card in catalog.accelerators.values():
        for figure in card.figures:
            expected = 1 if figure.key == "domain" else -1
            assert figure.dimension.powers()["GPU"] == expected, (card.name, figure.key)


def test_the_h100_is_as_its_makers_print_it(catalog: Catalog) -> None:
    """Dense rates: 989 and 1,979 TFLOP/s; 3.35 TB/s; 80 GB."""
    card = catalog.accelerator("h100")
    assert card.rate("bf16").number == 989 * 10**12
    assert card.rate("fp8").number == 1979 * 10**12
    assert card.bandwidth.number == 3_350_000_000_000
    assert card.capacity.number == 80 * 10**9
    assert card.domain is not None
    assert card.domain.number == 8


def test_rubin_keeps_its_announcements_side_by_side(catalog: Catalog) -> None:
    """35 PFLOP/s is given for training, 50 for inference; bf16 is far below half of fp8."""
    card = catalog.accelerator("rubin")
    assert [figure.number for figure in card.rate("fp4").recorded[:2]] == [35 * 10**15, 50 * 10**15]
    assert card.rate("bf16").number == 4 * 10**15 < card.rate("fp8").number / 4
    assert [figure.number // 10**12 for figure in card.bandwidth.recorded] == [22, 20, 13]


def test_blackwell_keeps_its_conflicts(catalog: Catalog) -> None:
    """B200: 7.7 and 8 TB/s, 180, 186 and 192 GB; B300: fp8 from 4.5 to 10 PFLOP/s, bf16 from 2.25 to 5."""
    b200, b300 = catalog.accelerator("b200"), catalog.accelerator("b300")
    assert [figure.number for figure in b200.bandwidth.recorded] == [7_700_000_000_000, 8_000_000_000_000]
    assert {180 * 10**9, 186 * 10**9, 192 * 10**9} < {figure.number for figure in b200.capacity.recorded}
    assert [figure.number // 10**12 for figure in b300.rate("bf16").recorded] == [2250, 3500, 5000]
    assert [figure.number // 10**12 for figure in b300.rate("fp8").recorded] == [4500, 7000, 10000]


def test_other_tools_are_kept_beside_the_makers(catalog: Catalog) -> None:
    """The bandwidth of the H100 in four tools, the GH200 in the column of the H100, TPU v4 and v5e."""
    h100, v4, v5e = (catalog.accelerator(name) for name in ("h100", "tpu-v4", "tpu-v5e"))
    assert [figure.number // 10**9 for figure in h100.bandwidth.recorded] == [3350, 3072, 3300, 3400]
    assert [figure.number // 10**12 for figure in h100.rate("bf16").recorded] == [989, 1979]
    assert [figure.number // 10**12 for figure in v4.rate("bf16").recorded] == [275, 260]
    assert [figure.number // 10**9 for figure in v4.bandwidth.recorded] == [1200, 1600]
    assert [figure.number for figure in v5e.bandwidth.recorded] == [819 * 10**9, 800 * 2**30]


def test_a_rate_that_may_be_sparse_is_told(catalog: Catalog) -> None:
    """MI455X: what AMD prints without saying which stands beside the half that a source takes for dense."""
    for form, printed in (("fp8", 20100), ("fp4", 40300)):
        rate = catalog.accelerator("mi455x").rate(form)
        assert [figure.number // 10**12 for figure in rate.conflicts] == [printed]
        assert "not said" in rate.conflicts[0].meaning


@pytest.mark.parametrize("name", ACCELERATORS)
def test_accelerators_are_plausible(catalog: Catalog, name: str) -> None:
    """Memory drains in 1 ms to 1 s, sparsity does not slow down, and the inner network is the faster one."""
    card = catalog.accelerator(name)
    assert Fraction(1, 1000) < card.drain.number < 1
    for format_name, figure in card.sparse.items():
        assert card.rate(format_name).number <= figure.number
    assert card.domain is not None
    assert card.domain.number >= 8 or name in ("h100-nvl", "mi300a")  # pairs, and nodes of four
    if card.scale_up_bandwidth is not None and card.scale_out_bandwidth is not None:
        assert card.scale_up_bandwidth.number > card.scale_out_bandwidth.number
    else:
        assert name in ("mi455x", "mi300a")  # announced without a direction; read nowhere


def test_narrower_formats_are_not_slower(catalog: Catalog) -> None:
    """A rate in fewer bits is at least the rate in more."""
    for card in catalog.accelerators.values():
        rates = [card.compute[name].number for name in ("bf16", "fp8", "fp4") if name in card.compute]
        assert rates == sorted(rates), card.name


@pytest.mark.parametrize(
    ("name", "format_name", "width", "tokens"),
    [
        ("a100-40", "bf16", 2, 201), ("a100-80", "bf16", 2, 153), ("h100", "bf16", 2, 295), ("h800", "fp8", 1, 295),
        ("h200", "bf16", 2, 206), ("b200", "fp4", Fraction(1, 2), 292), ("gb200", "fp8", 1, 312),
        ("gb300", "fp4", Fraction(1, 2), 469), ("rubin", "fp8", 1, 398), ("rubin", "fp4", Fraction(1, 2), 398),
        ("mi300x", "bf16", 2, 247), ("mi300a", "bf16", 2, 185), ("mi325x", "bf16", 2, 217),
        ("h100-nvl", "bf16", 2, 214), ("mi355x", "bf16", 2, 315), ("tpu-v4", "bf16", 2, 229),
        ("tpu-v5e", "bf16", 2, 241), ("tpu-v5p", "int8", 1, 166), ("tpu-v6e", "bf16", 2, 560),
        ("tpu-v7", "fp8", 1, 313), ("trainium2", "fp8", 1, 224), ("gaudi3", "bf16", 2, 500), ("gaudi3", "fp8", 1, 250),
    ],
)
def test_the_ridge_of_each_generation(
    catalog: Catalog, name: str, format_name: str, width: Fraction | int, tokens: int
) -> None:
    """The lecture's 300, from the cards: it spans 153 to 560."""
    assert round(ridge(catalog.accelerator(name), format_name, width)) == tokens


@pytest.mark.parametrize(
    ("name", "milliseconds"),
    [
        ("a100-40", "25.7"), ("a100-80", "39.2"), ("h100", "23.9"), ("h800", "23.9"), ("h200", "29.4"),
        ("b200", "23.4"), ("gb200", "23.2"), ("b300", "34.8"), ("gb300", "34.9"), ("rubin", "13.1"),
        ("mi300x", "36.2"), ("mi300a", "24.2"), ("mi325x", "42.7"), ("h100-nvl", "24.1"),
        ("mi355x", "36"), ("tpu-v4", "28.6"), ("tpu-v5e", "19.5"), ("tpu-v5p", "36.9"),
        ("tpu-v6e", "21"), ("tpu-v7", "27.9"), ("trainium2", "35.5"), ("gaudi3", "34.9"),
    ],
)
def test_the_time_to_read_all_memory(catalog: Catalog, name: str, milliseconds: str) -> None:
    """The lecture's 20 ms, from the cards: binary capacities are not taken for decimal ones."""
    assert round(catalog.accelerator(name).drain.number * 1000, 1) == Fraction(milliseconds)


def test_a_site_draws_more_than_its_boards(catalog: Catalog) -> None:
    """Server, network and cooling come on top: from 1.5 times the limit of the board to two and a half times."""
    both = [card for card in catalog.accelerators.values() if card.power is not None and card.site_power is not None]
    assert len(both) == 6
    for card in both:
        assert card.power is not None
        assert card.site_power is not None
        assert Fraction(3, 2) <= card.site_power.number / card.power.number <= Fraction(5, 2), card.name
        assert card.site_power.source.key == "inferencex-constants"


def test_what_a_gpu_costs_its_owner_stands_where_its_power_at_the_site_does(catalog: Catalog) -> None:
    """One source has both: 1.30 dollars an hour for an H100 to 2.652 for a GB300."""
    costs = {card.name: card.owner_cost for card in catalog.accelerators.values() if card.owner_cost is not None}
    assert costs.keys() == {card.name for card in catalog.accelerators.values() if card.site_power is not None}
    hourly = {name: cost.number * 3600 for name, cost in costs.items()}
    assert min(hourly, key=hourly.__getitem__) == "mi300x"
    assert (hourly["h100"], hourly["gb300"]) == (Fraction("1.3"), Fraction("2.652"))
    assert {cost.source.key for cost in costs.values()} == {"inferencex-constants"}
