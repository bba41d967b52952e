"""Numbers lines: symbol = formula = numbers with units = result, and the origin of every number."""

import re
from fractions import Fraction

from derivations import NumbersLine, Report, derive
from derivations.language.grammar import parse_relation
from derivations.numbers.numbers_line import in_markdown, origin
from derivations.numbers.value import Value, parse_value

from ..lecture_balance import LECTURE_BALANCE


def members(line: NumbersLine) -> list[str]:
    """The members between the equals signs."""
    return str(line).split(" = ")


def test_a_line_goes_from_symbol_to_result(as_built: Report) -> None:
    """Formula as it was written, then the same with numbers and units, then the rounded result."""
    symbol, formula, numbers, result = members(as_built.result)
    assert (symbol, formula, result) == ("B", "r*s/(n*(1 - L/L_x))", "3,738 sequences")
    for part in ("206.1 token", "18.14", "1 token/sequence", "2,554 token/sequence"):
        assert part in numbers


def test_the_formula_of_a_line_can_be_read_back(as_built: Report) -> None:
    """It is the relation's own text."""
    symbol, formula, *_ = members(as_built.result)
    names = [quantity.name for quantity in as_built.derivation.notation]
    assert parse_relation(f"{symbol} = {formula}", names) == as_built.headline.relation.written


def test_a_line_without_a_number_gives_the_reason(long_context: Report) -> None:
    """No equals sign promises one."""
    text = str(long_context.result)
    assert text.startswith("B = r*s/(n*(1 - L/L_x)): no balance: ")


def test_a_given_value_is_called_given(as_said: Report) -> None:
    """With the definition that it stands in for."""
    text = str(as_said.numbers("ridge"))
    assert text.startswith("r = 300 tokens")
    assert "given" in text
    assert "(C/W)*(b_w/phi)" in text


def test_a_single_name_is_not_told_twice(as_built: Report) -> None:
    """T >= t_m = 17.47 ms, and not = 17.47 ms again."""
    from derivations import derive

    line = derive(LECTURE_BALANCE, values={"B": "2000 sequence", "G": "8 GPU"}).numbers("memory-bound")
    assert str(line) == f"T >= t_m = {line.result}"
    assert line.latex.count(r"\mathrm{ms}") == 1


def test_both_sides_of_an_inequality_are_told_where_both_have_numbers() -> None:
    """In text and in LaTeX; where the left one has none of its own, the right one is what is known of it."""
    report = derive("cache-price")
    surcharge, longer = report.numbers("surcharge"), report.numbers("longer-dearer")
    assert str(surcharge) == "x_write >= 1: 1.25 >= 1"
    assert surcharge.latex.endswith(r"\text{here } 1.25 \ge 1")
    assert str(longer) == "x_write_long > x_write: 2 > 1.25"
    assert (longer.left_value, longer.value) == (2, Fraction(5, 4))
    bound = derive("replicas").numbers("at-least")
    assert bound.left_value is None
    assert str(bound).endswith(f"= {bound.result}")


def test_every_number_behind_the_result_has_an_origin(as_built: Report) -> None:
    """Card, format or speaker; then meaning and source where there are any."""
    origins = as_built.result.origins
    assert len(origins) == len(as_built.result.leaves) == 9
    for line in origins:
        assert re.fullmatch(r"[A-Za-z_]+ = .+: .+", line)
    text = "\n".join(origins)
    for part in ("card h200", "card deepseek-v3", "format fp8", "Reiner Pope", "dense peak"):
        assert part in text


def test_as_said_and_as_built_do_not_mix(as_said: Report) -> None:
    """No card stands behind the lecturer's number."""
    assert "card" not in "\n".join(as_said.result.origins)


def test_the_latex_of_a_line_is_balanced(as_built: Report, as_said: Report, long_context: Report) -> None:
    """Braces, and \\left with \\right; underscores only in mathematics."""
    for report in (as_built, as_said, long_context):
        for step in ("balance-batch", "ridge", "crossover-context"):
            text = report.numbers(step).latex
            assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
            assert text.count(r"\left(") == text.count(r"\right)")
            for words in re.findall(r"\\text\{([^{}]*)\}", text):
                assert not re.search(r"(?<!\\)[_%&#$^]", words)


def test_the_markdown_of_a_line_holds_one_formula_and_a_list(as_built: Report, long_context: Report) -> None:
    """A reason stands outside the formula."""
    text = as_built.result._repr_markdown_()
    assert text.count("$$") == 2
    assert text.count("\n- ") == 9
    text = long_context.result._repr_markdown_()
    formula = text.split("$$")[1]
    assert "no balance" not in formula
    assert "no balance" in text


def test_markdown_marks_are_escaped() -> None:
    """B*L*kappa would otherwise be printed as BLkappa in italics."""
    assert in_markdown("B*L*kappa < L_x") == r"B\*L\*kappa \< L\_x"


def test_the_origin_of_a_value_is_one_line() -> None:
    """Where it entered, what was counted, and the document."""
    assert origin(parse_value("20 ms")) == "given"
    assert origin(Value.of(2, "byte", origin="format bf16", meaning="two bytes")) == "format bf16; two bytes"


def test_numbers_are_put_in_where_they_say_more_than_the_result(as_built: Report, long_context: Report) -> None:
    """Not without a result, and not for a number that was given."""
    assert as_built.numbers("sparsity").substituted == "671 billion parameter / (37 billion parameter)"
    assert long_context.result.substituted == ""
    assert derive(LECTURE_BALANCE, as_said=True).numbers("ridge").substituted == ""


def test_a_brief_line_leaves_the_origins_out() -> None:
    """And says the same number."""
    line = derive("train-interval").result
    assert line.origins
    assert line.brief().origins == ()
    assert str(line.brief()) == str(line)
    assert "card" not in line.brief().to_markdown()
