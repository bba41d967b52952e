"""Pictures of pages for the README: the first screen of a claim's page, as Chromium shows it, in light.

`python scripts/screenshots.py` takes them from `build/site`, which `make` builds. Chromium comes by `make system`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SITE, PICTURES = ROOT / "build" / "site", ROOT / "docs" / "pictures"
PAGES = ("optimal-batch",)
WIDTH, HEIGHT = 1400, 900


def main() -> None:
    """Take a picture of each page, or say in one line what is missing."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    missing = [str(SITE / f"{page}.html") for page in PAGES if not (SITE / f"{page}.html").exists()]
    if program is None or missing:
        sys.exit(f"no {'Chromium: make system installs it' if program is None else f'{missing[0]}: make builds it'}")
    PICTURES.mkdir(exist_ok=True)
    for page in PAGES:
        with tempfile.TemporaryDirectory() as profile:
            subprocess.run(
                [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                 f"--user-data-dir={profile}", f"--window-size={WIDTH},{HEIGHT}",
                 f"--screenshot={PICTURES / page}.png", (SITE / f"{page}.html").as_uri()],
                check=True, capture_output=True,
            )
        print(f"{(PICTURES / page).relative_to(ROOT)}.png: taken")


if __name__ == "__main__":
    main()
