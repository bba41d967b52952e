"""The errors of the package, in two families.

    DerivationsError
    ├── InputError              your input is wrong: say what, and how to mend it
    │   ├── GrammarError        a text is no relation (carries the column)
    │   ├── DimensionError      the sides or terms of a relation measure different things
    │   ├── WritingError        an expression that the written form has no words for
    │   ├── UnknownNameError    no such claim, card, premise, quantity or unit
    │   └── CardError           a card file is wrong (names file, card and key)
    └── UndecidedError          the engine cannot decide: no proof, no answer
        ├── NoClosedFormError   the answer has no formula, or none within the budget: numbers may still be found
        └── StoppedError        a call took too much time or memory: no verdict, and nothing that is kept

Every message is one line that can be shown to a user as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

STOPPED = "stopped"  # what the message of a `StoppedError` begins with
_PART = 3  # letters of a name that may stand for all of it


class DerivationsError(Exception):
    """Any error that this package raises on purpose."""


class InputError(DerivationsError):
    """Input that cannot be used; the message says why."""


class GrammarError(InputError):
    """A text that the grammar does not accept; `column` counts from 1."""

    def __init__(self, message: str, text: str, column: int) -> None:
        shown = _window(text, column)
        super().__init__(f"{message} (column {column}: {shown!r})" if shown else message)
        self.text = text
        self.column = column


class DimensionError(InputError):
    """Two things that measure different kinds were added, compared or equated."""


class WritingError(InputError):
    """An expression of SymPy's that relations do not use: a complex number, an integral, a piecewise form."""


class UnknownNameError(InputError):
    """A name that nothing answers to; `suggestions` holds the nearest ones, `meant` what other words lead to.

    `otherwise` is a sentence on how the name could come to be known.
    """

    def __init__(
        self, kind: str, name: str, known: Iterable[str], *, where: str = "", meant: Sequence[str] = (),
        otherwise: str = "",
    ) -> None:
        names = list(known)
        self.suggestions = nearest(name, names)
        place = f" {where}" if where else ""
        if meant:
            hint = f"; did you mean {' or '.join(meant)}?"
        elif self.suggestions:
            hint = f"; did you mean {' or '.join(self.suggestions)}?"
        elif names:
            hint = f"; known: {', '.join(names[:12])}" + (", …" if len(names) > 12 else "")
        else:
            hint = ""
        super().__init__(f"unknown {kind} {clipped(name)!r}{place}{hint}{otherwise and ' '}{otherwise}")
        self.name = name


class CardError(InputError):
    """A card file that cannot be read as cards."""

    def __init__(self, file: str, card: str, key: str, message: str) -> None:
        where = ", ".join(
            part for part in (file, f"card {card}" if card else "", f"key {key}" if key else "")
            if part
        )
        super().__init__(f"{where}: {message}")


class UndecidedError(DerivationsError):
    """The engine has no answer that it can stand behind."""


class NoClosedFormError(UndecidedError):
    """No formula gives the answer, or none that was found within the budget."""


class StoppedError(UndecidedError):
    """A call was stopped from outside, for the time or memory it took: that says nothing, and is kept nowhere."""


def nearest(name: str, known: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """The known names closest to `name`, best first, or those that it is a part of; case does not count.

    >>> nearest("optimal-bath", ["optimal-batch", "kv-bytes"])
    ('optimal-batch',)
    >>> nearest("gemini", ["h100", "gemini-2.5-pro-prices", "gemini-3.1-pro-prices"])
    ('gemini-2.5-pro-prices', 'gemini-3.1-pro-prices')
    """
    by_folded = {candidate.casefold(): candidate for candidate in known}
    folded = name.casefold()[:80]
    matches = get_close_matches(folded, list(by_folded), n=count, cutoff=0.6)
    if not matches and len(folded) >= _PART:
        matches = [candidate for candidate in by_folded if folded in candidate][:count]
    return tuple(by_folded[match] for match in matches)


def clipped(text: str, limit: int = 60) -> str:
    """The text, or as much of it as a message has room for."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _window(text: str, column: int) -> str:
    start = max(0, column - 1)
    return " ".join(text[start : start + 24].split())
