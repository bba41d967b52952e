"""Reading, printing and measuring need no SymPy: a word error is answered without waiting for it."""

import os
import subprocess
import sys

LIGHT = (
    "arithmetic", "relation", "tree", "grammar", "limits", "numerals", "greek", "unit", "dimension",
    "dimensional_analysis", "quantity", "prose", "display", "printing.text", "printing.latex", "printing.latex_lines",
    "printing.mathml", "printing.pretty", "printing.python_code", "latex_reading.reader",
)


def test_light_modules_do_not_import_sympy() -> None:
    """Only the modules that name SymPy import it."""
    modules = ", ".join(f"derivations.language.{name}" for name in LIGHT)
    program = f"import sys, {modules}; sys.exit('sympy' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", program], env=environment, check=False)
    assert done.returncode == 0
