"""The grammar: how text becomes tokens and a tree, and what an error says and where it points."""

from fractions import Fraction

import pytest
from hypothesis import assume, given

from derivations.errors import GrammarError
from derivations.language.grammar import FUNCTIONS, Token, parse_expression, parse_relation, tokenize
from derivations.language.limits import MAX_LENGTH
from derivations.language.printing.text import relation_text, to_text
from derivations.language.quantity import RESERVED
from derivations.language.tree import (
    BINDERS,
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

from .strategies import steady, trees

a, b, c, d = map(Name, "abcd")


def number(value: str, unit: str = "") -> Number:
    return Number(Fraction(value), unit)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a+b^2", Sum((a, Power(b, number("2"))))),
        ("a + b - c", Sum((a, b, Negative(c)))),
        ("a - (b + c)", Sum((a, Negative(Sum((b, c)))))),
        ("(a + b) + c", Sum((Sum((a, b)), c))),
        ("a*b*c", Product((a, b, c))),
        ("a*(b*c)", Product((a, Product((b, c))))),
        ("(a*b)*c", Product((Product((a, b)), c))),
        ("a*b/c", Quotient(Product((a, b)), c)),
        ("(a*b)/c", Quotient(Product((a, b)), c)),
        ("a*(b/c)", Product((a, Quotient(b, c)))),
        ("a/b*c*d", Product((Quotient(a, b), c, d))),
        ("a/b/c", Quotient(Quotient(a, b), c)),
        ("a/(b*c)", Quotient(a, Product((b, c)))),
        ("-a^2", Negative(Power(a, number("2")))),
        ("(-a)^2", Power(Negative(a), number("2"))),
        ("-a*b", Negative(Product((a, b)))),
        ("(-a)*b", Product((Negative(a), b))),
        ("a*-b", Product((a, Negative(b)))),
        ("a/-b*c", Product((Quotient(a, Negative(b)), c))),
        ("--a", Negative(Negative(a))),
        ("a - -b", Sum((a, Negative(Negative(b))))),
        ("a + -b", Sum((a, Negative(b)))),
        ("a^-b", Power(a, Negative(b))),
        ("a**2*b", Product((Power(a, number("2")), b))),
        ("(a^2)^b", Power(Power(a, number("2")), b)),
        ("((a))", a),
        ("a·b×c⋅d", Product((a, b, c, d))),
        ("a−b", Sum((a, Negative(b)))),
        ("max(a, b + c)", Call("max", (a, Sum((b, c))))),
        ("max(min(a,b),c)", Call("max", (Call("min", (a, b)), c))),
        (
            "sqrt(a)/exp(b)*log(c)",
            Product((Quotient(Call("sqrt", (a,)), Call("exp", (b,))), Call("log", (c,)))),
        ),
        ("2[FLOP/parameter/token]*a", Product((number("2", "FLOP/parameter/token"), a))),
        ("5[ % ]", number("5", "%")),
        ("3[]", number("3")),
        ("a*b_w2", Product((a, Name("b_w2")))),
    ],
)
def test_reading(text: str, tree: Node) -> None:
    """Precedence, association and the author's parentheses."""
    assert parse_expression(text) == tree


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", Fraction(12)),
        ("0.1", Fraction(1, 10)),
        ("1e12", Fraction(10**12)),
        ("1.5e-3", Fraction(3, 2000)),
        ("1E+2", Fraction(100)),
        ("0", Fraction(0)),
        ("0.0", Fraction(0)),
        ("1e60", Fraction(10**60)),
        ("1e-60", Fraction(1, 10**60)),
        ("0.30000000000000000000000000000004", Fraction(7500000000000000000000000000001, 25 * 10**30)),
    ],
)
def test_numbers_are_exact(text: str, value: Fraction) -> None:
    """No number passes through floating point."""
    assert parse_expression(text) == Number(value)


@pytest.mark.parametrize(
    ("typed", "operator"),
    [("=", "="), ("==", "="), (">=", ">="), ("≥", ">="), ("<=", "<="), ("≤", "<="), (">", ">"), ("<", "<")],
)
def test_relations(typed: str, operator: str) -> None:
    """Every operator has one spelling in the tree."""
    assert parse_relation(f"a{typed}b") == WrittenRelation(a, operator, b)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "the text ends where a number, a name or '(' is expected"),
        ("a +", 4, "the text ends where"),
        ("2a", 2, "write * between '2' and 'a'"),
        ("20ms", 3, "write * between '20' and 'ms'; a unit stands in brackets: 20[ms]"),
        ("3 GB", 3, "a unit stands in brackets: 3[GB]"),
        ("1k", 2, "write * between '1' and 'k'; thousands are written 1e3"),
        ("a b", 3, "write * between 'a' and 'b'"),
        ("(a)(b)", 4, "write * between ')' and '('"),
        ("2(a)", 2, "write * between '2' and '('"),
        ("a(b)", 1, "write * between a and '('; the functions are max, min, sqrt, exp, log"),
        ("1 + sin(a)", 5, "the functions are max, min, sqrt, exp, log"),
        ("1,000", 2, "a number is written without commas"),
        ("max(1,000)", 6, "a number is written without commas"),
        ("a, b", 2, "a comma only separates the arguments of a function"),
        ("5%", 2, "write 0.05 or 5[%]"),
        ("'a'", 1, "a formula holds no quotes"),
        ("a.b", 2, "a number needs digits on both sides of its point"),
        (".5", 1, "a number needs digits on both sides of its point"),
        ("5.", 2, "a number needs digits on both sides of its one point"),
        ("1.2.3", 4, "a number needs digits on both sides of its one point"),
        ("1_000", 2, "write the digits of a number without _"),
        ("007", 1, "superfluous 0"),
        ("a[byte]", 2, "a unit in brackets follows its number directly"),
        ("2 [byte]", 3, "no space between a number and its unit"),
        ("2[byte", 2, "the unit has no closing ]"),
        ("a + 2[bite]", 7, "unknown unit 'bite'; did you mean byte"),
        ("2[byte//s]", 3, "a unit name is missing"),
        ("_a", 1, "a name starts with a letter"),
        ("a + φ", 5, "names are ASCII: write phi"),
        ("a²", 2, "write ^2"),
        ("a // b", 3, "write one / for a quotient"),
        ("+a", 1, "a sign + is not written before a term"),
        ("a ++ b", 4, "a sign + is not written before a term"),
        ("a */ b", 4, "expected a number, a name or '(', not '/'"),
        ("(a", 1, "a parenthesis is never closed"),
        ("a)", 2, "this parenthesis was never opened"),
        ("()", 2, "expected a number, a name"),
        ("max", 1, "max needs its arguments in parentheses"),
        ("max(a)", 1, "max needs at least two arguments"),
        ("sqrt(a, b)", 1, "sqrt takes one argument"),
        ("a^b^c", 4, "write (a^b)^c or a^(b*c)"),
        ("a = b", 3, "an expression holds none of = >= <= > <"),
        ("max(a = b, c)", 7, "'=' cannot stand inside parentheses"),
        ("a/0", 3, "division by zero"),
        ("a/(1 - 1)", 3, "division by zero"),
        ("a/-0", 3, "division by zero"),
        ("1e61", 1, "a decimal exponent is beyond 60"),
        ("1e999999999999", 1, "a decimal exponent is beyond 60"),
        ("12e60", 1, "a decimal exponent is beyond 60"),
        ("1" * 61, 1, "a number has more than 60 digits"),
        ("x" * 41, 1, "a name is longer than 40 characters"),
        ("(" * 41 + "a" + ")" * 41, 41, "the formula is nested more than 40 deep"),
        ("-" * 1_900 + "a", 42, "more than 40 minus signs in a row"),
    ],
)
def test_errors_point_at_their_column(text: str, column: int, message: str) -> None:
    """Every mistake has its own line, which says how to mend it and where it is."""
    with pytest.raises(GrammarError) as caught:
        parse_expression(text)
    assert message in str(caught.value)
    assert caught.value.column == column
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("a", 2, "a relation needs one of = >= <= > <"),
        ("a b", 3, "write * between 'a' and 'b'"),
        ("a = b = c", 7, "a relation holds only one of = >= <= > <"),
        ("a => b", 3, "write >= for 'at least'"),
        ("a != b", 3, "a relation is one of = >= <= > <"),
        ("= a", 1, "expected a number, a name or"),
        ("a =", 4, "the text ends where"),
    ],
)
def test_relation_errors(text: str, column: int, message: str) -> None:
    """A relation has exactly two sides."""
    with pytest.raises(GrammarError) as caught:
        parse_relation(text)
    assert message in str(caught.value)
    assert caught.value.column == column


def test_unknown_names_are_found_while_reading() -> None:
    """With the known names given, another name is an error at its column, with the nearest ones."""
    known = ["t_compute", "N_active", "C"]
    assert parse_relation("t_compute = N_active/C", known).operator == "="
    with pytest.raises(GrammarError, match="unknown quantity 'N_activ'; did you mean N_active") as caught:
        parse_relation("t_compute = N_activ/C", known)
    assert caught.value.column == 13
    with pytest.raises(GrammarError, match="unknown quantity 'zzz'; known: t_compute, N_active, C"):
        parse_relation("t_compute = zzz", known)


def test_function_names_cannot_name_quantities() -> None:
    """What reads as a call is reserved."""
    assert set(FUNCTIONS) | BINDERS == RESERVED


def test_known_names_may_come_from_an_iterator() -> None:
    """The names are looked at more than once, whatever they are given as."""
    assert parse_relation("a = b + a", iter(["a", "b"])).operator == "="


@steady
@given(trees)
def test_text_reads_back_to_the_same_tree(tree: Node) -> None:
    """Printing and reading are inverse on every canonical tree."""
    assert parse_expression(to_text(tree)) == tree


@steady
@given(trees, trees)
def test_relation_text_reads_back(left: Node, right: Node) -> None:
    """The same holds for relations, and the text is stable."""
    relation = WrittenRelation(left, ">=", right)
    text = relation_text(relation)
    assume(len(text) <= MAX_LENGTH)
    assert parse_relation(text) == relation
    assert relation_text(parse_relation(text)) == text


def test_columns_count_characters_from_one() -> None:
    """White space of any kind separates and is counted."""
    tokens = tokenize(" a\u00a0≥\t2[GB/s]")
    assert [(token.kind, token.column) for token in tokens] == [
        ("name", 2),
        (">=", 4),
        ("number", 6),
        ("end", 13),
    ]


def test_a_number_carries_its_unit() -> None:
    """The unit is read at once, and its spaces are tidied."""
    assert tokenize("1.5e3[ GB / s ]")[0] == Token("number", "1.5e3[ GB / s ]", 1, Fraction(1500), "GB / s")


@pytest.mark.parametrize("character", ["@", "#", "&", "|", "~", "?", "!", ";", ":", "\x00", "😀", "ａ", "١", "\u200b"])
def test_other_characters_are_refused(character: str) -> None:
    """Full-width letters, digits of other scripts and invisible characters are no part of the grammar."""
    with pytest.raises(GrammarError, match="unexpected") as caught:
        tokenize(f"a + {character}")
    assert caught.value.column == 5


def test_greek_letters_are_spelled_out() -> None:
    """The error says which name to write."""
    for letter, name in (("κ", "kappa"), ("φ", "phi"), ("Ω", "Omega"), ("ω", "omega"), ("σ", "sigma")):
        with pytest.raises(GrammarError, match=f"write {name} "):
            tokenize(letter)
