"""The command in a process of its own, and what it has imported when it is done."""

import subprocess
import sys

HEAVY = ("sympy", "mpmath", "jinja2", "matplotlib", "z3")
_PROGRAM = f"""
import sys
from derivations.cli.main import main
try:
    main(sys.argv[1:])
finally:
    sys.stderr.write(" ".join(sorted(set(sys.modules) & {set(HEAVY)!r})))
"""


def imported(*words: str) -> tuple[str, str]:
    """What the command prints, and which heavy packages it has imported by then."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "error", "-c", _PROGRAM, *words],
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr
