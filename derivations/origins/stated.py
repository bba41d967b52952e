"""Numbers that enter as they stand: who gave them, on which card and document they rest, and what others say."""

from __future__ import annotations

from derivations.catalog.figure import Figure
from derivations.claims.account import Account
from derivations.claims.claim import Said
from derivations.engine.quantity import Quantity
from derivations.engine.step import Step
from derivations.errors import DerivationsError
from derivations.origins.origin import BY_YOU, Cited, Origin
from derivations.origins.recorded import counts_behind, figure_behind
from derivations.origins.worded import left_of
from derivations.values.value import Value


def stated(account: Account, quantity: Quantity, cut: Step | None, root: Step | None) -> Origin:
    """The origin of a quantity that the scenario of an account values, with the counts behind it as children.

    `cut` is the step that would give the quantity if nobody had valued it, `root` the step whose number is in question:
    with every other source comes what that number would be.
    """
    value = account.evaluation.scenario.values[quantity.name]
    figure = figure_behind(value, account.catalog)
    note = f"taken as it stands; by {cut.name} it would be {cut.relation}" if cut is not None else ""
    headline = account.headline
    if root is None and cut is None and left_of(headline) == quantity.symbol:
        note = f"taken as it stands; derive why {headline.name} tells what the claim makes it"
    return Origin(
        quantity.name, quantity, value=str(value), exact=str(value.in_unit(value.unit)), note=note,
        cited=Cited(str(value), _by(account, quantity.name, value), value.meaning, value.source, value.date),
        conflicts=() if figure is None else _conflicts(account, figure, value, root),
        children=tuple(_count(account, count, value, root) for count in counts_behind(value, account.catalog)),
    )  # fmt: skip


def _count(account: Account, figure: Figure, value: Value, root: Step | None) -> Origin:
    """A count of a card that a value was computed from."""
    cited = Cited(str(figure), value.origin, figure.meaning, figure.source, figure.date)
    return Origin(figure.key, value=str(figure), exact=str(figure.number), cited=cited,
                  conflicts=_conflicts(account, figure, value, root))  # fmt: skip


def _conflicts(account: Account, figure: Figure, value: Value, root: Step | None) -> tuple[Cited, ...]:
    return tuple(
        Cited(str(other), value.origin, other.meaning, other.source, other.date,
              "" if root is None else _effect(account, figure, other, value, root))
        for other in figure.conflicts
    )  # fmt: skip


def _effect(account: Account, figure: Figure, other: Figure, value: Value, root: Step) -> str:
    """What the number in question would be if the other source were believed; empty if that cannot be said."""
    values = account.evaluation.scenario.values
    # one figure may stand behind two quantities, as all and active parameters of a dense model
    same = [n for n, v in values.items() if v.origin == value.origin and figure_behind(v, account.catalog) == figure]
    if not same:
        return ""
    changed = account.scenario.with_values({name: other.as_value(value.origin) for name in same})
    try:
        line = account.evaluation.again(changed).line(root.name)
    except DerivationsError:  # the other number does not go with the rest
        return ""
    if line.value is None:  # worth telling only where there is a number otherwise
        return line.outside if account.evaluation.line(root.name).value is not None else ""
    return f"{line.left} {line.relation.operator} {line.result}"


def _by(account: Account, name: str, value: Value) -> str:
    """Who or what gave a number."""
    if name in account.given:
        return BY_YOU if value.origin == "given" else f"{BY_YOU}: {value.origin}"
    claim = account.claim
    said = [numbers[name] for numbers in (claim.defaults, *(r.numbers for r in claim.readings)) if name in numbers]
    if any(isinstance(item, Said) and item.read() == value for item in said):
        return f"as said: {value.origin}"
    return value.origin
