"""Reports for Word, from their Markdown, by pandoc: its equations are Word's own, which can be edited."""

from __future__ import annotations

import shutil
import subprocess

from derivations.errors import InputError

_PANDOC = "pandoc"
_READ = "gfm+tex_math_dollars"
_SECONDS = 120


def refuse_without_pandoc() -> None:
    """Raise `InputError`, which names the Debian package, if there is no pandoc."""
    if shutil.which(_PANDOC) is None:
        raise InputError("Word needs pandoc: install it (Debian: apt-get install pandoc)")


def docx(markdown: str) -> bytes:
    """The document of a Markdown text with LaTeX mathematics.

    Raises `InputError` if there is no pandoc, or if it fails.
    """
    refuse_without_pandoc()
    words = [_PANDOC, "--from", _READ, "--to", "docx", "--output", "-"]
    try:
        done = subprocess.run(words, input=markdown.encode(), capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"pandoc cannot be run: {' '.join(str(error).split())[:200]}") from None
    if done.returncode:
        raise InputError(f"pandoc stops at an error: {' '.join(done.stderr.decode(errors='replace').split())[:200]}")
    return done.stdout
