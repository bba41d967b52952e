"""Room: whether the states of which a rule speaks that varies a quantity are allowed by all that a board believes.

What a slope, a limit, a least value or a whole number says of states is true of all of them, also of those that further
premises forbid: there may be none. Whether equations leave room, `dependence` says. Here it is inequalities: premises,
and that each quantity which follows what varies stays in its domain. Such a fact *touches* a step if it speaks of what
varies, once what rests on other letters is written out in them. It does no harm

- where it holds whatever the letters are,
- where what speaks of what varies are factors of one sign: it holds at every value, or at none,
- where a letter that nothing holds or determines can be chosen for it, so large, or so small, that this fact holds and
  every other one that speaks of the letter; then these are out of the way, and others may have a letter of their own;
  or between its bounds, and then it is left that each lower one is below each upper one,
- for a limit, where its leading term is positive close to the end,
- for a slope, and that something does not matter, where all facts let the quantity move to one side,
- for a least value or a whole number, where it holds at that value.

A fact that none of this decides is a condition of the step if it speaks only of what is held, or at that value; one
that fails there refuses the step; and what is left is *open*: the step is no longer proven, and says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sympy import Add, Expr, Integer, Max, Min, Mul, Pow, Symbol

from derivations.derivation.contexts import Posed
from derivations.derivation.dependence import held_by, laws_of_board, letters_in, listed_letters, reached
from derivations.derivation.equations import leading_factor, solved, squared, told_by, written_out
from derivations.derivation.restrictions import (
    LONGEST_SIGNED,
    NOT_NEGATIVE,
    Restriction,
    counts,
    is_square,
    of_domain,
    of_inequalities,
    of_value,
    raised,
    shortest,
    sign_of,
)
from derivations.derivation.rules.base import LONGEST_STEM, OTHER, Input, Outcome, Rule, replaced
from derivations.derivation.rules.calculus import Differentiate, Limit, derivative
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.independence import Independence
from derivations.derivation.rules.minimise import NO_FINITE, Minimise
from derivations.derivation.rules.round_up import RoundUp
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.extrema import put_in
from derivations.language.literal import is_unit
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.language.values import is_positive
from derivations.proof.budget import RULE_BUDGET, attempt, uncounted
from derivations.proof.certified import certified
from derivations.proof.condition import positive
from derivations.proof.elimination import Fact as Known
from derivations.proof.elimination import defined_facts, domain_facts, fact_of
from derivations.proof.normal_form import cancelled, field_of, vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.prove import contradictory
from derivations.proof.sign import ONE_SIGN, Sign, factors_of
from derivations.proof.verdict import Finding, Verdict, inconclusive

_VARYING = (Differentiate, Limit, Minimise, MinimiseSubjectTo, Independence, RoundUp)
_AT_A_VALUE = (Minimise, MinimiseSubjectTo, RoundUp)
_ENDS = ("oo", "0")
_LONGEST = 40  # operations in a condition that a reader is told
_MOST_EXTREMA = 3
_AND = " and "  # between the names of what bounds a letter together
_MOST_BOUNDS = 5  # of a letter that is chosen between them


@dataclass(frozen=True)
class Room:
    """What a step needs so that it speaks of some state: conditions; or why it has none, or why nothing shows it."""

    conditions: tuple[Relation, ...] = ()
    refused: str = ""
    unknown: str = ""

    @property
    def only(self) -> str:
        """The conditions in words; empty for none."""
        return f"only if {' and '.join(map(str, self.conditions))}" if self.conditions else ""


ALL = Room()


class _GoingOn(Limit):
    """A quantity that goes on to the end of its domain, past what bounds it if that were not there."""


def room(
    rule: Rule, asked: Posed, outcome: Outcome, used: Sequence[Step], steps: Iterable[Step], budget: float = RULE_BUDGET
) -> Room:
    """The room that a board with these steps leaves to a step that varies a quantity, or is said along a limit.

    All there is for any other, and for one that holds no more letters on the way than what it uses. A search that is
    more work than `budget` leaves it open; it is none of the work of who asks, so that all who ask are told the same.
    """
    arrow = asked.context.limit
    earlier = [step.context.limit for step in used]
    if outcome.relation is None or not (isinstance(rule, _VARYING) or (arrow and not any(
        each is not None and set(each.held) >= set(arrow.held) for each in earlier
    ))):
        return ALL
    found, known = ALL, tuple(steps)
    for whole in (False, True):  # what rests on other letters is written out only where less does not tell
        try:
            with uncounted(), attempt(budget):
                found, settled = _room(rule, asked, outcome, used, known, whole=whole)
        except UndecidedError as error:
            found, settled = Room(unknown=f"nothing shows that there are such states: {error}"), False
        if found == ALL and settled:
            return ALL
    if arrow is not None and found.refused:
        lines = " and ".join(step.name for step in used)
        are = "are" if len(used) > 1 else "is"
        return Room(refused=f"{lines} {are} not said of one family: {found.refused} while the other letters are held")
    return found


def _room(
    rule: Rule, asked: Posed, outcome: Outcome, used: Sequence[Step], steps: tuple[Step, ...], *, whole: bool
) -> tuple[Room, bool]:
    """The room that is found, and True if nothing is left to be asked."""
    try:
        question = _Question.of(rule, asked, outcome, used, steps, whole=whole)
        found = question.answer()
        if whole and question.unsolved and not found.refused:
            rest = question.following_room()
            found = rest if rest.refused else replace(found, unknown=found.unknown or rest.unknown)
    except UndecidedError as error:
        return Room(unknown=str(error)), False
    return found, whole or not question.unsolved


def unless_barred(rule: Rule, verdict: Verdict, steps: Iterable[Step], supposed: Iterable[str]) -> Verdict:
    """A verdict, and no refutation of independence in states that an inequality on the board does not let be."""
    if not isinstance(rule, Independence) or verdict.finding is not Finding.REFUTED:
        return verdict
    point = verdict.counterexample
    for fact in of_inequalities(steps, (), supposed):
        values = {letter: point[letter.name] for letter in fact.letters if letter.name in point}
        one, other = (fact.put({**values, rule.of: point[name]}) if name in point else fact
                      for name in (rule.of.name, f"{rule.of.name[:LONGEST_STEM]}{OTHER}"))
        if rule.of in fact.letters and not (one.holds(()) and other.holds(())):
            return inconclusive(f"{verdict.reason} but for {fact.source}: with it that is open")
    return verdict


def bounded(
    rule: Rule, asked: Posed, outcome: Outcome, used: Sequence[Step], steps: Iterable[Step], budget: float = RULE_BUDGET
) -> str:
    """Why it is not known that there is no best value, as a rule says; empty where it is, and for any other outcome.

    What only falls is least nowhere if it goes on, and at the bound where there is one.
    """
    if not isinstance(rule, Minimise) or outcome.relation is not None:
        return ""
    going = _GoingOn(rule.over, outcome.note.startswith(NO_FINITE), rule.holding, rule.written)
    found = room(going, asked, replace(outcome, relation=asked.inputs[0].relation), used, steps, budget)
    needs = f"that it goes on needs {' and '.join(map(str, found.conditions))}" if found.conditions else ""
    why = needs or found.refused or found.unknown
    return f"{outcome.note}; {why}" if why else ""


@dataclass(frozen=True)
class _Question:
    """What varies, what is held with it, and the facts that must allow it."""

    rule: Rule
    outcome: Outcome
    notation: Notation
    varied: frozenset[Symbol]
    held: frozenset[Symbol]
    facts: tuple[Restriction, ...]
    known: tuple[Known, ...]
    values: Mapping[Symbol, Expr]  # what letters are that are written out
    following: frozenset[Symbol]  # letters that may follow what varies by an equation that is not solved for them
    resting: frozenset[Symbol]  # letters that others rest on which are not written out, and these themselves
    elsewhere: frozenset[Symbol]  # letters that equations tie to each other which do not speak of what varies
    given: tuple[Relation, ...]
    inputs: tuple[Input, ...]
    unsolved: Mapping[str, Expr]  # what vanishes by equations that are not solved for what follows
    chosen: frozenset[Symbol] = frozenset()  # letters that may be chosen for facts

    @classmethod
    def of(
        cls, rule: Rule, asked: Posed, outcome: Outcome, used: Sequence[Step], steps: tuple[Step, ...], *, whole: bool
    ) -> _Question:
        """The question of a step; equations that tie what varies are solved for what else moves.

        Letters are written out that rest on what varies, or all that rest on others if the `whole` is wanted.
        """
        notation, item = asked.notation, outcome.relation
        assert item is not None
        varied, held, purposely = held_by(rule, used)
        arrow = asked.context.limit
        if arrow is not None:  # along which the step is said
            varied, held, purposely = (
                frozenset(notation[name].symbol for name in names)
                for names in ((arrow.variable,), arrow.held, arrow.purposely)
            )
            rule = Limit(notation[arrow.variable].symbol, arrow.to == "oo")
        if isinstance(rule, RoundUp):
            varied, held = frozenset({item.lhs}), letters_in(item.rhs)
        laws = laws_of_board(steps, asked.context.names)
        if isinstance(rule, MinimiseSubjectTo):  # what they vary along ties them on purpose
            laws = [each for each in laws if each[2] != used[1].relation]
        told, ties = told_by(laws, varied, purposely)
        directly = {letter: letters_in(value) for letter, value in told.items()}
        behind = {letter: reached(letter, directly) for letter in told}
        fixed = frozenset(varied | held).union(*(behind[each] for each in held if each in behind))
        resting = frozenset[Symbol]()
        if not whole:
            resting = frozenset[Symbol]().union(*(each for each in behind.values() if not each & varied))
        values = written_out({each: told[each] for each in told if each not in resting})
        conditions = [each for each in outcome.conditions if not each.is_equation]
        said = tuple(step.relation for step in used if step.relation is not None)
        defined = (fact for each in said for side in (each.lhs, each.rhs) for fact in defined_facts(side))
        known = (*(fact_of(each) for each in conditions), *defined)
        given = used if isinstance(rule, RoundUp) else ()
        premises = tuple(of_inequalities(steps, given, asked.context.names))
        valued = (each for fact in premises for each in of_value(fact.source, fact.relation))
        facts = [each for each in (*premises, *valued) if not each.holds(known)]
        moving = {each for each in values if letters_in(values[each]) & varied}
        following, elsewhere, rooted, unsolved = set[Symbol](), set[Symbol](), set[Symbol](), dict[str, Expr]()
        whole_there = [part for each in premises for part in counts(each.expression)]
        powers = [part for each in premises for part in raised(each.expression)]
        for source, tie in ties:
            tied = put_in(tie, values)
            if not letters_in(tied) & varied:
                elsewhere |= letters_in(tied)
                continue
            if letters_in(tied) & purposely or vanishes(tied):
                continue
            facts += (each for each in of_value(source, tied) if not each.holds(known))
            whole_there += counts(tied)
            powers += raised(tied)
            solution = solved(tied, fixed | resting, rule, (*known, *(each.put(values).known for each in facts)))
            if solution is None:
                others = (*(each for name, each in ties if name != source), *values.values())
                spoken = letters_in(*others).union(*(each.letters for each in facts))
                domains = {each: _any(each, notation, spoken) for each in letters_in(tied)}
                root = squared(tied, fixed | resting, domains)
                if root is not None:
                    solution, rooted = root[:2], rooted | {root[0]}
                    facts.append(replace(root[2], source=source))
            if solution is None:
                unsolved[source] = tied
                following |= letters_in(tied) - fixed
                continue
            letter, value = solution
            values = {name: put_in(each, {letter: value}) for name, each in values.items()} | {letter: value}
            told = told | {letter: value}
            moving |= {letter, *(name for name, each in values.items() if letters_in(each) & varied)}
        for letter in sorted(moving - rooted, key=str):
            # lemma: where each quantity is in its domain as what it rests on directly is in theirs, all of them are
            value = told[letter]
            its = [*of_domain(letter, value, notation), *of_value(f"the value of {letter}", value)]
            open_ = [each for each in its if not each.holds(known)]
            near = (*known, *_domains(letters_in(value), notation)) if open_ else known
            facts += (each for each in open_ if not each.holds(near))
            whole_there += counts(value)
            powers += raised(value)
        facts = [each.put(values) for each in facts]
        spoken_of = frozenset[Symbol]().union(*(each.letters for each in facts if each.letters & varied))
        for letter in sorted(set(told) - moving, key=str):  # what is so whatever varies tells of the others
            if spoken_of & behind.get(letter, frozenset({letter})):
                own = (each for each in of_domain(letter, told[letter], notation) if not each.holds(known))
                facts += (each.put(values) for each in own)
        counted = sorted(str(each) for each in moving - varied if notation[each.name].range.whole)
        broken = sorted(str(each) for each in whole_there if letters_in(put_in(each, values)) & varied)
        if broken:
            raise UndecidedError(f"nothing shows that {', '.join(dict.fromkeys(broken))} is a whole number then")
        touched = (part.base for part in powers if letters_in(put_in(part, values)) & (varied | following))
        for base in touched:
            if not _never_negative(base, known, premises, notation):
                raise UndecidedError(f"nothing shows that {base} is not negative then, or its exponent a whole number")
        whole_steps = all(notation[each.name].range.whole for each in varied) and not isinstance(rule, RoundUp)
        if counted and not whole_steps:
            raise UndecidedError(f"nothing shows that {', '.join(counted)} counts whole numbers then")
        return cls(
            rule, outcome, notation, varied, fixed, tuple(facts), known, values, frozenset(following), resting,
            frozenset(elsewhere), said, asked.inputs, unsolved,
        )

    def answer(self) -> Room:
        """The room that the facts leave."""
        if not any(each.letters & (self.varied | self.following) for each in self.facts):
            return ALL
        open_ = [part for each in self.facts if not each.holds(self.known) for part in each.parts()]
        still = (each.known for each in open_ if not each.letters & (self.varied | self.following))
        letters = frozenset[Symbol]().union(*(each.letters for each in open_))
        # what goes to 0 is not there
        gone = (Known(self.rule.variable, strict=True),) if isinstance(self.rule, Limit) else ()
        own = replace(self, known=shortest((*self.known, *gone, *_domains(letters, self.notation), *still)))
        return own._left(open_)

    def following_room(self) -> Room:
        """The room that equations leave which are not solved for what follows by them."""
        for source, tie in self.unsolved.items():
            others = letters_in(*(each for name, each in self.unsolved.items() if name != source))
            candidates = letters_in(tie) - self.held
            if not candidates:
                return Room(refused=f"{source} leaves {listed_letters(self.varied)} no room to vary")
            if self.outcome.unknown is not None and source.startswith("definition"):
                continue  # numbers find what it names with the rest
            local = isinstance(self.rule, Differentiate | Independence)
            if not (local and any(self._follows(letter, tie) for letter in sorted(candidates - others, key=str))):
                return Room(unknown=f"nothing shows that {source} allows it")
        return ALL

    def _follows(self, letter: Symbol, tie: Expr) -> bool:
        """True if a letter follows close to every state, as what vanishes changes with it, and it is at no end."""
        own = self.notation[letter.name]
        if own.domain not in ("positive", "real") or own.at_most or self.notation.below(own.name):
            return False
        zero = Integer(0)
        try:  # lemma: the implicit function theorem
            slope = derivative(tie, letter)
            if sign_of(slope, self.known) in ONE_SIGN:
                return True
            given = from_sides(tie, "=", zero, self.notation)
            ways = (from_sides(slope, operator, zero, self.notation) for operator in "<>")
            return any(certified(Obligation(each, (given,))) for each in ways)
        except DerivationsError:
            return False

    def _left(self, facts: Sequence[Restriction]) -> Room:
        """The room that facts leave which do not hold whatever their letters are."""
        moving = self.varied | self.following
        open_ = (each for each in facts if not each.letters & moving or not each.holds(self.known))
        bare = [each for each in map(self._bare, open_) if not each.letters & moving or not each.holds(self.known)]
        if isinstance(self.rule, Differentiate | Independence):  # close to a state, in which all of them hold
            return replace(self, known=shortest((*self.known, *(each.known for each in bare))))._left_of(bare)
        return self._left_of(bare)

    def _left_of(self, facts: list[Restriction]) -> Room:
        """The same of facts that are written without what does not matter."""
        left = self._without_harm(facts)
        touching = [each for each in left if each.letters & self.varied]
        lost = [each for each in left if each.letters & self.following and each.relation is not None]
        if lost:
            return _open(lost)
        if not touching:
            return ALL
        if isinstance(self.rule, Limit):
            return self._near(touching)
        if isinstance(self.rule, _AT_A_VALUE) and self.outcome.unknown is None:
            return self._at_the_value(touching)
        if isinstance(self.rule, Differentiate | Independence):
            return self._to_one_side(touching)
        # where numbers find the value, domains are held against it in numbers
        return _open(each for each in touching if each.relation is not None or self.outcome.unknown is None)

    def _bare(self, fact: Restriction) -> Restriction:
        """A fact without factors that speak of what varies and have one sign: that it holds does not hang on these."""
        expression = fact.expression
        if not fact.letters & self.varied or is_square(expression) or expression.count_ops() > LONGEST_SIGNED:
            return fact
        own = field_of(expression)
        element = own.elements[0]
        kept = list[Expr]()
        for polynomial, turn in ((own.numerator(element), 1), (element.denom, -1)):
            constant, factors = factors_of(polynomial)
            kept.append(Integer(1 if constant > 0 else -1))
            parts = ((part, power) for factor, power in factors for part in Mul.make_args(own.back(factor)))
            for part, power in ((_of_its_sign(part), power) for part, power in parts):
                found = sign_of(part, self.known) if letters_in(part) & self.varied else None
                if found is Sign.POSITIVE or (found is Sign.NEGATIVE and power % 2 == 0):
                    continue
                kept.append(Integer(-1) if found is Sign.NEGATIVE else part ** (turn * (2 - power % 2)))
        return replace(fact, expression=Mul(*kept))

    def _without_harm(self, facts: list[Restriction]) -> list[Restriction]:
        """The facts that are left once each letter that can be chosen for some has been.

        What is chosen first is chosen for all values of the others: the last one is out of the way at first.
        """
        own = replace(self, chosen=frozenset(self._chain(facts)))
        while True:
            touching = [each for each in facts if each.letters & self.varied]
            for letter, end in ((letter, end) for letter in self._chain(facts) for end in _ENDS):
                group = [each for each in facts if letter in each.letters]
                if _goes(letter, end, self.notation) and (
                    all(own._is_met(each, letter, end) for each in group) or own._holds_at_zero(group, letter, end)
                ):
                    facts = [each for each in facts if each not in group]
                    break
            else:
                fewer = own._joined(facts)
                if fewer is None:
                    return own._without_small(facts, touching)
                facts = fewer

    def _known_of(self, expression: Expr) -> tuple[Known, ...]:
        """What is known where the sign of an expression is asked while letters are chosen.

        What other facts say of a letter that is chosen holds once it is, and not before: (v - 1)*t >= 1 makes v greater
        than 1, unless t is chosen for that.
        """
        if not letters_in(expression) & self.chosen:
            return self.known
        always = {*_domains(self.chosen, self.notation)}
        return tuple(each for each in self.known if each in always or not letters_in(each.expression) & self.chosen)

    def _sign(self, expression: Expr) -> Sign | None:
        return sign_of(expression, self._known_of(expression))

    def _chain(self, facts: Sequence[Restriction]) -> list[Symbol]:
        """The letters that may be chosen for facts on what varies, for facts on these letters, and so on."""
        found, reach = set[Symbol](), set(self.varied)
        while new := {s for each in facts if each.letters & reach for s in self._choosable(each)} - found:
            found |= new
            reach |= new
        return sorted(found, key=str)

    def _joined(self, facts: list[Restriction]) -> list[Restriction] | None:
        """The facts without a letter that may be chosen between its bounds, where each lower one is below each upper
        one; None for no such letter.

        Lemma (Fourier and Motzkin): there is a number between some bounds if and only if each pair of them leaves one.
        """
        if isinstance(self.rule, (*_AT_A_VALUE, _GoingOn)):
            return None
        for letter in self._chain(facts):
            own = self.notation[letter.name]
            group = [each for each in facts if letter in each.letters]
            if len(group) > _MOST_BOUNDS or not _any(letter, self.notation, frozenset()) or any(
                each.letters & self.following for each in group
            ):
                continue
            zero = [Restriction("", letter, strict=True)] if own.domain == "positive" else []
            bounds = [(each, self._bound(each, letter)) for each in (*group, *zero)]
            if any(bound is None for _, bound in bounds):
                continue
            sided = [(each, *bound) for each, bound in bounds if bound is not None]
            lower, upper = ([(each, bound) for each, bound, way in sided if way is side]
                            for side in (Sign.POSITIVE, Sign.NEGATIVE))
            pairs = [Restriction(
                _AND.join(dict.fromkeys(each for both in (one, other) for each in both.source.split(_AND) if each)),
                cancelled(above - below), one.strict or other.strict)
                for one, below in lower for other, above in upper]
            if any(vanishes(each.expression) for each in pairs):
                continue  # it is tied to what varies, as by an equation
            open_ = [each for each in pairs if not each.holds(self._known_of(each.expression))]
            return [each for each in facts if each not in group] + open_
        return None

    def _bound(self, fact: Restriction, letter: Symbol) -> tuple[Expr, Sign] | None:
        """What a fact bounds a letter by, positive for from below; None where it is not of the first degree in it."""
        if fact.expression.has(Max, Min) or fact.expression.count_ops() > _LONGEST:
            return None
        try:
            turn = derivative(fact.expression, letter)
        except UndecidedError:  # as of a sum of so many terms as the letter says
            return None
        way = None if letter in turn.free_symbols else self._sign(turn)
        return (letter - fact.expression / turn, way) if way in ONE_SIGN else None

    def _without_small(self, facts: list[Restriction], touching: Sequence[Restriction]) -> list[Restriction]:
        """The facts without those that hold where all letters are small enough that may be, and that only lower them.
        """
        small = {letter for each in touching for letter in self._choosable(each) if _goes(letter, "0", self.notation)}
        small = {letter for letter in small
                 if all(_lowers(letter, each.expression) for each in facts if letter in each.letters)}
        group = [each for each in facts if each.letters & small]
        there = (each.put(dict.fromkeys(small, Integer(0))) for each in group)
        if not all(self._sign(each.expression) is Sign.POSITIVE for each in there):
            return facts
        return [each for each in facts if each not in group]

    def _holds_at_zero(self, group: Sequence[Restriction], letter: Symbol, end: str) -> bool:
        """True if facts hold where a letter is 0, as it may be."""
        if end != "0" or self.notation[letter.name].domain != "nonnegative":
            return False
        there = [each.at_zero(letter) for each in group]
        return all(each is not None and each.holds(self._known_of(each.expression)) for each in there)

    def _is_met(self, fact: Restriction, letter: Symbol, end: str) -> bool:
        """True if a fact holds wherever a letter is close enough to an end."""
        lead = leading_factor(fact.expression, letter, end)
        found = None if lead is None else self._sign(lead)
        if found is not Sign.NONNEGATIVE or not isinstance(self.rule, Differentiate | Independence):
            return found is Sign.POSITIVE
        assert lead is not None
        try:
            goal = from_sides(lead, ">", Integer(0), self.notation)
            barred = self.chosen if letters_in(lead) & self.chosen else frozenset[Symbol]()
            given = (each for each in self.facts if each.relation is not None and not each.expression.has(Max, Min)
                     and not each.letters & barred)
            said = tuple(from_sides(each.expression, ">=", Integer(0), self.notation) for each in given)
        except DerivationsError:
            return False
        return certified(Obligation(goal, said))

    def _choosable(self, fact: Restriction) -> frozenset[Symbol]:
        """The letters that may be chosen for a fact.

        At a value, none for a domain, and for a premise on what is chosen itself only the letter on its left.
        """
        free = fact.letters - self.held - self.following - self.resting - self.elsewhere
        if not isinstance(self.rule, (*_AT_A_VALUE, _GoingOn)):
            return free
        if fact.relation is None:
            return frozenset()
        # what is made of nothing else is the chosen letter under another name
        letters = (each for each in fact.relation.symbols if not is_unit(each))
        named = any(letters_in(self.values.get(each, each)) <= self.varied for each in letters)
        return free & {fact.relation.lhs} if named else free

    def _near(self, touching: Sequence[Restriction]) -> Room:
        assert isinstance(self.rule, Limit)
        end, conditions, unknown = "oo" if self.rule.to_infinity else "0", list[Relation](), list[Restriction]()
        for fact in touching:
            lead = leading_factor(fact.expression, self.rule.variable, end)
            found = None if lead is None else sign_of(lead, self.known)
            if found is Sign.POSITIVE:
                continue
            if lead is None or not letters_in(lead) <= self.held - self.varied:
                unknown.append(fact)
                continue
            new = self._met_in_words(replace(fact, expression=lead, strict=True))
            if new is None:
                where = "grow beyond all bounds" if end == "oo" else "go to 0"
                do = "do" if _AND in fact.source else "does"
                return Room(refused=f"{fact.source} {do} not let {self.rule.variable} {where}")
            conditions += new
        return self._under(conditions, unknown)

    def _at_the_value(self, touching: Sequence[Restriction]) -> Room:
        there = self._chosen()
        if there is None:
            return self._within_edges(touching)
        conditions, unknown = list[Relation](), list[Restriction]()
        for fact in touching:
            here = fact.put({letter: put_in(value, self.values) for letter, value in there.items()})
            if here.holds(self.known):
                continue
            if here.fails(self.known):
                return Room(refused=self._not_allowed(fact, touching))
            if fact.relation is not None and set(there) & fact.relation.symbols:
                new: tuple[Relation, ...] | None = (replaced(fact.relation, there),)
            else:
                new = self._met(here)
            if new is None:
                return Room(refused=self._not_allowed(fact, touching))
            if any(each.difference.count_ops() > _LONGEST for each in new):
                unknown.append(fact)
            else:
                conditions += (each for each in new if not certified(Obligation(each, self.outcome.conditions)))
        return self._under(conditions, unknown)

    def _within_edges(self, touching: Sequence[Restriction]) -> Room:
        """The same of a point along an equation of which there is no formula: what the slope is at each bound."""
        conditions, unknown = list[Relation](), list[Restriction]()
        for fact in touching:
            edge = self._within_edge(fact)
            if edge is None or edge.difference.count_ops() > _LONGEST:
                unknown.append(fact)
                continue
            here = replace(fact, expression=fact_of(edge).expression)
            if here.fails(self.known):
                return Room(refused=self._not_allowed(fact, touching))
            if not here.holds(self.known):
                conditions.append(edge)
        found = self._under(conditions, unknown)
        if found.refused or not unknown:
            return found
        along = f"no formula says where along {self.inputs[1].relation} it is"
        return replace(found, unknown=f"{_open(unknown).unknown}: {along}")

    def _chosen(self) -> Mapping[Symbol, Expr] | None:
        """What is chosen, and its value; None for a point along an equation of which there is no formula."""
        item = self.outcome.relation
        assert item is not None
        if isinstance(self.rule, MinimiseSubjectTo):
            return self.rule.point(item, self.inputs[1].relation, self.notation)
        return {item.lhs: item.rhs}

    def _edge(self, fact: Restriction) -> tuple[Symbol, Expr, bool] | None:
        """A quantity of two that vary along an equation, a bound that a fact is on it alone, and True for an upper one.
        """
        (letter, *others) = fact.letters & self.varied
        found = self._bound(fact, letter) if not others and _any(letter, self.notation, frozenset()) else None
        bound = None if found is None else cancelled(found[0])
        if found is None or bound is None or not (
            self.notation[letter.name].domain == "real" or sign_of(bound, self.known) is Sign.POSITIVE
        ):
            return None
        return letter, bound, found[1] is Sign.NEGATIVE

    def _within_edge(self, fact: Restriction) -> Relation | None:
        """That the best along an equation lies within a bound on one quantity; None where nothing says so."""
        item = self.outcome.relation
        if not isinstance(self.rule, MinimiseSubjectTo) or item is None or (edge := self._edge(fact)) is None:
            return None
        letter, bound, upper = edge
        return self.rule.within(self.inputs, item, letter, bound, upper=upper, strict=fact.strict)

    def _not_allowed(self, fact: Restriction, touching: Sequence[Restriction]) -> str:
        """Why what is chosen is not allowed, and where it is least then along an equation, if that is all there is."""
        told = f"{fact.source} does not allow {self.outcome.relation}"
        if len(touching) > 1 or fact.strict or self._within_edge(fact) is None or (edge := self._edge(fact)) is None:
            return told
        target, law = (each.relation for each in self.inputs[:2])
        return f"{told}: along {law} {target.written_left} is least at the bound, {edge[0]} = {edge[1]}"

    def _to_one_side(self, touching: Sequence[Restriction]) -> Room:
        """The facts that are met with room to spare in every state, or on one side of it."""
        (varied,) = self.varied
        ways = {fact: self._way(fact, varied) for fact in touching if not fact.strict}
        open_ = [fact for fact, way in ways.items() if way is None]
        upward = [fact for fact, way in ways.items() if way is Sign.POSITIVE]
        downward = [fact for fact, way in ways.items() if way is Sign.NEGATIVE]
        if upward or downward:  # which may be tight where its own domain ends
            own = [each for each in of_domain(varied, varied, self.notation) if not each.strict]
            rising = [each for each in own if each.expression.coeff(varied) == 1]
            downward += (each for each in own if each not in rising and upward)
            upward += rising
        conditions = list[Relation]()
        for one, other in ((one, other) for one in upward for other in downward):
            if replace(one, expression=one.expression + other.expression, strict=True).fails(self.known):
                names = _AND.join(dict.fromkeys((one.source, other.source)))
                return Room(refused=f"{names} {'leave' if _AND in names else 'leaves'} {varied} no room to vary")
        # what is tight on one side only leaves room on the other
        upward = [each for each in upward if not all(self._never_both(each, other) for other in downward)]
        downward = [each for each in downward if not all(self._never_both(each, other) for other in upward)]
        for fact in (*open_, *min(upward, downward, key=len)):
            new = self._met_in_words(replace(fact, strict=True))
            if new is None:
                leave = "leave" if _AND in fact.source else "leaves"
                return Room(refused=f"{fact.source} {leave} {varied} no room to vary")
            conditions += new
        return self._under(conditions, [])

    def _never_both(self, one: Restriction, other: Restriction) -> bool:
        """True if two facts are never both met without room to spare."""
        if one.expression in self.varied:
            there = other.at_zero(one.expression)
            return there is not None and sign_of(there.expression, self.known) is Sign.POSITIVE
        return sign_of(one.expression + other.expression, self.known) is Sign.POSITIVE

    def _met(self, fact: Restriction) -> tuple[Relation, ...] | None:
        """The conditions under which a fact holds; None where it never does. Raises `UndecidedError` for none in words.
        """
        try:
            return positive(fact.expression, self.notation, strict=fact.strict)
        except UndecidedError:
            return None
        except DerivationsError:
            raise UndecidedError(_open([fact]).unknown) from None

    def _met_in_words(self, fact: Restriction) -> tuple[Relation, ...] | None:
        """The same where a reader can be told all of them. Raises `UndecidedError` also for longer ones."""
        found = self._met(fact)
        if found is not None and any(each.difference.count_ops() > _LONGEST for each in found):
            raise UndecidedError(_open([fact]).unknown)
        return found

    def _way(self, fact: Restriction, varied: Symbol) -> Sign | None:
        """The side to which a quantity moves freely: upward or downward; None where nothing tells."""
        if not any(varied in each.free_symbols for each in fact.expression.atoms(Max, Min)):
            slope = replace(fact, expression=derivative(fact.expression, varied), strict=False)
            return next((way for way, sign in ((Sign.POSITIVE, 1), (Sign.NEGATIVE, -1))
                         if replace(slope, expression=sign * slope.expression).holds(self.known)), None)
        # lemma: what is one of several smooth branches in each state grows where each of them does
        try:
            found = {sign_of(derivative(each, varied), self.known) for each in _branches(fact.expression)}
        except UndecidedError:
            return None
        if found <= {Sign.POSITIVE, Sign.NONNEGATIVE, Sign.ZERO}:
            return Sign.POSITIVE
        return Sign.NEGATIVE if found <= {Sign.NEGATIVE, Sign.NONPOSITIVE, Sign.ZERO} else None

    def _under(self, conditions: Sequence[Relation], unknown: Sequence[Restriction]) -> Room:
        """The room under conditions, unless what is believed contradicts them."""
        assert self.outcome.relation is not None
        # what goes to a limit is not there, so that nothing follows from it
        own = self.given if isinstance(self.rule, Limit) else (self.outcome.relation,)
        new = tuple(each for each in dict.fromkeys(conditions) if not any(
            certified(Obligation(each, (*given, *self.outcome.conditions))) for given in (own, self.given)))
        believed = [each.relation for each in self.facts if each.relation is not None]
        if new and contradictory((*new, *believed, *self.outcome.conditions)):
            told = " and ".join(map(str, new))
            return Room(refused=f"it would hold only if {told}, which {_listed(self.facts)} forbids")
        return replace(_open(unknown), conditions=new) if unknown else Room(new)


def _branches(expression: Expr) -> list[Expr]:
    """An expression with each max and min replaced by each of its arguments; a few at most."""
    extremum = next(iter(sorted(expression.atoms(Max, Min), key=str)), None)
    if extremum is None:
        return [expression]
    if len(expression.atoms(Max, Min)) > _MOST_EXTREMA:
        raise UndecidedError("too many branches")
    return [branch for each in extremum.args for branch in _branches(expression.xreplace({extremum: each}))]


def _never_negative(
    base: Expr, known: tuple[Known, ...], premises: Iterable[Restriction], notation: Notation
) -> bool:
    """True if what is raised to a power is not negative, by its domains and by premises."""
    if sign_of(base, shortest((*known, *_domains(letters_in(base), notation)))) in NOT_NEGATIVE:
        return True
    try:
        said = tuple(each.relation for each in premises if each.relation is not None)
        return certified(Obligation(from_sides(base, ">=", Integer(0), notation), said))
    except DerivationsError:
        return False


def _domains(letters: Iterable[Symbol], notation: Notation) -> Iterator[Known]:
    """What the domains of letters, and other letters that bound them, say beyond their signs."""
    for letter in sorted(letters, key=str):
        own = notation[letter.name]
        yield from domain_facts(own, notation[own.at_most].symbol if own.at_most else None)


def _lowers(letter: Symbol, expression: Expr) -> bool:
    """True if an expression is a sum, but for positive factors, in which a letter stands only in what is subtracted."""
    factors = Mul.make_args(expression)
    rest = [each for each in factors if letter in each.free_symbols]
    terms = [each for sum_ in rest for each in Add.make_args(sum_) if letter in each.free_symbols]
    return len(rest) == 1 and all(is_positive(each) for each in factors if each not in rest) and all(
        is_positive(-each, or_zero=True) for each in terms)


def _of_its_sign(part: Expr) -> Expr:
    """A simpler expression of the same sign: b^e is above 1 where b is, for any e above 0."""
    terms = Add.make_args(part)
    powers = [each for each in terms if isinstance(each, Pow)]
    if len(terms) == 2 and len(powers) == 1 and Integer(-1) in terms:
        base, exponent = powers[0].args
        if not exponent.is_Rational and is_positive(exponent) and is_positive(base):
            return base - 1
    return part


def _any(letter: Symbol, notation: Notation, spoken_of: frozenset[Symbol]) -> str:
    """The domain of what is any positive number, or any real one of which nothing else speaks; empty for others."""
    own = notation[letter.name]
    if own.is_function or own.at_most or notation.below(own.name):
        return ""
    return own.domain if own.domain == "positive" or (own.domain == "real" and letter not in spoken_of) else ""


def _open(facts: Iterable[Restriction]) -> Room:
    names = ", ".join(dict.fromkeys(each.source for each in facts))
    return Room(unknown=f"nothing shows that {names} {'allow' if _AND in names else 'allows'} it" if names else "")


def _listed(facts: Iterable[Restriction]) -> str:
    return ", ".join(dict.fromkeys(each.source for each in facts if each.relation is not None))


def _goes(letter: Symbol, end: str, notation: Notation) -> bool:
    """True if a quantity can be as large, or as small, as one likes."""
    own = notation[letter.name]
    if own.is_function or own.domain in ("fraction", "bit"):
        return end == "0" and own.domain == "fraction" and not notation.below(own.name)
    if end == "oo":
        return not own.at_most
    return own.domain in ("positive", "nonnegative") and not notation.below(own.name)
