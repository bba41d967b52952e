"""Notebooks: found, read, and executed in place. Run as ``python -m derivations.site.notebooks``."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from derivations.errors import DerivationsError, InputError
from derivations.files import write_file

_FORMAT = 4
_TIMEOUT = 600
_KERNEL_START: dict[str, Any] = {
    "kernel_name": "python3", "record_timing": False, "extra_arguments": ["--log-level=ERROR"],
}
_EXTRA = "notebooks need jupyter: pip install 'derivations[notebook]'"


def notebooks_in(folder: Path) -> list[Path]:
    """The notebooks of a folder, by name; raises `InputError` if there is none."""
    found = sorted(path for path in folder.glob("*.ipynb") if not path.name.startswith("."))
    if not found:
        raise InputError(f"no notebooks in {folder}")
    return found


def read_notebook(path: Path) -> Any:
    """A notebook from a file; raises `InputError` if it cannot be read as one."""
    try:
        import nbformat
    except ImportError:
        raise InputError(_EXTRA) from None
    try:
        return nbformat.read(path, as_version=4)
    except (OSError, ValueError, nbformat.reader.NotJSONError) as error:
        raise _unreadable(path, error) from None


def stored_notebook(path: Path) -> dict[str, Any]:
    """A notebook as its file has it, with the lines of its cells joined; raises `InputError` as `read_notebook`.

    Without nbformat, which takes seconds to import where jsonschema finds a parser of addresses.
    """
    try:
        notebook = json.loads(path.read_bytes())
        if notebook["nbformat"] != _FORMAT:
            raise ValueError(f"it is of format {notebook['nbformat']}, not {_FORMAT}")
        return {**notebook, "cells": [_joined_cell(cell) for cell in notebook["cells"]]}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(path, error) from None


def stored_cells(path: Path) -> list[Any]:
    """The cells of a notebook, as `stored_notebook` has them."""
    return list(stored_notebook(path)["cells"])


def _joined_cell(cell: dict[str, Any]) -> dict[str, Any]:
    """A cell whose texts are one text each, as are all outputs that are not JSON."""
    outputs = [
        {**output,
         **({"text": "".join(output["text"])} if "text" in output else {}),
         **({"data": {kind: _joined(kind, data) for kind, data in output["data"].items()}} if "data" in output else {})}
        for output in cell.get("outputs", ())
    ]
    return {**cell, "source": "".join(cell["source"]), "outputs": outputs}


def _joined(kind: str, data: Any) -> Any:
    return "".join(data) if isinstance(data, list) and not kind.endswith("json") else data


def _unreadable(path: Path, error: Exception) -> InputError:
    return InputError(f"{path} cannot be read as a notebook: {' '.join(str(error).split())[:200]}")


def notebook_text(notebook: Any) -> str:
    """A notebook as text for a file, the same text for the same notebook."""
    import nbformat

    return f"{nbformat.writes(notebook).rstrip()}\n"


def executed_text(text: str, name: str, folder: Path) -> str:
    """The text of a notebook's file, run from a clean kernel in a folder; the notebook says of itself what it did.

    Raises `InputError` for a cell that fails.
    """
    try:
        import nbformat
    except ImportError:
        raise InputError(_EXTRA) from None
    notebook = nbformat.reads(text, as_version=_FORMAT)
    ran = executed(notebook, name, folder)
    ran.metadata = notebook.metadata
    return notebook_text(ran)


def executed(notebook: Any, name: str = "notebook", folder: Path | None = None) -> Any:
    """A copy of a notebook, run from a clean kernel, in an empty folder unless one is given.

    What differs from run to run without meaning anything is left out. Raises `InputError` for a cell that fails.
    """
    try:
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError
    except ImportError:
        raise InputError(_EXTRA) from None
    fresh = _without_outputs(notebook)
    with tempfile.TemporaryDirectory() as empty:
        place = {"metadata": {"path": empty if folder is None else str(folder)}}
        client = NotebookClient(fresh, timeout=_TIMEOUT, resources=place, **_KERNEL_START)
        try:
            client.execute()
        except CellExecutionError as error:
            raise _failed(name, error.ename, error.evalue) from None
    fresh.metadata = _metadata(notebook)
    for cell in fresh.cells:
        cell.metadata.pop("execution", None)
    return fresh


def run_cells(notebook: Any, name: str = "notebook") -> Any:
    """A copy of a notebook, run in a fork of this process, in an empty folder and with nothing defined.

    It says what `executed` says, and what this process has imported and proved serves it. Raises `InputError` for a
    cell that fails.
    """
    fresh = _without_outputs(notebook)
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    child = fork.Process(target=_run_in_shell, args=(fresh, sender))
    child.start()
    sender.close()
    try:
        outputs, failure = receiver.recv()
    except EOFError:
        outputs, failure = [], ("EOFError", "the process ended before the notebook did")
    child.join()
    if failure:
        raise _failed(name, *failure)
    for place, (cell, found) in enumerate(zip(_code_cells(fresh), outputs, strict=True), 1):
        cell.outputs, cell.execution_count = found, place
    return fresh


def _run_in_shell(notebook: Any, sender: Any) -> None:
    """Send the outputs of all code cells and None, or what was raised in the last one, as its name and its words."""
    import nbformat
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    outputs: list[list[Any]] = []
    failure = None
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for place, cell in enumerate(_code_cells(notebook), 1):
            found: list[Any] = []
            shell.display_pub = _Publisher(found)
            shell.display_trap.hook = _Hook(shell, found, place)
            sys.stdout, sys.stderr = _Stream("stdout", found), _Stream("stderr", found)
            result = shell.run_cell(cell.source, store_history=True)
            outputs.append(nbformat.from_dict(found))
            error = result.error_before_exec or result.error_in_exec
            if error is not None:
                failure = (type(error).__name__, str(error))
                break
        os.chdir("/")
    sender.send((outputs, failure))


class _Stream(io.TextIOBase):
    """Text that is printed, as an output of a cell."""

    def __init__(self, name: str, outputs: list[Any]) -> None:
        self._name, self._outputs = name, outputs

    def write(self, text: str) -> int:
        last = self._outputs[-1] if self._outputs else {}
        if last.get("name") == self._name:
            last["text"] += text
        elif text:
            self._outputs.append({"output_type": "stream", "name": self._name, "text": text})
        return len(text)


class _Publisher:
    """Objects that are displayed, as outputs of a cell."""

    def __init__(self, outputs: list[Any]) -> None:
        self._outputs = outputs
        self.is_publishing = False

    def publish(self, data: Any, metadata: Any = None, **_: Any) -> None:
        self._outputs.append({"output_type": "display_data", "data": data, "metadata": metadata or {}})


class _Hook:
    """The value of the last line of a cell, as an output of the cell."""

    def __init__(self, shell: Any, outputs: list[Any], count: int) -> None:
        self._shell, self._outputs, self._count = shell, outputs, count

    def __call__(self, result: Any) -> None:
        if result is None:
            return
        data, metadata = self._shell.display_formatter.format(result)
        self._outputs.append(
            {"output_type": "execute_result", "data": data, "metadata": metadata, "execution_count": self._count}
        )


def _without_outputs(notebook: Any) -> Any:
    """A copy without outputs."""
    try:
        import nbformat
    except ImportError:
        raise InputError(_EXTRA) from None
    fresh = nbformat.from_dict(notebook)
    for cell in _code_cells(fresh):
        cell.outputs, cell.execution_count = [], None
    fresh.metadata = _metadata(notebook)
    return fresh


def _metadata(notebook: Any) -> Any:
    """What a notebook says of itself: its title, and what is the same for all."""
    import nbformat

    from derivations.export.notebook import METADATA

    title = notebook.metadata.get("title")
    return nbformat.from_dict({**METADATA, **({"title": title} if title else {})})


def _code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _failed(name: str, error: str, words: str) -> InputError:
    error = error.replace("_IncompleteInputError", "SyntaxError")  # since Python 3.13, of what is begun and not ended
    return InputError(f"{name}: a cell fails: {error}: {' '.join(words.split())}")


def execute_all(folder: Path, tell: Callable[[str], None] = print) -> None:
    """Execute every notebook of a folder in place; a file is written only where its text changes."""
    paths = notebooks_in(folder)
    for place, path in enumerate(paths, 1):
        tell(f"[{place}/{len(paths)}] {path.name}: running")
        started = time.monotonic()
        text = notebook_text(executed(read_notebook(path), path.name))
        changed = text != path.read_text(encoding="utf-8")
        if changed:
            write_file(path, text, force=True)
        tell(f"[{place}/{len(paths)}] {path.name}: {'written' if changed else 'as before'}, "
             f"{time.monotonic() - started:.1f} s")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def notebooks() -> None:
    """Execute notebooks."""


_folder = click.option(
    "--notebooks", "folder", default="notebooks", show_default=True, type=click.Path(path_type=Path), metavar="DIR",
    help="Where the notebooks are.",
)


@notebooks.command("execute")
@_folder
def execute_command(folder: Path) -> None:
    """Run every notebook from a clean kernel and store its outputs."""
    execute_all(folder, _tell)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; errors of the user's making are one line on standard error and exit code 2."""
    try:
        given = None if arguments is None else list(arguments)
        notebooks.main(args=given, prog_name="notebooks", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.ClickException as error:
        _fail(error.format_message())
    except DerivationsError as error:
        _fail(str(error))


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _fail(message: str) -> None:
    click.echo(f"notebooks: {' '.join(message.split())}", err=True)
    raise SystemExit(2)


if __name__ == "__main__":
    main()
