"""Fits are read without what made them, and give their numbers to the letters of claims."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from derivations.errors import InputError
from derivations.sources.catalog import load_catalog
from derivations.sources.efficiencies import FITTED, efficiencies
from derivations.sources.fits import FitError, packaged_fit, read_fit, simulators
from derivations.sources.measured import STATUSES

ERROR = {"median": Fraction(1, 10), "ninth": Fraction(1, 5), "rows": 3}
GPU = {"e_flop": Fraction(1, 2), "e_read": 1, "e_link": 1, "t_prod": Fraction(1, 10**5), "fitted_on": ["a"],
       "fitted_rows": 4, "judged_on": ["b"], "judged": ERROR, "without": {"a": ERROR}}


def tables() -> dict[str, Any]:
    """A small fit."""
    return {
        "claim": "pass-time", "table": "mine", "made": "2026-11-01", "how": "by hand", "seed": 0, "chosen_on": [],
        "seeds": {"errors": [dict(ERROR)]},
        "kinds": {"dense": [dict(ERROR)]}, "without_largest": {"accelerator": "h100", "model": "a", **ERROR},
        "freed": {"e_read": dict(ERROR)}, "forms": [{"premises": {}, "within": dict(ERROR), "judged": dict(ERROR)}],
        "gpus": {"h100": dict(GPU)},
    }


def test_a_fit_is_read_as_it_was_written() -> None:
    fit = read_fit(tables(), "mine.toml")
    assert fit.gpus["h100"].values["e_flop"] == Fraction(1, 2)
    assert (fit.gpus["h100"].fitted_on, fit.gpus["h100"].judged_on) == (("a",), ("b",))
    assert fit.gpus["h100"].without == {"a": FitError(Fraction(1, 10), Fraction(1, 5), 3)}
    assert fit.without_largest == fit.spread[0] == fit.kinds["dense"][0] == FitError(Fraction(1, 10), Fraction(1, 5), 3)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda fit: fit.pop("how"), "the key how is missing"),
        (lambda fit: fit.update(hows="x"), "unknown key 'hows'; did you mean how"),
        (lambda fit: fit["gpus"]["h100"].pop("e_read"), "the key e_read is missing"),
        (lambda fit: fit["gpus"]["h100"].update(e_read="all"), "expected a number"),
    ],
)
def test_a_wrong_fit_is_refused(change: Callable[[dict[str, Any]], Any], told: str) -> None:
    entry = tables()
    change(entry)
    with pytest.raises(InputError, match=told):
        read_fit(entry, "mine.toml")


def test_the_90th_percentile_is_what_nine_of_ten_rows_do_not_exceed() -> None:
    assert FitError.of([Fraction(each, 100) for each in range(1, 11)]) == FitError(
        Fraction("0.055"), Fraction(9, 100), 10)
    with pytest.raises(InputError, match="no row is left"):
        FitError.of([])


def test_every_fitted_gpu_and_model_has_a_card_and_no_model_is_in_both_halves() -> None:
    catalog, fit = load_catalog(), packaged_fit()
    for name, own in fit.gpus.items():
        assert catalog.accelerator(name).name == name
        assert {catalog.model(model).name for model in (*own.fitted_on, *own.judged_on)}
        assert not set(own.fitted_on) & set(own.judged_on)
        assert all(0 < own.values[letter] <= 1 for letter in FITTED)


def test_fitted_numbers_tell_what_they_were_fitted_to() -> None:
    values = efficiencies("h200")
    assert {letter: value.number for letter, value in values.items()} == packaged_fit().gpus["h200"].values
    assert "rows of table serving" in values["e_read"].origin
    assert efficiencies("mi300x") == {}


def test_simulators_have_sources() -> None:
    for each in simulators():
        assert each.status in STATUSES
        assert each.url.startswith("https://")
        assert 0 < each.median < 1
