"""The packaged cards: every number sourced, plausible, and as the sources print it."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from derivations.catalog.card import Accelerator, Model
from derivations.catalog.figure import Figure
from derivations.catalog.loader import Catalog

ACCELERATORS = [
    "a100-40", "a100-80", "h100", "h800", "h200", "b200", "gb200", "b300", "gb300", "rubin",
    "mi300x", "mi355x", "tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-v7", "trainium2", "gaudi3",
]  # fmt: skip
MODELS = [
    "deepseek-v3", "llama-3.1-70b", "mixtral-8x7b", "llama-3.1-8b", "llama-3.1-405b", "mixtral-8x22b",
    "kimi-k2", "qwen3-235b", "gpt-oss-120b",
]  # fmt: skip


def all_figures(catalog: Catalog) -> Iterator[Figure]:
    """Every packaged figure, conflicting ones included."""
    cards: list[Accelerator | Model] = [*catalog.accelerators.values(), *catalog.models.values()]
    for card in cards:
        for figure in card.figures:
            yield from figure.recorded


def ridge(card: Accelerator, format_name: str, width: Fraction | int) -> Fraction:
    """Tokens per pass at which a dense model's arithmetic takes as long as reading its weights."""
    return card.rate(format_name).number * width / (2 * card.bandwidth.number)


def test_the_packaged_cards_are_these(catalog: Catalog) -> None:
    """Claims and notebooks refer to them by name."""
    assert list(catalog.accelerators) == ACCELERATORS
    assert list(catalog.models) == MODELS


def test_every_figure_has_source_date_meaning_and_a_positive_number(catalog: Catalog) -> None:
    """A number without a source does not enter the catalog; shared experts may be none."""
    for figure in all_figures(catalog):
        assert figure.source.title, figure.key
        assert figure.date, (figure.key, figure.source.key)
        assert figure.meaning, figure.key
        assert figure.number > 0 or figure.key == "shared_experts"


def test_every_source_is_used(catalog: Catalog) -> None:
    """A source that no figure cites is left over from something."""
    assert {figure.source.key for figure in all_figures(catalog)} == set(catalog.sources)


def test_general_knowledge_is_unverified(catalog: Catalog) -> None:
    """What nobody read anywhere says so."""
    assert catalog.sources["general-knowledge"].standing == "unverified"


def test_conflicting_figures_differ_from_the_default(catalog: Catalog) -> None:
    """A source that agrees is no conflict."""
    for figure in all_figures(catalog):
        numbers = [other.number for other in figure.recorded]
        assert len(set(numbers)) == len(numbers), (figure.key, figure.source.key)


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


def test_deepseek_v3_is_as_its_makers_print_it(catalog: Catalog) -> None:
    """671 and 37 billion parameters; 8 of 256 experts and a shared one, where the lecture says 32."""
    card = catalog.model("deepseek-v3")
    assert [card.total.number, card.active.number] == [671 * 10**9, 37 * 10**9]
    assert card.layers.number == 61
    assert card.experts is not None
    assert card.active_experts is not None
    assert card.shared_experts is not None
    counts = [card.experts.number, card.active_experts.number, card.shared_experts.number]
    assert counts == [256, 8, 1]
    assert card.active_experts.conflicts[0].number == 32


def test_rubin_keeps_its_announcements_side_by_side(catalog: Catalog) -> None:
    """35 PFLOP/s is given for training, 50 for inference; no bf16 rate is recorded."""
    card = catalog.accelerator("rubin")
    assert [figure.number for figure in card.rate("fp4").recorded[:2]] == [35 * 10**15, 50 * 10**15]
    assert "bf16" not in card.compute
    assert card.rate("fp8").source.standing == "unverified"


def test_blackwell_keeps_its_conflicts(catalog: Catalog) -> None:
    """B200: 7.7 and 8 TB/s, 180 and 192 GB; B300: fp8 from 4.5 to 10 PFLOP/s."""
    b200, b300 = catalog.accelerator("b200"), catalog.accelerator("b300")
    assert [figure.number for figure in b200.bandwidth.recorded] == [7_700_000_000_000, 8_000_000_000_000]
    assert [b200.capacity.number, b200.capacity.conflicts[-1].number] == [180 * 10**9, 192 * 10**9]
    assert [figure.number // 10**12 for figure in b300.rate("fp8").recorded] == [4500, 7000, 10000]


@pytest.mark.parametrize("name", ACCELERATORS)
def test_accelerators_are_plausible(catalog: Catalog, name: str) -> None:
    """Memory drains in 1 ms to 1 s, sparsity does not slow down, and the inner network is the faster one."""
    card = catalog.accelerator(name)
    assert Fraction(1, 1000) < card.capacity.number / card.bandwidth.number < 1
    for format_name, figure in card.sparse.items():
        assert card.rate(format_name).number <= figure.number
    assert card.scale_up_bandwidth is not None
    assert card.scale_out_bandwidth is not None
    assert card.domain is not None
    assert card.scale_up_bandwidth.number > card.scale_out_bandwidth.number
    assert card.domain.number >= 8


def test_narrower_formats_are_not_slower(catalog: Catalog) -> None:
    """A rate in fewer bits is at least the rate in more."""
    for card in catalog.accelerators.values():
        rates = [card.compute[name].number for name in ("bf16", "fp8", "fp4") if name in card.compute]
        assert rates == sorted(rates), card.name


@pytest.mark.parametrize("name", MODELS)
def test_models_are_plausible(catalog: Catalog, name: str) -> None:
    """Active parameters and experts are part of the whole, and the cache is of a known size."""
    card = catalog.model(name)
    assert card.active.number <= card.total.number
    assert (card.experts is None) == card.is_dense
    if card.experts is not None and card.active_experts is not None:
        assert card.active_experts.number < card.experts.number
    assert 10_000 < card.kv_elements_per_token.number < 300_000


@pytest.mark.parametrize(
    ("name", "format_name", "width", "tokens"),
    [
        ("a100-80", "bf16", 2, 153), ("h100", "bf16", 2, 295), ("h200", "bf16", 2, 206),
        ("b200", "fp4", Fraction(1, 2), 292), ("gb200", "fp8", 1, 312), ("gb300", "fp4", Fraction(1, 2), 469),
        ("rubin", "fp4", Fraction(1, 2), 398), ("mi300x", "bf16", 2, 247), ("tpu-v5e", "bf16", 2, 241),
        ("tpu-v6e", "bf16", 2, 560), ("trainium2", "fp8", 1, 224), ("gaudi3", "bf16", 2, 500),
    ],
)  # fmt: skip
def test_the_ridge_of_each_generation(
    catalog: Catalog, name: str, format_name: str, width: Fraction | int, tokens: int
) -> None:
    """The lecture's 300, from the cards: it spans 153 to 560."""
    assert round(ridge(catalog.accelerator(name), format_name, width)) == tokens


@pytest.mark.parametrize(
    ("name", "milliseconds"),
    [("h100", "23.9"), ("a100-80", "39.2"), ("h200", "29.4"), ("rubin", "13.1"), ("tpu-v4", "28.6")],
)
def test_the_time_to_read_all_memory(catalog: Catalog, name: str, milliseconds: str) -> None:
    """The lecture's 20 ms, from the cards: binary capacities are not taken for decimal ones."""
    card = catalog.accelerator(name)
    assert round(card.capacity.number / card.bandwidth.number * 1000, 1) == Fraction(milliseconds)


def dense_parameters(shape: tuple[int, ...]) -> int:
    """Parameters of a gated transformer without bias, with separate input and output tables."""
    layers, width, heads, kv_heads, head, hidden, words = shape
    attention = 2 * width * heads * head + 2 * width * kv_heads * head
    return layers * (attention + 3 * width * hidden + 2 * width) + 2 * words * width + width


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("llama-3.1-8b", (32, 4096, 32, 8, 128, 14336, 128256)),
        ("llama-3.1-70b", (80, 8192, 64, 8, 128, 28672, 128256)),
        ("llama-3.1-405b", (126, 16384, 128, 8, 128, 53248, 128256)),
    ],
)
def test_totals_follow_from_the_configurations(catalog: Catalog, name: str, shape: tuple[int, ...]) -> None:
    """A total that is called counted is counted here again, and agrees to three figures."""
    counted = dense_parameters(shape)
    assert abs(catalog.model(name).total.number - counted) < counted / 1000
