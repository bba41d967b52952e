"""``derive export``: a claim taken out, for a writeup, a notebook or a program."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from derivations.cli.completion import step_names
from derivations.cli.options import changes, claim_argument, evaluated_claim, json_option, symbolic_option
from derivations.document.forms import ENDINGS, WRITERS
from derivations.document.schema import SCHEMA
from derivations.errors import InputError, UnknownNameError
from derivations.files import refuse_existing, write_file

if TYPE_CHECKING:
    from derivations.report import Report


@dataclass(frozen=True)
class Export:
    """A form of output: what makes it, and which of the options shape it."""

    make: Callable[[Report, dict[str, Any]], str | bytes]
    takes: tuple[str, ...] = ()
    binary: bool = False


_LATEX = ("steps", "style", "symbols", "siunitx")
_ALONE = ("step", "table")
_ENDINGS = {
    ".tex": "latex", ".pdf": "pdf", ".docx": "docx", ".bib": "bibtex", ".ipynb": "ipynb", ".json": "json",
    ".py": "python", ".v": "rocq", **{f".{ending}": form for ending, form in ENDINGS.items()},
}
_OWN = {
    "latex": Export(lambda report, options: report.to_latex(**options),
                    (*_LATEX, *_ALONE, "standalone", "macros", "prefix", "bare")),
    "pdf": Export(lambda report, options: report.to_pdf(**options), _LATEX, binary=True),
    "docx": Export(lambda report, options: report.to_docx(**options), ("steps", "symbols"), binary=True),
    "bibtex": Export(lambda report, options: report.to_bibtex(**options)),
    "html": Export(lambda report, options: report.to_html(**options), ("steps", "symbols")),
    "slides": Export(lambda report, options: report.to_slides(**options), ("symbols",)),
    "ipynb": Export(lambda report, options: report.to_notebook(**options), ("catalog", "claim_files", "execute")),
    "json": Export(lambda report, options: _indented(report.to_json(**options))),
    "python": Export(lambda report, options: report.to_python(**options), ("step",)),
    "rocq": Export(lambda report, options: report.to_rocq(**options)),
}
EXPORTS = _OWN | {form: Export(partial(lambda form, report, options: report.to(form, **options), form),
                               ("steps", "symbols", "bare", *_ALONE)) for form in WRITERS if form not in _OWN}


@click.command()
@claim_argument()
@click.option("--to", "form", default="", metavar="|".join(EXPORTS),
              help="What to write; by default what the name of the file ends in: .tex, .pdf, .typ, .docx, .md, ...")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Output file; default: print.")
@click.option("--bib", type=click.Path(path_type=Path), metavar="FILE",
              help="Also write the cited documents, as BibTeX.")
@click.option("--force", is_flag=True, help="Replace existing files.")
@click.option("--steps", default="", metavar="all|key|result",
              help="How much; default all. The key steps come without tables.")
@click.option("--style", default="", metavar="align|equation|inline", help="How LaTeX sets equations; default align.")
@click.option("--symbols", "own_letters", type=click.Path(path_type=Path), metavar="FILE",
              help='A TOML file with your own letters, as in N_total = "N".')
@click.option("--standalone", is_flag=True, help="A whole LaTeX document, with notation and bibliography.")
@click.option("--macros", is_flag=True, help="LaTeX macros for every letter, formula, value and result.")
@click.option("--prefix", default="", metavar="LETTERS",
              help="Short names for --macros: the prefix, L for a letter, F for a formula, C, V, R, and the name.")
@click.option("--bare", is_flag=True, help="Only premises and steps: no question, verdicts, numbers or sources.")
@click.option("--siunitx", is_flag=True, help="Numbers in LaTeX as the package siunitx sets them.")
@click.option("--step", default="", metavar="NAME", shell_complete=step_names,
              help="One formula alone; of a Python function, which it is. Default: the result.")
@click.option("--table", default="", metavar="KIND",
              help="One table alone: compared, published, grid, grid-2, swings, or values with several in --set.")
@click.option("--execute", is_flag=True, help="Run the notebook, too, and store what its cells show.")
@changes
@symbolic_option
@json_option
def export(
    claim: str,
    form: str,
    output: Path | None,
    bib: Path | None,
    force: bool,
    as_json: bool,
    steps: str,
    style: str,
    own_letters: Path | None,
    standalone: bool,
    macros: bool,
    prefix: str,
    bare: bool,
    siunitx: bool,
    step: str,
    table: str,
    execute: bool,
    **options: Any,
) -> None:
    """A claim exported: LaTeX, Typst or Word for a writeup, a page, slide, notebook, data, function, theorem for Rocq.

    \b
    derive export optimal-batch --to latex -o batch.tex --bib batch.bib
    derive export optimal-batch --to latex --steps result        just the formula, for a pipe
    derive export optimal-batch -o batch.pdf --symbols letters.toml
    derive export optimal-batch --to latex --step short-context       one formula alone; a table alone:
    derive export optimal-batch --to latex --table grid --siunitx
    derive export optimal-batch --to latex --steps key --bare        for a text with its own question and numbers
    derive export optimal-batch --to latex --macros --prefix ob -o macros.tex
    derive export optimal-batch --to typst -o batch.typ
    derive export optimal-batch --to docx -o batch.docx          Word, with equations to edit; needs pandoc
    derive export optimal-batch --to slides -o batch.html        one slide that needs no network; prints on one sheet
    derive export optimal-batch --execute -o batch.ipynb
    derive export optimal-batch --to python -o batch.py
    derive export optimal-batch --to rocq -o batch.v             proven again by Rocq: coqc batch.v
    """
    form = form or _form_of(output)
    chosen = _form(form)
    given = {
        name: value
        for name, value in (("steps", steps), ("style", style), ("symbols", own_letters), ("standalone", standalone),
                            ("macros", macros), ("prefix", prefix), ("bare", bare), ("siunitx", siunitx),
                            ("step", step), ("table", table), ("execute", execute))
        if value
    }
    own = [options["study_file"], own_letters, *options["catalog"], *options["claim_files"]]
    sources = [path for path in own if path is not None]
    _refuse(form, chosen, given, (output, bib), sources, as_json=as_json, force=force)
    evaluated = evaluated_claim(claim, options)
    from derivations.report import Report

    report = Report.of(evaluated)
    cited = {"cited": True} if bib is not None and "standalone" in chosen.takes and not (standalone or macros) else {}
    folder = Path() if output is None else output.parent
    files: dict[str, Any] = {name: [beside(path, folder) for path in options[name]]
                             for name in ("catalog", "claim_files") if name in chosen.takes}
    run = given.pop("execute", False)
    made = chosen.make(report, {**given, **cited, **files})
    if run:
        from derivations.site.notebooks import executed_text

        assert isinstance(made, str)
        made = executed_text(made, claim, folder)
    documents = report.to_bibtex() if bib is not None else ""
    if as_json:
        assert isinstance(made, str)
        made = _indented({"schema": SCHEMA, "claim": claim, "format": form, "text": made})
    if output is not None:
        write_file(output, made, force=force)
        click.echo(f"wrote {output}", err=True)
    else:
        click.echo(made, nl=False)
    if bib is not None:
        write_file(bib, documents, force=force)
        click.echo(f"wrote {bib}", err=True)


def beside(path: Path, folder: Path) -> Path:
    """A path as it is found from a folder, where a notebook runs; an absolute one stays."""
    return path if path.is_absolute() else Path(os.path.relpath(path, folder))


def _form_of(output: Path | None) -> str:
    """The form of output that the name of a file ends in; raises `InputError` where it says none."""
    if output is None:
        raise InputError(f"say what to write: --to {', '.join(EXPORTS)}, or -o FILE with a name that tells it")
    if output.suffix not in _ENDINGS:
        raise InputError(f"-o {output} does not tell what to write: end it in {', '.join(_ENDINGS)}, or give --to")
    return _ENDINGS[output.suffix]


def _form(name: str) -> Export:
    name = _ENDINGS.get(f".{name}", name)
    if name not in EXPORTS:
        raise UnknownNameError("format", name, EXPORTS)
    return EXPORTS[name]


def _refuse(
    name: str, form: Export, given: dict[str, Any], targets: tuple[Path | None, Path | None], sources: Sequence[Path],
    *, as_json: bool, force: bool,
) -> None:
    """Raise `InputError` for what can be known to be wrong before anything is derived."""
    output, bib = targets
    for option in given:
        if option not in form.takes:
            fitting = ", ".join(other for other, item in EXPORTS.items() if option in item.takes)
            raise InputError(f"--{option} is for {fitting}, not for {name}")
    for asked, said, against in (
        ("macros", "writes definitions alone", ("standalone", "style", "bare", "step", "table")),
        ("table", "is one table alone", ("steps", "style", "standalone", "bare", "step")),
        ("step", "is one formula alone", ("steps", "style", "standalone", "bare", "siunitx")),
        ("bare", "is a fragment", ("standalone",)),
    ):
        beside = [option for option in against if asked in given and option in given]
        if beside:
            raise InputError(f"--{asked} {said}: leave out --{beside[0]}")
    if "prefix" in given and "macros" not in given:
        raise InputError("--prefix names macros: give --macros")
    for path in (output, bib):
        if path is not None:
            refuse_existing(path, force=force)
    if output is not None and bib is not None and _same(output, bib):
        raise InputError(f"{output} cannot hold both the {name} and the BibTeX")
    for path, source in ((path, source) for path in (output, bib) if path is not None for source in sources):
        if _same(path, source):
            raise InputError(f"{path} is read for this: give another file to write")
    if form.binary and as_json:
        raise InputError(f"--json holds text: {name} is none")
    if form.binary and output is None and sys.stdout.isatty():
        raise InputError(f"{name} is no text for a terminal: give -o FILE")
    if name == "pdf":
        from derivations.export.latex.article import refuse_without_pdflatex

        refuse_without_pdflatex()
    if name == "docx":
        from derivations.export.word import refuse_without_pandoc

        refuse_without_pandoc()


def _same(one: Path, other: Path) -> bool:
    """True for two ways to name one place."""
    return os.path.realpath(one) == os.path.realpath(other)


def _indented(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
