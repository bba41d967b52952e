"""The systems of a plan: one scale-up domain, a part of it, or stages of a pipeline, each with the batch that is left.

Each number is a step of a claim: the sequences that memory holds, those that a pass may carry at the speed, the balance
batch, and time, throughput, cost and energy of the pass. A domain is one system at most, as the exchange between GPUs
is derived for its links. Several domains are the stages of a pipeline: a token goes through them one after another
(`through-stages`), and each holds the caches of its own layers for as many micro-batches as there are stages, so that
stages leave more room for caches only as far as each has fewer weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from derivations.claim.kept_review import kept_derivation
from derivations.claim.study import Study
from derivations.claims.index import find_claim
from derivations.errors import DerivationsError, InputError
from derivations.mapping import FrozenMapping
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.scenario import fitted_value
from derivations.numbers.value import Value
from derivations.study.application import apply
from derivations.study.missing_values import with_options
from derivations.study.plan_asked import (
    BALANCE,
    ENERGY,
    FOUND,
    HOP,
    IN_FLIGHT,
    PASS,
    ROOM,
    Asked,
    letters,
    premises_of,
)

if TYPE_CHECKING:
    from derivations.claim.evaluated_claim import EvaluatedClaim
    from derivations.numbers.evaluation import Evaluation
    from derivations.sources.catalog import Catalog

# the step of each claim that a plan takes a number from
STEPS: Mapping[str, tuple[str, str]] = FrozenMapping({
    "time": (PASS, "pass-in-full"), "speed": (PASS, "speed"), "throughput": (PASS, "throughput"),
    "cost": (PASS, "cost"), "room": (ROOM, "batch-that-fits"), "balance": (BALANCE, "balance-batch"),
    "energy": (ENERGY, "joules"), "site_energy": (ENERGY, "site-joules"),
})
# and of those that only some plans take
FURTHER: Mapping[str, tuple[str, str]] = FrozenMapping({
    "in_flight": (IN_FLIGHT, "sequences-under-way"), "hop": (HOP, "hand-over"), "first_token": (PASS, "pass-in-full"),
    "systems": (ROOM, "replicas"), "to_compute": (FOUND, "input-asked"),
})
EVERY: Mapping[str, tuple[str, str]] = FrozenMapping({**STEPS, **FURTHER})
THROUGH_STAGES = FrozenMapping({"kernels": "through-stages"})
# a prompt alone in its pass, with all of its arithmetic
PROMPT_ALONE = FrozenMapping({"steady": "prompts-elsewhere", "arithmetic-time": "with-attention"})
_GOES_BEFORE = ("arithmetic-time",)  # what a reader changes goes before the plan's own
PART_IS_FOUND = FrozenMapping({"input-asked": "part-is-found"})
RESERVE = FrozenMapping({"filled": "part-held-back"})
# what gives way where a number is told: the batch that fits is one whether or not its pass takes as long as its reads
# (a premise of another step, which the compute rate decides), and systems are counted by what they generate
GIVES_WAY: Mapping[str, tuple[str, ...]] = FrozenMapping({"room": ("C_gpu",), "systems": ("B",)})
_OF_A_PASS = ("time", "speed", "throughput", "cost")
_OF_ENERGY = ("energy", "site_energy")
MEMORY, SPEED, FIRST_TOKEN, USERS = "memory", "speed", "first token", "users"  # what may bind a batch, or leave none
# the times of a pass, each with the letter of the efficiency that divides it; none for what is a time of its own
TERMS: Mapping[str, tuple[str, str]] = FrozenMapping({
    "overhead": ("t_gaps", ""), "arithmetic": ("t_c", "e_flop"), "weights": ("t_w", "e_read"),
    "KV cache": ("t_kv", "e_read"), "prompts": ("t_in", "e_flop"), "exchange": ("t_comm", "e_link"),
})
MOST_BATCH = 2**20
_POINTS = 12  # of a front, from one sequence to all that memory holds


@dataclass(frozen=True)
class Point:
    """A pass of a system with a batch: what a sequence gets of it, and what the system puts out.

    `batch` are all sequences in flight, of which `micro` share a pass through each stage. `energy` is that of a new
    token on the boards, `site_energy` with all that stands around them; a card that does not say what it draws leaves
    them without a number. `given` are the values under which the claim about a pass tells all that, and `handed` those
    of the hop between its stages.
    """

    gpus: int
    batch: int
    micro: int
    time: NumbersLine
    speed: NumbersLine
    throughput: NumbersLine
    cost: NumbersLine
    energy: NumbersLine
    site_energy: NumbersLine
    given: Mapping[str, Value] = field(default_factory=dict)
    handed: Mapping[str, Value] = field(default_factory=dict)

    @property
    def numbers(self) -> tuple[Fraction, Fraction]:
        """Speed and throughput in base units."""
        return self.speed.value or Fraction(0), self.throughput.value or Fraction(0)


@dataclass(frozen=True)
class System:
    """A system of so many GPUs and its copies: what bounds its batch, and a pass with the largest batch that is left.

    `room` is the batch that memory holds, `fast` the largest that keeps the speed, `balance` the balance batch, each as
    the claim tells it; with several `stages` all count what is in flight. `held` is the room in whole micro-batches.
    `chosen` is None where no sequence is left; `why_not` says why, and `fails` by what. `bound` names the slower side
    of the products with the weights there, and `terms` are the times of the pass, as far as they have numbers.
    `alone` is the fastest pass, of a lone sequence; `first_token` the time to compute a prompt, where that is asked
    for, and `needed` the systems for the users.
    """

    gpus: int
    copies: int
    room: NumbersLine
    held: int
    fast: int | None
    balance: NumbersLine
    chosen: Point | None = None
    binds: str = ""
    bound: str = ""
    fails: str = ""
    why_not: str = ""
    terms: Mapping[str, Value] = field(default_factory=dict)
    front: tuple[Point, ...] = ()
    stages: int = 1
    alone: Point | None = None
    first_token: NumbersLine | None = None
    needed: NumbersLine | None = None
    given: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)  # values behind these two, by number

    @property
    def width(self) -> int:
        """The GPUs of a stage."""
        return self.gpus // self.stages


class Behind:
    """The evaluated claims behind a plan, each derived and evaluated once for what is asked."""

    def __init__(self, asked: Asked, catalog: Catalog) -> None:
        self.asked = asked
        self._catalog = catalog
        self._found: dict[tuple[str, tuple[tuple[str, str], ...]], EvaluatedClaim] = {}

    def asking(self, asked: Asked) -> Behind:
        """The same claims for other lengths, speeds or GPUs on the same cards, under the same premises and values."""
        other = Behind(asked, self._catalog)
        other._found = self._found
        return other

    def claim(self, name: str, premises: Mapping[str, str] = FrozenMapping({})) -> EvaluatedClaim:
        """A claim on the plan's cards under the premises that are asked for, and under some of its own."""
        key = name, tuple(premises.items())
        if key not in self._found:
            self._found[key] = self._evaluated(name, premises)
        return self._found[key]

    def _evaluated(self, name: str, own: Mapping[str, str]) -> EvaluatedClaim:
        claim, asked = find_claim(name), self.asked
        premises = {**(RESERVE if name == ROOM else {}), **own}
        if name in (PASS, ENERGY):
            other = premises_of(ENERGY if name == PASS else PASS) - premises_of(name)
            changed = {each: text for each, text in asked.premises.items() if each not in other}
            premises = {**changed, **own, **{each: changed[each] for each in _GOES_BEFORE if each in changed}}
        known = letters(name) if name in (PASS, ROOM, BALANCE, ENERGY, HOP) else ()
        values = {key: (value,) for key, value in asked.values.items() if key in known}
        study = Study(cards=asked.cards, premises=premises, values=values)
        return apply(claim, study, self._catalog, derived=None if premises else kept_derivation(claim))

    def line(
        self, number: str, given: Mapping[str, Value], premises: Mapping[str, str] = FrozenMapping({}),
    ) -> NumbersLine:
        """The number of a step with values of its own, and without what gives way to it."""
        name, step = EVERY[number]
        evaluated = self.claim(name, premises)
        notation = evaluated.derivation.notation
        values = {key: fitted_value(notation[key], value) for key, value in given.items()}
        scenario = evaluated.scenario.without(GIVES_WAY.get(number, ())).with_values(values)
        return evaluated.evaluation.again(scenario).line(step, alone=True)

    @cached_property
    def computed(self) -> Value:
        """What of a prompt is computed: all of it, but for the part whose cache is found."""
        asked = self.asked
        if asked.cached is None:
            return asked.prompt
        given = {"lam_req": count(1, "sequence/s"), "L_in": asked.prompt, "x_found": asked.cached}
        line = self.line("to_compute", given, PART_IS_FOUND)
        assert line.value is not None
        return Value.of(line.value, "token/sequence", origin="what of a prompt is not found in a cache")


def count(number: Fraction | int, unit: str) -> Value:
    """A number that the plan gives to a letter."""
    return Value.of(number, unit, origin="the plan")


def system(gpus: int, stages: int, behind: Behind, *, with_front: bool = True) -> System:
    """A system of so many GPUs, in stages of as many each; if asked without its front of passes.

    >>> from derivations.claim.claim import Cards
    >>> from derivations.sources.catalog import load_catalog
    >>> from derivations.study.plan_asked import asked
    >>> behind = Behind(asked(Cards("h200", "deepseek-v3"), 8, values={"x_free": "0.9"}), load_catalog())
    >>> system(8, 1, behind).held
    653
    """
    asked, width = behind.asked, gpus // stages
    passes = Passes(width, stages, behind)
    balance = behind.line("balance", {"G": count(width, "GPU"), "L": asked.mean_context})
    room, held = passes.room, largest(passes.fit)
    copies = 0 if asked.gpus is None else asked.gpus // gpus
    found = System(gpus, copies, room, held * stages, 0, balance, stages=stages)
    if stages > 1 and balance.value is not None:
        found = replace(found, balance=passes.under_way(balance.value))
    if stages > 1 and "kernels" in asked.premises:
        return replace(found, why_not="a pipeline takes kernels=through-stages, and kernels is changed otherwise")
    if held < 1:
        return replace(found, fails=MEMORY, why_not=_no_room(room, stages))
    try:
        fast = largest(lambda micro: passes.speed(micro) >= asked.speed.number)
        prompt = passes.prompt_alone()
        first = behind.line("first_token", prompt, passes.of_a_prompt) if asked.first_token is not None else None
        alone = passes.at(1)
    except InputError as error:  # a card lacks a number that only some sizes need
        return replace(found, why_not=str(error))
    found = replace(found, alone=alone, first_token=first, given={} if first is None else {"first_token": prompt})
    front = tuple(passes.at(batch) for batch in _spread(held)) if with_front else ()
    if first is not None and asked.first_token is not None:
        if first.value is None:
            return replace(found, why_not=f"the first token has no number: {first.result}")
        if first.value > asked.first_token.number:
            return replace(found, fails=FIRST_TOKEN, front=front,
                           why_not=f"a prompt takes {first.result} until its first token")
    if not fast:
        return replace(found, fails=SPEED, front=front,
                       why_not=f"a sequence alone in its pass gets {alone.speed.result}")
    batch = min(held, fast)
    found = replace(
        found, fast=fast * stages if fast < MOST_BATCH else None, chosen=passes.at(batch),
        binds=MEMORY if held <= fast else SPEED, bound=passes.slower_side(batch), terms=passes.terms(batch),
        front=front,
    )
    return found if asked.users is None else _for_users(found, asked.users, behind)


def _no_room(room: NumbersLine, stages: int) -> str:
    """Why no micro-batch fits."""
    if stages > 1 and room.value is not None and room.value >= 1:
        return (f"weights and the caches of {stages} sequences, one in flight for each stage, do not fit into memory")
    return "weights and the KV cache of one sequence do not fit in memory"


def _for_users(found: System, users: int, behind: Behind) -> System:
    """The system with as many copies as the users take; with none chosen where there are too few GPUs for them."""
    chosen, most = found.chosen, behind.asked.gpus
    assert chosen is not None
    rates = {name: count(number * (chosen.speed.value or 0), "token/s")
             for name, number in (("X_all", users), ("X_sys", chosen.batch))}
    rates["n_models"] = count(1, "1")
    needed = behind.line("systems", rates)
    copies = int(needed.value or 0)
    found = replace(found, copies=copies, needed=needed, given={**found.given, "systems": rates})
    if most is None or copies * found.gpus <= most:
        return found
    systems = "a system" if copies == 1 else f"{copies:,} systems"
    told = f"{users:,} users take {systems} with up to {chosen.batch:,} on each: {copies * found.gpus:,} GPUs in all"
    return replace(found, chosen=None, fails=USERS, why_not=told)


class Passes:
    """Passes of a system, with one micro-batch or another in each stage; each is evaluated once."""

    def __init__(self, width: int, stages: int, behind: Behind) -> None:
        self._width, self._stages, self._behind = width, stages, behind
        self._asked, self._prompt = behind.asked, behind.computed
        self._given = {"G": count(width, "GPU"), "L": self._asked.mean_context, "L_in": self._prompt,
                       "L_out": self._asked.output}
        self._premises: Mapping[str, str] = THROUGH_STAGES if stages > 1 else FrozenMapping({})
        self._seen: dict[tuple[str, int], Evaluation] = {}

    def _evaluated(self, claim: str, micro: int) -> Evaluation:
        """A claim about a pass with a micro-batch."""
        if (claim, micro) not in self._seen:
            self._seen[claim, micro] = _again(self._behind.claim(claim, self._premises), self._values(micro))
        return self._seen[claim, micro]

    def _values(self, micro: int) -> dict[str, Value]:
        """The values of a pass with a micro-batch."""
        staged = {} if self._stages == 1 else {"n_stages": count(self._stages, "1"), "t_hop": self.hop(micro)}
        return {**self._given, "B": count(micro, "sequence"), **staged}

    def hop(self, micro: int) -> Value:
        """The time of the hop of a micro-batch to the next stage. Raises `InputError` where it has no number."""
        return self._hop(self.handed(micro))

    def handed(self, micro: int) -> dict[str, Value]:
        """What makes the hop of a micro-batch: its new tokens, and those of the prompts that begin with them."""
        alone = _again(self._behind.claim(PASS), {**self._given, "B": count(micro, "sequence")})
        new, begun = alone.value_of("n"), alone.value_of("q_in")
        if new is None or begun is None:
            raise InputError("no hop between stages: new tokens or the requests that begin in a pass have no number")
        return self._handed(new.number + begun.number * self._prompt.number / micro, micro)

    def _handed(self, tokens: Fraction, micro: int) -> dict[str, Value]:
        return {"n": count(tokens, "token/sequence"), "b_micro": count(micro, "sequence"),
                "ep_width": count(self._width, "GPU"), "n_stages": count(self._stages, "1")}

    def _hop(self, handed: Mapping[str, Value]) -> Value:
        line = self._behind.line("hop", handed)
        if line.value is None:
            raise InputError(f"no hop between stages: {line.result}")
        return Value.of(line.value, "s", origin=f"step {line.step} of {HOP}")

    @cached_property
    def room(self) -> NumbersLine:
        """The sequences that fit into the memory of all stages together."""
        given = {"G": count(self._width * self._stages, "GPU"), "L_mean": self._asked.mean_context}
        return self._behind.line("room", given)

    def fit(self, micro: int) -> bool:
        """True if memory holds a micro-batch for each stage: the caches of all that are in flight."""
        return self.room.value is not None and self.in_flight(micro) <= self.room.value

    def under_way(self, micro: Fraction | int) -> NumbersLine:
        """The sequences in flight on all stages."""
        given = {"n_stages": count(self._stages, "1"), "b_micro": count(micro, "sequence")}
        return self._behind.line("in_flight", given)

    def in_flight(self, micro: int) -> int:
        """The same as a whole number."""
        return micro if self._stages == 1 else int(self.under_way(micro).value or 0)

    def at(self, micro: int) -> Point:
        """The pass with a micro-batch. Raises `InputError` where premises leave it without a number."""
        lines = {name: self._line(name, micro) for name in (*_OF_A_PASS, *_OF_ENERGY)}
        for name in _OF_A_PASS:
            if lines[name].value is None:
                raise InputError(f"no {name} of a pass: {with_options(lines[name])}")
        return Point(self._width * self._stages, self.in_flight(micro), micro, **lines, given=self._values(micro),
                     handed={} if self._stages == 1 else self.handed(micro))

    def _line(self, name: str, micro: int) -> NumbersLine:
        claim, step = STEPS[name]
        return self._evaluated(claim, micro).line(step, alone=True)

    def speed(self, micro: int) -> Fraction:
        """The speed of a sequence. Raises `InputError` where premises leave it without a number."""
        line = self._line("speed", micro)
        if line.value is None:
            raise InputError(f"no speed of a pass: {with_options(line)}")
        return line.value

    @property
    def of_a_prompt(self) -> Mapping[str, str]:
        """The premises of a pass that computes a prompt and nothing else."""
        return {**PROMPT_ALONE, **self._premises}

    def prompt_alone(self) -> dict[str, Value]:
        """The values of that pass: as many new tokens as are computed, and a context as in the mean over them."""
        asked, prompt = self._asked, self._prompt
        read = Value.of(asked.prompt.number - prompt.number / 2, "token/sequence", origin="on average over the prompt")
        given = {**self._given, "n": prompt, "B": count(1, "sequence"), "L": read}
        if self._stages > 1:
            hop = self._hop(self._handed(prompt.number, 1))
            given |= {"n_stages": count(self._stages, "1"), "t_hop": hop}
        return given

    def slower_side(self, micro: int) -> str:
        """The slower side of the products with the weights, in words; empty where their times have no number."""
        terms = self.terms(micro)
        if "arithmetic" not in terms or "weights" not in terms:
            return ""
        return "compute-bound" if terms["arithmetic"].number > terms["weights"].number else "memory-bound"

    def terms(self, micro: int) -> dict[str, Value]:
        """The times of the pass, each over its efficiency, as far as they have numbers."""
        seen, found = self._evaluated(PASS, micro), {}
        for name, (letter, efficiency) in TERMS.items():
            try:
                time = seen.value_of(letter)
                part = seen.value_of(efficiency) if efficiency else count(1, "1")
            except DerivationsError:
                continue
            if time is not None and part is not None:
                found[name] = Value(time.number / part.number, time.unit, time.dimension,
                                    f"{letter}/{efficiency}" if efficiency else letter)
        if self._stages > 1:
            hop = self.hop(micro)
            found["hops"] = Value(self._stages * hop.number, hop.unit, hop.dimension, "n_stages*t_hop")
        return found


def _again(evaluated: EvaluatedClaim, given: Mapping[str, Value]) -> Evaluation:
    """A claim evaluated with values of its own."""
    notation = evaluated.derivation.notation
    values = {name: fitted_value(notation[name], value) for name, value in given.items()}
    return evaluated.evaluation.again(evaluated.scenario.with_values(values))


def largest(holds: Callable[[int], bool]) -> int:
    """The largest number of sequences, up to `MOST_BATCH`, for which something holds that holds for all smaller ones.

    >>> largest(lambda number: number <= 19), largest(lambda number: False)
    (19, 0)
    """
    if not holds(1):
        return 0
    low, high = 1, 2
    while high < MOST_BATCH and holds(high):
        low, high = high, 2 * high
    if high >= MOST_BATCH:
        return MOST_BATCH
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _spread(most: int) -> Iterable[int]:
    """Batches from one sequence to `most`, evenly by ratio.

    >>> list(_spread(4))
    [1, 2, 3, 4]
    """
    return sorted({max(1, round(most ** (place / (_POINTS - 1)))) for place in range(_POINTS)})
