"""Fill the derived parts of README.md and docs/: what stands between ``<!-- derived: NAME -->`` and ``<!-- end -->``.

`make fresh` writes the files and the picture; tests compare them with what it would write. A part is a
command line and what it prints, run in the folder of the examples; ``file NAME``, an example as it stands; ``prints``,
what the Python code above it prints; or one of the parts below.
"""

from __future__ import annotations

import inspect
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from itertools import groupby
from pathlib import Path

import click

import derivations
from derivations import CLAIMS, Curve, curves_panel, derive, find_claim, panels_plot
from derivations.cli.main import main as derive_command
from derivations.export.plots.drawing import svg_text
from derivations.language.unit import spellings
from derivations.numbers.format import format_number

ROOT = Path(__file__).parent.parent
GREEK_MU = "\N{GREEK SMALL LETTER MU}"
EXAMPLES = ROOT / "docs" / "examples"
PICTURE = ROOT / "docs" / "optimal-batch.svg"
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
SECTION = re.compile(r"(<!-- derived: ([^>]+?) -->\n).*?(<!-- end -->)", re.DOTALL)
_QUOTED = re.compile(r"(: |-> )'([^']*)'")  # annotations are kept as text
_PIECE = re.compile(rf"(?P<part>{SECTION.pattern})|```python\n(?P<code>.*?)```", re.DOTALL)


def filled(text: str) -> str:
    """The text with every derived part made anew, and its Python code run in order, in one namespace."""
    parts: dict[str, Callable[[], str]] = {
        "numbers": numbers, "claims": claims, "commands": commands, "python": public_names, "units": units,
    }
    namespace: dict[str, object] = {"__name__": "example"}
    printed = ""

    def fill(match: re.Match[str]) -> str:
        nonlocal printed
        if match["code"] is not None:
            printed = _printed(lambda: exec(compile(match["code"], "example", "exec"), namespace))
            return match[0]
        head, name, end = match[2], match[3], match[4]
        if name == "prints":
            return f"{head}```text\n{printed}```\n{end}"
        if name.startswith("file "):
            return f"{head}{_file(name.removeprefix('file '))}{end}"
        return f"{head}{parts[name]() if name in parts else console(name)}{end}"

    return _PIECE.sub(fill, text)


def numbers() -> str:
    """The balance batch with its numbers put in."""
    return f"$$\n{derive('optimal-batch').result.latex}\n$$\n"


def claims(names: Sequence[str] = CLAIMS) -> str:
    """Claims by chapter, by default all: a link to its notebook with its question."""
    lines = []
    for chapter, members in groupby(map(find_claim, names), key=lambda claim: claim.chapter):
        lines.append(f"\n**{chapter}**\n\n")
        lines += [f"- [{claim.question or claim.title}](../notebooks/{claim.name}.ipynb) (`{claim.name}`)\n"
                  for claim in members]
    return "".join(lines) + "\n"


def units() -> str:
    """Every word that is read as a unit, with its size and its prefixes."""
    lines = ["| unit | size | prefixes |", "| --- | --- | --- |"]
    for item in spellings():
        size = f"{format_number(item.factor)} {item.dimension}".removesuffix(" 1")
        prefixes = [prefix for prefix in item.prefixes if prefix != GREEK_MU]  # which looks like the other one
        lines.append(f"| {_codes(item.words)} | {size} | {_codes(prefixes) or '—'} |")
    return "\n".join(lines) + "\n"


def _codes(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def console(command: str) -> str:
    """A command line and what it prints, in the folder of the examples; an error is printed, too."""
    def run() -> None:
        with redirect_stderr(sys.stdout), suppress(SystemExit):
            derive_command(shlex.split(command)[1:])

    with _plain_terminal():
        return f"```console\n$ {command}\n{_printed(run)}```\n"


def commands() -> str:
    """Every command with its help."""
    group = import_module("derivations.cli.main").derive
    names = group.list_commands(click.Context(group))
    return "\n".join(f"## {name}\n\n{console(f'derive {name} --help')}" for name in names)


def public_names() -> str:
    """Every public name with its signature and the first paragraph of its docstring."""
    return "\n".join(_public(name) for name in derivations.__all__)


def _public(name: str) -> str:
    value = getattr(derivations, name)
    if not callable(value):
        return f"### `{name}`\n\n`{value!r}`\n" if len(repr(value)) < 100 else f"### `{name}`\n"
    try:
        signature = _QUOTED.sub(r"\1\2", str(inspect.signature(value)))
    except (TypeError, ValueError):
        signature = "(...)"
    said = inspect.cleandoc(value.__doc__ or "").partition("\n\n")[0]
    return f"### `{name}`\n\n```text\n{name}{signature}\n```\n\n{said}\n"


def _file(name: str) -> str:
    """An example as it stands."""
    kind = {"toml": "toml", "py": "python", "csv": "text"}[name.rpartition(".")[2]]
    return f"```{kind}\n{(EXAMPLES / name).read_text(encoding='utf-8')}```\n"


def _printed(run: Callable[[], object]) -> str:
    output = StringIO()
    with chdir(EXAMPLES), redirect_stdout(output):
        run()
    return output.getvalue()


@contextmanager
def _plain_terminal() -> Iterator[None]:
    """A terminal of the usual width, whoever runs this."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"
    try:
        yield
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


def picture() -> str:
    """The time of a pass over the batch on the default machine, and where its two sides meet: SVG."""
    report = derive("optimal-batch", values={"L": "1k token/sequence", "G": "8 GPU"})
    curves = [Curve(report, "arithmetic-time", "arithmetic", role="first"),
              Curve(report, "memory-time", "reading weights and KV cache", role="second"),
              Curve(report, "memory-bound", role="second", bold=True),
              Curve(report, "compute-bound", role="first", bold=True)]
    batch = report.result.result
    panel = curves_panel(curves, over="B", between=("1 sequence", "12k sequence"), marks={"balance": batch},
                         vertical="time of a pass")
    return svg_text(panels_plot([panel], f"{report.scenario.title}, context of 1,000 tokens: balance at {batch}"))
