"""The two real branches of Lambert's W: read, printed in every medium, and found in numbers."""

import mpmath
import pytest
from sympy import Add, Float, Rational, exp, nan

from derivations.errors import InputError
from derivations.language.grammar import parse_expression
from derivations.language.lambert import BRANCHES, Lambert, LambertLower, LambertPrincipal
from derivations.language.latex_reading.reader import parse_latex_expression
from derivations.language.printing.javascript import to_javascript
from derivations.language.printing.latex import to_latex
from derivations.language.printing.mathml import to_mathml
from derivations.language.printing.pretty import to_pretty
from derivations.language.printing.python_code import to_numexpr, to_python
from derivations.language.printing.text import to_text
from derivations.language.printing.typst import to_typst
from derivations.language.quantity import Notation
from derivations.language.relation import relation

NOTATION = Notation.of("W [] bandwidth\nz [] (real) number\nt [s] time")
UPPER, LOWER = "lambert_w0(z/W)", "lambert_wm1(-exp(-1 - W))"


@pytest.mark.parametrize("text", [UPPER, LOWER, "1 + lambert_w0(-z)^2", "W*lambert_wm1(-1/3)"])
def test_it_is_written_as_it_is_read(text: str) -> None:
    item = relation(f"z = {text}", NOTATION)
    assert str(item) == f"z = {text}"
    letters = {"z": "z", "W": "W"}
    assert parse_latex_expression(to_latex(parse_expression(text), letters), letters) == parse_expression(text)


def test_every_medium_has_a_form_for_it() -> None:
    upper, lower = parse_expression(UPPER), parse_expression(LOWER)
    assert to_latex(lower, {"W": "W"}) == r"\operatorname{W}_{-1}\!\left(-\exp\!\left(-1 - W\right)\right)"
    assert "<mi mathvariant=\"normal\">W</mi><mrow><mo>−</mo><mn>1</mn></mrow>" in to_mathml(lower, {})
    assert to_typst(upper, {}).startswith('op("W")_(0)(')
    assert to_pretty(parse_expression("lambert_wm1(z)")) == "W₋₁(z)"
    assert to_python(upper) == "lambert(0, z/W)"
    assert to_javascript(lower) == "lambert(-1, -Math.exp(-1 - v.W))"
    assert to_numexpr(upper) == ""
    assert to_text(upper) == UPPER


@pytest.mark.parametrize(
    ("text", "message"),
    [("lambert_w0(t)", "lambert_w0 takes a pure number"), ("lambert_wm1(W)", "no finite value"),
     ("lambert_w0(z, z)", "lambert_w0 takes one argument")],
)
def test_what_has_no_value_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        relation(f"z = {text}", NOTATION)


@pytest.mark.parametrize("branch", BRANCHES)
def test_numbers_are_those_of_mpmath(branch: type[Lambert]) -> None:
    for argument in ("-0.36787", "-0.2", "-1e-9", "0.5", "3", "1e40"):
        found = branch(Float(argument, 30))
        if argument[0] != "-" and branch is LambertLower:
            assert found is nan
            continue
        with mpmath.workdps(40):
            wanted = mpmath.lambertw(mpmath.mpf(argument), branch.branch)
            assert abs(mpmath.mpf(found._mpf_) / wanted - 1) < mpmath.mpf(10) ** -26
    assert branch(Float("-0.4")) is nan


def test_no_digits_are_lost_next_to_the_branch_point() -> None:
    """1 + W_0(-exp(-1 - u)) is sqrt(2 u) - 2 u/3 and so on: 15 digits fewer than the argument has."""
    small = Rational(1, 10**20)
    found = Add(LambertPrincipal(-exp(-1 - small)), 1).evalf(25)
    assert abs(found / (2 * small) ** Rational(1, 2) - 1) < Rational(1, 10**9)
