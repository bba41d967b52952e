"""Efficiencies of accelerators, as they were fitted to measured rows: the numbers alone, without what judges them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from derivations.mapping import FrozenMapping
from derivations.numbers.value import Value
from derivations.sources.toml_text import Place, entry_texts, read_amount, read_text, read_toml

FITS = "fits.toml"
# the letters that are fitted, with their units
FITTED: Mapping[str, str] = FrozenMapping({"e_flop": "", "e_read": "", "e_link": "", "t_prod": "s"})


@cache
def efficiencies(accelerator: str) -> Mapping[str, Value]:
    """The efficiencies fitted for an accelerator, by letter; none where nothing was fitted.

    >>> sorted(efficiencies("h100")), sorted(efficiencies("tpu-v4"))
    (['e_flop', 'e_link', 'e_read', 't_prod'], [])
    """
    table, gpus = _fitted()
    if accelerator not in gpus:
        return FrozenMapping({})
    own, place = read_toml(gpus[accelerator], FITS)["gpus"][accelerator], Place(FITS, accelerator)
    origin = f"fitted to {own['fitted_rows']} rows of table {table}: {', '.join(own['fitted_on'])} on {accelerator}"
    return FrozenMapping({
        letter: Value.of(read_amount(own[letter], place.at(letter)), unit or "1", origin=origin)
        for letter, unit in FITTED.items()
    })


def borrowed(*, best: bool) -> Mapping[str, Value]:
    """The worst or the best efficiency that was fitted to any accelerator, by letter: for one that has none of its own.

    A time is best where it is least.

    >>> worst, best = borrowed(best=False), borrowed(best=True)
    >>> worst["e_read"].number < best["e_read"].number, worst["t_prod"].number > best["t_prod"].number
    (True, True)
    """
    every, found = {name: efficiencies(name) for name in _fitted()[1]}, {}
    for letter, unit in FITTED.items():
        choose = max if best != bool(unit) else min
        name = choose(every, key=lambda each: every[each][letter].number)
        origin = f"the {'best' if best else 'worst'} that was fitted: on {name}"
        found[letter] = Value.of(every[name][letter].number, unit or "1", origin=origin)
    return FrozenMapping(found)


def fits_text() -> str:
    """The text of the packaged fits."""
    return (files("derivations.sources") / "data" / FITS).read_text(encoding="utf-8")


@cache
def _fitted() -> tuple[str, dict[str, str]]:
    """The table whose rows were fitted to, and the text on each accelerator: most of the file is what judges them."""
    text = fits_text()
    head = read_toml(text.partition("\n[")[0], FITS)
    return read_text(head["table"], Place(FITS)), entry_texts(text, "gpus")
