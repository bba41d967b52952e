"""Lines of LaTeX: nothing lost, nothing moved, and nothing wider than the line that could be broken."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.latex import relation_latex
from derivations.language.printing.latex_lines import LINE, chain_lines, expression_lines, relation_rows, width
from derivations.language.tree import Name, Negative, Node, Number, Power, Product, Quotient, Sum, WrittenRelation

NAMES = {f"q{place}": rf"Q_{{\mathrm{{part{chr(97 + place)}}}}}" for place in range(12)}
LETTER = re.compile(r"Q_\{\\mathrm\{part[a-l]\}\}")


def trees() -> st.SearchStrategy[Node]:
    """Expressions with products, quotients and sums in each other, without a long exponent."""
    leaves = st.sampled_from([Name(name) for name in NAMES])

    def larger(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        parts = st.lists(inner, min_size=2, max_size=5).map(tuple)
        return st.one_of(
            parts.map(Product),
            parts.map(lambda terms: Sum((terms[0], *(Negative(t) for t in terms[1:])))),
            parts.map(Sum),
            st.builds(Quotient, inner, inner),
            st.builds(Power, inner, st.just(Number(2))),
        )

    return st.recursive(leaves, larger, max_leaves=25)


@given(trees(), trees())
def test_no_letter_is_lost_and_none_moves(left: Node, right: Node) -> None:
    """The lines one after another hold what the relation holds, in its order."""
    relation = WrittenRelation(left, "=", right)
    whole = LETTER.findall(relation_latex(relation, NAMES))
    assert LETTER.findall(" ".join(relation_rows(relation, NAMES))) == whole
    assert LETTER.findall(" ".join(chain_lines(relation, NAMES, 150.0))) == whole


@pytest.mark.long
@given(trees(), trees())
def test_no_line_is_wider_than_the_page(left: Node, right: Node) -> None:
    """Each row of the `align`, its left side counted in every row; one letter in many brackets is let be."""
    rows = relation_rows(WrittenRelation(left, ">=", right), NAMES)
    aligned = width(rows[0].split("&")[0])
    for row in rows:
        assert row.count("&") == 1
        if len(LETTER.findall(row)) > 1:
            assert aligned + width(row.split("&")[1]) <= LINE


@given(trees(), trees())
def test_every_line_can_be_set_alone(left: Node, right: Node) -> None:
    """Brackets that grow are closed where they are opened; those of a fixed size match over all lines."""
    rows = relation_rows(WrittenRelation(left, "=", right), NAMES)
    for row in rows:
        assert row.count(r"\left") == row.count(r"\right")
        assert row.count("{") == row.count("}")
    text = " ".join(rows)
    for size in (r"\big", r"\Big", r"\bigg"):
        assert text.count(f"{size}l(") == text.count(f"{size}r)")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a = b + c", ("a &= b + c",)),
        (
            "T = q0*q1/q2 + q3*q4/q5 + q6*q7/q8 - (q9 - q10)*q11 + q0",
            (
                r"T &= \frac{Q_{\mathrm{parta}}\,Q_{\mathrm{partb}}}{Q_{\mathrm{partc}}}"
                r" + \frac{Q_{\mathrm{partd}}\,Q_{\mathrm{parte}}}{Q_{\mathrm{partf}}}"
                r" + \frac{Q_{\mathrm{partg}}\,Q_{\mathrm{parth}}}{Q_{\mathrm{parti}}}",
                r"&\quad {} - \left(Q_{\mathrm{partj}} - Q_{\mathrm{partk}}\right)\,Q_{\mathrm{partl}}"
                r" + Q_{\mathrm{parta}}",
            ),
        ),
    ],
)
def test_it_breaks_before_signs(text: str, rows: tuple[str, ...]) -> None:
    """A short relation stays whole; a long sum goes on with its sign on the next line."""
    assert relation_rows(parse_relation(text), NAMES) == rows


def test_a_long_quotient_is_told_with_a_slash() -> None:
    """Over several lines a fraction cannot be stacked; brackets keep its parts together."""
    over = " + ".join(f"q{place}*q{place + 1}" for place in range(8))
    lines = expression_lines(parse_expression(f"({over})/(q0 + q1)"), NAMES, 200.0)
    assert lines[0].startswith(r"\bigl(")
    assert lines[-2].endswith(r"\bigr)")
    assert lines[-1] == r"\Big/ \left(Q_{\mathrm{parta}} + Q_{\mathrm{partb}}\right)"
    assert r"\frac" not in "".join(lines)


def test_a_maximum_breaks_after_a_comma() -> None:
    """Each argument whole, if it fits."""
    lines = expression_lines(parse_expression("max(q0*q1*q2*q3, q4*q5*q6*q7, q8*q9*q10*q11)"), NAMES, 170.0)
    assert [line.endswith(",") for line in lines] == [True, True, False]
    assert lines[0].startswith(r"\max\bigl(")


def test_values_break_like_letters() -> None:
    """Numbers with units take more room than what they stand for."""
    values = dict.fromkeys(NAMES, r"1{,}234\,\mathrm{token/sequence}")
    lines = expression_lines(parse_expression("q0*q1*q2*q3*q4"), NAMES, 200.0, before="= ", values=values)
    assert len(lines) > 2
    assert all(width(line) <= 200 for line in lines)
    assert lines[1].startswith(r"{} \times ")
