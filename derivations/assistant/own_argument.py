"""An argument of an assistant's own: letters, premises and steps, put on a board as they are told, and judged there.

Nothing of it is believed but its premises. A step is a statement, or a rule of the board with its options; a target is
reached if the kernel, or a rule beside it, shows it from what stands, and never because somebody wrote that it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any

from derivations.assistant.letters import SAYS as _SAYS
from derivations.assistant.outcome import Outcome, of_error, of_step, weakest
from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.derivation.script import PARAMETERS, Handle
from derivations.derivation.step import Step
from derivations.document.json import premise_json, step_json
from derivations.errors import DerivationsError, InputError, UnknownNameError
from derivations.language.display import listed, plural
from derivations.language.quantity import DOMAINS, Notation, Quantity

_SOMEWHERE = "target-somewhere"  # the target from lines that hold in some states alone
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
MOST = 40  # letters, premises and steps, each
# what a rule takes, as `PARAMETERS` names it, where that is a step, or several
_STEP = frozenset({"into", "equation", "step", "roofline"})
_STEPS = frozenset({"using", "equations", "against"})
_PAIR = frozenset({"first", "second"})  # steps of `equate`, and texts of `sum`
_SEVERAL = frozenset({"goals", "holding", "regimes", "between"})
_FROM = {"state": "using", "reject": "against"}
_STANDING = {
    Outcome.REFUSED: "cannot be used", Outcome.UNITS: "measures different things", Outcome.CONTRADICTS: "shows nothing",
    Outcome.STOPPED: "was stopped", Outcome.BY_NUMBERS: "has no closed form", Outcome.WAITING: "waits",
    Outcome.DOES_NOT_FOLLOW: "is another form that does not follow",
}


@dataclass
class _Told:
    """What is found of the lines of an argument, in order, and the names of those that stand."""

    board: Board
    lines: dict[str, tuple[Outcome, dict[str, Any]]] = field(default_factory=dict)

    def refused(self, name: str, said: str, error: DerivationsError) -> None:
        """Note a line that could not be put on the board."""
        outcome = of_error(error)
        self.lines[name] = outcome, {"name": name, "says": said, "outcome": outcome.value,
                                     "reason": " ".join(str(error).split())}


def checked(
    letters: Sequence[Mapping[str, Any]], premises: Sequence[Mapping[str, Any]], steps: Sequence[Mapping[str, Any]],
    target: str = "",
) -> tuple[Outcome, str, dict[str, Any]]:
    """How an argument stands, in a word, in a sentence, and line by line as plain data.

    Raises `InputError` or one of its kind for letters that cannot be used, for more than `MOST` lines of a kind, and
    for a name that comes twice.

    >>> xyz = [{"name": name} for name in "xyz"]
    >>> outcome, told, _ = checked(xyz, [{"says": "x*y = x*z"}], [{"says": "y = z"}])
    >>> outcome.value, told
    ('refuted', 'step-1 does not follow: refuted at x = 0, y = -2, z = 80; x, y and z are any real numbers.')
    """
    for what, lines in (("letters", letters), ("premises", premises), ("steps", steps)):
        if len(lines) > MOST:
            raise InputError(f"an argument has at most {MOST} {what}")
    quantities = tuple(map(_quantity, letters))
    names = [quantity.name for quantity in quantities]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"letter {twice!r} is declared twice")
    told = _Told(Board(Notation(quantities)))
    for place, premise in enumerate(premises, 1):
        _take(told, _fresh(told, premise.get("name") or f"premise-{place}"), premise)
    for place, step in enumerate(steps, 1):
        _put(told, _fresh(told, step.get("name") or f"step-{place}"), step)
    if target:
        _put(told, _fresh(told, "target"), {"says": target})
        if not _is_shown(told, "target"):
            _put(told, _fresh(told, _SOMEWHERE), {"says": target, "from": _standing(told, everywhere=False)})
    _finish(told)
    return _summary(told, quantities, target)


def _quantity(letter: Mapping[str, Any]) -> Quantity:
    return Quantity(letter["name"], letter.get("unit", ""), " ".join(letter.get("meaning", "").split()),
                    letter.get("domain", "real"), definition=letter.get("definition", ""))


def _fresh(told: _Told, name: str) -> str:
    if not _NAME.fullmatch(name):
        raise InputError(f"{name[:40]!r} cannot name a line: use a letter, then letters, digits and -")
    if name in told.lines:
        raise InputError(f"two lines are named {name[:40]!r}")
    return name


def _take(told: _Told, name: str, premise: Mapping[str, Any]) -> None:
    try:
        told.board.take(Premise(name, premise["says"], premise.get("because", "")))
    except DerivationsError as error:
        told.refused(name, premise["says"], error)
    else:
        told.lines[name] = Outcome.PROVEN, {}


def _put(told: _Told, name: str, step: Mapping[str, Any]) -> None:
    """Put a step on the board, or note why it cannot be."""
    says = step.get("says", "")
    try:
        made = _called(told, name, step)
    except DerivationsError as error:
        told.refused(name, says, error)
        return
    told.lines |= {handle.name: (Outcome.UNDECIDED, {}) for handle in made}


def _called(told: _Told, name: str, step: Mapping[str, Any]) -> tuple[Handle, ...]:
    """The handles of the steps that a rule makes; raises `InputError` or one of its kind for what it cannot take."""
    rule = step.get("rule", "state")
    if rule not in PARAMETERS:
        raise UnknownNameError("rule", rule, PARAMETERS)
    options, says = dict(step.get("options", {})), step.get("says", "")
    if rule in _SAYS:
        if not says:
            raise InputError(f"{rule} is about a statement: write it under says")
        options[_SAYS[rule]] = says
    elif says:
        raise InputError(f"{rule} computes what it says: leave says out, or leave the rule out to state it")
    if rule in _FROM:
        options[_FROM[rule]] = list(step["from"]) if "from" in step else _standing(told)
    elif "from" in step:
        raise InputError(f"{rule} names its steps under options: {', '.join(PARAMETERS[rule])}")
    for key in options:
        if key not in PARAMETERS[rule] or key == "because":
            raise UnknownNameError("option", key, [each for each in PARAMETERS[rule] if each != "because"],
                                   where=f"of {rule}")
    given = {key: _option(told, rule, key, value) for key, value in options.items()}
    method = getattr(told.board, rule)
    missing = [each for each, item in signature(method).parameters.items()
               if item.default is item.empty and each != "name" and each not in given]
    if missing:
        raise InputError(f"{rule} needs {listed(missing, 'and')} under options")
    made = method(name, because=step.get("because", ""), **given)
    return (made,) if isinstance(made, Handle) else tuple(made)


def _standing(told: _Told, *, everywhere: bool = True) -> list[str]:
    """The lines so far that a step may build on, those that hold `everywhere`, or in some states alone as well.

    All premises were taken before the first step, so that none comes after a line that would be held against it.
    """
    return [step.name for step in told.board.so_far()
            if step.verdict.holds and not (everywhere and (step.conditions or step.holds))]


def _is_shown(told: _Told, name: str) -> bool:
    found = told.board.finish()
    return name in found and found[name].verdict.shown


def _option(told: _Told, rule: str, key: str, value: Any) -> Any:
    """An option as the board takes it: handles for names of steps, texts for all else."""
    if key in _STEP or (key in _PAIR and rule == "equate"):
        return _handle(told, _text(key, value))
    if key in _STEPS:
        return [_handle(told, each) for each in _texts(key, value)]
    if key in _SEVERAL or (key == "for_" and rule == "solve_together"):
        return tuple(_texts(key, value))
    return _text(key, value)


def _handle(told: _Told, name: str) -> Handle:
    if name in told.lines and told.lines[name][1]:
        raise InputError(f"{name} could not be read, so that nothing follows from it")
    if name not in told.lines:
        raise UnknownNameError("step", name, told.lines)
    return Handle(name)


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(f"{key} is a text")
    return value


def _texts(key: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise InputError(f"{key} is a list of texts")
    return value


def _finish(told: _Told) -> None:
    """Fill in what the finished board says of every line."""
    found = told.board.finish()
    taken = [name for name, (_, data) in told.lines.items() if not data]
    for step in (*found.trace, *found.rejects):
        if step.name not in taken:  # a branch of a solution
            told.lines[step.name] = Outcome.UNDECIDED, {}
    for name, (_, data) in list(told.lines.items()):
        if not data:
            told.lines[name] = _line(found[name])


def _line(step: Step) -> tuple[Outcome, dict[str, Any]]:
    outcome = of_step(step)
    data = premise_json(step) if step.rule in ("take", "define") else step_json(step)
    where = {"holds": step.holds} if step.holds else {}
    return outcome, {**data, **where, "outcome": "taken" if step.rule == "take" else outcome.value}


def _summary(
    told: _Told, quantities: Sequence[Quantity], target: str
) -> tuple[Outcome, str, dict[str, Any]]:
    _, somewhere = told.lines.pop(_SOMEWHERE, (Outcome.UNDECIDED, {}))
    outcomes = {name: outcome for name, (outcome, _) in told.lines.items()}
    lines = [data for _, data in told.lines.values()]
    whole = weakest(outcomes.values())
    data: dict[str, Any] = {"lines": lines}
    if target:
        data = {"target": {"says": target, "reached": outcomes["target"] in (Outcome.PROVEN, Outcome.ARGUED),
                           "outcome": outcomes["target"].value, **_where(somewhere)}, **data}
    data["letters"] = [{"name": item.name, "unit": item.unit, "domain": item.domain} for item in quantities]
    return whole, f"{' '.join(_sentences(told, outcomes, target))}; {_domains(quantities)}.", data


def _where(somewhere: Mapping[str, Any]) -> dict[str, str]:
    """Where a target that is not reached in every state follows, if it does."""
    if somewhere.get("outcome") not in (Outcome.PROVEN.value, Outcome.ARGUED.value):
        return {}
    return {"reached_only": listed(_under(somewhere), "and")} if _under(somewhere) else {}


def _under(line: Mapping[str, Any]) -> list[str]:
    """The conditions of a line, and where it holds, in words."""
    return [*(f"if {text}" for text in line.get("conditions", ())), *([line["holds"]] if "holds" in line else [])]


def _sentences(told: _Told, outcomes: Mapping[str, Outcome], target: str) -> Iterator[str]:
    failed = next((name for name, outcome in outcomes.items() if outcome is weakest(outcomes.values())), "")
    worst = outcomes.get(failed, Outcome.PROVEN)
    if target:
        reached = outcomes["target"] in (Outcome.PROVEN, Outcome.ARGUED)
        if not reached:
            yield f"the target is not reached ({outcomes['target']}):"
        elif worst is outcomes["target"]:
            yield "the target is reached:"
        else:
            yield f"the target follows ({outcomes['target']}), and not every line does:"
    line = told.lines[failed][1] if failed else {}
    point = ", ".join(f"{name} = {value}" for name, value in (line.get("counterexample") or {}).items())
    reason = line.get("reason") or ""
    match worst:
        case Outcome.PROVEN:
            conditions = [text for _, line in told.lines.values() for text in _under(line)]
            under = f", some of them only {listed(list(dict.fromkeys(conditions)), 'and')}" if conditions else ""
            yield f"{plural(len(outcomes), 'line')}, all taken or proven{under}"
        case Outcome.REFUTED:
            yield f"{failed} does not follow: refuted{f' at {point}' if point else f' ({reason})'}"
        case Outcome.ARGUED:
            yield f"all steps are shown, {failed} by a rule beside the kernel"
        case _:
            words = _STANDING.get(worst, f"is {worst}")
            if line.get("rule") == "reject":
                words, reason = "was to be refuted, and is not", ""
            yield f"{failed} {words}" + (f": {reason}" if reason else "")


def _domains(quantities: Sequence[Quantity]) -> str:
    """The domains of the letters, which every verdict is for."""
    found: dict[str, list[str]] = {}
    for item in quantities:
        found.setdefault(item.domain, []).append(item.name)
    if not found:
        return "no letters are declared"
    return ", ".join(
        f"{listed(names, 'and')} {'is' if len(names) == 1 else 'are'} {_words(domain, len(names))}"
        for domain, names in found.items())


def _words(domain: str, count: int) -> str:
    if domain == "real":
        return "any real number" if count == 1 else "any real numbers"
    return DOMAINS[domain].words
