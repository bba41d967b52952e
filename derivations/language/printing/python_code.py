"""Tree to a Python expression on floats or NumPy arrays, in the author's order and grouping."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from keyword import iskeyword, issoftkeyword
from typing import ClassVar

from derivations.errors import InputError
from derivations.language.printing.code import CodePrinter
from derivations.language.printing.printer import Precedence
from derivations.language.tree import LAMBERT, Node, WrittenRelation

_TAKEN = frozenset({"np", "total", "times", "lambert", "root", "least_whole", "first_whole"})
_FUNCTIONS = {"sqrt": "np.sqrt", "exp": "np.exp", "log": "np.log"}
_OVER = {"sum": "np.sum", "product": "np.prod"}
_OVER_ARRAYS = {"sum": "total", "product": "times"}
_EXTREMES = {"max": "np.maximum", "min": "np.minimum"}
_LARGEST_WHOLE = 2**53  # beyond it NumPy would not keep to floats


def to_python(node: Node) -> str:
    """The Python of a tree, with NumPy as ``np``; a literal with a unit is a number in base units.

    Sums and products over an index take single numbers: their limits count in a loop. Raises `InputError` for a
    function that may be any, as there is nothing to run, and for factorials, as floats hold none beyond that of 170.
    Lambert's W, which NumPy does not have, is called ``lambert(branch, z)``: `study.lambert_arrays` has it.

    >>> from derivations.language.grammar import parse_expression
    >>> to_python(parse_expression("max(2*r*s^-2, lambda/20[ms], x)"))
    'np.maximum(2*r*s**-2, np.maximum(lambda_/0.02, x))'
    """
    return _PythonPrinter().write(node)


def to_arrays(node: Node) -> str:
    """The same where any name may be an array: sums and products over an index call ``total`` or ``times``.

    These take the term as a function, and the first and the last number that is counted.

    >>> from derivations.language.grammar import parse_expression
    >>> to_arrays(parse_expression("sum(x^k, k, 0, n)"))
    'total(lambda k: x**k, 0, n)'
    """
    return _ArraysPrinter().write(node)


def to_numexpr(node: Node) -> str:
    """The same for numexpr, in which whole numbers would divide as such; empty for what it has no words for.

    >>> from derivations.language.grammar import parse_expression
    >>> to_numexpr(parse_expression("max(sqrt(r), s)")), to_numexpr(parse_expression("sum(k, k, 1, n)"))
    ('maximum(sqrt(r), s)', '')
    """
    try:
        return _NumexprPrinter().write(node)
    except InputError:
        return ""


def comparison_python(item: WrittenRelation) -> str:
    """The Python of a relation, true where it holds.

    >>> from derivations.language.grammar import parse_relation
    >>> comparison_python(parse_relation("L <= 2*L_x"))
    'L <= 2*L_x'
    """
    return _PythonPrinter().statement(item)


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


class _PythonPrinter(CodePrinter):
    """Python, with NumPy where floats alone have no function."""

    language: ClassVar[str] = "Python"
    absolute: ClassVar[str] = "np.abs"
    smaller: ClassVar[str] = _EXTREMES["min"]
    signs: ClassVar[Mapping[str, str]] = {"=": "=="}

    def number(self, value: Fraction, unit: str) -> str:
        """A number, as a float where a whole number would leave the floats."""
        text = super().number(value, unit)
        return f"{text}.0" if text.isdigit() and value > _LARGEST_WHOLE else text

    def letter(self, name: str) -> str:
        """The name of a quantity as an identifier."""
        return python_name(name)

    def power(self, base: Node, exponent: Node) -> str:
        """A base with its exponent; 10**30 would be a whole number that NumPy has no room for."""
        under = self.closed(base, Precedence.ATOM)
        return f"{under}{'.0' if under.isdigit() else ''}**{self.exponent(exponent)}"

    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> str:
        """A sum or product over an index, as a loop."""
        counts = f"range(int({self.write(first)}), int({self.write(last)}) + 1)"
        return f"{_OVER[function]}([{self.write(term)} for {python_name(index)} in {counts}])"

    def call(self, function: str, arguments: tuple[Node, ...]) -> str:
        """A function of NumPy; one of two arguments at a time where NumPy takes no more."""
        if function == "factorial":
            raise InputError("factorials are not counted in floats, which hold no factorial beyond that of 170")
        written = [self.write(argument) for argument in arguments]
        if function == "xor":
            whole = (f"np.int64({argument})" for argument in written)
            return f"np.float64({reduce(lambda first, other: f'np.bitwise_xor({first}, {other})', whole)})"
        if function in LAMBERT:
            return f"lambert({LAMBERT[function]}, {written[0]})"
        if function == "ceil":
            return f"np.ceil({self.rounded_up(arguments[0])})"
        if function in _EXTREMES:
            *others, last = written
            return reduce(lambda result, other: f"{_EXTREMES[function]}({other}, {result})", reversed(others), last)
        return f"{_FUNCTIONS[function]}({', '.join(written)})"


class _ArraysPrinter(_PythonPrinter):
    """Python in which a sum over an index is one of arrays."""

    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> str:
        """A sum or product over an index, as a call with its term as a function."""
        called = f"lambda {python_name(index)}: {self.write(term)}"
        return f"{_OVER_ARRAYS[function]}({called}, {self.write(first)}, {self.write(last)})"


class _NumexprPrinter(_PythonPrinter):
    """The words of numexpr, which are those of NumPy without its name."""

    def number(self, value: Fraction, unit: str) -> str:
        """A number, as a float."""
        text = super().number(value, unit)
        return f"{text}.0" if text.isdigit() else text

    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> str:
        """Raises `InputError`."""
        raise InputError("numexpr has no loops")

    def call(self, function: str, arguments: tuple[Node, ...]) -> str:
        """A function of numexpr; raises `InputError` for one that it has not."""
        if function == "xor" or function in LAMBERT:
            raise InputError(f"numexpr has no {function} of floats")
        return super().call(function, arguments).replace("np.", "")
