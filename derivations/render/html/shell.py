"""The whole page around a body: style, colours for light and dark, no scripts."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import import_module
from typing import Any

_STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --quiet: #57606a; --rule: #d8dee4; --code: #f6f8fa;
  --link: #0b5fa5; }
@media (prefers-color-scheme: dark) { :root { --paper: #0d1117; --ink: #e6edf3; --quiet: #9ea7b4; --rule: #30363e;
  --code: #161b22; --link: #6cb6ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 Georgia, "Times New Roman", serif; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; margin: 2.2rem 0 0.8rem; }
h1 { font-size: 1.8rem; margin-top: 0.5rem; } h2 { font-size: 1.35rem; } h3 { font-size: 1.1rem; }
h4 { font-size: 1rem; margin: 1.2rem 0 0.5rem; }
.anchor-link { display: none; }
p, ul, ol { margin: 0.7rem 0; overflow-wrap: break-word; }
code, pre { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.85rem; }
.highlight, .output_text pre { background: var(--code); border-radius: 6px; margin: 0.8rem 0; overflow-x: auto; }
.highlight pre, .output_text pre { margin: 0; padding: 0.7rem 0.9rem; line-height: 1.5; }
.formula { display: flex; flex-wrap: wrap; justify-content: safe center; align-items: baseline; gap: 0.6rem 0.35rem;
  overflow-x: auto; overflow-y: hidden; padding: 0.4rem 0; }
math { font-family: "STIX Two Math", "Latin Modern Math", "Cambria Math", "DejaVu Math TeX Gyre", math; }
math[display="block"] { margin: 0 auto; width: max-content; max-width: none; }
math:not([display="block"]) { margin-block: 0.15rem; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.92rem; line-height: 1.4; }
@media (max-width: 50rem) { table:has(th:nth-child(5)) { min-width: 38rem; }
  table:has(th:nth-child(6)) { min-width: 46rem; } }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.9rem 0.35rem 0;
  border-bottom: 1px solid var(--rule); }
th { color: var(--quiet); font-weight: 600; }
table:has(th:nth-child(9)) th { vertical-align: bottom; }
table:has(th:nth-child(9)) :is(th, td):first-child { position: sticky; left: 0; background: var(--paper); }
table:has(th:nth-child(9)) :is(th, td):first-child { min-width: 7.5rem; }
@media (min-width: 60rem) { .table:has(th:nth-child(9)) { margin-left: calc(26rem - 1rem - 48vw); width: 96vw; }
  table:has(th:nth-child(9)) { margin: 0 auto; }
  table:has(th:nth-child(9)) td { white-space: nowrap; } }
.picture { overflow-x: auto; margin: 1rem 0; }
.picture svg { min-width: 22rem; }
.quiet { color: var(--quiet); }
"""
_SHELL = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="derivations-source" content="{stamp}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def page(title: str, body: str, stamp: str = "") -> str:
    """A whole page around a body."""
    return _SHELL.format(title=escape(title), style=_STYLE + _code_colours(), body=body, stamp=stamp)


@cache
def _code_colours() -> str:
    """Colours of code for light pages and for dark ones."""
    formatters: Any = import_module("pygments.formatters")
    light, dark = (
        "\n".join(
            rule
            for rule in formatters.HtmlFormatter(style=name).get_style_defs(".highlight").splitlines()
            if rule.startswith(".highlight .")
        )
        for name in ("default", "github-dark")
    )
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n"
