"""Plans: what a number of GPUs can serve of a model at a given context and speed, from the claims and nothing else.

Each number is a step of a claim on the reader's cards: the sequences that memory holds, those that a pass may carry at
the speed, the balance batch, and time, throughput, cost and energy of the pass. A system is one scale-up domain or a
part of it, as the exchange between GPUs is derived for its links; several systems share the requests and nothing else.

A part of the memory is held back for activations and the runtime, as servers do: a premise of the claim about room,
with a value of its own (`FREE`). The contradiction that weights and caches do not fit counts all memory, as a bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import floor
from typing import TYPE_CHECKING

from derivations.claim.claim import Cards
from derivations.claim.composition import DEFAULT_FORMAT, DEFAULT_MODEL, model_values
from derivations.claim.kept_review import kept_derivation
from derivations.claim.outline import outline
from derivations.claim.study import Given, Study, refuse_ranges, study_of
from derivations.claims.index import find_claim
from derivations.claims.shared.cache import FREE_BY_DEFAULT
from derivations.errors import DerivationsError, InputError, UnknownNameError
from derivations.language.relation import RelationLike, relation_source
from derivations.mapping import FrozenMapping
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.scenario import fitted_value
from derivations.numbers.value import Value
from derivations.sources.efficiencies import FITTED, borrowed, efficiencies
from derivations.sources.fits import FitError, packaged_fit
from derivations.sources.measured import packaged_tables
from derivations.study.application import apply

if TYPE_CHECKING:
    from derivations.claim.evaluated_claim import EvaluatedClaim
    from derivations.numbers.evaluation import Evaluation
    from derivations.sources.card import Model
    from derivations.sources.catalog import Catalog
    from derivations.sources.measured import MeasuredRow

PASS, ROOM, BALANCE, ENERGY = "pass-time", "replicas", "optimal-batch", "energy"
_CLAIMS = (PASS, ROOM, BALANCE, ENERGY)
# the step of each claim that a plan takes a number from
STEPS: Mapping[str, tuple[str, str]] = FrozenMapping({
    "time": (PASS, "pass-in-full"), "speed": (PASS, "speed"), "throughput": (PASS, "throughput"),
    "cost": (PASS, "cost"), "room": (ROOM, "batch-that-fits"), "balance": (BALANCE, "balance-batch"),
    "energy": (ENERGY, "joules"), "site_energy": (ENERGY, "site-joules"),
})
# the letter of the memory that weights and caches may fill, and the premise that holds back the rest
FREE = "x_free"
_RESERVE = FrozenMapping({"filled": "part-held-back"})
_OF_A_PASS = ("time", "speed", "throughput", "cost")
_OF_ENERGY = ("energy", "site_energy")
MEMORY, SPEED = "memory", "speed"  # what may bind a batch
# the times of a pass, each with the letter of the efficiency that divides it; none for what is a time of its own
TERMS: Mapping[str, tuple[str, str]] = FrozenMapping({
    "overhead": ("t_gaps", ""), "arithmetic": ("t_c", "e_flop"), "weights": ("t_w", "e_read"),
    "KV cache": ("t_kv", "e_read"), "prompts": ("t_in", "e_flop"), "exchange": ("t_comm", "e_link"),
})
_ASKED = ("n", "B", "G", "L", "L_in", "L_out")  # letters of the claim that a plan values itself
_MOST_BATCH = 2**20
_WORD = re.compile(r"[A-Za-z]\w*")
NEAR = Fraction(3, 2)  # how far the context of a measured row may be from the plan's, as a factor
_POINTS = 12  # of a front, from one sequence to all that memory holds


def beside(
    study: Study, premises: Mapping[str, RelationLike], values: Mapping[str, Given]
) -> tuple[dict[str, str], dict[str, Given]]:
    """The premises and values of a plan, with those of a study that concern it where it says nothing itself.

    Raises `InputError` for a premise that brings symbols of its own, which a plan does not take.
    """
    known = {name for claim in _CLAIMS for name in _letters(claim)}.difference(_ASKED, values)
    taken = (_premises(PASS) | _premises(ENERGY)).difference(premises)
    own = {**{name: item for name, item in study.premises.items() if name in taken}, **premises}
    texts = {name: relation_source(item) for name, item in own.items()}
    for name, symbol in product(texts, (quantity.name for quantity in study.quantities)):
        if name in study.premises and symbol in _WORD.findall(texts[name]):
            raise InputError(f"{name} is changed with a symbol of its own, {symbol}, which no plan takes: "
                             "give the plan another premise in its place")
    return texts, {**{name: found for name, (found, *_) in study.values.items() if name in known}, **values}


@dataclass(frozen=True)
class Asked:
    """What a plan is asked for: cards, GPUs in all, the longest context of a sequence and its output, and its speed.

    `premises` replace those of the claims about the time and the energy of a pass, `values` their numbers (an
    efficiency, a rent, the limit of a board).
    """

    cards: Cards
    gpus: int
    context: Value
    output: Value
    speed: Value
    premises: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.gpus < 1:
            raise InputError(f"a plan needs a GPU at least, not {self.gpus}")
        if self.speed.number <= 0:
            raise InputError(f"a sequence needs a speed above zero, not {self.speed}")
        if not 0 < self.output.number < self.context.number:
            raise InputError(f"an output of {self.output} leaves no prompt in a context of {self.context}")

    @property
    def prompt(self) -> Value:
        """What of the context is there before the output."""
        return Value.of(self.context.number - self.output.number, "token/sequence", origin="context less output")

    @property
    def mean_context(self) -> Value:
        """The context that a pass reads of a sequence, in the mean over its output."""
        return Value.of(self.context.number - self.output.number / 2, "token/sequence",
                        origin="the prompt and half of the output")


def asked(
    cards: Cards, gpus: int, *, context: Given = "8k", output: Given = "1k", speed: Given = 20,
    premises: Mapping[str, str] | None = None, values: Mapping[str, Given] | None = None,
) -> Asked:
    """What a plan is asked for, from what a person types: bare numbers are tokens, and tokens per second of a sequence.

    Raises `InputError` or one of its kind for what cannot be read.

    >>> print(asked(Cards("h200", "deepseek-v3"), 8, context="8k").mean_context)
    7,500 tokens per sequence
    """
    notation = find_claim(PASS).notation
    typed: dict[str, Given | Sequence[Given]] = {"L": context, "L_out": output, "v_seq": _of_a_sequence(speed)}
    read = study_of(values=typed).fitted(notation).first
    own = study_of(cards=cards, values=dict(values or {}))  # a variant of a card brings numbers of its own
    refuse_ranges(own, "plan")
    if own.several:
        raise InputError(f"a plan is for one value of {next(iter(own.several))}")
    known = dict.fromkeys(name for claim in _CLAIMS for name in _letters(claim))
    for name in own.values:
        if name in _ASKED:
            raise InputError(f"{name} is what a plan asks for or finds: it is not set")
        if name not in known:
            raise UnknownNameError("quantity", name, tuple(known), where="of a plan")
    return Asked(own.cards, gpus, read["L"], read["L_out"], read["v_seq"], dict(premises or {}), own.first)


def _of_a_sequence(speed: Given) -> Given:
    """A speed in tokens per second, which is that of one sequence."""
    return f"{speed}/sequence" if isinstance(speed, str) and speed.replace(" ", "").endswith("token/s") else speed


@dataclass(frozen=True)
class Point:
    """A pass of a system with a batch: what a sequence gets of it, and what the system puts out.

    `energy` is that of a new token on the boards, `site_energy` with all that stands around them; a card that does not
    say what it draws leaves them without a number.
    """

    gpus: int
    batch: int
    time: NumbersLine
    speed: NumbersLine
    throughput: NumbersLine
    cost: NumbersLine
    energy: NumbersLine
    site_energy: NumbersLine

    @property
    def numbers(self) -> tuple[Fraction, Fraction]:
        """Speed and throughput in base units."""
        return self.speed.value or Fraction(0), self.throughput.value or Fraction(0)


@dataclass(frozen=True)
class System:
    """A system of so many GPUs and its copies: what bounds its batch, and a pass with the largest batch that is left.

    `room` is the batch that memory holds, `fast` the largest that keeps the speed, `balance` the balance batch, each as
    the claim tells it. `chosen` is None where no sequence is left, and `why_not` says why. `bound` names the slower
    side of the products with the weights there, and `terms` are the times of the pass, as far as they have numbers.
    """

    gpus: int
    copies: int
    room: NumbersLine
    fast: int | None
    balance: NumbersLine
    chosen: Point | None = None
    binds: str = ""
    bound: str = ""
    why_not: str = ""
    terms: Mapping[str, Value] = field(default_factory=dict)
    front: tuple[Point, ...] = ()


@dataclass(frozen=True)
class MeasuredPoint:
    """A measured row of the same model on the same GPU, at a context near the plan's: speed and throughput."""

    row: MeasuredRow
    gpus: int
    batch: int
    speed: Value
    throughput: Value


@dataclass(frozen=True)
class Beside:
    """What is measured beside a plan: the rows near it of `rows` for its cards, and how far forecasts are off.

    `held_out` says whether no efficiency was fitted to this model on this GPU, and `experts` whether it has experts. A
    dense model says nothing of one with experts, nor the other way round: `error` is that of the claim on rows of this
    GPU that nothing was fitted to, where all models `judged_on` are of the kind of this one; None else. `unseen` is the
    error on the rows of this model, of efficiencies fitted to the other models of this GPU alone; None where it has
    none. `alike` has the same of each other model of its kind.
    """

    points: tuple[MeasuredPoint, ...]
    rows: int
    held_out: bool
    error: FitError | None
    judged_on: tuple[str, ...]
    unseen: FitError | None = None
    alike: Mapping[str, FitError] = field(default_factory=dict)
    experts: bool = False


@dataclass(frozen=True)
class Plan:
    """What was asked for, and what systems of each size make of it; the evaluated claims behind.

    For a GPU to which no efficiencies were fitted the plan takes the worst of the others, and `at_best` is the same
    with the best of them.
    """

    asked: Asked
    systems: tuple[System, ...]
    claims: Mapping[str, EvaluatedClaim]
    beside: Beside
    at_best: Plan | None = None

    @property
    def title(self) -> str:
        """The cards that the plan is for."""
        return self.claims[PASS].scenario.title.removeprefix("as built: ")

    @cached_property
    def best(self) -> System | None:
        """The system with the highest throughput per GPU at the speed; None where no size serves it."""
        serving = [system for system in self.systems if system.chosen is not None]
        return max(serving, key=lambda system: system.chosen.numbers[1] if system.chosen else 0, default=None)

    @cached_property
    def front(self) -> tuple[Point, ...]:
        """The passes of all sizes that no other one beats in both speed and throughput, from slow to fast."""
        every = [point for system in self.systems for point in system.front]
        kept = [point for point in every if not any(_beats(other, point) for other in every)]
        return tuple(sorted(kept, key=lambda point: point.numbers))

    def command(self, number: str, system: System) -> str:
        """The command that shows the claim behind a number of a system; the number is one of its steps.

        `number` is a key of `STEPS`. Raises `KeyError` for another.
        """
        claim, _ = STEPS[number]
        cards = self.asked.cards
        settings = {"G": f"{system.gpus}"}
        if claim in (PASS, ENERGY):
            settings |= {"L": _plain(self.asked.mean_context), "L_in": _plain(self.asked.prompt),
                         "L_out": _plain(self.asked.output)}
            if system.chosen is not None:
                settings["B"] = str(system.chosen.batch)
        else:
            settings |= {"L_mean" if claim == ROOM else "L": _plain(self.asked.mean_context)}
        known, taken = self.claims[claim].derivation.notation, _premises(claim)
        premises = {**(_RESERVE if claim == ROOM else {}), **self.asked.premises}
        settings |= {name: str(value) for name, value in self.asked.values.items() if name in known}
        named = {"accelerator": cards.accelerator, "model": cards.model, "compute": cards.compute,
                 "weights": cards.weights, "cache": cards.cache}
        options = [f"--{name} {text}" for name, text in named.items() if text]
        options += [f"--set {name}={_quoted(text)}" for name, text in settings.items()]
        options += [f"--assume {name}={_quoted(text)}" for name, text in premises.items()
                    if claim != BALANCE and name in taken]
        return f"derive show {claim} {' '.join(options)}"


def plan(asked: Asked, catalog: Catalog) -> Plan:
    """The plan for what is asked; claims whose premises stay are taken as they are kept.

    For a GPU without fitted efficiencies, where none are given, it is made with the worst and the best of other GPUs.
    Raises `InputError` or one of its kind for cards there are none of, for a model without a growing cache, and for
    premises that leave the time of a pass without a number.
    """
    chip = catalog.accelerator(asked.cards.accelerator)
    missing = [name for name in FITTED if name not in asked.values and name not in efficiencies(chip.name)]
    if not missing:
        return _plan(asked, catalog)
    worst, best = (
        _plan(replace(asked, values={**{name: borrowed(best=end)[name] for name in missing}, **asked.values}), catalog)
        for end in (False, True)
    )
    return replace(worst, at_best=best)


def _plan(asked: Asked, catalog: Catalog) -> Plan:
    """The same, of a GPU with efficiencies."""
    chip = catalog.accelerator(asked.cards.accelerator)
    model = catalog.model(asked.cards.model or DEFAULT_MODEL)
    if not model.attention.cached_numbers:
        raise InputError(f"{model.name} has no layer with a growing cache, by which the claims behind a plan divide: "
                         "there is no plan for it")
    asked = replace(asked, premises={**_of_experts(model), **asked.premises},
                    values={FREE: FREE_BY_DEFAULT, **asked.values})
    taken = [premise for name in (PASS, ENERGY) for premise in outline(find_claim(name)).taken]
    for name in asked.premises:
        if name not in (premise.name for premise in taken):
            raise UnknownNameError("premise", name, dict.fromkeys(premise.name for premise in taken))
    domain = None if chip.domain is None else chip.domain.as_value("its card").number
    most = asked.gpus if domain is None else min(asked.gpus, int(domain))
    claims = {name: _evaluated(name, asked, catalog) for name in _CLAIMS}
    systems = tuple(_system(size, asked, claims) for size in _sizes(most))
    return Plan(asked, systems, FrozenMapping(claims), _measured(asked, chip.name, catalog))


def _of_experts(model: Model) -> dict[str, str]:
    """The premise under which the efficiencies were fitted to models with experts; none for a dense model."""
    return {"weight-fetch": "touched-experts"} if "n_experts" in model_values(model, DEFAULT_FORMAT) else {}


def _evaluated(name: str, asked: Asked, catalog: Catalog) -> EvaluatedClaim:
    claim = find_claim(name)
    premises = dict(_RESERVE) if name == ROOM else {}
    if name in (PASS, ENERGY):
        taken = {each for other in (PASS, ENERGY) if other != name for each in _premises(other)} - _premises(name)
        premises = {each: text for each, text in asked.premises.items() if each not in taken}
    values = {key: (value,) for key, value in asked.values.items() if key in _letters(name)}
    study = Study(cards=asked.cards, premises=dict(premises), values=values)
    return apply(claim, study, catalog, derived=None if premises else kept_derivation(claim))


def _letters(name: str) -> tuple[str, ...]:
    """The letters of a claim that a plan may value: its own, and those of an alternative premise that it may take."""
    claim = find_claim(name)
    return (*claim.notation.names, *(sorted(outline(claim).in_reach) if name != BALANCE else ()))


def _premises(name: str) -> frozenset[str]:
    """The names of the premises of a claim."""
    return outline(find_claim(name)).premises


def _sizes(most: int) -> Iterator[int]:
    """The powers of two up to `most`, and it.

    >>> list(_sizes(6))
    [1, 2, 4, 6]
    """
    size = 1
    while size < most:
        yield size
        size *= 2
    yield most


def _system(gpus: int, asked: Asked, claims: Mapping[str, EvaluatedClaim]) -> System:
    """A system of so many GPUs."""
    room = _line(claims, "room", {"G": _count(gpus, "GPU"), "L_mean": asked.mean_context})
    balance = _line(claims, "balance", {"G": _count(gpus, "GPU"), "L": asked.mean_context})
    held = floor(room.value) if room.value is not None else 0
    system = System(gpus, asked.gpus // gpus, room, None, balance)
    if held < 1:
        return replace(system, fast=0, why_not="weights and the cache of one sequence do not fit into memory")
    passes = _Passes(gpus, asked, claims)
    try:
        fast = passes.largest(asked.speed.number)
    except InputError as error:  # a card lacks a number that only some sizes need
        return replace(system, fast=0, why_not=str(error))
    front = tuple(passes.at(batch) for batch in _spread(held))
    if not fast:
        slowest = passes.at(1)
        why = f"a sequence alone in its pass gets {slowest.speed.result}"
        return replace(system, fast=0, why_not=why, front=front)
    batch = min(held, fast)
    return System(
        gpus, system.copies, room, fast if fast < _MOST_BATCH else None, balance, passes.at(batch),
        MEMORY if held <= fast else SPEED, passes.slower_side(batch), "", passes.terms(batch), front,
    )


class _Passes:
    """Passes of a system with one batch or another; each is evaluated once."""

    def __init__(self, gpus: int, asked: Asked, claims: Mapping[str, EvaluatedClaim]) -> None:
        self._gpus = gpus
        self._given = {"G": _count(gpus, "GPU"), "L": asked.mean_context, "L_in": asked.prompt, "L_out": asked.output}
        self._claims = claims
        self._seen: dict[tuple[str, int], Evaluation] = {}

    def _evaluated(self, claim: str, batch: int) -> Evaluation:
        """A claim about a pass with a batch."""
        if (claim, batch) not in self._seen:
            evaluated = self._claims[claim]
            notation = evaluated.derivation.notation
            given = {**self._given, "B": _count(batch, "sequence")}
            values = {name: fitted_value(notation[name], value) for name, value in given.items()}
            self._seen[claim, batch] = evaluated.evaluation.again(evaluated.scenario.with_values(values))
        return self._seen[claim, batch]

    def at(self, batch: int) -> Point:
        """The pass with a batch. Raises `InputError` where premises leave it without a number."""
        lines = {name: self._line(name, batch) for name in (*_OF_A_PASS, *_OF_ENERGY)}
        for name in _OF_A_PASS:
            if lines[name].value is None:
                raise InputError(f"no {name} of a pass: {lines[name].result}")
        return Point(self._gpus, batch, **lines)

    def _line(self, name: str, batch: int) -> NumbersLine:
        claim, step = STEPS[name]
        return self._evaluated(claim, batch).line(step, alone=True)

    def _speed(self, batch: int) -> Fraction:
        line = self._line("speed", batch)
        if line.value is None:
            raise InputError(f"no speed of a pass: {line.result}")
        return line.value

    def largest(self, speed: Fraction) -> int:
        """The largest batch whose sequences get that speed; 0 if a single one does not. More sequences are slower."""
        if self._speed(1) < speed:
            return 0
        low, high = 1, 2
        while high < _MOST_BATCH and self._speed(high) >= speed:
            low, high = high, 2 * high
        if high >= _MOST_BATCH:
            return _MOST_BATCH
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._speed(middle) >= speed else (low, middle)
        return low

    def slower_side(self, batch: int) -> str:
        """The slower side of the products with the weights, in words; empty where their times have no number."""
        terms = self.terms(batch)
        if "arithmetic" not in terms or "weights" not in terms:
            return ""
        return "compute-bound" if terms["arithmetic"].number > terms["weights"].number else "memory-bound"

    def terms(self, batch: int) -> dict[str, Value]:
        """The times of the pass, each over its efficiency, as far as they have numbers."""
        seen, found = self._evaluated(PASS, batch), {}
        for name, (letter, efficiency) in TERMS.items():
            try:
                time = seen.value_of(letter)
                part = seen.value_of(efficiency) if efficiency else _count(1, "1")
            except DerivationsError:
                continue
            if time is not None and part is not None:
                found[name] = Value(time.number / part.number, time.unit, time.dimension,
                                    f"{letter}/{efficiency}" if efficiency else letter)
        return found


def _measured(asked: Asked, accelerator: str, catalog: Catalog) -> Beside:
    """What is measured of the model on the accelerator, and how far forecasts for it are off."""
    card = catalog.model(asked.cards.model or DEFAULT_MODEL)
    model, experts = card.name, card.experts is not None
    fit = packaged_fit().gpus.get(accelerator)
    own = [row for table in packaged_tables(catalog)
           if any(each.claim == PASS and each.unseen for each in table.predictions)
           for row in table.rows
           if (row.cards.get("accelerator"), row.cards.get("model")) == (accelerator, model) and not row.apart]
    points = [point for row in own if (point := _point(row)) is not None and _near(row, asked.mean_context)]
    if fit is None:
        return Beside(tuple(points), len(own), True, None, (), experts=experts)
    alike = {name: error for name, error in fit.without.items() if (catalog.model(name).experts is not None) == experts}
    unseen, judges = alike.pop(model, None), all(name == model or name in alike for name in fit.judged_on)
    return Beside(tuple(points), len(own), model not in fit.fitted_on, fit.judged if judges else None,
                  fit.judged_on if judges else (), unseen, alike, experts)


def _near(row: MeasuredRow, context: Value) -> bool:
    """True if the context of a row is within a factor of `NEAR` of the plan's."""
    ratio = row.values["context"].number / context.number
    return 1 / NEAR <= ratio <= NEAR


def _point(row: MeasuredRow) -> MeasuredPoint | None:
    """Speed and throughput of a row from its time per output token; None where a number is wanting."""
    if not {"tpot", "batch", "gpus", "context"} <= set(row.values):
        return None
    time, batch, gpus = (row.values[name].number for name in ("tpot", "batch", "gpus"))
    return MeasuredPoint(row, int(gpus), int(batch), Value.of(1 / time, "token/s/sequence", origin="measured"),
                         Value.of(batch / (time * gpus), "token/s/GPU", origin="measured"))


def _line(claims: Mapping[str, EvaluatedClaim], number: str, given: Mapping[str, Value]) -> NumbersLine:
    """The number of a step with values of its own."""
    claim, step = STEPS[number]
    evaluated = claims[claim]
    notation = evaluated.derivation.notation
    values = {name: fitted_value(notation[name], value) for name, value in given.items()}
    return evaluated.evaluation.again(evaluated.scenario.with_values(values)).line(step, alone=True)


def _count(number: int, unit: str) -> Value:
    return Value.of(number, unit, origin="the plan")


def _spread(most: int) -> Iterable[int]:
    """Batches from one sequence to `most`, evenly by ratio.

    >>> list(_spread(4))
    [1, 2, 3, 4]
    """
    return sorted({max(1, round(most ** (place / (_POINTS - 1)))) for place in range(_POINTS)})


def _beats(other: Point, point: Point) -> bool:
    """True if another pass is better in speed or throughput and no worse in the other."""
    theirs, own = other.numbers, point.numbers
    return theirs != own and theirs[0] >= own[0] and theirs[1] >= own[1]


def _plain(value: Value) -> str:
    """A value in its own unit, as an option takes it."""
    number = value.in_unit(value.unit)
    return str(number.numerator) if number.denominator == 1 else str(float(number))


def _quoted(text: str) -> str:
    return f'"{text}"' if any(mark in text for mark in " <>()*|") else text
