"""The sizes of system that a plan tries: parts of a scale-up domain, and several domains where none holds the model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as from_
from itertools import islice

from derivations.study.plan_asked import GPUS, PASS
from derivations.study.plan_systems import Behind, Passes

_MOST_STAGES = 256
_DOUBLED = 3  # times that the fewest stages are doubled where nobody says how many GPUs there are


class Sizes:
    """The sizes for what is asked, on GPUs whose scale-up domain has so many of them; None if the card says nothing."""

    def __init__(self, domain: int | None, behind: Behind) -> None:
        self.domain, self._behind = domain, behind
        layers = behind.claim(PASS).evaluation.value_of("n_layers")
        self._most = _MOST_STAGES if layers is None else min(_MOST_STAGES, int(layers.number))

    def asking(self, behind: Behind) -> Sizes:
        """The sizes for something else that is asked."""
        return Sizes(self.domain, behind)

    def tried(self, gpus: int | None) -> Iterator[tuple[int, int]]:
        """GPUs and stages of each size on so many GPUs, or on as many as it takes, from small to large."""
        limit = (self.domain or GPUS) if gpus is None else gpus
        inside = [(size, 1) for size in powers(limit if self.domain is None else min(limit, self.domain))]
        yield from inside
        if self.domain is None or any(self._holds(*size) for size in inside):
            return
        yield from ((stages * self.domain, stages) for stages in self._stages(gpus))

    def _stages(self, gpus: int | None) -> list[int]:
        """The numbers of stages on so many GPUs: powers of two, as many as there are, and the fewest that fit."""
        assert self.domain is not None
        if gpus is not None and gpus < 2 * self.domain:
            return []
        most = self._most if gpus is None else min(self._most, gpus // self.domain)
        fewest = self.fewest(most)
        if gpus is None:
            doubled = islice((fewest * 2**power for power in from_()), _DOUBLED) if fewest else powers(most)
            return [stages for stages in doubled if 2 <= stages <= most]
        return sorted({*powers(most), fewest or most} - {1})

    def fewest(self, most: int | None = None) -> int:
        """The fewest stages, more than one, that hold the model and a sequence for each; 0 if there are none."""
        domain = self.domain
        if domain is None:
            return 0
        most = self._most if most is None else most
        return next((stages for stages in range(2, most + 1) if self._holds(stages * domain, stages)), 0)

    def _holds(self, gpus: int, stages: int) -> bool:
        """True if the model and a sequence for each stage fit into memory."""
        return Passes(gpus // stages, stages, self._behind).fit(1)


def powers(most: int) -> Iterator[int]:
    """The powers of two up to `most`, and it.

    >>> list(powers(6))
    [1, 2, 4, 6]
    """
    size = 1
    while size < most:
        yield size
        size *= 2
    yield most
