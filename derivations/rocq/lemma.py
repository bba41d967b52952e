"""A statement as a lemma of Rocq, and its proof from a certificate: one assertion for each call of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.kernel.certificate import Certificate
from derivations.kernel.normal_form import Form
from derivations.kernel.statement import Statement
from derivations.kernel.term import (
    BINDERS,
    MINUS_ONE,
    ZERO,
    KernelError,
    Proposition,
    Term,
    free_names,
    parts,
    with_parts,
)
from derivations.kernel.theorem import Kernel, Theorem
from derivations.rocq.counted import exclusive_or, power_of_sum, whole
from derivations.rocq.identities import Identities, Laws
from derivations.rocq.over_index import nonneg, over_index
from derivations.rocq.written import LIMITS, UnprintedError, Written, arities, limits, ordered, propositions

_HOLE: Term = ("s", "#hole")
_LAWS = Laws(over_index, nonneg, exclusive_or, power_of_sum)


@dataclass(frozen=True)
class Call:
    """A call of a rule, and the theorem that it gives."""

    rule: str
    arguments: tuple[Any, ...]
    theorem: Theorem


def calls_of(certificate: Certificate, statement: Statement) -> tuple[Call, ...]:
    """The calls of a certificate that the kernel upholds, with their theorems."""
    kernel = Kernel(statement.domains, statement.at_most)
    terms: list[Term] = []
    for head, *rest in certificate["terms"]:
        plain = {"n": 2, "s": 1, "app": 1, "sum": 1, "prod": 1}.get(head, 0)
        power = head == "^"
        terms.append((head, *(
            part if turn < plain or (power and turn == 1) else terms[part] for turn, part in enumerate(rest)
        )))
    found: list[Call] = []

    def argument(data: Any) -> Any:
        match data:
            case {"t": place}:
                return found[place].theorem
            case {"e": place}:
                return terms[place]
            case {"p": [operator, left, right]}:
                return (operator, terms[left], terms[right])
            case {"q": [numerator, denominator]}:
                return Fraction(numerator, denominator)
            case list():
                return tuple(map(argument, data))
        return data

    for rule, *given in certificate["calls"]:
        arguments = tuple(map(argument, given))
        found.append(Call(rule, arguments, getattr(kernel, rule)(*arguments)))
    return tuple(found)


_LONGEST = 65_000  # characters of a proof: one of 73,000 takes Rocq over 6 GB, all shorter ones some seconds


def lemma(name: str, statement: Statement, certificate: Certificate) -> str:
    """The lemma of a statement with its proof.

    Raises `UnprintedError` for what no lemma here says, and for a proof that would take Rocq longer than all others.
    """
    try:
        text = LemmaProof(statement, certificate).text(name)
    except KernelError as error:
        raise UnprintedError(str(error)) from error
    if len(text) > _LONGEST:
        raise UnprintedError("its proof is too long for Rocq")
    return text


class LemmaProof:
    """One proof that is being written."""

    def __init__(self, statement: Statement, certificate: Certificate) -> None:
        self.statement = statement
        self.calls = calls_of(certificate, statement)
        self.goals = [self.calls[place].theorem for place in certificate["goals"]]
        self._stated = Written(statement.domains)
        self.written = self._stated.without_quotients
        self._arities = arities(statement)
        self._domain = limits(statement, self._stated)
        self._given = {fact: f"H{turn}" for turn, fact in enumerate(statement.given, 1)}
        self._local: dict[Proposition, str] = {}
        self._of: dict[Theorem, str] = {}  # what proves each theorem, where its own hypotheses are at hand
        facts = {fact: name for fact, (name, _) in self._domain.items() if isinstance(fact, tuple)}
        self._identities = Identities(statement, self.written, {**facts, **self._given}, self._sign_of_value, _LAWS)
        for fact in propositions(statement):
            self._identities.learn(fact)
        for call in self.calls:
            self._identities.learn(call.theorem.conclusion)

    # the statement

    def _sign_of_value(self, kind: str, term: Term) -> str | None:
        """The sign of a quantity or of the value of a function by its domain, or that it is ``whole`` or a ``bit``."""
        if term[1] not in self.statement.domains:
            return None  # an index
        if kind in ("whole", "bit"):
            if (term[1], "whole") not in self._domain or (kind == "bit" and self.statement.domains[term[1]] != "bit"):
                return None
            told = " ".join([self._domain[term[1], "whole"][0], *(self.written.term(part, 6) for part in term[2:])])
            if kind == "whole":
                return f"({told})"
            return f"(bit_domain _ {self._domain_fact(term, 0)} {self._domain_fact(term, 1)} ({told}))"
        operators = [operator for operator, limit in LIMITS[self.statement.domains[term[1]]] if operator != "whole"]
        if not operators:
            return None
        if self.statement.domains[term[1]] == "integer" and kind in (">", ">="):
            positive = f"(from_one _ {self._domain_fact(term, 0)})"
            return positive if kind == ">" else f"(pos_nonneg _ {positive})"
        return self._domain_fact(term, 0) if operators[0] == kind else None

    def _domain_fact(self, term: Term, place: int) -> str:
        """The proof of a limit of the domain of a quantity or of the value of a function."""
        if term[0] == "s":
            limits = [name for fact, (name, _) in self._domain.items()
                      if fact[0] in (">", ">=") and ("s", term[1]) in fact[1:] and name[-1] != "m"]
            limits += [name for fact, (name, _) in self._domain.items() if name[-1] == "m" and fact[2] == term]
            return limits[place]
        operators = [operator for operator, _ in LIMITS[self.statement.domains[term[1]]] if operator != "whole"]
        name, _ = self._domain[term[1], operators[place]]
        return f"({name} {' '.join(self.written.term(part, 6) for part in term[2:])})"

    def text(self, name: str) -> str:
        """The lemma and its proof."""
        quantities = [self.written[each] for each, arity in self._arities.items() if not arity]
        functions = [f"({self.written[each]} : {' -> '.join(['R'] * (arity + 1))})"
                     for each, arity in self._arities.items() if arity]
        binders = " ".join([f"({' '.join(quantities)} : R)"] * bool(quantities) + functions)
        hypotheses = [text if "forall" not in text else f"({text})" for _, text in self._domain.values()]
        hypotheses += map(self._stated.proposition, self.statement.given)
        goals = []
        for extra, goal in self.statement.goals:
            said = " -> ".join([*map(self._stated.proposition, ordered(extra)), self._stated.proposition(goal)])
            goals.append(f"({said})" if extra else said)
        lines = [f"Lemma {name} :" + f" forall {binders}," * bool(binders)]
        lines += [f"  {text} ->" for text in hypotheses]
        lines.append("  " + " /\\ ".join(goals) + ".")
        named = [*quantities, *(self.written[each] for each, arity in self._arities.items() if arity)]
        named += [*(hypothesis for hypothesis, _ in self._domain.values()), *self._given.values()]
        lines += ["Proof.", f"intros {' '.join(named)}." if named else ""]
        for call in self.calls:
            self._assertion(call)
        lines += self._identities.lines
        for turn, (theorem, (extra, _)) in enumerate(zip(self.goals, self.statement.goals, strict=True), 1):
            if turn < len(self.goals):
                lines.append("split.")
            names = [self._hypothesis(fact) for fact in ordered(extra)]
            proof = self._of[theorem]
            lines.append("{ " + f"intros {' '.join(names)}. " * bool(names) + f"exact {proof}. }}")
        return "\n".join([*lines, "Qed.", ""])

    def _hypothesis(self, fact: Proposition) -> str:
        """The name of a hypothesis, one of what is given or one that a part of the proof alone supposes."""
        return self._given.get(fact) or self._local.setdefault(fact, f"L{len(self._local) + 1}")

    def _own_hypotheses(self, theorem: Theorem) -> list[Proposition]:
        return ordered(theorem.hypotheses - set(self._given))

    # calls

    def _assertion(self, call: Call) -> None:
        """The lines that show the theorem of a call, and what proves it from then on."""
        if call.theorem in self._of:
            return
        short = getattr(self, f"_short_{call.rule}", None)
        if short is not None:
            self._of[call.theorem] = short(*call.arguments)
            return
        script = getattr(self, f"_of_{call.rule}", None)
        if script is None:
            raise UnprintedError(f"the rule {call.rule}")
        emit = self._identities.emit
        own = self._own_hypotheses(call.theorem)
        name = self._identities.fresh("T")
        claim = [*map(self.written.proposition, own), self.written.proposition(call.theorem.conclusion)]
        emit(f"assert ({name} : {' -> '.join(claim)}).")
        emit("{")
        if own:
            emit(f"intros {' '.join(map(self._hypothesis, own))}.")
        script(call.theorem, *call.arguments)
        emit("}")
        names = [name, *map(self._hypothesis, own)]
        self._of[call.theorem] = f"({' '.join(names)})" if own else name

    def _known(self, theorems: Sequence[Theorem]) -> list[tuple[Proposition, str]]:
        return [(theorem.conclusion, self._of[theorem]) for theorem in theorems]

    def _short_assume(self, fact: Proposition) -> str:
        return self._hypothesis(fact)

    def _short_domain(self, term: Term, place: int) -> str:
        return self._domain_fact(term, place)

    def _short_stricter(self, theorem: Theorem, apart: Theorem) -> str:
        return f"(strict _ _ {self._of[theorem]} {self._of[apart]})"

    def _short_equal(self, first: Theorem, second: Theorem) -> str:
        return f"(both_ways _ _ {self._of[first]} {self._of[second]})"

    def _short_weaker(self, theorem: Theorem) -> str:
        return f"(lt_apart _ _ {self._of[theorem]})"

    def _short_power_positive(self, theorem: Theorem, exponent: Term) -> str:
        lemma = "power_pos" if theorem.conclusion[0] == ">" else "power_nonneg"
        return f"({lemma} _ {self.written.term(exponent, 6)} {self._of[theorem]})"

    def _short_power_below(self, theorem: Theorem, most: Theorem, exponent: Theorem) -> str:
        proofs = (f"{'(Rlt_le _ _ ' * strict}{self._of[each]}{')' * strict}"
                  for each in (theorem, most, exponent) for strict in [each.conclusion[0] == ">"])
        return f"(power_below _ _ {' '.join(proofs)})"

    def _short_power_tangent(self, theorem: Theorem, exponent: Term) -> str:
        return f"(power_tangent _ {self.written.term(exponent, 6)} {self._of[theorem]})"

    def _of_least_whole(self, made: Theorem, theorem: Theorem) -> None:
        operator, left, right = theorem.conclusion
        self._identities.begin()
        own = whole(self._identities, left)
        if operator == ">=":
            self._identities.emit(f"exact (ceiling_least _ _ {own} {self._of[theorem]}).")
        else:
            other = whole(self._identities, right)
            self._identities.emit(f"exact (whole_gap _ _ {own} {other} {self._of[theorem]}).")

    def _of_root(self, made: Theorem, theorem: Theorem, exponent: Fraction) -> None:
        emit = self._identities.emit
        proof, text = self._of[theorem], self.written.term(theorem.conclusion[1], 6)
        u, v = exponent.numerator, exponent.denominator
        if u >= 0:
            emit(f"apply (root_pos {text} _ {u} {v} {proof}); simpl; field.")
        else:
            emit(f"apply (root_inverse {text} _ {-u} {v} {proof}); simpl; field.")

    def _of_cut(self, made: Theorem, lemma: Theorem, theorem: Theorem) -> None:
        fact = lemma.conclusion
        if fact not in self._given:
            self._identities.emit(f"pose proof {self._of[lemma]} as {self._hypothesis(fact)}.")
        self._identities.emit(f"exact {self._of[theorem]}.")

    def _of_cases(self, made: Theorem, first: Theorem, second: Theorem, left: Term, right: Term) -> None:
        names = []
        for fact in ((">=", left, right), (">=", right, left)):
            names.append(self._identities.fresh("C") if fact in self._given else self._hypothesis(fact))
        text = self.written.term
        self._identities.emit(f"destruct (one_of_two {text(left, 6)} {text(right, 6)}) as [{' | '.join(names)}].")
        for branch in (first, second):
            self._identities.emit(f"{{ exact {self._of[branch]}. }}")

    def _of_absurd(self, made: Theorem, theorem: Theorem, fact: Proposition) -> None:
        self._identities.emit(f"exfalso. pose proof {self._of[theorem]}. lra.")

    def _of_nonzero(self, made: Theorem, goal: Proposition, theorem: Theorem, known: Sequence[Theorem] = ()) -> None:
        steps = self._identities
        steps.begin([*self._known(known), (theorem.conclusion, self._of[theorem])])
        algebra = steps.algebra
        (operator, left, right), (_, a, b) = theorem.conclusion, goal
        whole, part = algebra.difference(left, right), algebra.difference(a, b)
        quotient = algebra.divided(whole.over, part.over)
        assert quotient is not None
        under = steps.term_of(Form(quotient, whole.under, frozenset()))
        other: Term = ("*", under, *(("^", steps.term_of(Form(dict(key), {}, frozenset())), times)
                                     for key, times in part.under.items()))
        apart = self._of[theorem] if operator == "!=" else f"(lt_apart _ _ {self._of[theorem]})"
        text = self.written.term
        steps.emit(f"apply (nonzero_by _ _ {text(left, 6)} {text(right, 6)} {text(other, 6)} {apart}).")
        steps.identity(left, right, a, b, other)

    def _of_combine(
        self, made: Theorem, goal: Proposition, by: Term, used: Sequence[tuple[Theorem, Term]],
        known: Sequence[Theorem] = (),
    ) -> None:
        steps = self._identities
        steps.begin(self._known(known))
        algebra, text = steps.algebra, self.written.term
        operator, left, right = goal
        rest = algebra.multiply(algebra.difference(left, right), algebra.form(by))
        terms: list[Term] = [left, right, by]
        proofs: list[tuple[bool, str]] = []  # whether it is more than zero
        pieces = []
        for theorem, multiplier in used:
            own, a, b = theorem.conclusion
            part = algebra.multiply(algebra.form(multiplier), algebra.difference(a, b))
            rest = algebra.add(rest, algebra.scaled(part, -1))
            terms += [multiplier, a, b]
            pieces.append(f"{text(multiplier, 3)} * ({text(a, 1)} + {text(('*', MINUS_ONE, b), 2)})")
            if own == "=":
                lemma = "term_zero" if operator == "=" else "term_same"
                proofs.append((False, f"({lemma} {text(multiplier, 6)} _ _ {self._of[theorem]})"))
            elif own == ">" and operator != ">=" and (sign := self._try_sign(multiplier)):
                proofs.append((True, f"(term_pos _ _ _ {sign} {self._of[theorem]})"))
            else:
                weak = self._of[theorem] if own == ">=" else f"(Rlt_le _ _ {self._of[theorem]})"
                proofs.append((False, f"(term_nonneg _ _ _ {steps.sign('>=', multiplier)} {weak})"))
        if operator == "=":
            self._equation(by, pieces, [proof for _, proof in proofs])
            steps.identity(*terms)
            return
        if rest.over:
            remainder = steps.term_of(algebra.cancelled(rest))
            terms.append(remainder)
            pieces.append(text(remainder, 2))
            sign = self._try_sign(remainder) if operator != ">=" else None
            proofs.append((True, sign) if sign else (False, steps.sign(">=", remainder)))
        strict, total = proofs[0] if proofs else (False, "(Rle_refl 0)")
        for own_strict, proof in proofs[1:]:
            lemma = {(True, True): "Rplus_lt_0_compat", (True, False): "Rplus_lt_le_0_compat",
                     (False, True): "Rplus_le_lt_0_compat", (False, False): "Rplus_le_le_0_compat"}[strict, own_strict]
            strict, total = strict or own_strict, f"({lemma} _ _ {total} {proof})"
        if operator == ">=" and strict:
            total = f"(pos_nonneg _ {total})"
        total_text = " + ".join(pieces) or "0"
        if operator == "!=":
            steps.emit(f"apply (apart_by _ _ {text(by, 6)} ({total_text}) {total}).")
        else:
            lemma = "above_by" if operator == ">" else "not_below_by"
            steps.emit(f"apply ({lemma} _ _ {text(by, 6)} ({total_text}) {steps.sign('>', by)} {total}).")
        steps.identity(*terms)

    def _equation(self, by: Term, pieces: Sequence[str], proofs: Sequence[str]) -> None:
        total = proofs[0] if proofs else "eq_refl"
        for proof in proofs[1:]:
            total = f"(plus_zero _ _ {total} {proof})"
        apart = self._identities.sign("!=", by)
        self._identities.emit(
            f"apply (equal_by _ _ {self.written.term(by, 6)} ({' + '.join(pieces) or '0'}) {apart} {total})."
        )

    def _try_sign(self, term: Term) -> str | None:
        try:
            return self._identities.sign(">", term)
        except UnprintedError:
            return None

    def _of_product(
        self, made: Theorem, goal: Proposition, factors: Sequence[tuple[Theorem, int]], known: Sequence[Theorem] = ()
    ) -> None:
        steps = self._identities
        steps.begin(self._known(known))
        operator, left, right = goal
        word = {">": "pos", ">=": "nonneg", "!=": "nonzero"}[operator]
        made_of: list[Term] = []
        for theorem, times in factors:
            own, a, b = theorem.conclusion
            difference: Term = ("+", a, ("*", MINUS_ONE, b))
            own_word = {">": "pos", ">=": "nonneg", "!=": "nonzero"}[own]
            steps.suppose((own, difference, ZERO), f"(difference_{own_word} _ _ {self._of[theorem]})")
            made_of.append(("^", difference, times) if times != 1 else difference)
        product: Term = made_of[0] if len(made_of) == 1 else ("*", *made_of)
        sign = steps.sign(operator, product)
        steps.emit(f"apply (from_{word} _ _ {self.written.term(product, 6)} {sign}).")
        steps.identity(left, right, product)

    def _short_extremum(self, term: Term, place: int, ahead: Sequence[Theorem] = ()) -> str:
        own = term[1 + place]
        shown: dict[Term, str] = {}
        side = 2 if term[0] == "max" else 1
        for theorem in ahead:
            operator = theorem.conclusion[0]
            one, other = theorem.conclusion[1:] if side == 2 else theorem.conclusion[:0:-1]
            if operator in (">", ">=", "=") and one == own:
                lemma = {">": "(Rlt_le _ _ {})", ">=": "{}", "=": "(same_above _ _ {})"}[operator]
                shown.setdefault(other, lemma.format(self._of[theorem]))
        return self._extreme(term[0], term[1:], place, shown)

    def _extreme(self, head: str, terms: tuple[Term, ...], place: int, shown: dict[Term, str]) -> str:
        """Proves that the max of terms is the one of that place, given that it is ahead of the others."""
        if len(terms) == 1:
            return "eq_refl"
        if place == 0:
            ahead = [shown.get(other, "(Rle_refl _)") for other in terms[1:]]
            proof = ahead.pop()
            lub = "Rmax_lub" if head == "max" else "Rmin_glb"
            while ahead:
                proof = f"({lub} _ _ _ {ahead.pop()} {proof})"
            return f"({head}_first _ _ {proof})"
        inner = self._extreme(head, terms[1:], place - 1, shown)
        first = self.written.term(terms[0], 6)
        proof = shown.get(terms[0], "(Rle_refl _)")
        if len(terms) == 2:
            return f"({head}_second _ _ {proof})"
        order = f"{first} <= z" if head == "max" else f"z <= {first}"
        rest = self.written.term((head, *terms[1:]), 6)
        moved = f"(eq_ind_r (fun z : R => {order}) {proof} {inner})"
        return f"(eq_trans ({head}_second {first} {rest} {moved}) {inner})"

    def _short_bound(self, term: Term, place: int) -> str:
        return f"(ceiling_{('above', 'below')[place]} {self.written.term(term[1], 6)})"

    def _of_rewrite(
        self, made: Theorem, equation: Theorem, theorem: Theorem, goal: Proposition | None = None
    ) -> None:
        steps = self._identities
        steps.begin()
        _, old, new = equation.conclusion
        source = theorem.conclusion if goal is None else goal
        kept_free = free_names(old) | free_names(new)
        put: dict[Term, Term] = {}  # what stands in place of each part that is replaced

        def around(part: Term, below: bool = False) -> Term:
            if part == old or not (below or part[0] != old[0] or part[0] in ("s", "n", "+", "*")
                                   or not self._same(part, old)):
                return put.setdefault(part, new)
            if part[0] not in BINDERS:
                return with_parts(part, tuple(around(each, below) for each in parts(part)))
            head, index, first, last, body = part
            inside = body if index in kept_free else around(body, True)
            return (head, index, around(first, below), around(last, below), inside)

        for side in source[1:]:
            around(side)
        proof = self._of[theorem]
        put.update({part: part if goal is None else new for part in put})
        for part in list(put):
            put[part] = _HOLE
            context = self.written.proposition((source[0], around(source[1]), around(source[2])))
            put[part] = new if goal is None else part
            same = self._of[equation]
            if part != old:
                same = f"(eq_trans {steps.equal(part, old)} {same})"
            function = f"(fun {self.written[_HOLE[1]]} : R => {context})"
            if goal is None:
                proof = f"(eq_ind _ {function} {proof} _ {same})"
            else:
                proof = f"(eq_ind_r {function} {proof} {same})"
        steps.emit(f"exact {proof}.")

    def _same(self, one: Term, other: Term) -> bool:
        try:
            return self._identities.algebra.same(one, other)
        except KernelError:
            return False
