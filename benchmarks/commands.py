"""How long the commands take, each in a process of its own; the unit is `import sympy` in such a process.

Processor time of the process, ratios within each round, and of these the medians. What is unchanged has been printed
once before, into a cache of this run; changed numbers and premises are new in every round. What comes first of all has
an empty cache, as after an installation.

    python benchmarks/commands.py [ROUNDS]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from aims import told

UNIT = ("-c", "import sympy")
FIRST = {
    ("list",): 2.0,
}
UNCHANGED = {
    ("show", "optimal-batch", "--brief"): 0.8,
    ("list",): 2.0,
    ("check",): 10.0,
    ("cards",): 0.5,
}
BRIEF = ("show", "optimal-batch", "--brief")
CHANGED = {  # with a number that is new in every round
    (*BRIEF, "--set", "L={new} token/sequence"): 1.2,
    (*BRIEF, "--assume", "weight-fetch=t_w = {new}/7*b_w*N_active/W"): 2.0,
    (*BRIEF, "--assume", "arithmetic-time=t_c = {new}/7*phi*n*B*N_active/C"): 2.0,
    (*BRIEF, "--assume", "kv-fetch=t_kv = {new}/7*kappa*B*L/W"): 2.0,
}


def seconds(arguments: Sequence[str], cache: str) -> float:
    """Processor time of Python with these arguments; raises `RuntimeError` if it fails.

    Modules are compiled once and kept, as SymPy's are and as they are where the package is installed.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.DEVNULL, env={**environment, "DERIVATIONS_CACHE": cache}
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(arguments)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def command(words: Sequence[str], new: int = 0) -> tuple[str, ...]:
    """The arguments of Python for a command."""
    return ("-m", "derivations.cli", *(word.format(new=new) for word in words))


def main() -> None:
    """Print the ratios beside their aims."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    aims = {**UNCHANGED, **CHANGED}
    ratios: dict[tuple[str, ...], list[float]] = {words: [] for words in aims}
    first: dict[tuple[str, ...], list[float]] = {words: [] for words in FIRST}
    with tempfile.TemporaryDirectory() as cache:
        for words in UNCHANGED:
            seconds(command(words), cache)
        for turn in range(rounds):
            for words in aims:
                unit = seconds(UNIT, cache)
                ratios[words].append(seconds(command(words, 1001 + turn), cache) / unit)
            for words in FIRST:
                with tempfile.TemporaryDirectory() as empty:
                    first[words].append(seconds(command(words), empty) / seconds(UNIT, empty))
    for words, aim in FIRST.items():
        print(told(f"derive {' '.join(words)}, first of all", first[words], aim))
    for words, aim in aims.items():
        print(told("derive " + " ".join(words).partition("=")[0].replace("optimal-batch ", ""), ratios[words], aim))


if __name__ == "__main__":
    main()
