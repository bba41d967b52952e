"""Witnesses: states, and families of states, that satisfy what a theorem supposes, for Rocq to check.

A theorem whose suppositions no state satisfies says nothing, and Rocq accepts it all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import resources
from itertools import combinations, islice

from sympy import Add, Expr, Mul, Poly, PolynomialError, Rational, Symbol, factor, numer, solve, together

from derivations.derivation.existence import contexts, named_in
from derivations.derivation.trace import LASTING
from derivations.kernel.exact_point import ExactPoint, within
from derivations.kernel.statement import Goal, Statement, closed
from derivations.kernel.term import ONE, ZERO, KernelError, Term, free_names, names_of, number, parts, with_parts
from derivations.language.arithmetic import NotPlainError
from derivations.proof.near_point import refuting_point
from derivations.proof.witness import witnesses
from derivations.rocq.at_hand import AtHand, Fact, MissingError, Proved, comment, conjunction, identifier, told
from derivations.rocq.calculus import CalculusLemma
from derivations.rocq.families import Family, LimitLine
from derivations.rocq.point import Point, find_point
from derivations.rocq.theorem import Argument, Line
from derivations.rocq.written import Written, arities

_MOST_MOVED = 2  # letters that move and are in no chain of definitions from what varies
_MOST_TRIED = 150
_MOST_FAMILIES = 12  # that are tried at one end
_MOST_TOGETHER = 4  # equations that are solved together
_NEVER: tuple[Goal, ...] = ((frozenset(), (">", ZERO, ONE)),)


def _sums() -> str:
    """What Rocq needs to compute sums with given ends, which only files with such a state have."""
    return (resources.files("derivations") / "rocq" / "sums.v").read_text(encoding="utf-8")


class Witnesses:
    """The witness lemmas of an argument; `numbers` are those near which states are looked for."""

    def __init__(self, argument: Argument, numbers: Mapping[str, Fraction]) -> None:
        self.argument, self.numbers = argument, numbers
        self.texts: list[str] = []  # of sums with given ends first, where a state has one
        self._tried = 0  # choices of what moves, for one family
        self.names: list[str] = []
        self.missing: dict[str, str] = {}  # by what no state is found for, the reason

    def of_contexts(self) -> None:
        """A lemma for the premises together, and one for each context, that states satisfy them, with what is named."""
        derivation = self.argument.derivation
        premises = [step for step in derivation.trace if step.rule in LASTING and step.relation is not None]
        hypotheses = [name for step in premises for name, _ in self.argument.premise_facts.get(step.name, ())]
        for context in contexts(derivation):
            supposed = [fact for name in context.names for fact in self._supposed(name)]
            name = "_".join(["state", *map(identifier, context.names)])
            facts = (*self._given(hypotheses), *supposed)
            spoken = frozenset[str]().union(*map(names_of, facts))  # what else is named is what it is in each state
            named = {step.name for step in named_in(derivation, context) if step.subject_name in spoken}
            own = [each for each, item in self.argument.hypotheses.items() if item.step in named]
            self._state(name, context.words or "all premises", [*hypotheses, *own], supposed)

    def of_result(self, line: Line) -> None:
        """A lemma that some state satisfies all that the closing theorem supposes."""
        if line.indices:
            return
        self._state("state_of_result", "the result", line.hypotheses, line.antecedents)

    def of_families(self) -> None:
        """A lemma for each limit that there is a family of the states it speaks of."""
        for line in self.argument.families.lines.values():
            derivation = self.argument.derivation
            if derivation[line.step].rule == "limit" or line.step == derivation.headline.name:
                name = f"family_{identifier(line.step)}"
                try:
                    self.texts.append(self._family(name, line))
                    self.names.append(name)
                except (MissingError, KernelError) as error:
                    self.missing[line.step] = str(error)

    def _family(self, name: str, line: LimitLine) -> str:
        family = line.family
        every = (*family.outside, *family.inside)
        facts: list[Fact] = [*self._given([each for each in every if isinstance(each, str)]),
                             *(each for each in every if not isinstance(each, str))]
        conditions = [fact for fact in line.antecedents if names_of(fact) <= {*family.held}]
        facts = [fact for fact in dict.fromkeys([*facts, *conditions]) if fact[0] != "whole"]
        self._tried = 0
        for exponent in (3, 6, 9):
            end = Fraction(10) ** (exponent if family.far else -exponent)
            for values in islice(self._letters(family, facts, end), _MOST_FAMILIES):
                if self._holds(family, facts, values, end):
                    return self._family_lemma(name, line, facts, values, end)
        raise MissingError("no family was found")

    def _letters(self, family: Family, facts: Sequence[Fact], end: Fraction) -> Iterator[dict[str, Term]]:
        """Values of letters: numbers for those that are held, and terms in what varies for those that move."""
        own = self.argument
        x = family.variable
        wanted = closed(facts, _NEVER, own.domains, own.at_most)
        point = refuting_point(wanted, {**self.numbers, x: end})
        starts: list[Mapping[str, Fraction]] = [] if point is None else [point.values]
        starts += [{**{each: Fraction(1) for each in (*family.held, *family.moving)}, **self._short()}]
        for start in [{**each, x: end * 2 if family.far else end / 2} for each in starts]:
            tied = [each for each in family.moving if any(each in names_of(fact) for fact in facts)]
            for more in (subset for size in range(_MOST_MOVED + 1) for subset in combinations(tied, size)):
                moved = _moved({x, *more}, family, facts)
                values: dict[str, Term] = {each: number(start.get(each, Fraction(1)))
                                           for each in (*family.held, *family.moving) if each not in moved}
                values[x] = ("s", x)
                left = [each for each in family.moving if each in moved]
                yield from self._filled(values, left, facts, start, len(more))

    def _short(self) -> dict[str, Fraction]:
        return {name: Fraction(f"{float(value):.2e}") for name, value in self.numbers.items()
                if name in self.argument.domains and value}

    def _filled(
        self, values: dict[str, Term], left: list[str], facts: Sequence[Fact], start: Mapping[str, Fraction],
        guesses: int,
    ) -> Iterator[dict[str, Term]]:
        self._tried += 1
        if self._tried > _MOST_TRIED:
            return
        values, left = dict(values), list(left)
        while True:
            found = next((each for fact in facts if (each := _told(fact, values, left)) is not None), None)
            if found is None:
                break
            values[found[0]] = _short_term(found[1])
            left.remove(found[0])
        if not self._may_hold(facts, values, start):
            return
        if not left:
            yield values
            return
        equations = [fact for fact in facts if fact[0] == "="]
        for found_together in _together(equations, values, left):
            rest = [name for name in left if name not in found_together]
            free = {name for value in found_together.values() for name in free_names(value)} & set(rest)
            chosen = {name: number(start.get(name, Fraction(1))) for name in free}
            own = {name: _put(value, chosen) for name, value in found_together.items()}
            yield from self._filled({**values, **own, **chosen}, [name for name in rest if name not in free], facts,
                                    start, max(guesses - 1, 0))
        if not guesses:
            return
        tied = [each for each in left if any(each in names_of(fact) for fact in equations)]
        for letter in tied or left:
            sides_of = [] if tied else [
                side for op, *sides in facts if op in (">", ">=") and ("s", letter) in sides
                for side in sides if side != ("s", letter) and free_names(side) <= values.keys()]
            options = [_short_term(_put(side, values)) for side in sides_of]
            for option in [*options, number(start.get(letter, Fraction(1)))]:
                rest = [name for name in left if name != letter]
                yield from self._filled({**values, letter: option}, rest, facts, start, guesses - 1)
            if not tied:
                return

    def _may_hold(self, facts: Sequence[Fact], values: Mapping[str, Term], start: Mapping[str, Fraction]) -> bool:
        """False if a letter leaves its domain, or a fact fails, where a search begins."""
        place = ExactPoint({name: value for name, value in start.items() if values.get(name) == ("s", name)})
        try:
            for name, value in values.items():
                if value != ("s", name) and not within(self.argument.domains[name], place.value(value)):
                    return False
        except (NotPlainError, ZeroDivisionError):
            return True
        ready = (fact for fact in facts if names_of(fact) <= values.keys())
        return all(place.holds(_put_all(fact, values)) is not False for fact in ready)

    def _holds(self, family: Family, facts: Sequence[Fact], values: Mapping[str, Term], end: Fraction) -> bool:
        own, x = self.argument, family.variable
        for times in (2, 50, 1000):
            place = ExactPoint({x: end * times if family.far else end / times})
            try:
                for name in (*family.held, *family.moving):
                    if not within(own.domains[name], place.value(values[name])):
                        return False
                for op, left, right in facts:
                    one, other = (place.value(_put(side, values)) for side in (left, right))
                    if not {"=": one == other, ">": one > other, ">=": one >= other, "!=": one != other}[op]:
                        return False
            except (NotPlainError, KernelError, ZeroDivisionError):
                return False
        return True

    def _family_lemma(
        self, name: str, line: LimitLine, facts: Sequence[Fact], values: Mapping[str, Term], end: Fraction
    ) -> str:
        own, family, x = self.argument, line.family, line.family.variable
        text = own.written
        own.aids.count = 0
        domains = {x: "positive"}
        hand = AtHand({x: text[x]}, domains, {}, own.aids)
        s: Term = ("s", x)
        if family.far:
            hand.learn((">", s, number(end)), Proved("close"))
            above = f"(ltac:(lra) : 0 < {text.term(number(end), 1)})"
            hand.learn((">", s, ZERO), Proved(f"(Rlt_trans _ _ _ {above} close)"))
            hand.learn((">=", s, ONE), Proved("(Rlt_le _ _ (Rle_lt_trans _ _ _ (ltac:(lra) : 1 <= "
                                              f"{text.term(number(end), 1)}) close))"))
        else:
            hand.learn((">", s, ZERO), Proved("above"))
            hand.learn((">", number(end), s), Proved("close"))
        if family.counts:
            hand.learn(("whole", s, ZERO), Proved("counted"))
        proofs = []
        for each in family.inside:
            hypothesis = own.hypotheses[each] if isinstance(each, str) else None
            fact = hypothesis.fact if hypothesis is not None else each if not isinstance(each, str) else None
            if fact is None:
                assert hypothesis is not None
                line_of = own.lines.get(hypothesis.step)
                if line_of is None or line_of.text:
                    raise MissingError("it is not looked for where a slope or a sum is named")
                own_proofs = [hand.prove(_put_all(one, values)) for one in line_of.facts]
                arrows = "".join("fun _ => " for _ in line_of.antecedents)
                proofs.append(f"({arrows}{conjunction(own_proofs)})")
                continue
            proofs.append(hand.prove(_put_all(fact, values)).text)
        lines, _ = hand.script([f"known_{turn}" for turn in range(1, own.aids.count + 1)])
        written = text.with_letters({each: text[each] for each in family.held})
        said = [own.families.said(each, written) for each in family.outside]
        binders = [f"({' '.join(text[each] for each in family.held)} : R)"] if family.held else []
        binders += [f"({' '.join(text[each] for each in family.moving)} : R -> R)"] if family.moving else []
        shown = [text.term(values[each], 6) for each in family.held]
        shown += [f"(fun {text[x]} : R => {text.term(values[each])})" for each in family.moving]
        conditions = [told(fact, written) for fact in line.antecedents if names_of(fact) <= {*family.held}]
        outside = [f"({each}) /\\" for each in [*said, *conditions]]
        start = {"far": f"apply (far_from _ {text.term(number(end), 6)}). intros {text[x]} close.",
                 "counting": f"apply (counting_from _ {text.term(number(end), 6)}). intros {text[x]} close counted.",
                 "near": f"apply (near_from _ {text.term(number(end), 6)} ltac:(lra)). intros {text[x]} above close."}
        exact = " ".join(["exact", *(f"(conj {each}" for each in proofs[:-1]), proofs[-1] + ")" * (len(proofs) - 1)])
        return "\n".join([
            f"(* there are families of the states that {line.step} speaks of *)", f"Lemma {name} :",
            f"  exists {' '.join(binders)},", *(f"  {each}" for each in outside),
            f"  {own.families.predicate(family)}.", "Proof.", f"exists {', '.join(shown)}.",
            *["split; [at_numbers |]."] * len(outside), start[family.end], *lines, f"{exact}.", "Qed.", ""])

    def _supposed(self, name: str) -> list[Fact]:
        step = self.argument.derivation[name]
        own = [] if step.relation is None else self.argument.facts(step.relation)
        return [*own, *self.argument.conditions(step)]

    def _state(self, name: str, where: str, hypotheses: Sequence[str], supposed: Sequence[Fact]) -> None:
        try:
            self.texts.append(self._lemma(name, f"a state exists: {where}", hypotheses, supposed))
            self.names.append(name)
        except (MissingError, KernelError) as error:
            self.missing[where] = str(error)

    def _lemma(self, name: str, remark: str, hypotheses: Sequence[str], supposed: Sequence[Fact]) -> str:
        own = self.argument
        of_more = [own.hypotheses[each] for each in hypotheses if own.hypotheses[each].fact is None]
        named = [each.step for each in of_more if not each.domain and each.step not in own.premise_facts]
        counted = [fact for each in of_more
                   for name, fact in own.premise_facts.get(each.step, ()) if name == each.name]
        if any(own.lines[each].indices or (own.lines[each].text and each not in own.slopes) for each in named):
            raise MissingError("it is not looked for where a sum is named")
        slopes = {own.calculus_name(own.derivation[each]): own.slopes[each] for each in named if each in own.slopes}
        facts: list[Fact] = [*self._given(hypotheses), *supposed, *counted]
        facts += [fact for each in named if each in own.slopes for fact in own.lines[each].facts]
        facts += [fact for each in slopes.values() for fact in each.statement.given]
        facts += [("=", ("s", name), ("s", name)) for each in slopes.values() for name in each.statement.domains]
        wanted = closed([fact for fact in dict.fromkeys(facts) if fact[0] != "whole"], _NEVER, own.domains, own.at_most)
        if not wanted.domains:
            raise MissingError("there is no premise")
        of = arities(wanted)
        point = self._point(wanted, [each for each, arity in of.items() if arity])
        if point is None:
            raise MissingError("no exact point was found")
        names = [each for each in own.order if each in wanted.domains and each not in own.indices]
        at_every = [self._at_every(fact, point) for fact in counted]
        written = own.written
        binders = [f"({written[each]} : {' -> '.join(['R'] * (of[each] + 1))})" for each in names]
        values = []
        for each in names:
            text = _value(point, each, written)
            if of[each]:
                letters = " ".join(f"x{turn}" for turn in range(1, of[each] + 1))
                text = f"(fun {letters} : R => {text})"
            values.append(text)
        own_names = [written[each] for each in names]  # what is shown names the values, and stays short
        said = [text for each in names for text, _, _ in own.domain(each)]
        said += [own.hypotheses[each].text(written) for each in hypotheses if own.hypotheses[each].step]
        said += [told(fact, written) for fact in supposed]
        lines = [f"(* {comment(remark)} *)", f"Lemma {name} :", f"  exists {' '.join(binders)},",
                 "  " + " /\\\n  ".join(f"({each})" for each in said) + ".", "Proof.",
                 *(f"pose ({each} := {value})." for each, value in zip(own_names, values, strict=True)),
                 f"exists {', '.join(own_names)}."]
        at = dict(zip(names, values, strict=True))
        by_slope = " | ".join(self._by_slope(*each, at) for each in slopes.items())
        every = " | ".join(f"(intros; cbv beta; apply {each}; assumption)" for each in dict.fromkeys(at_every))
        kinds = [f"|- is_derive ?f ?x ?v => first [{by_slope}]\n  "] * bool(slopes)
        summed = any("sum_over" in each for each in said)
        kinds += ["|- context [sum_over] => sums_written; closed\n  "] * summed
        kinds += [f"|- forall k : R, _ => first [{every} | at_numbers]\n  "] * bool(every)
        shown = f"lazymatch goal with {'| '.join([*kinds, '|- _ => at_numbers'])} end" if kinds else "at_numbers"
        under = "?a -> _ => lazymatch type of a with Prop => intro end" if every else "_ -> _ => intro"
        lines += [f"repeat match goal with |- _ /\\ _ => split | |- {under} end;",
                  f"  cbv delta [{' '.join(own_names)}]; {shown}.", "Qed.", ""]
        if summed and _sums() not in self.texts:
            self.texts.insert(0, _sums())
        return "\n".join(lines)

    def _at_every(self, fact: Fact, point: Point) -> str:
        """The name of a lemma that a premise holds at every index, with values for what does not count."""
        own = self.argument
        indices = own.indices_of([fact])
        op, *sides = fact
        left, right = (_at_point(side, point, indices) for side in sides)
        goal: Fact = (op, left, right)
        domains = {each: own.domains[each] for each in indices if each in names_of(goal)}
        found = own.aids.proving(closed((), ((frozenset(), goal),), domains, {}))
        if found is None:
            raise MissingError("no exact state was found that holds at every index")
        return found.name

    def _by_slope(self, name: str, slope: CalculusLemma, at: Mapping[str, str]) -> str:
        """What proves that a number is a slope at numbers."""
        stated = self.argument.written.with_letters(at).term(slope.stated)
        letters = " ".join(at[each] for each in slope.statement.domains)
        return (f"apply (eq_ind ({stated}) (fun w : R => is_derive f x w));\n"
                f"    [apply ({name} {letters}); at_numbers | at_numbers]")

    def _given(self, hypotheses: Iterable[str]) -> list[Fact]:
        own, found = self.argument, list[Fact]()
        for each in hypotheses:
            hypothesis = own.hypotheses[each]
            if hypothesis.fact is not None and hypothesis.step:
                found.append(hypothesis.fact)
            elif hypothesis.step in own.lines and not own.lines[hypothesis.step].text:
                found += own.lines[hypothesis.step].facts
        return found

    def _point(self, wanted: Statement, functions: Sequence[str]) -> Point | None:
        if functions:
            return find_point(Statement(wanted.given, (), wanted.domains, wanted.at_most), functions)
        found = refuting_point(wanted, self.numbers) or next(witnesses(wanted), None)
        if found is None or found.functions:
            return find_point(Statement(wanted.given, (), wanted.domains, wanted.at_most), ())
        return Point(dict(found.values), {}, {}, {})


def _at_point(term: Term, point: Point, indices: Sequence[str]) -> Term:
    """A term at a point, at which functions have values by their first argument."""
    head, rest = term[0], term[1:]
    if head == "s":
        return term if rest[0] in indices or rest[0] not in point.values else number(point.values[rest[0]])
    if head != "app":
        return with_parts(term, tuple(_at_point(part, point, indices) for part in parts(term)))
    name, first = rest[0], _at_point(rest[1], point, indices)
    if name in point.base:
        return ("pow", number(point.base[name]), first)
    if name in point.line:
        start, rise = point.line[name]
        return ("+", number(start), ("*", number(rise), first))
    return number(point.constant[name])


def _moved(first: set[str], family: Family, facts: Sequence[Fact]) -> set[str]:
    """Letters that move with some by equations that say what they are."""
    found = set(first)
    while True:
        more = {left[1] for op, left, right in facts if op == "=" and left[0] == "s" and left[1] in family.moving
                and free_names(right) & found} - found
        if not more:
            return found
        found |= more


def _put(term: Term, values: Mapping[str, Term]) -> Term:
    """A term with values for letters."""
    if term[0] == "s":
        return values.get(term[1], term)
    return with_parts(term, tuple(_put(part, values) for part in parts(term)))


def _put_all(fact: Fact, values: Mapping[str, Term]) -> Fact:
    op, left, right = fact
    return (op, _put(left, values), _put(right, values))


def _told(fact: Fact, values: Mapping[str, Term], left: Sequence[str]) -> tuple[str, Term] | None:
    """What an equation says of the one letter in it that has no value yet; None where it says nothing of one."""
    op, *sides = fact
    unknown = [each for each in names_of(fact) if each not in values]
    if op != "=" or len(unknown) != 1 or unknown[0] not in left:
        return None
    name = unknown[0]
    for one, other in (sides, sides[::-1]):
        if one == ("s", name) and name not in free_names(other):
            return name, _put(other, values)
    try:
        one, other = (_sympy(_put(side, values)) for side in sides)
        polynomial = Poly(numer(together(one - other)), Symbol(name))
        if polynomial.degree() != 1:
            return None
        slope, rest = polynomial.all_coeffs()
        return name, _term(factor(-rest / slope))
    except (KernelError, PolynomialError):
        return None


def _together(equations: Sequence[Fact], values: Mapping[str, Term], left: Sequence[str]) -> Iterator[dict[str, Term]]:
    """What equations together say of letters that have no value yet, in others of them."""
    open_ones = [fact for fact in equations if names_of(fact) & set(left)]
    if len(open_ones) > _MOST_TOGETHER:
        return
    try:
        system = [numer(together(_sympy(_put(one, values)) - _sympy(_put(other, values))))
                  for _, one, other in open_ones]
        for solution in solve(system, [Symbol(name) for name in left], dict=True) if system else []:
            if solution and all(each.is_rational_function() for each in solution.values()):
                yield {letter.name: _term(factor(each)) for letter, each in solution.items()}
    except (KernelError, NotImplementedError, ValueError):
        return


def _short_term(term: Term) -> Term:
    """A term as a quotient of factors, where it is one of polynomials."""
    try:
        return _term(factor(_sympy(term)))
    except (KernelError, PolynomialError):
        return term


def _sympy(term: Term) -> Expr:
    head, rest = term[0], term[1:]
    if head == "n":
        return Rational(*rest)
    if head == "s":
        return Symbol(rest[0])
    if head == "+":
        return Add(*map(_sympy, rest))
    if head == "*":
        return Mul(*map(_sympy, rest))
    if head == "^":
        return _sympy(rest[0]) ** rest[1]
    raise KernelError("no rational equation")


def _term(value: Expr) -> Term:
    if value.is_Rational:
        return ("n", int(value.p), int(value.q))
    if value.is_Symbol:
        return ("s", value.name)
    if value.is_Add:
        return ("+", *map(_term, value.args))
    if value.is_Mul:
        return ("*", *map(_term, value.args))
    if value.is_Pow and value.exp.is_Integer:
        return ("^", _term(value.base), int(value.exp))
    raise KernelError("no quotient of polynomials")


def _value(point: Point, name: str, written: Written) -> str:
    """The value of a quantity or of a function, whose first argument is x1."""
    def text(value: Fraction) -> str:
        return written.term(number(value), 6)

    if name in point.base:
        return f"power {text(point.base[name])} x1"
    if name in point.line:
        start, rise = point.line[name]
        return f"{text(start)} + {text(rise)} * x1"
    return text(point.values[name] if name in point.values else point.constant[name])
