"""States close to a limit, in numbers: the premises, domains and bounds that they break.

A line that is said in a limit speaks of states as close to it as one likes. Where numbers are given for other letters,
an inequality that speaks of what moves may forbid all of these states: ``y <= t`` does where y goes to 5 and t is 3.
Close to the end a difference has the sign of its leading term, which also tells apart what is equal in the limit: from
below y may go to what it must not exceed, from above it may not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.derivation.trace import ASSUMED
from derivations.errors import DerivationsError
from derivations.kernel.judgement import Arrow
from derivations.language.printing.text import to_text
from derivations.language.relation import OPPOSITE, Relation, from_sides
from derivations.numbers.contradiction import Contradiction, with_numbers
from derivations.numbers.definitions import defining_steps
from derivations.numbers.letter_range import ends

if TYPE_CHECKING:
    from sympy import Expr, Symbol

CHOSEN = ("minimise", "round_up")  # what says which number a letter has where it is chosen
_NONE = Fraction(1, 10**20)  # relative: a number of 30 digits that is smaller than that is no sign of anything
_FEW = 40  # operations in what SymPy finds a limit of in a moment


@dataclass(frozen=True)
class LimitStates:
    """The states close to the limit of a line: which letters move in them, by which formulas, and what speaks of these.
    """

    arrow: Arrow
    formulas: Mapping[str, Step]  # a step that says what a letter is there: one that moves, or that is chosen
    premises: tuple[Step, ...]
    letters: tuple[Step, ...]  # the premises of letters that move, which must stay in their domains

    @property
    def open(self) -> bool:
        """True if something speaks of what moves."""
        return bool(self.premises or self.letters)

    @cached_property
    def named(self) -> frozenset[str]:
        """The letters of the formulas, and those that these name."""
        return frozenset(self.formulas).union(*map(_names, self.formulas.values()))

    @property
    def moving(self) -> frozenset[str]:
        """The letters whose given numbers do not count there."""
        return frozenset({self.arrow.variable, *self.arrow.moving, *self.formulas})


def limit_states(derivation: Derivation, line: Step) -> LimitStates | None:
    """The states close to the limit of a line; None of one that is said in no limit, or does not hold."""
    arrow = line.context.limit
    if arrow is None or not line.verdict.holds:
        return None
    given = {name: step for name, step in defining_steps(derivation).items() if name not in arrow.purposely}
    formulas, moving = dict[str, Step](), {arrow.variable, *arrow.moving}
    while more := {name for name, step in given.items() if name not in moving and moving & _names(step)}:
        moving |= more
    for step in derivation:  # what is no premise is said of it before the limit
        before = derivation[step.inputs[0]] if step.rule == "limit" and step.inputs else None
        if before is not None and step.context.limit is not None and step.subject_name in arrow.moving:
            formulas.setdefault(step.subject_name, before)
        if step.name in line.within and step.rule in CHOSEN and step.relation and step.relation.left.name:
            formulas[step.relation.left.name] = step
    formulas |= {name: step for name, step in given.items() if name in moving - {arrow.variable}}
    # what the variable is by an equation is put aside, and where it ends by itself tells of the result alone
    aside = {arrow.variable, *arrow.purposely}
    premises = tuple(
        step for step in derivation
        if step.rule in ASSUMED and step not in formulas.values() and step.relation is not None
        and (step.rule == "take" or step.name in line.within) and step.relation.names & moving
        and not (step.relation.is_equation and step.subject_name in aside)
        and (line is derivation.headline or step.relation.names & moving != {arrow.variable})
    )
    notation = derivation.notation
    letters = tuple(
        step for name, step in sorted(formulas.items()) if name in moving and step.relation is not None
        and step.rule == "take" and name != line.subject_name
        and ends(notation[name], step.relation.written.right, notation)
    )
    return LimitStates(arrow, formulas, premises, letters)


def _names(step: Step) -> frozenset[str]:
    return frozenset() if step.relation is None else step.relation.names


def broken_in(
    states: LimitStates, derivation: Derivation, in_numbers: Callable[[Expr], Expr]
) -> Iterator[Contradiction]:
    """What states close to a limit break; `in_numbers` puts numbers in for the letters that keep theirs."""
    own = _Close(states, derivation, in_numbers)
    for step, item, domain in own.said:
        with suppress(DerivationsError):  # a number too large to write out, say
            if own.is_broken(item):
                left, right = own.sides(item)
                beside = f"{f', which must be {domain}' if domain else ''}{own.beside(item)}"
                yield Contradiction(step.name, str(step.relation), left, "" if domain else right, beside)


def breaking(
    states: LimitStates, derivation: Derivation, in_numbers: Callable[[Expr], Expr], moving: Collection[str]
) -> Iterator[tuple[Step, Relation]]:
    """What would be broken at some numbers of `moving`: each as what holds of these where it is; no equation.
    """
    own = _Close(states, derivation, in_numbers, frozenset(moving))
    for step, item, _ in own.said:
        with suppress(DerivationsError):
            broken = own.broken(item)
            if broken is not None:
                yield step, broken


@dataclass(frozen=True)
class _Close:
    """States close to a limit, with numbers."""

    states: LimitStates
    derivation: Derivation
    in_numbers: Callable[[Expr], Expr]
    open: frozenset[str] = frozenset()  # letters that may have any number
    _letters: dict[Symbol, Expr] = field(default_factory=dict, compare=False)

    @property
    def _variable(self) -> Symbol:
        return self.derivation.notation[self.states.arrow.variable].symbol

    @property
    def said(self) -> Iterator[tuple[Step, Relation, str]]:
        """What holds of the letters, by which step, and in words what a letter must be if it is that."""
        notation = self.derivation.notation
        for step in self.states.premises:
            if step.relation is not None:
                yield step, step.relation, ""
        for step in self.states.letters:
            if step.relation is not None:
                letter = notation[step.subject_name]
                for end in ends(letter, step.relation.written.right, notation):
                    item = Relation.as_written(end, notation)
                    yield step, item, "" if item.right.name else letter.range.words

    def is_broken(self, item: Relation) -> bool:
        """True if a relation fails in all states that are close enough: an equation, if its sides go apart."""
        if self._is_open(item):
            return False
        if item.is_equation:
            left, right = (self._limit(self._along(side)) for side in (item.lhs, item.rhs))
            return None not in (left, right) and left != right and not _as_far_as_known(left, right)
        sign = self._sign(self._along(item.difference))
        if sign is None:
            return False
        return sign == (-1 if item.operator in (">", ">=") else 1) or (sign == 0 and item.operator in ("<", ">"))

    def broken(self, item: Relation) -> Relation | None:
        """What holds of letters without a number where a relation fails; None where that is not known."""
        from sympy import Integer

        from derivations.proof.normal_form import cancelled

        if item.is_equation:
            return None
        left, right = (self._goal(self._along(side)) for side in (item.lhs, item.rhs))
        if left is None or right is None:
            one = Integer(1)
            return from_sides(one, "=", one, item.notation) if self.is_broken(item) else None
        operator = OPPOSITE[item.operator].rstrip("=")
        # what is left beside the limits tells where these are equal
        rest = self._sign(cancelled(self._along(item.difference) - (left - right)))
        above = {">": 1, "<": -1}[operator]
        if rest == above or (rest == 0 and item.operator in ("<", ">")):
            operator += "="
        return from_sides(left, operator, right, item.notation)

    def sides(self, item: Relation) -> tuple[str, str]:
        """Both sides with what they go to."""
        found = [self._limit(self._along(side)) for side in (item.lhs, item.rhs)]
        left, right = (each if isinstance(each, Fraction) else None for each in found)
        if left is not None and right is not None:
            return with_numbers(item, left, right)
        trees = (item.written.left, item.written.right)
        first, second = (with_numbers(item, each, each)[place] if isinstance(each, Fraction) else
                         f"{to_text(tree)} → {each}" if each else to_text(tree)
                         for place, (tree, each) in enumerate(zip(trees, found, strict=True)))
        return first, second

    def beside(self, item: Relation) -> str:
        """The limit in words, and from where what is equal there comes."""
        left, right = (self._limit(self._along(side)) for side in (item.lhs, item.rhs))
        if left != right:
            return f", {self.states.arrow.words}"
        way = {1: "above", -1: "below"}.get(self._sign(self._along(item.difference)) or 0, "")
        return f", {f'from {way} ' if way else ''}{self.states.arrow.words}"

    def _along(self, expression: Expr) -> Expr:
        """An expression on the way, in the letter that goes to its end; others are left where they have no number."""
        values = {letter: self._letter(letter) for letter in expression.free_symbols}
        return self._without_extrema(expression.xreplace(values))

    def _letter(self, letter: Symbol, above: frozenset[str] = frozenset()) -> Expr:
        """What a letter is on the way: numbers go in first, as SymPy takes long to tell a max in letters."""
        if letter not in self._letters:
            found = self.in_numbers(letter)
            step = self.states.formulas.get(letter.name)
            if step is not None and letter.name not in above and letter != self._variable:
                inner = above | {letter.name}
                found = step.rhs.xreplace({each: self._letter(each, inner) for each in step.rhs.free_symbols})
                found = self._without_extrema(found)
            self._letters[letter] = found
        return self._letters[letter]

    def _is_open(self, item: Relation) -> bool:
        """True if a relation names a letter without a number that no formula names, so that nothing cancels it."""
        named = item.names - self.states.named - self.open - {self._variable.name}
        symbols = [self.derivation.notation[name].symbol for name in named]
        return any(self._letter(symbol) == symbol for symbol in symbols)

    def _without_extrema(self, expression: Expr) -> Expr:
        """An expression with the argument of each max or min that is the one close to the end, where that is known."""
        from sympy import Max, Min

        while extrema := sorted(expression.atoms(Max, Min), key=lambda each: (each.count_ops(), str(each))):
            first, *others = extrema[0].args
            for other in others:
                sign = self._sign(first - other)
                if sign is None:
                    return expression
                first = first if (sign >= 0) == isinstance(extrema[0], Max) else other
            expression = expression.xreplace({extrema[0]: first})
        return expression

    def _sign(self, expression: Expr) -> int | None:
        """The sign of an expression close to the end: -1, 0 or 1; None where that is not known."""
        from derivations.derivation.equations import leading_factor

        if {letter.name for letter in expression.free_symbols} - {self._variable.name, *self.open}:
            return None
        lead = leading_factor(expression, self._variable, self.states.arrow.to)
        return None if lead is None or not lead.is_number else _sign_of(lead)

    def _limit(self, expression: Expr) -> Fraction | str | None:
        """What an expression goes to: a number, ∞ or -∞; None where that is not known."""
        from derivations.numbers.substitution import as_fraction

        found = self._end_of(expression)
        if found is None or found.free_symbols:
            return None
        if found.is_infinite:
            return "∞" if found.is_extended_positive else "-∞"
        return as_fraction(found)[0] if found.is_real else None

    def _goal(self, expression: Expr) -> Expr | None:
        """What an expression goes to, in letters without a number; None where it goes to nothing finite."""
        from sympy import S

        found = self._end_of(expression)
        return None if found is None or found.has(S.Infinity, S.NegativeInfinity, S.NaN, S.ComplexInfinity) else found

    def _end_of(self, expression: Expr) -> Expr | None:
        import sympy

        from derivations.proof.normal_form import cancelled
        from derivations.proof.worker import by_sympy

        if {letter.name for letter in expression.free_symbols} - {self._variable.name, *self.open}:
            return None
        times = [each for each in sympy.Mul.make_args(expression) if not isinstance(each, sympy.Max | sympy.Min)]
        compared = [each for each in sympy.Mul.make_args(expression) if isinstance(each, sympy.Max | sympy.Min)]
        if len(compared) == 1 and all(each.is_positive for each in times):
            parts = [self._goal(cancelled(part * sympy.Mul(*times))) for part in compared[0].args]
            return None if None in parts else compared[0].func(*parts)
        if expression.has(sympy.Max, sympy.Min):
            return None if self._variable in expression.free_symbols else expression
        end = sympy.S.Infinity if self.states.arrow.to == "oo" else sympy.Integer(0)
        found = by_sympy(_FEW, sympy.limit, expression, self._variable, end, "+")
        return None if found.has(sympy.Limit, sympy.sign) else found


def _as_far_as_known(left: Fraction | str | None, right: Fraction | str | None) -> bool:
    """True for two numbers that agree as far as digits are worked out."""
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        return False
    return abs(left - right) <= _NONE * max(abs(left), abs(right))


def _sign_of(number: Expr) -> int | None:
    """The sign of a number; None for one that is not told from zero by its digits."""
    if number.is_Rational:
        return 0 if number == 0 else 1 if number > 0 else -1
    size, scale = number.n(30), max((abs(part.n(30)) for part in number.args if part.is_number), default=1)
    if not size.is_comparable or abs(size) <= scale * _NONE.numerator / _NONE.denominator:
        return None
    return 1 if size > 0 else -1
