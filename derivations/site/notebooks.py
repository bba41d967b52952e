"""Notebooks: found, read, and executed in place. Run as ``python -m derivations.site.notebooks``."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from derivations.errors import DerivationsError, InputError
from derivations.files import write_file

_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
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
        raise InputError(f"{path} cannot be read as a notebook: {' '.join(str(error).split())[:200]}") from None


def notebook_text(notebook: Any) -> str:
    """A notebook as text for a file, the same text for the same notebook."""
    import nbformat

    return f"{nbformat.writes(notebook).rstrip()}\n"


def executed(notebook: Any, name: str = "notebook") -> Any:
    """A copy of a notebook, run from a clean kernel in an empty folder.

    What differs from run to run without meaning anything is left out. Raises `InputError` for a cell that fails.
    """
    try:
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError
    except ImportError:
        raise InputError(_EXTRA) from None
    fresh = nbformat.from_dict(notebook)
    for cell in fresh.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    with tempfile.TemporaryDirectory() as folder:
        place = {"metadata": {"path": folder}}
        client = NotebookClient(fresh, timeout=_TIMEOUT, resources=place, **_KERNEL_START)
        try:
            client.execute()
        except CellExecutionError as error:
            raise InputError(f"{name}: a cell fails: {error.ename}: {' '.join(error.evalue.split())}") from None
    fresh.metadata = nbformat.from_dict({"kernelspec": _KERNEL, "language_info": {"name": "python"}})
    for cell in fresh.cells:
        cell.metadata.pop("execution", None)
    return fresh


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
