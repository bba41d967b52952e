"""Completion of names on the command line, in bash, zsh and fish: claims, cards, premises, steps, quantities.

Names are read from the index, the packaged card files and the kept reviews, so that SymPy is not imported. What is not
there, such as a step of a reader's own claim, is not completed; nothing here is an error.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

import click

from derivations.claims.index import CLAIMS
from derivations.sources.kept_cards import kept_folder, kept_names

Names: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[str]]"

_TAKEN = ("take", "suppose")  # the rules of premises
_ALL_CARDS = ("accelerators", "models", "prices", "tiers")
FORMATS = ("fp32", "bf16", "fp16", "fp8", "int8", "fp4", "int4")


def claim_names(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The claims whose name begins so."""
    return _beginning(CLAIMS, begun)


def accelerator_names(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The accelerators, with those of files that were named before and those that the reader keeps."""
    return _beginning(_cards(context, "accelerators"), begun)


def model_names(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The models, with those of files that were named before."""
    return _beginning(_cards(context, "models"), begun)


def card_names(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The cards of every kind."""
    return _beginning(_cards(context, *_ALL_CARDS), begun)


def template_names(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The kinds of card that there is a template of."""
    return _beginning(("accelerator", "model", "prices", "tier"), begun)


def format_names(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The number formats."""
    return _beginning(FORMATS, begun)


def premise_settings(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The premises of the claim named before, or of all, each with the sign that a relation follows."""
    return _beginning((f"{step['name']}=" for review in _reviews(context) for step in review["trace"]
                       if step["rule"] in _TAKEN), begun)


def quantity_settings(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The quantities of the claim, each with the sign that a value follows."""
    return _beginning((f"{name}=" for name in _quantities(context)), begun)


def quantity_names(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The quantities of the claim named before, or of all."""
    return _beginning(_quantities(context), begun)


def step_names(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The steps of the claim named before, or of all."""
    return _beginning((step["name"] for review in _reviews(context) for step in review["trace"]), begun)


def origin_names(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """What an origin may be asked for: a quantity, a step or a claim."""
    return [*quantity_names(context, parameter, begun), *step_names(context, parameter, begun),
            *claim_names(context, parameter, begun)]


def _beginning(names: Iterable[str], begun: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(begun)]


def _quantities(context: click.Context) -> Iterator[str]:
    for review in _reviews(context):
        yield from review["domains"]


def _reviews(context: click.Context) -> Iterator[dict[str, Any]]:
    """The kept derivations of the claim that stands on the line, or of all claims, whatever they were made from."""
    words = (context.params.get("claim"), *context.args)  # behind an option without its value click leaves words over
    named = next((word for word in words if word in CLAIMS), None)
    folder = files("derivations.claim") / "reviews"
    for name in CLAIMS if named is None else (named,):
        with suppress(OSError, ValueError, KeyError):
            yield json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["derivation"]


def _cards(context: click.Context, *tables: str) -> Iterator[str]:
    """The cards of these tables, packaged, of the files on the line, those that are kept, and all of other packages."""
    folder = files("derivations.sources") / "data"
    own = [Path(file) for file in context.params.get("catalog") or ()]
    for file in (*(folder / f"{table}.toml" for table in tables), *own):
        with suppress(OSError, ValueError):
            found = tomllib.loads(file.read_text(encoding="utf-8"))
            for table in tables:
                yield from found.get(table, {})
    if "accelerators" in tables:
        yield from kept_names(kept_folder())
    from derivations.sources.installed import CARDS, brought_names

    yield from brought_names(CARDS)
