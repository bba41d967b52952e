"""A derivation as LaTeX macros."""

import re
from fractions import Fraction

import pytest

from derivations import Board, Claim, InputError, Notation, Premise, Report, derive
from derivations.export.latex.macros import macro_name, macros

from ...reports import few, plain

_DEFINED = re.compile(r"^\\newcommand\{(\\[A-Za-z]+)\}\{(.*)\}$")


def defined(text: str) -> dict[str, str]:
    """What each macro stands for; every other line must be a comment."""
    found = {}
    for line in text.splitlines():
        match = _DEFINED.match(line)
        assert match or line.startswith("% "), line
        if match:
            assert match[1] not in found
            found[match[1]] = match[2]
    return found


def test_letters_formulas_values_and_results(as_built: Report) -> None:
    found = defined(macros(as_built))
    assert found[r"\optimalBatchLetterNtotal"] == r"\ensuremath{N_{\mathrm{total}}}"
    assert found[r"\optimalBatchFormulaBalanceBatch"] == rf"\ensuremath{{{as_built['balance-batch'].relation.latex}}}"
    condition = r"L < L_{\mathrm{KV}}\,\left(1 + \frac{L}{L_{\mathrm{attention}}}\right)"
    assert found[r"\optimalBatchConditionBalanceBatch"] == rf"\ensuremath{{{condition}}}"
    assert found[r"\optimalBatchResultBalanceBatch"] == r"\ensuremath{2{,}422\,\mathrm{sequences}}"
    assert found[r"\optimalBatchValuephi"].startswith(r"\ensuremath{2")


def test_the_line_above_a_macro_says_where_it_comes_from(as_built: Report) -> None:
    lines = macros(as_built).splitlines()
    above = lines[next(place for place, line in enumerate(lines) if "ValueNtotal" in line) - 1]
    assert "card deepseek-v3" in above
    assert "https://" in above


@pytest.mark.long
def test_macros_follow_the_derivation() -> None:
    """The same names with other contents under changed premises and numbers."""
    plain, changed = (
        defined(macros(derive("optimal-batch", **change)))
        for change in ({}, {"premises": {"weight-fetch": "touched-experts"}, "accelerator": "h100"})
    )
    assert plain.keys() & changed.keys() >= {r"\optimalBatchFormulaWeightFetch", r"\optimalBatchResultRidge"}
    for name in (r"\optimalBatchFormulaWeightFetch", r"\optimalBatchResultRidge"):
        assert plain[name] != changed[name]


def test_key_and_result_leave_macros_out(as_built: Report) -> None:
    whole, key, result = (defined(macros(as_built, steps=steps)) for steps in ("all", "key", "result"))
    assert whole.keys() > key.keys() > result.keys()
    assert sum("Formula" in name for name in result) == 1


@pytest.mark.parametrize("claim", few())
def test_names_are_letters_and_none_comes_twice(claim: str) -> None:
    """Comments are plain ASCII: units have dots between them, which a document of another encoding would not read."""
    written = macros(plain(claim))
    assert defined(written)
    assert written.isascii()


def test_digits_are_words_and_case_stays() -> None:
    assert macro_name("a-claim", "Result", "step-12") == r"\aClaimResultStepOneTwo"
    assert macro_name("a-claim", "Letter", "n") != macro_name("a-claim", "Letter", "N")


def test_two_quantities_with_one_macro_are_refused() -> None:
    """b_w and bw differ in nothing that TeX lets into a name."""
    notation = Notation.of("t [s] time\nb_w [s] one\nbw [s] two")

    def body(board: Board) -> None:
        board.take(Premise("sum", "t = b_w + bw"))

    with pytest.raises(InputError, match=r"two macros would be named \\aLetterbw"):
        macros(derive(Claim("a", notation, body)))


def test_results_are_those_of_the_report(as_built: Report) -> None:
    shown = defined(macros(as_built))[r"\optimalBatchResultSparsity"]
    number = Fraction(re.search(r"[0-9.]+", shown)[0])  # type: ignore[index]
    line = as_built.numbers("sparsity")
    assert line.value is not None
    assert abs(number - line.value) < Fraction(1, 100)


def test_a_prefix_of_ones_own_makes_names_short(as_built: Report) -> None:
    """The result has the shortest."""
    found = defined(macros(as_built, prefix="ob", siunitx=True))
    assert found[r"\obR"] == found[r"\obRBalanceBatch"] == r"\ensuremath{\qty{2422}{sequences}}"
    assert found[r"\obF"] == found[r"\obFBalanceBatch"]
    assert found[r"\obLNtotal"] == r"\ensuremath{N_{\mathrm{total}}}"
    assert found[r"\obTitle"] == as_built.claim.title
    assert len(found) == len(defined(macros(as_built))) + 3
    for wrong in ("o2", "o b", r"\ob", "öb"):
        with pytest.raises(InputError, match="a prefix of macros is of letters alone"):
            macros(as_built, prefix=wrong)
