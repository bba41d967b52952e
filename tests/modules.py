"""Modules as Python reads them, each parsed once for all tests that look at how the project is written."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """What Python reads a module as."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All that is in a module."""
    return tuple(ast.walk(tree_of(path)))
