"""Facts of rounding, factorials, sums and products, stated of symbols that stand for them.

For a proof it does not matter what they are, but that ``x <= ceil(x) < x + 1``, that what is rounded is a whole number,
and that a sum of positive terms is positive. So each becomes a symbol, and what is known of it a fact: what holds for
every such symbol holds for what it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sympy import Dummy, Expr, Integer, Product, Symbol, ceiling, factorial, floor

from derivations.errors import UndecidedError
from derivations.language.counting import SERIES, WHOLE, series_parts
from derivations.language.functions import Applied
from derivations.proof.elimination import Fact
from derivations.proof.normal_form import field_of
from derivations.proof.series import aligned, inside, renamed
from derivations.proof.sign import Sign, series_sign

_UP, _DOWN = (Sign.POSITIVE, Sign.NONNEGATIVE), (Sign.NEGATIVE, Sign.NONPOSITIVE)

KnownSign = Callable[[Expr, Iterable[Fact]], Sign]
"""The sign of an expression where facts hold: of `proof`, which uses this module."""


@dataclass(frozen=True)
class Abstracted:
    """Expressions and facts about symbols; and for each that was rounded up what it was, the outermost first."""

    expressions: list[Expr]
    facts: tuple[Fact, ...]
    rounded: dict[Symbol, Expr] = field(default_factory=dict)


def abstracted(expressions: Iterable[Expr], facts: tuple[Fact, ...], known_sign: KnownSign) -> Abstracted | None:
    """Expressions and facts with symbols in place of what only counts, and the facts about those symbols besides.

    None where nothing only counts.
    """
    wanted = list(expressions)
    together = [*wanted, *(fact.expression for fact in facts)]
    if not any(expression.has(*WHOLE) for expression in together):
        return None
    # its normal form takes a sum apart, and the sign of the whole is lost in the parts
    facts = (*facts, *(fact for part in _innermost_first(together) for fact in _range_facts(part, facts, known_sign)))
    together = [*wanted, *(fact.expression for fact in facts)]
    together = aligned([_rounded_once(expression) for expression in together], field_of)
    facts = tuple(
        Fact(expression, fact.strict) for expression, fact in zip(together[len(wanted) :], facts, strict=True)
    )
    # lemma: what holds of every real number of which the facts hold, holds of what the symbol stands for; equal parts,
    # up to the names of their indices, have one symbol
    symbols: dict[Expr, Symbol] = {}
    extra: list[Fact] = []
    parts = _innermost_first(together)
    for part in parts:
        same = renamed(part)
        if same not in symbols:
            symbols[same], known = _symbol(part, (*facts, *extra), known_sign)
            extra += known
    put = {part: symbols[renamed(part)] for part in parts}
    everything = [*together, *(fact.expression for fact in extra)]
    replaced = [_put(expression, put) for expression in everything]
    own = replaced[len(wanted) : len(together)]
    found = tuple(Fact(e, f.strict) for e, f in zip(own, facts, strict=True))
    added = tuple(Fact(e, f.strict) for e, f in zip(replaced[len(together) :], extra, strict=True))
    rounded = {put[part]: _put(part.args[0], put) for part in reversed(put) if isinstance(part, ceiling)}
    return Abstracted(replaced[: len(wanted)], (*found, *added), rounded)


def _rounded_once(expression: Expr) -> Expr:
    """The expression with every rounding up in its normal form, and rounding down as rounding up."""
    rounded = [part for part in expression.atoms(ceiling, floor) if part.free_symbols <= expression.free_symbols]
    # lemma: floor(x) = -ceil(-x), and ceil(x + m) = ceil(x) + m for whole m
    return expression.xreplace({part: field_of(part).restore(field_of(part).elements[0].as_expr()) for part in rounded})


def _innermost_first(expressions: Iterable[Expr]) -> list[Expr]:
    """The parts that are to be replaced; inside a sum over an index there are none."""
    found: dict[Expr, None] = {}

    def collect(expression: Expr) -> None:
        if not isinstance(expression, SERIES):
            for part in expression.args:
                collect(part)
        if isinstance(expression, (*SERIES, ceiling, factorial)):
            found.setdefault(expression)

    for expression in expressions:
        if expression.has(*WHOLE):
            collect(expression)
    return list(found)


def _put(expression: Expr, symbols: dict[Expr, Symbol]) -> Expr:
    """Outermost first: what stands inside of what is replaced does not matter any more."""
    if expression in symbols:
        return symbols[expression]
    if not expression.args or not expression.has(*WHOLE):
        return expression
    return expression.func(*(_put(part, symbols) for part in expression.args))


def _symbol(part: Expr, facts: tuple[Fact, ...], known_sign: KnownSign) -> tuple[Symbol, list[Fact]]:
    """A symbol for a part, and what is known of it, told of the part itself."""
    if isinstance(part, factorial):
        # lemma: n! is a whole number and at least 1, wherever it is defined
        return Dummy("factorial", integer=True, positive=True), [Fact(part - 1, strict=False)]
    if isinstance(part, ceiling):
        argument = part.args[0]
        # lemma: x <= ceil(x) < x + 1
        near = [Fact(part - argument, strict=False), Fact(argument + 1 - part, strict=True)]
        found = known_sign(argument, facts)
        if found is Sign.POSITIVE or Fact(part, strict=True) in facts:
            # lemma: ceil(x) >= x; if ceil(x) > 0, it is at least 1, as a whole number
            return Dummy("ceil", integer=True, positive=True), [*near, Fact(part - 1, strict=False)]
        # lemma: ceil(x) >= x >= 0
        known = {"nonnegative": True} if found in (Sign.NONNEGATIVE, Sign.ZERO) else {}
        return Dummy("ceil", integer=True, **known), near
    return _of_sign(_sign_of_range(part, facts, known_sign)), []


def _range_facts(part: Expr, facts: tuple[Fact, ...], known_sign: KnownSign) -> list[Fact]:
    """The facts about a sum or product as it stands: its sign, and that factors up to one make no more than one."""
    if not isinstance(part, SERIES):
        return []
    found = _sign_of_range(part, facts, known_sign)
    if found in _UP and isinstance(part, Product):
        term, within = _within(part)
        if known_sign(Integer(1) - term, (*facts, *within)) in (*_UP, Sign.ZERO):
            # lemma: a product of factors in [0, 1] is at most 1; an empty one is 1
            return [Fact(part, found is Sign.POSITIVE), Fact(1 - part, strict=False)]
    if found in _UP:
        return [Fact(part, found is Sign.POSITIVE)]
    if found in _DOWN:
        return [Fact(-part, found is Sign.NEGATIVE)]
    return []


def _sign_of_range(part: Expr, facts: tuple[Fact, ...], known_sign: KnownSign) -> Sign:
    term, within = _within(part)
    try:
        found = series_sign(part, known_sign(term, (*facts, *within)))
        return _sign_from_the_end(part, facts, known_sign) if found is Sign.UNKNOWN else found
    except UndecidedError:
        return Sign.UNKNOWN


def _sign_from_the_end(part: Expr, facts: tuple[Fact, ...], known_sign: KnownSign) -> Sign:
    """The sign where the last number is the index and what is left to go: then n - j is positive up to n - 1."""
    _, _, _, last = series_parts(part)
    term, index = inside(part)
    for symbol in sorted(last.free_symbols, key=lambda s: s.sort_key()):
        rest = last - symbol
        if symbol not in rest.free_symbols:
            # lemma: where k counts up to s + r, s + r = k + l for a whole l >= 0: s = k + l - r, if s is not in r
            put = {symbol: index + Dummy("left", integer=True, nonnegative=True) - rest}
            return series_sign(part, known_sign(term.xreplace(put), [fact.replaced(put) for fact in facts]))
    return Sign.UNKNOWN


def _within(part: Expr) -> tuple[Expr, tuple[Fact, ...]]:
    """The term of a sum or product, and that its index k is in first <= k <= last, without which there is no term.

    The symbol of a function that is called once is its value there: what is known of the symbol holds for every value.
    """
    _, _, first, last = series_parts(part)
    term, index = inside(part)
    calls = term.atoms(Applied)
    named = [call.function for call in calls]
    term = term.xreplace({call: call.function for call in calls if named.count(call.function) == 1})
    return term, (Fact(index - first, strict=False), Fact(last - index, strict=False))


def _of_sign(found: Sign) -> Symbol:
    return Dummy("range", **{found.value if found in (*_UP, *_DOWN) else "real": True})
