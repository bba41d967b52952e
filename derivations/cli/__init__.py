"""The command `derive`: one module for each of its commands, and what they share."""

import sys

try:
    from derivations.cli.main import derive, main
except KeyboardInterrupt:  # before there is a command that could hear it
    print("derive: interrupted", file=sys.stderr)
    raise SystemExit(130) from None

__all__ = ["derive", "main"]
