"""The packaged price lists: ordered as prices are, and with the ratios that are argued about."""

from fractions import Fraction

import pytest

from derivations.language.unit import parse_unit
from derivations.sources.catalog import Catalog

PER_TOKEN = parse_unit("dollar/token").dimension


def test_the_name_of_a_price_list_says_what_it_is(catalog: Catalog) -> None:
    """A model may have a card of its own under the shorter name."""
    assert catalog.prices
    assert all(name.endswith("-prices") for name in catalog.prices)


def test_prices_are_ordered(catalog: Catalog) -> None:
    """Cached input costs no more than input, input no more than output, and long context no less than short."""
    for name, prices in catalog.prices.items():
        assert prices.input.number <= prices.output.number, name
        if prices.cached_input is not None:
            assert prices.cached_input.number <= prices.input.number, name
        for above, below in (("long_input", "input"), ("long_output", "output"),
                             ("long_cached_input", "cached_input"), ("fast_output", "output")):
            ratio = prices.ratios.get(f"{above}/{below}")
            assert ratio is None or ratio.number >= 1, name
        if prices.write_5_minutes is not None and prices.write_1_hour is not None:
            assert prices.input.number < prices.write_5_minutes.number < prices.write_1_hour.number, name


def test_a_price_is_dated_to_the_month_at_least(catalog: Catalog) -> None:
    """Prices change within a year: a page that lists what holds now is dated by a record of what it listed."""
    for name, prices in catalog.prices.items():
        for key in ("input", "output"):
            assert prices.figure(key).date.count("-") >= 1, (name, key)


def test_prices_are_per_token(catalog: Catalog) -> None:
    """Only the step in context length and the speed of fast mode are no prices."""
    for prices in catalog.prices.values():
        for figure in prices.figures:
            assert (figure.dimension == PER_TOKEN) == (figure.key not in ("long_from", "fast_speed"))


def test_a_price_list_is_as_printed(catalog: Catalog) -> None:
    """Gemini 3.1 Pro: 2 and 12 dollars, 4 and 18 above 200,000 tokens."""
    prices = catalog.price_list("gemini-3.1-pro-prices")
    assert prices.figure("output").as_value().in_unit("dollar/Mtoken") == 12
    assert prices.long_from is not None
    assert prices.long_from.number == 200_000
    assert (prices.ratios["long_input/input"].number, prices.ratios["long_output/output"].number) == (2, Fraction(3, 2))


def test_fast_mode_is_six_times_the_price_for_two_and_a_half_times_the_speed(catalog: Catalog) -> None:
    """The two numbers of the lecture's fast mode, of one model."""
    prices = catalog.price_list("claude-opus-4.6-prices")
    assert prices.fast_speed is not None
    assert (prices.ratios["fast_output/output"].number, prices.fast_speed.number) == (6, Fraction(5, 2))


@pytest.mark.parametrize(
    ("name", "output", "cached"),
    [
        ("claude-opus-4.5-prices", "5", "0.1"), ("gemini-2.5-pro-prices", "8", "0.1"),
        ("gpt-5.4-prices", "6", "0.1"), ("grok-4-prices", "5", "0.25"), ("deepseek-v3-prices", "4.07", "0.26"),
        ("deepseek-r1-prices", "3.98", "0.25"), ("deepseek-v3.2-prices", "1.5", "0.1"),
        ("deepseek-v4-pro-prices", "2", "0.08"), ("claude-fable-5.1-prices", "5", "0.025"),
        ("claude-opus-5.5-prices", "5", "0.05"),
    ],
)
def test_output_and_cached_input_against_input(catalog: Catalog, name: str, output: str, cached: str) -> None:
    """Five times is one vendor's choice, and so is a tenth."""
    ratios = catalog.price_list(name).ratios
    digits = max(len(cached.partition(".")[2]), 2)
    assert round(ratios["output/input"].number, 2) == Fraction(output)
    assert round(ratios["cached_input/input"].number, digits) == Fraction(cached)
