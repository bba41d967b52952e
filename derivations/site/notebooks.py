"""Notebooks: execute them in place, and write them as HTML pages. Run as ``python -m derivations.site.notebooks``."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

import click

from derivations.claims.index import CLAIMS
from derivations.errors import DerivationsError, InputError
from derivations.output import write_file

_STAMP = re.compile(r'<meta name="derivations-source" content="([0-9a-f]*)">')
_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
_TIMEOUT = 600
_KERNEL_START: dict[str, Any] = {
    "kernel_name": "python3", "record_timing": False, "extra_arguments": ["--log-level=ERROR"],
}  # fmt: skip
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
             f"{time.monotonic() - started:.1f} s")  # fmt: skip


def write_pages(folder: Path, out: Path, tell: Callable[[str], None] = print) -> None:
    """Write every notebook of a folder as a page into `out`, and an index; pages that would not change are kept.

    The index has the notebooks of claims first.
    """
    from derivations.render.html.shell import page
    from derivations.site.notebook_page import notebook_page, source_stamp

    paths = notebooks_in(folder)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {out}: {error.strerror}") from None
    entries: dict[str, str] = {}
    for place, path in enumerate(paths, 1):
        notebook = read_notebook(path)
        title, target = title_of(notebook, path.stem), out / f"{path.stem}.html"
        kept = target.exists() and _stamp_of(target) == source_stamp(notebook)
        if not kept:
            write_file(target, notebook_page(notebook, title), force=True)
        entries[path.stem] = _entry(path.stem, title, notebook)
        tell(f"[{place}/{len(paths)}] {target}: {'as before' if kept else 'written'}")
    listed = [entries[name] for name in sorted(entries, key=lambda name: name not in CLAIMS)]
    body = "<h1>Derivations</h1>\n" + "\n".join(listed)
    write_file(out / "index.html", page("Derivations", body), force=True)
    tell(f"{out / 'index.html'}: written")


def title_of(notebook: Any, otherwise: str) -> str:
    """The first heading of a notebook."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (found := re.search(r"^# +(.+)$", cell.source, flags=re.MULTILINE)):
            return found[1].strip()
    return otherwise


def lead_of(notebook: Any) -> str:
    """The first paragraph below the first heading of a notebook, in Markdown; empty if there is none."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and re.search(r"^# ", cell.source, flags=re.MULTILINE):
            below = re.split(r"^# .+$", cell.source, maxsplit=1, flags=re.MULTILINE)[1]
            return below.strip().partition("\n\n")[0]
    return ""


def _stamp_of(path: Path) -> str:
    found = _STAMP.search(path.read_text(encoding="utf-8"))
    return found[1] if found else ""


def _entry(stem: str, title: str, notebook: Any) -> str:
    """A part of the index: a claim with its verdict, or how a notebook of another kind begins."""
    lines = [f'<h2><a href="{escape(stem)}.html">{escape(title)}</a></h2>']
    if stem in CLAIMS:
        from derivations.report import derive

        report = derive(stem)
        lines.append(f"<p>{escape(report.claim.title)}. Verdict: {escape(report.verdict)}.</p>")
        lines.append(f'<p class="quiet">Claim <code>{escape(stem)}</code>, lecture {escape(report.claim.chapter)}</p>')
    elif lead := lead_of(notebook):
        from derivations.render.html.markdown import markdown_html

        lines.append(markdown_html(lead).strip())
    return "\n".join(lines)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def notebooks() -> None:
    """Execute notebooks, or write them as pages."""


_folder = click.option(
    "--notebooks", "folder", default="notebooks", show_default=True, type=click.Path(path_type=Path), metavar="DIR",
    help="Where the notebooks are.",
)  # fmt: skip


@notebooks.command("execute")
@_folder
def execute_command(folder: Path) -> None:
    """Run every notebook from a clean kernel and store its outputs."""
    execute_all(folder, _tell)


@notebooks.command("html")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT_DIR")
@_folder
def html_command(out: Path, folder: Path) -> None:
    """Write every notebook as an HTML page that opens offline, and an index."""
    write_pages(folder, out, _tell)


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
