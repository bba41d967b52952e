"""What would serve where no size does: something asked for otherwise, each found to serve with the same claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.errors import DerivationsError
from derivations.numbers.rounding import magnitude
from derivations.numbers.value import Value
from derivations.study.plan_asked import Asked
from derivations.study.plan_sizes import Sizes, powers
from derivations.study.plan_systems import FIRST_TOKEN, MEMORY, SPEED, USERS, Behind, System, system

if TYPE_CHECKING:
    from derivations.sources.catalog import Catalog

_FIGURES = 3  # of a speed or a time that is offered
_THOUSAND = 1000  # tokens of a step in which contexts are tried
_BYTE_EACH = "fp8"  # the format that is offered for weights and caches


@dataclass(frozen=True)
class Remedy:
    """Options of the command under which some size serves, and the system that does."""

    options: str
    system: System


def remedies(systems: Sequence[System], sizes: Sizes, behind: Behind, catalog: Catalog) -> tuple[Remedy, ...]:
    """Changes of what is asked for, each of which some size serves: GPUs, speed, first token, context and formats."""
    fails, asked = {each.fails for each in systems}, behind.asked
    found = list(_more_gpus(systems, sizes, behind))
    if SPEED in fails:
        found += _slower(asked, systems, behind)
    if FIRST_TOKEN in fails:
        found += _later(asked, systems, behind)
    found += _shorter(asked, sizes, behind)
    if MEMORY in fails:
        found += _fewer_bytes(asked, sizes, catalog)
    return tuple(found)


def _serves(asked: Asked, sizes: Sequence[tuple[int, int]], behind: Behind) -> System | None:
    """The system with the highest throughput for what is asked, of some sizes; None if none serves."""
    other = behind.asking(asked)
    tried = (system(gpus, stages, other, with_front=False) for gpus, stages in sizes)
    serving = [each for each in tried if each.chosen is not None]
    return max(serving, key=lambda each: each.chosen.numbers[1] if each.chosen else 0, default=None)


def _more_gpus(systems: Sequence[System], sizes: Sizes, behind: Behind) -> Iterator[Remedy]:
    """The fewest GPUs that serve; where more of them only hold the model, with the speed that they reach."""
    asked = behind.asked
    if asked.gpus is None:
        return
    enough = min((each.copies * each.gpus for each in systems if each.fails == USERS), default=0)
    if enough:
        yield from _offered(f"--gpus {enough}", replace(asked, gpus=enough), sizes, behind)
        yield from _fewer_users(asked, sizes, behind)
        return
    for gpus, stages in _larger(sizes, asked.gpus):
        other = replace(asked, gpus=gpus)
        found = system(gpus, stages, behind.asking(other), with_front=False)
        if found.chosen is not None:
            yield Remedy(f"--gpus {gpus}", found)
            return
        if found.fails in (SPEED, FIRST_TOKEN) and MEMORY in {each.fails for each in systems[-1:]}:
            loosened = _loosened(found, other)
            again = system(gpus, stages, behind.asking(loosened), with_front=False)
            if again.chosen is not None:
                yield Remedy(f"--gpus {gpus} {_options(loosened, other)}", again)
            return


def _fewer_users(asked: Asked, sizes: Sizes, behind: Behind) -> Iterator[Remedy]:
    """The most users for whom the GPUs are enough."""
    alone = behind.asking(replace(asked, users=None))
    tried = (system(gpus, stages, alone, with_front=False) for gpus, stages in sizes.tried(asked.gpus))
    most = max((each.copies * each.chosen.batch for each in tried if each.chosen is not None), default=0)
    if most:
        yield from _offered(f"--users {most}", replace(asked, users=most), sizes, behind)


def _larger(sizes: Sizes, gpus: int) -> Iterator[tuple[int, int]]:
    """Sizes beyond so many GPUs, from small to large: in a domain, then the fewest stages that hold the model."""
    most = gpus if sizes.domain is None else sizes.domain
    yield from ((size, 1) for size in powers(most) if size > gpus)
    fewest = sizes.fewest()
    if sizes.domain is not None and fewest and fewest * sizes.domain > gpus:
        yield fewest * sizes.domain, fewest


def _loosened(found: System, asked: Asked) -> Asked:
    """What is asked, with the speed of a lone sequence and the first token that a system reaches."""
    other = asked
    alone = found.alone.speed.value if found.alone is not None else None
    if alone is not None and alone < asked.speed.number:
        other = replace(other, speed=Value.of(_rounded(alone, up=False), "token/s/sequence"))
    first = found.first_token.value if found.first_token is not None else None
    if first is not None and asked.first_token is not None and first > asked.first_token.number:
        other = replace(other, first_token=_time(first))
    return other


def _options(other: Asked, asked: Asked) -> str:
    """The options that differ, as they are typed."""
    told = []
    if other.speed != asked.speed:
        told.append(f"--speed {_decimal(other.speed.in_unit('token/s/sequence'))}")
    if other.first_token != asked.first_token and other.first_token is not None:
        unit = other.first_token.unit
        told.append(f'--first-token "{_decimal(other.first_token.in_unit(unit))} {unit}"')
    return " ".join(told)


def _slower(asked: Asked, systems: Sequence[System], behind: Behind) -> Iterator[Remedy]:
    """The fastest that a sequence alone is."""
    fastest = max((each for each in systems if each.fails == SPEED and each.alone is not None),
                  key=lambda each: each.alone.numbers[0] if each.alone else 0)
    other = _loosened(fastest, asked)
    yield from _tried(other, asked, fastest, behind)


def _later(asked: Asked, systems: Sequence[System], behind: Behind) -> Iterator[Remedy]:
    """The soonest first token."""
    soonest = min((each for each in systems if each.fails == FIRST_TOKEN),
                  key=lambda each: (each.first_token.value or 0) if each.first_token else 0)
    yield from _tried(_loosened(soonest, asked), asked, soonest, behind)


def _tried(other: Asked, asked: Asked, of: System, behind: Behind) -> Iterator[Remedy]:
    found = _serves(other, [(of.gpus, of.stages)], behind)
    if found is not None:
        yield Remedy(_options(other, asked), found)


def _offered(options: str, asked: Asked, sizes: Sizes, behind: Behind) -> Iterator[Remedy]:
    other = behind.asking(asked)
    found = _serves(asked, list(sizes.asking(other).tried(asked.gpus)), behind)
    if found is not None:
        yield Remedy(options, found)


def _shorter(asked: Asked, sizes: Sizes, behind: Behind) -> Iterator[Remedy]:
    """The longest context that some size serves, in thousands of tokens."""

    def serving(thousands: int) -> System | None:
        other = replace(asked, context=Value.of(thousands * _THOUSAND, "token/sequence"))
        tried = list(sizes.asking(behind.asking(other)).tried(asked.gpus))
        return _serves(other, tried, behind)

    low = int(asked.output.number) // _THOUSAND + 1
    high = int(asked.context.number) // _THOUSAND
    if low >= high or (found := serving(low)) is None:
        return
    while high - low > 1:
        middle = (low + high) // 2
        there = serving(middle)
        low, high, found = (middle, high, there) if there is not None else (low, middle, found)
    yield Remedy(f"--context {low}k", found)


def _fewer_bytes(asked: Asked, sizes: Sizes, catalog: Catalog) -> Iterator[Remedy]:
    """A byte for each weight and each number of the cache, where they have more."""
    cards = replace(asked.cards, weights=asked.cards.weights or _BYTE_EACH, cache=asked.cards.cache or _BYTE_EACH)
    if cards == asked.cards:
        return
    other = replace(asked, cards=cards)
    behind = Behind(other, catalog)
    try:
        found = _serves(other, list(sizes.asking(behind).tried(asked.gpus)), behind)
    except DerivationsError:  # the cards have no such format
        return
    if found is not None:
        told = [f"--{name} {_BYTE_EACH}" for name in ("weights", "cache") if not getattr(asked.cards, name)]
        yield Remedy(" ".join(told), found)


def _rounded(number: Fraction, *, up: bool) -> Fraction:
    """The number to a few figures, on the side on which it is kept."""
    place = Fraction(10) ** (magnitude(number) - _FIGURES + 1)
    whole, rest = divmod(number, place)
    return (whole + (1 if up and rest else 0)) * place


def _time(seconds: Fraction) -> Value:
    """A time that is kept, in milliseconds or seconds."""
    unit, factor = ("ms", 1000) if seconds < 1 else ("s", 1)
    return Value.of(_rounded(seconds * factor, up=True), unit)


def _decimal(number: Fraction) -> str:
    """A number of few figures as it is typed."""
    return str(number.numerator) if number.denominator == 1 else str(float(number))
