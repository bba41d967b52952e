"""The command in a process of its own, and what it has imported when it is done."""

import subprocess
import sys
from collections.abc import Sequence

HEAVY = ("sympy", "mpmath", "jinja2", "matplotlib", "z3")
_PROGRAM = """
import sys
from derivations.cli.main import main
watched, *words = sys.argv[1:]
try:
    main(words)
finally:
    sys.stderr.write(" ".join(sorted(set(sys.modules) & set(watched.split()))))
"""


def imported(*words: str, watched: Sequence[str] = HEAVY) -> tuple[str, str]:
    """What the command prints, and which of the watched modules it has imported by then."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "error", "-c", _PROGRAM, " ".join(watched), *words],
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr
