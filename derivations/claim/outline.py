"""Outlines: what a claim writes on its board, by name, without computing or proving any of it.

Good for finding the claim that a reader asks about. What holds, and under which conditions, only a derivation says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, cast

from derivations.claim.claim import Claim
from derivations.claim.composition import valued_by_cards
from derivations.errors import UnknownNameError
from derivations.language.quantity import Notation
from derivations.search.board import Board, Handle
from derivations.search.premise import Alternative, Premise

_WORD = re.compile(r"[A-Za-z]\w*")
_BRANCH = re.compile(r"-[0-9]+\Z")  # a branch of a solution is named after its step
_APPLIED = re.compile(r"\([^()]*\)\Z")  # the arguments of a function
_PROSE = ("name", "because")  # the options that hold no mathematics
_NAMING = ("for_", "named", "over")  # the options of rules that say which quantity they give


@dataclass(frozen=True)
class Outline:
    """The steps of a claim, each with the quantity on its left side (empty if not known), and the quantities named.

    `taken` holds the premises in the order in which they are taken; `whole` is False for a body that was outlined only
    as far as it got.
    """

    claim: Claim
    steps: dict[str, str]
    taken: tuple[Premise, ...]
    names: frozenset[str]
    result: str
    whole: bool = True

    @property
    def premises(self) -> frozenset[str]:
        """The names of the premises."""
        return frozenset(premise.name for premise in self.taken)

    @property
    def alternatives(self) -> tuple[tuple[Premise, Alternative], ...]:
        """Each premise with each of its named alternatives, in the order in which they are taken.

        >>> from derivations.lecture.index import find_claim
        >>> [(premise.name, item.name) for premise, item in outline(find_claim("optimal-batch")).alternatives][0]
        ('compute-time', 'with-attention')
        """
        return tuple((premise, item) for premise in dict.fromkeys(self.taken) for item in premise.alternatives)

    @property
    def in_reach(self) -> frozenset[str]:
        """Quantities that an alternative of a premise would bring along."""
        return frozenset(q.name for premise in self.taken for item in premise.alternatives for q in item.quantities)

    @property
    def headline(self) -> str:
        """Left side of the result: the quantity that the claim is about."""
        return self.steps.get(self.result, "")

    def has_step(self, name: str) -> bool:
        """True if the claim has a step of that name, or one whose branches are named so."""
        return name in self.steps or _BRANCH.sub("", name) in self.steps

    def has(self, name: str) -> bool:
        """True if the quantity, or the step, of that name occurs in the claim."""
        return name in self.names or self.has_step(name)

    def derives(self, name: str) -> bool:
        """True if a step other than a premise has that quantity on its left side."""
        return any(left == name and step not in self.premises for step, left in self.steps.items())

    def values(self, name: str) -> bool:
        """True if the claim, its readings or the cards give that quantity a number."""
        own = self.claim.notation
        on_cards = name in own and valued_by_cards(own[name])
        return on_cards or name in self.claim.defaults or any(name in r.numbers for r in self.claim.readings)


def outline(claim: Claim) -> Outline:
    """The outline of a claim. A body that looks at more than handles is outlined as far as it got."""
    pencil = _Pencil(claim.notation)
    whole = True
    try:
        returned = claim.body(cast(Board, pencil))
    except Exception:  # an outline only helps to choose: what is wrong with a body, its derivation tells
        returned, whole = None, False
    result = returned.name if isinstance(returned, Handle) else returned or claim.result
    last = next((step for step in reversed(pencil.steps) if step not in pencil.rejects), "")
    return Outline(claim, pencil.steps, tuple(pencil.taken), frozenset(pencil.names), result or last, whole)


def choose(
    name: str, claims: Sequence[Claim], claim: str = "", premises: Iterable[str] = (), brought: Iterable[str] = ()
) -> tuple[Claim, tuple[str, ...]]:
    """The claim that best answers where `name`, a quantity or a step, comes from, and the other claims it occurs in.

    That is `claim` if one is named. Else the claim whose result it is; else the first that derives it; else the first
    that has a number for it; else the first that names it. Claims that take the `premises` to be replaced come first.
    `brought` holds quantities that the reader brings along. Raises `UnknownNameError` with the nearest names.
    """
    outlines = [outline(item) for item in claims]
    if claim and claim not in [item.name for item in claims]:
        raise UnknownNameError("claim", claim, [item.name for item in claims])
    asked = [item for item in outlines if item.claim.name == claim]
    found = asked or _best(name, outlines, set(premises), set(brought))
    if not found:
        known = dict.fromkeys(q.name for item in outlines for q in item.claim.notation)
        steps = dict.fromkeys(step for item in outlines for step in item.steps)
        raise UnknownNameError("quantity or step", name, [*known, *steps])
    others = [item.claim.name for item in outlines if item is not found[0] and item.has(name)]
    return found[0].claim, tuple(others)


def _best(name: str, outlines: Sequence[Outline], premises: set[str], brought: set[str]) -> list[Outline]:
    """Claims that know the name, by the first rank that any of them has."""
    able = [item for item in outlines if premises <= item.premises] or outlines
    ranks: tuple[Callable[[Outline], bool], ...] = (
        lambda o: o.headline == name,
        lambda o: name in o.names and o.derives(name),
        lambda o: name in o.names and o.values(name),
        lambda o: o.has(name),
        lambda o: name in o.claim.notation or name in o.in_reach or name in brought,
    )
    return next((found for rank in ranks if (found := [item for item in able if rank(item)])), [])


@dataclass
class _Pencil:
    """Takes the place of a board: notes what is asked of it, and does nothing."""

    notation: Notation
    steps: dict[str, str] = field(default_factory=dict)
    taken: list[Premise] = field(default_factory=list)
    rejects: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def take(self, premise: Premise) -> Handle:
        self.taken.append(premise)
        return self._note(premise.name, premise.relation)

    def define(self, name: str, quantity: str, because: str = "") -> Handle:
        return self._note(name, f"{quantity} = {self.notation[quantity].definition}")

    def split(self, name: str, roofline: Handle, regimes: Sequence[str], because: str = "") -> tuple[Handle, ...]:
        return tuple(self._note(regime, self._left(roofline)) for regime in regimes)

    def round_up(self, name: str, step: Handle, because: str = "") -> Handle:
        return self._note(name, self._left(step))

    def solve_together(
        self, name: str, equations: Sequence[Handle], for_: Sequence[str], because: str = ""
    ) -> tuple[Handle, ...]:
        for between in (*(f"without-{each}" for each in for_), "back"):  # which of them, the equations tell
            self._note(f"{name}-{between}")
        return tuple(self._note(f"{name}-{each}", f"{each} =") for each in for_)

    def induct(self, name: str, goals: Sequence[object], *_: object, **__: object) -> tuple[Handle, ...]:
        labels = [name] if len(goals) == 1 else [f"{name}-{place}" for place in range(1, len(goals) + 1)]
        return tuple(self._note(label, str(goal)) for label, goal in zip(labels, goals, strict=True))

    def reject(self, name: str, statement: object, *_: object, **__: object) -> Handle:
        self.rejects.add(name)
        return self._note(name)

    def rewrite(self, name: str, step: Handle, form: object, *_: object, **__: object) -> Handle:
        return self._note(name, str(form))

    def state(self, name: str, fact: object, *_: object, **__: object) -> Handle:
        return self._note(name, str(fact))

    def limit(self, name: str, step: Handle, *_: object, **__: object) -> Handle:
        return self._note(name, self._left(step))

    independence = substitute = limit  # each keeps the left side of its first input

    def instance(self, name: str, step: Handle, index: str, value: str, because: str = "") -> Handle:
        return self._note(name, re.sub(rf"\b{index}\b", value, self._left(step)))

    def boundary(self, name: str, *_: object, **__: object) -> Handle:
        return self._note(name)

    equate = boundary

    def __getattr__(self, rule: str) -> Callable[..., Handle]:
        """Any other rule says by an option which quantity it gives."""
        method = signature(getattr(Board, rule))

        def note(name: str, *arguments: Any, **options: Any) -> Handle:
            said = method.bind(self, name, *arguments, **options).arguments
            texts = {key: text for key, text in said.items() if key not in _PROSE and isinstance(text, str)}
            left = next((texts[key] for key in _NAMING if key in texts), "")
            if rule == "differentiate":
                self.names |= {self.notation[named].derivative for named in self.names} & set(self._known)
            return self._note(name, f"{left} = {' '.join(texts.values())}")

        return note

    @property
    def _known(self) -> Iterable[str]:
        return (quantity.name for quantity in self.notation)

    def _left(self, step: Handle) -> str:
        return self.steps.get(step.name, self.steps.get(_BRANCH.sub("", step.name), "")) + " ="

    def _note(self, name: str, text: str = "") -> Handle:
        left = re.split(r"[<>=]", text, maxsplit=1)[0].strip()
        self.steps[name] = left if _APPLIED.sub("", left) in self.notation else ""
        self.names |= {word for word in _WORD.findall(text) if word in self.notation}
        return Handle(name)
