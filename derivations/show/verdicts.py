"""The verdicts on a claim, a short line each, for every medium."""

from __future__ import annotations

from collections.abc import Iterator

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.verdicts import Verdicts
from derivations.language.display import in_markdown, markdown_prose
from derivations.show.document import TextLine, headed
from derivations.study.verdicts import verdicts

_KEPT = "verdicts"


def verdicts_of(report: EvaluatedClaim) -> Verdicts:
    """The verdicts on a report, made once for all media that show it."""
    if _KEPT not in report.kept_tables:
        report.kept_tables[_KEPT] = verdicts(report)
    found: Verdicts = report.kept_tables[_KEPT]
    return found


def verdict_lines(report: EvaluatedClaim) -> Iterator[TextLine]:
    """A line for each verdict that there is."""
    for heading, words in verdicts_of(report).lines:
        yield headed(heading, f": {words}")


def verdicts_markdown(report: EvaluatedClaim) -> str:
    """The same as a list in Markdown."""
    notation = report.derivation.notation
    return "\n".join(f"- **{heading}:** {markdown_prose(words, notation, in_markdown)}"
                     for heading, words in verdicts_of(report).lines)


def verdicts_prose(report: EvaluatedClaim) -> list[dict[str, str]]:
    """The same as plain data for a page."""
    return [{"heading": heading, "words": words} for heading, words in verdicts_of(report).lines]
