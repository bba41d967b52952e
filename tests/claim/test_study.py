"""Studies: read from a file or made in Python, joined, and refused where two say different things."""

from fractions import Fraction
from pathlib import Path

import pytest

from derivations import InputError, Study, UnknownNameError, derive, read_study, study_of
from derivations.claim.claim import Cards

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
compute-time = "below-peak"
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
        premises={"compute-time": "below-peak", "kv-fetch": "t_kv = (kappa + x_idx)*B*L/W"},
        symbols="x_idx [byte/token] index read per token",
    )


def test_a_report_of_a_study_is_that_of_its_changes(tmp_path: Path) -> None:
    """The file may stand beside further changes."""
    path = tmp_path / "h200.toml"
    path.write_text('accelerator = "h200"\n[assume]\ncompute-time = "below-peak"\n')
    one = derive("optimal-batch", study=path, values={"u_flop": "1/2"})
    two = derive("optimal-batch", accelerator="h200", premises={"compute-time": "below-peak"}, values={"u_flop": "1/2"})
    assert one.result.value == two.result.value
    assert one.derivation == two.derivation
    assert one.result.value == derive("optimal-batch", accelerator="h200").result.value * Fraction(1, 2)  # type: ignore[operator]


def test_several_values_are_tried_in_turn(file: Path) -> None:
    study = read_study(file)
    assert set(study.several) == {"L"}
    assert str(study.first["L"]) == "4,000 token/sequence"


@pytest.mark.parametrize(
    ("other", "twice"),
    [
        (study_of(premises={"compute-time": "with-attention"}), "premise 'compute-time'"),
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
        ("[set]\nL = 4.5", "L is a text with a unit"),
        ("[set]\nL = []", "write the value as text"),
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
