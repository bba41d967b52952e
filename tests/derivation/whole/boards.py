"""Boards as data: letters and calls, which run on a board, lose parts, and print as a script that a reader pastes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from derivations import Board, Handle, Notation, Premise
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.quantity import Quantity

Argument: TypeAlias = "str | Handle | tuple[Argument, ...]"

_WORD = re.compile(r"[A-Za-z]\w*")


@dataclass(frozen=True)
class Call:
    """A call on a board: the method, the name of its step, and what else is handed to it, steps as handles."""

    method: str
    name: str
    arguments: tuple[Argument, ...] = ()
    options: tuple[tuple[str, Argument], ...] = ()

    def run(self, board: Board) -> None:
        """Make the call."""
        if self.method in ("take", "suppose"):
            getattr(board, self.method)(Premise(self.name, str(self.arguments[0])))
        else:
            getattr(board, self.method)(self.name, *self.arguments, **dict(self.options))

    def __str__(self) -> str:
        """The call as a reader types it."""
        if self.method in ("take", "suppose"):
            return f"board.{self.method}(Premise({self.name!r}, {self.arguments[0]!r}))"
        told = [repr(self.name), *map(_typed, self.arguments), *(f"{key}={_typed(each)}" for key, each in self.options)]
        return f"board.{self.method}({', '.join(told)})"


@dataclass(frozen=True)
class Tie:
    """Premises that tie letters without an equation that says so, and an equation all of whose states they have."""

    premises: tuple[str, ...]
    equation: str


@dataclass(frozen=True)
class Script:
    """A whole derivation: its quantities, and the calls that write it; and which of its premises are ties."""

    letters: tuple[Quantity, ...]
    calls: tuple[Call, ...] = ()
    ties: tuple[Tie, ...] = ()

    @property
    def notation(self) -> Notation:
        """The quantities as a notation."""
        return Notation(self.letters)

    def run(self) -> Derivation:
        """The derivation. Raises `DerivationsError` where a call cannot be made."""
        board = Board(self.notation)
        for call in self.calls:
            call.run(board)
        return board.finish()

    def without(self, places: Iterable[int]) -> Script:
        """The same without the calls at these places."""
        gone = set(places)
        return replace(self, calls=tuple(call for place, call in enumerate(self.calls) if place not in gone))

    @property
    def twin(self) -> Script | None:
        """The same with ties said by equations; None where nothing ties. All its states are states of this one."""
        names = {call.name for call in self.calls}
        said = {tie.premises[0]: tie for tie in self.ties if names.issuperset(tie.premises)}
        if not said:
            return None
        gone = {name for tie in said.values() for name in tie.premises[1:]}
        kept = (call for call in self.calls if call.name not in gone)
        return replace(self, ties=(), calls=tuple(
            replace(call, arguments=(said[call.name].equation,)) if call.name in said else call for call in kept))

    def shorter(self) -> Iterator[Script]:
        """The same with one call less, later ones first, and with one letter less."""
        yield from (self.without([place]) for place in reversed(range(len(self.calls))))
        used = set(_WORD.findall(str([(call.arguments, call.options) for call in self.calls])))
        used |= {word for own in self.letters for word in _WORD.findall(f"{own.at_most} {own.definition}")}
        for own in self.letters:
            others = tuple(each for each in self.letters if each is not own)
            if own.name not in used:
                yield replace(self, letters=others)
            elif own.at_most:
                yield replace(self, letters=tuple(
                    replace(each, at_most="") if each is own else each for each in self.letters))
            elif own.domain not in ("positive", "integer", "whole") and not own.of:
                yield replace(self, letters=tuple(
                    replace(each, domain="positive") if each is own else each for each in self.letters))

    def __str__(self) -> str:
        """The script as a reader types it."""
        lines = ["from derivations import Board, Handle, Notation, Premise"]
        if any(own.at_most or own.definition for own in self.letters):
            lines.append("from derivations.language.quantity import Quantity")
        plain = [own for own in self.letters if not own.at_most and not own.definition]
        lines.append('notation = Notation.of("""')
        lines += [f"{_declared(own)}" for own in plain]
        lines.append('""")')
        bound = [f'Quantity("{own.name}", "", "{own.name}", "{own.domain}", at_most="{own.at_most}", '
                 f'definition="{own.definition}")' for own in self.letters if own not in plain]
        if bound:
            lines.append(f"notation = notation.extended([{', '.join(bound)}])")
        lines += ["board = Board(notation)", *map(str, self.calls)]
        lines += ["for step in board.finish():", "    print(step)"]
        return "\n".join(lines)


def ran(script: Script) -> Derivation | None:
    """The derivation of a script; None where it cannot be written."""
    try:
        return script.run()
    except DerivationsError:
        return None


def behind(step: Step, derivation: Derivation) -> tuple[Step, ...]:
    """All steps that a step rests on, itself last."""
    found: dict[str, Step] = {}

    def visit(own: Step) -> None:
        if own.name not in found:
            for name in own.inputs:
                visit(derivation[name])
            found[own.name] = own

    visit(step)
    return tuple(found.values())


def _declared(own: Quantity) -> str:
    of = f"({own.arguments})" if own.of else ""
    domain = "" if own.domain == "positive" else f"({own.domain}) "
    return f"{own.name}{of} [] {domain}{own.name}"


def _typed(argument: Any) -> str:
    if isinstance(argument, tuple):
        inside = ", ".join(map(_typed, argument))
        return f"({inside},)" if len(argument) == 1 else f"({inside})"
    return f"Handle({argument.name!r})" if isinstance(argument, Handle) else repr(argument)
