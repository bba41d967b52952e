"""Slopes and limits as lemmas for Rocq: each by its definition, with the library Coquelicot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.derivation.contexts import step_input
from derivations.derivation.kernel_statements import family_statements
from derivations.derivation.rules.base import Outcome
from derivations.derivation.rules.calculus import Differentiate, Limit
from derivations.derivation.rules.family import spelled_out
from derivations.derivation.step import Step
from derivations.derivation.trace import Trace
from derivations.kernel.families import Near, Powers, highest
from derivations.kernel.normal_form import Algebra, Form
from derivations.kernel.statement import Statement, term
from derivations.kernel.term import (
    MINUS_ONE,
    ONE,
    ZERO,
    Proposition,
    Term,
    free_names,
    names_of,
    number,
    put_for_name,
)
from derivations.rocq.lemma import LemmaProof
from derivations.rocq.written import UnprintedError, UnsignedError, arities

_MOST_SIGNS = 4
_NO_CALLS: dict[str, Any] = {"terms": [], "calls": [], "goals": []}


@dataclass(frozen=True)
class CalculusLemma:
    """A lemma on a slope or a limit: what it supposes, of which function, and what that goes to or how it rises.

    It says nothing of the quantity `without`, in which a limit is taken.
    """

    text: str
    statement: Statement
    value: Term
    stated: Term
    by: str
    without: str


def calculus_lemma(derivation: Trace, step: Step, name: str) -> CalculusLemma:
    """The lemma of a step that differentiates or takes a limit; it may suppose signs that are shown where it is used.

    Raises `UnprintedError` or `KernelError` for what no lemma here says.
    """
    rule, relation = step.applied, step.relation
    assert isinstance(rule, Differentiate | Limit)
    assert relation is not None
    inputs = tuple(step_input(derivation[each], derivation.notation) for each in step.inputs)
    outcome = Outcome(relation, step.conditions, step.note, step.fell_back)
    found = family_statements(rule, inputs, outcome, derivation.notation)
    source = spelled_out(rule, inputs, derivation.notation).first.relation
    value, stated = term(source.written.right), term(relation.written.right)
    domains = {quantity.name: quantity.domain for quantity in derivation.notation}
    own = {**found[0].domains, **{each: domains[each] for each in sorted(free_names(value) | free_names(stated))}}
    at_most = {quantity.name: quantity.at_most for quantity in derivation.notation
               if quantity.at_most and {quantity.name, quantity.at_most} <= own.keys()}
    if isinstance(rule, Differentiate):
        by = rule.by.name
        given = found[0].given
        return _supposing(Statement(given, (), own, at_most), lambda wanted: CalculusLemma(
            _Slope(wanted, value, stated, by).lemma(name), wanted, value, stated, by, ""))
    by = rule.variable.name
    given = tuple(fact for fact in found[0].given if by not in free_names(fact[1]) | free_names(fact[2]))
    if own[by] == "nonnegative":
        own[by] = "positive"  # on its way, which is what the lemma supposes
    return _supposing(Statement(given, (), own, at_most), lambda wanted: CalculusLemma(
        _Limit(wanted, value, stated, by, far=rule.to_infinity).lemma(name), wanted, value, stated, by, by),
        by)


def slope_lemma(value: Term, stated: Term, by: str, given: Sequence[Proposition], domains: Mapping[str, str],
                at_most: Mapping[str, str], name: str) -> CalculusLemma:
    """The lemma that one term is the slope of another. Raises `UnprintedError` or `KernelError` where there is none."""
    names = frozenset({by}).union(free_names(value), free_names(stated), *(names_of(fact) for fact in given))
    own = {each: domains[each] for each in sorted(names)}
    bounds = {low: high for low, high in at_most.items() if {low, high} <= own.keys()}
    return _supposing(Statement(tuple(given), (), own, bounds), lambda wanted: CalculusLemma(
        _Slope(wanted, value, stated, by).lemma(name), wanted, value, stated, by, ""))


def lasting_sign(difference: Term, base: CalculusLemma, domains: Mapping[str, str], at_most: Mapping[str, str],
                 name: str, *, far: bool) -> CalculusLemma:
    """The lemma that a difference, times a power of what varies, has a limit: it has the sign of that close to it.

    Raises `UnprintedError` or `KernelError` where no power makes it go to a number that is not zero.
    """
    by = base.by
    near = Near(by, 1 if far else -1, Algebra(dict(domains)))
    over, under = near.quotient(difference)
    degree = highest(over) - highest(under)
    if degree.denominator != 1:
        raise UnprintedError("a sign close to a limit with roots of what varies")
    times = -degree.numerator if far else degree.numerator
    moved: Term = difference if not times else ("*", difference, ("^", ("s", by), times))
    stated: Term = ("*", over[highest(over)], ("^", under[highest(under)], -1))
    names = free_names(moved) | free_names(stated)
    own = {each: "positive" if each == by else domains[each] for each in sorted(names)}
    own |= {each: domains[each] for each in base.statement.domains if each not in own}
    bounds = {low: high for low, high in at_most.items() if {low, high} <= own.keys()}
    return _supposing(Statement(base.statement.given, (), own, bounds), lambda wanted: CalculusLemma(
        _Limit(wanted, moved, stated, by, far=far).lemma(name), wanted, moved, stated, by, by), by)


def _supposing(
    wanted: Statement, made: Callable[[Statement], CalculusLemma], without: str = ""
) -> CalculusLemma:
    """The lemma, which supposes signs that its proof needs and does not show: they are shown where it is used."""
    for _ in range(_MOST_SIGNS):
        try:
            return made(wanted)
        except UnsignedError as missing:
            names = free_names(missing.fact[1])
            if not names <= wanted.domains.keys() or without in names:
                raise
            wanted = Statement((*wanted.given, missing.fact), (), wanted.domains, wanted.at_most)
    return made(wanted)


class _Proof(LemmaProof):
    """What slopes and limits share: hypotheses, and derivatives with their proofs."""

    def __init__(self, statement: Statement, value: Term, stated: Term, by: str) -> None:
        super().__init__(statement, _NO_CALLS)
        self.value, self.stated, self.by = value, stated, by
        said = Statement((*statement.given, ("=", value, stated)), (), statement.domains, statement.at_most)
        if any(arities(said).values()):
            raise UnprintedError("a function of which nothing is known but its domain")
        for each in (value, stated):
            self._identities.learn(("=", each, ZERO))

    def function(self, body: Term, of: str) -> str:
        """A term as a function of a quantity."""
        return f"(fun {self.written[of]} : R => {self.written.term(body)})"

    def equal(self, one: Term, other: Term) -> str:
        """Proof that two terms are equal. Raises `UnprintedError` where they are not so in every state."""
        if one == other:
            return "eq_refl"
        if self._identities.algebra.difference(one, other).over:
            raise UnprintedError("its form rests on more than arithmetic")
        text = self.written.term
        return self._identities.shown("E", f"{text(one, 1)} = {text(other, 1)}",
                                      lambda: self._identities.identity(one, other))

    def derivative(self, part: Term, of: str, at: Term) -> tuple[Term, str]:
        """The derivative of a term at a value of a quantity, and what proves it."""
        text = self.written.term
        where, point = put_for_name(part, of, at), text(at, 6)
        if of not in free_names(part):
            return ZERO, f"(d_const {text(part, 6)} {point})"
        head, rest = part[0], part[1:]
        if head == "s":
            return ONE, f"(d_id {point})"
        if head in ("+", "*") and len(rest) == 1:
            return self.derivative(rest[0], of, at)
        if head == "*" and rest[0] == MINUS_ONE:
            inside = rest[1] if len(rest) == 2 else ("*", *rest[1:])
            slope, proof = self.derivative(inside, of, at)
            return ("*", MINUS_ONE, slope), f"(d_opp {self.function(inside, of)} {point} {text(slope, 6)} {proof})"
        if head in ("+", "*"):
            first: Term = rest[0] if len(rest) == 2 else (head, *rest[:-1])
            (one, proof), (other, beside) = (self.derivative(each, of, at) for each in (first, rest[-1]))
            slope = ("+", one, other)
            if head == "*":
                here, there = (put_for_name(each, of, at) for each in (first, rest[-1]))
                slope = ("+", ("*", one, there), ("*", here, other))
            proved = (f"(d_{'plus' if head == '+' else 'times'} {self.function(first, of)} "
                      f"{self.function(rest[-1], of)} {point} {text(one, 6)} {text(other, 6)} {proof} {beside})")
            return slope, proved
        if head == "^" and rest[1] < 0:
            base: Term = rest[0] if rest[1] == -1 else ("^", rest[0], -rest[1])
            inner, proof = self.derivative(base, of, at)
            here = put_for_name(base, of, at)
            apart = self._identities.sign("!=", here)
            slope = ("*", ("*", MINUS_ONE, inner), ("^", ("^", here, 2), -1))
            return slope, f"(d_inv {self.function(base, of)} {point} {text(inner, 6)} {apart} {proof})"
        if head == "^" and rest[1] > 0:
            inner, proof = self.derivative(rest[0], of, at)
            slope = ("*", ("*", number(rest[1]), inner), ("^", put_for_name(rest[0], of, at), rest[1] - 1))
            return slope, f"(d_pow {self.function(rest[0], of)} {rest[1] - 1} {point} {text(inner, 6)} {proof})"
        if head == "exp":
            inner, proof = self.derivative(rest[0], of, at)
            return ("*", inner, where), f"(d_exp {self.function(rest[0], of)} {point} {text(inner, 6)} {proof})"
        if head in ("log", "pow"):
            return self._of_power(head, rest, of, at)
        raise UnprintedError(f"a slope of {head}")

    def _of_power(self, head: str, rest: tuple[Term, ...], of: str, at: Term) -> tuple[Term, str]:
        text, base = self.written.term, rest[0]
        here, point = put_for_name(base, of, at), text(at, 6)
        positive = self._identities.sign(">", here)
        if head == "pow" and of not in free_names(base):
            inner, proof = self.derivative(rest[1], of, at)
            slope: Term = ("*", ("*", ("pow", here, put_for_name(rest[1], of, at)), ("log", here)), inner)
            return slope, (f"(d_exponent {text(base, 6)} {self.function(rest[1], of)} {point} {text(inner, 6)} "
                           f"{positive} {proof})")
        inner, proof = self.derivative(base, of, at)
        if head == "log":
            return ("*", inner, ("^", here, -1)), (
                f"(d_ln {self.function(base, of)} {point} {text(inner, 6)} {positive} {proof})")
        if of in free_names(rest[1]):
            raise UnprintedError("a power whose base and exponent vary")
        exponent = rest[1]
        slope = ("*", ("*", exponent, ("pow", here, ("+", exponent, MINUS_ONE))), inner)
        return slope, (f"(d_power {self.function(base, of)} {text(exponent, 6)} {point} {text(inner, 6)} "
                       f"{positive} {proof})")

    def said(self, name: str, conclusion: str, without: str, last: Callable[[], str]) -> str:
        """The lemma with its proof; nothing is said of the quantity `without`."""
        names = [each for each in self.statement.domains if each != without]
        own = [(key, said) for key, said in self._domain.values()
               if not without or not _speaks(said, self.written[without])]
        quantities = " ".join(self.written[each] for each in names)
        lines = [f"Lemma {name} :" + f" forall ({quantities} : R)," * bool(names)]
        lines += [f"  {said} ->" for _, said in own]
        lines += [f"  {self._stated.proposition(fact)} ->" for fact in self.statement.given]
        lines.append(f"  {conclusion}.")
        hypotheses = [self.written[each] for each in names] + [key for key, _ in own] + list(self._given.values())
        lines += ["Proof.", *([f"intros {' '.join(hypotheses)}."] if hypotheses else [])]
        self._identities.begin()
        final = last()
        return "\n".join([*lines, *self._identities.lines, final, "Qed.", ""])


def _speaks(text: str, name: str) -> bool:
    """True if a name stands in a text."""
    return name in text.replace("(", " ").replace(")", " ").split()


class _Slope(_Proof):
    """A slope: the derivative of the function at every value."""

    def lemma(self, name: str) -> str:
        """The lemma with its proof."""
        own, x = self._stated.term, self.written[self.by]
        claim = f"is_derive (fun {x} : R => {own(self.value)}) {x} {own(self.stated, 6)}"

        def last() -> str:
            slope, proof = self.derivative(self.value, self.by, ("s", self.by))
            same = self.equal(slope, self.stated)
            function = f"(fun v : R => is_derive {self.function(self.value, self.by)} {x} v)"
            return f"exact (eq_ind _ {function} {proof} _ {same})."

        return self.said(name, claim, "", last)


class _Limit(_Proof):
    """A limit: of a quotient of polynomials, which is a quotient without poles once powers of what varies cancel."""

    def __init__(self, statement: Statement, value: Term, stated: Term, by: str, *, far: bool) -> None:
        super().__init__(statement, value, stated, by)
        self._far = far

    def lemma(self, name: str) -> str:
        """The lemma with its proof."""
        own, x = self._stated.term, self.written[self.by]
        domain = self.statement.domains[self.by]
        function = f"(fun {x} : R => {own(self.value)})"
        if domain == "real" and not self._far:
            raise UnprintedError("a limit from both sides")
        kind = "limit_far" if self._far else "limit_near"
        claim = (f"is_lim {function} p_infty {own(self.stated, 6)}" if self._far
                 else f"filterlim {function} (at_right 0) (locally {own(self.stated, 6)})")

        def last() -> str:
            body = self._without_poles()
            self._identities.learn(("=", body, ZERO))
            slope, proof = self.derivative(body, self.by, ZERO)
            reached = self.equal(put_for_name(body, self.by, ZERO), self.stated)
            moved = put_for_name(body, self.by, ("^", ("s", self.by), -1)) if self._far else body
            text, steps = self.written.term, self._identities
            apart = [] if self._far else self._apart(moved)
            if len(apart) > 1:
                raise UnprintedError("several factors that are not zero only close to the limit")
            above, beside = steps.fresh("A"), steps.fresh("A")

            def same() -> None:
                steps.emit(f"intros {' '.join([x, above, *([beside] if apart else [])])}.")
                steps.begin([(("!=", each, ZERO), beside) for each in apart])
                steps.suppose((">", ("s", self.by), ZERO), above)
                steps.identity(self.value, moved)

            if steps.algebra.difference(self.value, moved).over:
                raise UnprintedError("not the same quotient")
            close = "".join(f"{text(each, 1)} <> 0 -> " for each in apart)
            each = steps.shown("E", f"forall {x} : R, 0 < {x} -> {close}{text(self.value, 1)} = {text(moved, 1)}", same)
            functions = " ".join(self.function(part, self.by) for part in (self.value, body, *apart))
            tails = [text(slope, 6), text(self.stated, 6), proof, reached, each]
            if apart:
                own_slope, own_proof = self.derivative(apart[0], self.by, ZERO)
                tails = [text(slope, 6), text(own_slope, 6), text(self.stated, 6), proof, own_proof,
                         steps.sign("!=", put_for_name(apart[0], self.by, ZERO)), reached, each]
            return f"exact ({kind}{'_apart' * bool(apart)} {functions} {' '.join(tails)})."

        return self.said(name, claim, self.by, last)

    def _apart(self, moved: Term) -> list[Term]:
        """Factors that are divided by, and are not zero close to the limit alone."""
        algebra = self._identities.algebra
        need = algebra.form(self.value).need | algebra.form(moved).need
        return [each for each in (self._identities.term_of(Form(dict(key), {}, frozenset())) for key in need)
                if self.by in free_names(each)]

    def _without_poles(self) -> Term:
        """The quotient in one over what varies, or in what varies where that goes to zero."""
        near = Near(self.by, 1 if self._far else -1, self._identities.algebra)
        over, under = near.quotient(self.value)
        top = highest(under)
        return ("*", self._polynomial(over, top), ("^", self._polynomial(under, top), -1))

    def _polynomial(self, powers: Powers, top: Fraction) -> Term:
        terms: list[Term] = []
        for power, coefficient in powers.items():
            times = top - power
            if times.denominator != 1 or times < 0:
                raise UnprintedError("a limit with roots of what varies")
            x: Term = ("^", ("s", self.by), times.numerator)
            terms.append(coefficient if not times else ("*", coefficient, x))
        return ZERO if not terms else terms[0] if len(terms) == 1 else ("+", *terms)
