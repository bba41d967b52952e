"""Options that several commands share, as studies, claims and files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from derivations.claims.index import CLAIMS, all_claims, other_claims
from derivations.cli.completion import (
    accelerator_names,
    claim_names,
    format_names,
    model_names,
    premise_settings,
    quantity_names,
    quantity_settings,
)
from derivations.document.forms import ENDINGS, FORMS
from derivations.errors import InputError, UnknownNameError
from derivations.files import refuse_existing, write_file
from derivations.language.display import listed
from derivations.proof.budget import RULE_BUDGET, budget_of

if TYPE_CHECKING:
    from derivations.claim.claim import Claim
    from derivations.claim.evaluated_claim import EvaluatedClaim
    from derivations.claim.study import Study

_Command = TypeVar("_Command", bound=Callable[..., Any])
_TO = f"Print it for a writeup or a page: {listed(list(FORMS), 'or')}."
_CARDS = ("accelerator", "model", "compute", "weights", "cache")


def _named(_context: click.Context, _argument: click.Parameter, given: str | tuple[str, ...] | None) -> Any:
    """The names of claims, also of those that are given by words of their titles."""
    if isinstance(given, tuple):
        return tuple(map(_by_words, given))
    return None if given is None else _by_words(given)


def _by_words(text: str) -> str:
    """A name as it is, or the claim that has these words; raises `InputError` for several claims, or none."""
    if " " not in text.strip() or text in CLAIMS:
        return text
    from derivations.claims.titles import claims_of_words, nearest_claims

    found = claims_of_words(text)
    if not found:
        some = ", ".join(nearest_claims(text))
        raise InputError(f"no claim has all the words {text[:60]!r} in its title or question"
                         f"{f'; some are in {some}' if some else ''}: see derive list")
    if len(found) > 1:
        raise InputError(f"several claims have the words {text[:60]!r}: {', '.join(found)}")
    click.echo(f"derive: {found[0]} has these words", err=True)
    return found[0]


def claim_argument(*, required: bool = True) -> Callable[[_Command], _Command]:
    """A claim, by its name or by words of its title, as `claim`."""
    return click.argument("claim", required=required, shell_complete=claim_names, callback=_named)


def claims_argument(command: _Command) -> _Command:
    """Any number of claims, as `claims`."""
    return click.argument(
        "claims", nargs=-1, metavar="[CLAIM]...", shell_complete=claim_names, callback=_named
    )(command)


class _Form(click.Choice):  # type: ignore[type-arg]  # generic in newer versions alone
    """A form of `FORMS`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The form; an answer has fewer than a report, which is exported."""
        try:
            return super().convert(ENDINGS.get(str(value).lower(), value), param, ctx)
        except click.BadParameter:
            self.fail(f"an answer is written as {listed(list(FORMS), 'or')}, not {str(value)[:20]!r}; "
                      "derive export writes a report as pdf, docx and more", param, ctx)


def form_option(command: _Command) -> _Command:
    """``--json``, ``--csv`` and ``--to FORM``, as `form`: one of ``json``, ``csv``, ``text`` and those of `FORMS`."""

    @click.option("--json", "as_json", is_flag=True, help="Print plain data.")
    @click.option("--csv", "as_csv", is_flag=True,
                  help="Print comma-separated values, numbers in the unit given next to them.")
    @click.option("--to", "to", type=_Form([*FORMS], case_sensitive=False), metavar="FORM", help=_TO)
    @wraps(command)
    def run(*arguments: Any, as_json: bool, as_csv: bool, to: str | None, **options: Any) -> None:
        asked = [name for name, wanted in (("--json", as_json), ("--csv", as_csv), ("--to", to)) if wanted]
        if len(asked) > 1:
            raise InputError(f"{' and '.join(sorted(asked))}: leave one of them out")
        command(*arguments, form="json" if as_json else "csv" if as_csv else to or "text", **options)

    return run  # type: ignore[return-value]


def json_option(command: _Command) -> _Command:
    """``--json``, as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, callback=_one_form, help="Print plain data.")(command)


def csv_option(command: _Command) -> _Command:
    """``--csv``, as `as_csv`, beside `json_option`."""
    return click.option("--csv", "as_csv", is_flag=True, callback=_one_form,
                        help="Print comma-separated values, numbers in the unit given next to them.")(command)


def _one_form(context: click.Context, _: click.Parameter, given: bool) -> bool:
    """Refuse to print both plain data and comma-separated values."""
    if given and (context.params.get("as_json") or context.params.get("as_csv")):
        raise InputError("--csv and --json: leave one of them out")
    return given


def store_option(command: _Command) -> _Command:
    """``--no-store``: within the command no store answers."""

    def entered(context: click.Context, _: click.Parameter, without: bool) -> None:
        if without:
            from derivations.proof.cache import without_stores

            context.with_resource(without_stores())

    return click.option(
        "--no-store", is_flag=True, expose_value=False, is_eager=True, callback=entered,
        help="Ignore stored proofs: find every proof again, and store none.",
    )(command)


def claim_files(command: _Command) -> _Command:
    """``--claims FILE``, as `claim_files`."""
    return click.option(
        "--claims", "claim_files", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
        help="A Python file with your own claims (repeatable).",
    )(command)


def catalog_files(command: _Command) -> _Command:
    """``--catalog FILE``, as `catalog`."""
    return click.option(
        "--catalog", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
        help="A TOML file with your own cards (repeatable).",
    )(command)


def number_formats(command: _Command) -> _Command:
    """``--compute``, ``--weights`` and ``--cache``."""
    for name, of in (("cache", "KV cache"), ("weights", "stored weights"), ("compute", "arithmetic")):
        command = click.option(f"--{name}", default="", metavar="FORMAT", shell_complete=format_names,
                               help=f"Number format of the {of}.")(command)
    return command


def machine_options(command: _Command) -> _Command:
    """``--through`` and ``--quick``, as `through` and `quick`."""
    from derivations.measure.libraries import LIBRARIES  # for one command alone

    quick = click.option("--quick", is_flag=True,
                         help="Measure smaller sizes with fewer repeats, for a quick look; caches may distort it.")
    return click.option(
        "--through", type=click.Choice(tuple(LIBRARIES)), default=None,
        help="Library to measure through; by default the first that finds a GPU, else NumPy.",
    )(quick(command))


def plot_options(command: _Command) -> _Command:
    """``--plot FILE.svg`` and ``--force``, as `plot` and `force`."""
    plot = click.option("--plot", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw it, too.")
    return plot(click.option("--force", is_flag=True, help="Replace an existing file.")(command))


def changes(command: _Command) -> _Command:
    """Options that change a claim, as `evaluated_claim` takes them: cards, numbers, premises, a study file."""
    for option in reversed(
        (
            click.option("--accelerator", default="", metavar="CARD", shell_complete=accelerator_names,
                         help="Accelerator card; default h200, or the claim's own. A quick variant of it: "
                              "h100:C_gpu='800 TFLOP/s'."),
            click.option("--model", default="", metavar="CARD", shell_complete=model_names,
                         help="Model card; default deepseek-v3."),
            number_formats,
            click.option("--as-said", is_flag=True, help="The lecturer's own numbers instead of cards."),
            click.option("--without", multiple=True, metavar="NAME", shell_complete=quantity_names,
                         help="Leave out the value that cards or the claim have for a quantity (repeatable)."),
            click.option("--set", "settings", multiple=True, metavar="NAME=VALUE [UNIT]",
                         shell_complete=quantity_settings,
                         help="Value a quantity: L=1k (counts need no unit), N_total=671B, C_gpu='2 PFLOP/s'. Several "
                              "values make a table: L=8k,32k, a range L=0..2k, L='1..4k log 9', L='0..1k step 250'. "
                              "Known only from one end to another: L='4k to 8k'; how likely: L='4k to 8k (90%)', "
                              "L='6k +- 1k'."),
            click.option("--assume", "assumptions", multiple=True, metavar="PREMISE=RELATION",
                         shell_complete=premise_settings,
                         help="Replace a premise by a relation with the same left side, or by a named alternative."),
            click.option("--symbol", "symbols", multiple=True, metavar="NAME [UNIT] MEANING",
                         help="Declare a quantity that a new premise needs: 'e_kv [] (fraction) efficiency of reads'."),
            click.option("--study", "study_file", type=click.Path(path_type=Path), metavar="FILE",
                         help="A TOML file with a set of such changes; options take precedence."),
            click.option("--save-study", type=click.Path(path_type=Path), metavar="FILE",
                         help="Write the changes as typed to a new file, for --study."),
            click.option("--budget", type=click.IntRange(min=0), metavar="WORK",
                         help=f"Work that one rule may do, the same on every machine; default {RULE_BUDGET:,}, 0 for "
                              "no limit."),
            catalog_files,
            claim_files,
            store_option,
        )
    ):
        command = option(command)
    return command


def draw_options(command: _Command) -> _Command:
    """``--draws`` and ``--seed``, which `study_of_options` reads."""
    seed = click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=0, metavar="NUMBER",
                        help="Draw other numbers; default 0, and the same numbers each time.")
    return click.option("--draws", callback=_draws, metavar="NUMBER",
                        help="How often to draw what is likely, as 1e6; default 100,000.")(seed(command))


def _draws(_context: click.Context, _option: click.Parameter, text: str | None) -> int:
    """A number of draws as it is typed; 0 for what is usual."""
    if text is None:
        return 0
    from derivations.numbers.value import parse_value

    found = parse_value(text)
    if found.unit or found.number.denominator != 1 or found.number < 1:
        raise InputError(f"--draws {text}: a number of draws is whole and above zero, as in --draws 1e6")
    return int(found.number)


def symbolic_option(command: _Command) -> _Command:
    """``--symbolic``, for `evaluated_claim`: formulas alone, where a value is wanting."""
    return click.option("--symbolic", is_flag=True, help="Formulas only, even if a value is missing.")(command)


def evaluated_claim(claim: str, options: dict[str, Any], *, told: bool = False) -> EvaluatedClaim:
    """A claim under what `changes` collected.

    If its result is only `told`, and nothing is varied, a built-in claim is not derived again where it is kept.

    Raises `InputError` if what was changed leaves the result without a number for want of a value, unless `symbolic`.
    """
    refuse_unknown((claim,), options["claim_files"])
    study = study_of_options(options)
    evaluated = applied(chosen_claims((claim,), options["claim_files"])[0], study, options, told=told)
    if study and not options.get("symbolic"):
        from derivations.study.missing_values import refuse_missing

        refuse_missing(evaluated)
    return evaluated


def applied(claim: Claim, study: Study, options: dict[str, Any], *, told: bool = False) -> EvaluatedClaim:
    """A claim under a study, with the card files and the budget of the options; `told` as in `evaluated_claim`."""
    from derivations.cli.results import tells_of
    from derivations.sources.catalog import load_catalog
    from derivations.study.application import apply

    known = derived = None
    shipped = claim.name in CLAIMS and not options["claim_files"]
    if told and shipped and not study.premises and not study.quantities and not study.several:
        from derivations.claim.kept_review import kept

        known = kept(claim)
        derived = None if known is None else known.derivation
        if derived is None:
            tell_derived_anew(claim)
    catalog, budget = load_catalog(*options["catalog"]), budget_of(options["budget"])
    evaluated = apply(claim, study, catalog, budget, derived, options.get("judged", ()))
    if known is not None and derived is not None and not options["catalog"]:
        evaluated = replace(evaluated, kept=known)
    tell_billions(evaluated)
    save_study(options)
    tells_of(evaluated)
    return evaluated


def tell_derived_anew(claim: Claim) -> None:
    """Say why what is shipped of a claim does not answer, so that it is derived anew; once in a command."""
    from derivations.claim.kept_review import why_not_kept

    meta = click.get_current_context().meta
    if meta.get(_ANEW):
        return
    why = why_not_kept(claim)
    if why:
        meta[_ANEW] = True
        click.echo(f"derive: {why}: derived anew", err=True)


_ANEW = f"{__name__}.anew"  # in the meta of a context: that something is derived anew is said


def tell_billions(evaluated: EvaluatedClaim) -> None:
    """Say how a B was read, which might have been the other: a billion, or bytes."""
    for name, value in evaluated.given.items():
        how = value.origin.partition(", ")[2]
        if how.startswith("B read"):
            click.echo(f"derive: {name} is {value}: {how}", err=True)


def tell_contradictions(*contradictions: str) -> None:
    """Say what numbers break where they are printed without a place for that, as in comma-separated values."""
    from derivations.document.blocks import warnings

    for text in warnings(contradictions):
        click.echo(f"derive: {text}", err=True)


def leave_contradicted(evaluated: EvaluatedClaim) -> None:
    """End a command with 1 where what is given contradicts itself: there is no result, and what was printed says why.

    Of several values each row says so for itself.
    """
    if evaluated.derivation.contradictory or (not evaluated.study.several and _is_broken(evaluated)):
        raise SystemExit(1)


def _is_broken(evaluated: EvaluatedClaim) -> bool:
    """True if numbers break a premise and there is no result, be it also for another reason."""
    evaluation, headline = evaluated.evaluation, evaluated.derivation.headline.name
    if evaluation.consistency.contradiction_of(headline) is not None:
        return True
    line = evaluation.line_or_none(headline)
    return bool(evaluation.contradictions) and line is not None and line.value is None


def study_of_options(options: dict[str, Any]) -> Study:
    """The options of `changes` as a study; an option wins over what the study file gives, and that is said."""
    budget_of(options["budget"])
    values = pairs(options["settings"], "--set", 'NAME="VALUE UNIT"')
    premises = pairs(options["assumptions"], "--assume", 'PREMISE="RELATION"')
    from derivations.claim.claim import Cards
    from derivations.claim.study import read_study, study_of

    cards = Cards(**{name: options[name] for name in _CARDS})
    own = study_of(cards=cards, as_said=options["as_said"], without=options["without"], values=values,
                   premises=premises, symbols=options["symbols"], draws=options.get("draws", 0),
                   seed=options.get("seed", 0))
    refuse_saved(options)
    file = options["study_file"]
    if file is None:
        return own
    kept, replaced = read_study(file).yielding_to(own)
    for name in replaced:
        click.echo(f"derive: {name} is as the option says, not as in {file}", err=True)
    return kept.joined(own)


def refuse_saved(options: dict[str, Any]) -> None:
    """Raise `InputError` if the file that a study is to be saved in is there already, or nothing was typed."""
    file = options["save_study"]
    if file is not None and file.exists():
        raise InputError(f"{file} exists: save the study under another name")


def save_study(options: dict[str, Any]) -> None:
    """Write what was typed to the file of ``--save-study``, over what a study file has; once in a command."""
    file, context = options["save_study"], click.get_current_context()
    if file is None or context.meta.get(_SAVED):
        return
    from derivations.claim.study_file import study_text
    from derivations.files import read_toml_file

    former = {} if options["study_file"] is None else read_toml_file(options["study_file"], "a study")
    values = pairs(options["settings"], "--set", 'NAME="VALUE UNIT"')
    symbols = dict(text.strip().partition(" ")[::2] for text in options["symbols"])
    without = [name for name in former.get("without", ()) if name not in values]
    entries = {
        "title": former.get("title", ""),
        **{name: options[name] or former.get(name, "") for name in _CARDS},
        "as_said": options["as_said"] or former.get("as_said", False),
        "without": list(dict.fromkeys((*without, *options["without"]))),
        **{name: options.get(name) or former.get(name, 0) for name in ("draws", "seed")},
    }
    left = {name: given for name, given in former.get("set", {}).items() if name not in options["without"]}
    premises = pairs(options["assumptions"], "--assume", 'PREMISE="RELATION"')
    tables = {"set": {**left, **values}, "assume": {**former.get("assume", {}), **premises},
              "symbols": {**former.get("symbols", {}), **symbols}}
    write_file(file, study_text(entries, tables), force=False)
    context.meta[_SAVED] = True


_SAVED = f"{__name__}.saved"  # in the meta of a context: the study is written


def refuse_given_twice(study: Study, given: Collection[str]) -> None:
    """Raise `InputError` for a quantity that a study leaves out or values, and that is given beside it."""
    for name in given:
        if name in study.values:
            raise InputError(f"{name} is given twice: by --set or a study, and by --given")
    for name in study.without:
        if name in study.values or name in given:
            raise InputError(f"{name} is left out and given: give one or the other")


def chosen_claims(names: Sequence[str], files: Sequence[Path]) -> list[Claim]:
    """The named claims, or all; names are checked before anything heavy is imported."""
    refuse_unknown(names, files)
    from derivations.claims.index import find_claim

    own: dict[str, Claim] = {}
    for path in files:
        from derivations.claim.claim_file import claims_in

        for name, claim in claims_in(path).items():
            if name in own or name in CLAIMS:
                raise InputError(f"{path}: there is already a claim named {name!r}")
            own[name] = claim
    chosen = []
    for name in names or [*CLAIMS, *other_claims(), *own]:
        if name not in own and name not in CLAIMS and name not in all_claims():
            raise UnknownNameError("claim", name, [*own, *all_claims()])
        chosen.append(own[name] if name in own else find_claim(name))
    return chosen


def named_claims(names: Sequence[str]) -> tuple[str, ...]:
    """The names of built-in claims that are asked for, all by default; raises `UnknownNameError` for another."""
    refuse_unknown(names, ())
    return tuple(names) or CLAIMS


def refuse_unknown(names: Sequence[str], files: Sequence[Path]) -> None:
    """Raise `UnknownNameError` for a name that no claim has, unless files may hold a claim of that name."""
    for name in () if files else names:
        if name not in CLAIMS and name not in all_claims():
            raise UnknownNameError("claim", name, all_claims())


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
