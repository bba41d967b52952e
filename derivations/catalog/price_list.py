"""Price lists: what a provider charges for the tokens of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from derivations.catalog.base import Card, given
from derivations.catalog.figure import Figure, derived
from derivations.values.value import Value

# Which prices are compared: (dearer or special one, the one it is compared with).
_RATIOS = (
    ("output", "input"),
    ("cached_input", "input"),
    ("write_5_minutes", "input"),
    ("write_1_hour", "input"),
    ("long_input", "input"),
    ("long_output", "output"),
    ("long_cached_input", "cached_input"),
    ("fast_input", "input"),
    ("fast_output", "output"),
)


@dataclass(frozen=True)
class PriceList(Card):
    """The prices of one model's tokens [dollar/token].

    `cached_input` is the price of input found in the provider's cache, `write_5_minutes` and `write_1_hour` those of
    input kept there for as long. `long_from` [token] is the context above which the `long_` prices hold for the whole
    request. The `fast_` prices buy output at up to `fast_speed` times the usual speed.
    """

    input: Figure
    output: Figure
    cached_input: Figure | None = None
    write_5_minutes: Figure | None = None
    write_1_hour: Figure | None = None
    long_from: Figure | None = None
    long_input: Figure | None = None
    long_output: Figure | None = None
    long_cached_input: Figure | None = None
    fast_input: Figure | None = None
    fast_output: Figure | None = None
    fast_speed: Figure | None = None

    @property
    def ratios(self) -> Mapping[str, Value]:
        """The pure ratios of the prices that the list has, named like ``output/input``; none over a price of zero."""
        found = {figure.key: figure for figure in self.figures}
        return MappingProxyType(
            {
                f"{above}/{below}": derived(
                    found[above].number / found[below].number, "1", f"card {self.name}",
                    f"{found[above].meaning}, over {found[below].meaning}", found[above], found[below],
                )
                for above, below in _RATIOS
                if above in found and below in found and found[below].number
            }
        )  # fmt: skip

    @property
    def figures(self) -> Iterator[Figure]:
        """Every price of the list, defaults only, in reading order."""
        yield from (self.input, self.output)
        yield from given(
            self.cached_input, self.write_5_minutes, self.write_1_hour,
            self.long_from, self.long_input, self.long_output, self.long_cached_input,
            self.fast_input, self.fast_output, self.fast_speed,
        )  # fmt: skip
