"""`derive` from Python: values, premises, symbols and cards, and what it refuses."""

import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

from derivations import (
    DimensionError,
    Finding,
    GrammarError,
    InputError,
    Quantity,
    Report,
    UnknownNameError,
    Value,
    derive,
    parse_value,
    relation,
)

from .lecture_balance import LECTURE_BALANCE


def test_a_report_answers_by_step_name(as_built: Report) -> None:
    """Premises, steps and rejects; a slip names the nearest."""
    assert as_built["roofline"].rule == "take"
    assert as_built["batch"].rule == "solve"
    assert as_built["flop-per-byte"].rule == "reject"
    with pytest.raises(UnknownNameError, match="batch"):
        _ = as_built["bacth"]
    with pytest.raises(UnknownNameError, match="unknown step '0'"):
        _ = as_built[0]  # type: ignore[index]


def test_a_report_shows_itself(as_built: Report) -> None:
    """In a notebook as Markdown, elsewhere as text; its steps and numbers lines too."""
    assert as_built._repr_markdown_() == as_built.to_markdown()
    assert "2,422 sequences" in str(as_built)
    assert "$$" in as_built.headline._repr_markdown_()
    assert "$$" in as_built.result._repr_markdown_()
    assert "B = " in as_built.headline.relation._repr_latex_()  # type: ignore[union-attr]


def test_what_it_holds_is_sympy(as_built: Report) -> None:
    """To go on with, and to come back from."""
    step = as_built["ridge-times-sparsity"]
    assert isinstance(step.rhs, sympy.Expr)
    assert step.rhs.diff(sympy.Symbol("s", positive=True)) * sympy.Symbol("s", positive=True) == step.rhs
    B, r, s, n = sympy.symbols("B r s n")
    assert relation(sympy.Eq(B, r * s / n), as_built.derivation.notation) == step.relation
    assert step.relation is not None
    assert isinstance(step.relation.as_eq(), sympy.Eq)


@pytest.mark.parametrize(
    "context", ["2k token/sequence", parse_value("2000 token/sequence"), Value.of(2, "ktoken/seq")]
)
def test_values_as_text_or_values(context: str | Value) -> None:
    """Each gives the same number."""
    report = derive("optimal-batch", values={"L": context})
    assert report.result.result == "3,291 sequences"
    assert report.given["L"].number == 2000


def test_bare_numbers_are_in_the_unit_of_their_quantity() -> None:
    """Integers, fractions and floats, all exactly; `with_values` takes what `derive` takes."""
    assert derive("optimal-batch", as_said=True, values={"s": 32}).result.value == 9600
    assert derive("optimal-batch", as_said=True, values={"s": Fraction(1, 1)}).result.value == 300
    assert derive("optimal-batch", as_said=True, values={"s": 1.5}).result.value == 450
    wanted = derive("optimal-batch", values={"L": "2k token/sequence"})
    report = derive("optimal-batch")
    forms: list[Any] = [2000, 2000.0, Fraction(2000), "2k", "2k tokens", "2,000 tokens per sequence"]
    for form in forms:
        assert report.with_values({"L": form}).result.value == wanted.result.value
        assert derive("optimal-batch", values={"L": form}).result.value == wanted.result.value
    assert report.with_values({"L": "1k, 2k"}).study.several.keys() == {"L"}
    with pytest.raises(DimensionError, match=r"^L .* is token/sequence, but 2,000 bytes is byte; did you mean L="):
        report.with_values({"L": "2000 byte"})
    with pytest.raises(InputError, match=r"^s: nan is not a finite number"):
        derive("optimal-batch", as_said=True, values={"s": float("nan")})
    with pytest.raises(UnknownNameError, match="did you mean L_x"):
        report.with_values({"Lx": 1})


def test_premises_as_text_relation_sympy_or_alternative(as_built: Report, no_overlap: Report) -> None:
    """A name of an alternative, text, a relation of another derivation, or a SymPy relation."""
    T, t_c, t_m = sympy.symbols("T t_c t_m", positive=True)
    forms: list[Any] = ["T >= t_c + t_m", no_overlap["roofline"].relation, sympy.Ge(T, t_c + t_m)]
    for form in forms:
        changed = derive("optimal-batch", premises={"roofline": form})
        assert changed["roofline"].relation == no_overlap["roofline"].relation
        assert changed.verdict == no_overlap.verdict
    with pytest.raises(InputError, match="cannot read '3'"):
        derive("optimal-batch", premises={"roofline": 3})


def test_a_premise_that_is_replaced_by_itself_changes_nothing(as_built: Report) -> None:
    """Every later step is the same."""
    same = derive("optimal-batch", premises={"arithmetic-time": "t_c = phi*n*B*N_active/C + f_attn*n*B*L/C_attn"})
    assert same.result.value == as_built.result.value
    assert [step.relation for step in same.derivation] == [step.relation for step in as_built.derivation]


def test_a_changed_premise_moves_every_later_step(half_used: Report, as_built: Report) -> None:
    """The number, the condition, the crossover; the form of the author is given up, and says so."""
    half, whole = (report.numbers("short-context").value for report in (half_used, as_built))
    assert half == whole * Fraction(2, 5)  # type: ignore[operator]
    assert "mfu" in str(half_used["batch"].conditions[0])
    ratio = half_used.numbers("crossover-context").value / as_built.numbers("kv-context").value  # type: ignore[operator]
    assert ratio == Fraction(5, 2)
    assert half_used.headline.fell_back
    assert not half_used.headline.sound


@pytest.mark.long
def test_a_premise_may_carry_numbers_with_units(as_built: Report) -> None:
    """2 FLOP per parameter and token, in place of phi."""
    with_number = "t_c = 2[FLOP/parameter/token]*n*B*N_active/C + f_attn*n*B*L/C_attn"
    changed = derive("optimal-batch", premises={"arithmetic-time": with_number})
    assert changed.result.value == as_built.result.value


@pytest.mark.long
def test_sparse_attention_by_square_root(as_built: Report) -> None:
    """The crossover is squared: kappa sqrt(L) C < phi n N_active W."""
    changed = derive(
        "optimal-batch",
        premises={"arithmetic-time": "weights-alone", "kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"},
        values={"L": "128k token/sequence"},
    )
    line = changed.result
    linear = float(as_built.numbers("kv-context").value or 0)
    assert line.value is not None
    assert float(line.value) == pytest.approx(
        float(as_built.numbers("short-context").value or 0) / (1 - 128_000**0.5 / linear), rel=1e-12
    )
    assert float(changed.numbers("crossover-context").value or 0) == pytest.approx(linear**2, rel=1e-12)


@pytest.mark.long
def test_experts_that_are_touched_at_random_have_no_closed_form() -> None:
    """B stands in an exponent: numbers find it, and say that it is the only one; nothing is claimed beyond."""
    changed = derive(
        "optimal-batch",
        symbols=["k_active [] (integer) experts for one token", "n_experts [] (integer) experts"],
        premises={"weight-fetch": "t_w = b_w*N_total*(1 - (1 - k_active/n_experts)^(n*B/1[token]))/W"},
        values={"L": 0},
    )
    assert changed.verdict.startswith("follows from the changed premises, B solved numerically; ")
    assert changed["batch"].verdict.finding is Finding.NUMERIC
    root = changed.result.numeric.roots.found[0]  # type: ignore[union-attr]
    batch = changed.result.value
    assert batch is not None
    assert root.low <= batch <= root.high
    here = changed.scenario.values
    compute = here["phi"].number * batch * here["N_active"].number / here["C_gpu"].number
    read = 1 - (1 - here["k_active"].number / here["n_experts"].number) ** int(batch)
    fetch = here["b_w"].number * here["N_total"].number * read / here["W_gpu"].number
    assert abs(compute / fetch - 1) < Fraction(1, 10**12)


@pytest.mark.long
def test_a_fetch_that_is_faster_than_said_halves_the_batch(as_built: Report) -> None:
    """Only active parameters fetched: the batch of a dense model."""
    changed = derive("optimal-batch", premises={"weight-fetch": "t_w = b_w*N_active/W"})
    assert changed.numbers("short-context").value == as_built.numbers("ridge").value


def test_other_cards_keep_what_stands_beside_them() -> None:
    """The context stays, the parameters are those of the other card."""
    report = derive("optimal-batch", values={"L": "1k token/sequence", "N_total": "700e9 parameter"})
    other = report.with_cards("h100", "llama-3.1-70b")
    assert set(other.given) == {"L"}
    assert other.result.value == Fraction(989) / Fraction("3.35") / (
        1 + 1000 * Fraction(80 * 64 * 4 * 128) / (2 * Fraction("70.6e9"))
        - 1000 / (2 * Fraction("70.6e9") * Fraction("3.35") / (989 * 80 * 2 * 8 * 128 * 2))
    )
    assert "L = 1,000 tokens per sequence" in other.scenario.title


@pytest.mark.long
def test_a_quantity_may_be_declared_as_text_or_as_a_quantity() -> None:
    """One, or several."""
    for symbols in ("x [] (fraction) share", [Quantity("x", "", "share", domain="fraction")]):
        report = derive("optimal-batch", symbols=symbols, premises={"kv-fetch": "t_kv = x*kappa*B*L/W"})
        assert report.derivation.notation["x"].domain == "fraction"


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("arguments", "kind", "told"),
    [
        ({"claim": "optimal-bath"}, UnknownNameError, "optimal-batch"),
        ({"values": {"Lx": "1 token/sequence"}}, UnknownNameError, "L_x"),
        ({"values": {"L": "1 tokn/sequence"}}, InputError, "^L: unknown unit 'tokn'"),
        ({"values": {"L": "abc"}}, InputError, "^L: 'abc' does not begin with a number"),
        ({"values": {"N_active": "700e9 parameter"}}, InputError, "exceeds N_total"),
        ({"premises": {"roofline": "no-overlp"}}, UnknownNameError, "no-overlap"),
        ({"premises": {"rooflin": "no-overlap"}}, UnknownNameError, "roofline"),
        ({"premises": {"roofline": "T >= "}}, GrammarError, "the text ends"),
        ({"premises": {"roofline": "T >= t_c + S_x"}}, GrammarError, "column 12"),
        ({"premises": {"roofline": "t_c >= t_m"}}, InputError, "defines T, not t_c"),
        ({"premises": {"memory-time": "t_m = t_w + C"}}, DimensionError, "t_w is s but C is FLOP/s"),
        ({"premises": {"memory-time": "t_m = t_m"}}, InputError, "circular"),
        ({"symbols": "x"}, InputError, "write 'name"),
        ({"symbols": "x [foo] y"}, UnknownNameError, "unknown unit 'foo'"),
        ({"symbols": "L [s] again"}, InputError, "'L' is defined twice"),
        ({"symbols": "x [s] y", "values": {"x": "1 s"}}, InputError, "nothing in optimal-batch uses x"),
        ({"accelerator": "h10"}, UnknownNameError, "h100"),
        ({"model": "deepseek"}, UnknownNameError, "deepseek-v3"),
        ({"compute": "fp4"}, UnknownNameError, "fp8"),
        ({"as_said": True, "model": "deepseek-v3"}, InputError, "leave out"),
        ({"catalog": Path("nowhere.toml")}, InputError, "nowhere.toml"),
        (
            {"as_said": True, "values": {"N_total": "2 parameter", "N_active": "1 parameter"}},
            InputError,
            "s = 8 is given",
        ),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, dict) else "",
)
def test_what_cannot_be_used_is_refused_in_one_line(arguments: dict[str, Any], kind: type, told: str) -> None:
    """At once, and not when somebody looks at the result."""
    with pytest.raises(kind, match=told) as caught:
        derive(**{"claim": "optimal-batch", **arguments})
    assert "\n" not in str(caught.value)


@pytest.mark.long
def test_what_is_given_without_influence_is_told(as_built: Report) -> None:
    """G cancels, and B is what is asked for: neither moves the result, and neither is passed over in silence."""
    report = derive("optimal-batch", values={"B": "100 sequence", "G": "8 GPU", "L": "1k token/sequence"})
    assert report.idle == ("B", "G")
    assert "without effect on this result: G = 8 GPUs" in str(report)
    assert "At B = 100 sequences" in str(report)
    assert "without effect on this result: $G = 8$ GPUs" in report.to_markdown()
    assert as_built.idle == ()


@pytest.mark.long
def test_a_premise_that_the_numbers_of_a_reading_contradict_does_not_stop_the_report() -> None:
    """As said, r is 300; here it would be zero at L = 0. The other numbers are still told."""
    report = derive(
        LECTURE_BALANCE,
        premises={"pooled-compute": "C = G*C_gpu*L/4096[token/sequence]"},
        values={"L": "2048 token/sequence"},
    )
    assert report.result.result
    assert any("r = 300 tokens is given" in row.verdict for row in report.published)
    for text in (str(report), report.to_markdown(), report.to_latex()):
        assert "206.1 tokens" not in text
    assert report.numbers("ridge").value == Fraction(1979) / Fraction("4.8") / 4


@pytest.mark.long
@pytest.mark.parametrize("context", [100, 500])
def test_a_threshold_in_a_premise_keeps_its_size(context: int) -> None:
    """min(1, L/1000) is not min(1, L): the batch solves the equation that it was derived from."""
    report = derive(
        "optimal-batch",
        premises={"arithmetic-time": "t_c = phi*n*B*N_active/C*min(1, L/1000[token/sequence])"},
        values={"L": f"{context} token/sequence"},
    )
    found = report.numbers("batch").value
    peak, bandwidth = 1979 * 10**12, Fraction("4.8") * 10**12
    slope = 2 * 37 * 10**9 * Fraction(context, 1000) / peak - 70272 * context / bandwidth
    if slope > 0:
        assert found == 671 * 10**9 / bandwidth / slope
    else:
        assert found is None


@pytest.mark.long
@pytest.mark.parametrize("given", [
    {"premises": {"weight-fetch": "t_w = 2*b_w*N_total/W"}}, {}, {"accelerator": "h100"}, {"as_said": True},
    {"values": {"L": "1k, 2k"}},
    {"premises": {"weight-fetch": "t_w = x_own*b_w*N_total/W"}, "symbols": "x_own [] of mine"},
])
def test_a_report_that_was_pickled_says_the_same(given: dict[str, Any]) -> None:
    """Every word of it, whatever was changed."""
    report = derive("optimal-batch", **given)
    other = pickle.loads(pickle.dumps(report))
    assert other == report
    assert other.to_text() == report.to_text()


def test_a_report_over_cards_of_ones_own_is_pickled_with_them(tmp_path: Path) -> None:
    """Where it is read they need not be."""
    card = ("[accelerators.mine]", 'title = "mine"', 'capacity = "80 GB"', 'bandwidth = "3 TB/s"',
            'compute.fp8 = "1 PFLOP/s"')
    (tmp_path / "own.toml").write_text("\n".join(card))
    report = derive("optimal-batch", accelerator="mine", catalog=tmp_path / "own.toml")
    stored = pickle.dumps(report)
    (tmp_path / "own.toml").unlink()
    assert pickle.loads(stored).result == report.result


def test_sympy_takes_a_step_for_its_relation_and_not_for_its_number() -> None:
    """Solved for a letter it gives a formula, where a number gave nothing in silence."""
    step = derive("optimal-batch")["ridge-times-sparsity"]
    letters = {symbol.name: symbol for symbol in step.as_eq().free_symbols}
    assert sympy.sympify(step) == step.as_eq()
    assert sympy.sympify(derive("optimal-batch")) == derive("optimal-batch").headline.as_eq()
    assert sympy.sympify(step.relation) == step.as_eq()
    assert sympy.solve(step, letters["s"]) == [letters["B"] * letters["n"] / letters["r"]]
    assert sympy.latex(step) == sympy.latex(step.relation) == r"B = \frac{r\,s}{n}"
    assert float(step) == pytest.approx(3738.48, abs=0.01)  # the number is had by asking for it


@pytest.mark.long
def test_floats_of_sympy_are_the_decimals_that_were_typed() -> None:
    letters = derive("optimal-batch").derivation.notation
    time, size, count, rate = (letters[name].symbol for name in ("t_w", "b_w", "N_total", "W"))
    for factor, text in ((0.5, "t_w = b_w*N_total/(2*W)"), (0.1, "t_w = b_w*N_total/(10*W)")):
        changed = derive("optimal-batch", premises={"weight-fetch": sympy.Eq(time, factor * size * count / rate)})
        assert str(changed["weight-fetch"].relation) == text


def test_a_number_of_another_package_is_refused_in_a_sentence() -> None:
    """It looks as if it had items, and has none."""

    class Other:
        def __iter__(self) -> Any:
            return iter(4.8)  # type: ignore[call-overload]

    with pytest.raises(InputError, match=r"W_gpu: a value is a number or a text, as in '3\.35 TB/s', not "):
        derive("latency-floor", values={"W_gpu": Other()})
