"""The largest load of a random routing, counted: in how many routings no expert has more than so many tokens.

It is exact, in whole numbers, and for small sizes only: beside it a bound can be judged that holds at any size.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, prod
from operator import mul

from derivations.errors import InputError, UndecidedError

_MOST_WORK = 30_000_000  # pairs of states over all experts and limits, at most: some seconds


def count_routings(tokens: int, experts: int, chosen: int, most: int) -> int:
    """Number of ways to send each token to `chosen` distinct experts so that no expert has more than `most` tokens.

    A recurrence over experts: what is left to do depends only on how many tokens still have how many sends to make.

    >>> count_routings(tokens=2, experts=2, chosen=1, most=1), count_routings(tokens=2, experts=2, chosen=1, most=2)
    (2, 4)
    """
    _require_small(tokens, experts, chosen)
    if tokens * chosen > experts * most:
        return 0
    ways = {(0,) * (chosen - 1) + (tokens,): 1}  # tokens with 1, 2, ... sends left, and in how many ways
    for left in range(experts - 1, -1, -1):
        after: dict[tuple[int, ...], int] = {}
        for waiting, count in ways.items():
            for sent in product(*(range(min(number, most) + 1) for number in waiting)):
                if sum(sent) > most:
                    continue
                rest = tuple(
                    number - here + before for number, here, before in zip(waiting, sent, (*sent[1:], 0), strict=True)
                )
                # a token with more sends left than there are experts, or more sends than they have room for
                if any(rest[left:]) or sum(map(mul, rest, range(1, chosen + 1))) > left * most:
                    continue
                after[rest] = after.get(rest, 0) + count * prod(map(comb, waiting, sent))
        ways = after
    return ways.get((0,) * chosen, 0)


def expected_largest_load(tokens: int, experts: int, chosen: int = 1) -> Fraction:
    """Tokens of the fullest expert, averaged over all routings of each token to `chosen` distinct experts; exact.

    It is the sum of the chances that the fullest has more than 0, 1, 2, ... tokens. Raises `InputError` for numbers
    that count nothing, and `UndecidedError` for sizes that are not small.

    >>> expected_largest_load(tokens=2, experts=2)
    Fraction(3, 2)
    """
    _require_small(tokens, experts, chosen)
    all_routings = comb(experts, chosen) ** tokens
    return sum(
        (1 - Fraction(count_routings(tokens, experts, chosen, most), all_routings) for most in range(tokens)),
        start=Fraction(0),
    )


def _require_small(tokens: int, experts: int, chosen: int) -> None:
    if tokens < 1 or not 1 <= chosen <= experts:
        raise InputError(
            f"{tokens} tokens to {chosen} of {experts} experts: there is at least one token, and each goes to at least "
            "one expert and at most to all"
        )
    if experts * tokens * comb(tokens + chosen, chosen) ** 2 > _MOST_WORK:
        raise UndecidedError(
            f"{tokens} tokens to {chosen} of {experts} experts are too many to count routings: only a bound is told"
        )
