"""The command `derive`.

Importing this module imports no SymPy; each command imports what it needs once its words are known to be right.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from derivations.claims.index import CLAIMS
from derivations.engine.time_limit import RULE_SECONDS
from derivations.errors import DerivationsError, InputError, UndecidedError, UnknownNameError
from derivations.output import refuse_existing, write_file

if TYPE_CHECKING:
    from derivations.claims.claim import Claim
    from derivations.render.columns import Style
    from derivations.report import Report

_COLOURS: dict[str, dict[str, Any]] = {
    "title": {"bold": True}, "heading": {"bold": True, "fg": "blue"}, "name": {"bold": True}, "dim": {"dim": True},
    "good": {"fg": "green"}, "bad": {"fg": "red"},
}  # fmt: skip
_Command = TypeVar("_Command", bound=Callable[..., Any])


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="derivations")
def derive() -> None:
    """Derive claims about how large language models are trained and served: every step checked, every number sourced.

    \b
    derive list                                  the claims and their verdicts
    derive show optimal-batch                    a claim, derived and evaluated on an H100 with DeepSeek-V3
    derive show optimal-batch --as-said          with the lecturer's own numbers
    derive show optimal-batch --set L="2k token/sequence"
    derive show optimal-batch --assume roofline=no-overlap
    derive why B                                 where a number comes from, down to its sources
    derive check                                 derive and check everything
    """


def _json_option(command: _Command) -> _Command:
    return click.option("--json", "as_json", is_flag=True, help="Print plain data.")(command)


def _claim_files(command: _Command) -> _Command:
    return click.option(
        "--claims", "claim_files", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
        help="A Python file with claims of your own (repeatable).",
    )(command)  # fmt: skip


def _catalog_files(command: _Command) -> _Command:
    return click.option(
        "--catalog", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
        help="A TOML file with cards of your own (repeatable).",
    )(command)  # fmt: skip


def _scenario_options(command: _Command) -> _Command:
    for option in reversed(
        (
            click.option("--accelerator", default="", metavar="CARD", help="Accelerator card; default h100."),
            click.option("--model", default="", metavar="CARD", help="Model card; default deepseek-v3."),
            click.option("--compute", default="", metavar="FORMAT", help="Number format of the arithmetic."),
            click.option("--weights", default="", metavar="FORMAT", help="Number format of the stored weights."),
            click.option("--cache", default="", metavar="FORMAT", help="Number format of the KV cache."),
            click.option("--as-said", is_flag=True, help="The lecturer's own numbers instead of cards."),
            click.option("--set", "settings", multiple=True, metavar="NAME=VALUE UNIT", help="Value a quantity."),
            click.option("--assume", "assumptions", multiple=True, metavar="PREMISE=RELATION",
                         help="Replace a premise by a relation with the same left side, or by a named alternative."),
            click.option("--symbol", "symbols", multiple=True, metavar="NAME [UNIT] MEANING",
                         help="Declare a quantity that a new premise needs."),
            click.option("--time-limit", type=click.FloatRange(min=0), default=RULE_SECONDS, metavar="SECONDS",
                         show_default=True, help="How long one rule may take; 0 for no limit."),
            _catalog_files,
            _claim_files,
        )
    ):  # fmt: skip
        command = option(command)
    return command


@derive.command("list")
@click.option("--brief", is_flag=True, help="The claims alone, without the published numbers.")
@_claim_files
@_json_option
def list_claims(brief: bool, claim_files: Sequence[Path], as_json: bool) -> None:
    """The ledger: claims, results and verdicts, and every published number beside what follows."""
    claims = _claims((), claim_files)
    from derivations.report import derive as derive_claim

    with _progress(claims, "deriving", quiet=as_json) as items:
        reports = [derive_claim(claim) for claim in items]
    from derivations.render.ledger import ledger_json, ledger_lines

    if as_json:
        _print_json(ledger_json(reports))
    else:
        click.echo("\n".join(ledger_lines(reports, _style(), brief=brief)))


@derive.command()
@click.argument("claim")
@_scenario_options
@click.option("--pretty/--plain", default=None, help="Two-dimensional mathematics; default on a terminal only.")
@click.option("--brief", is_flag=True, help="The result alone.")
@click.option("--all-cards", is_flag=True, help="Tables over all accelerators and models in full.")
@_json_option
def show(
    claim: str, pretty: bool | None, brief: bool, all_cards: bool, as_json: bool, **options: Any
) -> None:
    """A claim: its result, premises, steps, numbers, and what was published about it."""
    report = _report(claim, **options)
    if as_json:
        _print_json(report.to_json(all_cards=all_cards))
        return
    from derivations.render.terminal import report_text

    click.echo(report_text(report, _style(pretty), brief=brief, all_cards=all_cards), nl=False)


@derive.command()
@click.argument("quantity")
@click.option("--claim", default="", metavar="CLAIM", help="In which claim; default: whose result it is.")
@_scenario_options
@_json_option
def why(quantity: str, claim: str, claim_files: Sequence[Path], as_json: bool, settings: Sequence[str],
        assumptions: Sequence[str], symbols: Sequence[str], **options: Any) -> None:  # fmt: skip
    """Where a quantity, or a step, gets its number: the formula, what enters it, and so on down to the sources."""
    values = _pairs(settings, "--set", 'NAME="VALUE UNIT"')
    premises = _pairs(assumptions, "--assume", 'PREMISE="RELATION"')
    if claim and not claim_files and claim not in CLAIMS:
        raise UnknownNameError("claim", claim, CLAIMS)
    everything = _claims((), claim_files)
    from derivations.origins.outline import choose, outline

    named = next((item for item in everything if item.name == quantity), None)
    if named is not None and not claim:  # a claim stands for its result
        claim, quantity = named.name, outline(named).result
    brought = [text.split(maxsplit=1)[0] for text in symbols if text.strip()]
    chosen, also = choose(quantity, everything, claim, premises, brought)
    from derivations.render.why import why_json, why_text
    from derivations.report import derive as derive_claim

    report = derive_claim(chosen, values=values, premises=premises, symbols=symbols, **options)
    if as_json:
        _print_json(why_json(report, quantity, also))
    else:
        click.echo(why_text(report, quantity, _style(), also), nl=False)


@derive.command()
@click.argument("claims", nargs=-1, metavar="[CLAIM]...")
@_claim_files
@_json_option
def check(claims: Sequence[str], claim_files: Sequence[Path], as_json: bool) -> None:
    """Derive and check claims, all of them by default.

    Exits with 1 if a step is not shown, a rejected statement is not refuted, or a published number that should
    reproduce does not.
    """
    chosen = _claims(claims, claim_files)
    from derivations.claims.review import review
    from derivations.report import derive as derive_claim

    reviews = []
    with _progress(chosen, "checking", quiet=as_json) as items:
        for claim in items:
            report = derive_claim(claim)
            reviews.append(review(claim.name, report.derivation, report.published))
    if as_json:
        _print_json([item.as_data() for item in reviews])
    else:
        style = _style()
        for item in reviews:
            click.echo(style.paint(item.summary, "bad" if item.problems else "good"))
            for problem in item.problems:
                click.echo(f"  {problem}")
    if any(item.problems for item in reviews):
        raise SystemExit(1)


@derive.command()
@click.argument("claim")
@click.option("--to", "form", required=True, metavar="latex|markdown", help="What to write.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Where to; default: print.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@_scenario_options
@_json_option
def export(claim: str, form: str, output: Path | None, force: bool, as_json: bool, **options: Any) -> None:
    """A claim as LaTeX or Markdown, to paste into a writeup."""
    forms = {"latex": "to_latex", "markdown": "to_markdown"}
    if form not in forms:
        raise UnknownNameError("format", form, forms)
    if output is not None:
        refuse_existing(output, force=force)
    text: str = getattr(_report(claim, **options), forms[form])()
    if as_json:
        text = json.dumps({"claim": claim, "format": form, "text": text}, indent=2, ensure_ascii=False) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text, force=force)


@derive.command()
@click.argument("name", required=False)
@_catalog_files
@_json_option
def cards(name: str | None, catalog: Sequence[Path], as_json: bool) -> None:
    """The cards of accelerators, models, prices and memory tiers, or one of them with every number and its source."""
    from derivations.catalog.loader import load_catalog

    loaded = load_catalog(*catalog)
    if name is not None:
        loaded.card(name)  # a slip in the name is told before anything is drawn
    from derivations.render.cards import card_json, card_lines, cards_json, cards_lines

    if as_json:
        _print_json(cards_json(loaded) if name is None else card_json(loaded, name))
        return
    style = _style()
    click.echo("\n".join(cards_lines(loaded, style) if name is None else card_lines(loaded, name, style)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; errors of the user's making are one line on standard error and exit code 2."""
    try:
        derive.main(args=None if arguments is None else list(arguments), prog_name="derive", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.ClickException as error:
        _fail(error.format_message(), 2)
    except click.exceptions.Abort:
        _fail("interrupted", 130)
    except UndecidedError as error:
        _fail(str(error), 1)
    except DerivationsError as error:
        _fail(str(error), 2)
    except BrokenPipeError:
        # the reader of a pipe left; nothing is wrong on this side
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        raise SystemExit(0) from None


def _fail(message: str, code: int) -> None:
    click.echo(f"derive: {' '.join(message.split())}", err=True)
    raise SystemExit(code)


def _report(claim: str, claim_files: Sequence[Path], settings: Sequence[str], assumptions: Sequence[str],
            as_said: bool, **options: Any) -> Report:  # fmt: skip
    values = _pairs(settings, "--set", 'NAME="VALUE UNIT"')
    premises = _pairs(assumptions, "--assume", 'PREMISE="RELATION"')
    chosen = _claims((claim,), claim_files)[0]
    from derivations.report import derive as derive_claim

    return derive_claim(chosen, values=values, premises=premises, as_said=as_said, **options)


def _claims(names: Sequence[str], files: Sequence[Path]) -> list[Claim]:
    """The named claims, or all; names are checked before anything heavy is imported."""
    if not files:
        for name in names:
            if name not in CLAIMS:
                raise UnknownNameError("claim", name, CLAIMS)
    from derivations.claims.index import find_claim

    own: dict[str, Claim] = {}
    for path in files:
        from derivations.claims.files import claims_in

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


def _pairs(texts: Sequence[str], option: str, form: str) -> dict[str, str]:
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


def _print_json(data: Any) -> None:
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def _style(pretty: bool | None = None) -> Style:
    from derivations.render.columns import Style

    terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size((100, 24)).columns if terminal else 100
    colour = terminal and "NO_COLOR" not in os.environ

    def paint(text: str, role: str) -> str:
        return click.style(text, **_COLOURS[role]) if colour else text

    return Style(terminal if pretty is None else pretty, max(60, min(width, 120)), paint)


def _progress(items: Sequence[Any], label: str, *, quiet: bool) -> Any:
    """A progress bar on standard error, where somebody watches."""
    hidden = quiet or not sys.stderr.isatty()
    return click.progressbar(items, label=label, file=sys.stderr, hidden=hidden)


if __name__ == "__main__":
    main()
