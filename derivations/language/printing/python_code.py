"""Tree to a Python expression on floats or NumPy arrays, in the author's order and grouping."""

from __future__ import annotations

from fractions import Fraction
from keyword import iskeyword, issoftkeyword

from derivations.errors import InputError
from derivations.language.printing.text import Grammar
from derivations.language.tree import (
    BINDERS,
    COMPARE,
    Apply,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    WrittenRelation,
)
from derivations.language.unit import parse_unit

_TAKEN = frozenset({"np"})
_FUNCTIONS = {"sqrt": "np.sqrt", "exp": "np.exp", "log": "np.log", "ceil": "np.ceil"}
_OVER = {"sum": "np.sum", "product": "np.prod"}
_EXTREMES = {"max": "np.maximum", "min": "np.minimum"}
_LARGEST_WHOLE = 2**53  # beyond it NumPy would not keep to floats


def to_python(node: Node) -> str:
    """The Python of a tree, with NumPy as ``np``; a literal with a unit is a number in base units.

    Sums and products over an index take single numbers: their limits count in a loop. Raises `InputError` for a
    function that may be any, as there is nothing to run, and for factorials, as floats hold none beyond that of 170.

    >>> from derivations.language.grammar import parse_expression
    >>> to_python(parse_expression("max(2*r*s^-2, lambda/20[ms], x)"))
    'np.maximum(2*r*s**-2, np.maximum(lambda_/0.02, x))'
    """
    return _Python().write(_without_units(node))


def comparison_python(item: WrittenRelation) -> str:
    """The Python of a relation, true where it holds.

    >>> from derivations.language.grammar import parse_relation
    >>> comparison_python(parse_relation("L <= 2*L_x"))
    'L <= 2*L_x'
    """
    assert item.operator in COMPARE
    operator = "==" if item.operator == "=" else item.operator
    return f"{to_python(item.left)} {operator} {to_python(item.right)}"


def python_name(name: str) -> str:
    """The name as a Python identifier: with an underscore where Python or NumPy has it already.

    >>> python_name("lambda"), python_name("np"), python_name("N_total")
    ('lambda_', 'np_', 'N_total')
    """
    taken = iskeyword(name) or issoftkeyword(name) or name in _TAKEN
    return f"{name}_" if taken else name


def python_text(text: str) -> str:
    """A text as a Python literal, between double quotes where nothing has to be escaped.

    >>> print(python_text("batch"), python_text('say "no"'))
    "batch" 'say "no"'
    """
    shown = repr(text)
    bare = shown[0] == "'" and '"' not in shown and "\\" not in shown
    return f'"{shown[1:-1]}"' if bare else shown


class _Python(Grammar):
    """Writes Python, whose products, quotients and signs are read as those of the grammar are."""

    def write(self, node: Node) -> str:
        """The text of a node on its own."""
        match node:
            case Name(name):
                return python_name(name)
            case Power(base, exponent):
                under = self.base(base)
                # 10**30 would be a whole number that NumPy has no room for
                return f"{under}{'.0' if under.isdigit() else ''}**{self.exponent(exponent)}"
            case Apply(function, _):
                raise InputError(f"{function} may be any function: there is no Python for it")
            case Call("xor", arguments):
                first, *others = (f"np.int64({self.write(argument)})" for argument in arguments)
                for other in others:
                    first = f"np.bitwise_xor({first}, {other})"
                return f"np.float64({first})"
            case Call(function, arguments) if function in _EXTREMES:
                *others, result = map(self.write, arguments)
                for argument in reversed(others):
                    result = f"{_EXTREMES[function]}({argument}, {result})"
                return result
            case Call("factorial"):
                raise InputError("floats hold no factorial beyond that of 170: there is no Python for it")
            case Call(function, (term, Name(index), first, last)) if function in BINDERS:
                counts = f"range(int({self.write(first)}), int({self.write(last)}) + 1)"
                return f"{_OVER[function]}([{self.write(term)} for {python_name(index)} in {counts}])"
            case Call(function, (argument,)):
                return f"{_FUNCTIONS[function]}({self.write(argument)})"
        return super().write(node)

    def number(self, value: Fraction, unit: str) -> str:
        """A number, as a float where a whole number would leave the floats."""
        text = super().number(value, unit)
        return f"{text}.0" if text.isdigit() and value > _LARGEST_WHOLE else text


def _without_units(node: Node) -> Node:
    """The tree with every literal in base units."""
    match node:
        case Number(value, unit):
            return Number(value * parse_unit(unit).factor) if unit else node
        case Name():
            return node
        case Negative(operand):
            return Negative(_without_units(operand))
        case Sum(terms):
            return Sum(tuple(map(_without_units, terms)))
        case Product(factors):
            return Product(tuple(map(_without_units, factors)))
        case Quotient(a, b):
            return Quotient(_without_units(a), _without_units(b))
        case Power(a, b):
            return Power(_without_units(a), _without_units(b))
        case Call(function, arguments):
            return Call(function, tuple(map(_without_units, arguments)))
        case Apply(function, arguments, subscripts):
            return Apply(function, tuple(map(_without_units, arguments)), subscripts)
