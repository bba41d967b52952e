"""Slips in the words of a command, told with what was meant: an option of another command, a word that needs an option.

Where nothing better is known, the command's first example in its help says how it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

# an option that a command does not have, and what does in it what the option does elsewhere
_INSTEAD = {
    ("sweep", "--plot"): "derive figure CLAIM --set NAME=LOW..HIGH -o FILE.pdf draws a sweep",
    ("figure", "--plot"): "-o FILE says where to draw",
    ("figure", "--range"): "--over NAME=LOW..HIGH is the range of a curve",
    ("sensitivity", "--over"): "--range NAME=LOW..HIGH is a range",
    ("export", "--csv"): "derive show CLAIM --csv prints numbers",
    ("show", "-o"): "derive export CLAIM -o FILE writes a claim, derive figure CLAIM -o FILE draws it",
    ("show", "--output"): "derive export CLAIM -o FILE writes a claim, derive figure CLAIM -o FILE draws it",
    **{(name, "--range"): "--set NAME=LOW..HIGH is a range" for name in ("show", "sweep", "export", "compare")},
    **{(name, "--given"): "--set NAME=VALUE values a quantity" for name in ("show", "sweep", "figure", "compare")},
}
_EXTRA = re.compile(r"Got unexpected extra arguments? \((?P<words>.*)\)", re.DOTALL)
_MOST_COMMANDS = 3


def told(error: click.ClickException) -> str:
    """The message of click's, with what was meant behind it."""
    message = error.format_message().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None or context.parent is None:
        return error.format_message()
    if isinstance(error, click.exceptions.NoSuchOption):
        instead = _option_instead(error.option_name, context)
        if instead or not error.possibilities:
            return f"No such option '{error.option_name}' of {context.info_name}{instead or _example(context)}"
        return error.format_message()
    extra = _EXTRA.match(error.format_message())
    if extra is not None:
        return f"{message}{_argument_instead(extra['words'], context) or _example(context)}"
    if isinstance(error, click.exceptions.MissingParameter):
        return f"{message}{_example(context)}"
    return error.format_message()


def _option_instead(option: str, context: click.Context) -> str:
    """What to write for an option that the command does not have; empty if none has it."""
    instead = _INSTEAD.get((context.info_name or "", option))
    if instead is not None:
        return f": {instead}"
    having = list(_having(option, context))[:_MOST_COMMANDS]
    return f": derive {' and derive '.join(having)} {'have' if len(having) > 1 else 'has'} it" if having else ""


def _having(option: str, context: click.Context) -> Iterator[str]:
    """The commands that have an option."""
    group = None if context.parent is None else context.parent.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if command is not None and any(option in each.opts for each in command.params):
                yield name


def _argument_instead(words: str, context: click.Context) -> str:
    """What to write for words that the command does not take; empty where that is not known."""
    options = {name for each in context.command.params for name in each.opts}
    arguments = [each.name for each in context.command.params if isinstance(each, click.Argument)]
    if "formula" in arguments:
        return ": write the formula in quotes"
    if "=" in words and "--set" in options:
        return f": write --set {words.split()[0]}"
    if context.info_name == "list":
        return f': derive show "{words}" finds a claim by words of its title'
    if arguments == ["claim"] and "claim" in context.params and not _is_claim(context.params["claim"]):
        return ": write the words of a title in quotes"
    return ""


def _is_claim(name: str | None) -> bool:
    from derivations.claims.index import CLAIMS

    return name in CLAIMS


def _example(context: click.Context) -> str:
    """The first call of the command in its help, or else in that of all commands; empty if there is none."""
    helps = [context.command.help, None if context.parent is None else context.parent.command.help]
    begun = f"derive {context.info_name} "
    for line in "\n".join(filter(None, helps)).splitlines():
        call = re.split(r"\s{3,}", line.strip())[0]
        if call.startswith(begun) and not call.endswith("\\"):
            return f"; for example: {call}"
    return ""
