"""Fill the derived parts of README.md: what stands between ``<!-- derived: NAME -->`` and ``<!-- end -->``.

`python scripts/readme.py` writes the file; a test compares it with what it would write.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from itertools import groupby
from pathlib import Path

from derivations import Report, derive
from derivations.cli.main import main as derive_command
from derivations.language.display import markdown_prose
from derivations.lecture.index import CLAIMS
from derivations.show.report_tables import compared_table

README = Path(__file__).parent.parent / "README.md"
SECTION = re.compile(r"(<!-- derived: ([^>]+?) -->\n).*?(<!-- end -->)", re.DOTALL)
STEPS = ("roofline", "balance-in-full", "batch", "crossover-context", "balance-batch", "ridge-times-sparsity")


def filled(text: str) -> str:
    """The text with every derived part made anew."""
    report = derive("optimal-batch")
    parts: dict[str, Callable[[], str]] = {
        "steps": lambda: steps(report),
        "numbers": lambda: f"$$\n{report.result.latex}\n$$\n",
        "readings": lambda: compared_table(report).to_markdown() + "\n",
        "claims": claims,
    }

    def fill(match: re.Match[str]) -> str:
        name = match[2]
        body = parts[name]() if name in parts else console(name)
        return f"{match[1]}{body}{match[3]}"

    return SECTION.sub(fill, text)


def steps(report: Report) -> str:
    """The main steps, each with its reason and verdict."""
    lines = []
    for name in STEPS:
        step = report[name]
        assert step.relation is not None
        condition = "".join(rf" \qquad\text{{if }} {c.latex}" for c in step.conditions)
        reason = markdown_prose(step.because, step.relation.notation)
        lines.append(f"**{step.name}** — {reason} · *{step.verdict.finding}*\n")
        lines.append(f"$$\n{step.relation.latex}{condition}\n$$\n")
    return "\n".join(lines)


def claims() -> str:
    """Every claim by chapter: a link to its notebook, its title, and the verdict."""
    lines = []
    for chapter, members in groupby(map(derive, CLAIMS), key=lambda report: report.claim.chapter):
        lines.append(f"\n**{chapter}**\n\n")
        for report in members:
            name = report.claim.name
            lines.append(f"- [{report.claim.title}](notebooks/{name}.ipynb) (`{name}`): {report.verdict}\n")
    return "".join(lines) + "\n"


def console(command: str) -> str:
    """A command line and what it prints."""
    output = StringIO()
    with redirect_stdout(output):
        derive_command(shlex.split(command)[1:])
    return f"```console\n$ {command}\n{output.getvalue()}```\n"


def main() -> None:
    """Write README.md."""
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
