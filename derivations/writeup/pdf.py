"""A LaTeX document as PDF, set by pdflatex."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from derivations.errors import InputError

_SECONDS = 120
_RUNS = 3  # for references and for the widths of tables over several pages
_AGAIN = re.compile(r"Rerun to get|Table widths have changed|undefined references")
_FIRST = r"\pdfinfoomitdate=1\pdftrailerid{}\pdfsuppressptexinfo=-1\input{writeup}"  # the same bytes each time
_DRIVER = "pdflatex"


def refuse_without_pdflatex() -> None:
    """Raise `InputError`, which names the Debian package, if there is no pdflatex."""
    if shutil.which(_DRIVER) is None:
        raise InputError("PDF needs pdflatex: install it (Debian: apt-get install texlive-latex-base)")


def pdf(document: str) -> bytes:
    """The PDF of a whole LaTeX document.

    Raises `InputError` if there is no pdflatex, or if it stops at an error (letters of one's own that are no LaTeX,
    say).
    """
    refuse_without_pdflatex()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
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
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"pdflatex cannot be run: {' '.join(str(error).split())[:200]}") from None
    written = place / "writeup.log"
    log = (written.read_bytes() if written.exists() else done.stdout).decode(errors="replace")
    if done.returncode:
        wrong = next((line for line in log.splitlines() if line.startswith("!")), "! no reason given")
        raise InputError(f"pdflatex stops at an error: {wrong[2:]}")
    return log
