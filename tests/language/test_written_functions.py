"""Functions and the exclusive or, as they are written: text, tree, SymPy, LaTeX, MathML, terminal, prose."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import DimensionError, InputError
from derivations.language.display import markdown_prose
from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.mathml import letters_mathml, relation_mathml
from derivations.language.printing.pretty import relation_pretty
from derivations.language.printing.python_code import to_python
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation, Quantity, quantity_line
from derivations.language.relation import from_sides, relation
from derivations.language.tree import Apply, Call, Name, Node, Number, Sum

from ..proof.functions import NOTATION

KNOWN = [quantity.name for quantity in NOTATION]
LEAVES = st.sampled_from([Name("r"), Name("s"), Name("p"), Number(2)])


def _deeper(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    index = st.sampled_from([Name("k"), Sum((Name("k"), Number(1))), Number(3)])
    return st.one_of(
        st.builds(lambda part: Apply("h", (part,)), parts),
        st.builds(lambda one, other: Apply("h2", (one, other)), parts, parts),
        st.builds(lambda at, part: Apply("f", (at, part), 1), index, parts),
        st.builds(lambda at: Apply("x", (at,), 1), index),
        st.builds(lambda one, other: Sum((one, other)), LEAVES, parts),
    )


trees = st.recursive(LEAVES, _deeper, max_leaves=6)


@given(trees)
def test_text_and_sympy_lead_back(tree: Node) -> None:
    text = to_text(tree)
    assert parse_expression(text, KNOWN, NOTATION.functions) == tree
    item = relation(f"t = {text}", NOTATION)
    assert from_sides(item.lhs, "=", item.rhs, NOTATION) == item


@pytest.mark.parametrize(
    ("text", "latex", "terminal"),
    [
        (
            "x(k + 1) = x(k) + f(k, x(k))",
            r"x_{k + 1} = x_{k} + f_{k}\!\left(x_{k}\right)",
            "x(k + 1) = x(k) + f(k, x(k))",
        ),
        ("x(k)^2 = h(r)", r"\left(x_{k}\right)^{2} = h\!\left(r\right)", "    2\n(x(k))  = h(r)"),
        ("a = xor(b, F(a))", r"a = b \oplus F\!\left(a\right)", "a = b ⊕ F(a)"),
        ("r = 2*xor(a, b)", r"r = 2\,\left(a \oplus b\right)", "r = 2⋅(a ⊕ b)"),
    ],
)
def test_it_is_set_as_a_person_would(text: str, latex: str, terminal: str) -> None:
    item = relation(text, NOTATION)
    assert item.latex == latex
    lines = [line.rstrip() for line in relation_pretty(item.written).splitlines()]
    assert [line.strip() for line in lines] == [line.strip() for line in terminal.splitlines()]


def test_mathml_has_indices_below_and_a_sign_of_its_own() -> None:
    signs = letters_mathml(NOTATION.latex_names)
    shown = relation_mathml(relation("x(k + 1) = h(xor(a, b))", NOTATION).written, signs)
    assert '<msub><mi class="q" data-q="x">x</mi><mrow><mi class="q" data-q="k">k</mi>' in shown
    assert '<mo form="infix">⊕</mo>' in shown
    assert shown.count('stretchy="true">(') == 1


def test_a_letter_with_a_subscript_keeps_it() -> None:
    notation = Notation.of("k [] (whole) index\nx_r(index) [] (real) sequence\na [] (real) number")
    assert relation("a = x_r(k)", notation).latex == "a = x_{r,k}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("h = 1", r"h is a function; write its arguments, h\(...\) \(column 1"),
        ("h(r, s) = 1", "h takes one argument, not 2"),
        ("h2(r) = 1", "h2 takes 2 arguments, not 1"),
        ("r(s) = 1", r"write \* between r and '\('; the functions are max, .*, factorial, product, sum, x, f"),
        ("delay(r) = 1[s]", r"in delay\(r\): r is a pure number but delay takes token"),
        ("x(r) = 1", r"in x\(r\): r is no whole number, as an index must be"),
        ("x(k/2) = 1", r"k/2 is no whole number"),
        ("xor(a, r) = 1", r"in xor\(a, r\): r is neither a bit nor a whole number from 0"),
        ("xor(a, T) = 1", "T is token but xor takes pure numbers"),
        ("xor(a) = 1", "xor needs at least two arguments"),
    ],
)
def test_what_is_no_call_is_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        relation(text, NOTATION)
    assert "\n" not in str(caught.value)


def test_a_function_measures_what_its_quantity_does() -> None:
    assert str(relation("delay(T) + 2[s] = 3[s]", NOTATION)) == "delay(T) + 2[s] = 3[s]"
    with pytest.raises(DimensionError):
        relation("delay(T) = T", NOTATION)


def test_prose_finds_a_whole_formula() -> None:
    shown = markdown_prose("so x(k + 1) = h(r) for every k", NOTATION)
    assert shown == r"so $x_{k + 1} = h\!\left(r\right)$ for every $k$"


def test_there_is_no_python_for_any_function() -> None:
    with pytest.raises(InputError, match="h may be any function"):
        to_python(parse_expression("1 + h(r)", KNOWN, NOTATION.functions))
    code = to_python(parse_expression("xor(a, b, 1)"))
    assert [eval(code, {"np": np, "a": a, "b": b}) for a in (0, 1) for b in (0, 1)] == [1, 0, 0, 1]
    assert list(eval(code, {"np": np, "a": np.array([6.0, 12.0]), "b": 10.0})) == [6 ^ 10 ^ 1, 12 ^ 10 ^ 1]


def test_without_declarations_a_name_before_parentheses_is_no_call() -> None:
    with pytest.raises(InputError, match="write"):
        parse_relation("h(r) = 1")
    assert isinstance(parse_expression("xor(a, b)"), Call)


@pytest.mark.parametrize(
    ("line", "of", "message"),
    [
        ("f(index, number) [s] (real) any", ("index", ""), ""),
        ("delay(token/s) [s] any", ("token/s",), ""),
        ("f() [] any", (), "has an argument without a unit"),
        ("f(number, index) [] any", (), "the indices of function f come before"),
        ("f(qbits) [] any", (), "unit"),
    ],
)
def test_a_line_of_notation_names_the_arguments(line: str, of: tuple[str, ...], message: str) -> None:
    if message:
        with pytest.raises(InputError, match=message):
            quantity_line(line)
    else:
        assert quantity_line(line).of == of


def test_a_derivative_fits_its_function() -> None:
    cost = Quantity("cost", "s", "time", of=("token",), derivative="rate")
    assert Notation((cost, Quantity("rate", "s/token", "slope", of=("token",)))).functions["cost"] == (1, 0)
    with pytest.raises(InputError, match="rate is no derivative of cost"):
        Notation((cost, Quantity("rate", "s", "slope", of=("token",))))
    with pytest.raises(InputError, match="a derivative belongs to a function of one argument"):
        Quantity("g", "", "any", of=("", ""), derivative="rate")
