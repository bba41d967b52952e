"""Whether one statement about a report follows from others."""

from derivations import Report
from derivations.language.relation import relation
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding


def holds(report: Report, statement: str, *given: str) -> Finding:
    """Whether a statement follows from others, in the notation of the claim."""
    notation = report.derivation.notation
    goal, facts = relation(statement, notation), tuple(relation(text, notation) for text in given)
    return prove(Obligation(goal, facts, "asked by a test")).finding
