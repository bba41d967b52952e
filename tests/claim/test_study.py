"""Studies: read from a file or made in Python, joined, and refused where two say different things."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from derivations import InputError, Study, UnknownNameError, derive, read_study, study_of
from derivations.claim.claim import Cards
from derivations.claims.lecture.optimal_batch import CLAIM as OPTIMAL_BATCH

TEXT = """
title = "Long context on an H200"
accelerator = "h200"
cache = "fp8"
without = ["phi"]

[set]
L = "4k, 8k token/sequence"
n = "2 token/sequence"
phi = "2 FLOP/parameter/token"

[assume]
arithmetic-time = "below-peak"
kv-fetch = "t_kv = (kappa + x_idx)*B*L/W"

[symbols]
x_idx = "[byte/token] index read per token"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A study file with everything in it that a study can hold."""
    path = tmp_path / "my.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_file_says_what_python_says(file: Path) -> None:
    assert read_study(file) == study_of(
        title="Long context on an H200", cards=Cards(accelerator="h200", cache="fp8"), without="phi",
        values={"L": ["4k token/sequence", "8k token/sequence"], "n": "2 token/sequence",
                "phi": "2 FLOP/parameter/token"},
        premises={"arithmetic-time": "below-peak", "kv-fetch": "t_kv = (kappa + x_idx)*B*L/W"},
        symbols="x_idx [byte/token] index read per token",
    )


@pytest.mark.long
def test_a_report_of_a_study_is_that_of_its_changes(tmp_path: Path) -> None:
    """The file may stand beside further changes."""
    path = tmp_path / "h200.toml"
    path.write_text('accelerator = "h200"\n[assume]\narithmetic-time = "below-peak"\n')
    half = {"u_flop": "1/2", "L": "0 token/sequence"}
    one = derive("optimal-batch", study=path, values=half)
    two = derive("optimal-batch", accelerator="h200", premises={"arithmetic-time": "below-peak"}, values=half)
    assert one.result.value == two.result.value
    assert one.derivation == two.derivation
    whole = derive("optimal-batch", accelerator="h200", values={"L": "0 token/sequence"})
    assert one.result.value == whole.result.value * Fraction(1, 2)  # type: ignore[operator]


def test_several_values_are_tried_in_turn(file: Path) -> None:
    study = read_study(file)
    assert set(study.several) == {"L"}
    assert str(study.first["L"]) == "4,000 tokens per sequence"


@pytest.mark.parametrize(
    ("other", "twice"),
    [
        (study_of(premises={"arithmetic-time": "weights-alone"}), "premise 'arithmetic-time'"),
        (study_of(values={"n": "3 token/sequence"}), "quantity 'n'"),
        (study_of(cards=Cards(accelerator="h100")), "card or format 'accelerator'"),
        (study_of(symbols="x_idx [byte] another thing"), "symbol 'x_idx'"),
    ],
    ids=["premise", "value", "card", "symbol"],
)
def test_what_both_change_is_refused(file: Path, other: Study, twice: str) -> None:
    """Neither of them wins in silence."""
    with pytest.raises(InputError, match=twice):
        read_study(file).joined(other)


def test_as_said_and_cards_exclude_each_other() -> None:
    with pytest.raises(InputError, match="leave out"):
        study_of(as_said=True, cards=Cards(accelerator="h100"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("acelerator = 'h200'", "did you mean accelerator"),
        ("[assume]\nload = 3", "load is a text in quotation marks"),
        ("[set]\nL = true", "L is a number or a text with a unit"),
        ("[set]\nL = []", "L: a value is missing"),
        ("as_said = 'yes'", "as_said is true or false"),
        ("without = 'L'", "without is a list of names"),
        ("set = 'L'", r"\[set\] is a table"),
        ("[symbols]\nx = 'no unit'", "cannot read quantity"),
        ("title = 'a'\ntitle = 'b'", "is no TOML"),
        ("[set]\nL = '4 parsec'", "parsec"),
    ],
)
def test_a_slip_in_a_file_names_the_file_and_the_thing(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "slip.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=told) as error:
        read_study(path)
    assert "slip.toml" in str(error.value)


def test_what_is_left_out_must_be_there() -> None:
    """A value that nothing has cannot be left out, nor one that is given."""
    with pytest.raises(UnknownNameError, match="C_gpu"):
        derive("optimal-batch", without="C_gpuu")
    with pytest.raises(InputError, match="left out and given"):
        derive("optimal-batch", without="b_w", values={"b_w": "1 byte/parameter"})


def test_a_number_of_any_kind_is_the_quantity_s_own_unit(tmp_path: Path) -> None:
    """Text, int, float, fraction, decimal, a list, and a file: one rule for all, exactly."""
    path = tmp_path / "bare.toml"
    path.write_text("[set]\nL = [1000, 2.5e3]\n")
    notation = OPTIMAL_BATCH.notation
    given: Any
    for given in ("1k, 2500", [1000, 2500.0], (Fraction(1000), Decimal("2.5e3")), range(1000, 2501, 1500),
                  ["1k tokens", "2,500 token/sequence"]):
        read = study_of(values={"L": given}).fitted(notation)
        assert [str(value) for value in read.values["L"]] == ["1,000 tokens per sequence", "2,500 tokens per sequence"]
    assert [str(v) for v in read_study(path).fitted(notation).values["L"]] == [
        "1,000 tokens per sequence", "2,500 tokens per sequence"
    ]
    assert study_of(values={"eta": 0.1}).first["eta"].number == Fraction(1, 10)


@pytest.mark.parametrize("given", [float("nan"), float("inf"), True, None, [], Decimal("NaN"), 10**61, b"1", {}])
def test_what_is_no_number_is_refused(given: Any) -> None:
    """In one line, whatever it is."""
    with pytest.raises(InputError, match=r"^L: "):
        study_of(values={"L": given})


@pytest.mark.parametrize(
    ("accelerator", "card", "values"),
    [
        ("h100:C_gpu=800 TFLOP/s", "h100", {"C_gpu": "800 TFLOP/s"}),
        ("H100: C_gpu=800 TFLOP/s, W_gpu = 3 TB/s", "H100", {"C_gpu": "800 TFLOP/s", "W_gpu": "3 TB/s"}),
        ("h100:W_gpu=2, 3 TB/s,G=8", "h100", {"W_gpu": "2, 3 TB/s", "G": "8"}),
        ("h100", "h100", {}),
    ],
)
def test_an_accelerator_may_bring_numbers_of_its_own(accelerator: str, card: str, values: dict[str, str]) -> None:
    """A quick variant of a card."""
    assert study_of(cards=Cards(accelerator)) == study_of(cards=Cards(card), values=values)


@pytest.mark.parametrize("accelerator", ["h100:", "h100:C_gpu", "h100:=3", ":C_gpu=3", "h100:C_gpu=1,C_gpu=2"])
def test_a_variant_that_says_nothing_is_refused(accelerator: str) -> None:
    """With the form to write."""
    with pytest.raises(InputError, match="write CARD:NAME=VALUE"):
        study_of(cards=Cards(accelerator))


def test_a_variant_and_a_value_are_not_both_given() -> None:
    """Nobody could say which of them counts."""
    with pytest.raises(InputError, match="C_gpu is given twice"):
        study_of(cards=Cards("h100:C_gpu=2 PFLOP/s"), values={"C_gpu": 3})


@pytest.mark.parametrize(("given", "told"), [
    ({"values": ["L"]}, r'values are given by name, as in values=\{"L": "8k"\}'),
    ({"premises": "no-overlap"}, r'premises are given by name, as in premises=\{"kv-fetch": "top-k"\}'),
    ({"symbols": 5}, "symbols are lines of text, as in symbols="),
])
def test_what_is_of_another_kind_is_told(given: dict[str, Any], told: str) -> None:
    """As a cell of parameters may have it."""
    with pytest.raises(InputError, match=told):
        study_of(**given)


def test_a_study_yields_to_another(file: Path) -> None:
    """What both change is left out of it, and told; the rest stays."""
    study = read_study(file)
    rest, dropped = study.yielding_to(study_of(values={"L": "1k"}, cards=Cards("h100"), premises={"kv-fetch": "x"}))
    assert dropped == ("L", "kv-fetch", "accelerator")
    assert ("L" in rest.values, "n" in rest.values) == (False, True)
    assert (rest.cards.accelerator, rest.cards.cache) == ("", "fp8")
    assert study.yielding_to(study_of(values={"phi": 2}))[0].without == ()
    assert "n" not in study.yielding_to(study_of(without="n"))[0].values
