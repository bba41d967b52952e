"""Outlines: what a claim writes on its board, by name, without computing or proving any of it.

Good for finding the claim that a reader asks about. What holds, and under which conditions, only a derivation says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from derivations.claim.claim import Claim
from derivations.claim.composition import valued_by_cards
from derivations.derivation.premise import Alternative, Premise
from derivations.derivation.script import Call, Handle, definition
from derivations.errors import UnknownNameError
from derivations.language.quantity import Notation

_WORD = re.compile(r"[A-Za-z]\w*")
_BRANCH = re.compile(r"-[0-9]+\Z")  # a branch of a solution is named after its step
_APPLIED = re.compile(r"\([^()]*\)\Z")  # the arguments of a function
# rules whose steps keep the left side of a step: which of their options that is
_FIRST = {"split": "roofline", "round_up": "step", "limit": "step", "independence": "step", "substitute": "into"}
# rules whose steps say what an option says, or nothing that is known before
_SAYING = {"rewrite": "form", "state": "fact", "reject": "", "boundary": "", "equate": ""}
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

        >>> from derivations.claims.index import find_claim
        >>> [(premise.name, item.name) for premise, item in outline(find_claim("optimal-batch")).alternatives][0]
        ('arithmetic-time', 'weights-alone')
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
        on_cards = name in own and name not in self.claim.not_from_cards and valued_by_cards(own[name])
        return on_cards or name in self.claim.defaults or any(name in r.numbers for r in self.claim.readings)


def outline(claim: Claim) -> Outline:
    """The outline of a claim. A body that looks at more than handles is outlined as far as it got."""
    script, drawing = claim.script, _Drawing(claim.notation)
    for call in script.calls:
        drawing.add(call)
    rejects = {call.name for call in script.calls if call.rule == "reject"}
    last = next((step for step in reversed(drawing.steps) if step not in rejects), "")
    result = script.result or claim.result or last
    return Outline(claim, drawing.steps, script.premises, frozenset(drawing.names), result, script.whole)


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
class _Drawing:
    """The steps that calls give, each with the quantity on its left side, and the quantities that they name."""

    notation: Notation
    steps: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)

    def add(self, call: Call) -> None:
        """Note the steps of a call."""
        for step, text in self._texts(call):
            left = re.split(r"[<>=]", text, maxsplit=1)[0].strip()
            self.steps[step] = left if _APPLIED.sub("", left) in self.notation else ""
            self.names |= {word for word in _WORD.findall(text) if word in self.notation}

    def _texts(self, call: Call) -> Iterator[tuple[str, str]]:
        """The steps of a call, each with what it says, as far as that is known: its left side at least."""
        options = call.options
        if call.premise is not None:
            yield call.name, call.premise.relation
        elif call.rule == "define":
            yield call.name, definition(self.notation[options["quantity"]])
        elif call.rule == "solve_together":
            for between in (*(f"without-{each}" for each in options["for_"]), "back"):  # which, the equations tell
                yield f"{call.name}-{between}", ""
            yield from zip(call.steps, (f"{each} =" for each in options["for_"]), strict=True)
        elif call.rule == "induct":
            yield from zip(call.steps, map(str, options["goals"]), strict=True)
        elif call.rule in _FIRST:
            yield from ((step, self._left(options[_FIRST[call.rule]])) for step in call.steps)
        elif call.rule == "instance":
            index, value = options["index"], options["value"]
            yield call.name, re.sub(rf"\b{index}\b", value, self._left(options["step"]))
        elif call.rule in _SAYING:
            yield call.name, str(options.get(_SAYING[call.rule], ""))
        else:
            yield call.name, self._by_options(call)

    def _by_options(self, call: Call) -> str:
        """What a step says whose options tell which quantity it gives."""
        texts = {key: text for key, text in call.options.items() if isinstance(text, str)}
        left = next((texts[key] for key in _NAMING if key in texts), "")
        if call.rule == "differentiate":
            known = {quantity.name for quantity in self.notation}
            self.names |= {self.notation[named].derivative for named in self.names} & known
        return f"{left} = {' '.join(texts.values())}"

    def _left(self, step: Handle) -> str:
        return self.steps.get(step.name, self.steps.get(_BRANCH.sub("", step.name), "")) + " ="
