r"""A writer's own letters: ``N_total = "N_{tot}"`` in a file, checked, and put in place of the notation's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import InputError, UnknownNameError
from derivations.files import read_toml_file
from derivations.language.greek import GREEK_LETTERS
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.mapping import FrozenMapping

_LONGEST = 80  # characters of a letter
_DEEPEST = 8
_FONTS = frozenset({r"\mathrm", r"\mathit", r"\mathbf", r"\mathsf", r"\mathtt", r"\mathcal"})
_ACCENTS = frozenset({
    r"\hat", r"\bar", r"\tilde", r"\vec", r"\dot", r"\ddot", r"\check", r"\breve", r"\acute", r"\grave", r"\mathring",
    r"\widehat", r"\widetilde", r"\overline",
})
_NO_COMMANDS = frozenset({"omicron", "Alpha", "Beta"})  # Greek letters that are Latin ones in LaTeX
_VARIANTS = ("varepsilon", "vartheta", "varpi", "varrho", "varsigma", "varphi")
_SYMBOLS = frozenset(
    {rf"\{name}" for name in (*GREEK_LETTERS, *_VARIANTS) if name not in _NO_COMMANDS}
    | {r"\ell", r"\hbar", r"\infty", r"\times", r"\star", r"\ast", r"\prime", r"\max", r"\min", r"\circ", r"\dagger"}
)
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z0-9]")
_IN_SCRIPTS = frozenset(",+-*/.|()")
_Evaluated = TypeVar("_Evaluated", bound=EvaluatedClaim)


@dataclass(frozen=True)
class WriterLetters:
    """LaTeX for quantities, by name."""

    latex: Mapping[str, str]

    @classmethod
    def of(cls, latex: Mapping[str, str], notation: Notation) -> WriterLetters:
        """The letters, after a check against the notation.

        Raises `UnknownNameError` for a name that is no quantity, `InputError` for a text that is no letter in LaTeX,
        and for one that another quantity has.
        """
        for name, letter in latex.items():
            if name not in notation:
                raise UnknownNameError("quantity", name, notation.names)
            _check(name, letter)
        taken: dict[str, str] = {}
        for quantity in notation:
            key = _key(latex.get(quantity.name, quantity.latex))
            other = taken.setdefault(key, quantity.name)
            if other != quantity.name and (quantity.name in latex or other in latex):
                mine, its = (quantity.name, other) if quantity.name in latex else (other, quantity.name)
                raise InputError(f"letter {latex[mine]} of {mine} is the letter of {its} as well: choose another")
        return cls(FrozenMapping(latex))

    def notation(self, notation: Notation) -> Notation:
        """The notation with these letters in place of its own."""
        return Notation(tuple(replace(q, latex=self.latex.get(q.name, q.latex)) for q in notation))

    def applied(self, evaluated: _Evaluated) -> _Evaluated:
        """The evaluated claim with these letters in every relation, condition and number."""
        if not self.latex:
            return evaluated
        derivation = evaluated.derivation
        made: dict[Notation, Notation] = {}

        def relation(item: Relation) -> Relation:
            if item.notation not in made:
                made[item.notation] = self.notation(item.notation)
            return item.in_notation(made[item.notation])

        def step(item: Step) -> Step:
            own = None if item.relation is None else relation(item.relation)
            return replace(item, relation=own, conditions=tuple(map(relation, item.conditions)))

        renamed = replace(
            derivation,
            notation=self.notation(derivation.notation),
            trace=tuple(map(step, derivation.trace)),
            rejects=tuple(map(step, derivation.rejects)),
        )
        return replace(evaluated, derivation=renamed)


def read_letters(path: str | Path, notation: Notation) -> WriterLetters:
    r"""The letters in a TOML file: lines such as ``N_total = 'N_{tot}'``.

    Raises `InputError` or one of its kind for a file that cannot be read, or for what `WriterLetters.of` refuses.
    """
    file = Path(path)
    data = read_toml_file(file, "letters")
    for name, letter in data.items():
        if not isinstance(letter, str):
            raise InputError(f"{file}: {name} is a text in quotation marks, such as 'N_{{tot}}'")
    try:
        return WriterLetters.of(data, notation)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None


def _check(name: str, letter: str) -> None:
    """Raises `InputError` unless the text is a letter: symbols, fonts and accents, with one script of each kind."""
    if not letter.strip() or len(letter) > _LONGEST:
        raise InputError(f"the letter of {name} has 1 to {_LONGEST} characters")
    reader = _Reader(name, letter)
    reader.row(0)


def _key(letter: str) -> str:
    """Normal form of a letter: braces around a single sign and spaces do not count."""
    tokens = [token for token in _TOKEN.findall(letter) if not token.isspace()]
    kept: list[str] = []
    for token in tokens:
        kept.append(token)
        if token == "}" and len(kept) > 2 and kept[-3] == "{":
            kept[-3:] = kept[-2:-1]
    return " ".join(kept)


class _Reader:
    """Reads a letter once; anything that is not in the lists above is refused."""

    def __init__(self, name: str, letter: str) -> None:
        self._name, self._letter = name, letter
        self._tokens = _TOKEN.findall(letter)
        self._at = 0

    def row(self, depth: int) -> None:
        """Symbols with their scripts, up to the end or a closing brace."""
        if depth > _DEEPEST:
            raise self._refused("braces are nested too deeply")
        empty, scripts = True, set[str]()
        while (token := self._peek()) is not None and token != "}":
            if token in ("_", "^", "'"):
                if empty:
                    raise self._refused(f"{token} follows a symbol")
                if token == "'" and "^" in scripts - {"'"}:
                    raise self._refused("a prime comes before what is raised")
                if token != "'" and (token in scripts or (token == "^" and "'" in scripts)):
                    raise self._refused(f"{token} stands twice at one symbol")
                scripts.add(token)
                self._at += 1
                if token != "'":
                    self._argument(depth + 1)
                continue
            self._atom(depth)
            empty, scripts = False, set()
        if empty:
            raise self._refused("something is empty")
        if depth == 0 and self._peek() == "}":
            raise self._refused("a brace is closed that was not opened")

    def _atom(self, depth: int) -> None:
        token = self._tokens[self._at]
        self._at += 1
        if token == "{":
            self._group(depth)
        elif token in _FONTS or token in _ACCENTS:
            self._argument(depth + 1)
        elif token.startswith("\\") and token not in _SYMBOLS:
            known = sorted(_SYMBOLS | _FONTS | _ACCENTS)
            raise UnknownNameError("command", token, known, where=f"in the letter of {self._name}")
        elif not (token in _SYMBOLS or _PLAIN.fullmatch(token) or token == " " or (depth and token in _IN_SCRIPTS)):
            raise self._refused(f"{token!r} is no part of a letter")

    def _argument(self, depth: int) -> None:
        """The argument of a script, a font or an accent: a symbol, or a group."""
        while self._peek() == " ":
            self._at += 1
        token = self._peek()
        if token is None or token in ("}", "_", "^", "'"):
            raise self._refused("a command or a script has nothing after it")
        if token in _ACCENTS:
            raise self._refused(f"{token} stands in braces after another command")
        self._atom(depth)

    def _group(self, depth: int) -> None:
        self.row(depth + 1)
        if self._peek() != "}":
            raise self._refused("a brace is not closed")
        self._at += 1

    def _peek(self) -> str | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _refused(self, why: str) -> InputError:
        return InputError(f"{self._letter[:40]!r} is no letter for {self._name}: {why}")
