"""Sensitivity: how far a result moves when one quantity does, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from sympy import Add, Expr, Integer, Max, Min, Mul, Symbol

from derivations.derivation.dependence import followers
from derivations.derivation.rules.calculus import derivative
from derivations.errors import DerivationsError, InputError, WritingError
from derivations.language.from_sympy import from_sympy
from derivations.language.literal import is_unit
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation, Quantity
from derivations.language.tree import Negative
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_number, range_text
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import nearest_integer
from derivations.numbers.scenario import check_value
from derivations.numbers.unsolved import without_common_factors
from derivations.numbers.value import Value
from derivations.proof.normal_form import cancelled

NO_NUMBER = "—"
_PARTS = 12  # of a range, at whose ends a result is looked for where both ends are alike


@dataclass(frozen=True)
class Elasticity:
    """The power with which a result follows a quantity: by how many per cent it rises for one per cent more.

    `here` is its value in the scenario, None where it has none. It is the same `everywhere`, or there is a `formula`.
    `held` are quantities that follow this one by a premise, and stay as they are because the scenario values them;
    `refused` says which follows it by an equation that is not solved, and has no value.
    """

    name: str
    here: Fraction | None = None
    everywhere: bool = False
    formula: str = ""
    held: tuple[str, ...] = ()
    refused: str = ""

    @property
    def text(self) -> str:
        """A number with its sign; one that holds in this scenario alone is rounded and says so."""
        if self.here is None:
            return f"{NO_NUMBER} ({self.refused})" if self.refused else NO_NUMBER
        sign = "+" if self.here > 0 else ""
        text = f"{sign}{self.here}" if self.everywhere else f"{sign}{format_number(self.here, 3)} here"
        return f"{text}, {at_given(self.held)}" if self.held else text


@dataclass(frozen=True)
class Swing:
    """The result at both ends of one quantity's range, all else as it is.

    `by` says whose range it is. `elasticity` is the exact power with which the result follows the quantity, as text.
    """

    name: str
    low: Value
    high: Value
    by: str
    at_low: NumbersLine
    at_high: NumbersLine
    elasticity: str
    between: tuple[NumbersLine, ...] = ()  # the result at some values inside, where it is the same at both ends

    @property
    def still(self) -> bool:
        """True if no value was found at which the result is another one than at the ends, which are alike."""
        return self.factor == 1 and all(line.value == self.at_low.value for line in self.between)

    @property
    def range_text(self) -> str:
        """Both ends of the range for people, with the unit once where they share it."""
        if self.low.unit != self.high.unit:
            return f"{self.low} to {self.high}"
        return range_text(self.low.number, self.high.number, self.low.dimension, self.low.unit)

    @property
    def factor(self) -> Fraction | None:
        """The larger result over the smaller one; None where an end has no number, or one of them is zero."""
        if not self.at_low.value or not self.at_high.value or self.at_low.value * self.at_high.value < 0:
            return None
        quotient = self.at_high.value / self.at_low.value
        return max(quotient, 1 / quotient)

    @property
    def factor_text(self) -> str:
        """The factor for people."""
        return NO_NUMBER if self.factor is None else format_number(self.factor, 3)


def at_given(names: Iterable[str]) -> str:
    """The words for quantities that stay as the scenario has them, although a premise ties them to what varies.

    >>> at_given(["s", "r"])
    'at given s and r'
    """
    *others, last = names
    return f"at given {', '.join(others)} and {last}" if others else f"at given {last}"


def held_at(evaluation: Evaluation, leaves: Iterable[str], name: str) -> tuple[str, ...]:
    """Those of the given numbers behind a result that would follow a quantity, had they no value of their own."""
    found = _followers(evaluation, name, (evaluation.derivation.notation[leaf].symbol for leaf in leaves))
    return tuple(symbol.name for symbol in found)


def swing(evaluation: Evaluation, step: str, name: str, ends: tuple[Value, Value], by: str) -> Swing:
    """The swing of a step's result over one quantity's range.

    A quantity that the result does not rest on moves it by a factor of 1; of another one both ends may be alike by
    chance, as around the least value of a curve, so that the result is looked for between them.

    Raises `UnknownNameError` for a name that there is not, and `InputError` for ends that are no values of the
    quantity, or that contradict what the scenario says of it through its definition.

    >>> from derivations import derive
    >>> from derivations.numbers.value import parse_value
    >>> report = derive("optimal-batch")
    >>> ends = parse_value("1 token/sequence"), parse_value("4 token/sequence")
    >>> found = swing(report.evaluation, "balance-batch", "n", ends, "drafted tokens")
    >>> found.factor_text, found.elasticity
    ('10.1', '-3.03 here')
    """
    for end in ends:
        check_value(evaluation.derivation.notation[name], end)
    low, high = (evaluation.moved({name: end}) for end in ends)
    # a quantity that the scenario traces back has no power of its own until it is given
    here = evaluation if name in evaluation.scenario.values else low
    at_low, at_high = low.line(step), high.line(step)
    found = Swing(name, *ends, by, at_low, at_high, elasticity(here, step, name))
    if found.factor != 1 or name not in {*at_low.leaves, *at_high.leaves}:
        return found
    quantity = evaluation.derivation.notation[name]
    inside = (evaluation.moved({name: value}) for value in points(quantity, *ends, _PARTS)[1:-1]
              if quantity.range.contains(value.number))
    return replace(found, between=tuple(each.line(step, alone=True) for each in inside))


def points(quantity: Quantity, low: Value, high: Value, parts: int) -> list[Value]:
    """Values from one end to the other, each once, at the ends of so many equal parts; whole ones of what counts."""
    found: dict[Fraction, Value] = {low.number: low}
    for part in range(1, parts):
        number = low.number + (high.number - low.number) * part / parts
        number = Fraction(nearest_integer(number)) if quantity.range.whole else number
        found.setdefault(number, replace(low, number=number))
    return list({**found, high.number: high}.values())


def corners(ends: Mapping[str, tuple[Value, Value]]) -> Iterator[dict[str, Value]]:
    """All quantities at an end of their ranges, in all ways; a range of one number has one end."""
    each = ({end.number: end for end in pair}.values() for pair in ends.values())
    return (dict(zip(ends, at, strict=True)) for at in product(*each))


def elasticity(evaluation: Evaluation, step: str, name: str) -> str:
    """By how many per cent the result of a step rises when a quantity rises by one per cent, in the limit.

    A whole number or a fraction where it is the same everywhere; else rounded, the value in the scenario, marked
    "here".

    >>> from derivations import derive
    >>> report = derive("optimal-batch", values={"L": "1k token/sequence"})
    >>> [elasticity(report.evaluation, "balance-batch", name) for name in ("N_total", "L", "phi")]
    ['+1', '-0.0636 here', '-0.936 here']
    """
    return exact_elasticity(evaluation, step, name).text


def exact_elasticity(evaluation: Evaluation, step: str, name: str) -> Elasticity:
    """The elasticity of a step's result, with its formula.

    The formula is in the letters of the step's own where it can be told in them, else in quantities with values.

    >>> from derivations import derive
    >>> report = derive("optimal-batch", values={"L": "1k token/sequence"})
    >>> exact_elasticity(report.evaluation, "balance-batch", "kappa").formula
    'L*L_attn/(L*L_kv + L_kv*L_attn - L*L_attn)'
    """
    source = evaluation.derivation[step]
    relation, symbol = source.relation, evaluation.derivation.notation[name].symbol
    if relation is None:
        return Elasticity(name)
    if relation.lhs == symbol and source.rule in DEFINING and name in evaluation.scenario.values:
        return Elasticity(name, Fraction(1), everywhere=True)  # what is given is its own result
    try:
        if source.unknown:
            unknown = evaluation.derivation.notation[source.unknown].symbol
            return _at_given(_in_numbers(evaluation, name, unknown, None), evaluation, unknown, None)
        if relation.lhs in relation.rhs.free_symbols:  # no solution: what the result follows, this side does not tell
            return Elasticity(name)
        target = relation.lhs if relation.lhs.is_Symbol else None
        value = evaluation.expanded(relation.rhs, target)
        return _at_given(_followed(evaluation, name, value, relation.rhs, target), evaluation, value, target)
    except DerivationsError:
        return Elasticity(name)


def _followed(evaluation: Evaluation, name: str, value: Expr, formula: Expr, target: Symbol | None) -> Elasticity:
    """The elasticity of an expanded value, and of the formula that it was."""
    symbol = evaluation.derivation.notation[name].symbol
    if value.free_symbols & set(evaluation.unsolved):
        return _in_numbers(evaluation, name, value, target)
    if value.has(Max, Min):  # a number for the side that is ahead here; in general there are two
        return Elasticity(name, evaluation.size(_power(_ahead(evaluation, value), symbol)))
    power = _power(value, symbol)
    here = evaluation.size(power)
    if power.is_Rational or here is None:
        return Elasticity(name, here, everywhere=bool(power.is_Rational))
    shown = _in_own_letters(evaluation, formula, target, symbol) or power
    return Elasticity(name, here, formula=_written(shown, evaluation.derivation.notation, negative=here < 0))


def _at_given(found: Elasticity, evaluation: Evaluation, value: Expr, target: Symbol | None) -> Elasticity:
    """The elasticity with the quantities that are held; none where one of them has no value and would follow."""
    behind = _behind(evaluation, value, frozenset({target} if target is not None else ()))
    missing = [symbol for symbol in behind if symbol.name not in evaluation.scenario.values]
    refused = _followers(evaluation, found.name, missing)
    if refused:
        return Elasticity(found.name, refused="; ".join(refused.values()))
    return replace(found, held=held_at(evaluation, (symbol.name for symbol in behind), found.name))


def _behind(evaluation: Evaluation, value: Expr, above: frozenset[Symbol]) -> set[Symbol]:
    """The quantities that a value is made of, and those in the equations of what only numbers find."""
    found = {symbol for symbol in value.free_symbols if not is_unit(symbol)} - above
    for unknown in found & set(evaluation.unsolved):
        step = evaluation.unsolved[unknown]
        equation = evaluation.expanded(step.lhs - step.rhs, unknown)
        found |= _behind(evaluation, equation, above | {unknown})
    return found - set(evaluation.unsolved)


def _followers(evaluation: Evaluation, name: str, letters: Iterable[Symbol]) -> dict[Symbol, str]:
    notation = evaluation.derivation.notation
    given = {notation[each].symbol for each in evaluation.scenario.values}
    return followers(notation[name].symbol, letters, given, evaluation.derivation, evaluation.unsolved)


def _in_numbers(evaluation: Evaluation, name: str, value: Expr, target: Symbol | None) -> Elasticity:
    """The elasticity of what rests on equations that only numbers solve: a number without a formula."""
    symbol = evaluation.derivation.notation[name].symbol
    try:
        here = _through(evaluation, value, symbol, frozenset({target} if target is not None else ()))
    except DerivationsError:
        return Elasticity(name)
    return Elasticity(name, here)


def _through(evaluation: Evaluation, value: Expr, symbol: Symbol, above: frozenset[Symbol]) -> Fraction | None:
    """By how many per cent a value rises when a symbol does by one; what only numbers find follows its equation.

    Where ``F(u, x) = 0`` gives u, u rises by ``-x F_x/(u F_u)`` per cent.
    """
    seen = _with_roots(evaluation)
    size = seen.size(value)
    rise = _rise(evaluation, seen, value, symbol, above)
    return None if not size or rise is None else rise / size


def _with_roots(evaluation: Evaluation) -> Evaluation:
    """The evaluation with the roots as values that have a definition beside their equation, which needs something else.
    """
    for unknown in evaluation.unsolved:
        found = evaluation.value_of(unknown.name) if evaluation.size(unknown) is None else None
        if found is not None:
            with suppress(InputError):  # what is given makes it another number by its definition
                evaluation = evaluation.again(evaluation.scenario.with_values({unknown.name: found}))
    return evaluation


def _rise(
    evaluation: Evaluation, seen: Evaluation, value: Expr, symbol: Symbol, above: frozenset[Symbol]
) -> Fraction | None:
    """By how much a value rises when a symbol does by one per cent, times a hundred; `seen` has the numbers."""
    value = _ahead(seen, value)
    total = seen.size(symbol * derivative(value, symbol))
    for unknown in sorted(value.free_symbols & set(evaluation.unsolved) - above - {symbol}, key=str):
        own = seen.size(unknown * derivative(value, unknown))
        step = evaluation.unsolved[unknown]
        equation = without_common_factors(_ahead(seen, evaluation.expanded(step.lhs - step.rhs, unknown)))
        slope = seen.size(unknown * derivative(equation, unknown))
        rise = _rise(evaluation, seen, equation, symbol, above | {unknown})
        if total is None or own is None or not slope or rise is None:
            return None
        total += own * (-rise / slope)
    return total


def _ahead(evaluation: Evaluation, value: Expr) -> Expr:
    """The value with each max and min as the argument that is ahead of all others here, and so it is near here, too."""
    if not value.has(Max, Min):
        return value
    arguments = [_ahead(evaluation, argument) for argument in value.args]
    if isinstance(value, Max | Min):
        sizes = [evaluation.size(argument) for argument in arguments]
        known = [size for size in sizes if size is not None]
        ahead = (max if isinstance(value, Max) else min)(known, default=None)
        if ahead is not None and len(known) == len(sizes) and known.count(ahead) == 1:
            return arguments[sizes.index(ahead)]
        return value.func(*arguments, evaluate=False)
    return value.func(*arguments)


def _written(power: Expr, notation: Notation, *, negative: bool) -> str:
    """The formula as text, a negative one with its sign in front; empty where the grammar has no words for it."""
    try:
        node = from_sympy(cancelled(-power) if negative else power, notation.order)
    except WritingError:
        return ""
    return to_text(Negative(node) if negative else node)


def _in_own_letters(evaluation: Evaluation, formula: Expr, target: Symbol | None, symbol: Symbol) -> Expr | None:
    """The elasticity of a formula by the chain rule; None where a letter follows the quantity by no fixed power."""
    total: Expr = Integer(0)
    for letter in formula.free_symbols:
        inner = _power(evaluation.expanded(letter, target), symbol)
        if not inner.is_Rational:
            return None
        total += inner * _power(formula, letter)
    return cancelled(total)


def _power(value: Expr, symbol: Symbol) -> Expr:
    """By how many per cent a value rises when a symbol does by one: a product by as much as its factors together."""
    return cancelled(Add(*(symbol * derivative(factor, symbol) / factor for factor in Mul.make_args(value))))
