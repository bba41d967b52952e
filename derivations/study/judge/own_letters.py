"""Letters of somebody else's formula that are none of a claim's: the quantities that they can only stand for.

A paper writes D and N where the claim has several of each, as D_pre and D_inf. What is meant is obvious where one line
of the claim says of a D what it is by an N, and of no other two: ``D(N) = 20*N`` is about that line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from derivations.derivation.derivation import Derivation
from derivations.errors import GrammarError, InputError
from derivations.language.display import listed
from derivations.language.latex_reading.letters import letter_keys
from derivations.language.quantity import Notation
from derivations.language.tree import Name, WrittenRelation, names
from derivations.study.judge.formula import Conditional, typed

_UNKNOWN = re.compile(r"unknown (?:letter|quantity) '([^']+)'")


def understood(
    text: str, derivation: Derivation, letters: Mapping[str, str] | None = None, *, latex: bool = False
) -> Conditional:
    """A formula as `typed` reads it, where letters that the claim has not stand for those that they can only be.

    What they stand for is told with what was read. Raises as `typed` does, with what a letter may stand for where that
    is not one.
    """
    notation, own = derivation.notation, dict(letters or {})
    may_be = dict[str, tuple[str, ...]]()
    while True:
        first = {letter: quantities[0] for letter, quantities in may_be.items()}
        try:
            read = typed(text, notation, {**own, **first}, latex=latex)
        except GrammarError as error:
            letter = unknown_letter(error)
            quantities = () if letter in may_be else tuple(_called(letter, notation))
            if not quantities:
                raise
            may_be[letter] = quantities
            continue
        if not may_be:
            return read
        found = {tuple(each.items()) for each in _related(derivation, read, may_be, first)}
        if len(found) != 1:
            raise InputError(_several(may_be))
        meant = dict(found.pop())
        read = typed(text, notation, {**own, **meant}, latex=latex)
        told = (f"{name} ({notation[name].meaning}) in place of {letter}" for letter, name in meant.items())
        return replace(read, read=(*read.read, *told))


def unknown_letter(error: GrammarError) -> str:
    """The letter that an error says is not known; empty for another error."""
    unknown = _UNKNOWN.match(str(error))
    return "" if unknown is None else unknown[1]


def _called(letter: str, notation: Notation) -> Iterator[str]:
    """The quantities that are written as this letter with something below it."""
    if not letter.isalpha():
        return
    for quantity in notation:
        keys = letter_keys(quantity.latex)
        if quantity.name.startswith(f"{letter}_") or (len(keys) == 1 and keys[0].startswith(f"{letter}_")):
            yield quantity.name


def _related(
    derivation: Derivation, read: Conditional, may_be: Mapping[str, tuple[str, ...]], first: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Quantities for the letters that one line of the claim relates, with all that the formula speaks of besides.

    A letter that the formula is about is what that line is about.
    """
    written = read.formula
    assert isinstance(written, WrittenRelation)
    besides = (names(written.left) | names(written.right)) - set(first.values())
    about = next((letter for letter, name in first.items() if written.left == Name(name)), "")
    for step in derivation:
        relation = step.relation
        if relation is None or not relation.is_equation or step.rule == "reject" or not step.verdict.holds:
            continue
        spoken = relation.names
        if not besides <= spoken:
            continue
        for quantities in product(*(tuple(each for each in meant if each in spoken) for meant in may_be.values())):
            meant = dict(zip(may_be, quantities, strict=True))
            if not about or meant[about] == step.subject_name:
                yield meant


def _several(may_be: Mapping[str, tuple[str, ...]]) -> str:
    told = (f"{letter} may be {listed(quantities, 'or')}" for letter, quantities in may_be.items())
    letter, quantities = next(iter(may_be.items()))
    return f"{', and '.join(told)}: --letter '{letter}={quantities[0]}' says which"
