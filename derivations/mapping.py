"""Mappings that do not change, with a hash, that pickle and are copied: what frozen data holds by name."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

_Key = TypeVar("_Key")
_Item = TypeVar("_Item")


class FrozenMapping(dict[_Key, _Item]):
    """A mapping that cannot be changed: `types.MappingProxyType` is none that `pickle`, `copy` or `hash` take.

    >>> sizes = FrozenMapping(L=8000, B=64)
    >>> sizes["B"], hash(sizes) == hash(FrozenMapping(B=64, L=8000))
    (64, True)
    >>> sizes["B"] = 1
    Traceback (most recent call last):
    TypeError: a FrozenMapping does not change: make another one
    """

    __slots__ = ()

    def _refused(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a FrozenMapping does not change: make another one")

    __setitem__ = __delitem__ = __ior__ = _refused
    clear = pop = popitem = setdefault = update = _refused

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenMapping, (dict(self),)

    def __copy__(self) -> FrozenMapping[_Key, _Item]:
        return self
