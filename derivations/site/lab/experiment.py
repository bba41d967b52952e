"""Experiments: what a reader of the lab changes in a claim, as the page sends it, and where a refusal belongs on it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from derivations.claim.claim import Claim
from derivations.claim.study import study_of
from derivations.claims.index import find_claim
from derivations.errors import GrammarError, InputError
from derivations.language.quantity import Notation, Quantity, quantity_line
from derivations.language.relation import relation

LONGEST = 2000  # characters of a text, more than any formula that somebody reads
MOST = 60  # texts of a kind
_OPERATORS = "=<>≤≥"  # a text with one of these is a relation, any other names an alternative


class RefusedError(InputError):
    """An experiment that cannot be made, with the field of the page that this is about.

    `field` is ``premise:NAME``, ``letters``, ``values``, ``cards``, ``formula``, or empty; `row` counts the lines of a
    field from 1, and `column` the characters, with 0 for none.
    """

    def __init__(self, message: str, field: str = "", row: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.field = field
        self.row = row
        self.column = column

    @classmethod
    def of(cls, error: Exception, field: str = "", row: int = 0) -> Self:
        """An error of the engine's as a refusal of a field, with the column of one about grammar."""
        column = error.column if isinstance(error, GrammarError) else 0
        return cls(" ".join(str(error).split()), field, row, column)

    @property
    def data(self) -> dict[str, Any]:
        """The refusal as plain data."""
        return {"message": str(self), "field": self.field, "row": self.row, "column": self.column}


@dataclass(frozen=True)
class Experiment:
    """A claim and what is changed in it, as text: premises by name, lines that declare letters, lines of values.

    A premise is the name of an alternative or a relation; a line of `letters` reads ``x [byte/token] meaning``, one of
    `values` ``L = 2k token/sequence``.
    """

    claim: str
    premises: tuple[tuple[str, str], ...] = ()
    letters: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    accelerator: str = ""
    model: str = ""

    @classmethod
    def read(cls, data: Any) -> Self:
        """The experiment in plain data from the page; raises `InputError` for data of another form.

        >>> Experiment.read({"claim": "optimal-batch", "premises": {"roofline": "no-overlap"}}).premises
        (('roofline', 'no-overlap'),)
        """
        if not isinstance(data, dict):
            raise InputError("an experiment is an object with the name of a claim")
        premises = data.get("premises", {})
        if not isinstance(premises, dict) or len(premises) > MOST:
            raise InputError(f"premises are texts by name, at most {MOST}")
        return cls(
            _text(data.get("claim", ""), "claim"),
            tuple((_text(name, "name"), _text(text, name)) for name, text in premises.items()),
            _lines(data.get("letters", []), "letters"),
            _lines(data.get("values", []), "values"),
            _text(data.get("accelerator", ""), "accelerator"),
            _text(data.get("model", ""), "model"),
        )

    @property
    def changed(self) -> bool:
        """False for the claim as it stands."""
        return self != Experiment(self.claim)

    @property
    def settings(self) -> dict[str, str]:
        """The text of each value by the name of its letter.

        Raises `RefusedError` for a line that names none, or one that has a value already.

        >>> Experiment("optimal-batch", values=("L = 2k token/sequence",)).settings
        {'L': '2k token/sequence'}
        """
        found: dict[str, str] = {}
        for row, line in enumerate(self.values, 1):
            name, equals, text = (part.strip() for part in line.partition("="))
            if not (name and equals and text):
                raise RefusedError(f"cannot read {line.strip()[:60]!r}: write 'NAME = VALUE UNIT'", "values", row)
            if name in found:
                raise RefusedError(f"{name} is given twice", "values", row)
            found[name] = text
        return found

    @property
    def changes(self) -> dict[str, Any]:
        """The same as the arguments of `derive`; raises `RefusedError` for a value that cannot be read."""
        return {
            "premises": dict(self.premises), "symbols": self.letters, "values": self.settings,
            "accelerator": self.accelerator, "model": self.model,
        }

    @property
    def command(self) -> str:
        """The command line that derives the same; raises `RefusedError` for a value that cannot be read.

        >>> Experiment("optimal-batch", (("roofline", "no-overlap"),), values=("L = 2k token/sequence",)).command
        "derive show optimal-batch --assume roofline=no-overlap --set 'L=2k token/sequence'"
        """
        words = ["derive", "show", self.claim]
        words += [word for card in ("accelerator", "model") if (name := getattr(self, card))
                  for word in (f"--{card}", name)]
        for option, texts in (
            ("--assume", [f"{name}={text}" for name, text in self.premises]), ("--symbol", self.letters),
            ("--set", [f"{name}={text}" for name, text in self.settings.items()]),
        ):
            words += [word for text in texts for word in (option, text)]
        return shlex.join(words)

    def refusal(self, error: InputError) -> RefusedError:
        """The refusal that an error comes to which came up when this was derived: each text is read alone to find it.
        """
        return next(self._misread(), None) or RefusedError.of(error, *self._named_in(str(error)))

    def _misread(self) -> Iterator[RefusedError]:
        """The texts that cannot be read, from the letters to the premises, which may speak of them."""
        quantities: list[Quantity] = []
        for row, line in enumerate(self.letters, 1):
            try:
                quantities.append(quantity_line(line))
            except InputError as error:
                yield RefusedError.of(error, "letters", row)
        for row, (name, text) in enumerate(self.settings.items(), 1):
            try:
                study_of(values={name: text})
            except InputError as error:
                yield RefusedError.of(error, "values", row)
        try:
            claim = find_claim(self.claim)
            notation = _with_alternatives(claim, dict(self.premises)).extended(quantities)
        except InputError as error:
            yield RefusedError.of(error)
            return
        for name, text in self.premises:
            try:
                if any(operator in text for operator in _OPERATORS):
                    relation(text, notation)
            except InputError as error:
                yield RefusedError.of(error, f"premise:{name}")

    def _named_in(self, message: str) -> tuple[str, int]:
        """The field, and its row, that a message speaks of by the name of a premise, a card or a letter."""
        for name, _ in self.premises:
            if repr(name) in message:
                return f"premise:{name}", 0
        if any(repr(card) in message for card in (self.accelerator, self.model) if card):
            return "cards", 0
        for row, name in enumerate(self.settings, 1):
            if repr(name) in message or message.startswith(f"{name} ") or message.endswith(f" uses {name}"):
                return "values", row
        return "", 0


def _with_alternatives(claim: Claim, premises: Mapping[str, str]) -> Notation:
    """The letters of a claim, and those that the chosen alternatives of its premises bring along."""
    from derivations.claim.outline import outline

    notation = claim.notation
    for premise, choice in outline(claim).alternatives:
        if premises.get(premise.name, "").strip() == choice.name:
            notation = notation.extended(choice.quantities)
    return notation


def _lines(data: Any, what: str) -> tuple[str, ...]:
    if not isinstance(data, Sequence) or isinstance(data, str) or len(data) > MOST:
        raise InputError(f"{what} are lines of text, at most {MOST}")
    return tuple(text for line in data if (text := _text(line, what)))


def _text(data: Any, what: str) -> str:
    if not isinstance(data, str):
        raise InputError(f"{what} is a text")
    if len(data) > LONGEST:
        raise InputError(f"{what} is longer than {LONGEST:,} characters")
    return data.strip()
