"""Modules as Python reads them, each parsed once for all tests that look at how the project is written."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """What Python reads a module as."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def statements_of(path: Path) -> tuple[ast.stmt, ...]:
    """All statements of a module, also those of functions; what they are made of are few of its nodes."""
    found, pending = [], list[ast.AST](tree_of(path).body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.stmt):
            found.append(node)
        for _, part in ast.iter_fields(node):
            if isinstance(part, list):
                pending += (each for each in part if isinstance(each, ast.stmt | ast.excepthandler | ast.match_case))
    return tuple(found)


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All that is in a module."""
    return tuple(ast.walk(tree_of(path)))
