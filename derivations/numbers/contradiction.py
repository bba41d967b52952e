"""Contradictions: premises, bounds and suppositions that the numbers of a scenario break.

A derivation says what holds where all premises do. Numbers that break one of them belong to no such state, so that
nothing is told as a result there. Premises are looked at by themselves, with definitions and what else names a letter,
as a sum does; then once more with the number of the result for its letter; and what the result supposes, at the numbers
that it rests on. An inequality that was shown and is broken says that some premises do not go together, and not which:
it is told and has no number, and other numbers stay, as they may rest on others.

Numbers count as they were typed: three times 33% is not one, and three times 1/3 is. Only what fractions do not hold,
as roots and logarithms, is compared as far as its digits go: sides that agree so far are a tie, which breaks no
equation and no weak inequality, but a strict one. How far that is, is told by the size of what the sides are made of:
what numbers find to some digits leaves a rest where terms cancel.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, prod, sqrt
from typing import Protocol, TypeAlias

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.derivation.trace import SAYING
from derivations.errors import DerivationsError
from derivations.language.dimensional_analysis import check_relation
from derivations.language.display import listed
from derivations.language.printing.text import to_text
from derivations.language.quantity import Quantity
from derivations.language.relation import FLIPPED, Relation, Side
from derivations.language.tree import (
    COMPARE,
    Call,
    Name,
    Negative,
    Node,
    Power,
    Product,
    Quotient,
    Sum,
    fold,
    parts,
)
from derivations.numbers.definitions import DEFINING
from derivations.numbers.format import figures_apart, format_value
from derivations.numbers.interval import End, Interval, interval_of
from derivations.numbers.letter_range import belongs, ends, near
from derivations.numbers.numbers_line import Amount
from derivations.numbers.value import Value
from derivations.numbers.written import Line

NAMING = (*DEFINING, *SAYING)  # rules whose equation says what a letter is called
_ROUNDED = Fraction(1, 10**12)  # relative: what is found by numbers has more digits than that
_WORDS = {"=": "", "<=": "at most ", ">=": "at least ", "<": "below ", ">": "above "}
_WITH_TIES = ("=", "<=", ">=")
_MOST = 30  # significant figures of a side that is told against another


@dataclass(frozen=True)
class Contradiction:
    """A relation that numbers break: the step that says it, and its sides with their numbers.

    `beside` is what else is to be said of them, as that the number of the result stands for its letter. Where it is
    broken whatever some letter is that has no number, then this letter has no value here, and nothing else is said of
    what does not rest on the step. So it is where a letter is left no value, as `none_left` says, by the step and
    `others`. `giving` is true of a formula without a value from which its letter would have one. `would_be` is what the
    letter without a number would be by the step, and cannot be.
    """

    step: str
    relation: str
    left: str
    right: str
    beside: str = ""
    whatever: tuple[str, ...] = ()
    giving: bool = False
    none_left: bool = False
    others: tuple[str, ...] = ()
    would_be: str = ""
    undefined: bool = False  # no number against another: a formula that has none

    @property
    def partial(self) -> bool:
        """True if it leaves a number to what does not rest on the steps that say it.

        What the number of a result breaks leaves that none.
        """
        return (bool(self.whatever) and not self.beside) or self.none_left

    def is_behind(self, steps: Container[str]) -> bool:
        """True if all that says it is among these steps."""
        return all(step in steps for step in (self.step, *self.others))

    @property
    def says(self) -> str:
        """The premise or step that says it, in words."""
        return f"{self.step} says {self.relation}"

    @property
    def reason(self) -> str:
        """Why there is no number, in few words."""
        if self.whatever:
            known = listed([side for side in (self.left, self.right) if side], "and")
            told = f"with {known} it says {self.relation} for no {listed(self.whatever, 'and')}"
            return f"the numbers contradict {self.step}: {told}{self.beside}"
        against = f" against {self.right}" if self.right else ""
        return f"the numbers contradict {self.step}: {self.left}{against}{self.beside}"

    @property
    def numbers(self) -> str:
        """Both sides with their numbers."""
        sides = [side for side in (self.left, self.right) if "=" in side]  # a number stands in the relation as it is
        return f"{' and '.join(sides or filter(None, (self.left, self.right)))}{self._rest}"

    def __str__(self) -> str:
        return f"{self.says}, but {self.numbers}"

    @property
    def _rest(self) -> str:
        if not self.whatever:
            return self.beside
        if self.would_be:
            return f", where {self.would_be}{self.beside}"
        return f", whatever {listed(self.whatever, 'and')} {'is' if len(self.whatever) == 1 else 'are'}{self.beside}"


class Numbers(Protocol):
    """What an evaluation tells of the sides of a relation."""

    @property
    def derivation(self) -> Derivation:
        """The derivation that is evaluated."""

    @property
    def giving_names(self) -> dict[str, str]:
        """The step that gives each quantity without a value, by name: a definition, or an equation for it."""

    @property
    def left(self) -> Left:
        """What `left_by` says of these numbers."""

    def value_of(self, name: str) -> Value | None:
        """The value of a quantity; None if something is missing."""

    def known_amount(self, side: Side, *, quick: bool = False) -> Amount | tuple[str, ...] | None:
        """The number of a side; names that are missing; or None where it has no finite value."""

    def lacks_value(self, tree: Node) -> bool:
        """True if a formula is divided by zero somewhere, or takes a root or a logarithm of what has none."""

    def stands(self, condition: Relation) -> bool | None:
        """True if a condition holds, False if it fails; None where that cannot be told."""

    def unless_held(
        self, step: Step, look: Callable[[], Contradiction | None], *, rounded: bool
    ) -> Contradiction | None:
        """What a look at a step of the derivation finds; None at once where the same numbers broke nothing before."""

    def lines_of(self, relation: Relation) -> tuple[Line, ...]:
        """The one letter without a number in a relation, and the left side less the right one as offset and slope."""

    def rests_on_typed(self, steps: Iterable[str]) -> bool:
        """True if a number that somebody typed is behind what these steps say."""

    def may_stand(self, relation: Relation) -> bool:
        """False if a relation is broken whatever the letters without a number are."""


def broken_premises(
    numbers: Numbers, *, rounded: bool = False, beside: str = "", about: frozenset[str] | None = None
) -> Iterator[Contradiction]:
    """Premises, definitions and names that the numbers break; some of these are `rounded`, where the caller says so.

    Of those alone that speak of letters that it is asked `about`, if any are named.
    """
    gives = numbers.giving_names
    solved_from = {name: before(numbers, [step]) for name, step in gives.items()
                   if numbers.derivation[step].unknown == name}
    for step in numbers.derivation:
        if step.relation is None or not says_a_name(step) or not _speaks_of(step, about):
            continue
        # what a letter is traced back through says what it comes to, and no more; so does what numbers solve for it
        says_more = gives.get(step.subject_name) != step.name and not (step.relation.is_equation and any(
            step.name in solved_from.get(name, ()) for name in step.relation.names))
        found = (_broken(numbers, step, rounded=rounded, beside=beside) if says_more
                 else _without_value(numbers, step, beside=beside))
        if found is not None:
            yield found


def _speaks_of(step: Step, letters: frozenset[str] | None) -> bool:
    """True if one of these letters stands in a step or its conditions; of none in particular each speaks."""
    relations = (*((step.relation,) if step.relation is not None else ()), *step.conditions)
    return letters is None or not all(letters.isdisjoint(relation.names) for relation in relations)


def _without_value(numbers: Numbers, step: Step, *, beside: str) -> Contradiction | None:
    """A premise that gives a letter no value: its formula has none here, or one that the letter cannot take."""
    relation = step.relation
    assert relation is not None
    if not relation.is_equation or not _holds_here(numbers, step):
        return None
    with suppress(DerivationsError):
        if step.rule == "take" and numbers.lacks_value(relation.right.tree):
            told = f"{to_text(relation.right.tree)} has no value"
            return Contradiction(step.name, str(relation), told, "", giving=True, undefined=True)
        return _outside(numbers, step, relation.notation[step.subject_name], relation.right, beside)
    return None


def _outside(numbers: Numbers, step: Step, letter: Quantity, side: Side, beside: str) -> Contradiction | None:
    """A step that gives a letter what it cannot be: what leaves its domain, or its bound.

    A premise that does so with the number of a result leaves that none; a name that is defined has no value then.
    """
    if not (letter.range.whole or ends(letter, side.tree, numbers.derivation.notation)):
        return None
    amount = numbers.known_amount(side, quick=True)  # asked at each point of a curve
    if not isinstance(amount, Amount):
        return None
    bound, words = numbers.value_of(letter.at_most) if letter.at_most else None, ""
    if not belongs(letter, amount.size):
        words = letter.range.words
    elif bound is not None and not _stand(amount.size, "<=", bound.number, exact=amount.exact):
        words = f"at most {letter.at_most} = {bound}"
    digits = figures_apart(amount.size, *near(letter, amount.size), *([] if bound is None else [bound.number]))
    told = f"{letter.name} = {format_value(amount.size, letter.dimension, letter.unit, digits)}"
    rest, needed = f", which must be {words}{beside}", bool(beside) and step.rule == "take"
    found = Contradiction(step.name, str(step.relation), told, "", rest, none_left=not needed)
    return found if words else None


def without_room(numbers: Numbers, *, rounded: bool = False, beside: str = "") -> Iterator[Contradiction]:
    """Letters without a number that two premises leave none, or one that names them beside the domain or the bound.

    Of ends that are `rounded` it is told only where they leave none as far as their digits go.
    """
    left, cleared = numbers.left
    told = set[frozenset[str]]()
    for name, found in left.items():
        letter = numbers.derivation.notation[name]
        if found.low is None or found.high is None:
            continue
        if not (found.widened(_ROUNDED) if rounded else found).is_empty(whole=letter.range.whole):
            continue
        says = [end.step for end in (found.low, found.high) if end.step]
        if any((name, step) in cleared for step in says) and not numbers.rests_on_typed(says):
            continue  # numbers that were said are rounded: so far nothing is told of them
        if frozenset(says) not in told and (len(set(says)) > 1 or any(_names(numbers, step, name) for step in says)):
            told.add(frozenset(says))
            yield _no_room(numbers, letter, found.low, found.high, beside)


def forced(numbers: Numbers) -> dict[str, tuple[Value, str]]:
    """Letters without a number to which an equation leaves one, with the number and the step that says the equation."""
    notation, found = numbers.derivation.notation, dict[str, tuple[Value, str]]()
    for name, left in numbers.left[0].items():
        low, high = left.low, left.high
        if low is not None and high is not None and low.step and low.number == high.number and not left.is_empty(
                whole=notation[name].range.whole):
            value = Value(low.number, notation[name].unit, notation[name].dimension, f"by {low.step}")
            found[name] = value, low.step
    return found


Left: TypeAlias = tuple[dict[str, Interval], set[tuple[str, str]]]


def left_by(numbers: Numbers) -> Left:
    """What premises leave letters without a number; and each with its premises that have it below a line."""
    left, cleared = dict[str, Interval](), set[tuple[str, str]]()
    for step in numbers.derivation:
        relation = step.relation
        if relation is None or not says_a_name(step):
            continue
        with suppress(DerivationsError):
            lines = numbers.lines_of(relation)
            for line in lines if lines and _holds_here(numbers, step) else ():
                found = left.get(line.name) or _allowed(numbers, line.name)
                left[line.name] = found.along(relation.operator, line.offset, line.slope, step.name)
                cleared |= {(line.name, step.name)} if line.cleared else set()
    return left, cleared


def _allowed(numbers: Numbers, name: str) -> Interval:
    """The domain of a letter, up to its bound where that has a number."""
    letter = numbers.derivation.notation[name]
    bound = numbers.value_of(letter.at_most) if letter.at_most else None
    return interval_of(letter) if bound is None else interval_of(letter).within("<=", bound.number)


def _names(numbers: Numbers, step: str, letter: str) -> bool:
    """True if a letter stands in the relation of a step."""
    relation = numbers.derivation[step].relation
    return relation is not None and letter in relation.names


def _no_room(numbers: Numbers, letter: Quantity, low: End, high: End, beside: str) -> Contradiction:
    """What leaves a letter no number: one of the two steps says it, against the other or what the letter must be."""
    digits = figures_apart(low.number, high.number, *near(letter, low.number))

    def told(sign: str, end: End) -> str:
        return f"{sign}{'' if end.strict else '='} {format_value(end.number, letter.dimension, letter.unit, digits)}"

    own, other = ((">", low), ("<", high)) if low.step else (("<", high), (">", low))
    first, second = own[1].step, other[1].step
    says = f"{letter.name} {told(*own)} by it and {told(*other)} {f'by {second}' if second else 'as it must be'}"
    if first == second:
        says = f"{letter.name} = {format_value(low.number, letter.dimension, letter.unit, digits)} by it"
    whole = f", which must be {letter.range.words}" if letter.range.whole else ""
    others = (second,) if second and second != first else ()
    relation = str(numbers.derivation[first].relation)
    return Contradiction(first, relation, f"{says}{whole}", "", beside, none_left=not beside, others=others)


def behind(numbers: Numbers, step: Step) -> frozenset[str]:
    """The names of the steps that a step rests on, or its number."""
    derivation, gives = numbers.derivation, numbers.giving_names
    numbered, pending = set[str](), [step]  # the steps that letters have their numbers from
    while pending:
        current = pending.pop()
        letters = frozenset[str]() if current.relation is None else current.relation.names
        new = {gives[letter] for letter in letters if letter in gives} - numbered
        numbered |= new
        pending += (derivation[name] for name in new)
    return before(numbers, [*numbered, *step.inputs])


def before(numbers: Numbers, names: Iterable[str]) -> frozenset[str]:
    """These steps, and all that they are made of."""
    found, open_ = set[str](), list(names)
    while open_:
        name = open_.pop()
        if name in numbers.derivation and name not in found:
            found.add(name)
            open_ += numbers.derivation[name].inputs
    return frozenset(found)


def broken_bounds(numbers: Numbers) -> Iterator[Contradiction]:
    """Inequalities that were shown to hold in every state, and that the numbers break."""
    for step in numbers.derivation:
        found = broken_bound(numbers, step)
        if found is not None:
            yield found


def broken_bound(numbers: Numbers, step: Step) -> Contradiction | None:
    """The same of one step."""
    if step.rule in NAMING or not _is_told(step) or step.relation is None or step.relation.is_equation:
        return None
    return _broken(numbers, step)


def _broken(numbers: Numbers, step: Step, *, rounded: bool = False, beside: str = "") -> Contradiction | None:
    """What `broken_by` says of a step of the derivation, kept where the numbers behind it are as they were before."""
    return numbers.unless_held(
        step, lambda: broken_by(numbers, step, rounded=rounded, beside=beside), rounded=rounded)


def broken_by(numbers: Numbers, step: Step, *, rounded: bool = False, beside: str = "") -> Contradiction | None:
    """The relation of a step, if the numbers break it; None where they do not, or where nothing tells."""
    relation = step.relation
    assert relation is not None
    try:
        sides = [numbers.known_amount(side) for side in (relation.left, relation.right)]
        without = [to_text(side.tree) for side, amount in zip((relation.left, relation.right), sides, strict=True)
                   if amount is None]
        if without:  # a root or a logarithm, say, of what has none; where it is not said to hold it needs no value
            told = Contradiction(step.name, str(relation), f"{without[0]} has no value", "", beside, undefined=True)
            return told if _holds_here(numbers, step) else None
        known = [side for side in sides if isinstance(side, Amount)]
        if len(known) < len(sides):
            return _whatever(numbers, step, relation, beside) if _holds_here(numbers, step) else None
        left, right = known
        exact = left.exact and right.exact and not rounded
        if _stand(left.size, relation.operator, right.size, exact=exact) or not _holds_here(numbers, step):
            return None
        if not exact and relation.operator in _WITH_TIES and _is_tie(numbers, relation, left.size - right.size):
            return None
        return Contradiction(step.name, str(relation), *with_numbers(relation, left.size, right.size), beside)
    except DerivationsError:  # a number too large to write out, say
        return None


def says_a_name(step: Step) -> bool:
    """True for what is taken, or names a letter, and holds in every state."""
    return step.rule in NAMING and _is_told(step)


def _is_told(step: Step) -> bool:
    """True for what holds in every state: not at a boundary, on a branch or in a limit alone."""
    return step.relation is not None and step.verdict.holds and not step.unknown and not step.context


def _holds_here(numbers: Numbers, step: Step) -> bool:
    """True unless a condition of a step fails, or nothing tells whether it does."""
    return all(numbers.stands(condition) for condition in step.conditions)


def _stand(left: Fraction, operator: str, right: Fraction, *, exact: bool) -> bool:
    """True if two numbers stand so to each other, as far as they are known."""
    if not exact and abs(left - right) <= _ROUNDED * max(abs(left), abs(right)):
        return operator in _WITH_TIES
    return bool(COMPARE[operator](left, right))


def _is_tie(numbers: Numbers, relation: Relation, gap: Fraction) -> bool:
    """True if two sides differ by no more than what their parts are rounded by, which may have cancelled in them.

    ``log(x) + 1 = 0`` holds of an x that is known to some digits as far as the logarithm is known, and not as far as 0.
    """
    try:
        sizes = [_with_size(numbers, side.tree)[1] for side in (relation.left, relation.right)]
        return abs(gap) <= _ROUNDED * Fraction(sum(sizes))
    except (ArithmeticError, ValueError, KeyError):  # also where floats end
        return False


def _with_size(numbers: Numbers, node: Node) -> tuple[float, float]:
    """The number of a formula, and by how much it moves for what its letters are rounded by, over that.

    Raises `KeyError` for what has no number, or no slope that is known; `ArithmeticError` and `ValueError` for a vast
    one, and where it has no value.
    """
    match node:
        case Sum(terms):
            parts = [_with_size(numbers, term) for term in terms]
            return sum(value for value, _ in parts), sum(size for _, size in parts)
        case Negative(operand):
            value, size = _with_size(numbers, operand)
            return -value, size
        case Product(factors):
            parts = [_with_size(numbers, factor) for factor in factors]
            return prod(value for value, _ in parts), prod(size for _, size in parts)
        case Quotient(over, under):
            (value, size), (below, spread) = _with_size(numbers, over), _with_size(numbers, under)
            return value / below, size * spread / below**2
        case Power(base, exponent) if (power := fold(exponent)) is not None:
            value, size = _with_size(numbers, base)
            raised = value ** float(power)
            return raised, abs(raised) * (size / abs(value)) ** max(1.0, abs(float(power)))
        case Power(base, exponent):
            (value, size), (power_of, spread) = _with_size(numbers, base), _with_size(numbers, exponent)
            raised = value**power_of
            return raised, abs(raised) * ((size / abs(value)) ** max(1.0, abs(power_of)) + abs(log(value)) * spread)
        case Call("sqrt", (root,)):
            value, size = _with_size(numbers, root)
            return sqrt(value), size / sqrt(value)
        case Call("log", (argument,)):
            value, size = _with_size(numbers, argument)
            return log(value), abs(log(value)) + size / value
        case Call("exp", (argument,)):
            value, size = _with_size(numbers, argument)
            return exp(value), exp(value) * (1 + size)
        case Call("max" | "min" as function, arguments):
            parts = [_with_size(numbers, argument) for argument in arguments]
            found = (max if function == "max" else min)(value for value, _ in parts)
            return found, max(size for _, size in parts)
        case Name(name) if (given := numbers.value_of(name)) is not None:
            return float(given.number), abs(float(given.number))
        case _ if (number := fold(node)) is not None:
            return float(number), abs(float(number))
    raise KeyError(node)


def _whatever(numbers: Numbers, step: Step, relation: Relation, beside: str) -> Contradiction | None:
    """A relation that is broken whatever the letters without a number are, with the numbers of the others."""
    if numbers.may_stand(relation):
        return None
    values = {name: numbers.value_of(name) for name in _in_order(relation)}
    known = [f"{name} = {value}" for name, value in values.items() if value is not None]
    unknown = [name for name, value in values.items() if value is None]
    if not known or not unknown:
        return None
    if len(known) == 1 and any(name in numbers.giving_names for name in unknown):  # what breaks it stands elsewhere
        return None
    *first, last = known
    sides = (listed(first, "and"), last) if first else (last, "")
    would_be = _would_be(numbers, relation, *unknown) if len(unknown) == 1 else ""
    return Contradiction(step.name, str(relation), *sides, beside, tuple(unknown), would_be=would_be)


def _would_be(numbers: Numbers, relation: Relation, name: str) -> str:
    """What a relation makes of its one letter without a number, which it cannot be; empty where that is not so."""
    letter = relation.notation[name]
    line = next((each for each in numbers.lines_of(relation) if each.name == name and each.slope), None)
    if line is None or letter.range.contains(number := -line.offset / line.slope):
        return ""
    operator = relation.operator if line.slope > 0 else FLIPPED[relation.operator]
    told = format_value(number, letter.dimension, letter.unit, figures_apart(number, *near(letter, number)))
    return f"{name} would be {_WORDS[operator]}{told}, which must be {letter.range.words}"


def _in_order(relation: Relation) -> tuple[str, ...]:
    """The names in a relation, from left to right."""
    found = (part.name for side in (relation.written.left, relation.written.right) for part in parts(side)
             if isinstance(part, Name))
    return tuple(dict.fromkeys(found))


def with_numbers(relation: Relation, left: Fraction, right: Fraction) -> tuple[str, str]:
    """Both sides with their numbers, to as many figures as tell them apart; a number says its own."""
    dimension = check_relation(relation.written, relation.notation)
    named = next((name for name in (relation.left.name, relation.right.name) if name), "")
    unit = relation.notation[named].unit if named else ""

    digits = figures_apart(left, right, most=_MOST)
    texts = (to_text(relation.written.left), to_text(relation.written.right))
    trees = (relation.left.tree, relation.right.tree)
    numbers = (format_value(size, dimension, unit, digits) for size in (left, right))
    first, second = (number if fold(tree) is not None else f"{text} = {number}"
                     for tree, text, number in zip(trees, texts, numbers, strict=True))
    return first, second
