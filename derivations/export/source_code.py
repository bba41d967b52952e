"""The source of a claim's argument, as it stands in the package."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from derivations.claim.claim import Claim
from derivations.claims.index import find_claim
from derivations.errors import InputError


@dataclass(frozen=True, repr=False)
class SourceCode:
    """The text of a function, by its name and module; Python where a notebook displays it."""

    name: str
    module: str
    text: str

    @property
    def lines(self) -> int:
        """Number of lines."""
        return len(self.text.splitlines())

    def to_markdown(self) -> str:
        """The text as a block of Python."""
        return f"```python\n{self.text.rstrip()}\n```"

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


def source_of(claim: str | Claim) -> SourceCode:
    """The function that derives a claim, given by its name or itself, read from where it stands.

    Raises `UnknownNameError` for a name that there is not, and `InputError` for a function whose file cannot be read.

    >>> print(source_of("train-interval").text.splitlines()[0])
    def train_interval(board: Board) -> Handle:
    """
    body = (find_claim(claim) if isinstance(claim, str) else claim).body
    try:
        text = inspect.getsource(body)
    except (OSError, TypeError):
        raise InputError(f"the source of {getattr(body, '__name__', body)} cannot be read: it is in no file") from None
    return SourceCode(body.__name__, body.__module__, text)
