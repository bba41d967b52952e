"""Formulas whose numbers lack units: what they are read as, and what no unit mends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations import derive
from derivations.errors import DimensionError
from derivations.language.dimensional_analysis import check_relation
from derivations.language.grammar import parse_relation
from derivations.language.printing.text import relation_text
from derivations.language.quantity import Notation
from derivations.study.judge.units import with_units

NOTATION = Notation.of("""
B [sequence] batch
s [] sparsity
n [token/sequence] new tokens
N [parameter] parameters
t [s] time
W [byte/s] bandwidth
kappa [byte/token] cache
L [token/sequence] context
C [FLOP/s] compute
D [token] tokens
""")


@pytest.mark.parametrize(
    ("formula", "becomes", "read"),
    [
        ("B = 300*s", "B = 300[sequence]*s", "300 sequences"),
        ("B = 300", "B = 300[sequence]", "300 sequences"),
        ("B >= -300/s", "B >= -300[sequence]/s", "300 sequences"),
        ("300*s = B", "300[sequence]*s = B", "300 sequences"),
        ("n*B = 300*s", "n*B = 300[token]*s", "300 tokens"),
        ("D = 20*N", "D = 20[token/parameter]*N", "20 tokens per parameter"),
        ("t = (N + B*L*kappa)/W", "t = (1[byte/parameter]*N + B*L*kappa)/W", "1 byte per parameter"),
        ("t = max(B*L*kappa/W, N/W)", "t = max(B*L*kappa/W, 1[byte/parameter]*N/W)", "1 byte per parameter"),
        ("kappa = N/(300*L)", "kappa = N/(300[parameter·sequence/byte]*L)", "300 parameter·sequence per byte"),
        ("t = sqrt(4*s)", "t = sqrt(4[s^2]*s)", "4 s^2"),
        ("t = 2*N/C", "t = 2[FLOP/parameter]*N/C", "2 FLOP per parameter"),
    ],
)
def test_numbers_get_the_units_that_the_dimensions_ask_for(formula: str, becomes: str, read: str) -> None:
    """The rest of the formula stays as it was written."""
    found = with_units(parse_relation(formula), NOTATION)
    assert found is not None
    assert relation_text(found.written) == becomes
    assert found.read == (read,)
    check_relation(found.written, NOTATION)


@pytest.mark.parametrize(
    "formula",
    ["t = B + L", "B = exp(n)", "0 = B + L", "t = s^N", "B = log(L)*s^2 + 2^n", "t^2 = (N + B)*(N + L)"],
)
def test_what_no_number_mends_is_left(formula: str) -> None:
    """Nor is a unit guessed for more than one term without a number."""
    assert with_units(parse_relation(formula), NOTATION) is None


@given(st.sampled_from(["B", "t", "D", "kappa"]), st.sampled_from(["+", "-", "*", "/"]), st.data())
def test_what_is_read_always_fits(left: str, operator: str, data: st.DataObject) -> None:
    """Whatever the formula, a reading measures the same on both sides, and none is given for one that does already."""
    parts = [data.draw(st.sampled_from(["300", "s", "B", "N/W", "(2*L)", "4*n", "max(t, 3)", "1/7"])) for _ in range(3)]
    written = parse_relation(f"{left} = {parts[0]}*{parts[1]}{operator}{parts[2]}")
    found = with_units(written, NOTATION)
    if found is not None:
        check_relation(found.written, NOTATION)
    try:
        check_relation(written, NOTATION)
    except DimensionError:
        return
    assert found is not None
    assert (found.written, found.read) == (written, ())


def test_the_statements_on_the_blackboard_are_read() -> None:
    """With one byte for a parameter, as the claims that reject them say."""
    for claim, reject in (("optimal-batch", "parameters-plus-bytes"), ("pipeline-kv", "parameters-plus-bytes")):
        report = derive(claim)
        written = parse_relation(report[reject].statement)
        found = with_units(written, report.derivation.notation)
        assert found is not None
        assert found.read == ("1 byte per parameter",)
