"""Relations: two sides and an operator, frozen, as they were written, and as the SymPy expressions that they are.

`sympy.Eq` collapses to True or False as soon as it can; a relation never does. The written form is what is printed and
put numbers into; the SymPy sides are what is computed with. Those of a written form are made when they are first asked
for, so that a relation is read, shown and evaluated without SymPy.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from derivations.errors import InputError
from derivations.language.arithmetic import NotPlainError, exact_value
from derivations.language.dimensional_analysis import check_relation
from derivations.language.grammar import parse_relation
from derivations.language.printing.latex import relation_latex
from derivations.language.printing.text import relation_text, to_text
from derivations.language.quantity import Notation
from derivations.language.tree import (
    BINDERS,
    Apply,
    Call,
    Name,
    Node,
    Number,
    Power,
    Quotient,
    WrittenRelation,
    children,
    names,
    parts,
)

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.core.function import AppliedUndef
    from sympy.core.relational import Relational

_OPERATOR = {"==": "=", ">=": ">=", "<=": "<=", ">": ">", "<": "<"}
FLIPPED = {"=": "=", ">=": "<=", "<=": ">=", ">": "<", "<": ">"}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}  # both false of what is no number
IN_WORDS = {">=": "at least", ">": "above", "<=": "at most", "<": "below"}
FAILS_IN_WORDS = {"<": "not below", "<=": "above", ">": "not above", ">=": "below", "=": "not equal to"}

RelationLike: TypeAlias = "str | Relation | Relational"


@dataclass(frozen=True, init=False, eq=False)
class Relation:
    """``lhs operator rhs``; equal when sides and operator are, however they were written."""

    operator: str
    notation: Notation
    written: WrittenRelation

    def __init__(self, lhs: Expr, operator: str, rhs: Expr, notation: Notation, written: WrittenRelation) -> None:
        self._set(operator, notation, written)
        self.__dict__.update(lhs=lhs, rhs=rhs)

    def _set(self, operator: str, notation: Notation, written: WrittenRelation) -> None:
        self.__dict__.update(operator=operator, notation=notation, written=written)

    @classmethod
    def as_written(cls, written: WrittenRelation, notation: Notation) -> Relation:
        """The relation of a written form that was checked before: `from_written` checks one.

        >>> notation = Notation.of("t [s] time\\nS [byte] size\\nW [byte/s] bandwidth")
        >>> Relation.as_written(parse_relation("t = S/W"), notation).rhs
        S/W
        """
        item = cls.__new__(cls)
        item._set(written.operator, notation, written)
        return item

    @cached_property
    def lhs(self) -> Expr:
        """The left side as SymPy has it."""
        from derivations.language.to_sympy import to_sympy

        return to_sympy(self.written.left, self.notation)

    @cached_property
    def rhs(self) -> Expr:
        """The right side as SymPy has it."""
        from derivations.language.to_sympy import to_sympy

        return to_sympy(self.written.right, self.notation)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Relation):
            return NotImplemented
        return (self.lhs, self.operator, self.rhs) == (other.lhs, other.operator, other.rhs)

    def __hash__(self) -> int:
        return hash((self.lhs, self.operator, self.rhs))

    @property
    def is_equation(self) -> bool:
        """True for ``=``."""
        return self.operator == "="

    @property
    def left(self) -> Side:
        """The left side."""
        return Side(self, on_left=True)

    @property
    def right(self) -> Side:
        """The right side."""
        return Side(self, on_left=False)

    def in_notation(self, notation: Notation) -> Relation:
        """The same relation in a notation that has its quantities, too, under other letters perhaps."""
        item = Relation.as_written(self.written, notation)
        item.__dict__.update({side: self.__dict__[side] for side in ("lhs", "rhs") if side in self.__dict__})
        return item

    def with_operator(self, operator: str) -> Relation:
        """The same sides with another operator."""
        return Relation(self.lhs, operator, self.rhs, self.notation, replace(self.written, operator=operator))

    def with_sides(self, lhs: Expr, rhs: Expr) -> Relation:
        """The same relation between other sides, written as this one."""
        return Relation(lhs, self.operator, rhs, self.notation, self.written)

    @cached_property
    def difference(self) -> Expr:
        """Left minus right."""
        return self.lhs - self.rhs

    @cached_property
    def symbols(self) -> frozenset[Symbol]:
        """The quantities on either side, without the symbols of units."""
        from derivations.language.literal import is_unit

        return frozenset(s for s in self.lhs.free_symbols | self.rhs.free_symbols if not is_unit(s))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the quantities that are written on either side, without those that are only counted with."""
        return names(self.written.left) | names(self.written.right)

    @cached_property
    def letters(self) -> frozenset[str]:
        """The names of all quantities that are written on either side."""
        written = [*parts(self.written.left), *parts(self.written.right)]
        applied = {part.function for part in written if isinstance(part, Apply)}
        return frozenset(applied | {part.name for part in written if isinstance(part, Name)})

    @cached_property
    def delicate(self) -> tuple[Expr, ...]:
        """Every power and logarithm that is not defined everywhere, as it was written, outside of sums over an index.

        SymPy makes x of sqrt(x)^2, and nothing of x/x: where these have no value, the relation says nothing. A root
        that nobody may write, of a formula that was computed, is left to the sides.
        """
        sides = (self.written.left, self.written.right)
        return tuple(part for side in sides for part in _delicate(side, self.notation))

    @property
    def written_left(self) -> str:
        """The left side as text."""
        return to_text(self.written.left)

    def as_eq(self) -> Relational:
        """The SymPy relation, to go on with in SymPy (unevaluated, so that it stays a relation)."""
        return as_relational(self.lhs, self.operator, self.rhs)

    @cached_property
    def _text(self) -> str:
        return relation_text(self.written)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text

    @property
    def latex(self) -> str:
        """The relation in LaTeX, as it was written."""
        return relation_latex(self.written, self.notation.latex_names)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"

    def _sympy_(self) -> Relational:
        return self.as_eq()

    def _latex(self, _: object) -> str:  # what SymPy's printer asks for
        return self.latex


@dataclass(frozen=True, eq=False)
class Side:
    """One side of a relation, as it was written and as SymPy has it."""

    of: Relation
    on_left: bool

    @property
    def tree(self) -> Node:
        """The side as it was written."""
        return self.of.written.left if self.on_left else self.of.written.right

    @property
    def expression(self) -> Expr:
        """The side as SymPy has it."""
        return self.of.lhs if self.on_left else self.of.rhs

    @property
    def name(self) -> str:
        """The name of the quantity that the side is; empty if it is none."""
        tree = self.tree
        if isinstance(tree, Name):
            return tree.name
        if isinstance(tree, Number | Apply) or _is_no_name(tree):
            return ""
        from sympy import Symbol

        from derivations.language.literal import is_unit

        found = self.expression
        return found.name if isinstance(found, Symbol) and not is_unit(found) else ""

    def same_as(self, other: Side) -> bool:
        """True if SymPy has one expression for both."""
        if self.tree == other.tree:
            return True
        if isinstance(self.tree, Name) and isinstance(other.tree, Name):
            return False
        return bool(self.expression == other.expression)


def _is_no_name(tree: Node) -> bool:
    """True if nothing in a tree can cancel, or if at some numbers it is none of them: SymPy makes no symbol of it."""
    inner = [part for part in parts(tree) if isinstance(part, Name | Number)]
    if not any(isinstance(part, Number) for part in inner) and len(set(inner)) == len(inner):
        return True
    for size, denominator in ((1009, 1013), (3, 1)):  # whole numbers where names stand in exponents
        sizes = {name: Fraction(size + 10 * place, denominator) for place, name in enumerate(sorted(names(tree)))}
        with suppress(NotPlainError, InputError):
            return exact_value(tree, sizes.__getitem__) not in sizes.values()
    return False


def as_relational(lhs: Expr, operator: str, rhs: Expr) -> Relational:
    """The SymPy relation between two sides, unevaluated, so that it stays one."""
    from sympy import Eq, Ge, Gt, Le, Lt

    kinds = {"=": Eq, ">=": Ge, "<=": Le, ">": Gt, "<": Lt}
    return kinds[operator](lhs, rhs, evaluate=False)


def relation(source: RelationLike, notation: Notation) -> Relation:
    """A relation from text, from a SymPy relation, or from a relation in another notation.

    Plain SymPy symbols are bound to the quantities of the same name. Raises `GrammarError`, `UnknownNameError` or
    `DimensionError`.

    >>> notation = Notation.of("t [s] time\\nS [byte] size\\nW [byte/s] bandwidth")
    >>> relation("t = S/W", notation).rhs
    S/W
    """
    if isinstance(source, Relation):
        return from_written(source.written, notation)
    if isinstance(source, str):
        return _read(source, notation)
    from sympy.core.relational import Relational

    if isinstance(source, Relational) and source.rel_op in _OPERATOR:
        from derivations.language.foreign import as_formula

        left, right = (as_formula(bind(side, notation)) for side in (source.lhs, source.rhs))
        return from_sides(left, _OPERATOR[source.rel_op], right, notation)
    raise InputError(f"cannot read {str(source)[:60]!r} as a relation: give text or a SymPy relation")


@lru_cache(maxsize=4096)  # a claim that is derived anew reads the same premises and forms
def _read(text: str, notation: Notation) -> Relation:
    return from_written(parse_relation(text, notation.names, notation.functions, notation.meant), notation)


def relation_source(source: RelationLike) -> str:
    """A relation as the text that a notation reads it from; symbols of SymPy go by their names.

    Raises `InputError` for what is no relation, such as an equation that SymPy has decided.

    >>> from sympy import Eq, symbols
    >>> t, S, W = symbols("t S W")
    >>> relation_source(Eq(t, S/W))
    't = S/W'
    """
    if isinstance(source, str):
        return source
    if isinstance(source, Relation):
        return str(source)
    from sympy.core.relational import Relational

    from derivations.language.foreign import as_formula
    from derivations.language.from_sympy import from_sympy

    if not isinstance(source, Relational) or source.rel_op not in _OPERATOR:
        told = "what SymPy has decided is no relation any more: give evaluate=False, or text"
        raise InputError(f"cannot read {str(source)[:60]!r} as a relation; {told}")
    left, right = (from_sympy(as_formula(side), {}) for side in (source.lhs, source.rhs))
    return relation_text(WrittenRelation(left, _OPERATOR[source.rel_op], right))


def from_written(written: WrittenRelation, notation: Notation) -> Relation:
    """A relation from its written form, after checking its dimensions."""
    from derivations.language.to_sympy import to_sympy

    check_relation(written, notation)
    left, right = to_sympy(written.left, notation), to_sympy(written.right, notation)
    return Relation(left, written.operator, right, notation, written)


def from_sides(lhs: Expr, operator: str, rhs: Expr, notation: Notation) -> Relation:
    """A relation from SymPy sides; its written form is made from them."""
    from derivations.language.from_sympy import from_sympy

    lhs, rhs = bind(lhs, notation), bind(rhs, notation)
    written = WrittenRelation(from_sympy(lhs, notation.order), operator, from_sympy(rhs, notation.order))
    check_relation(written, notation)
    return Relation(lhs, operator, rhs, notation, written)


def _own(call: AppliedUndef, notation: Notation) -> Expr:
    """One of SymPy's undefined functions, applied, as the function of that name in the notation."""
    from derivations.language.functions import from_undefined

    own = notation[call.func.__name__]
    return from_undefined(call, own.symbol, own.subscripts, len(own.of))


def bind(expression: Expr, notation: Notation) -> Expr:
    """The expression with every symbol replaced by the notation's symbol of that name, and indices by their own."""
    from sympy import sympify
    from sympy.core.function import AppliedUndef

    from derivations.language.counting import SERIES
    from derivations.language.literal import is_unit

    expression = sympify(expression)
    if expression.has(AppliedUndef):
        expression = expression.replace(lambda part: isinstance(part, AppliedUndef), lambda call: _own(call, notation))
    if expression.has(*SERIES):
        return _bound(expression, notation, frozenset())
    replacements = {}
    for symbol in expression.free_symbols:
        if not is_unit(symbol):
            own = notation[symbol.name].symbol
            if own != symbol:
                replacements[symbol] = own
    return expression.xreplace(replacements) if replacements else expression


def _bound(expression: Expr, notation: Notation, counting: frozenset[Symbol]) -> Expr:
    """The same where sums count: SymPy lets one symbol be an index inside of a sum and a quantity beside it."""
    from sympy import Sum, Symbol

    from derivations.language.counting import SERIES, CountedProduct, CountedSum, index_symbol, series_parts
    from derivations.language.literal import is_unit

    if isinstance(expression, Symbol):
        if expression in counting:
            return index_symbol(expression.name)
        return expression if is_unit(expression) else notation[expression.name].symbol
    if isinstance(expression, SERIES):
        term, index, *limits = series_parts(expression)
        inside = _bound(term, notation, counting | {index})
        first, last = (_bound(limit, notation, counting) for limit in limits)
        kind = CountedSum if isinstance(expression, Sum) else CountedProduct
        new = kind(inside, (index_symbol(index.name), first, last))
        return expression if new == expression else new
    parts = [_bound(part, notation, counting) for part in expression.args]
    return expression if parts == [*expression.args] else expression.func(*parts)


def _delicate(node: Node, notation: Notation) -> Iterator[Expr]:
    from sympy import Integer, Pow, Rational, log

    from derivations.language.to_sympy import to_sympy

    with suppress(InputError):
        match node:
            case Quotient(_, under) if not isinstance(under, Number):
                yield Pow(to_sympy(under, notation), Integer(-1), evaluate=False)
            case Power(base, exponent) if not isinstance(exponent, Number) or exponent.value.denominator != 1:
                yield Pow(to_sympy(base, notation), to_sympy(exponent, notation), evaluate=False)
            case Call("sqrt", (argument,)):
                yield Pow(to_sympy(argument, notation), Rational(1, 2), evaluate=False)
            case Call("log", (argument,)):
                yield log(to_sympy(argument, notation), evaluate=False)
    counts = isinstance(node, Call) and node.function in BINDERS
    for part in children(node)[2:] if counts else children(node):
        yield from _delicate(part, notation)
