"""The verdicts on an evaluated claim, each from where it is computed.

As said, as others retell it, and against measurement stands only the claim as it is: what a reader changed is no
statement of the lecture's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.claim.answer import untouched
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.kept_review import Kept, derived_data, kept_numbers
from derivations.claim.published import PublishedStatement
from derivations.claim.study import Study
from derivations.claim.verdicts import (
    OF_THE_LECTURE,
    OF_THE_SOURCE,
    MeasuredQuantity,
    MeasuredVerdict,
    StatesVerdict,
    Told,
    Verdicts,
    said_verdict,
)
from derivations.claims.index import BEYOND, CLAIMS, find_claim
from derivations.derivation.codec import PLAIN
from derivations.derivation.derivation import Derivation
from derivations.derivation.existence import State, contexts, is_state, states
from derivations.errors import DerivationsError, InputError

if TYPE_CHECKING:
    from derivations.study.evidence import Evidence
    from derivations.study.hardware import OnHardware

_AS_SAID = Study(as_said=True)  # nothing of the claim is changed, it is seen through other numbers of its own
_SLOW = ("on_hardware", "against_measurement")
_STATES = tuple[Mapping[str, Fraction], ...]
NUMBERS = ("published", *_SLOW, "states")  # what is kept of the numbers of a claim


def verdicts(report: EvaluatedClaim) -> Verdicts:
    """The four verdicts on a claim of the lecture, and on its retellings; of what a reader changed, its derivation.

    What takes long is read from the kept review of the claim.
    """
    if not is_as_it_stands(report):
        return Verdicts(report.stands, states=states_verdict(report))
    found = report.statements
    retold = said_verdict(found, "retelling") if any(item.kind == "retelling" for item in found) else None
    hardware, measured = slow_verdicts(report)
    beyond = report.claim.name in BEYOND  # which has no speaker, and sources
    said = said_verdict(found, own_premises=OF_THE_SOURCE if beyond else OF_THE_LECTURE)
    return Verdicts(
        report.stands, said if found or not beyond else None, hardware, measured, retold, states_verdict(report))


def states_verdict(report: EvaluatedClaim) -> StatesVerdict | None:
    """Whether exact states satisfy the premises, from what is kept, or else sought; None where nothing can."""
    derivation = report.derivation
    if derivation.contradictory:
        return None
    if not derivation.assumptions:  # else nothing is kept of it
        kept = kept_numbers(report.claim) if report.kept is None else report.kept.numbers
        if "states" in kept:
            return StatesVerdict.of(_states_kept(kept["states"], derivation))
    return StatesVerdict.of(states(derivation, report.scenario.numbers))


def _states_kept(data: Any, derivation: Derivation) -> tuple[State, ...]:
    """The states in kept data; one at which not everything holds exactly is as if it had not been found."""
    own = contexts(derivation)
    with suppress(InputError, LookupError, TypeError, ValueError, ZeroDivisionError):
        values = PLAIN.read(data, _STATES, "states")
        found = [State(context, each) for context, each in zip(own, values, strict=True)]
        return tuple(each if is_state(derivation, each) else replace(each, values={}) for each in found)
    return tuple(State(context, {}) for context in own)


def told_statements(report: EvaluatedClaim) -> tuple[PublishedStatement, ...]:
    """The published numbers beside what is derived: what a reader's premises move is without a verdict.

    What follows from a reader's premises is no verdict on the lecturer; what rests on none of them follows as before,
    and other cards and numbers do not move what follows from the numbers that he gave. A claim of the reader's own is
    judged.
    """
    if report.claim.name not in CLAIMS:
        return report.statements
    own, derivation = _is_of_the_package(report), report.derivation
    return tuple(item if own and not derivation.contradictory and untouched(derivation, (item.said.published.step,))
                 else item.unjudged for item in report.statements)


def _is_of_the_package(report: EvaluatedClaim) -> bool:
    """True for a claim of the package, whatever premises a reader changed."""
    claim, own = report.claim, find_claim(report.claim.name) if report.claim.name in CLAIMS else None
    return own is not None and claim.body is own.body and claim.published == own.published  # letters may be a writer's


def _argues_as_it_stands(report: EvaluatedClaim) -> bool:
    """True for a claim of the package of which a reader changed no premise."""
    return _is_of_the_package(report) and not report.derivation.assumptions


def is_as_it_stands(report: EvaluatedClaim) -> bool:
    """True for a claim of the lecture of which a reader changed neither premises nor cards nor numbers."""
    if not _argues_as_it_stands(report) or report.given or (report.study and report.study != _AS_SAID):
        return False
    return report.scenario in (report.reference, *report.readings.values())


def numbers_to_keep(report: EvaluatedClaim) -> dict[str, Any]:
    """What is kept of the numbers of a claim as it stands: what is derived for published ones, verdicts, states."""
    found = states(report.derivation, report.reference.numbers)
    kept_states = tuple(dict(sorted(each.values.items())) for each in found)
    return {**_compared(report), "states": PLAIN.write(kept_states, _STATES)}


def _compared(report: EvaluatedClaim) -> dict[str, Any]:
    hardware, measured = _computed(report)
    return {
        "published": derived_data(report.claim, report.derived),
        "on_hardware": None if hardware is None else hardware.as_kept(report),
        "against_measurement": PLAIN.write(replace(measured, deciding=""), MeasuredVerdict),
    }


def lies_in(kept: Kept, report: EvaluatedClaim) -> tuple[str, ...]:
    """The kept numbers of a claim that are not what the claim comes to, each in a few words.

    States are not sought again: each that is kept is to be one.
    """
    slow = any(name in kept.numbers for name in _SLOW)
    found = _compared(report) if slow else {"published": derived_data(report.claim, report.derived)}
    told = kept.numbers.get("states", [])
    seen = _states_kept(told, report.derivation)
    if len(told) == len(seen) and all(each.values or not own for own, each in zip(told, seen, strict=True)):
        found["states"] = told
    return tuple(f"what is kept under {name!r} is not what it comes to"
                 for name, own in kept.numbers.items() if own != found.get(name))


def measured_verdict(found: Iterable[Evidence], deciding: str = "") -> MeasuredVerdict:
    """Verdict of measurements on a claim, each quantity by itself; what does not bear on it is left out.

    `deciding` is what would decide it where none do, and which to believe where some disagree.
    """
    own = [item for item in found if item.bears]
    failed = tuple(item.prediction.title for item in own if item.falsified)
    return MeasuredVerdict(len(own), failed, measured_quantities(own), deciding)


def measured_quantities(found: Iterable[Evidence]) -> tuple[MeasuredQuantity, ...]:
    """The quantities that have rows, as named by the tests; a row under two tests of one quantity counts once."""
    named: dict[str, list[Evidence]] = {}
    for item in found:
        if item.counted:
            named.setdefault(item.quantity, []).append(item)
    return tuple(_quantity(name, items) for name, items in named.items())


def _quantity(name: str, items: Sequence[Evidence]) -> MeasuredQuantity:
    explains, attributed = _gap(items)
    return MeasuredQuantity.of(name, _ratios(items), explains, attributed=attributed, furthest=_furthest(items))


def _furthest(items: Iterable[Evidence]) -> Fraction | None:
    """The ratio furthest beyond what a test allows, over those that fail; None where none does by a ratio."""
    failed = [item for item in items if item.falsified and item.prediction.bound != "error"]
    worst = max(failed, key=lambda item: item.beyond(item.furthest.ratio or Fraction(1)), default=None)
    return None if worst is None else worst.furthest.ratio


def _ratios(items: Iterable[Evidence]) -> tuple[Fraction, ...]:
    """The ratios of all rows, each with what is derived for it counted once, from the lowest to the highest."""
    rows = {(item.table.name, row.row.number, row.ratio) for item in items for row in item.counted}
    return tuple(sorted(ratio for _, _, ratio in rows if ratio is not None))


def _gap(items: Sequence[Evidence]) -> tuple[str, bool]:
    """What the gap is mostly, by the test with most rows of those that explain it, and whether words say so, not terms.
    """
    from derivations.study.evidence import REST

    most = max((item for item in items if item.explains), key=lambda item: len(item.counted), default=None)
    if most is None:
        return "", False
    return "what no term explains" if most.explains == REST else most.explains, most.attributed


def slow_verdicts(report: EvaluatedClaim) -> tuple[Told | None, Told | None]:
    """The verdicts that take long, from what is kept, or else computed."""
    from derivations.study.hardware import OnHardware

    numbers = kept_numbers(report.claim) if report.kept is None else report.kept.numbers
    try:
        hardware, measured = (numbers[name] for name in _SLOW)
        return (
            None if hardware is None else OnHardware.from_kept(hardware, report),
            replace(PLAIN.read(measured, MeasuredVerdict, "measurements"), deciding=report.claim.deciding),
        )
    except (DerivationsError, LookupError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        return _computed(report)


def _computed(report: EvaluatedClaim) -> tuple[OnHardware | None, MeasuredVerdict]:
    """Between what the result lies on deployments that satisfy every premise, and what measurements say."""
    from derivations.study.hardware import on_hardware

    return on_hardware(report), _against_measurement(report)


def _against_measurement(report: EvaluatedClaim) -> MeasuredVerdict:
    """The packaged measurements beside what the claim derives for them."""
    from derivations.study.evidence import evidence_of

    return measured_verdict(evidence_of(report), report.claim.deciding)
