"""Markdown with LaTeX mathematics in other forms, by pandoc."""

from __future__ import annotations

import shutil
import subprocess

from derivations.errors import InputError

_PANDOC = "pandoc"
GITHUB = "gfm+tex_math_dollars"
# as GitHub reads it, but with columns of tables as wide as their dashes say
WITH_WIDTHS = "+".join((
    "markdown_strict", "autolink_bare_uris", "backtick_code_blocks", "fenced_code_blocks", "intraword_underscores",
    "lists_without_preceding_blankline", "pipe_tables", "strikeout", "tex_math_dollars", "all_symbols_escapable",
))
_SECONDS = 120


def refuse_without_pandoc(what: str) -> None:
    """Raise `InputError`, which names the Debian package and what is to be made, if there is no pandoc."""
    if shutil.which(_PANDOC) is None:
        raise InputError(f"{what} needs pandoc: install it (Debian: apt-get install pandoc)")


def converted(markdown: str, to: str, *options: str, what: str, reading: str = GITHUB) -> bytes:
    """The Markdown in another of pandoc's forms, with further options of its own; `what` it is stands in errors.

    `reading` is the kind of Markdown.

    Raises `InputError` if there is no pandoc, or if it fails.
    """
    refuse_without_pandoc(what)
    words = [_PANDOC, "--from", reading, "--to", to, *options, "--output", "-"]
    try:
        done = subprocess.run(words, input=markdown.encode(), capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"pandoc cannot be run: {' '.join(str(error).split())[:200]}") from None
    if done.returncode:
        raise InputError(f"pandoc stops at an error: {' '.join(done.stderr.decode(errors='replace').split())[:200]}")
    return done.stdout
