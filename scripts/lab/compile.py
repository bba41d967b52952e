"""Compile every module of a zip to bytecode beside it; run by Pyodide, whose bytecode differs from that of any other.

`SOURCE` and `TARGET` are set by who runs it. Docstrings become empty texts rather than none: SymPy adds to its own.
Modules below `derivations/` keep their source, from which the digests of what is kept are made.
"""

import ast
import importlib.util
import marshal
import warnings
import zipfile

WRITTEN = (1980, 1, 1, 0, 0, 0)  # the same zip from the same sources
UNCHECKED = (1).to_bytes(4, "little")  # a hash in place of a time, which nobody compares


def without_docstrings(tree):
    """The tree with each docstring emptied."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                first.value.value = "" if isinstance(first.value.value, str) else first.value.value
    return tree


def compiled(name, source):
    """The content of a .pyc file."""
    code = compile(without_docstrings(ast.parse(source)), name, "exec", dont_inherit=True, optimize=0)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + bytes(8) + marshal.dumps(code)


warnings.simplefilter("ignore")  # of what others wrote
with zipfile.ZipFile(SOURCE) as source, zipfile.ZipFile(TARGET, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:  # noqa: F821
    for name in sorted(source.namelist()):
        content = source.read(name)
        if name.endswith(".py"):
            target.writestr(zipfile.ZipInfo(f"{name}c", WRITTEN), compiled(name, content), zipfile.ZIP_DEFLATED)
        if not name.endswith(".py") or name.startswith("derivations/"):
            target.writestr(zipfile.ZipInfo(name, WRITTEN), content, zipfile.ZIP_DEFLATED)
