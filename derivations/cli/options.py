"""Options that several commands share, as studies, claims and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from derivations.errors import InputError, UnknownNameError
from derivations.files import refuse_existing
from derivations.lecture.index import CLAIMS
from derivations.search.time_limit import RULE_SECONDS, refuse_time_limit

if TYPE_CHECKING:
    from derivations.claim.claim import Claim
    from derivations.claim.evaluated_claim import EvaluatedClaim
    from derivations.claim.study import Study

_Command = TypeVar("_Command", bound=Callable[..., Any])
_CARDS = ("accelerator", "model", "compute", "weights", "cache")


def json_option(command: _Command) -> _Command:
    """``--json``, as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print plain data.")(command)


def claim_files(command: _Command) -> _Command:
    """``--claims FILE``, as `claim_files`."""
    return click.option(
        "--claims", "claim_files", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
        help="A Python file with claims of your own (repeatable).",
    )(command)


def catalog_files(command: _Command) -> _Command:
    """``--catalog FILE``, as `catalog`."""
    return click.option(
        "--catalog", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
        help="A TOML file with cards of your own (repeatable).",
    )(command)


def plot_options(command: _Command) -> _Command:
    """``--plot FILE.svg`` and ``--force``, as `plot` and `force`."""
    plot = click.option("--plot", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw it, too.")
    return plot(click.option("--force", is_flag=True, help="Replace an existing file.")(command))


def changes(command: _Command) -> _Command:
    """All that changes a claim: cards, numbers, premises, a study file; `evaluated` and `study_of_options` take it."""
    for option in reversed(
        (
            click.option("--accelerator", default="", metavar="CARD", help="Accelerator card; default h100."),
            click.option("--model", default="", metavar="CARD", help="Model card; default deepseek-v3."),
            click.option("--compute", default="", metavar="FORMAT", help="Number format of the arithmetic."),
            click.option("--weights", default="", metavar="FORMAT", help="Number format of the stored weights."),
            click.option("--cache", default="", metavar="FORMAT", help="Number format of the KV cache."),
            click.option("--as-said", is_flag=True, help="The lecturer's own numbers instead of cards."),
            click.option("--without", multiple=True, metavar="NAME",
                         help="Leave out the value that cards or the claim have for a quantity (repeatable)."),
            click.option("--set", "settings", multiple=True, metavar="NAME=VALUE UNIT",
                         help="Value a quantity; several values, as in L='8k,32k token/sequence', make a table."),
            click.option("--assume", "assumptions", multiple=True, metavar="PREMISE=RELATION",
                         help="Replace a premise by a relation with the same left side, or by a named alternative."),
            click.option("--symbol", "symbols", multiple=True, metavar="NAME [UNIT] MEANING",
                         help="Declare a quantity that a new premise needs."),
            click.option("--study", "study_file", type=click.Path(path_type=Path), metavar="FILE",
                         help="A TOML file with a set of such changes."),
            click.option("--time-limit", type=click.FloatRange(min=0), default=RULE_SECONDS, metavar="SECONDS",
                         show_default=True, help="Processor time that one rule may take; 0 for no limit."),
            catalog_files,
            claim_files,
        )
    ):
        command = option(command)
    return command


def symbolic_option(command: _Command) -> _Command:
    """``--symbolic``, for `evaluated`: formulas alone, where a value is wanting."""
    return click.option("--symbolic", is_flag=True, help="Formulas alone, even where a value is wanting.")(command)


def evaluated(claim: str, options: dict[str, Any]) -> EvaluatedClaim:
    """A claim under what `changes` collected.

    Raises `InputError` if what was changed leaves the result without a number for want of a value, unless `symbolic`.
    """
    refuse_unknown((claim,), options["claim_files"])
    study = study_of_options(options)
    account = applied(chosen_claims((claim,), options["claim_files"])[0], study, options)
    if study and not options.get("symbolic"):
        from derivations.study.missing_values import refuse_missing

        refuse_missing(account)
    return account


def applied(claim: Claim, study: Study, options: dict[str, Any]) -> EvaluatedClaim:
    """A claim under a study, with the card files and the time limit of the options."""
    from derivations.sources.catalog import load_catalog
    from derivations.study.application import apply

    return apply(claim, study, load_catalog(*options["catalog"]), options["time_limit"])


def study_of_options(options: dict[str, Any]) -> Study:
    """The options of `changes` as a study; what the study file and an option both give is refused."""
    refuse_time_limit(options["time_limit"])
    values = pairs(options["settings"], "--set", 'NAME="VALUE UNIT"')
    premises = pairs(options["assumptions"], "--assume", 'PREMISE="RELATION"')
    from derivations.claim.claim import Cards
    from derivations.claim.study import read_study, study_of

    cards = Cards(**{name: options[name] for name in _CARDS})
    own = study_of(cards=cards, as_said=options["as_said"], without=options["without"], values=values,
                   premises=premises, symbols=options["symbols"])
    return own if options["study_file"] is None else read_study(options["study_file"]).joined(own)


def chosen_claims(names: Sequence[str], files: Sequence[Path]) -> list[Claim]:
    """The named claims, or all; names are checked before anything heavy is imported."""
    refuse_unknown(names, files)
    from derivations.lecture.index import find_claim

    own: dict[str, Claim] = {}
    for path in files:
        from derivations.claim.claim_file import claims_in

        for name, claim in claims_in(path).items():
            if name in own or name in CLAIMS:
                raise InputError(f"{path}: there is already a claim named {name!r}")
            own[name] = claim
    chosen = []
    for name in names or [*CLAIMS, *own]:
        if name not in own and name not in CLAIMS:
            raise UnknownNameError("claim", name, [*own, *CLAIMS])
        chosen.append(own[name] if name in own else find_claim(name))
    return chosen


def refuse_unknown(names: Sequence[str], files: Sequence[Path]) -> None:
    """Raise `UnknownNameError` for a name that is no built-in claim, unless files may hold a claim of that name."""
    for name in () if files else names:
        if name not in CLAIMS:
            raise UnknownNameError("claim", name, CLAIMS)


def pairs(texts: Sequence[str], option: str, form: str) -> dict[str, str]:
    """``NAME=TEXT`` for each text; raises `InputError` for another form, or a name that comes twice."""
    found: dict[str, str] = {}
    for text in texts:
        name, separator, value = text.partition("=")
        name = name.strip()
        if not separator or not name or not value.strip():
            raise InputError(f"{option} {text[:60]!r}: write {option} {form}")
        if name in found:
            raise InputError(f"{option} gives {name!r} twice")
        found[name] = value.strip()
    return found


def refuse_plot(plot: Path | None, *, force: bool) -> None:
    """Raise `InputError`, before anything is derived, for a file that no plot can be written to."""
    if plot is None:
        return
    if plot.suffix != ".svg":
        raise InputError(f"--plot {plot}: a plot is written as SVG, to a file whose name ends in .svg")
    refuse_existing(plot, force=force)
