"""A small Feistel cipher with functions drawn by chance, to see what rounds do to a change of one bit.

It shows the mixing and is no cipher to keep anything secret with. Everything follows from a seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev

from derivations.errors import InputError

WIDTH = 16  # bits of a half
BITS = 2 * WIDTH
_MASK = (1 << WIDTH) - 1


@dataclass(frozen=True)
class Cipher:
    """Rounds, each with a table of its function: the value for every half. Without `swap` no halves change places."""

    tables: tuple[tuple[int, ...], ...]
    swap: bool = True

    def states(self, text: int) -> tuple[int, ...]:
        """The text and what each round makes of it, one after another. Raises `InputError` for no text of its width."""
        if not 0 <= text < 1 << BITS:
            raise InputError(f"a text has {BITS} bits")
        left, right = text >> WIDTH, text & _MASK
        found = [text]
        for table in self.tables:
            left ^= table[right]
            if self.swap:
                left, right = right, left
            found.append(left << WIDTH | right)
        return tuple(found)

    def undone(self, code: int) -> int:
        """The text of which the rounds made `code`: the same functions, the last one first.

        >>> cipher = small_cipher(rounds=4, seed=1)
        >>> cipher.undone(cipher.states(2026)[-1])
        2026
        """
        left, right = code >> WIDTH, code & _MASK
        for table in reversed(self.tables):
            if self.swap:
                left, right = right, left
            left ^= table[right]
        return left << WIDTH | right


@dataclass(frozen=True)
class Spread:
    """The mean of samples, and their standard deviation."""

    mean: float
    deviation: float


def small_cipher(rounds: int, seed: int, *, swap: bool = True) -> Cipher:
    """A cipher whose functions are drawn by chance, and so have no inverse to speak of."""
    random = Random(seed)
    tables = tuple(tuple(random.getrandbits(WIDTH) for _ in range(1 << WIDTH)) for _ in range(rounds))
    return Cipher(tables, swap)


def differences(cipher: Cipher, text: int, bit: int) -> tuple[int, ...]:
    """After no round, one round and so on: the bits in which two texts differ that differ in one bit at the start."""
    pairs = zip(cipher.states(text), cipher.states(text ^ (1 << bit)), strict=True)
    return tuple(one ^ other for one, other in pairs)


def avalanche(cipher: Cipher, pairs: int, seed: int) -> tuple[Spread, ...]:
    """The share of bits that differ after each number of rounds, over pairs of texts drawn by chance."""
    random = Random(seed)
    drawn = [(random.getrandbits(BITS), random.randrange(BITS)) for _ in range(pairs)]
    runs = [differences(cipher, text, bit) for text, bit in drawn]
    shares = ([each.bit_count() / BITS for each in after] for after in zip(*runs, strict=True))
    return tuple(Spread(fmean(each), pstdev(each)) for each in shares)
