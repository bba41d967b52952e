"""Feasibility of the deployment of a claim: weights and KV cache against the memory of its GPUs.

It is asked of every claim whose numbers come from cards, also where memory is no premise of the argument. Activations,
buffers and what a runtime holds back are left out, so that what does not fit here fits nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.claim.claim import Claim
from derivations.claim.composition import CARD_UNITS, DOMAIN, valued_by_cards
from derivations.errors import DerivationsError
from derivations.language.tree import Negative, Node, Number, Product, Quotient, Sum, WrittenRelation
from derivations.language.unit import parse_unit
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_value
from derivations.numbers.scenario import Scenario
from derivations.numbers.value import Value

NO_ROOM = "weights and caches do not fit into memory"
_WEIGHTS = ("b_w", "N_total")  # what is multiplied to their bytes
_BYTE = parse_unit("byte").dimension
_GPU = parse_unit("GPU").dimension
_SEQUENCE = parse_unit("sequence").dimension
_CONTEXT = parse_unit("token/sequence").dimension


@dataclass(frozen=True)
class Occupancy:
    """The memory of a deployment and what is held in it [byte], with what makes the caches."""

    weights: Fraction
    memory: Fraction
    gpus: Fraction
    card: str
    caches: Fraction = Fraction(0)
    batch: Fraction = Fraction(0)
    context: Fraction = Fraction(0)

    @property
    def fits(self) -> bool:
        """True if weights and caches fit."""
        return self.weights + self.caches <= self.memory

    @property
    def words(self) -> str:
        """Bytes held and bytes there are, in one line."""
        held = f"the weights take {_bytes(self.weights)}"
        if self.caches:
            batch = format_value(self.batch, _SEQUENCE, "sequence")
            context = format_value(self.context, _CONTEXT, "token/sequence")
            held += f" and the caches of {batch} of {context} take {_bytes(self.caches)}"
        verb = "has" if self.gpus == 1 else "have"
        return f"{held}, and {format_value(self.gpus, _GPU, 'GPU')}{self.card} {verb} {_bytes(self.memory)}"


def occupancy(claim: Claim, scenario: Scenario, evaluation: Evaluation) -> Occupancy | None:
    """The occupancy of a claim's deployment in a scenario; None where a number for that is wanting."""
    letters = _Letters(claim, scenario, evaluation)
    chip, context = letters.value("M_gpu"), letters.value(claim.deployment.context)
    weights, gpus = letters.product(_WEIGHTS), letters.product(claim.deployment.gpus)
    if weights is None or gpus is None or chip is None:
        return None
    memory = gpus * chip.number if (stated := letters.memory) is None else stated
    batch, kappa = letters.product(claim.deployment.batch), letters.value(letters.kappa)
    card = f" ({chip.origin})" if chip.origin.startswith("card ") else ""
    if batch is None or context is None or kappa is None or batch <= 0:
        return Occupancy(weights, memory, gpus, card)
    return Occupancy(weights, memory, gpus, card, batch * context.number * kappa.number, batch, context.number)


def misfits(claim: Claim, scenario: Scenario, evaluation: Evaluation) -> tuple[str, ...]:
    """A line that says what does not fit into the memory of the deployment; none where all does or cannot be told."""
    found = occupancy(claim, scenario, evaluation)
    return () if found is None or found.fits else (f"what runs must fit into memory, but {found.words}",)


def room(
    claim: Claim, scenario: Scenario, evaluation: Evaluation, varied: Mapping[str, Node]
) -> tuple[WrittenRelation, ...]:
    """That weights, and then caches, too, fit into memory: formulas for letters that vary, numbers for the others.

    None where a number for that is wanting, and of caches none without a batch and a context. The context stands alone
    on the left, so that a table of batches and contexts is a row compared with a column.
    """
    letters = _Letters(claim, scenario, evaluation)

    def product(names: Iterable[str]) -> Node | None:
        factors = [varied.get(name) or letters.number(name) for name in names]
        return None if None in factors else Product(tuple(factor for factor in factors if factor is not None))

    weights, memory = product(_WEIGHTS), product(("M_gpu", *claim.deployment.gpus))
    if weights is None or memory is None:
        return ()
    if (stated := letters.memory) is not None:
        memory = varied.get("M") or Number(stated)
    each, context = product((letters.kappa, *claim.deployment.batch)), product((claim.deployment.context,))
    alone = WrittenRelation(weights, "<=", memory)
    if each is None or context is None:
        return (alone,)
    return alone, WrittenRelation(context, "<=", Quotient(Sum((memory, Negative(weights))), each))


@dataclass(frozen=True)
class _Letters:
    """The numbers of letters of a claim, and of the cards behind it where the claim has no such letter."""

    claim: Claim
    scenario: Scenario
    evaluation: Evaluation

    @property
    def kappa(self) -> str:
        """The name of the bytes that a token holds in the cache."""
        return "kappa" if "kappa" in self.evaluation.derivation.notation else "kappa_stored"

    @property
    def memory(self) -> Fraction | None:
        """The memory of all GPUs where the scenario values it directly, not as their number and the memory of each."""
        values = self.evaluation.scenario.values
        if "M" not in values or self.evaluation.derivation.notation["M"].dimension != _BYTE:
            return None
        return values["M"].number

    def value(self, name: str) -> Value | None:
        notation = self.evaluation.derivation.notation
        if name not in notation:
            return self.scenario.values.get(name)
        if name in self.claim.notation and not _as_on_cards(self.claim, name):
            return None
        try:
            if name == self.evaluation.derivation.headline.subject_name:
                return self._result()
            found = self.evaluation.value_of(name)
            return self.scenario.values.get(DOMAIN) if found is None and name == "G" else found
        except DerivationsError:  # two results that disagree, or a number too large to write out
            return None

    def _result(self) -> Value | None:
        """The value of the result, where its conditions hold."""
        line = self.evaluation.line(self.evaluation.derivation.headline.name, alone=True)
        if line.value is None or line.quantity is None:
            return None
        return Value(line.value, line.quantity.unit, line.quantity.dimension, "the result")

    def number(self, name: str) -> Node | None:
        """The number of a letter in base units, as a formula; None where there is none."""
        value = self.value(name)
        return None if value is None else Number(value.number)

    def product(self, names: Iterable[str]) -> Fraction | None:
        found = Fraction(1)
        for name in names:
            value = self.value(name)
            if value is None:
                return None
            found *= value.number
        return found


def _as_on_cards(claim: Claim, name: str) -> bool:
    """True unless a letter that cards value means something else in a claim."""
    return name not in CARD_UNITS or valued_by_cards(claim.notation[name])


def _bytes(number: Fraction) -> str:
    return format_value(number, _BYTE, "byte")
