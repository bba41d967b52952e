"""What a plan is asked for: cards, GPUs or people, lengths, speed, a first token, a rent, and changes of the claims."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

from derivations.claim.claim import Cards
from derivations.claim.outline import outline
from derivations.claim.study import Given, Study, refuse_ranges, study_of
from derivations.claims.index import find_claim
from derivations.errors import InputError, UnknownNameError
from derivations.language.relation import RelationLike, relation_source
from derivations.language.unit import parse_unit
from derivations.numbers.value import Value, parse_value
from derivations.study.rent import rent

if TYPE_CHECKING:
    from derivations.language.dimension import Dimension

PASS, ROOM, BALANCE, ENERGY = "pass-time", "replicas", "optimal-batch", "energy"
HOP, IN_FLIGHT, FOUND = "pipeline-latency", "pipeline-kv", "prefill-decode-pools"
CLAIMS = (PASS, ROOM, BALANCE, ENERGY)
# letters of the hop between stages that a reader may value
OF_A_HOP = ("n_switch", "t_switch", "t_card", "W_out")
GPUS = 8  # that there are if neither they nor people are counted
_ASKED = ("n", "B", "G", "L", "L_in", "L_out", "n_stages", "t_hop")  # letters of the claim that a plan values itself
_RENT = "p_gpu"
_WORD = re.compile(r"[A-Za-z]\w*")


@dataclass(frozen=True)
class Asked:
    """What a plan is asked for: cards, GPUs in all, the longest context of a sequence and its output, and its speed.

    With `users`, who read at that speed at the same time, `gpus` are the most there are, and None as many as it takes.
    `first_token` is the longest time to compute a prompt, `cached` the fraction of a prompt whose cache is found.
    `premises` replace those of the claims about the time and the energy of a pass, `values` their numbers (an
    efficiency, a rent, the limit of a board).
    """

    cards: Cards
    gpus: int | None
    context: Value
    output: Value
    speed: Value
    premises: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    users: int | None = None
    first_token: Value | None = None
    cached: Value | None = None

    def __post_init__(self) -> None:
        if self.gpus is not None and self.gpus < 1:
            raise InputError(f"a plan needs a GPU at least, not {self.gpus}")
        if self.users is not None and self.users < 1:
            raise InputError(f"a plan needs a user at least, not {self.users}")
        if self.speed.number <= 0:
            raise InputError(f"a sequence needs a speed above zero, not {self.speed}")
        if not 0 < self.output.number < self.context.number:
            raise InputError(f"an output of {self.output} leaves no prompt in a context of {self.context}")
        if self.first_token is not None and self.first_token.number <= 0:
            raise InputError(f"a first token takes a time above zero, not {self.first_token}")
        if self.cached is not None and not 0 < self.cached.number < 1:
            raise InputError(f"a prompt is found in a cache in part, above 0% and below 100%, not {self.cached}")

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
    cards: Cards, gpus: int | None = None, *, context: Given = "8k", output: Given = "1k", speed: Given = 20,
    premises: Mapping[str, str] | None = None, values: Mapping[str, Given] | None = None, users: int | None = None,
    first_token: Given = "", cached: Given = "", price: Given = "",
) -> Asked:
    """What a plan is asked for, from what a person types: bare numbers are tokens, and tokens per second of a sequence.

    Without GPUs there are `GPUS`, or as many as the users take. Raises `InputError` or one of its kind for what cannot
    be read.

    >>> print(asked(Cards("h200", "deepseek-v3"), 8, context="8k").mean_context)
    7,500 tokens per sequence
    """
    notation = find_claim(PASS).notation
    typed: dict[str, Given | Sequence[Given]] = {"L": context, "L_out": output, "v_seq": _of_a_sequence(speed)}
    read = study_of(values=typed).fitted(notation).first
    given = dict(values or {})
    if price != "":
        if _RENT in given:
            raise InputError(f"the rent is given twice: as a price, and as {_RENT}")
        given[_RENT] = rent(str(price))
    own = study_of(cards=cards, values=given)  # a variant of a card brings numbers of its own
    refuse_ranges(own, "plan")
    if own.several:
        raise InputError(f"a plan is for one value of {next(iter(own.several))}")
    known = dict.fromkeys((*(name for claim in CLAIMS for name in letters(claim)), *OF_A_HOP))
    for name in own.values:
        if name in _ASKED:
            raise InputError(f"{name} is what a plan asks for or finds: it is not set")
        if name not in known:
            raise UnknownNameError("quantity", name, tuple(known), where="of a plan")
    return Asked(
        own.cards, GPUS if gpus is None and users is None else gpus, read["L"], read["L_out"], read["v_seq"],
        dict(premises or {}), own.first, users, _read(first_token, "s", "a first token", ("ms", "s")),
        _read(cached, "1", "the part of a prompt that is found", ()),
    )


def _read(given: Given, unit: str, what: str, units: Sequence[str]) -> Value | None:
    """A value in the dimension of a unit; None for none. Raises `InputError` for another, which names `units`."""
    if given == "":
        return None
    value = given if isinstance(given, Value) else parse_value(str(given))
    wanted: Dimension = parse_unit(unit).dimension
    if value.dimension != wanted:
        if value.dimension.is_pure and units:
            raise InputError(f"{what} is given a time: write " + " or ".join(f'"{given} {each}"' for each in units))
        kind = f"a time, as 500 {units[0]}" if units else "a fraction, as 60%"
        raise InputError(f"{what} is {kind}, not {value}")
    return value


def _of_a_sequence(speed: Given) -> Given:
    """A speed in tokens per second, which is that of one sequence."""
    return f"{speed}/sequence" if isinstance(speed, str) and speed.replace(" ", "").endswith("token/s") else speed


def beside(
    study: Study, premises: Mapping[str, RelationLike], values: Mapping[str, Given]
) -> tuple[dict[str, str], dict[str, Given]]:
    """The premises and values of a plan, with those of a study that concern it where it says nothing itself.

    Raises `InputError` for a premise that brings symbols of its own, which a plan does not take.
    """
    known = {name for claim in CLAIMS for name in letters(claim)}.difference(_ASKED, values)
    taken = (premises_of(PASS) | premises_of(ENERGY)).difference(premises)
    own = {**{name: item for name, item in study.premises.items() if name in taken}, **premises}
    texts = {name: relation_source(item) for name, item in own.items()}
    for name, symbol in product(texts, (quantity.name for quantity in study.quantities)):
        if name in study.premises and symbol in _WORD.findall(texts[name]):
            raise InputError(f"{name} is changed with a symbol of its own, {symbol}, which no plan takes: "
                             "give the plan another premise in its place")
    return texts, {**{name: found for name, (found, *_) in study.values.items() if name in known}, **values}


def letters(name: str) -> tuple[str, ...]:
    """The letters of a claim that a plan may value: its own, and those of an alternative premise that it may take."""
    claim = find_claim(name)
    return (*claim.notation.names, *(sorted(outline(claim).in_reach) if name != BALANCE else ()))


def premises_of(name: str) -> frozenset[str]:
    """The names of the premises of a claim."""
    return outline(find_claim(name)).premises
