"""The command `derive` and its errors.

A command's module is imported when the command is asked for, and imports what it needs once its words are known to be
right; none of it imports SymPy to tell a slip in a word, or to print help.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module

import click

from derivations.cli.interruption import interruptible
from derivations.errors import DerivationsError, UndecidedError, UnknownNameError

# in the order of the help; a command is the function of that name in its module
_COMMANDS = {
    "list": "list_claims", "show": "show", "why": "why", "premises": "premises", "compare": "compare", "solve": "solve",
    "sensitivity": "sensitivity", "judge": "judge", "check": "check", "export": "export", "cards": "cards",
    "numbers": "numbers", "evidence": "evidence", "sweep": "sweep", "plan": "plan", "measure": "measure",
    "figure": "figure", "notebook": "notebook", "site": "site", "lab": "lab", "mcp": "mcp",
}


class _Commands(click.Group):
    """The commands, each imported when it is first asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            if ctx.resilient_parsing:  # a line that is being completed
                return None
            raise UnknownNameError("command", cmd_name, list(_COMMANDS))
        module = import_module(f"derivations.cli.{_COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, _COMMANDS[cmd_name])
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuses what click takes in silence: of an option given twice the last, and an empty text for the default."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _refuse_twice_or_empty(command, rest)
        return name, command, rest


def _refuse_twice_or_empty(command: click.Command, words: Sequence[str]) -> None:
    """Raise for options that are given twice and taken once, or empty.

    The words are parsed once more for that: what click keeps of them has neither what was overwritten nor, for an
    option alone, a hook that all options share.
    """
    try:
        texts, _, given = command.make_parser(click.Context(command)).parse_args(list(words))
    except click.UsageError:  # which the command tells itself
        return
    for item in {id(item): item for item in given if isinstance(item, click.Option)}.values():
        option = item.opts[-1] if item.opts[-1].startswith("--") else item.opts[0]
        if given.count(item) > 1 and not (item.multiple or item.is_flag):
            raise click.UsageError(f"{option} is given twice: leave one of them out")
        text = texts.get(item.name)
        if not item.is_flag and "" in (text if isinstance(text, list) else [text]):
            raise click.UsageError(f"{option} is empty: write {option} {item.metavar or 'VALUE'}, or leave it out")


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="derivations")
def derive() -> None:
    """Derive claims about how large language models are trained and served: every step checked, every number sourced.

    \b
    derive list                                  the claims and their verdicts
    derive numbers                               every number of the lecture, and where it is derived
    derive show optimal-batch                    a claim, derived and evaluated on eight H200s with DeepSeek-V3
    derive show optimal-batch --as-said          with the lecturer's own numbers
    derive show optimal-batch --set L="2k token/sequence"
    derive show optimal-batch --assume roofline=no-overlap
    derive premises optimal-batch                what it takes for granted, and the named alternatives
    derive compare optimal-batch --accelerator h100
                                                 what a change does to result, steps and numbers
    derive list --assume roofline=no-overlap     which claims a change moves
    derive solve optimal-batch --for L --given B="2,000 sequence"
    derive judge optimal-batch "B = 300*N_active/N_total"
    derive why B                                 where a number comes from, down to its sources
    derive sensitivity pipeline-kv               what moves the result
    derive sweep cost-per-token --set B=1..4096 --set L=0..2k
                                                 over any number of points, to a file with -o cost.zarr
    derive plan --model deepseek-v3 --gpus 64    what GPUs can serve of a model, and what binds
    derive evidence roofline                     what is measured beside what is derived
    derive measure                               this machine as a card: --accelerator mine finds it
    derive export optimal-batch --to latex       for a writeup: also pdf, html, ipynb, json, python, ...
    derive figure optimal-batch -o batch.pdf      a picture for a paper: curve, roofline, tornado, sweep, evidence
    derive site -o build/site                    everything as pages that open offline
    derive lab optimal-batch                     replace its premises in a browser, where the engine runs
    derive mcp                                   lend the engine to an AI assistant, as its settings name it
    derive cards --template accelerator > my.toml
                                                 a card of your own: --catalog my.toml --accelerator my-accelerator
    derive list --template > my_claims.py        a claim of your own: derive show my-claim --claims my_claims.py
    derive check                                 derive and check everything

    \b
    In Python, after `from derivations import derive`:
    derive("optimal-batch").explore("L", "n")                 sliders in a notebook
    derive("optimal-batch").at(L="0..2k").to_pandas()         a table as numbers; also to_csv, to_latex
    derive("cost-per-token").sweep(B="1..4096")               a dataset of xarray, of any size
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; errors of the user's making are one line on standard error and exit code 2."""
    if arguments is None:
        atexit.register(gc.freeze)  # the process ends: what is left need not be searched for cycles
    if sys.stdout is None:  # closed by whoever called: a command may still write its file
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    try:
        with interruptible() if arguments is None else nullcontext(), _few_collections(for_good=arguments is None):
            derive.main(args=None if arguments is None else list(arguments), prog_name="derive", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.ClickException as error:
        from derivations.cli.slips import told

        _fail(told(error), 2)
    except (click.exceptions.Abort, KeyboardInterrupt):
        _fail("interrupted", 130)
    except UndecidedError as error:
        _fail(str(error), 1)
    except DerivationsError as error:
        _fail(str(error), 2)
    except BrokenPipeError:
        # the reader of a pipe left; nothing is wrong on this side
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        raise SystemExit(0) from None
    except OSError as error:
        if error.filename is not None:
            raise
        # a stream that takes no more, such as a redirection to a full disk; what it still holds is not tried again
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        _fail(f"the output cannot be written: {error.strerror}", 1)


@contextmanager
def _few_collections(*, for_good: bool) -> Iterator[None]:
    """Let cycles be looked for hundreds of times less often: nearly all that a command makes lives as long as it does.

    Where they are looked for as seldom already, nothing changes: going back to more often begins with a search, which a
    process that ends `for_good` does not need.
    """
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], 500_000), *before[1:])
    try:
        yield
    finally:
        if not for_good:
            gc.set_threshold(*before)


def _fail(message: str, code: int) -> None:
    click.echo(f"derive: {' '.join(message.split())}", err=True)
    raise SystemExit(code)
