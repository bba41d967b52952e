"""A notebook as one HTML page that needs no network: MathML for formulas, no scripts."""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from derivations.errors import InputError
from derivations.render.html.markdown import markdown_html
from derivations.render.html.shell import page

_MADE_BY = ("site/notebook_page.py", "render/html/from_latex.py", "render/html/markdown.py", "render/html/shell.py")


def notebook_page(notebook: Any, title: str) -> str:
    """The page of a notebook. Raises `InputError` if nbconvert is missing."""
    try:
        nbconvert: Any = import_module("nbconvert")
    except ImportError:
        raise InputError("pages need nbconvert: pip install 'derivations[notebook]'") from None
    exporter = nbconvert.HTMLExporter(template_name="basic", exclude_input_prompt=True, exclude_output_prompt=True)
    exporter.register_filter("markdown2html", markdown_html)
    body, _ = exporter.from_notebook_node(_with_inline_svg(notebook))
    return page(title, body, source_stamp(notebook))


def source_stamp(notebook: Any) -> str:
    """A hash of all that a notebook's page is made from; the same stamp means the same page."""
    here = files("derivations")
    parts = [json.dumps(notebook, sort_keys=True)]
    parts += [here.joinpath(name).read_text(encoding="utf-8") for name in _MADE_BY]
    parts += [version(name) for name in ("nbconvert", "latex2mathml", "pygments")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _with_inline_svg(notebook: Any) -> Any:
    """A copy in which pictures stand in the page itself, where their title and description can be read."""
    copied = deepcopy(notebook)
    for cell in copied.cells:
        for output in cell.get("outputs", ()):
            svg = output.get("data", {}).get("image/svg+xml")
            if svg is not None:
                output["data"] = {"text/html": f'<div class="picture">{svg}</div>'}
    return copied
