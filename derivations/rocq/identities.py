"""Proofs that two terms are equal, and of their signs: what the kernel computes, in steps that Rocq follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from sympy import QQ
from sympy.polys.rings import PolyElement, PolyRing

from derivations.kernel.normal_form import (
    POSITIVE,
    Algebra,
    Exponent,
    Factors,
    Form,
    Key,
    Monomial,
    Polynomial,
    Symbolic,
)
from derivations.kernel.statement import Statement
from derivations.kernel.term import BINDERS, MINUS_ONE, ONE, ZERO, Proposition, Term, number, parts, power, with_parts
from derivations.proof.form_terms import FormTerms
from derivations.rocq.written import UnprintedError, UnsignedError, Written

_SIGNS = {">": "0 < {}", ">=": "0 <= {}", "!=": "{} <> 0"}
_RATIONAL = ("n", "s", "+", "*", "^")
_LONG = 3900  # characters of an identity that field still ends on, where powers of quotients stand in it
_LONG_WITH_LETTERS = 600  # the same where it divides by several sums of powers
Known = Sequence[tuple[Proposition, str]]  # theorems, each with what proves it

Same: TypeAlias = "tuple[Term, Callable[[], None]]"  # what a term is for the kernel, and what writes a proof of it


@dataclass(frozen=True)
class Laws:
    """What proves things of terms that are not rational; given to a proof, as they write their own lines into it."""

    over_index: Callable[[Identities, Term], Same]
    nonneg: Callable[[Identities, Term], str | None]  # of a sum
    exclusive_or: Callable[[Identities, Term], Same | None]
    power_of_sum: Callable[[Identities, Term], Same | None]


class Identities:
    """The lines of one proof, and what is proven in them."""

    def __init__(self, statement: Statement, written: Written, facts: Mapping[Proposition, str],
                 of_values: Callable[[str, Term], str | None], laws: Laws) -> None:
        self.lines: list[str] = []
        self._facts = dict(facts)
        self._local: dict[Proposition, str] = {}  # facts that the current assertion shows
        self._of_values = of_values
        self._laws = laws
        self._written = written
        self.algebra = Algebra(dict(statement.domains))
        self._forms = FormTerms(self.algebra)
        self._count = 0
        self._known: Known = ()

    # lines

    def emit(self, line: str) -> None:
        """Write a line."""
        self.lines.append(line)

    def fresh(self, letter: str) -> str:
        """A name that is not used yet."""
        self._count += 1
        return f"{letter}{self._count}"

    def begin(self, known: Known = ()) -> None:
        """Begin an assertion, in which these theorems may tell signs."""
        self._local, self._known = {}, known

    def suppose(self, fact: Proposition, proof: str) -> None:
        """Take on a fact that something proves, in the assertion that was begun."""
        self._local[fact] = proof

    def learn(self, proposition: Proposition) -> None:
        """Remember which term each atom of a proposition is."""
        self._forms.learn(proposition)

    def of_values(self, kind: str, term: Term) -> str | None:
        """Proof of the sign of a quantity or of the value of a function, or that it is ``whole`` or a ``bit``."""
        return self._of_values(kind, term)

    def atom_term(self, place: int) -> Term:
        """The term of an atom."""
        return self._forms.atom_term(place)

    def term_of(self, form: Form) -> Term:
        """The term of a form."""
        return self._forms.term_of_form(form)

    def text(self, term: Term, level: int = 0) -> str:
        """The writing of a term."""
        return self._written.term(term, level)

    def shown(self, letter: str, claim: str, prove: Callable[[], None]) -> str:
        """Assert a claim; the name of it."""
        name = self.fresh(letter)
        self.emit(f"assert ({name} : {claim}).")
        self.emit("{")
        kept, self._local = self._local, dict(self._local)
        prove()
        self._local = kept
        self.emit("}")
        return name

    # signs

    def sign(self, kind: str, term: Term) -> str:
        """Proof that a term is > 0, >= 0 or != 0. Raises `UnprintedError` where nothing here does."""
        found = self._plain(kind, term)
        if found is None:
            found = self._canonical(kind, term)
            self._local[kind, term, ZERO] = found
        return found

    def _plain(self, kind: str, term: Term) -> str | None:
        """A proof that follows how a term is written."""
        for facts in (self._local, self._facts):
            if (kind, term, ZERO) in facts:
                return facts[kind, term, ZERO]
        found = self._by_head(kind, term)
        if found is None and kind == ">=" and (strict := self._plain(">", term)):
            return f"(pos_nonneg _ {strict})"
        if found is None and kind == "!=" and (strict := self._plain(">", term)):
            return f"(pos_nonzero _ {strict})"
        return found

    def _by_head(self, kind: str, term: Term) -> str | None:
        head, rest = term[0], term[1:]
        if head == "n":
            return self._number(kind, *rest)
        if head in ("s", "app"):
            return self._of_values(kind, term)
        if head == "+":
            return None if kind == "!=" and len(rest) > 1 else self._sum(kind, rest)
        if head == "*":
            return self._product(kind, rest)
        if head == "^":
            return self._power(kind, *rest)
        if head in ("max", "min") and kind != "!=":
            return self._extremum(kind, head, rest)
        if head == "exp" and kind == ">":
            return "(exp_pos _)"
        if head == "pow" and kind != "!=" and (base := self._plain(kind, rest[0])):
            return f"(power_{_WORD[kind]} _ _ {base})"
        if head == "ceil" and kind != "!=" and (inside := self._plain(kind, rest[0])):
            return f"(ceiling_{_WORD[kind]} _ {inside})"
        if head == "abs" and kind == ">=":
            return "(Rabs_pos _)"
        if head == "fact" and kind == ">":
            return "(factorial_pos _)"
        if head == "xor" and kind == ">=":
            one, two = (self._plain(">=", part) for part in rest)
            return one and two and f"(xor_nonneg _ _ {one} {two})"
        if head == "sum" and kind == ">=":
            return self._laws.nonneg(self, term)
        return None

    def _number(self, kind: str, numerator: int, denominator: int) -> str | None:
        if numerator == 0:
            return "(Rle_refl 0)" if kind == ">=" else None
        if numerator < 0:
            return f"(negative_number {-numerator} {denominator})" if kind == "!=" and denominator == 1 else None
        if kind != ">":
            return None
        if denominator == 1:
            return f"(number_pos {numerator})"
        return f"(div_pos _ _ (number_pos {numerator}) (number_pos {denominator}))"

    def _sum(self, kind: str, terms: Sequence[Term]) -> str | None:
        strict, found = self._strongest(terms[0])
        for term in terms[1:]:
            own, other = self._strongest(term)
            if found is None or other is None:
                return None
            lemma = {(True, True): "Rplus_lt_0_compat", (True, False): "Rplus_lt_le_0_compat",
                     (False, True): "Rplus_le_lt_0_compat", (False, False): "Rplus_le_le_0_compat"}[strict, own]
            strict, found = strict or own, f"({lemma} _ _ {found} {other})"
        if found is None or (kind == ">" and not strict):
            return None
        return f"(pos_nonneg _ {found})" if kind == ">=" and strict else found

    def _strongest(self, term: Term) -> tuple[bool, str | None]:
        found = self._plain(">", term)
        return (True, found) if found is not None else (False, self._plain(">=", term))

    def _product(self, kind: str, factors: Sequence[Term]) -> str | None:
        if len(factors) > 1 and factors[0] == MINUS_ONE:
            inside = factors[1] if len(factors) == 2 else ("*", *factors[1:])
            found = self._plain("!=", inside) if kind == "!=" else None
            return f"(opp_nonzero _ {found})" if found else None
        found = self._plain(kind, factors[0])
        for factor in factors[1:]:
            if factor[0] == "^" and factor[2] == -1:
                other = self._plain(">" if kind == ">=" else kind, factor[1])
                lemma = {">": "div_pos", ">=": "div_nonneg", "!=": "div_nonzero"}[kind]
            else:
                other = self._plain(kind, factor)
                lemma = {">": "Rmult_lt_0_compat", ">=": "Rmult_le_pos", "!=": "times_nonzero"}[kind]
            if found is None or other is None:
                return None
            found = f"({lemma} _ _ {found} {other})"
        return found

    def _power(self, kind: str, base: Term, times: int) -> str | None:
        if times == 0:
            return "Rlt_0_1" if kind == ">" else None
        n = abs(times)
        found = None
        if kind == "!=":
            inside = self._plain("!=", base)
            found = inside and (f"(pow_nonzero _ {n} {inside})" if times != -1 else inside)
            return found and (f"(Rinv_neq_0_compat _ {found})" if times < 0 else found)
        inside = self._plain(kind, base)
        if inside:
            found = inside if times == -1 else f"(pow_{_WORD[kind]} _ {n} {inside})"
        elif n % 2 == 0 and kind == ">=" and times > 0:
            found = f"(even_nonneg _ {n} {n // 2} eq_refl)"
        elif n % 2 == 0 and kind == ">" and (apart := self._plain("!=", base)):
            found = f"(even_pos _ {n} {n // 2} eq_refl {apart})"
        if times > 0 or found is None:
            return found
        return f"(Rinv_0_lt_compat _ {found})" if kind == ">" else None

    def _extremum(self, kind: str, head: str, terms: Sequence[Term]) -> str | None:
        first, *others = terms
        if not others:
            return self._plain(kind, first)
        rest: Term = others[0] if len(others) == 1 else (head, *others)
        one, two = self._plain(kind, first), self._plain(kind, rest)
        word = _WORD[kind]
        if head == "min":
            return f"(min_{word} _ _ {one} {two})" if one and two else None
        return f"(max_{word}_l _ _ {one})" if one else f"(max_{word}_r _ _ {two})" if two else None

    def _unsigned(self, kind: str, product: Term) -> Term:
        """The factor of a product of which nothing tells the sign, if it is one."""
        if product[0] != "*":
            return product
        found = [factor for factor in product[1:] if self._plain(kind, factor) is None]
        return found[0] if len(found) == 1 and found[0][0] != "^" else product

    def _canonical(self, kind: str, term: Term) -> str:
        """A proof by way of the factors that the kernel sees in a term."""
        if kind == ">=" and not self.algebra.form(term).over:
            name = self.shown("E", f"{self.text(term, 1)} = 0", lambda: self.identity(term, ZERO))
            return f"(by_equal_nonneg _ _ {name} (Rle_refl 0))"
        coefficient, content, factors = self._taken_apart(term)
        odd = 0  # factors that are less than zero
        made: list[Term] = []
        for key, times in factors:
            factor = self._forms.term(dict(key))
            own = ">" if kind == ">=" and times < 0 else kind  # what is divided by is not zero
            if self._plain(own, factor) is None and self._factor(own, key, factor, even=times % 2 == 0):
                factor = ("*", MINUS_ONE, factor)
                odd += times
            made.append(factor if times == 1 else ("^", factor, times))
        found = self._plain(kind, term)
        if found is not None:
            return found
        plain = self._forms.term({content: coefficient * (-1) ** (odd % 2)})
        product: Term = ("*", plain, *made) if made else plain
        found = self._plain(kind, product)
        if found is None or product == term:
            raise UnsignedError("the sign of a formula in it is not shown", (kind, self._unsigned(kind, product), ZERO))
        name = self.shown("E", f"{self.text(term, 1)} = {self.text(product, 1)}",
                          lambda: self.identity(term, product))
        return f"(by_equal_{_WORD[kind]} _ _ {name} {found})"

    def _taken_apart(self, term: Term) -> Factors:
        """A number, powers of what is positive, and other factors, also those that a term is divided by."""
        form = self.algebra.form(term)
        if not form.over:
            raise UnprintedError("the sign of zero")
        coefficient, content, factors = self.algebra.taken_apart(form.over)
        return Factors(coefficient, content, [*factors, *((key, -times) for key, times in form.under.items())])

    def _factors_of(self, term: Term) -> list[Term]:
        """The factors of a term, without a number and without what is positive by nature."""
        return [self._forms.term(dict(key)) for key, _ in self._taken_apart(term).factors]

    def _factor(self, kind: str, key: Key, factor: Term, *, even: bool) -> bool:
        """Show the sign of a factor, or of minus it, by a theorem that speaks of it; True if it is minus it."""
        if even and kind == ">=":
            return False
        if even:
            kind = "!="
        for (operator, left, right), proof in self._known:
            if operator not in {">": (">",), ">=": (">", ">="), "!=": (">", "!=")}[kind]:
                continue
            whole = self.algebra.difference(left, right)
            quotient = self.algebra.divided(whole.over, dict(key)) if whole.over else None
            if quotient is None:
                continue
            form = Form(quotient, whole.under, frozenset())
            other = self.term_of(form)
            sign = None if kind == "!=" else self.algebra.form_sign(form)
            if kind != "!=" and abs(sign or 0) != POSITIVE:
                continue
            told = "!=" if kind == "!=" else kind
            if operator == ">" and told != ">":
                proof = f"({'lt_apart' if told == '!=' else 'Rlt_le'} _ _ {proof})"
            negative = sign is not None and sign < 0
            if negative:
                factor, other = ("*", MINUS_ONE, factor), self.term_of(self.algebra.scaled(form, -1))
            difference: Term = ("+", left, ("*", MINUS_ONE, right))
            product: Term = ("*", factor, other)
            text = f"{self.text(difference, 1)} = {self.text(factor, 3)} * {self.text(other, 3)}"
            equal = self.shown("E", text, lambda d=difference, p=product: self.identity(d, p))  # type: ignore[misc]
            last = "" if kind == "!=" else f" {self.sign('>', other)}"
            self._local[kind, factor, ZERO] = (
                f"(factor_{_WORD[kind]} _ _ _ {equal} (difference_{_WORD[told]} _ _ {proof}){last})"
            )
            return negative
        return False

    # equal terms

    def identity(self, *terms: Term) -> None:
        """Prove the goal, an equation between what is rational in these terms and their likes."""
        flat: dict[Term, Term] = {}  # what is divided by, without divisions in it
        for denominator in reversed(self._denominators(terms)):
            if self._denominators([denominator]):
                coefficient, content, factors = self._taken_apart(denominator)
                left, factors = _irreducible(factors)
                flat[denominator] = _product_of([
                    (self._forms.term({content: coefficient * left}), 1),
                    *((self._forms.term(dict(key)), times) for key, times in factors),
                ])
        names: dict[Term, str] = {}
        for denominator, product in flat.items():
            if product != denominator:
                names[denominator] = self.shown("E", f"{self.text(denominator, 1)} = {self.text(product, 1)}",
                                                lambda d=denominator, p=product: self.identity(d, p))  # type: ignore[misc]
        flattening = list(names)
        terms = tuple(_put_in(flat, term) for term in terms)
        equations, relations = self._equated(terms)
        names |= {atom: name for atom, (_, name) in equations.items()}
        larger = sorted(names, key=lambda part: (part[0] not in BINDERS, -len(self.text(part))))  # they hold others
        for part in (*larger, *flattening):
            once = part[0] in BINDERS  # what it becomes may hold one that is the same by computation
            self.emit(f"try rewrite {names[part]}." if once else f"rewrite ?{names[part]}.")
        targets = {atom: target for atom, (target, _) in equations.items()}
        inner = {atom: target for atom, target in targets.items() if atom[0] not in BINDERS}
        targets |= {atom: _put_in(inner, target) for atom, target in targets.items()
                    if atom[0] in BINDERS or (atom[0] == "pow" and target[0] in ("^", "*"))}
        relations |= self._squares([*(_put_in(targets, term) for term in terms), *relations.values()])
        below = self._denominators([*(_put_in(targets, term) for term in terms), *relations.values()])
        letters = self._letters(_put_in(targets, term) for term in terms)
        if letters and not relations:
            given = [self._apart(denominator) for denominator in below]
            supposed = f"generalize {', '.join(given)}" if given else "idtac"
            self.emit(f"same_terms ltac:({supposed}) ltac:(pattern {', '.join(letters)}).")
            return
        for denominator in list(below):
            if self._plain(">", denominator) is None:
                below += [each for each in self._factors_of(denominator) if each not in below]
        # field does not end on these unless it sees letters for powers
        plainly = sum(each[0] == "+" and _has_power(each) for each in below) > 1
        if plainly and sum(len(self.text(term)) for term in terms) > _LONG_WITH_LETTERS:
            raise UnprintedError("a long identity that divides by several sums of powers, on which field does not end")
        if any(map(_has_power_of_quotient, terms)) and sum(len(self.text(term)) for term in terms) > _LONG:
            raise UnprintedError("a long identity with powers of quotients, on which field does not end")
        for denominator in below:
            name = self._apart(denominator)
            if denominator[0] in ("*", "^") and self._plain(">", denominator) is None:
                self.emit(f"apart {name}.")
        modulo = f" [{' '.join(relations)}]" if relations else ""
        self.emit(f"{'plain_letters. ' * plainly}field{modulo}{'; side' if below else ''}.")

    def _apart(self, denominator: Term) -> str:
        """The name of what is said there: that a term is other than zero."""
        name = self.fresh("N")
        self.emit(f"pose proof ({self.sign('!=', denominator)} : {self.text(denominator, 1)} <> 0) as {name}.")
        return name

    def _denominators(self, terms: Iterable[Term]) -> list[Term]:
        """What is divided by in terms, innermost first, outside of what is no sum, product or power."""
        found: dict[Term, None] = {}

        def walk(part: Term) -> None:
            if part[0] not in _RATIONAL:
                return
            for each in parts(part):
                walk(each)
            if part[0] == "^" and part[2] < 0 and part[1][0] != "n":
                found.setdefault(part[1])

        for term in terms:
            walk(term)
        return list(found)

    def _equated(self, terms: Iterable[Term]) -> tuple[dict[Term, tuple[Term, str]], dict[str, Term]]:
        """What is no sum, product or power in terms, put as the kernel sees it.

        What each becomes, with the name of the equation, and relations between what they become, by name, with a side.
        """
        atoms = dict.fromkeys(self._atoms(terms))
        stands: dict[int, Term] = {}
        equations: dict[Term, tuple[Term, str]] = {}

        def becomes(atom: Term, target: Term, prove: Callable[[], None]) -> None:
            if target != atom:
                name = self.shown("E", f"{self.text(atom, 1)} = {self.text(target, 1)}", prove)
                equations[atom] = (target, name)

        for atom in [each for each in atoms if each[0] in BINDERS]:
            target, prove = self._laws.over_index(self, atom)
            becomes(atom, target, prove)
            atoms |= dict.fromkeys(self._atoms([target]))
        for atom in [each for each in atoms if each[0] == "pow" and self._whole_exponent(each) is None]:
            parted = None if self._splits(atom) else self._front(atom[1])
            if parted is not None:
                becomes(atom, ("*", *(("pow", each, atom[2]) for each in parted)),
                        lambda a=atom, p=parted: self._by_front(a, *p))  # type: ignore[misc]
                atoms |= dict.fromkeys(self._atoms([equations[atom][0]]))
        whole = [each for each in atoms if each[0] == "pow"]  # powers whose base may be one, as a square of a root
        while whole:
            atom = whole.pop()
            if self._whole_exponent(atom) is not None:
                new = [each for each in self._atoms([atom[1]]) if each not in atoms]
                atoms |= dict.fromkeys(new)
                whole += [each for each in new if each[0] == "pow"]
        kept: list[Term] = []  # powers with exponents that are not whole
        for atom in atoms:
            if atom[0] in BINDERS or atom in equations:
                continue
            mixed = self._laws.exclusive_or(self, atom) if atom[0] == "xor" else None
            if mixed is not None:
                becomes(atom, *mixed)
            elif atom[0] == "pow" and (exponent := self._whole_exponent(atom)) is not None:
                power_term: Term = ("^", atom[1], exponent)
                becomes(atom, ONE if exponent == 0 else atom[1] if exponent == 1 else power_term,
                        lambda a=atom, e=exponent: self._by_whole_exponent(a, e))  # type: ignore[misc]
            elif atom[0] == "exp" or (atom[0] == "pow" and self._splits(atom)):
                kept.append(atom)
            elif atom[0] in ("max", "min"):
                target = self._extreme_target(atom)
                becomes(atom, target, lambda a=atom, t=target: self._same_extreme(a, t))  # type: ignore[misc]
            elif atom[0] == "log":
                inner, proof = self._logarithm(atom[1])
                becomes(atom, inner, lambda p=proof: self.emit(f"exact {p}."))  # type: ignore[misc]
            elif atom[0] == "pow" and (apart := self._laws.power_of_sum(self, atom)) is not None:
                becomes(atom, *apart)
            else:
                single = self.algebra._single(self.algebra.form(atom))
                if single is None or self.algebra.atoms[single].key[0] not in (atom[0], "opaque", "xor-of-others"):
                    raise UnprintedError(f"a value of {atom[0]} that is a sum or a product")
                first = stands.setdefault(single, atom)
                becomes(atom, first, lambda a=atom, f=first: self._congruent(a, f))  # type: ignore[misc]
        return equations, self._powers(kept, becomes)

    def _squares(self, terms: Iterable[Term]) -> dict[str, Term]:
        """That each bit in terms is its own square: the names of these facts, each with its right side."""
        found: dict[str, Term] = {}
        for atom in dict.fromkeys(self._symbols(terms)):
            proof = self._of_values("bit", atom)
            if proof is not None:
                name = self.fresh("E")
                self.emit(f"pose proof (bit_square _ {proof}) as {name}.")
                found[name] = atom
        return found

    def _letters(self, terms: Iterable[Term]) -> list[str]:
        """The writing of what is no sum, product or power in terms: what holds others stands behind them."""
        kept = list(terms)
        return sorted({self.text(each, 6) for each in (*self._symbols(kept), *self._atoms(kept))},
                      key=lambda text: (len(text), text))

    def _symbols(self, terms: Iterable[Term]) -> Iterator[Term]:
        """Quantities and values of functions in terms, outside of what is no sum, product or power."""
        for term in terms:
            if term[0] in ("s", "app"):
                yield term
            elif term[0] in _RATIONAL:
                yield from self._symbols(parts(term))

    def _atoms(self, terms: Iterable[Term]) -> list[Term]:
        """What is no sum, product or power in terms."""
        found: dict[Term, None] = {}
        pending = list(terms)
        while pending:
            part = pending.pop(0)
            if part[0] not in _RATIONAL:
                found.setdefault(part)
            elif part[0] != "s":
                pending += parts(part)
        return list(found)

    def _splits(self, atom: Term) -> bool:
        """True for a power of what is positive by nature."""
        return self._factors(atom[1]) is not None

    def _front(self, term: Term) -> tuple[Term, Term] | None:
        """What of a term is positive by nature, and what is left of it; None where nothing is positive."""
        found, rest = self._positive_part(term)
        if not found or any(isinstance(times, Symbolic) for _, times in found):
            return None
        front = _product_of([(self._forms.atom_term(place), times) for place, times in found])
        return front, self._forms.term_of_form(rest)

    def _by_front(self, atom: Term, front: Term, rest: Term) -> None:
        """Prove that a power of a product is the product of powers, of which the first is of what is positive."""
        base, whole, exponent = atom[1], ("*", front, rest), self.text(atom[2], 6)
        name = self.shown("E", f"{self.text(base, 1)} = {self.text(whole, 1)}", lambda: self.identity(base, whole))
        parted = f"(power_front {self.text(front, 6)} {self.text(rest, 6)} {exponent} {self.sign('>', front)})"
        self.emit(f"exact (eq_trans (f_equal2 power {name} (eq_refl {exponent})) {parted}).")

    def _factors(self, term: Term) -> list[tuple[int, Exponent]] | None:
        """Atoms that are positive by nature with exponents, whose product a term is; None if there are none."""
        found, rest = self._positive_part(term)
        return found if rest.constant == 1 else None

    def _positive_part(self, term: Term) -> tuple[list[tuple[int, Exponent]], Form]:
        """The factors of a term that are positive by nature, and what is left of it."""
        form = self.algebra.form(term)
        return self.algebra.positive_part(form) if form.over else ([], form)

    def _whole_exponent(self, atom: Term) -> int | None:
        """The whole number that an exponent is; None if it is none."""
        exponent = self.algebra.form(atom[2]).constant
        return int(exponent) if exponent is not None and exponent == int(exponent) else None

    def _by_whole_exponent(self, atom: Term, exponent: int) -> None:
        """Prove that a power with a whole exponent is a product."""
        own = number(exponent)
        if atom[2] == own:
            name = "eq_refl"
        else:
            claim = f"{self.text(atom[2], 1)} = {self.text(own, 1)}"
            name = self.shown("E", claim, lambda: self.identity(atom[2], own))
        base = self.text(atom[1], 6)
        if exponent < 0:
            self.emit(f"exact (power_to_inverse {base} _ {-exponent - 1} {name}).")
            return
        proof = f"(power_to_nat {base} _ {exponent} {name})"
        if exponent < 2:
            proof = f"(eq_trans {proof} (pow_{exponent} {base}))"
        self.emit(f"exact {proof}.")

    def _extreme_target(self, atom: Term) -> Term:
        """A positive form times one max or min: what a max or min is for the kernel."""
        form = self.algebra.form(atom)
        head = atom[0]
        inner = [p for mono in form.over for p, e in mono if self.algebra.atoms[p].key[0] == head and e == 1]
        if len(form.over) != 1 or not inner or not self._is_of(atom):
            return self.term_of(form)
        place = inner[0]
        (mono, c), = form.over.items()
        front = Form({tuple(pair for pair in mono if pair[0] != place): c}, form.under, frozenset())
        stands = self._forms.atom_term(place)
        if stands[0] == "*":
            front, stands = self.algebra.multiply(front, self.algebra.form(stands[1])), stands[2]
        front = self.algebra.cancelled(front)
        return stands if front.constant == 1 else ("*", self.term_of(front), stands)

    def _is_of(self, atom: Term) -> bool:
        """True unless all arguments but one fall away, and that one is a max itself."""
        keys = {self.algebra.key(self.algebra.form(part)) for part in flattened(atom)}
        return len(keys) > 1

    def _same_extreme(self, atom: Term, target: Term) -> None:
        """Prove that a max is a positive term times another one, with arguments in another order."""
        head = atom[0]
        flat = flattened(atom)
        front: Term | None = None
        inside = target
        if target[0] == "*" and target[-1][0] == head:
            front, inside = target[1], target[2]
        others = flattened(inside) if inside[0] == head else (inside,)
        scaled = [("*", front, part) if front is not None else part for part in others]
        names = {term: f"y{turn}" for turn, term in enumerate(dict.fromkeys(scaled))}
        order: list[Term] = []
        proofs: list[str] = []
        for part in flat:
            match = next((other for other in scaled if self.algebra.same(part, other)), None)
            if match is None:
                raise UnprintedError(f"an argument of {head} that is none of the other one")
            order.append(match)
            proofs.append("eq_refl" if match == part else self.equal(part, match))
        function = HEADS[head]
        variables = " ".join(names.values())
        left = self._nested(function, atom, iter([names[term] for term in order]))
        right = self._nested(function, inside, iter([names[term] for term in scaled]))
        law = self.shown("E", f"forall {variables} : R, {left} = {right}", lambda: self.emit("intros. extremum."))
        first = self._nested_proof(function, atom, iter(proofs))
        law = f"({law} {' '.join(self.text(term, 6) for term in names)})"
        if front is None:
            self.emit(f"exact (eq_trans {first} {law}).")
            return
        spread = self._spread(head, inside, self.text(front, 6), self.sign(">", front))
        self.emit(f"exact (eq_trans {first} (eq_trans {law} (eq_sym {spread}))).")

    def _nested(self, function: str, term: Term, values: Iterator[str]) -> str:
        """A max of max, with other values for its arguments."""
        head = next(each for each, name in HEADS.items() if name == function)
        if term[0] != head:
            return next(values)
        first = self._nested(function, term[1], values)
        if len(term) == 2:
            return first
        return f"({function} {first} {self._nested(function, rest_of(term), values)})"

    def _nested_proof(self, function: str, term: Term, proofs: Iterator[str]) -> str:
        head = next(each for each, name in HEADS.items() if name == function)
        if term[0] != head:
            return next(proofs)
        first = self._nested_proof(function, term[1], proofs)
        if len(term) == 2:
            return first
        return f"(f_equal2 {function} {first} {self._nested_proof(function, rest_of(term), proofs)})"

    def _spread(self, head: str, term: Term, front: str, positive: str) -> str:
        """Proves that a positive term times a max is the max of the products."""
        if term[0] != head:
            return "eq_refl"
        if len(term) == 2:
            return self._spread(head, term[1], front, positive)
        rest = rest_of(term)
        one, two = (self._spread(head, each, front, positive) for each in (term[1], rest))
        scaled = f"({head}_scaled {front} {self.text(term[1], 6)} {self.text(rest, 6)} {positive})"
        return f"(eq_trans {scaled} (f_equal2 {HEADS[head]} {one} {two}))"

    # powers

    def _powers(
        self, powers: Sequence[Term], becomes: Callable[[Term, Term, Callable[[], None]], None]
    ) -> dict[str, Term]:
        """Powers as products of a few, those of one base with exponents of which all others are sums."""
        algebra = self.algebra
        exponents: dict[int, list[Form]] = {}
        made: list[tuple[Term, list[tuple[int, Form]]]] = []
        for atom in powers:
            if atom[0] == "exp":
                place = algebra._single(algebra.form(("exp", ONE)))
                assert place is not None
                factors = [(place, algebra.form(atom[1]))]
            else:
                found = self._factors(atom[1])
                if found is None:
                    raise UnprintedError("a power of what may be zero")
                exponent = algebra.form(atom[2])
                factors = [(place, algebra.multiply(exponent, algebra.form_of_exponent(times)))
                           for place, times in found]
            made.append((atom, factors))
            for place, form in factors:
                exponents.setdefault(place, []).append(form)
        bases = {place: _Base(algebra, forms) for place, forms in exponents.items()}
        relations: dict[str, Term] = {}
        for place, base in bases.items():
            written = self._forms.atom_term(place)
            base.write(written, self._forms)
            whole = base.as_product(algebra.constant(1))
            if whole is not None and all(times > 0 for _, times in whole):
                product = _product_of(whole)
                if product != written:
                    name = self.shown("E", f"{self.text(product, 1)} = {self.text(written, 1)}",
                                      lambda p=product, w=written: self._by_logarithms(p, w))  # type: ignore[misc]
                    relations[name] = written
        for atom, factors in made:
            target = _product_of([pair for place, form in factors for pair in bases[place].as_product(form) or ()])
            becomes(atom, target, lambda a=atom, t=target: self._by_logarithms(a, t))  # type: ignore[misc]
        return relations

    def _by_logarithms(self, one: Term, other: Term) -> None:
        """Prove that two positive terms are equal, as their logarithms are."""
        (mine, proof), (its, other_proof) = self._logarithm(one), self._logarithm(other)
        signs = f"{self.sign('>', one)} {self.sign('>', other)}"
        logarithms = f"{self.text(mine, 6)} {self.text(its, 6)}"
        self.emit(f"apply (equal_logarithms _ _ {logarithms} {signs} {proof} {other_proof}).")
        self.identity(mine, its)

    def _logarithm(self, term: Term) -> tuple[Term, str]:
        """The logarithm of a positive term in those of its factors, and what proves it."""
        head, rest = term[0], term[1:]
        if head == "*" and len(rest) == 1:
            return self._logarithm(rest[0])
        if head == "*":
            front = rest[0] if len(rest) == 2 else ("*", *rest[:-1])
            (one, proof), (other, other_proof) = self._logarithm(front), self._logarithm(rest[-1])
            signs = f"{self.sign('>', front)} {self.sign('>', rest[-1])}"
            return ("+", one, other), f"(ln_times _ _ _ _ {signs} {proof} {other_proof})"
        if head == "^" and rest[1] < 0:
            base = rest[0] if rest[1] == -1 else ("^", rest[0], -rest[1])
            one, proof = self._logarithm(base)
            return ("*", MINUS_ONE, one), f"(ln_inverse _ _ {self.sign('>', base)} {proof})"
        if head == "^":
            one, proof = self._logarithm(rest[0])
            return ("*", number(rest[1]), one), f"(ln_pow_nat _ _ {rest[1]} {self.sign('>', rest[0])} {proof})"
        if head == "pow":
            one, proof = self._logarithm(rest[0])
            return ("*", rest[1], one), f"(ln_power _ {self.text(rest[1], 6)} _ {self.sign('>', rest[0])} {proof})"
        if head == "exp":
            return rest[0], f"(ln_exp {self.text(rest[0], 6)})"
        if term == ONE:
            return ZERO, "ln_1"
        factors = self._factors(term)
        if factors is None:
            raise UnprintedError("a logarithm of what may be zero")
        if not all(isinstance(times, int | Fraction) for _, times in factors):
            raise UnprintedError("no lemma is written for a power of a power in it")
        product = _product_of([(self._forms.atom_term(place), times) for place, times in factors])
        if product == term or head not in _RATIONAL:
            return ("log", term), "eq_refl"
        name = self.shown("E", f"{self.text(term, 1)} = {self.text(product, 1)}", lambda: self.identity(term, product))
        inner, proof = self._logarithm(product)
        return inner, f"(ln_equal _ _ _ {name} {proof})"

    # congruence

    def equal(self, one: Term, other: Term) -> str:
        """The name of the equation of two terms which are one atom."""
        return self.shown("E", f"{self.text(one, 1)} = {self.text(other, 1)}", lambda: self._congruent(one, other))

    def _congruent(self, one: Term, other: Term) -> None:
        if one[0] in _RATIONAL:
            self.identity(one, other)
            return
        if one[0] == other[0] and one[0] in (*BINDERS, "xor"):
            self.identity(one, other)
            return
        if one[0] != other[0] or len(one) != len(other):
            raise UnprintedError(f"{one[0]} and {other[0]} as one atom")
        mine, others = parts(one), parts(other)
        if one[0] == "app" and one[1] != other[1]:
            raise UnprintedError("two functions as one atom")
        if len(mine) > 2:
            raise UnprintedError(f"{one[0]} of {len(mine)}")
        proofs = []
        for a, b in zip(mine, others, strict=True):
            if a == b:
                proofs.append("eq_refl")
            elif self.algebra.same(a, b):
                proofs.append(self.equal(a, b))
            else:
                raise UnprintedError(f"{one[0]} with its arguments in another order")
        function = self._written[one[1]] if one[0] == "app" else HEADS[one[0]]
        self.emit(f"exact (f_equal{'' if len(mine) == 1 else len(mine)} {function} {' '.join(proofs)}).")


class _Base:
    """The powers of one base: exponents that are multiples of a few, over one common factor."""

    def __init__(self, algebra: Algebra, exponents: Sequence[Form]) -> None:
        self._algebra = algebra
        self._under: dict[Key, int] = {}
        for form in exponents:
            for key, times in algebra.cancelled(form).under.items():
                self._under[key] = max(self._under.get(key, 0), times)
        overs = [self._over(form) for form in exponents]
        self._parts: dict[Monomial, int] = {}  # each part of an exponent, and what it is divided by
        for over in overs:
            for mono, c in over.items():
                self._parts[mono] = lcm(self._parts.get(mono, 1), Fraction(c).denominator)
        self._terms: dict[Monomial, Term] = {}

    def _over(self, form: Form) -> Polynomial:
        form = self._algebra.cancelled(form)
        return self._algebra._raised(form, {key: max(times, form.under.get(key, 0))
                                            for key, times in self._under.items()})

    def write(self, base: Term, forms: FormTerms) -> None:
        """Choose the powers."""
        for mono, times in self._parts.items():
            exponent = forms.term_of_form(Form({mono: Fraction(1, times)}, self._under, frozenset()))
            power: Term = ("exp", exponent) if base == ("exp", ONE) else ("pow", base, exponent)
            self._terms[mono] = base if exponent == ONE else power

    def as_product(self, exponent: Form) -> list[tuple[Term, int]] | None:
        """A power as a product of those chosen; None if it is none."""
        found = []
        for mono, c in self._over(exponent).items():
            times = Fraction(c) * self._parts.get(mono, 0)
            if not times or times.denominator != 1:
                return None
            found.append((self._terms[mono], int(times)))
        return found


def _product_of(pairs: Sequence[tuple[Term, Any]]) -> Term:
    factors = [base if times == 1 else power(base, Fraction(times)) for base, times in pairs]
    return ONE if not factors else factors[0] if len(factors) == 1 else ("*", *factors)


def _irreducible(factors: Iterable[tuple[Key, int]]) -> tuple[Fraction, list[tuple[Key, int]]]:
    """Factors that cannot be divided any further, and the number that is left: field ends sooner on their product."""
    number_left, found = Fraction(1), list[tuple[Key, int]]()
    for key, times in factors:
        exponents = [exponent for mono, _ in key for _, exponent in mono]
        split: list[tuple[PolyElement, int]] = []
        if all(type(exponent) is int and exponent > 0 for exponent in exponents):
            places = sorted({place for mono, _ in key for place, _ in mono})
            algebra = PolyRing([f"x{place}" for place in places], QQ)
            content, split = algebra.from_dict({
                tuple(dict(mono).get(place, 0) for place in places): QQ(c.numerator, c.denominator) for mono, c in key
            }).factor_list()
        if sum(power for _, power in split) < 2:
            found.append((key, times))
            continue
        number_left *= Fraction(content.numerator, content.denominator) ** times
        found += [
            (frozenset(
                (tuple((place, power) for place, power in zip(places, powers, strict=True) if power),
                 Fraction(c.numerator, c.denominator))
                for powers, c in part.items()
            ), times * power)
            for part, power in split
        ]
    return number_left, found


def _put_in(targets: Mapping[Term, Term], term: Term) -> Term:
    """A term with others for parts of it, outside of what is no sum, product or power."""
    if term in targets:
        return targets[term]
    if term[0] not in _RATIONAL:
        return term
    return with_parts(term, tuple(_put_in(targets, part) for part in parts(term)))


def _has_power(term: Term) -> bool:
    return term[0] in ("pow", "exp") or any(map(_has_power, parts(term)))


def _has_power_of_quotient(term: Term) -> bool:
    return (term[0] == "pow" and _divides(term)) or any(map(_has_power_of_quotient, parts(term)))


def _divides(term: Term) -> bool:
    return (term[0] == "^" and term[2] < 0) or any(map(_divides, parts(term)))


def flattened(term: Term) -> tuple[Term, ...]:
    """The arguments of a max of max, or of a min of min, in their order."""
    return tuple(inner for part in term[1:] for inner in (flattened(part) if part[0] == term[0] else (part,)))


def rest_of(term: Term) -> Term:
    """A max without its first argument, as it is written inside."""
    return term[2] if len(term) == 3 else (term[0], *term[2:])


_WORD = {">": "pos", ">=": "nonneg", "!=": "nonzero"}
HEADS = {"max": "Rmax", "min": "Rmin", "exp": "exp", "log": "ln", "ceil": "ceiling", "fact": "factorial",
         "abs": "Rabs", "pow": "power", "xor": "bits_xor"}
