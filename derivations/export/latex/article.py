"""A derivation as a document of its own: the fragment, a table of its letters, its sources, and the PDF of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.fields import APPENDIX, report_document
from derivations.errors import InputError
from derivations.export.latex.fragment import cited_by, fragment
from derivations.language.display import listed
from derivations.study.provenance.documents import documents_of
from derivations.writers.latex.document import PAGE, Cite, LatexSetting
from derivations.writers.latex.text import escaped, prose

_PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage{amsmath}
\usepackage{array,longtable}
\PassOptionsToPackage{hyphens}{url}
\usepackage[hidelinks]{hyperref}
\setlength{\emergencystretch}{3em}"""


def article(report: EvaluatedClaim, *, steps: str = "all", style: str = "align", siunitx: bool = False) -> str:
    """A whole LaTeX document, which pdflatex sets as it is.

    `steps` and `style` are those of `fragment`; raises what it raises.
    """
    title, notation = escaped(report.claim.title), report.derivation.notation
    lines = [
        _PREAMBLE,
        *([r"\usepackage{siunitx}"] if siunitx else []),
        rf"\hypersetup{{pdftitle={{{title}}}}}",
        rf"\title{{{title}}}",
        r"\author{}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
        _body(report, steps, style, cited_by(documents_of(report), notation), siunitx=siunitx).rstrip("\n"),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _body(report: EvaluatedClaim, steps: str, style: str, cite: Cite, *, siunitx: bool) -> str:
    """The report with letters and sources; a formula alone, or a sentence, with its letters and sources."""
    writer = LatexSetting(style=style, siunitx=siunitx, cite=cite, line_width=PAGE, whole=True)
    if steps != "result" and style != "inline":
        return writer.write(report_document(report, steps=steps, titled=False))
    text = fragment(report, steps=steps, style=style, siunitx=siunitx).rstrip("\n")
    if steps == "result":
        headline, notation = report.headline, report.derivation.notation
        under = f"if {listed([f'${item.latex}$' for item in headline.conditions])}" if headline.conditions else ""
        told = ", ".join(filter(None, (under, prose(headline.holds, notation))))
        shown = [text] if text.startswith("$") else [r"\[", text, r"\]"]
        text = "\n".join([*shown, *([f"It holds {told}."] if told else [])])
    return f"{text}\n\n{writer.write(report_document(report, APPENDIX, steps=steps))}"


_SECONDS = 120
_RUNS = 3  # for references and for the widths of tables over several pages
_AGAIN = re.compile(r"Rerun to get|Table widths have changed|undefined references")
_FIRST = r"\pdfinfoomitdate=1\pdftrailerid{}\pdfsuppressptexinfo=-1\input{writeup}"  # the same bytes each time
_DRIVER = "pdflatex"


def refuse_without_pdflatex() -> None:
    """Raise `InputError`, which names the Debian package, if there is no pdflatex."""
    if shutil.which(_DRIVER) is None:
        raise InputError("PDF needs pdflatex: install it (Debian: apt-get install texlive-latex-base)")


def pdf(document: str, files: Mapping[str, bytes] | None = None) -> bytes:
    """The PDF of a whole LaTeX document, beside which files stand that it names.

    Raises `InputError` if there is no pdflatex, or if it stops at an error (letters of one's own that are no LaTeX,
    say).
    """
    refuse_without_pdflatex()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name, content in (files or {}).items():
            (place / name).write_bytes(content)
        (place / "writeup.tex").write_text(document, encoding="utf-8")
        for _ in range(_RUNS):
            log = _set(place)
            if not _AGAIN.search(log):
                break
        return (place / "writeup.pdf").read_bytes()


def _set(place: Path) -> str:
    """One run in a folder; the log."""
    options = ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "-jobname=writeup"]
    # No file outside the folder may be written or, if its name begins with a dot, read.
    environment = {**os.environ, "openout_any": "p", "openin_any": "r", "max_print_line": "1000"}
    try:
        done = subprocess.run(
            [_DRIVER, *options, _FIRST], cwd=place, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=_SECONDS, check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"pdflatex cannot be run: {' '.join(str(error).split())[:200]}") from None
    written = place / "writeup.log"
    log = (written.read_bytes() if written.exists() else done.stdout).decode(errors="replace")
    if done.returncode:
        wrong = next((line for line in log.splitlines() if line.startswith("!")), "! no reason given")
        raise InputError(f"pdflatex stops at an error: {wrong[2:]}")
    return log
