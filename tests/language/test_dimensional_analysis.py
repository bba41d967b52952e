"""Dimensions of written expressions, and errors that name the part that does not fit."""

import pytest

from derivations.errors import DimensionError, UnknownNameError
from derivations.language.dimensional_analysis import check_relation, dimension_of
from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.quantity import Notation

NOTATION = Notation.of(
    """
    t_m [s] memory time
    t_c [s] compute time
    n [token/sequence] new tokens
    B [sequence] batch
    N_active [parameter] active parameters
    N_total [parameter] all parameters
    C [FLOP/s] compute
    W [byte/s] bandwidth
    b_w [byte/parameter] bytes per parameter
    phi [FLOP/parameter/token] arithmetic per parameter and token
    kappa [byte/token] bytes per token
    L [token/sequence] context
    k [] (integer) experts chosen
    E [] (integer) experts
    alpha [] exponent
    """
)


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("phi*n*B*N_active/C", "s"),
        ("(C/W)*(b_w/phi)", "token"),
        ("kappa*B*L/W + b_w*N_total/W", "s"),
        ("max(t_m, t_c, 0)", "s"),
        ("W^2", "byte^2/s^2"),
        ("W^-1", "s/byte"),
        ("W^(1/2)", "byte^(1/2)/s^(1/2)"),
        ("W^(1 + 1)", "byte^2/s^2"),
        ("sqrt(W*W)", "byte/s"),
        ("(N_total/1[parameter])^alpha", "1"),
        ("(1 - k/E)^(n*B/1[token])", "1"),
        ("2[FLOP/parameter/token]*N_total", "FLOP/token"),
        ("exp(-t_m/t_c) + log(N_total/1[parameter])", "1"),
        ("0 + t_m", "s"),
        ("t_m + 0*1", "s"),
        ("-t_m", "s"),
        ("50[%]", "1"),
    ],
)
def test_dimension_of(text: str, dimension: str) -> None:
    """Products multiply, roots halve, and zero fits everything."""
    assert str(dimension_of(parse_expression(text), NOTATION)) == dimension


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("N_total + B*L*kappa", "in N_total + B*L*kappa: N_total is parameter but B*L*kappa is byte"),
        ("N_total - B*L*kappa", "in N_total - B*L*kappa: N_total is parameter but B*L*kappa is byte"),
        ("2*(1 + t_m)/3", "in 1 + t_m: 1 is a pure number but t_m is s"),
        ("0 + t_m + B", "in 0 + t_m + B: t_m is s but B is sequence"),
        ("max(t_m, B)", "in max(t_m, B): t_m is s but B is sequence"),
        ("2^t_m", "in 2^t_m: t_m is s but an exponent is a pure number"),
        ("exp(t_m)", "in exp(t_m): t_m is s but exp takes a pure number"),
        ("1 + log(N_total)", "in log(N_total): N_total is parameter but log takes a pure number"),
        (
            "N_total^alpha",
            "in N_total^alpha: N_total is parameter, so its exponent must be a number, not alpha;"
            " divide by a unit first, such as 1[parameter]",
        ),
    ],
)
def test_errors_name_the_part(text: str, message: str) -> None:
    """The innermost part that does not fit is named with both dimensions, in one line."""
    with pytest.raises(DimensionError) as caught:
        dimension_of(parse_expression(text), NOTATION)
    assert str(caught.value) == message


def test_relations() -> None:
    """Both sides measure the same, or one of them is zero."""
    assert str(check_relation(parse_relation("t_m >= kappa*B*L/W"), NOTATION)) == "s"
    assert str(check_relation(parse_relation("t_m >= 0"), NOTATION)) == "s"
    assert str(check_relation(parse_relation("0 < t_m"), NOTATION)) == "s"
    with pytest.raises(DimensionError) as caught:
        check_relation(parse_relation("t_m = b_w*N_total"), NOTATION)
    assert str(caught.value) == "t_m = b_w*N_total: t_m is s but b_w*N_total is byte"


def test_long_parts_are_clipped() -> None:
    """The message stays one readable line."""
    text = " + ".join(["N_total"] * 40) + " + B"
    with pytest.raises(DimensionError, match="…: N_total is parameter but B is sequence") as caught:
        dimension_of(parse_expression(text), NOTATION)
    assert len(str(caught.value)) < 250


def test_unknown_names() -> None:
    """A name outside the notation is answered with the nearest one."""
    with pytest.raises(UnknownNameError, match="did you mean N_total"):
        dimension_of(parse_expression("N_totl"), NOTATION)
