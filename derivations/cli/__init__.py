"""The command `derive`: one module for each of its commands, and what they share."""

import atexit
import os
import sys

try:
    from derivations.cli.main import derive, main
except KeyboardInterrupt:  # before there is a command that could hear it
    print("derive: interrupted", file=sys.stderr, flush=True)
    atexit.register(os._exit, 130)  # as in `interruption`
    raise SystemExit(130) from None

__all__ = ["derive", "main"]
