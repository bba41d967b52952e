"""Feasibility of the deployment of a claim: weights and KV cache against the memory of its GPUs.

It is asked of every claim whose numbers come from cards, also where memory is no premise of the argument. A sequence
holds its growing cache, of layers with a window as many tokens as it has and no more than the window, and the state of
linear layers. Activations, buffers and what a runtime holds back are left out, so that what does not fit here fits
nowhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.claim.claim import Claim
from derivations.claim.composition import CARD_UNITS, DOMAIN, valued_by_cards
from derivations.errors import DerivationsError
from derivations.language.tree import Call, Negative, Node, Number, Product, Quotient, Sum, WrittenRelation
from derivations.language.unit import parse_unit
from derivations.numbers.contradiction import Contradiction
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_value
from derivations.numbers.scenario import Scenario
from derivations.numbers.value import Value

NO_ROOM = "weights and KV cache do not fit in memory"
_WEIGHTS = ("b_w", "N_total")  # what is multiplied to their bytes
_OF_WEIGHTS, _OF_MEMORY = ("N_total", "S_model"), ("M_gpu", "M")  # a number of each is behind weights and memory
BESIDE = ("kappa_win", "L_win", "K_state")  # what a sequence holds beside its growing cache
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
    beside: Fraction = Fraction(0)  # of the caches: windows, and the state of linear layers

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
            with_windows = ", windows and state included" if self.beside else ""
            held += f" and the KV cache of {batch} of {context} takes {_bytes(self.caches)}{with_windows}"
        verb = "has" if self.gpus == 1 else "have"
        return f"{held}, and {format_value(self.gpus, _GPU, 'GPU')}{self.card} {verb} {_bytes(self.memory)}"


def occupancy(claim: Claim, scenario: Scenario, evaluation: Evaluation) -> Occupancy | None:
    """The occupancy of a claim's deployment in a scenario; None where a number for that is wanting."""
    letters = _Letters(claim, scenario, evaluation)
    chip, context = letters.value("M_gpu"), letters.value(claim.deployment.context)
    weights, gpus = letters.product(_WEIGHTS), letters.product(letters.gpus)
    if weights is None or gpus is None or chip is None:
        return None
    memory = gpus * chip.number if (stated := letters.memory) is None else stated
    batch, kappa = letters.batch, letters.amount(letters.kappa)
    card = f" ({chip.origin})" if chip.origin.startswith("card ") else ""
    each, window, state = (letters.amount(name) or Fraction(0) for name in BESIDE)
    if batch is None or context is None or batch <= 0 or (kappa is None and not each and not state):
        return Occupancy(weights, memory, gpus, card)
    beside = batch * (each * min(context.number, window) + state)
    growing = batch * context.number * (kappa or 0)
    return Occupancy(weights, memory, gpus, card, growing + beside, batch, context.number, beside)


def told_by_a_misfit(claim: Claim, scenario: Scenario, evaluation: Evaluation, found: Contradiction) -> bool:
    """True where a contradiction says once more that the weights alone do not fit in memory: it holds the two apart."""
    held = occupancy(claim, scenario, evaluation)
    if held is None or held.weights <= held.memory:
        return False
    behind = evaluation.given_behind((found.step, *found.others))
    return not behind.isdisjoint(_OF_WEIGHTS) and not behind.isdisjoint(_OF_MEMORY)


def misfits(claim: Claim, scenario: Scenario, evaluation: Evaluation) -> tuple[str, ...]:
    """A line that says what does not fit into the memory of the deployment; none where all does or cannot be told."""
    found = occupancy(claim, scenario, evaluation)
    return () if found is None or found.fits else (f"the deployment must fit in memory, but {found.words}",)


def room(
    claim: Claim, scenario: Scenario, evaluation: Evaluation, varied: Mapping[str, Node], given: Collection[str] = (),
) -> tuple[WrittenRelation, ...]:
    """That weights, and then caches, too, fit into memory: formulas for letters that vary, numbers for the others.

    Letters that are `given` vary by themselves; a claim that says how many sequences fit is asked of none else.
    None where a number for that is wanting, and of caches none without a batch and a context. The context stands alone
    on the left, so that a table of batches and contexts is a row compared with a column.
    """
    letters = _Letters(claim, scenario, evaluation)

    def product(names: Iterable[str]) -> Node | None:
        factors = [varied.get(name) or letters.number(name) for name in names]
        return None if None in factors else Product(tuple(factor for factor in factors if factor is not None))

    weights, memory = product(_WEIGHTS), product(("M_gpu", *letters.gpus))
    if weights is None or memory is None:
        return ()
    if (stated := letters.memory) is not None:
        memory = varied.get("M") or Number(stated)
    if claim.fitting and not any(name in given or name in scenario.values for name in claim.deployment.batch):
        return (WrittenRelation(weights, "<=", memory),)
    batch, context = product(letters.sequences), product((claim.deployment.context,))
    alone = WrittenRelation(weights, "<=", memory)
    if batch is None or context is None:
        return (alone,)
    left: Node = Quotient(Sum((memory, Negative(weights))), batch)
    kappa, (each, window, state) = product((letters.kappa,)), (_unless_zero(product((name,))) for name in BESIDE)
    if state is not None:
        left = Sum((left, Negative(state)))
    if kappa is None:
        held = Product((each, Call("min", (context, window)))) if each and window else Number(Fraction(0))
        return (alone, WrittenRelation(held, "<=", left)) if each or state else (alone,)
    most: Node = Quotient(left, kappa)
    if each is not None and window is not None:  # a context that fills no window, or one beyond it: the longer is right
        beyond = Quotient(Sum((left, Negative(Product((each, window))))), kappa)
        most = Call("max", (Quotient(left, Sum((kappa, each))), beyond))
    return alone, WrittenRelation(context, "<=", most)


def _unless_zero(node: Node | None) -> Node | None:
    """A formula; None for none, and for the number zero."""
    return None if isinstance(node, Number) and not node.value else node


@dataclass(frozen=True)
class _Letters:
    """The numbers of letters of a claim, and of the cards behind it where the claim has no such letter."""

    claim: Claim
    scenario: Scenario
    evaluation: Evaluation

    @property
    def kappa(self) -> str:
        """The name of the bytes that a token holds in the cache: what is stored, where a claim tells it from reads."""
        notation = self.evaluation.derivation.notation
        apart = "kappa_stored" in notation and self.value("kappa_stored") is not None
        return "kappa" if "kappa" in notation and not apart else "kappa_stored"

    @property
    def gpus(self) -> tuple[str, ...]:
        """The letters whose product are the GPUs that share the weights."""
        return (*self.claim.deployment.gpus, *self._staged)

    @property
    def sequences(self) -> tuple[str, ...]:
        """The letters whose product are the sequences under way."""
        return (*self.claim.deployment.batch, *self._staged)

    @property
    def _staged(self) -> tuple[str, ...]:
        """The letter of the stages of a pipeline, where a premise brings it."""
        name = self.claim.staged
        return (name,) if name in self.evaluation.derivation.notation else ()

    @property
    def batch(self) -> Fraction | None:
        """The sequences under way: no more than fit, where these are the result and the claim says how many fit."""
        found = self.product(self.sequences)
        given = any(name in self.scenario.values for name in self.claim.deployment.batch)
        fitting = self.amount(self.claim.fitting) if self.claim.fitting and not given else None
        return found if found is None or fitting is None else min(found, fitting)

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
            subject, gpus = self.evaluation.derivation.headline.subject_name, self.claim.deployment.gpus
            if name == subject and (name in gpus or name not in self.scenario.values):
                return self._there(self._result(), name)
            found = self.evaluation.value_of(name)
            return self.scenario.values.get(DOMAIN) if found is None and name == "G" else found
        except DerivationsError:  # two results that disagree, or a number too large to write out
            return None

    def _there(self, result: Value | None, name: str) -> Value | None:
        """The result, but of GPUs no more than there are: what is best on more of them has to fit into these."""
        given = self.scenario.values.get(name) if name in self.claim.deployment.gpus else None
        return given if given is not None and (result is None or given.number < result.number) else result

    def _result(self) -> Value | None:
        """The value of the result, where its conditions hold."""
        line = self.evaluation.line(self.evaluation.derivation.headline.name, alone=True)
        if line.value is None or line.quantity is None:
            return None
        return Value(line.value, line.quantity.unit, line.quantity.dimension, "the result")

    def amount(self, name: str) -> Fraction | None:
        """The number of a letter in base units; None where there is none."""
        value = self.value(name)
        return None if value is None else value.number

    def number(self, name: str) -> Node | None:
        """The same as a formula."""
        found = self.amount(name)
        return None if found is None else Number(found)

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
