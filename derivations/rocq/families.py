"""Limits as theorems about families of states: what varies is a number, what moves with it a function of it.

A family holds some letters; all others are any functions of what varies for which, close enough to the end, premises
and what is supposed hold. What is said of a letter that moves is said of the number that it goes to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.derivation.contexts import step_input
from derivations.derivation.rules.calculus import Limit
from derivations.derivation.rules.family import spelled_out
from derivations.derivation.step import Step
from derivations.kernel import statement as kernel
from derivations.kernel.judgement import Arrow, closed_domain, limit_name, renamed
from derivations.kernel.term import MINUS_ONE, ZERO, KernelError, Term, at, free_names, names_of
from derivations.rocq.at_hand import AND, AtHand, Fact, MissingError, Proved, comment, conjunction, identifier, told
from derivations.rocq.calculus import CalculusLemma, lasting_sign
from derivations.rocq.written import UnprintedError, Written

if TYPE_CHECKING:
    from derivations.rocq.theorem import Argument


@dataclass(frozen=True)
class Family:
    """The families that a line speaks of: what goes where, what is held, what moves, and what holds along them.

    `outside` are hypotheses, and facts that are supposed, of letters that are held alone; `inside` those that hold
    close to the end. `limits` are the letters of which the line says what they go to.
    """

    variable: str
    far: bool
    held: tuple[str, ...]
    moving: tuple[str, ...]
    limits: tuple[str, ...]
    outside: tuple[str | Fact, ...]
    inside: tuple[str | Fact, ...]

    counts: bool = False  # what varies is a whole number

    @property
    def end(self) -> str:
        """The filter."""
        return ("counting" if self.counts else "far") if self.far else "near"


@dataclass(frozen=True)
class LimitLine:
    """A line of a limit as a theorem: its family, what it supposes of limits and of what is held, and what it says."""

    name: str
    step: str
    family: Family
    antecedents: tuple[Fact, ...]
    facts: tuple[Fact, ...]
    goes: str  # the name of what says where its letter goes; empty for a line after a limit
    text: str


class Families:
    """Theorems about families, while an argument is written."""

    def __init__(self, argument: Argument) -> None:
        self.argument = argument
        self.lines: dict[str, LimitLine] = {}

    def line(self, step: Step) -> None:
        """Write the theorem of a line in a limit. Raises `MissingError` where none is found."""
        if not step.verdict.shown:
            raise MissingError(f"it is {step.verdict.finding}")
        arrow = step.context.limit
        assert arrow is not None
        if isinstance(step.applied, Limit):
            try:
                self.lines[step.name] = self._limit(step, arrow)
            except MissingError:  # what the formula is said under is then supposed close to the limit
                self.lines[step.name] = self._limit(step, arrow, lasting=False)
        else:
            self.lines[step.name] = self._after(step, arrow)

    # families

    def _family(
        self, arrow: Arrow, hypotheses: Iterable[str], supposed: Iterable[Fact], letters: Iterable[str],
        limits: Sequence[str],
    ) -> Family:
        own = self.argument
        known = dict.fromkeys(hypotheses)
        facts = dict.fromkeys(supposed)
        names = frozenset(letters).union(*(own.hypotheses[each].letters for each in known), *map(names_of, facts))
        names |= {arrow.variable}
        if names & own.indices or names & set(own.functions):
            raise MissingError("a family of functions")
        while True:
            for name in names:
                known |= dict.fromkeys(own.domain_name(name, turn) for turn in range(len(own.domain(name))))
            wider = names.union(*(own.hypotheses[each].letters for each in known))
            if wider == names:
                break
            names = wider
        held = tuple(each for each in own.domains if each in names and each in arrow.held)
        moving = tuple(each for each in own.domains if each in names and each not in held and each != arrow.variable)
        ordered = [each for each in own.hypotheses if each in known]
        inside: list[str | Fact] = []
        outside: list[str | Fact] = []
        for each in ordered:
            (outside if own.hypotheses[each].letters <= set(held) else inside).append(each)
        for fact in facts:
            (outside if names_of(fact) <= set(held) else inside).append(fact)
        return Family(arrow.variable, arrow.to == "oo", held, moving, tuple(limits), tuple(outside), tuple(inside),
                      own.domains[arrow.variable] in ("integer", "whole"))

    def _writing(self, family: Family, *, inside: bool) -> dict[str, str]:
        """The texts of letters: those that are held, and at a place of the family those that move."""
        text = self.argument.written
        letters = {each: text[each] for each in family.held}
        if inside:
            letters[family.variable] = text[family.variable]
            letters |= {each: f"({text[each]} {text[family.variable]})" for each in family.moving}
        else:
            letters |= {limit_name(each): self._limit_text(each) for each in family.limits}
        return letters

    def _limit_text(self, name: str) -> str:
        return f"{self.argument.written[name]}_limit"

    def said(self, each: str | Fact, written: Written) -> str:
        """A hypothesis or a fact as a text."""
        return self.argument.hypotheses[each].text(written) if isinstance(each, str) else told(each, written)

    def predicate(self, family: Family) -> str:
        """What holds close to the end, as a text."""
        own = self.argument.written
        written = own.with_letters(self._writing(family, inside=True))
        said = AND.join(self._in_parentheses(self.said(each, written)) for each in family.inside) or "True"
        return f"{family.end} (fun {own[family.variable]} : R => {said})"

    @staticmethod
    def _in_parentheses(text: str) -> str:
        return f"({text})" if "->" in text or "forall" in text or AND in text else text

    # hands

    def _hand(self, family: Family, *, inside: bool, positive: Sequence[str] = ()) -> AtHand:
        own = self.argument
        domains = {**own.domains, **{limit_name(each): closed_domain(own.domains[each], positive=each in positive)
                                     for each in family.limits}}
        hand = AtHand(self._writing(family, inside=inside), domains, own.at_most, own.aids)
        for turn, each in enumerate(family.outside, 1):
            self._learn(hand, each, f"held_{turn}")
        if inside:
            for turn, each in enumerate(family.inside, 1):
                self._learn(hand, each, f"here_{turn}")
        return hand

    def _learn(self, hand: AtHand, each: str | Fact, name: str) -> None:
        if isinstance(each, str):
            hand.local[each] = name
            fact = self.argument.hypotheses[each].fact
            if fact is not None:
                hand.learn(fact, Proved(name))
        else:
            hand.learn(each, Proved(name))

    def _use(self, hand: AtHand, name: str) -> None:
        """Take on what a premise or a line says of the state at hand."""
        own = self.argument
        if name in own.premise_facts:
            for each, fact in own.premise_facts[name]:
                hand.learn(fact, Proved(hand.local[each]))
            return
        if name in own.chosen:
            return
        line = own.lines.get(name)
        if line is None:
            raise MissingError(f"it rests on {name}, which is missing")
        proofs = [hand.prove(fact) for fact in line.antecedents]
        arguments = [*(hand.letters[each] for each in line.letters), *(hand.local[each] for each in line.hypotheses)]
        called = [line.name, *arguments] if line.text else [hand.local[line.name]]  # a name that is given
        reads = frozenset().union(*(each.reads for each in proofs))
        hand.conclude(Proved(f"({' '.join([*called, *(each.text for each in proofs)])})", reads), line.facts)

    def _behind(self, names: Iterable[str]) -> tuple[list[str], set[str]]:
        """The hypotheses and letters of premises and lines."""
        own = self.argument
        hypotheses, letters = list[str](), set[str]()
        for name in names:
            if name in own.premise_facts:
                hypotheses += [each for each, _ in own.premise_facts[name]]
            elif name in own.lines:
                hypotheses += own.lines[name].hypotheses
                letters |= set(own.lines[name].letters)
            elif name not in own.chosen:
                raise MissingError(f"it rests on {name}, which is missing")
        return hypotheses, letters

    # a limit

    def _limit(self, step: Step, arrow: Arrow, *, lasting: bool = True) -> LimitLine:
        own, rule = self.argument, step.applied
        assert isinstance(rule, Limit)
        assert step.relation is not None
        found = own.slopes.get(step.name)
        if found is None:
            raise MissingError(own.unprinted.get(own.calculus_name(step), "no lemma says that it is the limit"))
        notation = own.derivation.notation
        sources = [own.derivation[each] for each in step.inputs]
        if any(each.context.limit is not None for each in sources):
            raise MissingError("a limit of a limit")
        spelled = spelled_out(rule, tuple(step_input(each, notation) for each in sources), notation).first
        formula = kernel.proposition(spelled.relation.written)
        letter = kernel.term(spelled.relation.written.left)
        if letter[0] != "s":
            raise MissingError("the limit of what is no letter")
        y = letter[1]
        value, stated = found.value, found.stated
        hypotheses, letters = self._behind(step.inputs)
        supposed = own.suppositions(step)
        conditions = [at(fact, y, stated) for fact in own.conditions(step)]
        before = [fact for each in sources for fact in own.conditions(each)]
        before = [fact for fact in dict.fromkeys(before) if fact not in conditions and fact not in supposed]
        letters |= free_names(value) | free_names(stated) | {y} | set().union(*map(names_of, conditions))
        soon = self._lasting(step, arrow, before, found) if lasting else {}
        before = [fact for fact in before if fact not in soon]
        for each in soon.values():
            letters |= {*each.statement.domains} - {*own.at_most.values()}
        family = self._family(arrow, hypotheses, [*supposed, *before], letters, [y])
        outer = self._hand(family, inside=False)
        for turn, fact in enumerate(conditions, 1):
            outer.learn(fact, Proved(f"supposed_{turn}"))
        here = self._hand(family, inside=True)
        for turn, fact in enumerate(conditions, 1):
            here.learn(fact, Proved(f"supposed_{turn}"))
        here.lemmas = own.of_step[step.name]
        end, x, text_y = family.end, own.written[family.variable], own.written[y]
        inside = own.written.with_letters(self._writing(family, inside=True))
        self._bounded(outer)
        for turn, (lasting_one, lemma) in enumerate(soon.items(), 1):
            name = f"soon_{turn}"
            limit_of = outer.applied(f"soon_{identifier(step.name)}_{turn}", lemma.statement, (family.variable,))
            if family.counts:
                limit_of = Proved(f"(as_it_counts _ _ {limit_of.text})", limit_of.reads)
            above = outer.prove((">", lemma.stated, ZERO))
            function = f"(fun {x} : R => {inside.term(lemma.value)})"
            outer.emit(f"assert ({name} : {end} (fun {x} : R => 0 < {inside.term(lemma.value, 1)})) by exact "
                       f"(positive_soon {end} _ {function} _ {above.text} {limit_of.text}).", [name],
                       above.reads | limit_of.reads)
            outer.close.append((name, f"{name}_here"))
            here.learn((">", lemma.value, ZERO), Proved(f"{name}_here", frozenset([name])))
            here.prove(lasting_one)
        for source in step.inputs:
            self._use(here, source)
        op = formula[0]
        side = here.prove(formula)
        lines, needed = here.script(side.reads)
        function = f"(fun {x} : R => {inside.term(value)})"
        for fact in list(here.known):
            if names_of(fact) <= set(family.held) and fact not in outer.known and names_of(fact):
                self._lift(outer, here, family, fact)
        for fact in found.statement.given:
            self._need(outer, here, family, fact)
        applied = outer.applied(own.calculus_name(step), found.statement, (family.variable,))
        told_close = inside.proposition(formula) if op != "=" else f"{inside.term(letter, 1)} = {inside.term(value, 1)}"
        outer.emit(f"assert (Close : {end} (fun {x} : R => {told_close})).\n{{ {self._close(outer, family)}\n"
                   f"{chr(10).join(lines)}\nexact {side.text}. }}",
                   ["Close"], needed | {each for each, _ in outer.close})
        outer_lines, _ = outer.script(applied.reads | {"Close"})
        if family.counts:
            applied = Proved(f"(as_it_counts _ _ {applied.text})", applied.reads)
        outer_text = own.written.with_letters(self._writing(family, inside=False))
        opening, arguments = self._opening(family, conditions, outer_text)
        limit = self._limit_text(y)
        named = identifier(step.name)
        own_limit = "\n".join(outer_lines)
        texts, goes = [], ""
        if op == "=":
            goes = f"goes_{named}"
            where = f"filterlim {text_y} {end} (locally {outer_text.term(stated, 6)})."
            head = "\n  ".join([f"Theorem {goes} :", *opening, where])
            last = f"exact (limit_of_same {end} _ {text_y} {function} _ Close {applied.text})."
            texts.append("\n".join([head, "Proof.", f"intros {arguments} Family.", own_limit, last, "Qed.", ""]))
        name = f"limit_{named}"
        names_given = {y: limit_name(y)}
        wanted = [self._of_limits(fact, names_given) for fact in own.said(step.relation)]
        after = self._hand(family, inside=False)
        for turn, condition in enumerate(conditions, 1):
            after.learn(condition, Proved(f"supposed_{turn}"))
        after.close = outer.close
        after.follow(outer)
        for goal in wanted:
            self._need(after, here, family, goal)
        left: Term = ("s", limit_name(y))
        opening, arguments = self._opening(family, conditions, outer_text, limits=True)
        body = ["Proof.", f"intros {arguments} Family Goes_1."]
        if op == "=":
            own_arguments = " ".join([*self._letters_of(family), *self._names_of(family, conditions), "Family"])
            proof = f"(same_limit {end} _ {text_y} _ _ Goes_1 ({goes} {own_arguments}))"
            after.learn(("=", left, stated), Proved("reached"))
            body.append(f"assert (reached : {limit} = {outer_text.term(stated, 1)}) by exact {proof}.")
        else:
            # F(x) >= e(x), or the other way round
            upper = formula[1] == letter
            pair = [function, text_y] if upper else [text_y, function]
            goals = [applied.text, "Goes_1"] if upper else ["Goes_1", applied.text]
            fact_told = (">=", left, stated) if upper else (">=", stated, left)
            after.learn(fact_told, Proved("reached"))
            body.append(own_limit)
            weak = (f"{end} (fun {x} : R => {inside.proposition(('>=', *formula[1:]))})")
            weaker = "apply Rlt_le. " if op == ">" else ""
            body.append(f"assert (Weak : {weak}).\n"
                        f"{{ revert Close. apply filter_imp. intros {x} C. {weaker}exact C. }}")
            above_it = f"(limit_above {end} _ {' '.join(pair)} _ _ Weak {' '.join(goals)})"
            body.append(f"assert (reached : {outer_text.proposition(fact_told)}) by exact {above_it}.")
        proofs = [after.prove(each) for each in wanted]
        more, _ = after.script(frozenset().union(*(each.reads for each in proofs)))
        said = AND.join(told(each, outer_text) for each in wanted)
        head = "\n  ".join([f"Theorem {name} :", *opening, f"{said}."])
        remark = f"(* {step.name}: {comment(step.told)} *)"
        texts.append("\n".join([remark, head, *body, *more, f"exact {conjunction(proofs)}.", "Qed.", ""]))
        return LimitLine(name, step.name, family, tuple(conditions), tuple(wanted), goes, "\n".join(texts))

    def _bounded(self, hand: AtHand) -> None:
        """A bound that moves is for a lemma, in which it only bounds a letter, as large as that."""
        for low, high in self.argument.at_most.items():
            if low in hand.letters and high not in hand.letters:
                hand.letters[high] = hand.letters[low]
                hand.learn((">=", ("s", high), ("s", low)), Proved("(Rle_refl _)"))
                for fact, proof in list(hand.known.items()):
                    if names_of(fact) == {low} and fact[0] != "whole":
                        hand.learn(self._of_limits(fact, {low: high}), proof)
                    elif fact[:2] == ("whole", ("s", low)):
                        hand.learn(("whole", ("s", high), ZERO), proof)

    def _lasting(
        self, step: Step, arrow: Arrow, before: Sequence[Fact], base: CalculusLemma
    ) -> dict[Fact, CalculusLemma]:
        """What the formula is said under that speaks of what varies, and lasts close to the limit, with lemmas."""
        own, found = self.argument, dict[Fact, CalculusLemma]()
        for fact in before:
            op, left, right = fact
            if arrow.variable not in names_of(fact) or op not in (">", ">="):
                continue
            if not names_of(fact) <= {arrow.variable, *arrow.held}:
                continue
            name = f"soon_{identifier(step.name)}_{len(found) + 1}"
            difference: Term = left if right == ZERO else ("+", left, ("*", MINUS_ONE, right))
            try:
                lemma = lasting_sign(difference, base, own.domains, own.at_most, name, far=arrow.to == "oo")
            except (UnprintedError, KernelError):
                continue
            found[fact] = lemma
            own.lemmas.append(lemma.text)
        return found

    def _of_limits(self, fact: Fact, names: Mapping[str, str]) -> Fact:
        op, left, right = fact
        return (op, renamed(left, names), renamed(right, names))

    def _opening(
        self, family: Family, conditions: Sequence[Fact], outer: Written, *, limits: bool = False
    ) -> tuple[list[str], str]:
        """The suppositions of a theorem on families, as lines of text, and the names that they are given."""
        text = self.argument.written
        held = [text[each] for each in family.held]
        ends = [self._limit_text(each) for each in family.limits] if limits else []
        binders = f"forall ({' '.join([*held, *ends])} : R)" if held or ends else "forall"
        moving = [text[each] for each in family.moving]
        binders += f" ({' '.join(moving)} : R -> R)," if moving else ","
        lines = [binders]
        for each in family.outside:
            if isinstance(each, str) and "_value_" not in each and self.argument.hypotheses[each].step:
                lines.append(self._remark(each))
            lines.append(f"({self.said(each, outer)}) ->")
        lines += [f"({told(each, outer)}) ->" for each in conditions]
        lines.append(f"{self.predicate(family)} ->")
        if limits:
            lines += [f"filterlim {text[each]} {family.end} (locally {self._limit_text(each)}) ->"
                      for each in family.limits]
        names = " ".join([*held, *ends, *moving, *self._names_of(family, conditions)])
        return lines, names

    def _remark(self, name: str) -> str:
        step = self.argument.derivation[self.argument.hypotheses[name].step]
        return f"(* {step.name}: {comment(str(step.relation))} *)"

    def _letters_of(self, family: Family) -> list[str]:
        return [self.argument.written[each] for each in (*family.held, *family.moving)]

    @staticmethod
    def _names_of(family: Family, conditions: Sequence[Fact]) -> list[str]:
        return [*(f"held_{turn}" for turn in range(1, len(family.outside) + 1)),
                *(f"supposed_{turn}" for turn in range(1, len(conditions) + 1))]

    def result(self, step: Step) -> str:
        """The closing theorem of a line in a limit: where its letter goes, or what is said of where letters go."""
        line = self.lines.get(step.name)
        if line is None:
            return ""
        outer = self.argument.written.with_letters(self._writing(line.family, inside=False))
        opening, _ = self._opening(line.family, line.antecedents, outer, limits=True)
        said = AND.join(told(each, outer) for each in line.facts)
        remark = f"(* {comment(step.told)} *)"
        head = "\n  ".join(["Theorem result :", *opening, remark, f"{said}."])
        return f"{head}\nProof. exact {line.name}. Qed.\n"

    # a line after a limit

    def _after(self, step: Step, arrow: Arrow) -> LimitLine:
        own = self.argument
        assert step.relation is not None
        going = [each for each in step.inputs if own.derivation[each].context.limit is not None]
        beside = [each for each in step.inputs if each not in going]
        if missing := [each for each in going if each not in self.lines]:
            raise MissingError(f"it rests on {missing[0]}, which is missing")
        hypotheses, letters = self._behind(beside)
        supposed = own.suppositions(step)
        names = {each: limit_name(each) for each in arrow.moving}
        limits: dict[str, None] = {}
        for each in going:
            line = self.lines[each].family
            hypotheses += [one for one in (*line.outside, *line.inside) if isinstance(one, str)]
            supposed += [one for one in (*line.outside, *line.inside) if not isinstance(one, str)]
            letters |= {*line.held, *line.moving}
            limits |= dict.fromkeys(line.limits)
        facts = own.said(step.relation)
        conditions = [self._of_limits(fact, names) for fact in own.conditions(step)]
        spoken = set().union(*map(names_of, [*facts, *own.conditions(step)]))
        for each in beside:
            if each not in own.chosen:
                told_beside = ([fact for _, fact in own.premise_facts[each]] if each in own.premise_facts
                               else own.lines[each].facts)
                spoken |= set().union(*map(names_of, told_beside)) & {*arrow.moving}
        limits |= dict.fromkeys(each for each in arrow.moving if each in spoken)
        letters |= spoken
        wanted = [self._of_limits(fact, names) for fact in facts]
        family = self._family(arrow, hypotheses, supposed, letters, tuple(limits))
        hand = self._hand(family, inside=False, positive=arrow.positive)
        outer = own.written.with_letters(self._writing(family, inside=False))
        for turn, fact in enumerate(conditions, 1):
            hand.learn(fact, Proved(f"supposed_{turn}"))
        self._domains(hand, family)
        hand.lemmas = own.of_step[step.name]
        for each in going:
            self._use_limit(hand, family, each)
        for each in beside:
            self._still(hand, family, each, set(arrow.moving))
        self._positive(hand, family, arrow)
        proofs = [hand.prove(fact) for fact in wanted]
        lines, _ = hand.script(frozenset().union(*(each.reads for each in proofs)))
        opening, arguments = self._opening(family, conditions, outer, limits=True)
        goes = " ".join(f"Goes_{turn}" for turn in range(1, len(family.limits) + 1))
        name = f"limit_{identifier(step.name)}"
        said = AND.join(told(each, outer) for each in wanted)
        head = "\n  ".join([f"Theorem {name} :", *opening, f"{said}."])
        remark = f"(* {step.name}: {comment(step.told)} *)"
        text = "\n".join([remark, head, "Proof.", f"intros {arguments} Family {goes}.",
                          *lines, f"exact {conjunction(proofs)}.", "Qed.", ""])
        return LimitLine(name, step.name, family, tuple(conditions), tuple(wanted), "", text)

    def _domains(self, hand: AtHand, family: Family) -> None:
        """What limits are by the domains of their letters: zero or more."""
        own = self.argument
        x = own.written[family.variable]
        for turn, each in enumerate(family.limits, 1):
            if each not in family.moving or own.domains[each] == "real":
                continue
            fact: Fact = (">=", ("s", limit_name(each)), ZERO)
            name = hand.fresh()
            here = self._hand(family, inside=True)
            proof = here.prove((">=", ("s", each), ZERO))
            lines, _ = here.script(proof.reads)
            pattern = self._pattern(family)
            text = own.written[each]
            hand.emit(
                f"assert ({name} : 0 <= {self._limit_text(each)}).\n"
                f"{{ apply (limit_nonneg {family.end} _ {text} _); [| exact Goes_{turn}].\n"
                f"revert Family. apply filter_imp. intros {x} {pattern}.\n"
                f"{chr(10).join(lines)}\nexact {proof.text}. }}", [name])
            hand.learn(fact, Proved(name, frozenset([name])))

    def _positive(self, hand: AtHand, family: Family, arrow: Arrow) -> None:
        for each in arrow.positive:
            if each in family.limits:
                fact: Fact = (">", ("s", limit_name(each)), ZERO)
                domains = hand.domains
                hand.domains = {**domains, limit_name(each): closed_domain(self.argument.domains[each])}
                hand.prove(fact)
                hand.domains = domains

    def _use_limit(self, hand: AtHand, family: Family, name: str) -> None:
        """Take on what a line of the limit says, along families that hold more."""
        own = self.argument
        line = self.lines[name]
        inner = line.family
        x = own.written[family.variable]
        values = []
        for each in inner.held:
            values.append(hand.letters[each])
        limits = [hand.letters[limit_name(each)] for each in inner.limits]
        functions = [own.written[each] if each in family.moving else f"(fun _ : R => {own.written[each]})"
                     for each in inner.moving]
        if any(each not in family.held for each in inner.held):
            raise MissingError("a limit that holds what another lets move")
        proofs = [self._held(hand, each) for each in inner.outside] + [hand.prove(fact) for fact in line.antecedents]
        here = self._hand(family, inside=True)
        parts = [self._held(here, each).text for each in inner.inside]
        pattern = self._pattern(family)
        written = own.written.with_letters({
            **{each: own.written[each] for each in inner.held}, family.variable: x,
            **{each: f"({own.written[each]} {x})" if each in family.moving else own.written[each]
               for each in inner.moving}})
        said = AND.join(self._in_parentheses(self.said(each, written)) for each in inner.inside) or "True"
        fresh = hand.fresh()
        exact = " ".join(["exact", *(f"(conj {each}" for each in parts[:-1]), parts[-1] + ")" * (len(parts) - 1)])
        hand.emit(f"assert ({fresh} : {family.end} (fun {x} : R => {said})).\n"
                  f"{{ revert Family. apply filter_imp. intros {x} {pattern}. {exact}. }}",
                  [fresh])
        goes = []
        for each in inner.limits:
            goes.append(f"Goes_{family.limits.index(each) + 1}")
        arguments = [*values, *limits, *functions, *(each.text for each in proofs), fresh, *goes]
        reads = frozenset([fresh]).union(*(each.reads for each in proofs))
        hand.conclude(Proved(f"({' '.join([line.name, *arguments])})", reads), line.facts)

    def _held(self, hand: AtHand, each: str | Fact) -> Proved:
        if isinstance(each, str):
            if each not in hand.local:
                raise MissingError("what is held elsewhere moves")
            return Proved(hand.local[each])
        return hand.prove(each)

    def _still(self, hand: AtHand, family: Family, name: str, moving: set[str]) -> None:
        """Take on what a premise or a line says of letters that are held."""
        own = self.argument
        here = self._hand(family, inside=True)
        for fact, proof in hand.known.items():
            if names_of(fact) <= set(family.held):
                here.learn(fact, proof)
        if name in own.lines:
            for fact in own.lines[name].antecedents:
                self._soon(hand, here, family, fact)
        self._use(here, name)
        facts = ([fact for _, fact in own.premise_facts[name]] if name in own.premise_facts
                 else list(own.lines[name].facts) if name in own.lines else [])
        if not facts:
            relation = own.derivation[name].relation
            facts = [] if relation is None else own.facts(relation)
        for fact in facts:
            names = names_of(fact)
            if fact in hand.known:
                continue
            if names & {*family.moving} and names <= {*family.held, *family.limits}:
                self._closed(hand, here, family, fact)
                continue
            if not names <= set(family.held):
                if names & {*family.moving}:
                    raise MissingError(f"{name} speaks of what moves")
                raise MissingError(f"{name} speaks of {family.variable}")
            here.prove(fact)
            self._lift(hand, here, family, fact)

    @staticmethod
    def _pattern(family: Family) -> str:
        """The names of what holds close to the end, as a pattern."""
        names = " & ".join(f"here_{turn}" for turn in range(1, len(family.inside) + 1))
        return f"({names})" if "&" in names else names or "_"

    def _close(self, hand: AtHand, family: Family) -> str:
        """The lines that begin what is shown close to the end."""
        x = self.argument.written[family.variable]
        pattern = self._pattern(family)
        if not hand.close:
            return f"revert Family. apply filter_imp. intros {x} {pattern}."
        both = "Family"
        for name, _ in hand.close:
            both = f"(filter_and _ _ {both} {name})"
        for _, own in hand.close:
            pattern = f"({pattern} & {own})"
        return f"pose proof {both} as Both. revert Both. apply filter_imp. intros {x} {pattern}."

    def _soon(self, hand: AtHand, here: AtHand, family: Family, fact: Fact) -> None:
        """Take on a fact of letters that move which is strict of where they go: it holds close to the end."""
        op, left, right = fact
        if fact in here.known or not names_of(fact) & {*family.moving}:
            return
        if op not in (">", ">=") or not names_of(fact) <= {*family.held, *family.limits}:
            return
        reads = set[str]()
        x = self.argument.written[family.variable]
        (a, proof_a), (b, proof_b) = (self._goes(hand, here, family, each, reads) for each in (right, left))
        apart = hand.prove((">", b, a))
        name, own = hand.fresh(), hand.fresh()
        functions = " ".join(f"(fun {x} : R => {here.written.term(each)})" for each in (right, left))
        text = hand.written.term
        said = here.told((">", left, right))
        hand.emit(f"assert ({name} : {family.end} (fun {x} : R => {said})) by exact "
                  f"(limits_apart {family.end} _ {functions} {text(a, 6)} {text(b, 6)} {apart.text} "
                  f"{proof_a} {proof_b}).", [name], reads | apart.reads)
        hand.close.append((name, own))
        here.learn((">", left, right), Proved(own, frozenset([name])))

    def _lift(self, hand: AtHand, here: AtHand, family: Family, fact: Fact) -> None:
        """Take on a fact of letters that are held, which holds close to the end."""
        proof = here.prove(fact)
        lines, needed = here.script(proof.reads)
        name = hand.fresh()
        hand.emit(f"assert ({name} : {hand.told(fact)}).\n{{ apply (lasting {family.end} _). "
                  f"{self._close(hand, family)}\n{chr(10).join(lines)}\nexact {proof.text}. }}",
                  [name], needed | {own for own, _ in hand.close})
        hand.learn(fact, Proved(name, frozenset([name])))

    def _need(self, hand: AtHand, here: AtHand, family: Family, fact: Fact) -> None:
        """Show a fact of letters that are held, if need be close to the end."""
        if fact in hand.known or not names_of(fact) <= set(family.held):
            return
        try:
            hand.prove(fact)
        except MissingError:
            here.prove(fact)
            self._lift(hand, here, family, fact)

    def _closed(self, hand: AtHand, here: AtHand, family: Family, fact: Fact) -> None:
        """Take on what a fact of letters that move says of the numbers that they go to."""
        own, (op, left, right) = self.argument, fact
        if op not in ("=", ">", ">="):
            return
        x = own.written[family.variable]
        weak: Fact = ("=" if op == "=" else ">=", left, right)
        proof = here.prove(weak)
        lines, needed = here.script(proof.reads)
        name = hand.fresh()
        said = f"{family.end} (fun {x} : R => {here.told(weak)})"
        hand.emit(f"assert ({name} : {said}).\n{{ {self._close(hand, family)}\n{chr(10).join(lines)}\n"
                  f"exact {proof.text}. }}", [name], needed | {own for own, _ in hand.close})
        sides = [(left, right)] if op == "=" else [(right, left)]
        (low, high), = sides
        reads = {name}
        (a, proof_a), (b, proof_b) = (self._goes(hand, here, family, each, reads) for each in (low, high))
        lemma = "limits_equal" if op == "=" else "limit_above"
        functions = " ".join(f"(fun {x} : R => {here.written.term(each)})" for each in (low, high))
        found: Fact = ("=", a, b) if op == "=" else (">=", b, a)
        text = hand.written.term
        proved = f"({lemma} {family.end} _ {functions} {text(a, 6)} {text(b, 6)} {name} {proof_a} {proof_b})"
        hand.conclude(Proved(proved, frozenset(reads)), [found])

    def _goes(self, hand: AtHand, here: AtHand, family: Family, term: Term, reads: set[str]) -> tuple[Term, str]:
        """Where a term goes, and what proves it."""
        end, x = family.end, self.argument.written[family.variable]
        text = hand.written.term

        def function(part: Term) -> str:
            return f"(fun {x} : R => {here.written.term(part)})"

        if not free_names(term) & {*family.moving}:
            return term, f"(limit_const {end} _ {text(term, 6)})"
        head, rest = term[0], term[1:]
        if head == "s":
            return ("s", limit_name(rest[0])), f"Goes_{family.limits.index(rest[0]) + 1}"
        if head in ("+", "*") and len(rest) == 1:
            return self._goes(hand, here, family, rest[0], reads)
        if head == "*" and rest[0] == MINUS_ONE:
            inside = rest[1] if len(rest) == 2 else ("*", *rest[1:])
            found, proof = self._goes(hand, here, family, inside, reads)
            return ("*", MINUS_ONE, found), f"(goes_opp {end} _ {function(inside)} {text(found, 6)} {proof})"
        if head in ("+", "*"):
            first: Term = rest[0] if len(rest) == 2 else (head, *rest[:-1])
            one, proof = self._goes(hand, here, family, first, reads)
            other, beside = self._goes(hand, here, family, rest[-1], reads)
            lemma = "goes_plus" if head == "+" else "goes_times"
            found = (head, *(one[1:] if len(rest) > 2 and one[0] == head else (one,)), other)
            return found, (f"({lemma} {end} _ {function(first)} {function(rest[-1])} {text(one, 6)} {text(other, 6)} "
                           f"{proof} {beside})")
        if head == "^":
            if rest[1] < 0:
                base: Term = rest[0] if rest[1] == -1 else ("^", rest[0], -rest[1])
                found, proof = self._goes(hand, here, family, base, reads)
                apart = hand.prove(("!=", found, ZERO))
                reads |= apart.reads
                return ("^", found, -1), f"(goes_inv {end} _ {function(base)} {text(found, 6)} {apart.text} {proof})"
            found, proof = self._goes(hand, here, family, rest[0], reads)
            return ("^", found, rest[1]), f"(goes_pow {end} _ {function(rest[0])} {text(found, 6)} {rest[1]} {proof})"
        if head == "exp":
            found, proof = self._goes(hand, here, family, rest[0], reads)
            return ("exp", found), f"(goes_exp {end} _ {function(rest[0])} {text(found, 6)} {proof})"
        raise MissingError(f"no limit of {head}")
