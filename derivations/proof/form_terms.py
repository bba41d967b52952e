"""Terms of forms: what the kernel's normal forms say, written as terms again."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel.normal_form import Algebra, Form, FormKey, Polynomial, Symbolic
from derivations.kernel.term import BINDERS, MINUS_ONE, ONE, ZERO, KernelError, Proposition, Term, number, parts, power


class FormTerms:
    """The forms of terms, and the terms of forms whose atoms were met in propositions."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self._terms_of_atoms: dict[int, Term] = {}
        self._seen: set[Term] = set()

    def learn(self, proposition: Proposition) -> None:
        """Remember which term each atom is."""
        pending = [proposition[1], proposition[2]]
        while pending:
            part = pending.pop()
            if part in self._seen:
                continue
            self._seen.add(part)
            if part[0] in BINDERS:
                pending += [part[2], part[3]]
            else:
                pending.extend(parts(part))
            if part[0] in ("n", "+", "*", "^"):
                continue
            try:
                form = self.algebra.form(part)
            except KernelError:
                continue
            if len(form.over) == 1 and not form.under:
                (mono, c), = form.over.items()
                if len(mono) == 1 and mono[0][0] not in self._terms_of_atoms:
                    place, exponent = mono[0]
                    # a quantity is written as itself, not as the square of its root
                    if c == 1 and exponent == 1 and (part[0] == "s" or self.algebra.atoms[place].key[0] != "s"):
                        self._terms_of_atoms[place] = part
                elif c != 0 and part[0] in ("max", "min", "sum", "prod", "ceil"):
                    new = [p for p, e in mono if p not in self._terms_of_atoms and e == 1
                           and self.algebra.atoms[p].key[0] == part[0]]
                    if len(new) == 1:
                        rest = tuple((p, e) for p, e in mono if p != new[0])
                        inverse = self._monomial_term(tuple((p, e * -1) for p, e in rest), Fraction(1) / c)
                        self._terms_of_atoms[new[0]] = ("*", inverse, part)
            elif part[0] in BINDERS and self.algebra.is_count(self.form(part[3], part[2])):
                head, index, first, last, body = part  # the last term stands apart: what is left is an atom, too
                pending.append((head, index, first, ("+", last, MINUS_ONE), body))

    def form(self, left: Term, right: Term = ZERO) -> Form:
        """The difference of two terms."""
        return self.algebra.difference(left, right)

    def term(self, polynomial: Polynomial) -> Term:
        """The term of a polynomial. Raises `KernelError` for an atom that stands for no term."""
        terms = [self._monomial_term(mono, c) for mono, c in polynomial.items()]
        return ZERO if not terms else terms[0] if len(terms) == 1 else ("+", *terms)

    def _monomial_term(self, mono: Any, c: int | Fraction) -> Term:
        factors = [] if c == 1 and mono else [number(Fraction(c))]
        for place, exponent in mono:
            base = self.atom_term(place)
            if isinstance(exponent, Symbolic):
                factors.append(("pow", base, self.term_of_form(exponent.form)))
            else:
                factors.append(base if exponent == 1 else power(base, Fraction(exponent)))
        return product_term(factors)

    def atom_term(self, place: int) -> Term:
        """The term of an atom. Raises `KernelError` for one that stands for no term."""
        if place in self._terms_of_atoms:
            return self._terms_of_atoms[place]
        key = self.algebra.atoms[place].key
        if key[0] == "s":
            return ("s", key[1])
        if key[0] == "prime":
            return number(key[1])
        if key[0] == "base":
            return self.term(dict(key[1]))
        if key == ("e",):
            return ("exp", ONE)
        if key[0] == "log-atom":
            return ("log", self.atom_term(key[1]))
        if key[0] == "log":
            return ("log", self._key_term(key[1]))
        if key[0] == "opaque":
            return ("pow", self._key_term(key[1]), self._key_term(key[2]))
        raise KernelError("an atom that stands for no term")

    def _key_term(self, key: FormKey) -> Term:
        return self.term_of_form(Form(dict(key[0]), dict(key[1]), frozenset()))

    def term_of_form(self, form: Form) -> Term:
        """The term of a form."""
        over = self.term(form.over)
        if not form.under:
            return over
        return ("*", over, *(("^", self.term(dict(key)), -times) for key, times in form.under.items()))

    def under_term(self, form: Form) -> Term:
        """The product of the factors under a form."""
        return product_term([("^", self.term(dict(key)), times) for key, times in form.under.items()])


def product_term(factors: Sequence[Term]) -> Term:
    """The product of terms."""
    return ONE if not factors else factors[0] if len(factors) == 1 else ("*", *factors)
