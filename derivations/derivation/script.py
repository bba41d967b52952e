"""Scripts: what an argument writes on its board, call by call, without computing or proving any of it.

An argument passes handles, never relations, so that it runs on a script as on a board. What it asks is its calls
without their prose; what its steps are called for, the prose without the calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from derivations.derivation.premise import Premise
from derivations.errors import InputError
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation
from derivations.proof import cache

if TYPE_CHECKING:
    from derivations.derivation.board import Board

# what each rule takes behind the name of its step, as `Board` has it, which is slow to import
PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "define": ("quantity", "because"),
    "equate": ("first", "second", "because"),
    "substitute": ("into", "using", "because"),
    "solve": ("equation", "for_", "because"),
    "solve_together": ("equations", "for_", "because"),
    "rewrite": ("step", "form", "using", "because", "condition"),
    "state": ("fact", "using", "because"),
    "reject": ("statement", "against", "because"),
    "boundary": ("roofline", "between", "because"),
    "split": ("roofline", "regimes", "because"),
    "differentiate": ("step", "by", "named", "because", "holding"),
    "minimise": ("step", "over", "because", "holding"),
    "limit": ("step", "variable", "to", "because", "holding"),
    "isolate": ("step", "of", "named", "because"),
    "independence": ("step", "of", "because", "holding"),
    "round_up": ("step", "because"),
    "sum": ("term", "index", "first", "last", "count", "named", "because"),
    "induct": ("goals", "index", "using", "start", "because"),
    "instance": ("step", "index", "value", "because"),
}
# fields that hold words for people: no answer of the engine hangs on them
PROSE = frozenset({
    "answer", "because", "by", "chapter", "deciding", "latex", "meaning", "note", "outside", "question", "source",
    "title", "where",
})
_BRANCH = re.compile(r"-[0-9]+\Z")  # a branch of a solution is named after its step

Body: TypeAlias = "Callable[[Board], Handle | str | None]"


@dataclass(frozen=True)
class Handle:
    """A step on the board, by name; what it says is the board's business."""

    name: str


@dataclass(frozen=True)
class Call:
    """A call of a rule: the name of its step, its options, and the reason that is given; a premise is taken whole."""

    rule: str
    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    because: str = ""
    premise: Premise | None = None

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps that it hands on."""
        if self.rule == "split":
            return tuple(self.options["regimes"])
        if self.rule == "solve_together":
            return tuple(f"{self.name}-{each}" for each in self.options["for_"])
        if self.rule == "induct" and len(self.options["goals"]) > 1:
            return tuple(f"{self.name}-{place}" for place in range(1, len(self.options["goals"]) + 1))
        return (self.name,)


class Prose(NamedTuple):
    """What an argument says of a step: why it is there, the source of a premise, a wrong statement."""

    because: str = ""
    source: str = ""
    statement: str = ""


@dataclass(frozen=True)
class Script:
    """The calls of an argument in order, and the step that it names as its result.

    `whole` is False for an argument that looks at more than handles: it was followed as far as it got.
    """

    notation: Notation
    calls: tuple[Call, ...]
    result: str = ""
    whole: bool = True

    @classmethod
    def of(cls, body: Body, notation: Notation) -> Script:
        """The script of an argument in a notation."""
        pencil = Pencil()
        try:
            returned = body(cast("Board", pencil))
        except Exception:  # what is wrong with an argument, its derivation tells
            return cls(notation, tuple(pencil.calls), whole=False)
        return cls(notation, tuple(pencil.calls), returned.name if isinstance(returned, Handle) else returned or "")

    @property
    def premises(self) -> tuple[Premise, ...]:
        """The premises in the order in which they are taken."""
        return tuple(call.premise for call in self.calls if call.premise is not None)

    @property
    def asked(self) -> dict[str, Any]:
        """All that its derivation rests on, as plain data without prose: letters, calls, premises as written."""
        return {
            "letters": [plain(quantity) for quantity in self.notation],
            "calls": [[call.rule, call.name, *([plain(call.options)] if call.premise is None
                                               else [call.premise.relation, call.premise.determines])]
                      for call in self.calls],
            "result": self.result,
        }

    @cached_property
    def digest(self) -> str:
        """The digest of what is asked."""
        return cache.digest(self.asked)

    def prose(self, step: str) -> Prose:
        """The prose of the step of that name, or of the one that it is a branch of; empty where it is the engine's."""
        return self._prose.get(self._root(step), Prose())

    def speaks_of(self, step: str) -> bool:
        """True if it is the argument that says why a step is there.

        The engine says it of steps that are no call's, and of those that solve equations together.
        """
        name = self._root(step)
        return name in self._prose and not any(call.rule == "solve_together" and name in call.steps
                                               for call in self.calls)

    def _root(self, step: str) -> str:
        return step if step in self._prose else _BRANCH.sub("", step)

    @cached_property
    def _prose(self) -> dict[str, Prose]:
        found: dict[str, Prose] = {}
        for call in self.calls:
            if call.premise is not None:
                prose = Prose(call.premise.because, call.premise.source)
            elif call.rule == "define" and not call.because:
                prose = Prose(self.notation[call.options["quantity"]].meaning)
            else:
                prose = Prose(call.because, statement=str(call.options["statement"]) if call.rule == "reject" else "")
            found |= dict.fromkeys(call.steps, prose)
        return found


def definition(quantity: Quantity) -> str:
    """The relation that defines a quantity, as text."""
    return f"{quantity.name} = {quantity.definition}"


class Pencil:
    """Takes the place of a board: notes what is asked of it, and does nothing."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def take(self, premise: Premise) -> Handle:
        """Note a premise."""
        return self._note(Call("take", premise.name, premise=premise))[0]

    def suppose(self, premise: Premise) -> Handle:
        """Note an assumption of a part of the argument."""
        return self._note(Call("suppose", premise.name, premise=premise))[0]

    def __getattr__(self, rule: str) -> Callable[..., Handle | tuple[Handle, ...]]:
        """Any rule of a board; raises `AttributeError` for another name."""
        if rule not in PARAMETERS:
            raise AttributeError(f"a board has no {rule!r}")

        def note(name: str, *arguments: Any, **options: Any) -> Handle | tuple[Handle, ...]:
            given = dict(zip(PARAMETERS[rule], arguments, strict=False)) | options
            because = given.pop("because", "")
            found = self._note(Call(rule, name, given, because))
            return found if rule in ("split", "solve_together", "induct") else found[0]

        return note

    def _note(self, call: Call) -> tuple[Handle, ...]:
        if not isinstance(call.name, str):
            raise InputError(f"a step is named by a text, not by {call.name!r}")
        self.calls.append(call)
        return tuple(map(Handle, call.steps))


def plain(value: Any) -> Any:
    """A value as plain data without prose: frozen data by its fields, and what JSON has no form for as its text.

    >>> plain((Handle("batch"), Premise("load", "t = S/W", because="every byte crosses the link")))
    [{'name': 'batch'}, {'name': 'load', 'relation': 't = S/W', 'alternatives': [], 'determines': '', 'leaves_out': []}]
    """
    if is_dataclass(value) and not isinstance(value, type | Relation):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value) if each.name not in PROSE}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)
