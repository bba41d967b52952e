"""Relations: two SymPy expressions and an operator, frozen, with the form in which they were written.

`sympy.Eq` collapses to True or False as soon as it can; a relation never does. The SymPy sides are the truth, the
written form beside them is what is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from sympy import Eq, Expr, Ge, Gt, Integer, Le, Lt, Pow, Rational, Sum, Symbol, log, sympify
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from derivations.errors import InputError
from derivations.language.counting import SERIES, CountedProduct, CountedSum, index_symbol, series_parts
from derivations.language.dimensional_analysis import check_relation
from derivations.language.from_sympy import from_sympy
from derivations.language.functions import from_undefined
from derivations.language.grammar import parse_relation
from derivations.language.literal import is_unit
from derivations.language.printing.latex import relation_latex
from derivations.language.printing.text import relation_text, to_text
from derivations.language.quantity import Notation
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import BINDERS, Call, Node, Number, Power, Quotient, WrittenRelation, children

SYMPY = {"=": Eq, ">=": Ge, "<=": Le, ">": Gt, "<": Lt}
_OPERATOR = {"==": "=", ">=": ">=", "<=": "<=", ">": ">", "<": "<"}
FLIPPED = {"=": "=", ">=": "<=", "<=": ">=", ">": "<", "<": ">"}

RelationLike: TypeAlias = "str | Relation | Relational"


@dataclass(frozen=True)
class Relation:
    """``lhs operator rhs``; equal when sides and operator are, however they were written."""

    lhs: Expr
    operator: str
    rhs: Expr
    notation: Notation = field(repr=False, compare=False)
    written: WrittenRelation = field(repr=False, compare=False)

    @property
    def is_equation(self) -> bool:
        """True for ``=``."""
        return self.operator == "="

    def with_sides(self, lhs: Expr, rhs: Expr) -> Relation:
        """The same relation between other sides, written as this one."""
        return Relation(lhs, self.operator, rhs, self.notation, self.written)

    @property
    def difference(self) -> Expr:
        """Left minus right."""
        return self.lhs - self.rhs

    @property
    def symbols(self) -> frozenset[Symbol]:
        """The quantities on either side, without the symbols of units."""
        return frozenset(s for s in self.lhs.free_symbols | self.rhs.free_symbols if not is_unit(s))

    @cached_property
    def delicate(self) -> tuple[Expr, ...]:
        """Every power and logarithm that is not defined everywhere, as it was written, outside of sums over an index.

        SymPy makes x of sqrt(x)^2, and nothing of x/x: where these have no value, the relation says nothing.
        """
        sides = (self.written.left, self.written.right)
        return tuple(part for side in sides for part in _delicate(side, self.notation))

    @property
    def written_left(self) -> str:
        """The left side as text."""
        return to_text(self.written.left)

    def as_eq(self) -> Relational:
        """The SymPy relation, to go on with in SymPy (unevaluated, so that it stays a relation)."""
        return SYMPY[self.operator](self.lhs, self.rhs, evaluate=False)

    def __str__(self) -> str:
        return relation_text(self.written)

    def __repr__(self) -> str:
        return str(self)

    @property
    def latex(self) -> str:
        """The relation in LaTeX, as it was written."""
        return relation_latex(self.written, self.notation.latex_names)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"


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
        known = notation.names
        return from_written(parse_relation(source, known, notation.functions), notation)
    if isinstance(source, Relational) and source.rel_op in _OPERATOR:
        return from_sides(source.lhs, _OPERATOR[source.rel_op], source.rhs, notation)
    raise InputError(f"cannot read {str(source)[:60]!r} as a relation: give text or a SymPy relation")


def from_written(written: WrittenRelation, notation: Notation) -> Relation:
    """A relation from its written form, after checking its dimensions."""
    check_relation(written, notation)
    left, right = to_sympy(written.left, notation), to_sympy(written.right, notation)
    return Relation(left, written.operator, right, notation, written)


def from_sides(
    lhs: Expr, operator: str, rhs: Expr, notation: Notation, written_right: Node | None = None
) -> Relation:
    """A relation from SymPy sides; its written form is made from them.

    `written_right` keeps the writing of a right side that is known.
    """
    lhs, rhs = bind(lhs, notation), bind(rhs, notation)
    right = from_sympy(rhs, notation.order) if written_right is None else written_right
    written = WrittenRelation(from_sympy(lhs, notation.order), operator, right)
    check_relation(written, notation)
    return Relation(lhs, operator, rhs, notation, written)


def _own(call: AppliedUndef, notation: Notation) -> Expr:
    """One of SymPy's undefined functions, applied, as the function of that name in the notation."""
    own = notation[call.func.__name__]
    return from_undefined(call, own.symbol, own.subscripts, len(own.of))


def bind(expression: Expr, notation: Notation) -> Expr:
    """The expression with every symbol replaced by the notation's symbol of that name, and indices by their own."""
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
