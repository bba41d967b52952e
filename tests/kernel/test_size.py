"""The kernel is what must be trusted, so it stays small: its lines of code are counted."""

import ast
import io
import tokenize
from pathlib import Path

KERNEL = Path(__file__).parents[2] / "derivations" / "kernel"
MOST = 1_866
_NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
    tokenize.ENCODING,
}


def lines_of_code(source: str) -> int:
    """Lines that are neither blank nor comment nor docstring."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            first = node.body[0]
            lines -= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return len(lines)


def test_lines_are_counted_without_words() -> None:
    """Code alone."""
    assert lines_of_code('"""A module."""\n\n# why\nx = (\n    1\n)\n\n\ndef f():\n    """A function."""\n') == 4


def test_the_kernel_does_not_grow() -> None:
    """What is added to it is taken from elsewhere in it. What only refutes stands beside it."""
    files = [file for file in KERNEL.glob("*.py") if file.name != "exact_point.py"]
    assert sum(lines_of_code(file.read_text(encoding="utf-8")) for file in files) <= MOST


def test_what_stands_beside_the_kernel_is_not_used_by_it() -> None:
    """No theorem rests on the evaluator of exact points."""
    for file in KERNEL.glob("*.py"):
        assert file.name == "exact_point.py" or "exact_point" not in file.read_text(encoding="utf-8")
