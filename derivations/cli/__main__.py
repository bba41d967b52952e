"""``python -m derivations.cli`` is ``derive``."""

from derivations.cli.main import main

main()
