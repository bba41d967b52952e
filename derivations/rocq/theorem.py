"""A claim as one theorem for Rocq: a section with its premises, every line a lemma from them, and the result.

Letters are variables; their domains, the premises as they are written, and that these have a value, are hypotheses. A
line has what it supposes (a boundary, a value that is chosen, a case) and its conditions as antecedents. A letter that
counts through a recurrence is bound in the premises and lines that speak of it: they hold for every index.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap

from derivations.derivation.contexts import step_input
from derivations.derivation.derivation import Derivation
from derivations.derivation.kernel_statements import statements_behind
from derivations.derivation.rules.calculus import Differentiate, Limit
from derivations.derivation.rules.family import spelled_out
from derivations.derivation.rules.induction import Induction, Instance
from derivations.derivation.rules.isolate import Isolate
from derivations.derivation.rules.minimise import Minimise
from derivations.derivation.rules.series import FiniteSum
from derivations.derivation.step import Step
from derivations.derivation.trace import LASTING
from derivations.kernel import statement as kernel
from derivations.kernel.term import ONE, ZERO, KernelError, Term, at, free_names, names_of, number
from derivations.language.from_sympy import from_sympy
from derivations.language.quantity import bounds_of, domains_of
from derivations.language.relation import Relation
from derivations.proof import proof_store
from derivations.proof.finder import find_certificate
from derivations.rocq.at_hand import (
    AND,
    Aids,
    AtHand,
    Fact,
    MissingError,
    Proved,
    StepLemma,
    comment,
    conjunction,
    identifier,
    told,
)
from derivations.rocq.calculus import CalculusLemma, calculus_lemma, slope_lemma
from derivations.rocq.families import Families
from derivations.rocq.lemma import lemma
from derivations.rocq.written import LIMITS, UnprintedError, Written

_START = {"integer": ONE, "whole": ZERO}


@dataclass(frozen=True)
class Line:
    """A line of the argument: what it says for every index, under which antecedents, and what it rests on."""

    name: str
    step: str
    indices: tuple[str, ...]
    antecedents: tuple[Fact, ...]
    facts: tuple[Fact, ...]
    hypotheses: tuple[str, ...]  # of the section, in its order
    letters: tuple[str, ...]
    text: str = ""
    said: str = ""  # what it says, where that is not its facts


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis of the section: of which step, or of the domain of which letter, and what it says."""

    name: str
    step: str
    said: Callable[[Written], str]
    letters: frozenset[str]
    fact: Fact | None = None  # what it says, where it is one fact of one state

    @property
    def domain(self) -> bool:
        """True for what a letter is by its domain."""
        return not self.step

    def text(self, written: Written) -> str:
        """What it says, in a writing of its letters."""
        return self.said(written)


class Argument:
    """The argument of a derivation while it is written."""

    def __init__(self, derivation: Derivation) -> None:
        self.derivation = derivation
        notation = derivation.notation
        self.domains, self.at_most = dict(domains_of(notation)), dict(bounds_of(notation))
        self.written = Written(self.domains)
        self.functions = {each.name: len(each.of) for each in notation if each.of}
        self.order = sorted(self.domains, key=lambda name: name in self.functions)  # quantities, and then functions
        rules = [step.applied for step in derivation.trace]
        self.indices = {rule.index.name for rule in rules if isinstance(rule, Induction | Instance)}
        self.aids = Aids()
        self.lemmas: list[str] = []  # of the steps, which stand before the section
        self.of_step: dict[str, list[StepLemma]] = defaultdict(list)
        self.slopes: dict[str, CalculusLemma] = {}
        self.unprinted: dict[str, str] = {}
        self.hypotheses: dict[str, Hypothesis] = {}
        self.lines: dict[str, Line] = {}
        self.leasts: dict[str, Line] = {}  # that what is chosen is the least, or that nothing smaller is
        self.missing: dict[str, str] = {}
        self.premise_facts: dict[str, list[tuple[str, Fact]]] = {}
        self.chosen: set[str] = set()  # steps that lines suppose
        self.calculus = False
        self.families = Families(self)
        self._step_lemmas()
        self._domain_hypotheses()
        for step in derivation.trace:
            if step.relation is not None:
                self._line(step)

    # lemmas of steps

    def _step_lemmas(self) -> None:
        items = list(statements_behind(self.derivation))
        turn: Counter[str] = Counter()
        for step, wanted in items:
            turn[step.name] += 1
            certificate = proof_store.kept(wanted)
            if certificate is None and "without a certificate" not in step.verdict.reason:
                certificate = find_certificate(wanted)
            if certificate is None:
                continue
            name = f"step_{identifier(step.name)}_{turn[step.name]}"
            try:
                self.lemmas.append(lemma(name, wanted, certificate))
                self.of_step[step.name].append(StepLemma(name, wanted))
            except UnprintedError as error:
                self.unprinted[name] = str(error)
        for step in self.derivation.trace:
            if isinstance(step.applied, Differentiate | Limit) and step.relation is not None and step.verdict.shown:
                try:
                    found = calculus_lemma(self.derivation, step, f"calculus_{identifier(step.name)}")
                except (UnprintedError, KernelError) as error:
                    self.unprinted[f"calculus_{identifier(step.name)}"] = str(error)
                    continue
                self.slopes[step.name] = found
                self.lemmas.append(found.text)
                self.calculus = True

    # hypotheses

    def _domain_hypotheses(self) -> None:
        for name in self.domains:
            if name in self.indices:
                continue
            for turn, (_, fact, _) in enumerate(self.domain(name)):
                own = self.domain_name(name, turn)
                letters = frozenset([name]) if fact is None or fact[0] == "whole" else names_of(fact)
                self.hypotheses[own] = Hypothesis(own, "", partial(self._domain_said, name, turn), letters, fact)

    def domain_name(self, name: str, turn: int) -> str:
        """The name of what the domain of a letter says, by its place there."""
        return f"domain_{identifier(self.written[name])}" + (f"_{turn + 1}" if turn else "")

    def _domain_said(self, name: str, turn: int, written: Written) -> str:
        return self.domain(name, written)[turn][0]

    def domain(
        self, name: str, writing: Written | None = None
    ) -> list[tuple[str, Fact | None, tuple[str, str] | None]]:
        """What the domain of a letter says: as a text, as a fact, and of the values of a function by what it says."""
        written = writing or self.written
        arity = self.functions.get(name, 0)
        letters = [f"x{turn}" for turn in range(1, arity + 1)]
        value = " ".join([written[name], *letters])
        binder = f"forall {' '.join(letters)} : R, " if letters else ""
        s: Term = ("s", name)
        found: list[tuple[str, Fact | None, tuple[str, str] | None]] = []
        for op, limit in LIMITS[self.domains[name]]:
            key = (name, op) if letters else None
            if op == "whole":
                own = f"{binder}whole ({value})" if letters else f"whole {value}"
                found.append((own, None if letters else ("whole", s, ZERO), key))
            elif op == "<=":
                found.append((f"{binder}{value} <= {limit}", None if letters else (">=", number(limit), s), key))
            else:
                sign = "<" if op == ">" else "<="
                found.append((f"{binder}{limit} {sign} {value}", None if letters else (op, s, number(limit)), key))
        if name in self.at_most:
            fact = (">=", ("s", self.at_most[name]), s)
            found.append((written.proposition(fact), fact, None))
        return found

    def facts(self, item: Relation) -> list[Fact]:
        """A relation that is given, and that it has a value, without what the domain of one letter says anyway."""
        found = kernel.hypotheses([item.written], self.domains)
        return [found[0], *(fact for fact in found[1:] if not self._by_domain(fact))]

    def said(self, item: Relation) -> list[Fact]:
        """A relation that is shown, and that it has a value."""
        goals = kernel.goals(item.written, self.domains)
        found = dict.fromkeys([goals[0][1], *(fact for extra, fact in goals[1:] if not extra)])
        return [fact for fact in found if not self._by_domain(fact)]

    def _by_domain(self, fact: Fact) -> bool:
        op, left, right = fact
        positive = left[0] == "s" and self.domains.get(left[1]) in ("positive", "fraction", "integer")
        return op in ("!=", ">", ">=") and right == ZERO and positive

    def antecedents(self, step: Step) -> list[Fact]:
        """What a line supposes, with the conditions of that, and its own conditions."""
        return list(dict.fromkeys([*self.suppositions(step), *self.conditions(step)]))

    def suppositions(self, step: Step) -> list[Fact]:
        """What a line supposes, with the conditions of that."""
        found: list[Fact] = []
        for name in step.context.names:
            own = self.derivation[name]
            if own.relation is not None:
                found += self.facts(own.relation)
            found += self.conditions(own)
        return list(dict.fromkeys(found))

    def conditions(self, step: Step) -> list[Fact]:
        """The conditions of a line."""
        return list(dict.fromkeys(fact for each in step.conditions for fact in self.facts(each)))

    @staticmethod
    def calculus_name(step: Step) -> str:
        """The name of the lemma on the slope or the limit of a step."""
        return f"calculus_{identifier(step.name)}"

    def indices_of(self, facts: Iterable[Fact]) -> tuple[str, ...]:
        """The letters that count, among those of some facts."""
        said = frozenset().union(*map(names_of, facts))
        return tuple(name for name in self.domains if name in self.indices & said)

    def at_hand(self, indices: Sequence[str] = ()) -> AtHand:
        """Facts at hand where a proof begins: domains."""
        letters = {name: self.written[name] for name in self.domains if name not in self.indices}
        letters |= {name: self.written[name] for name in indices}
        hand = AtHand(letters, self.domains, self.at_most, self.aids)
        for name in self.domains:
            if name in self.indices and name not in indices:
                continue
            for turn, (_, fact, key) in enumerate(self.domain(name)):
                own = self.domain_name(name, turn)
                proof = Proved(own, frozenset([own]))
                if fact is not None:
                    hand.learn(fact, proof)
                if key is not None:
                    hand.of_functions[key] = proof
        return hand

    def quantified(self, indices: Sequence[str], said: str) -> str:
        """A text for every index."""
        if not indices:
            return said
        names = " ".join(self.written[name] for name in indices)
        within = "".join(f"{text} -> " for name in indices for text, _, _ in self.domain(name))
        return f"forall {names} : R, {within}{said}"

    # lines

    def _line(self, step: Step) -> None:
        self.aids.count = 0
        try:
            if step.rule in LASTING:
                self._premise(step)
            elif step.context.limit is not None:
                self.families.line(step)
            elif step.name in step.context.names:
                self.chosen.add(step.name)
                if isinstance(step.applied, Minimise):
                    self._least(step)
            elif isinstance(step.applied, Isolate):
                self._named(step, None)
            elif isinstance(step.applied, Differentiate):
                self._slope(step)
            elif isinstance(step.applied, FiniteSum):
                self._sum(step)
            elif isinstance(step.applied, Induction):
                self._induction(step)
            else:
                self._plain_line(step)
        except (MissingError, KernelError) as error:
            own = f"step_{identifier(step.name)}_"
            unprinted = (why for name, why in self.unprinted.items() if name.startswith(own))
            self.missing[step.name] = next(unprinted, str(error))

    def _premise(self, step: Step) -> None:
        assert step.relation is not None
        facts = self.facts(step.relation)
        found = []
        for turn, fact in enumerate(facts):
            name = f"premise_{identifier(step.name)}" + (f"_value_{turn}" if turn else "")
            own = self.indices_of([fact])
            said = partial(self._premise_said, own, fact)
            self.hypotheses[name] = Hypothesis(name, step.name, said, names_of(fact) - set(own), None if own else fact)
            found.append((name, fact))
        self.premise_facts[step.name] = found

    def _premise_said(self, indices: Sequence[str], fact: Fact, written: Written) -> str:
        return self.quantified(indices, written.proposition(fact))

    def _named(self, step: Step, meaning: Callable[[Written], str] | None) -> None:
        """A quantity that a step names, as a hypothesis: what its name stands for, under the conditions of the step."""
        assert step.relation is not None
        antecedents, facts = self.antecedents(step), self.facts(step.relation)
        indices = self.indices_of([*antecedents, *facts])
        said = meaning or (lambda written: AND.join(map(written.proposition, facts)))

        def whole(written: Written) -> str:
            arrows = "".join(f"({told(each, written)}) -> " for each in antecedents)
            return self.quantified(indices, arrows + said(written))

        name = f"named_{identifier(step.name)}"
        letters = frozenset().union(*map(names_of, [*antecedents, *facts])) - set(indices)
        self.hypotheses[name] = Hypothesis(name, step.name, whole, letters)
        if meaning is None:
            self.lines[step.name] = Line(name, step.name, indices, tuple(antecedents), tuple(facts), (name,),
                                         tuple(each for each in self.order if each in letters))

    def told(self, fact: Fact) -> str:
        """A fact as a text."""
        return told(fact, self.written)

    def _slope(self, step: Step) -> None:
        found = self.slopes.get(step.name)
        if found is None:
            self._named(step, None)  # what it is called is what it is said to be
            return
        assert step.relation is not None
        left = kernel.term(step.relation.written.left)

        def meaning(written: Written) -> str:
            x = written[found.by]
            return f"is_derive (fun {x} : R => {written.term(found.value)}) {x} {written.term(left, 6)}"

        self._named(step, meaning)
        name = f"named_{identifier(step.name)}"

        def last(hand: AtHand, given: Sequence[Proved]) -> None:
            proof = hand.applied(f"calculus_{identifier(step.name)}", found.statement)
            own = " ".join([name, *(each.text for each in given)])
            text = f"(is_derive_same _ _ _ _ ({own}) {proof.text})"
            hand.conclude(Proved(text, proof.reads | {name}.union(*(each.reads for each in given))),
                          [("=", left, found.stated)])

        self._plain_line(step, last)

    def _sum(self, step: Step) -> None:
        rule, notation = step.applied, self.derivation.notation
        assert isinstance(rule, FiniteSum)
        assert step.relation is not None
        summed, first, last = (kernel.term(from_sympy(each, notation.order))
                               for each in (rule.term, rule.first, rule.last))
        own: Term = ("sum", rule.index.name, first, last, summed)
        count: Term = ("s", rule.count.name)
        left, closed_form = (kernel.term(each) for each in (step.relation.written.left, step.relation.written.right))
        begin = {"integer": ONE, "positive": ONE}.get(self.domains[rule.count.name], ZERO)
        counted = "" if self.domains[rule.count.name] in _START else f"whole {self.written[rule.count.name]} -> "
        self._named(step, lambda written: f"{counted}{written.proposition(('=', left, own))}")
        name = f"named_{identifier(step.name)}"
        whole: Fact = ("whole", count, ZERO)

        def finish(hand: AtHand, given: Sequence[Proved]) -> None:
            goal: Fact = ("=", closed_form, own)
            start, following = at(goal, rule.count.name, begin), at(goal, rule.count.name, ("+", count, ONE))
            pair = self.of_step[step.name]
            steps = [each for each in pair if each.statement.goals[0][1] in (start, following)]
            if len(steps) != 2:
                raise MissingError("no lemma counts up")
            name_of = rule.count.name

            def with_lemma(inner: AtHand) -> None:
                inner.lemmas = steps
                n: Term = ("s", name_of)
                for op, limit in LIMITS[self.domains[name_of]]:
                    fact: Fact = (op, n, number(limit))
                    if op == ">" and ("whole", n, ZERO) in inner.known and (">=", n, begin) in inner.known:
                        own = inner.known[">=", n, begin]
                        inner.learn(fact, Proved(f"(Rlt_le_trans _ _ _ Rlt_0_1 {own.text})", own.reads))

            base = self._within(hand, hand.letters, [], [start], with_lemma)
            inside = {**hand.letters, name_of: hand.fresh()}
            counting: list[Fact] = [("whole", count, ZERO), (">=", count, begin)]
            more = self._within(hand, inside, [*counting, goal], [following], with_lemma, name_of, 2)
            text = self.written
            property_ = f"(fun {text[name_of]} : R => {text.proposition(goal)})"
            proofs = [hand.prove(whole), hand.prove((">=", count, begin))]
            first_number = self._whole_number(begin)
            arguments = " ".join([text.term(begin, 6), first_number, base.text, more.text, text[name_of],
                                  *(each.text for each in proofs)])
            reads = frozenset().union(base.reads, more.reads, *(each.reads for each in proofs))
            hand.conclude(Proved(f"(counting_up {property_} {arguments})", reads), [goal])
            found = hand.known[goal]
            own_arguments = [each.text for each in given] + [hand.prove(whole).text] * bool(counted)
            called = f"({' '.join([name, *own_arguments])})" if own_arguments else name
            hand.conclude(Proved(f"(eq_trans {called} (eq_sym {found.text}))",
                                 found.reads | {name}.union(*(each.reads for each in given))),
                          [("=", left, closed_form)])

        self._plain_line(step, finish, [whole] if counted else [])

    @staticmethod
    def _whole_number(term: Term) -> str:
        return f"(whole_number ({term[1]}))"

    def _least(self, step: Step) -> None:
        """A least value: no other value of what is chosen makes the formula smaller.

        By its slope, which is zero there, and rises wherever it is zero. Raises `MissingError` where that is not shown.
        """
        rule, notation = step.applied, self.derivation.notation
        assert isinstance(rule, Minimise)
        assert step.relation is not None
        inputs = tuple(step_input(self.derivation[each], notation) for each in step.inputs)
        spelled = spelled_out(rule, inputs, notation)
        if spelled.laws or not step.relation.is_equation or step.unknown:
            raise MissingError("what is chosen is supposed: only an equation says its value")
        x, v = rule.over.name, kernel.term(step.relation.written.right)
        value = kernel.term(spelled.first.relation.written.right)
        wanted = [each for each in self.of_step[step.name] if any(extra for extra, _ in each.statement.goals)]
        if not wanted or value[0] in ("max", "min"):
            raise MissingError("what is chosen is supposed: that it is the least is no lemma here")
        family = wanted[0].statement
        flat, bend = next((next(iter(extra)), fact) for extra, fact in family.goals if extra)
        if flat[0] != "=":
            raise MissingError("what is chosen is supposed: that it is the least, beside a kink, is no lemma here")
        slope, curve = flat[1], bend[1]
        name = identifier(step.name)
        try:
            both = [slope_lemma(one, other, x, family.given, self.domains, self.at_most, f"{kind}_{name}")
                    for one, other, kind in ((value, slope, "slope"), (slope, curve, "curve"))]
        except UnprintedError as error:
            raise MissingError(f"what is chosen is supposed: {error}") from None
        relation = spelled.first.relation
        if not relation.is_equation:
            raise MissingError("what is chosen is supposed: the least of a bound is no lemma here")
        chosen = kernel.proposition(step.relation.written)
        own_conditions = [fact for each in (*spelled.first.conditions, *step.conditions) for fact in self.facts(each)]
        antecedents = list(dict.fromkeys([chosen, *own_conditions]))
        hand = self.at_hand()
        names = [f"supposed_{turn}" for turn in range(1, len(antecedents) + 1)]
        for fact, own in zip(antecedents, names, strict=True):
            hand.learn(fact, Proved(own))
        hand.lemmas = self.of_step[step.name]
        self._take_inputs(step, hand)
        formula = hand.prove(("=", kernel.term(relation.written.left), value))

        def inside(letter: str) -> list[str]:
            return [text for text, _, _ in self.domain(x, self.written.with_letters({x: letter}))]

        at_x = AtHand({**hand.letters, x: "t"}, self.domains, self.at_most, self.aids, hand)
        at_x.known = {fact: proof for fact, proof in at_x.known.items() if x not in names_of(fact)}
        for turn, (_, inside_it, _) in enumerate(self.domain(x), 1):
            if inside_it is not None:
                at_x.learn(inside_it, Proved(f"within_{turn}"))
        within = " & ".join(f"within_{turn}" for turn in range(1, len(inside("t")) + 1))
        pattern = f"({within})" if "&" in within else within or "_"
        of_family = at_x.applied(wanted[0].name, family)
        slopes = [at_x.applied(f"{kind}_{name}", each.statement)
                  for kind, each in zip(("slope", "curve"), both, strict=True)]
        goals = [f"goal_{turn}" for turn in range(1, len(family.goals) + 1)]
        pieces = f"({' & '.join(goals)})" if len(goals) > 1 else "goal_1"
        opens = "destruct" if len(goals) > 1 else "pose proof"
        taken = f"{opens} {of_family.text} as {pieces}."
        which = next(turn for turn, (extra, _) in enumerate(family.goals) if extra)
        here = [hand.prove(at(fact, x, v)) for _, fact, _ in self.domain(x) if fact is not None]
        zero = hand.prove(at(flat, x, v))
        lines, needed = hand.script(frozenset().union(zero.reads, formula.reads, *(each.reads for each in here)))
        more, also = at_x.script(frozenset().union(of_family.reads, *(each.reads for each in slopes)))
        needed |= also
        text = {letter: self.written.with_letters({x: letter}) for letter in ("t", "other")}
        conclusion = f"{self.written.term(kernel.term(relation.written.left), 1)} <= {text['other'].term(value, 1)}"
        bounds = inside("other")
        said = f"forall other : R, {''.join(f'{each} -> ' for each in bounds)}{conclusion}"
        interval = AND.join(inside("t")) or "True"
        functions = " ".join(f"(fun t : R => {text['t'].term(each)})" for each in (value, slope, curve))
        opened = [f"beside_{turn}" for turn in range(1, len(bounds) + 1)]
        arrows = "".join(f"\n  ({self.told(each)}) ->" for each in antecedents)
        open_t = f"intros t {pattern}."
        proof = [
            f"intros {' '.join([*names, 'other', *opened])}.", *lines,
            f"rewrite {formula.text}, supposed_1.",
            f"apply (least_by_slope {functions} (fun t : R => {interval}) {self.written.term(v, 6)} other).",
            "{ intros place_1 place_2 place_3 inside_1 inside_2 between. clear - inside_1 inside_2 between. lra. }",
            f"{{ {f'exact {conjunction(here)}' if here else 'exact I'}. }}",
            f"{{ {f'exact {conjunction([Proved(each) for each in opened])}' if opened else 'exact I'}. }}",
            *(f"{{ {open_t} {' '.join(more)} exact {each.text}. }}" for each in slopes),
            f"{{ exact {zero.text}. }}",
            f"{{ {open_t} intro Flat. {' '.join(more)} {taken} exact (goal_{which + 1} Flat). }}",
        ]
        hypotheses = tuple(each for each in self.hypotheses if each in needed)
        names_said = names_of(kernel.proposition(relation.written)).union(free_names(v), *map(names_of, antecedents))
        names_said = names_said.union(*(self.hypotheses[each].letters for each in hypotheses))
        names_said |= {each.removeprefix("letter ") for each in needed if each.startswith("letter ")}
        letters = tuple(each for each in self.order if each in names_said)
        using = " ".join([*(self.written[each] for each in letters), *hypotheses]) or "Type"
        whole = "\n".join([
            f"(* {step.name}: {comment(step.told)}, where {comment(str(spelled.first.relation.lhs))} is least *)",
            f"Lemma least_{name} :{arrows}\n  {said}.", f"Proof using {using}.", *proof, "Qed.", ""])
        self.lemmas += [each.text for each in both]
        self.leasts[step.name] = Line(f"least_{name}", step.name, (), tuple(antecedents), (), hypotheses, letters,
                                      whole, said)

    def _induction(self, step: Step) -> None:
        rule = step.applied
        assert isinstance(rule, Induction)
        k, n = rule.index.name, self.written[rule.index.name]
        start = kernel.term(from_sympy(rule.start, self.derivation.notation.order))
        goals = list(dict.fromkeys(fact for goal in rule.goals for fact in self.said(goal)))
        least = _START[self.domains[k]]
        here: Term = ("s", k)
        following: Term = ("+", here, ONE)

        def last(hand: AtHand, given: Sequence[Proved]) -> None:
            def first(inner: AtHand) -> None:
                for each in step.inputs:
                    self._use(each, inner, place={k: start})

            base = self._within(hand, hand.letters, [], [at(fact, k, start) for fact in goals], first)
            known = here if not rule.downward else following
            before = [at(fact, k, known) for fact in goals]
            wanted = [at(fact, k, following if not rule.downward else here) for fact in goals]
            given_facts: list[Fact] = [("whole", here, ZERO)]
            given_facts += [(">=", here, least), (">=", start, following)] if rule.downward else [(">=", here, start)]

            def next_one(inner: AtHand) -> None:
                for value in (here, following):
                    for each in step.inputs:
                        self._use(each, inner, place={k: value})

            inside = {**hand.letters, k: hand.fresh()}
            more = self._within(hand, inside, [*given_facts, *before], wanted, next_one, k, len(given_facts))
            told = self.written.with_letters({k: n})
            property_ = f"(fun {n} : R => {AND.join(map(told.proposition, goals))})"
            ends: list[Fact] = [("whole", start, ZERO), ("whole", here, ZERO)]
            ends += [(">=", here, least), (">=", start, here)] if rule.downward else [(">=", here, start)]
            proofs = [hand.prove(each) for each in ends]
            which = f"counting_down {property_} {told.term(least, 6)}" if rule.downward else f"counting_up {property_}"
            text = " ".join([which, told.term(start, 6), proofs[0].text, base.text, more.text, n,
                             *(each.text for each in proofs[1:])])
            reads = base.reads.union(more.reads, *(each.reads for each in proofs))
            hand.conclude(Proved(f"({text})", reads), goals)

        self._plain_line(step, last)

    def _within(
        self, hand: AtHand, letters: Mapping[str, str], given: Sequence[Fact], wanted: Sequence[Fact],
        use: Callable[[AtHand], None], counting: str = "", bounds: int = 0,
    ) -> Proved:
        """What follows, for any value of a letter if one counts, from what is given."""
        inner = AtHand(letters, self.domains, self.at_most, self.aids, hand)
        if counting:
            inner.known = {fact: proof for fact, proof in inner.known.items() if counting not in names_of(fact)}
        names = [inner.fresh() for _ in given]
        for fact, name in zip(given, names, strict=True):
            inner.learn(fact, Proved(name))
        use(inner)
        proofs = [inner.prove(fact) for fact in wanted]
        lines, needed = inner.script(frozenset().union(*(each.reads for each in proofs)))
        name = hand.fresh()
        said = AND.join(map(inner.told, wanted))
        opening = []
        if counting:
            arrows, n = [inner.told(fact) for fact in given], letters[counting]
            said = " -> ".join([*arrows[:bounds], AND.join(arrows[bounds:]), said])
            said = f"forall {n} : R, {said}"
            own = names[bounds:]
            pattern = own[0] if len(own) == 1 else f"({' & '.join(own)})"
            opening = [f"intros {' '.join([n, *names[:bounds], pattern])}."]
        hand.emit("\n  ".join([f"assert ({name} : {said}).", "{", *opening, *lines,
                               f"exact {conjunction(proofs)}. }}"]), [name], needed)
        return Proved(name, frozenset([name]))

    def _plain_line(
        self, step: Step, last: object = None, supposed: Sequence[Fact] = (),
    ) -> None:
        assert step.relation is not None
        if not step.verdict.shown and not step.unknown:
            raise MissingError(f"it is {step.verdict.finding}")
        facts = self.said(step.relation)
        antecedents = [*self.antecedents(step), *supposed]
        indices = self.indices_of([*antecedents, *facts])
        hand = self.at_hand(indices)
        names = [f"supposed_{turn}" for turn in range(1, len(antecedents) + 1)]
        for fact, name in zip(antecedents, names, strict=True):
            hand.learn(fact, Proved(name))
        hand.lemmas = self.of_step[step.name]
        self._take_inputs(step, hand)
        if last is not None:
            last(hand, [Proved(name) for name in names[: len(names) - len(supposed)]])  # type: ignore[operator]
        proofs = [hand.prove(fact) for fact in facts]
        lines, needed = hand.script(frozenset().union(*(each.reads for each in proofs)))
        hypotheses = tuple(each for each in self.hypotheses if each in needed)
        said = frozenset().union(*map(names_of, [*facts, *antecedents]))
        said = said.union(*(self.hypotheses[each].letters for each in hypotheses))
        said |= {each.removeprefix("letter ") for each in needed if each.startswith("letter ")}
        letters = tuple(each for each in self.order if each in said and each not in self.indices)
        arrows = "".join(f"\n  ({self.told(each)}) ->" for each in antecedents)
        name = f"line_{identifier(step.name)}"
        bound = [*(self.written[each] for each in indices),
                 *(self.domain_name(each, turn) for each in indices for turn in range(len(self.domain(each)))),
                 *names]
        statement = self.quantified(indices, arrows + "\n  " + AND.join(map(self.told, facts)))
        using = " ".join([*(self.written[each] for each in letters), *hypotheses]) or "Type"
        text = "\n".join([
            f"(* {step.name}: {comment(step.told)} *)", f"Lemma {name} : {statement}.", f"Proof using {using}.",
            *([f"intros {' '.join(bound)}."] if bound else []), *lines, f"exact {conjunction(proofs)}.", "Qed.", "",
        ])
        self.lines[step.name] = Line(name, step.name, indices, tuple(antecedents), tuple(facts), hypotheses, letters,
                                     text)

    def _take_inputs(self, step: Step, hand: AtHand) -> None:
        """Take on what the lines say that a step uses."""
        rule = step.applied
        place: dict[str, Term] = {}
        if isinstance(rule, Instance):
            place = {rule.index.name: kernel.term(from_sympy(rule.value, self.derivation.notation.order))}
        pending = list(step.inputs)
        why: MissingError | None = None
        while pending:
            left = []
            for each in pending:
                try:
                    self._use(each, hand, search=False, place=place)
                except MissingError:
                    left.append(each)
            if len(left) == len(pending):
                for each in list(left):
                    try:
                        self._use(each, hand, place=place)
                        left.remove(each)
                        break
                    except MissingError as error:
                        why = why or error
                else:
                    raise why or MissingError("nothing to rest on")
            pending = left

    def _use(self, name: str, hand: AtHand, *, search: bool = True, place: Mapping[str, Term] | None = None) -> None:
        """Take on what a premise or a line says, with values for what it counts with."""
        if name in self.premise_facts:
            for own, fact in self.premise_facts[name]:
                self._premise_at(hand, own, fact, place or {})
            return
        if name in self.chosen:
            return
        if name not in self.lines:
            raise MissingError(f"it rests on {name}, which is missing")
        line = self.lines[name]
        values = self._values(line.indices, hand, place or {})
        if values is None:
            raise MissingError(f"{name} speaks of an index")
        bound = self._bound(values, hand)
        proofs = [*bound, *(hand.prove(_placed(fact, values), search=search) for fact in line.antecedents)]
        reads = frozenset(line.hypotheses) | {f"letter {each}" for each in line.letters}
        reads = reads.union(*(each.reads for each in proofs))
        text = f"({' '.join([line.name, *(each.text for each in proofs)])})" if proofs else line.name
        hand.conclude(Proved(text, reads), [_placed(fact, values) for fact in line.facts])

    def _values(self, indices: Sequence[str], hand: AtHand, place: Mapping[str, Term]) -> dict[str, Term] | None:
        """The values of what counts: one that is given, or itself; None where there is none."""
        found: dict[str, Term] = {each: place.get(each, ("s", each)) for each in indices}
        named = {name for value in found.values() for name in names_of(("=", value, value))}
        return found if all(name in hand.letters for name in named) else None

    def _bound(self, values: Mapping[str, Term], hand: AtHand) -> list[Proved]:
        """The values, and that each is an index."""
        found = [Proved(hand.written.term(value, 6)) for value in values.values()]
        for index, value in values.items():
            found += [hand.prove(_placed(fact, {index: value}))
                      for _, fact, _ in self.domain(index) if fact is not None]
        return found

    def _premise_at(self, hand: AtHand, name: str, fact: Fact, place: Mapping[str, Term]) -> None:
        indices = self.indices_of([fact])
        values = self._values(indices, hand, place)
        if values is None:
            return
        proofs = self._bound(values, hand)
        text = f"({' '.join([name, *(each.text for each in proofs)])})" if proofs else name
        hand.learn(_placed(fact, values), Proved(text, frozenset([name]).union(*(each.reads for each in proofs))))

    # the file

    def section(self) -> str:
        """The section: variables, hypotheses, and a lemma for each line."""
        lines = [line for line in (*self.lines.values(), *self.leasts.values()) if line.text]
        own = {each for line in (*self.lines.values(), *self.leasts.values()) for each in line.letters}
        used = {each for line in lines for each in line.hypotheses}
        used |= {each.name for each in self.hypotheses.values() if each.step}
        own |= {each for name in used for each in self.hypotheses[name].letters}
        letters = [each for each in self.order if each in own]
        plain = [self.written[each] for each in letters if not self.functions.get(each)]
        head = ["Section Argument."]
        if plain:
            head += wrap(f"Variables {' '.join(plain)} : R.", 118)
        head += [f"Variable {self.written[each]} : {' -> '.join(['R'] * (self.functions[each] + 1))}."
                 for each in letters if self.functions.get(each)]
        head += [f"Hypothesis {each.name} : {each.text(self.written)}." for each in self.hypotheses.values()
                 if each.step or each.name in used]
        return "\n".join([*head, "", *(line.text for line in lines), "End Argument.", ""])

    def closing(self) -> str:
        """The closing theorem: from premises to the result."""
        if self.derivation.headline.context.limit is not None:
            return self.families.result(self.derivation.headline)
        line = self.result
        return "" if line is None or not line.text else self.theorem("result", line)

    @property
    def result(self) -> Line | None:
        """The line of the result, where that is in no limit; None where there is none."""
        name = self.derivation.headline.name
        return self.lines.get(name) or self.leasts.get(name)

    @property
    def lemma_names(self) -> list[str]:
        """The names of all lines that are lemmas, and of theorems on families."""
        own = [line.name for line in (*self.lines.values(), *self.leasts.values()) if line.text]
        families = self.families.lines.values()
        return [*own, *(name for line in families for name in (line.goes, line.name) if name)]

    def theorem(self, name: str, line: Line) -> str:
        """A line as a theorem that says everything which it rests on."""
        step = self.derivation[line.step]
        own = [each for each in line.letters if not self.functions.get(each)]
        said = [f"  forall {' '.join(self.written[each] for each in own)} : R,"] if own else []
        said += [f"  forall {self.written[each]} : {' -> '.join(['R'] * (self.functions[each] + 1))},"
                 for each in line.letters if self.functions.get(each)]
        for each in line.hypotheses:
            found = self.hypotheses[each]
            if found.step and "_value_" not in each:
                told = self.derivation[found.step]
                said.append(f"  (* {told.name}: {comment(str(told.relation))} *)")
            text = found.text(self.written)
            said.append(f"  ({text}) ->" if found.step else f"  {_in_parentheses(text)} ->")
        if line.indices:
            said.append(f"  {self.quantified(line.indices, '')}")
        said += [f"  (* {comment(', '.join(filter(None, (step.holds, 'if' * bool(step.conditions)))))} *)"] * bool(
            line.antecedents)
        said += [f"  ({self.told(each)}) ->" for each in line.antecedents]
        said.append(f"  (* {comment(str(step.relation))} *)")
        said.append(f"  {line.said or AND.join(map(self.told, line.facts))}")
        arguments = " ".join([line.name, *(self.written[each] for each in line.letters)])
        return "\n".join([f"Theorem {name} :", *said, ".", f"Proof. intros. apply ({arguments}); assumption. Qed.", ""])


def _placed(fact: Fact, values: Mapping[str, Term]) -> Fact:
    """A fact with values for what it counts with."""
    for index, value in values.items():
        if value != ("s", index):
            fact = at(fact, index, value)
    return fact


def _in_parentheses(text: str) -> str:
    return f"({text})" if "forall" in text else text


