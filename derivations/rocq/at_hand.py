"""Facts at hand at one place of a proof: what is known there, each fact with the term that proves it.

What is wanted is found among them, by a lemma of a step whose own suppositions are found so, or by a lemma that the
kernel's finder proves from them. Only what the conclusion needs is written down in the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from derivations.kernel.statement import Statement, closed
from derivations.kernel.term import ONE, ZERO, KernelError, Term, free_names, number
from derivations.proof import proof_store
from derivations.proof.finder import find_certificate
from derivations.rocq.lemma import lemma
from derivations.rocq.written import LIMITS, UnprintedError, Written, arities, limits

AND = " /\\ "
Fact = tuple[str, Term, Term]  # a proposition, or ("whole", t, 0): t is a whole number
_MOST = 14  # facts from which the finder is asked


class MissingError(Exception):
    """Lack of a proof of something; says why."""


@dataclass(frozen=True)
class Proved:
    """A term that proves something, and the names that it reads: hypotheses, facts at hand, letters."""

    text: str
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True)
class StepLemma:
    """A lemma that stands before the argument: what it says, and its name."""

    name: str
    statement: Statement


@dataclass
class Aids:
    """Lemmas that are proven on the way, each once, with the statements that the finder has no proof of."""

    texts: list[str] = field(default_factory=list)
    known: dict[Any, StepLemma | None] = field(default_factory=dict)
    count: int = 0  # of names that were given in one proof

    def proving(self, wanted: Statement) -> StepLemma | None:
        """The lemma of a statement, or None where none is found."""
        key = (wanted.given, wanted.goals, tuple(wanted.domains.items()), tuple(wanted.at_most.items()))
        if key not in self.known:
            self.known[key] = self._found(wanted)
        return self.known[key]

    def _found(self, wanted: Statement) -> StepLemma | None:
        certificate = proof_store.kept(wanted) or find_certificate(wanted)
        if certificate is None:
            return None
        name = f"aid_{len(self.texts) + 1}"
        try:
            self.texts.append(lemma(name, wanted, certificate))
        except UnprintedError:
            return None
        return StepLemma(name, wanted)


@dataclass(frozen=True)
class _Item:
    """A line of a proof, the names that it gives to facts, and those that it reads."""

    text: str
    makes: frozenset[str]
    reads: frozenset[str]


class AtHand:
    """What is known at one place of a proof."""

    def __init__(
        self, letters: Mapping[str, str], domains: Mapping[str, str], at_most: Mapping[str, str], aids: Aids,
        outer: AtHand | None = None,
    ) -> None:
        self.letters, self.domains, self.at_most, self._aids = dict(letters), dict(domains), dict(at_most), aids
        self.known: dict[Fact, Proved] = {} if outer is None else dict(outer.known)
        self.of_functions: dict[tuple[str, str], Proved] = {} if outer is None else dict(outer.of_functions)
        self.close: list[tuple[str, str]] = []  # what holds close to an end, beside a family, and its name there
        self.local: dict[str, str] = {}  # names here of hypotheses of the section
        self.lemmas: Sequence[StepLemma] = () if outer is None else outer.lemmas
        self._items: list[_Item] = []
        self.written = Written(()).with_letters(letters)

    # what is known

    def learn(self, fact: Fact, proof: Proved) -> None:
        """Take on a fact that something proves; one that is known already is left."""
        self.known.setdefault(fact, proof)

    def fresh(self) -> str:
        """A name that no other fact has."""
        self._aids.count += 1
        return f"known_{self._aids.count}"

    def emit(self, text: str, makes: Iterable[str] = (), reads: Iterable[str] = ()) -> None:
        """Write a line that gives names to facts."""
        self._items.append(_Item(text, frozenset(makes), frozenset(reads)))

    def follow(self, other: AtHand) -> None:
        """Begin with the lines of another place of the same proof."""
        self._items = [*other._items, *self._items]

    def conclude(self, proof: Proved, facts: Sequence[Fact]) -> None:
        """Give names to the parts of a conjunction that a term proves."""
        names = [self.fresh() for _ in facts]
        if len(names) == 1:
            self.emit(f"pose proof {proof.text} as {names[0]}.", names, proof.reads)
        else:
            self.emit(f"destruct {proof.text} as ({' & '.join(names)}).", names, proof.reads)
        for fact, name in zip(facts, names, strict=True):
            self.learn(fact, Proved(name, frozenset([name])))

    def script(self, wanted: Iterable[str]) -> tuple[list[str], frozenset[str]]:
        """The lines that some names need, and every name that they and these lines read."""
        needed, lines = set(wanted), list[str]()
        for item in reversed(self._items):
            if item.makes & needed:
                needed |= item.reads
                lines.append(item.text)
        return lines[::-1], frozenset(needed)

    # what is wanted

    def prove(self, fact: Fact, busy: frozenset[str] = frozenset(), *, search: bool = True) -> Proved:
        """What proves a fact. Raises `MissingError` where nothing here does."""
        found = self.known.get(fact) or self._plain(fact)
        if found is not None:
            return found
        for each in self.lemmas:
            if each.name not in busy and (frozenset(), fact) in each.statement.goals:
                try:
                    self.apply(each, busy | {each.name}, search=search)
                except MissingError:
                    continue
                return self.known[fact]
        if search and fact[0] != "whole" and (aid := self._aid(fact)) is not None:
            self.apply(aid, busy)
            return self.known[fact]
        if fact[0] == "whole" and fact[1][0] == "s":
            raise MissingError(f"nothing shows that {fact[1][1]} is a whole number")
        raise MissingError("nothing at hand shows an equation or a sign that it needs")

    def told(self, fact: Fact) -> str:
        """A fact as a text."""
        if fact[0] == "whole":
            return f"whole {self.written.term(fact[1], 6)}"
        return self.written.proposition(fact)

    def _plain(self, fact: Fact) -> Proved | None:
        op, left, right = fact
        if op == "whole":
            return self._whole(left)
        if op == ">=" and left[0] == "+" and left[2:] == (ONE,) and (">=", left[1], right) in self.known:
            found = self.known[">=", left[1], right]
            return Proved(f"(next_within _ _ {found.text})", found.reads)
        if op == "=" and left == right:
            return Proved("eq_refl")
        if (op, left[0], right[0]) in ((">=", "n", "n"), (">", "n", "n"), ("!=", "n", "n")):
            return Proved(f"(ltac:(by_numbers) : {self.told(fact)})")
        weaker = {">=": (((">", left, right), "(Rlt_le _ _ {})"), (("=", left, right), "(same_above _ _ {})")),
                  "!=": (((">", left, right), "(lt_apart _ _ {})"),)}
        for other, text in weaker.get(op, ()):
            if (stricter := self.known.get(other)) is not None:
                return Proved(text.format(stricter.text), stricter.reads)
        one = (">=", left, number(1))
        if right == ZERO and one in self.known:
            found = self.known[one]
            proof = {">": "(from_one _ {})", ">=": "(pos_nonneg _ (from_one _ {}))",
                     "!=": "(pos_nonzero _ (from_one _ {}))"}[op] if op != "=" else ""
            return Proved(proof.format(found.text), found.reads) if proof else None
        return None

    def _whole(self, term: Term) -> Proved | None:
        if ("whole", term, ZERO) in self.known:
            return self.known["whole", term, ZERO]
        head, rest = term[0], term[1:]
        if head == "n":
            return Proved(f"(whole_number ({rest[0]}))") if rest[1] == 1 else None
        if head not in ("+", "*"):
            return None
        found = self._whole(rest[0])
        for part in rest[1:]:
            other = self._whole(part)
            if found is None or other is None:
                return None
            lemma_of = "whole_plus" if head == "+" else "whole_times"
            found = Proved(f"({lemma_of} _ _ {found.text} {other.text})", found.reads | other.reads)
        return found

    def _aid(self, fact: Fact) -> StepLemma | None:
        """A lemma by which a fact follows from those at hand that have to do with it."""
        inside = {each for each in self.known if each[0] != "whole" and not self._is_domain(each)}
        named = {each: free_names(each[1]) | free_names(each[2]) for each in inside}
        reached = free_names(fact[1]) | free_names(fact[2])
        rings: list[list[Fact]] = [[]]
        left = [each for each in self.known if each in inside]
        while True:
            near = [each for each in left if named[each] & reached]
            if not near:
                break
            rings.append([*rings[-1], *near])
            left = [each for each in left if each not in near]
            reached = reached.union(*(named[each] for each in near))
        for given in rings:
            if len(given) > _MOST and given is not rings[1]:
                break
            try:
                wanted = closed(given, ((frozenset(), fact),), self._sure_domains(), self.at_most)
            except KernelError as error:
                raise MissingError(str(error)) from None
            if (found := self._aids.proving(wanted)) is not None:
                return found
        return None

    def _sure_domains(self) -> dict[str, str]:
        """The domains of letters of which what they say is known here; any number for the others."""
        found = {}
        for name, domain in self.domains.items():
            s: Term = ("s", name)
            facts: list[Fact] = [("whole", s, ZERO) if op == "whole" else (">=", number(limit), s) if op == "<=" else
                                 (op, s, number(limit)) for op, limit in LIMITS[domain]]
            sure = (name, LIMITS[domain][0][0]) in self.of_functions if LIMITS[domain] else True
            found[name] = domain if sure or all(fact in self.known or self._plain(fact) for fact in facts) else "real"
        return found

    def _is_domain(self, fact: Fact) -> bool:
        """True for what a letter is by its domain alone, which a statement says of it anyway."""
        op, left, right = fact
        for side, limit in ((left, right), (right, left)):
            if side[0] == "s" and limit[0] == "n" and side[1] in self.domains:
                own = LIMITS[self.domains[side[1]]]
                if (op, limit[1]) in own and side is left:
                    return True
                if op == ">=" and side is right and ("<=", limit[1]) in own:
                    return True
        return False

    def apply(self, item: StepLemma, busy: frozenset[str] = frozenset(), *, search: bool = True) -> None:
        """Apply a lemma, and take on what it says. Raises `MissingError` where something that it supposes is not known.
        """
        wanted = item.statement
        proof = self.applied(item.name, wanted, (), busy, search=search)
        goals = [fact for extra, fact in wanted.goals]
        names = [self.fresh() for _ in goals]
        plain = [not extra for extra, _ in wanted.goals]
        if len(names) == 1:
            self.emit(f"pose proof {proof.text} as {names[0]}.", names, proof.reads)
        else:
            self.emit(f"destruct {proof.text} as ({' & '.join(names)}).", names, proof.reads)
        for fact, name, told in zip(goals, names, plain, strict=True):
            if told:
                self.learn(fact, Proved(name, frozenset([name])))

    def applied(
        self, name: str, wanted: Statement, without: Sequence[str] = (), busy: frozenset[str] = frozenset(), *,
        search: bool = True,
    ) -> Proved:
        """A lemma with the values and the proofs that it takes, of a statement without some letters."""
        of = arities(wanted)
        arguments, reads = [], set[str]()
        for each in sorted((each for each in of if each not in without), key=lambda each: of[each] > 0):
            text, read = self._letter(each)
            arguments.append(text)
            reads |= read
        written = Written(wanted.domains)
        for key, (_, text) in limits(wanted, written).items():
            if any(f" {written[each]} " in f" {text} " for each in without):
                continue
            proof = self._domain(key, wanted, busy, search)
            arguments.append(proof.text)
            reads |= proof.reads
        for fact in wanted.given:
            proof = self.prove(fact, busy, search=search)
            arguments.append(proof.text)
            reads |= proof.reads
        return Proved(f"({' '.join([name, *arguments])})" if arguments else name, frozenset(reads))

    def _letter(self, name: str) -> tuple[str, set[str]]:
        if name in self.letters:
            return self.letters[name], {f"letter {name}"}
        if name.startswith("index "):  # of a sum, of which nothing is taken on
            return ("1" if " from 1 " in name else "0"), set()
        raise MissingError(f"{name} varies there")

    def _domain(self, key: Any, wanted: Statement, busy: frozenset[str], search: bool) -> Proved:
        if len(key) == 3:
            inner = [each for each in wanted.domains if each.startswith("index ")]
            fact = key
            for each in inner:
                value = number(1 if " from 1 " in each else 0)
                fact = tuple(value if part == ("s", each) else part for part in fact)
            return self.prove(fact, busy, search=search)
        name, op = key
        if op == "whole" and name.startswith("index "):
            return self.prove(("whole", number(1 if " from 1 " in name else 0), ZERO))
        if op == "whole" and ("whole", ("s", name), ZERO) in self.known:
            return self.known["whole", ("s", name), ZERO]
        if (name, op) in self.of_functions:
            return self.of_functions[name, op]
        raise MissingError(f"nothing shows that {name} is in its domain")


def conjunction(proofs: Sequence[Proved]) -> str:
    """The proof of a conjunction."""
    *first, last = proofs
    text = last.text
    for each in reversed(first):
        text = f"(conj {each.text} {text})"
    return text


def told(fact: Fact, written: Written) -> str:
    """A fact as a text."""
    return f"whole {written.term(fact[1], 6)}" if fact[0] == "whole" else written.proposition(fact)


def identifier(name: str) -> str:
    """The name of a step in names of Rocq."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def comment(text: str) -> str:
    """Text that may stand in a comment."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
