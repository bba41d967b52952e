"""That the premises of a derivation hold together: a point at which all of them do, for Rocq to check."""

from __future__ import annotations

from fractions import Fraction

from derivations.derivation.derivation import Derivation
from derivations.kernel.statement import closed, hypotheses
from derivations.kernel.term import KernelError, number
from derivations.language.quantity import domains_of
from derivations.rocq.point import Point, find_point
from derivations.rocq.written import Written, arities, limits

PREMISES = ("take", "define")
TOGETHER = "premises_hold_together"


def satisfiable(derivation: Derivation) -> tuple[str, str]:
    """A lemma that premises and definitions hold at an exact point, or an empty text and why there is none."""
    steps = [step for step in derivation.trace if step.rule in PREMISES and step.relation is not None]
    given = tuple(step.relation for step in steps if step.relation is not None)
    if not given:
        return "", "there is no premise"
    notation = derivation.notation
    domains = domains_of(notation)
    at_most = {quantity.name: quantity.at_most for quantity in notation if quantity.at_most}
    try:
        statement = closed(hypotheses([item.written for item in given], domains), (), domains, at_most)
    except KernelError as error:
        return "", str(error)
    of = arities(statement)
    point = find_point(statement, [name for name, arity in of.items() if arity])
    if point is None:
        return "", "no exact point was found"
    written = Written(statement.domains)
    values, binders = [], []
    for name in statement.domains:
        text = _value(point, name, written)
        if of[name]:
            letters = " ".join(f"x{turn}" for turn in range(1, of[name] + 1))
            text = f"(fun {letters} : R => {text})"
        values.append(text)
        binders.append(f"({written[name]} : {' -> '.join(['R'] * (of[name] + 1))})")
    said = [text if "forall" not in text else f"({text})" for _, text in limits(statement, written).values()]
    said += map(written.proposition, statement.given)
    lines = [f"Lemma {TOGETHER} :", f"  exists {' '.join(binders)},", "  " + " /\\\n  ".join(said) + "."]
    lines += ["Proof.", f"exists {', '.join(values)}."]
    return "\n".join([*lines, "repeat match goal with |- _ /\\ _ => split end; closed.", "Qed.", ""]), ""


def _value(point: Point, name: str, written: Written) -> str:
    """The value of a quantity or of a function, whose first argument is x1."""
    def told(value: Fraction) -> str:
        return written.term(number(value), 6)

    if name in point.base:
        return f"power {told(point.base[name])} x1"
    if name in point.line:
        start, rise = point.line[name]
        return f"{told(start)} + {told(rise)} * x1"
    return told(point.values[name] if name in point.values else point.constant[name])
