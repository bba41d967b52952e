"""Outlines: what a claim writes on its board, by name, without computing or proving any of it.

Good for finding the claim that a reader asks about. What holds, and under which conditions, only a derivation says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, cast

from derivations.claims.claim import Claim
from derivations.claims.notation import ON_CARDS
from derivations.engine.board import Board, Handle
from derivations.engine.premise import Premise
from derivations.engine.quantity import Notation
from derivations.errors import UnknownNameError

_WORD = re.compile(r"[A-Za-z]\w*")
_BRANCH = re.compile(r"-[0-9]+\Z")  # a branch of a solution is named after its step
_NAMING = ("for_", "named", "over", "count")  # options of rules that name quantities


@dataclass(frozen=True)
class Outline:
    """The steps of a claim, each with the quantity on its left side (empty if not known), and the quantities named."""

    claim: Claim
    steps: dict[str, str]
    premises: frozenset[str]
    names: frozenset[str]
    result: str

    @property
    def headline(self) -> str:
        """The quantity that the claim is about: the left side of its result."""
        return self.steps.get(self.result, "")

    def has_step(self, name: str) -> bool:
        """True if the claim has a step of that name, or one whose branches are named so."""
        return name in self.steps or _BRANCH.sub("", name) in self.steps

    def derives(self, name: str) -> bool:
        """True if a step other than a premise has that quantity on its left side."""
        return any(left == name and step not in self.premises for step, left in self.steps.items())

    def values(self, name: str) -> bool:
        """True if the claim, its readings or the cards give that quantity a number."""
        own = self.claim.notation
        on_cards = name in ON_CARDS and name in own and ON_CARDS[name].dimension == own[name].dimension
        return on_cards or name in self.claim.defaults or any(name in r.numbers for r in self.claim.readings)


def outline(claim: Claim) -> Outline:
    """The outline of a claim. A body that looks at more than handles is outlined as far as it got."""
    pencil = _Pencil(claim.notation)
    try:
        returned = claim.body(cast(Board, pencil))
    except Exception:  # an outline only helps to choose: what is wrong with a body, its derivation tells
        returned = None
    result = returned.name if isinstance(returned, Handle) else returned or claim.result
    last = next((step for step in reversed(pencil.steps) if step not in pencil.rejects), "")
    return Outline(claim, pencil.steps, frozenset(pencil.premises), frozenset(pencil.names), result or last)


def choose(name: str, outlines: Sequence[Outline], also: Iterable[str] = ()) -> tuple[Outline, tuple[str, ...]]:
    """The claim that best answers where `name`, a quantity or a step, comes from, and the other claims it occurs in.

    The claim whose result it is; else the first that derives it; else the first that has a number for it; else the
    first that names it. `also` holds quantities that the reader brings along. Raises `UnknownNameError` with the
    nearest quantities and steps.
    """
    ranks: tuple[Callable[[Outline], bool], ...] = (
        lambda o: o.headline == name,
        lambda o: name in o.names and o.derives(name),
        lambda o: name in o.names and o.values(name),
        lambda o: name in o.names,
        lambda o: o.has_step(name),
        lambda o: name in o.claim.notation or name in also,
    )
    for rank in ranks:
        found = [item for item in outlines if rank(item)]
        if found:
            others = [o for o in outlines if o is not found[0] and (name in o.names or o.has_step(name))]
            return found[0], tuple(item.claim.name for item in others)
    known = dict.fromkeys(q.name for item in outlines for q in item.claim.notation)
    raise UnknownNameError("quantity or step", name, [*known, *dict.fromkeys(s for o in outlines for s in o.steps)])


@dataclass
class _Pencil:
    """Takes the place of a board: notes what is asked of it, and does nothing."""

    notation: Notation
    steps: dict[str, str] = field(default_factory=dict)
    premises: set[str] = field(default_factory=set)
    rejects: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def take(self, premise: Premise) -> Handle:
        self.premises.add(premise.name)
        return self._note(premise.name, premise.relation)

    def define(self, name: str, quantity: str, because: str = "") -> Handle:
        return self._note(name, f"{quantity} = {self.notation[quantity].definition}")

    def split(self, name: str, roofline: Handle, regimes: Sequence[str], because: str = "") -> tuple[Handle, ...]:
        return tuple(self._note(regime, self.steps[roofline.name] + " =") for regime in regimes)

    def reject(self, name: str, statement: object, *_: object, **__: object) -> Handle:
        self.rejects.add(name)
        return self._note(name)

    def rewrite(self, name: str, step: Handle, form: object, *_: object, **__: object) -> Handle:
        return self._note(name, str(form))

    def state(self, name: str, fact: object, *_: object, **__: object) -> Handle:
        return self._note(name, str(fact))

    def limit(self, name: str, step: Handle, *_: object, **__: object) -> Handle:
        return self._note(name, self.steps[step.name] + " =")

    independence = substitute = limit  # each keeps the left side of its first input

    def boundary(self, name: str, *_: object, **__: object) -> Handle:
        return self._note(name)

    equate = boundary

    def __getattr__(self, rule: str) -> Callable[..., Handle]:
        """Any other rule says by an option which quantity it gives."""

        method = signature(getattr(Board, rule))

        def note(name: str, *arguments: Any, **options: Any) -> Handle:
            said = method.bind(self, name, *arguments, **options).arguments
            given = [said[key] for key in _NAMING if isinstance(said.get(key), str)]
            return self._note(name, f"{given[0]} = {' '.join(given)}" if given else "")

        return note

    def _note(self, name: str, text: str = "") -> Handle:
        left = re.split(r"[<>=]", text, maxsplit=1)[0].strip()
        self.steps[name] = left if left in self.notation else ""
        self.names |= {word for word in _WORD.findall(text) if word in self.notation}
        return Handle(name)
