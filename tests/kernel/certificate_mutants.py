"""Shipped certificates with the statements that they prove, and both with something in them changed."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from derivations.claims.index import find_claim
from derivations.derivation.stored_form import restored_beside
from derivations.kernel.certificate import RULES, _Reader
from derivations.kernel.statement import Statement
from derivations.kernel.term import KernelError, Proposition, Term, number, parts, with_parts
from derivations.kernel.theorem import Kernel

PACKAGE = Path(__file__).parents[2] / "derivations"
PROOFS, REVIEWS = PACKAGE / "proof" / "certificates", PACKAGE / "claim" / "reviews"
HEADS = ("+", "*", "max", "min", "xor", "pow", "^", "exp", "log", "ceil", "fact", "sum", "prod", "app")
Domains = dict[str, str]


@dataclass(frozen=True)
class Proof:
    """A certificate, and a statement."""

    certificate: dict[str, Any]
    statement: Statement


def shipped_proofs(claim: str) -> Iterator[tuple[Statement, dict[str, Any]]]:
    """The statements behind what is proven of a claim, with the certificates that come with it."""
    found = json.loads((PROOFS / f"{claim}.json").read_text(encoding="utf-8"))
    review = json.loads((REVIEWS / f"{claim}.json").read_text(encoding="utf-8"))
    _, transcript = restored_beside(review["derivation"], find_claim(claim).script)
    for key, statement in sorted(transcript.behind.items()):
        yield statement, found[key]


def proof_of(certificate: dict[str, Any], whole: Statement) -> Proof:
    """A certificate with what it assumes of a statement as given, and what it shows as its goals."""
    found = _Reader(certificate, Kernel(whole.domains, whole.at_most)).theorems()
    shown = [found[place] for place in certificate["goals"]]
    given = sorted(set[Proposition]().union(*(theorem.hypotheses for theorem in shown)), key=str)
    goals = tuple((frozenset[Proposition](), theorem.conclusion) for theorem in shown)
    return Proof(certificate, Statement(tuple(given), goals, whole.domains, whole.at_most))


def reaches_the_last_rule(proof: Proof) -> bool:
    """True if all calls of a certificate but the last one give a theorem."""
    try:
        reader = _Reader(proof.certificate, Kernel(proof.statement.domains, proof.statement.at_most))
        calls = proof.certificate["calls"]
        reader._calls = calls[:-1]
        return len(reader.theorems()) == len(calls) - 1
    except (KernelError, ArithmeticError, RecursionError, LookupError, TypeError):
        return False


def mutant(proof: Proof, random: Random) -> Proof:
    """A proof with one thing changed: mostly the goal, in the statement and in the call that shows it."""
    chance = random.random()
    if chance < 0.72:
        return _with_other_goal(proof, random)
    if chance < 0.78 and proof.statement.given:
        return _with_other_hypotheses(proof, random)
    changed = copy.deepcopy(proof.certificate)
    for _ in range(random.choice([1, 1, 2])):
        random.choice([_change_term, _change_term, _change_call])(changed, random)
    found = Proof(changed, proof.statement)
    return _with_other_goal(found, random) if random.random() < 0.3 else found


def _with_other_goal(proof: Proof, random: Random) -> Proof:
    (extra, goal), *defined = proof.statement.goals
    names = [name for name in proof.statement.domains if not name.startswith("index ")]
    other = changed_proposition(goal, names, random)
    statement = replace(proof.statement, goals=((extra, other), *defined))
    certificate = copy.deepcopy(proof.certificate)
    terms, place = certificate["terms"], certificate["goals"][0]
    if isinstance(place, int) and place < len(certificate["calls"]):
        op, left, right = other
        written = {"p": [op, _placed(left, terms), _placed(right, terms)]}
        call = certificate["calls"][place]
        for turn, argument in enumerate(call):
            if isinstance(argument, dict) and "p" in argument and turn in (1, 3):
                call[turn] = written
    return Proof(certificate, statement)


def _with_other_hypotheses(proof: Proof, random: Random) -> Proof:
    given = list(proof.statement.given)
    place = random.randrange(len(given))
    if random.random() < 0.5:
        del given[place]
    else:
        given[place] = changed_proposition(given[place], list(proof.statement.domains), random)
    return replace(proof, statement=replace(proof.statement, given=tuple(given)))


def changed_proposition(proposition: Proposition, names: list[str], random: Random) -> Proposition:
    """Another one: another operator, a side times two or with the other sign, or a part that is changed."""
    op, left, right = proposition
    match random.choice("o2-+sppppppp"):
        case "o":
            return (random.choice([each for each in ("=", "!=", ">", ">=") if each != op]), left, right)
        case "2":
            return (op, left, ("*", number(2), right)) if right != number(0) else (op, ("*", number(2), left), right)
        case "-":
            return (op, ("*", number(-1), left), right)
        case "+":
            return (op, left, ("+", right, number(random.choice([-1, 1]))))
        case "s" if op != "=":
            return (op, right, left)
    if random.random() < 0.5:
        return (op, changed_term(left, names, random), right)
    return (op, left, changed_term(right, names, random))


def changed_term(term: Term, names: list[str], random: Random) -> Term:
    """A term with one of its parts, drawn at random, changed."""
    inner = parts(term)
    if inner and random.random() < 0.75:
        place = random.randrange(len(inner))
        return with_parts(term, (*inner[:place], changed_term(inner[place], names, random), *inner[place + 1 :]))
    match term:
        case ("n", p, q):
            return random.choice([("n", -p, q), ("n", p, 1), number(2), number(0), number(1), number(p + 1)])
        case ("s", _):
            return ("s", random.choice(names)) if names else number(1)
        case ("^", base, times):
            return ("^", base, times + random.choice([-1, 1, -times, -2 * times]))
        case ("+" | "*" as head, *rest):
            return random.choice([("*" if head == "+" else "+", *rest), (head, *rest[1:]) if rest[1:] else number(1),
                                  (head, number(-1), *rest), (head, *rest, rest[0])])
        case ("max" | "min" as head, *rest):
            return random.choice([({"max": "min", "min": "max"}[head], *rest), rest[0], (head, *rest, number(1))])
    return random.choice([("*", number(2), term), ("*", number(-1), term), ("+", term, number(1)), *inner])


def _placed(term: Term, terms: list[list[Any]]) -> int:
    """The place of a term in a table, at the end of which it is put."""
    head, *rest = term
    if head not in ("n", "s"):
        plain = 1 if head in ("app", "sum", "prod") else 0
        rest = [each if turn < plain or not isinstance(each, tuple) else _placed(each, terms)
                for turn, each in enumerate(rest)]
    terms.append([head, *rest])
    return len(terms) - 1


def _change_term(certificate: dict[str, Any], random: Random) -> None:
    """Another head, part or number in the table of terms."""
    terms = certificate["terms"]
    if not terms:
        return
    place = random.randrange(len(terms))
    term = terms[place]
    if term[0] == "n":
        term[random.randrange(1, 3)] = random.choice([0, 1, 2, -1, 3])
    elif term[0] == "s":
        term[1] = random.choice([each[1] for each in terms if each[0] == "s"])
    elif random.random() < 0.3:
        term[0] = random.choice(HEADS)
    elif random.random() < 0.3:
        term[1:] = random.sample(term[1:], len(term) - 1)
    elif random.random() < 0.3:
        terms[place], terms[place - 1] = terms[place - 1], term
    else:
        term[random.randrange(1, len(term))] = random.randrange(-1, max(place, 1))


def _change_call(certificate: dict[str, Any], random: Random) -> None:
    """A call that is dropped, doubled, moved or of another rule, or one of its arguments changed."""
    calls = certificate["calls"]
    if not calls:
        return
    place = random.randrange(len(calls))
    match random.choice("dtmraaaaa"):
        case "d":
            del calls[place]
        case "t":
            calls.insert(place, copy.deepcopy(calls[place]))
        case "m":
            calls.append(calls.pop(place))
        case "r":
            calls[place][0] = random.choice(RULES)
        case _:
            holder, key = random.choice([*_slots(calls[place]), (calls[place], 0)])
            holder[key] = _other(holder[key], certificate, random)
    certificate["goals"] = [min(each, max(len(calls) - 1, 0)) for each in certificate["goals"]]


def _slots(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a call at which an argument stands."""
    keys = range(1, len(holder)) if isinstance(holder, list) and holder and isinstance(holder[0], str) else (
        range(len(holder)) if isinstance(holder, list) else holder)
    for key in keys:
        yield holder, key
        if isinstance(holder[key], list | dict):
            yield from _slots(holder[key])


def _other(argument: Any, certificate: dict[str, Any], random: Random) -> Any:
    match argument:
        case int():
            some = random.randrange(len(certificate["terms"]) + 1)
            return random.choice([argument + 1, argument - 1, 0, 1, -1, some])
        case str():
            return random.choice(["=", "!=", ">", ">=", "<="])
        case [*items]:
            return random.choice([[], items[:-1], items * 2, items[::-1]])
        case {"t": _}:
            return {"t": random.randrange(len(certificate["calls"]))}
        case {"e": _}:
            return {"e": random.randrange(len(certificate["terms"]))}
    return random.choice([None, [], 0, 1, {"t": 0}, {"e": 0}])
