"""Programs beside Python that some tests need: Chromium, pdflatex, coqc.

Without one such a test is skipped, and the reason names what to install; with ``CI=true`` it fails instead, so that
it is never left out unseen.
"""

import os
import shutil
import subprocess

import pytest


def pdflatex() -> str:
    """Where pdflatex is."""
    found = shutil.which("pdflatex")
    if found is None:
        lacking("no pdflatex here: install the Debian package texlive-latex-base")
    return str(found)


def xelatex() -> None:
    """Skip a test that needs XeLaTeX, with the package that nbconvert's own articles load."""
    if shutil.which("xelatex") is None:
        lacking("no xelatex here: install the Debian package texlive-xetex")
    latex_package("ulem.sty", "texlive-plain-generic")


def latex_package(name: str, debian: str) -> None:
    """Skip a test that needs a package of LaTeX which is not there."""
    found = shutil.which("kpsewhich")
    if found is None or subprocess.run([found, name], capture_output=True, check=False, timeout=60).returncode:
        lacking(f"no {name} here: install the Debian package {debian}")


def coqc() -> str:
    """Where the compiler of Rocq is, with the checker beside it."""
    found = shutil.which("coqc")
    if found is None:
        lacking("no coqc here: install the Debian package coq")
    return str(found)


def lacking(message: str) -> None:
    """Skip the test that cannot be run, or fail it."""
    if os.environ.get("CI", "").lower() in ("true", "1"):
        pytest.fail(message)
    pytest.skip(message)
