"""Families: what follows what is varied, and is written out, differentiated implicitly, or held on purpose.

A slope, a limit, a least value and independence speak of the states that all premises allow while one quantity varies.
A quantity of the formula that rests on it is no constant there. Where an equation says what it is, it is *written
out*: pointwise, so that the formula holds in the same states. Where an equation F(x, z, h) = 0 only determines it, z
follows x by dz/dx = -F_x/F_z; that is so wherever F is smooth and F_z has one sign, for then there is one z for each x,
and the implicit function theorem gives its slope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from sympy import Expr, Function, Integer, Max, Min, Poly, Symbol, diff, exp, log

from derivations.derivation.rules.algebra import Substitute
from derivations.derivation.rules.base import Checked, Input
from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.proof.counterexample import delicate, find_counterexample
from derivations.proof.normal_form import field_of
from derivations.proof.obligation import Obligation
from derivations.proof.prove import known_sign
from derivations.proof.sign import ONE_SIGN, Sign
from derivations.proof.verdict import all_of

Derivation: TypeAlias = Callable[[Expr, Symbol], Expr]  # of an expression by a symbol


class Family(Protocol):
    """A rule that varies a quantity: what it holds on purpose, writes out, and lets follow by an equation."""

    @property
    def holding(self) -> tuple[Symbol, ...]:
        """Quantities that rest on what varies and are held all the same."""

    @property
    def written(self) -> tuple[Symbol, ...]:
        """Quantities for which the inputs after the first say what to write."""


@dataclass(frozen=True)
class Spelled:
    """The formula as it varies, the equations that others follow by, and the check of what was written out."""

    first: Input
    laws: tuple[Input, ...] = ()
    shown: Checked | None = None

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The formula as the only input."""
        return (self.first,)

    def beside(self, own: Checked) -> Checked:
        """A check of the formula as it varies, beside that of what was written out."""
        if self.shown is None:
            return own
        return Checked(all_of([self.shown.verdict, own.verdict]) if own.verdict.holds else own.verdict,
                       (*self.shown.obligations, *own.obligations))


def spelled_out(rule: Family, inputs: tuple[Input, ...], notation: Notation) -> Spelled:
    """The first input with what further ones say written out; equations that only determine something stay.

    Raises `UndecidedError` for inputs that do not say what the rule writes out, in this order.
    """
    using, laws = inputs[1 : 1 + len(rule.written)], inputs[1 + len(rule.written) :]
    said = tuple(item.relation.lhs for item in using if item.relation.is_equation)
    if said != rule.written or any(not item.relation.is_equation or item.unknown is not None for item in inputs[1:]):
        raise UndecidedError(f"its inputs do not say what {_listed(rule.written) or 'follows'} is")
    if not using:
        return Spelled(inputs[0], laws)
    spelled, checks = [], list[Checked]()
    for item in (inputs[0], *laws):
        if {s for each in (item.relation, *item.conditions) for s in each.symbols} & set(rule.written):
            item, shown = _written_into((item, *using), notation)
            checks.append(shown)
        spelled.append(item)
    verdict = all_of(check.verdict for check in checks)
    obligations = tuple(each for check in checks for each in check.obligations)
    return Spelled(spelled[0], tuple(spelled[1:]), Checked(verdict, obligations))


def _written_into(inputs: tuple[Input, ...], notation: Notation) -> tuple[Input, Checked]:
    """An input with the others substituted, and the check of that."""
    rule = Substitute()
    (outcome,) = rule.compute(inputs, notation)
    assert outcome.relation is not None
    return Input(inputs[0].name, outcome.relation, outcome.conditions), rule.check(inputs, outcome, notation)


def no_follower(law: Relation, follower: Symbol, varied: Symbol, notation: Notation, *, everywhere: bool) -> str:
    """The reason for which an equation does not make one quantity a smooth function of another; empty if it does.

    F(x, z, h) = 0 has at most one z where F_z has one sign, and the implicit function theorem gives its slope. There is
    one z for each x if F changes its sign between the ends of z; for a slope a single state is enough, for what holds
    of all x, `everywhere`, it is not: z = |x| has two slopes.
    """
    own, equation = notation[follower.name], law.difference
    if own.domain not in ("positive", "real") or own.at_most or notation.below(own.name):
        return f"{own.name} may reach an end of its domain"
    if everywhere and notation[varied.name].range.whole:
        return f"{varied} counts whole numbers"
    if equation.has(Max, Min) or any(not isinstance(call, exp | log) for call in equation.atoms(Function)):
        return f"{law} is not smooth"
    for part in delicate(equation):
        base, exponent = (part.args[0], None) if isinstance(part, log) else part.args
        allowed = ONE_SIGN if exponent is not None and exponent.is_Integer else (Sign.POSITIVE,)
        if known_sign(base) not in allowed:
            return f"{base} may have no value in {law}"
    if known_sign(diff(equation, follower)) not in ONE_SIGN:
        return f"{law} may leave more than one {follower}"
    if _changes_sign(equation, follower):
        return ""
    never = from_sides(Integer(1), "<", Integer(0), notation)
    if everywhere or find_counterexample(Obligation(never, (law,))) is None:
        return f"{law} may leave no {follower}"
    return ""


def _changes_sign(equation: Expr, follower: Symbol) -> bool:
    """True if an expression has opposite signs at the ends of a quantity, whatever the others are."""
    field = field_of(equation)
    numerator = field.numerator(field.elements[0])
    if not field.is_open(follower) or field.generators[follower].root != 1:
        return False
    if known_sign(field.back(field.elements[0].denom)) not in ONE_SIGN:
        return False
    polynomial = Poly(field.back(numerator), follower)
    powers = [degree for (degree,), _ in polynomial.terms()]
    top, bottom = known_sign(polynomial.LC()), known_sign(polynomial.coeff_monomial(follower ** min(powers)))
    if follower.is_positive:  # at its ends the highest power counts, and the lowest
        return {top, bottom} == set(ONE_SIGN)
    return top in ONE_SIGN and max(powers) % 2 == 1


def implicit_slope(formula: Expr, by: Symbol, laws: Iterable[tuple[Expr, Symbol]], derived: Derivation) -> Expr:
    """dy/dx of a formula e, in which z follows x by F(x, z) = 0: e_x - e_z F_x/F_z."""
    result = derived(formula, by)
    for equation, follower in laws:
        result -= derived(formula, follower) * derived(equation, by) / derived(equation, follower)
    return result


def laws_of(
    spelled: Spelled, following: tuple[Symbol, ...], varied: Symbol, notation: Notation, *, everywhere: bool
) -> list[tuple[Expr, Symbol]]:
    """The expressions that vanish while quantities follow what is varied, each with its quantity.

    Raises `UndecidedError` where one of them does not follow.
    """
    if len(following) != len(spelled.laws) or len(following) > 1:
        raise UndecidedError("one equation at most says what follows")
    for law, follower in zip(spelled.laws, following, strict=True):
        why = "it holds under conditions" if law.conditions else ""
        why = why or no_follower(law.relation, follower, varied, notation, everywhere=everywhere)
        if why:
            told = f"{follower} depends on {varied} by {law.name}, and {why}"
            raise UndecidedError(f"{told}: write it out, or say holding {follower}")
    return [(law.relation.difference, follower) for law, follower in zip(spelled.laws, following, strict=True)]


def partial_derivative(of: str, by: Symbol, holding: Iterable[Symbol]) -> str:
    """A derivative with what is held, as text: ``(∂cost/∂N)_D``."""
    held = [str(letter) for letter in holding]
    below = held[0] if len(held) == 1 else f"({', '.join(held)})"
    return f"(∂{of}/∂{by})_{below}"


def family_words(
    holding: Iterable[Symbol], written: Iterable[Symbol] = (), following: Iterable[Symbol] = ()
) -> str:
    """The words for what is held although it rests on what varies, written out, or follows; empty for nothing."""
    parts = (
        ("at fixed ", _listed(holding)), ("with ", _listed(written, " written out")),
        ("as ", _listed(following, " follows")),
    )
    return ", ".join(f"{words}{told}" for words, told in parts if told)


def _listed(letters: Iterable[Symbol], after: str = "") -> str:
    told = ", ".join(map(str, letters))
    return f"{told}{after}" if told else ""
