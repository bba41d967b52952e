"""Commands behind the numbers of a plan: each shows the claim with the values and premises that the plan gives it."""

from __future__ import annotations

from collections.abc import Mapping

from derivations.numbers.value import Value
from derivations.study.plan_asked import BALANCE, ENERGY, HOP, PASS, ROOM, premises_of
from derivations.study.plan_systems import (
    EVERY,
    GIVES_WAY,
    PART_IS_FOUND,
    PROMPT_ALONE,
    RESERVE,
    STEPS,
    THROUGH_STAGES,
    Behind,
    System,
    count,
)

_WITHOUT_CARDS = ("systems", "to_compute")  # numbers that rest on no card
_BARE = ("GPU", "sequence", "token/sequence", "1", "")  # units that an option may leave out


def command(behind: Behind, number: str, of: System) -> str:
    """The command that shows the claim behind a number of a system.

    Raises `KeyError` for a number that there is not, or that the system has not.
    """
    (claim, _), cards = EVERY[number], behind.asked.cards
    given, own, without = _given(behind, number, of), _own(number, of), GIVES_WAY.get(number, ())
    changed = behind.asked.premises if number == "first_token" or (number in STEPS and claim != BALANCE) else {}
    premises = {**{name: text for name, text in changed.items() if name in premises_of(claim)}, **own}
    settings = {name: _text(value) for name, value in given.items()}
    evaluated = behind.claim(claim)
    known = evaluated.derivation.notation
    settings |= {name: str(value) for name, value in behind.asked.values.items()
                 if name in known and claim in (PASS, ROOM, BALANCE, ENERGY, HOP) and number != "systems"}
    named = {"accelerator": cards.accelerator, "model": cards.model, "compute": cards.compute,
             "weights": cards.weights, "cache": cards.cache}
    options = [f"--{name} {text}" for name, text in named.items() if text and number not in _WITHOUT_CARDS]
    options += [f"--set {name}={_quoted(text)}" for name, text in settings.items()]
    options += [f"--without {name}" for name in without if name in evaluated.scenario.values]
    options += [f"--assume {name}={_quoted(text)}" for name, text in premises.items()]
    return f"derive show {claim} {' '.join(options)}"


def _own(number: str, of: System) -> dict[str, str]:
    """The premises that a plan takes for a number."""
    staged = dict(THROUGH_STAGES) if of.stages > 1 else {}
    if number in ("room", "to_compute"):
        return dict(RESERVE if number == "room" else PART_IS_FOUND)
    if number == "first_token":
        return {**PROMPT_ALONE, **staged}
    return staged if EVERY[number][0] in (PASS, ENERGY) else {}


def _given(behind: Behind, number: str, of: System) -> Mapping[str, Value]:
    """The values that a plan gives to the claim behind a number."""
    asked, point = behind.asked, of.chosen or of.alone
    whole, width = count(of.gpus, "GPU"), count(of.width, "GPU")
    if number in ("first_token", "systems"):
        return of.given[number]
    if number == "room":
        return {"G": whole, "L_mean": asked.mean_context}
    if number == "balance":
        return {"G": width, "L": asked.mean_context}
    if number == "to_compute":
        if asked.cached is None:
            raise KeyError(number)
        return {"lam_req": count(1, "sequence/s"), "L_in": asked.prompt, "x_found": asked.cached}
    if number in ("hop", "in_flight"):
        if of.stages == 1:
            raise KeyError(number)
        micro = count(point.micro if point else 1, "sequence")
        stages = count(of.stages, "1")
        return point.handed if number == "hop" and point else {"n_stages": stages, "b_micro": micro}
    lengths = {"G": width, "L": asked.mean_context, "L_in": behind.computed, "L_out": asked.output}
    return lengths if point is None else point.given


def _text(value: Value) -> str:
    """A value as an option takes it, without a unit where that is the letter's own."""
    number = value.in_unit(value.unit)
    plain = str(number.numerator) if number.denominator == 1 else str(float(number))
    return plain if value.unit in _BARE else f"{plain} {value.unit}"


def _quoted(text: str) -> str:
    return f'"{text}"' if any(mark in text for mark in " <>()*|") else text
