"""Restrictions: what inequalities, domains and that things have values say of the states of a board.

Each is an expression that is not negative, or positive, with what says so; whether it holds whatever its letters are,
or fails, is asked of the prover, with a few short facts that are known.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sympy import Add, Dummy, Expr, Integer, Max, Min, Mul, Pow, Symbol, exp, factorial, nan, oo, zoo

from derivations.derivation.dependence import NAMED, letters_in
from derivations.derivation.step import Step
from derivations.derivation.trace import BELIEVED
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.counting import SERIES, series_parts
from derivations.language.extrema import put_in
from derivations.language.lambert import Lambert
from derivations.language.literal import unit_expression
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.language.values import is_positive
from derivations.proof.budget import RULE_BUDGET, attempt, remembered, uncounted
from derivations.proof.elimination import Fact as Known
from derivations.proof.elimination import defined_facts, fact_of
from derivations.proof.prove import known_sign
from derivations.proof.sign import ONE_SIGN, Sign

LONGEST_SIGNED = 150  # operations in what has a sign: beyond, none is looked for
NOT_NEGATIVE = (Sign.POSITIVE, Sign.NONNEGATIVE, Sign.ZERO)
_UNKNOWN = (Sign.UNKNOWN, None)
_MOST_KNOWN, _LONGEST_KNOWN = 12, 40  # facts that are used, operations in one


@dataclass(frozen=True)
class Restriction:
    """An expression that is not negative, or positive where it is strict, with what says so."""

    source: str
    expression: Expr
    strict: bool
    relation: Relation | None = None  # as a premise writes it

    @property
    def letters(self) -> frozenset[Symbol]:
        """The quantities that it speaks of."""
        return letters_in(self.expression)

    @property
    def known(self) -> Known:
        """The restriction as a fact that is known."""
        return Known(self.expression, self.strict)

    def put(self, values: Mapping[Symbol, Expr]) -> Restriction:
        """The restriction with letters written out."""
        if not self.letters & set(values):
            return self
        return replace(self, expression=put_in(self.expression, values, compared=False))

    def at_zero(self, letter: Symbol) -> Restriction | None:
        """The restriction where a letter is 0; None where it has no value there."""
        found = self.put({letter: Integer(0)})
        return None if found.expression.has(zoo, nan, oo) else found

    def parts(self) -> list[Restriction]:
        """The restriction as several: a is at least max(b, c) if and only if it is at least b and at least c."""
        apart = self._apart(Min, Max)
        return [part for each in apart for part in each.parts()] if apart else [self]

    def _apart(self, rising: type[Expr], falling: type[Expr]) -> list[Restriction]:
        """The restriction with each argument of a max or min in its place by which it rises, or falls, with it.
        """
        bare = Mul(*(each for each in Mul.make_args(self.expression) if not is_positive(each)))
        for term in Add.make_args(bare):
            extrema = [each for each in Mul.make_args(term) if isinstance(each, Max | Min)]
            if len(extrema) == 1:
                (extremum,) = extrema
                times = sign_of(term / extremum, ())
                if times is (Sign.POSITIVE if isinstance(extremum, rising) else Sign.NEGATIVE):
                    rest = bare - term
                    return [replace(self, expression=rest + term.xreplace({extremum: each})) for each in extremum.args]
        return []

    def holds(self, known: tuple[Known, ...]) -> bool:
        """True if it holds whatever its letters are."""
        found = sign_of(self.expression, known)
        if found is Sign.POSITIVE or (not self.strict and found in (Sign.NONNEGATIVE, Sign.ZERO)):
            return True
        if any(each.holds(known) for each in self._apart(Max, Min)):
            return True
        ends = self._at_ends(known)
        return bool(ends) and all(each.holds(known) for each in ends)

    def _at_ends(self, known: tuple[Known, ...]) -> list[Restriction]:
        """The restriction with 0 and with 1 in place of a power between them, by which it rises or falls evenly."""
        for power in self.expression.atoms(Pow):
            base, exponent = power.args
            if exponent.is_Rational or not is_positive(exponent):
                continue
            there = Dummy(positive=True)
            within = (sign_of(each, known) for each in (base, 1 - base))
            if _is_even(self.expression.xreplace({power: there}), there) and all(
                each in NOT_NEGATIVE for each in within
            ):
                return [replace(self, expression=self.expression.xreplace({power: Integer(end)})) for end in (0, 1)]
        return []

    def fails(self, known: tuple[Known, ...]) -> bool:
        """True if it fails whatever its letters are."""
        found = sign_of(self.expression, known)
        return found is Sign.NEGATIVE or (self.strict and found in (Sign.NONPOSITIVE, Sign.ZERO))


def _is_even(expression: Expr, letter: Symbol) -> bool:
    """True if an expression that speaks of a letter is of the first degree in it, by its form: no slope is worked out.
    """
    if isinstance(expression, Add | Mul):
        moving = [each for each in expression.args if letter in each.free_symbols]
        return (len(moving) == 1 or isinstance(expression, Add)) and all(_is_even(each, letter) for each in moving)
    return bool(expression == letter)


def of_inequalities(steps: Iterable[Step], given: Sequence[Step], supposed: Iterable[str]) -> Iterator[Restriction]:
    """What inequalities say that are believed, or supposed here, but for those that are `given`."""
    own = {str(step.relation) for step in given}
    for step in steps:
        item = step.relation
        if item is None or item.is_equation or not (step.rule == "take" or step.name in supposed):
            continue
        if step.rule in ("take", "suppose") and str(item) not in own:
            source, said = f"{'premise' if step.rule == 'take' else 'supposition'} {step.name}", fact_of(item)
            yield Restriction(source, said.expression, said.strict, item)


def of_value(source: str, said: Relation | Expr | None) -> Iterator[Restriction]:
    """That what is said has a value."""
    for side in (said.lhs, said.rhs) if isinstance(said, Relation) else () if said is None else (said,):
        words = f"{source} (that it has a value)"
        for each in defined_facts(side):
            yield Restriction(words, each.expression, each.strict)
        for divisor in dict.fromkeys(_divisors(side)):
            yield Restriction(words, divisor**2, strict=True)
        for call in sorted(side.atoms(Lambert), key=str):  # real from -1/e up; on its lower branch below 0
            yield Restriction(words, 1 + call.args[0] * exp(1), strict=False)
            if call.branch:
                yield Restriction(words, -call.args[0], strict=True)


def _divisors(expression: Expr) -> Iterator[Expr]:
    """What is divided by that may be above zero or below."""
    for power in sorted(expression.atoms(Pow), key=str):
        base, exponent = power.args
        if exponent.is_Integer and exponent < 0 and not is_positive(base, or_zero=True) and letters_in(base) and (
            base.free_symbols <= expression.free_symbols
        ) and sign_of(base, ()) in _UNKNOWN:
            yield base


def counts(expression: Expr) -> Iterator[Expr]:
    """What a factorial is of, and where sums and products end, where it is not whole whatever the letters are."""
    for part in sorted(expression.atoms(factorial, *SERIES), key=str):
        for taken in part.args if isinstance(part, factorial) else series_parts(part)[2:]:
            if not taken.is_integer and taken.free_symbols <= expression.free_symbols:
                yield taken


def raised(expression: Expr) -> Iterator[Pow]:
    """Powers of what may be negative with an exponent that may be no whole number: of these one must not be."""
    for power in sorted(expression.atoms(Pow), key=str):
        base, exponent = power.args
        if not (exponent.is_Rational or exponent.is_integer or is_positive(base, or_zero=True)):
            yield power


def of_domain(letter: Symbol, value: Expr, notation: Notation) -> Iterator[Restriction]:
    """That a quantity stays in its domain, and what it is divided by does not vanish."""
    own = notation[letter.name]
    if own.range.whole or own.is_function:
        return
    source, unit = f"the domain of {letter} ({own.range.words})", unit_expression(own.dimension)
    for operator, limit in own.range.limits:
        beyond = value - limit * unit
        yield Restriction(source, beyond if operator in (">", ">=") else -beyond, "=" not in operator)
    if own.at_most:
        yield Restriction(f"the bound {letter} <= {own.at_most}", notation[own.at_most].symbol - value, strict=False)
    for other in notation.below(own.name):
        yield Restriction(f"the bound {other.name} <= {letter}", value - other.symbol, strict=False)


def last_narrowing(steps: Iterable[Step]) -> int:
    """The number of the last step that may leave fewer states to what is said before it; 0 for none.

    A premise may, and so may an equation that names a quantity, unless nothing speaks of that quantity before and its
    value is in its domain whatever the letters are: then each state has one, and it is one more name.
    """
    spoken_of, found = set[Symbol](), 0
    for step in steps:
        item = step.relation
        if step.rule in (*BELIEVED, *NAMED) and not (item is not None and _only_names(step, item, spoken_of)):
            found = max(found, step.number)
        if item is not None:
            spoken_of |= item.symbols
        spoken_of = spoken_of.union(*(each.symbols for each in step.conditions))
    return found


def _only_names(step: Step, item: Relation, spoken_of: Container[Symbol]) -> bool:
    """True for an equation that gives something new a value that it has whatever the letters are."""
    new, value = item.lhs, item.rhs
    if step.rule not in ("define", *NAMED) or not (item.is_equation and isinstance(new, Symbol)) or step.conditions:
        return False
    if new in spoken_of or new in item.rhs.free_symbols or item.notation[new.name].range.whole:
        return False
    try:
        with uncounted(), attempt(RULE_BUDGET):
            return all(each.holds(()) for each in (*of_domain(new, value, item.notation), *of_value("", value)))
    except UndecidedError:
        return False


def shortest(known: Iterable[Known]) -> tuple[Known, ...]:
    """Facts that are quickly put to use, the shortest first; what they would tell beside is left open."""
    plain = [each for each in dict.fromkeys(known) if not each.expression.has(Max, Min)]
    sized = sorted(((int(each.expression.count_ops()), place) for place, each in enumerate(plain)))
    return tuple(plain[place] for size, place in sized[:_MOST_KNOWN] if size <= _LONGEST_KNOWN)


def _may_be_any(expression: Expr, known: Iterable[Known]) -> bool:
    """True for a sum whose positive terms have a letter that nothing else speaks of: large or small, it decides."""
    terms = Add.make_args(expression)
    turns = [_turn(each) for each in terms]
    if set(turns) != {1, -1}:
        return False
    rising, falling = ([each for each, turn in zip(terms, turns, strict=True) if turn == way] for way in (1, -1))
    own = frozenset.intersection(*(letters_in(each) for each in rising))
    return bool(own.difference(letters_in(*falling), *(letters_in(each.expression) for each in known)))


def _turn(term: Expr) -> int:
    """1 for what is positive by its form, -1 for what is not positive, 0 for anything else."""
    if is_positive(term):
        return 1
    return -1 if is_positive(-term, or_zero=True) else 0


def is_square(expression: Expr) -> bool:
    """True for what says of a divisor that it is not 0 (`of_value`): its base is asked, it is not multiplied out."""
    return isinstance(expression, Pow) and bool(expression.exp == 2)


@remembered(maxsize=4096)  # a step is asked again at the end, when all is believed
def sign_of(expression: Expr, known: tuple[Known, ...]) -> Sign | None:
    """The sign of an expression where these facts hold; None where it takes too much to tell."""
    if is_positive(expression):
        return Sign.POSITIVE
    if is_square(expression):
        return Sign.POSITIVE if sign_of(expression.base, known) in ONE_SIGN else Sign.NONNEGATIVE
    if expression.count_ops() > LONGEST_SIGNED or _may_be_any(expression, known):
        return None
    try:
        return known_sign(expression, known)
    except DerivationsError:
        return None
